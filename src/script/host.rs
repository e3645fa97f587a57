//! What host functions work on: the world, the input and everything that scripts registered.
//!
//! Each part has a cell of its own, borrowed for moments and never across a call into Lua, so that scripts may call back in
//! any order.

use super::console::{self, Request};
use super::crowds::Crowds;
use super::drawn::Drawn;
use super::error::is_of_memory;
use super::hooks::Hooks;
use super::limits::{Enforcer, Excess};
use super::log::{Log, ScriptError, with_line};
use super::owner::{OwnerId, Running};
use super::stop::Places;
use super::text::short;
use super::timers::Timers;
use crate::crowd::work::Wanted;
use crate::input::Input;
use crate::sim::Sim;
use crate::store::Store;
use mlua::Function;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A script's function as hooks and timers keep it: shared, since a clone of Lua's own handle costs a slot in Lua.
pub type Callback = Rc<Function>;

/// A script that needs more warnings than this is told so.
const MOST_WARNINGS: usize = 50;
/// In bytes.
const LONGEST_WARNING: usize = 500;

pub struct Host {
    pub sim: RefCell<Sim>,
    pub input: RefCell<Input>,
    pub hooks: RefCell<Hooks<Callback>>,
    pub timers: RefCell<Timers<Callback>>,
    /// What scripts draw.
    pub drawn: RefCell<Drawn>,
    pub log: RefCell<Log>,
    /// What scripts keep; in memory until the app names a file.
    pub store: RefCell<Store>,
    /// Populations and the arrays of scripts.
    pub crowds: Crowds,
    pub running: Running,
    /// Set as soon as there is a state to watch over.
    enforcer: OnceCell<Rc<Enforcer>>,
    /// Scripts that hold much were stopped: garbage is worth collecting.
    pub wasteful: Cell<bool>,
    /// What the person at the console asked of the app.
    pub requests: RefCell<Vec<Request>>,
    /// The length of the current frame in seconds.
    pub dt: Cell<f64>,
    /// Whether bodies that are not visible are drawn faintly.
    pub show_hidden: Cell<bool>,
    /// Every owner's script by file name, also of those that are gone.
    names: RefCell<BTreeMap<OwnerId, String>>,
    /// Warnings that were given and are not given again.
    warned: RefCell<BTreeSet<String>>,
}

impl Host {
    pub fn new(sim: Sim, input: Input) -> Host {
        Host {
            sim: RefCell::new(sim),
            input: RefCell::new(input),
            hooks: RefCell::default(),
            timers: RefCell::default(),
            drawn: RefCell::default(),
            log: RefCell::default(),
            store: RefCell::default(),
            crowds: Crowds::default(),
            running: Running::default(),
            enforcer: OnceCell::new(),
            wasteful: Cell::new(false),
            requests: RefCell::default(),
            dt: Cell::new(0.0),
            show_hidden: Cell::new(false),
            names: RefCell::default(),
            warned: RefCell::default(),
        }
    }

    /// Begins to watch over scripts; only the first call counts.
    pub fn watch(&self, enforcer: Enforcer) {
        let _ = self.enforcer.set(Rc::new(enforcer));
    }

    pub fn enforcer(&self) -> Option<&Enforcer> {
        self.enforcer.get().map(|enforcer| &**enforcer)
    }

    /// Whether what is worked out later, maybe in another call, is wanted then.
    pub fn wanted(&self) -> Wanted {
        self.enforcer.get().map_or_else(Wanted::default, |enforcer| {
            let enforcer = enforcer.clone();
            Wanted::while_so(Rc::new(move || !enforcer.is_stopping()))
        })
    }

    pub fn name_owner(&self, owner: OwnerId, script: &str) {
        self.names.borrow_mut().insert(owner, script.to_owned());
    }

    /// The file name of an owner's script.
    pub fn owner_name(&self, owner: OwnerId) -> String {
        self.names.borrow().get(&owner).cloned().unwrap_or_default()
    }

    /// The file name of the script that is running.
    pub fn running_name(&self) -> Option<String> {
        self.running.now().map(|owner| self.owner_name(owner))
    }

    /// The time of the simulation, in seconds.
    pub fn time(&self) -> f64 {
        self.sim.borrow().time()
    }

    /// A notice that is given once for each script and text, until a script has had many.
    pub fn warn_once(&self, text: String) {
        self.warn_once_about(&text.clone(), text);
    }

