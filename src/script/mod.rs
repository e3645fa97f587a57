//! Scripts: Lua behind one door.
//!
//! [`ScriptHost`] loads, reloads and unloads scripts, runs their hooks and timers, and collects what they print and what goes
//! wrong. Nobody else in the project sees Lua. A script's error is reported and costs that one call; it never reaches the
//! caller of this module.

pub mod api;
mod barriers;
mod chunks;
pub mod console;
mod course;
mod crowds;
mod dispatch;
mod drawn;
mod error;
mod fingerprint;
mod guard;
mod hooks;
mod host;
mod limits;
mod log;
mod math;
mod memory;
mod owner;
mod region;
mod reload;
mod shown;
mod state;
pub mod stop;
mod store_values;
pub mod suite;
mod takeover;
mod text;
mod timers;
mod trails;
pub mod vec;
pub mod vm;
mod wakes;
mod watchdog;

pub use drawn::{Drawn, HudText, Thing};
pub use host::Host;
pub use limits::Limits;
pub use log::{Line, LineKind};
pub use memory::MemoryLimits;
pub use reload::{Loaded, ScriptStatus};
pub use shown::Form;

use crate::input::Input;
use crate::sim::{Contact, DT, Digest, Sim};
use limits::Enforcer;
use mlua::{IntoLuaMulti, MultiValue, Value};
use owner::OwnerId;
use std::collections::BTreeMap;
use std::rc::Rc;
use vm::Vm;
use watchdog::Watchdog;

/// All scripts, and the one Lua state that holds them.
pub struct ScriptHost {
    /// Dropped first: its functions point at the host.
    vm: Vm,
    host: Rc<Host>,
    docs: Vec<api::doc::Table>,
    scripts: BTreeMap<String, reload::Script>,
    /// The `state` tables by file name: they outlive the scripts.
    states: BTreeMap<String, mlua::Table>,
    /// The globals of every script that runs, by file name: a table in Lua, for the console.
    environments: mlua::Table,
    console: Option<console::Console>,
    next_owner: u32,
    initialised: bool,
}

/// What a script holds: for reports and tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub bodies: usize,
    pub hooks: usize,
    pub timers: usize,
}

impl ScriptHost {
    /// A host without scripts, over a world and an input.
    ///
    /// # Errors
    /// When memory is short.
    pub fn new(sim: Sim, input: Input, limits: Limits) -> mlua::Result<ScriptHost> {
        let host = Rc::new(Host::new(sim, input));
        let printer = host.clone();
        let print = move |text: String| {
            let script = printer.running_name();
            printer.log.borrow_mut().print(script.as_deref(), &text);
        };
        let vm = Vm::with_limits(print, host.running.cell(), limits.memory)?;
        let watchdog = Watchdog::new(vm.stop_flag().clone(), limits.deadline);
        if !watchdog.is_awake() {
            let warning = "this system makes no threads, so a script that never ends cannot be stopped";
            host.log.borrow_mut().notice(None, warning);
        }
        host.watch(Enforcer::new(limits, vm.heap().clone(), watchdog, vm.places().clone()));
        let docs = api::install(&vm, &host)?;
        let environments = vm.lua().create_table()?;
        Ok(ScriptHost {
            environments,
            console: None,
            vm,
            host,
            docs,
            scripts: BTreeMap::new(),
            states: BTreeMap::new(),
            next_owner: 1,
            initialised: false,
        })
    }

    /// What host functions work on: the world and the input among it.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// The documentation of every table.
    pub fn docs(&self) -> &[api::doc::Table] {
        &self.docs
    }

    /// A frame begins: what scripts may use in it is counted from here. To be called before its first tick.
    pub fn begin_frame(&mut self) {
        self.host.drawn.borrow_mut().begin_frame();
        if let Some(enforcer) = self.host.enforcer() {
            enforcer.begin_frame();
        }
        crate::crowd::buffer::age();
        self.host.crowds.land(self.host.time(), self.host.enforcer());
        if self.host.wasteful.take() {
            // What a stopped script held is garbage now, and the others may need it.
            self.forget_environments_of_stopped();
            let _ = self.vm.lua().gc_collect();
        }
    }

    /// Runs the event `Tick` after a physics step.
    pub fn tick(&self) {
        let tick = self.host.sim.borrow().tick();
        self.host.log.borrow_mut().tick(tick);
        self.host.drawn.borrow_mut().shown.begin_tick(&self.host.crowds);
        self.event("Tick", (DT, tick));
        self.host.drawn.borrow_mut().shown.end_tick(&self.host.crowds, self.host.time());
    }

    /// Runs a frame's part of the scripts: `Init` the first time, due timers, contacts, `Think`. `dt` is the frame's length in
    /// seconds.
    pub fn frame(&mut self, dt: f64) {
        self.host.dt.set(dt);
        if !self.initialised {
            self.initialised = true;
            self.event("Init", ());
        }
        self.pass_on_notices();
        dispatch::run_timers(&self.host);
        let contacts = self.host.sim.borrow_mut().take_contacts();
        for contact in contacts {
            // Whoever listens to one contact may end or begin it for the next.
            if !self.host.hooks.borrow().has("Contact") {
                continue;
            }
            match self.contact_table(&contact) {
                Ok(table) => self.event("Contact", table),
                Err(error) => {
                    self.host.log.borrow_mut().notice(None, &format!("a contact was lost: {error}"))
                }
            }
        }
        self.event("Think", dt);
        self.host.drawn.borrow_mut().end_frame();
        self.pass_on_notices();
    }

