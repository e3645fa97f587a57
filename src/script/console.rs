//! The console: lines of Lua that a person types while the yard runs.
//!
//! A line runs as a script of its own, named `console`, whose globals stay from line to line, and within the limits of any script.
//! What it makes is the console's, and goes with `stop("console")`. It sees what scripts see and, beyond that, the commands in
//! [`COMMANDS`]. They ask for what only the app can do; see [`Request`].

mod completion;
mod named;

use super::owner::OwnerId;
use super::{Counts, ScriptHost, ScriptStatus, dispatch};
use mlua::{Lua, MultiValue, Table, Value};
use named::Named;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The name under which the console's lines run.
pub const NAME: &str = "console";

/// How fast the yard's clock may go, to the wall's.
pub const SPEEDS: RangeInclusive<f64> = 0.01..=4.0;

/// What a person at the console asks of the app.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Load a script again from its file.
    Reload(String),
    /// Take a script and all that it made out, until it is reloaded.
    Stop(String),
    /// Tell what there is, or about one name.
    Help(Option<String>),
    /// List the scripts.
    List,
    /// Halt the yard's clock, or let it go on; `None` is whichever it did not do before.
    Pause(Option<bool>),
    /// One tick while the clock is halted.
    Step,
    /// How fast the yard's clock goes, to the wall's: 0.01 to 4.
    Speed(f64),
}

/// What a script costs and holds, for whoever watches.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub name: String,
    pub status: ScriptStatus,
    pub counts: Counts,
    /// Of Lua's heap, garbage included, and of arrays and populations, in bytes.
    pub memory: usize,
    /// What its calls took in the last frame.
    pub time: Duration,
}

/// The commands: name, parameters and what they do.
pub const COMMANDS: [(&str, &str, &str); 8] = [
    (
        "help",
        "([name])",
        "Tells what there is, or about one thing: help(\"physics.box\"), help(\"Population\"), help(\"pop:show\").",
    ),
    ("scripts", "()", "Lists the scripts: state, time of the last frame, bodies, hooks, timers, memory."),
    (
        "script",
        "(name)",
        "The globals of a running script, to look at or to change: script(\"first.lua\").speed.",
    ),
    ("reload", "(name)", "Loads a script again from its file."),
    (
        "stop",
        "(name)",
        "Takes a script and all that it made out; stop(\"console\") takes out what was typed here.",
    ),
    (
        "pause",
        "([on])",
        "Halts the yard, or lets it go on: pause(false). Without an argument it does what it did not before.",
    ),
    ("step", "()", "Runs one tick of a halted yard."),
    ("speed", "(n)", "How fast time goes in the yard, 0.01 to 4: speed(0.25) is slow motion."),
];

/// The console, from the first line on.
pub struct Console {
    owner: OwnerId,
    environment: Table,
}

impl ScriptHost {
    /// Runs a line. An expression's values are printed. What goes wrong is reported like any script's error.
    pub fn run_line(&mut self, line: &str) {
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        if let Err(error) = self.open_console() {
            let text = format!("the console cannot be opened: {error}");
            return self.host.log.borrow_mut().notice(None, &text);
        }
        self.forget_environments_of_stopped();
        let ScriptHost { vm, host, console, .. } = self;
        let Some(console) = console else { return };
        // Each line is news, however often it failed before.
        host.log.borrow_mut().forget(NAME);
        if let Some(enforcer) = host.enforcer() {
            enforcer.forgive(console.owner);
        }
        let line = line.strip_prefix('=').unwrap_or(line);
        let place = || "the line".to_owned();
        dispatch::protect(host, console.owner, place, || {
            let environment = || console.environment.clone();
            let function = match vm.compile(NAME, &format!("return {line}"), environment()) {
                Ok(expression) => expression,
                Err(_) => vm.compile(NAME, line, environment())?,
            };
            let values = function.call::<MultiValue>(())?;
            if values.is_empty() { Ok(()) } else { vm.print()?.call(values) }
        });
    }

    /// What could follow a line up to the cursor: where the name that it ends with begins, in bytes, and what it may become.
    pub fn complete(&mut self, before_cursor: &str) -> (usize, Vec<String>) {
        let start = completion::start(before_cursor);
        let path = before_cursor.get(start..).unwrap_or_default();
        if self.open_console().is_err() {
            return (start, Vec::new());
        }
        let environment = self.console.as_ref().map(|console| &console.environment);
        let names = completion::names(self.vm.lua(), environment, &self.docs, path);
        (start, names)
    }

    /// What the person at the console asked for since the last time.
    pub fn take_requests(&mut self) -> Vec<Request> {
        self.host.requests.take()
    }

