//! What a person at the console asks for beyond Lua: help, lists, reloads, and the yard's clock. The same for the terminal and the
//! panel.

use super::clock::Clock;
use super::game::Game;
use super::scripts_on_disk::ScriptsOnDisk;
use crate::script::ScriptStatus;
use crate::script::api::doc::{Class, Function, Table};
use crate::script::api::events::EVENTS;
use crate::script::api::pages::CLASSES;
use crate::script::console::{COMMANDS, NAME, Report, Request};
use std::fmt::Write;

/// Of a name that nothing has, so many characters are repeated.
const LONGEST_NAME: usize = 80;

/// A table with other names for what is there anyway.
const OTHER_NAMES: &str = "kke";
/// Libraries of Lua that scripts have.
const OF_LUA: [&str; 5] = ["string", "table", "math", "utf8", "coroutine"];

/// Does what was asked for. Returns lines to show.
pub fn answer(
    request: Request,
    game: &mut Game,
    scripts: &mut ScriptsOnDisk,
    clock: &mut Clock,
) -> Vec<String> {
    match request {
        Request::Help(None) => overview(game.docs()),
        Request::Help(Some(name)) => about(game.docs(), &name),
        Request::List => list(&game.reports()),
        Request::Reload(name) => match scripts.reload(game, &name) {
            Ok(lines) => lines,
            Err(error) => vec![format!("{error:#}")],
        },
        Request::Stop(name) => vec![match game.stop_script(&name) {
            true if name == NAME => "what the console made is gone, its globals too".into(),
            true => format!("{name}: stopped; reload(\"{name}\") or saving its file runs it again"),
            false => format!("there is no script named {name}; scripts() lists them"),
        }],
        Request::Pause(wish) => {
            clock.halt(wish.unwrap_or(!clock.is_halted()));
            vec![if clock.is_halted() {
                "halted; pause(false) goes on, step() runs one tick".into()
            } else {
                "going on".into()
            }]
        }
        Request::Step => {
            clock.step();
            Vec::new()
        }
        Request::Speed(speed) => {
            clock.set_speed(speed);
            Vec::new()
        }
    }
}

/// A state in a word.
pub fn status(status: ScriptStatus) -> &'static str {
    match status {
        ScriptStatus::Running => "running",
        ScriptStatus::RunningOlder => "error, the version before runs",
        ScriptStatus::Failed => "error",
        ScriptStatus::Stopped => "stopped",
    }
}

fn list(reports: &[Report]) -> Vec<String> {
    if reports.is_empty() {
        return vec!["there are no scripts".into()];
    }
    let widest = reports.iter().map(|report| report.name.chars().count()).max().unwrap_or(0);
    let line = |report: &Report| {
        format!(
            "{:widest$}  {:>7.3} ms  {:>5} bodies  {:>4} hooks  {:>4} timers  {:>7.2} MiB  {}",
            report.name,
            report.time.as_secs_f64() * 1e3,
            report.counts.bodies,
            report.counts.hooks,
            report.counts.timers,
            report.memory as f64 / f64::from(1 << 20),
            status(report.status)
        )
    };
    reports.iter().map(line).collect()
}

fn overview(docs: &[Table]) -> Vec<String> {
    let mut lines =
        vec!["Lines are Lua; the value of an expression is printed. Commands of the console:".to_owned()];
    for (name, parameters, text) in COMMANDS {
        lines.push(format!("  {:<16} {text}", format!("{name}{parameters}")));
    }
    let tables: Vec<&str> =
        docs.iter().map(|table| table.name).filter(|name| !name.is_empty() && *name != OTHER_NAMES).collect();
    let events: Vec<&str> = EVENTS.iter().map(|(name, ..)| *name).collect();
    lines.push(format!("What the yard has for scripts: {}.", tables.join(", ")));
    lines.push(
        "Beside these: Vec(x, y, z), time(), tick(), print(...), the tables state and shared, and Lua's own:"
            .into(),
    );
    lines.push(format!("{}. Events for hook.Add: {}.", OF_LUA.join(", "), events.join(", ")));
    lines.push("help(\"physics\") lists what is in one, help(\"physics.box\") tells of a function.".into());
    lines
}

fn about(docs: &[Table], name: &str) -> Vec<String> {
    let command = COMMANDS.iter().find(|(command, ..)| *command == name);
    if let Some((name, parameters, text)) = command {
        return vec![format!("{name}{parameters}"), format!("  {text}")];
    }
    if let Some(table) = docs.iter().find(|table| !table.name.is_empty() && table.name == name) {
        let mut lines = vec![table.text.to_owned()];
        let signature =
            |function: &Function| format!("  {}{}", function.full_name(table.name), function.signature());
        lines.extend(table.functions.iter().map(signature));
        return lines;
    }
    if let Some(class) = CLASSES.iter().find(|class| class.name == name) {
        let mut lines = vec![class.text.to_owned()];
        lines.extend(fields(class, "  "));
        lines.extend(class.methods.iter().map(|it| format!("  :{}{}  {}", it.name, it.signature(), it.text)));
        return lines;
    }
    if let Some((name, arguments, when)) = EVENTS.iter().find(|(event, ..)| *event == name) {
        return vec![format!("hook.Add(\"{name}\", id, function({arguments}) … end)"), format!("  {when}")];
    }
    if ["state", "shared"].contains(&name) || OF_LUA.contains(&name) {
        // The page on what is there without a table tells of these.
        return docs
            .iter()
            .filter(|table| table.name.is_empty())
            .map(|table| table.text.to_owned())
            .collect();
    }
    for table in docs {
        for function in &table.functions {
            let full = function.full_name(table.name);
            if full == name {
                return describe(&full, function);
            }
        }
    }
    let name: String = name.chars().take(LONGEST_NAME).collect();
    let similar: Vec<String> = docs
        .iter()
        .flat_map(|table| table.functions.iter().map(|function| function.full_name(table.name)))
        .filter(|full| full.to_lowercase().contains(&name.to_lowercase()))
        .collect();
    vec![match similar.as_slice() {
        [] => format!("there is nothing named {name}; help() tells what there is"),
        similar => format!("there is nothing named {name}. Did you mean {}?", similar.join(", ")),
    }]
}

fn describe(name: &str, function: &Function) -> Vec<String> {
    let mut head = format!("{name}{}", function.signature());
    if !function.returns.is_empty() {
        let results: Vec<&str> = function.returns.iter().map(|(name, ..)| *name).collect();
        let _ = write!(head, " → {}", results.join(", "));
    }
    let mut lines = vec![head, format!("  {}", function.text)];
    for (name, kind, text) in function.parameters {
        let optional = if name.ends_with('?') { " (may be left out)" } else { "" };
        let line = format!("  {}: {kind}{optional}  {text}", name.trim_end_matches('?'));
        lines.push(line.trim_end().to_owned());
        let class = CLASSES.iter().find(|class| class.name == kind.trim_end_matches('?'));
        lines.extend(class.iter().flat_map(|class| fields(class, "    ")));
    }
    lines
}

fn fields(class: &Class, indent: &'static str) -> impl Iterator<Item = String> {
    class.fields.iter().map(move |(field, kind, text)| {
        format!("{indent}{}: {kind}  {text}", field.trim_end_matches('?')).trim_end().to_owned()
    })
}