    /// Tells what happened to bodies, each under the name of its script.
    fn pass_on_notices(&self) {
        let notices = self.host.sim.borrow_mut().world.take_notices();
        for notice in notices {
            let script = notice.owner.map(|owner| self.script_of(owner));
            self.host.log.borrow_mut().notice(script.as_deref(), &notice.text);
        }
    }

    /// Runs the event `Shutdown`.
    pub fn shutdown(&self) {
        self.event("Shutdown", ());
        self.host.log.borrow_mut().finish();
    }

    /// What was printed and reported since the last time.
    pub fn take_lines(&self) -> Vec<Line> {
        self.host.log.borrow_mut().take()
    }

    /// How many errors scripts have raised since the start.
    pub fn errors(&self) -> u64 {
        self.host.log.borrow().errors()
    }

    /// What a script holds; nothing for an unknown one.
    pub fn counts(&self, name: &str) -> Counts {
        self.scripts.get(name).map(|script| self.counts_of(script.owner)).unwrap_or_default()
    }

    fn counts_of(&self, owner: OwnerId) -> Counts {
        Counts {
            bodies: self.host.sim.borrow().world.count_owned_by(owner.0),
            hooks: self.host.hooks.borrow().count_owned_by(owner),
            timers: self.host.timers.borrow().count_owned_by(owner),
        }
    }

    /// What all scripts hold together.
    pub fn totals(&self) -> Counts {
        Counts {
            bodies: self.host.sim.borrow().world.count(),
            hooks: self.host.hooks.borrow().iter().count(),
            timers: self.host.timers.borrow().iter(self.host.time()).count(),
        }
    }

    /// How many bytes of Lua's heap a script holds, after a full collection; 0 for an unknown one. Slow.
    pub fn memory(&self, name: &str) -> usize {
        let _ = self.vm.lua().gc_collect();
        let owner = self.scripts.get(name).map(|script| script.owner);
        owner.map_or(0, |owner| self.vm.heap().ask(|heap| heap.bytes_of(owner.0)))
    }

    /// The file name of a body's owner.
    pub fn script_of(&self, owner: u32) -> String {
        self.host.owner_name(OwnerId(owner))
    }

    /// Adds to a digest: scripts, their `state` tables and `shared`, hooks, timers, what is held down, and what this run keeps in
    /// memory. The world is not among it, and neither are the scripts' own variables.
    pub fn digest(&self, digest: &mut Digest) {
        for script in self.scripts.values() {
            script.digest(digest);
        }
        self.digest_of_effects(digest);
        for (name, value) in self.host.store.borrow_mut().of_this_run() {
            digest.bytes(&name);
            digest.bytes(&value);
        }
    }

    /// The same without the texts of scripts and without what is kept: two versions that do the same have the same.
    pub fn digest_of_effects(&self, digest: &mut Digest) {
        for name in self.scripts.keys() {
            digest.str(name);
        }
        // What it takes is nobody's.
        let _host = self.host.running.enter(OwnerId(0));
        let mut met = fingerprint::Met::default();
        self.states.keys().for_each(|name| digest.str(name));
        let shared = self.vm.globals().get::<mlua::Table>("shared").ok();
        let tables: Vec<mlua::Table> = self.states.values().cloned().chain(shared).collect();
        fingerprint::add(digest, self.vm.lua(), &tables, &mut met);
        self.host.crowds.digest(digest, &mut met);
        self.digest_of_work(digest);
    }

    /// Adds hooks, timers and what is held down, and nothing that it takes a while to look at.
    pub fn digest_of_work(&self, digest: &mut Digest) {
        for (event, id, owner, _) in self.host.hooks.borrow().iter() {
            digest.str(event);
            digest.str(id);
            digest.u64(u64::from(owner.0));
        }
        for timer in self.host.timers.borrow().iter(self.host.time()) {
            digest.str(timer.name.unwrap_or_default());
            digest.u64(u64::from(timer.owner.0));
            digest.f64(timer.interval);
            digest.f64(timer.left);
            digest.u64(timer.repetitions_left);
            digest.bool(timer.running);
        }
        let input = self.host.input.borrow();
        for (id, ..) in input.actions() {
            digest.str(id);
            digest.bool(input.held(id));
        }
    }

    fn event(&self, event: &str, arguments: impl IntoLuaMulti) {
        let arguments = match arguments.into_lua_multi(self.vm.lua()) {
            Ok(arguments) => arguments,
            Err(_) => MultiValue::new(),
        };
        dispatch::run_all(&self.host, event, &arguments);
    }

    fn contact_table(&self, contact: &Contact) -> mlua::Result<Value> {
        let lua = self.vm.lua();
        let table = lua.create_table()?;
        table.set("a", contact.a.0)?;
        table.set("b", contact.b.0)?;
        table.set("speed", contact.speed)?;
        table.set("pos", vec::create(lua, contact.pos)?)?;
        table.set("materialA", contact.material_a)?;
        table.set("materialB", contact.material_b)?;
        Ok(Value::Table(table))
    }
}