    /// What every script costs and holds, the console's lines last if there were any.
    pub fn reports(&self) -> Vec<Report> {
        let statuses: Vec<_> = self.scripts().map(|(name, status)| (name.to_owned(), status)).collect();
        let scripts = statuses.into_iter().filter_map(|(name, status)| {
            let owner = self.scripts.get(&name)?.owner;
            Some(self.report_of(name, owner, status))
        });
        let console = self
            .console
            .iter()
            .map(|console| self.report_of(NAME.into(), console.owner, ScriptStatus::Running));
        scripts.chain(console).collect()
    }

    /// Takes a script out until it is loaded again, on a person's wish. False for an unknown one.
    pub fn stop_script(&mut self, name: &str) -> bool {
        if name == NAME {
            // A fresh console, when the next line comes.
            let console = self.console.take();
            if let Some(console) = &console {
                self.host.remove_owned_by(console.owner);
            }
            return console.is_some();
        }
        let Some(owner) = self.scripts.get(name).map(|script| script.owner) else { return false };
        self.host.remove_owned_by(owner);
        if let Some(enforcer) = self.host.enforcer() {
            enforcer.take_out(owner);
        }
        self.host.wasteful.set(true);
        true
    }

    fn report_of(&self, name: String, owner: OwnerId, status: ScriptStatus) -> Report {
        Report {
            status,
            counts: self.counts_of(owner),
            memory: self.vm.heap().ask(|heap| heap.bytes_of(owner.0)) + self.host.crowds.bytes_of(owner),
            time: self.host.enforcer().map_or(Duration::ZERO, |enforcer| enforcer.time_of(owner)),
            name,
        }
    }

    fn open_console(&mut self) -> mlua::Result<()> {
        if self.console.is_none() {
            let owner = OwnerId(self.next_owner);
            let environment = self.vm.environment(&self.vm.lua().create_table()?)?;
            self.add_commands(&environment)?;
            self.next_owner += 1;
            self.host.name_owner(owner, NAME);
            self.console = Some(Console { owner, environment });
        }
        Ok(())
    }

    /// Commands are ordinary globals, so a line may use their names for something else.
    fn add_commands(&self, environment: &Table) -> mlua::Result<()> {
        for (command, ..) in COMMANDS {
            let host = self.host.clone();
            let environments = self.environments.clone();
            let named = Named::new(self.vm.globals(), &self.docs);
            let function = self.vm.host_function(move |lua, arguments| {
                if command == "script" {
                    let name = name_in(command, &arguments)?;
                    return match environments.raw_get(name.as_str()) {
                        Ok(found @ Value::Table(_)) => Ok(MultiValue::from_iter([found])),
                        Ok(Value::Boolean(_)) => Err(format!(
                            "{name} does not run; reload(\"{name}\") or saving its file runs it again"
                        )),
                        _ => Err(format!("there is no script named {name}; scripts() lists them")),
                    };
                }
                host.requests.borrow_mut().push(request(command, lua, &arguments, &named)?);
                Ok(MultiValue::new())
            })?;
            environment.raw_set(command, function)?;
        }
        Ok(())
    }
}

fn request(command: &str, lua: &Lua, arguments: &MultiValue, named: &Named) -> Result<Request, String> {
    let first = arguments.front().filter(|value| !value.is_nil());
    Ok(match command {
        "reload" => Request::Reload(name_in(command, arguments)?),
        "stop" => Request::Stop(name_in(command, arguments)?),
        "step" if first.is_some() => {
            return Err("step: it takes nothing and runs one tick; write step() once for each".to_owned());
        }
        "step" => Request::Step,
        "scripts" => Request::List,
        "help" => Request::Help(match arguments.front() {
            None => None,
            Some(Value::Nil) => {
                return Err(
                    "help: this is nil; give a name in quotes, such as \"physics.box\", please".into()
                );
            }
            Some(value) => match named.name_of(lua, value) {
                Some(name) => Some(name),
                None => Some(text_in(command, arguments, "a name in quotes, such as \"physics.box\"")?),
            },
        }),
        "pause" => Request::Pause(match first {
            None => None,
            Some(Value::Boolean(on)) => Some(*on),
            Some(other) => return Err(format!("pause: true or false, got a {}", other.type_name())),
        }),
        _ => match first.and_then(|value| lua.coerce_number(value.clone()).ok().flatten()) {
            Some(speed) if SPEEDS.contains(&speed) => Request::Speed(speed),
            _ => return Err("speed: a number from 0.01 to 4; 1 is the speed of life".into()),
        },
    })
}

/// A script's name, with or without its ending.
fn name_in(command: &str, arguments: &MultiValue) -> Result<String, String> {
    let name = text_in(command, arguments, "a script's name in quotes, such as \"maze.lua\"")?;
    Ok(if name == NAME || name.ends_with(".lua") { name } else { name + ".lua" })
}

fn text_in(command: &str, arguments: &MultiValue, what: &str) -> Result<String, String> {
    match arguments.front() {
        Some(Value::String(text)) => Ok(text.to_string_lossy()),
        _ => Err(format!("{command}: {what}, please")),
    }
}

#[cfg(test)]
#[path = "console_tests.rs"]
mod tests;