    /// A notice that is given once for each script and topic, until a script has had many.
    pub fn warn_once_about(&self, topic: &str, text: String) {
        let script = self.running_name();
        let prefix = format!("{}: ", script.as_deref().unwrap_or_default());
        let mut warned = self.warned.borrow_mut();
        let count = warned.range(prefix.clone()..).take_while(|key| key.starts_with(&prefix)).count();
        let text = match count {
            0..MOST_WARNINGS => short(&text, LONGEST_WARNING),
            MOST_WARNINGS => "there are more warnings than these; they are not shown".to_owned(),
            _ => return,
        };
        if warned.insert(prefix + &short(topic, LONGEST_WARNING)) {
            self.log.borrow_mut().notice(script.as_deref(), &text);
        }
    }

    /// A script that changed gets its warnings anew.
    pub fn forget_warnings(&self, script: &str) {
        let prefix = format!("{script}: ");
        self.warned.borrow_mut().retain(|key| !key.starts_with(&prefix));
    }

    /// An error's message and its traceback.
    pub fn describe(&self, error: &mlua::Error) -> (String, String) {
        super::error::describe(error, self.enforcer().map_or(&Places::default(), Enforcer::places))
    }

    pub fn report(&self, owner: OwnerId, place: &str, error: &mlua::Error) {
        let (mut message, traceback) = self.describe(error);
        let script = self.owner_name(owner);
        // With stock Lua nothing in it says whose error it is.
        if traceback.is_empty() && is_of_memory(error) && !message.starts_with(&script) {
            message = format!("{script}: {message}");
        }
        self.log.borrow_mut().error(&ScriptError { script, place: place.to_owned(), message, traceback });
    }

    /// Takes a script out that used too much, and says where it was.
    pub fn stop(&self, owner: OwnerId, excess: Excess, place: &str, error: Option<&mlua::Error>) {
        self.remove_owned_by(owner);
        self.wasteful.set(true);
        let script = self.owner_name(owner);
        let (message, traceback) = error.map(|error| self.describe(error)).unwrap_or_default();
        // The innermost place, if the error went through host functions that put their own in front.
        let before = message.strip_suffix(super::stop::MESSAGE).and_then(|text| text.strip_suffix(": "));
        let line = before.and_then(|text| text.rsplit(": ").next());
        // It may have been in a function of another script's that it called; what it is stopped for is its own.
        let own = traceback.lines().find(|call| call.starts_with(&format!("{script}:")));
        let line = own.and_then(|call| call.split_once(": in ")).map(|(place, _)| place).or(line);
        let limits = self.enforcer().map(Enforcer::limits).unwrap_or_default();
        let (deadline, memory) = (limits.deadline.as_millis(), limits.memory.a_script >> 20);
        let what = match excess {
            Excess::Call => format!("this ran for more than {deadline} ms without an end"),
            Excess::Frame => format!("the script's calls took more than {deadline} ms in one frame"),
            Excess::Memory => {
                format!("the script ran out of memory three times in a row ({memory} MiB each may have)")
            }
        };
        let until = if script == console::NAME {
            "the line is stopped, and all that the console made is gone"
        } else {
            "the script is stopped until its file changes"
        };
        let what = format!("{what}; {until}");
        let message = match line {
            Some(line) => format!("{line}: {what}"),
            None => with_line(&what, &traceback).unwrap_or_else(|| format!("{script}: {what}")),
        };
        self.log.borrow_mut().error(&ScriptError { script, place: place.to_owned(), message, traceback });
    }

    /// A script begins to load.
    pub fn begin_load(&self, owner: OwnerId) {
        self.hooks.borrow_mut().begin_load(owner);
        self.timers.borrow_mut().begin_load(owner);
    }

    /// It is done; if it failed, all that it made must be removed by now.
    pub fn end_load(&self, failed: bool) {
        self.hooks.borrow_mut().end_load(failed);
        self.timers.borrow_mut().end_load(failed);
    }

    /// Removes all that a script made.
    pub fn remove_owned_by(&self, owner: OwnerId) {
        self.hooks.borrow_mut().remove_owned_by(owner);
        self.timers.borrow_mut().remove_owned_by(owner);
        self.crowds.remove_owned_by(owner);
        let mut sim = self.sim.borrow_mut();
        sim.world.remove_owned_by(owner.0);
        sim.release_view(owner.0);
        self.drawn.borrow_mut().remove_owned_by(owner);
    }
}
