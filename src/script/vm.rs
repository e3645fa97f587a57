//! Building a Lua state: which libraries and names scripts get, what is read-only, and the seeds that make runs repeat.

use super::guard::guard;
use super::memory::MemoryLimits;
use super::state::{SharedHeap, State};
use super::stop::{self, Attached, Places, StopFlag};
use super::{math, vec};
use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, Table, Value};
use std::cell::Cell;
use std::rc::Rc;

/// The names of Lua's base library that scripts get. `load`, `print`, `rawset` and `_G` are made by the prelude, `setmetatable`
/// by `guard`.
const BASE: [&str; 19] = [
    "_VERSION",
    "assert",
    "error",
    "getmetatable",
    "ipairs",
    "next",
    "pairs",
    "pcall",
    "rawequal",
    "rawget",
    "rawlen",
    "select",
    "tonumber",
    "tostring",
    "type",
    "xpcall",
    "coroutine",
    "table",
    "utf8",
];

/// A state with a prelude and the names that all scripts share.
pub struct Vm {
    /// Dropped first, while the state is there.
    stop: Attached,
    state: State,
    read_only: Function,
    environment: Function,
    /// What every script's environment falls through to.
    globals: Table,
    /// What a host function returns first when it failed; its message comes second.
    failed: Table,
}

impl Vm {
    /// `print` gets each line that a script prints.
    ///
    /// # Errors
    /// When memory is short.
    pub fn new(print: impl Fn(String) + 'static) -> mlua::Result<Vm> {
        Vm::with_limits(print, Rc::default(), MemoryLimits::default())
    }

    /// The same with limits on what scripts allocate. `running` tells who does: a script's number, or 0 for the host.
    ///
    /// # Errors
    /// When memory is short.
    pub fn with_limits(
        print: impl Fn(String) + 'static,
        running: Rc<Cell<u32>>,
        limits: MemoryLimits,
    ) -> mlua::Result<Vm> {
        let state = State::new(running, limits)?;
        let lua = state.lua();
        // SAFETY: a `Vm` drops it before its state closes; here, locals go in reverse order.
        #[allow(unsafe_code)]
        let stop = unsafe { stop::attach(lua) }?;
        let failed = lua.create_table()?;

        let host = lua.create_table()?;
        let print = lua.create_function(move |_, text: mlua::LuaString| {
            print(super::text::shown(&text.as_bytes()));
            Ok(())
        })?;
        host.set("print", print)?;
        let prelude: Table = lua
            .load(include_str!("prelude.lua"))
            .set_name("=moonyard")
            .set_mode(ChunkMode::Text)
            .call(host)?;

        let standard = lua.globals();
        let string: Table = standard.get("string")?;
        string.set("dump", Value::Nil)?;
        // Methods of strings come from the real table; its metatable is out of reach, so it cannot be changed.
        let of_strings: Table =
            lua.load("return getmetatable('')").set_mode(ChunkMode::Text).call::<Table>(())?;
        of_strings.set("__metatable", false)?;

        let vm = Vm {
            stop,
            read_only: prelude.get("read_only")?,
            environment: prelude.get("environment")?,
            globals: lua.create_table()?,
            failed,
            state,
        };
        for name in BASE {
            match standard.get::<Value>(name)? {
                Value::Table(library) => vm.add_table(name, library)?,
                value => vm.globals.set(name, value)?,
            }
        }
        vm.add_table("string", string)?;
        vm.globals.set("print", prelude.get::<Function>("print")?)?;
        vm.globals.set("setmetatable", super::guard::set_metatable(vm.lua())?)?;
        vm.globals.set("rawset", prelude.get::<Function>("rawset")?)?;
        vm.globals.set("Vec", vec::install(vm.lua())?)?;
        Ok(vm)
    }

    /// Stops every script of this state, from any thread.
    pub fn stop_flag(&self) -> &StopFlag {
        self.stop.flag()
    }

    /// Where scripts were when they were stopped or had no memory.
    pub fn places(&self) -> &Places {
        self.stop.places()
    }

    pub fn lua(&self) -> &Lua {
        self.state.lua()
    }

    pub fn heap(&self) -> &Rc<SharedHeap> {
        self.state.heap()
    }

    /// What every script's environment falls through to.
    pub fn globals(&self) -> &Table {
        &self.globals
    }

    /// The `print` of scripts.
    pub fn print(&self) -> mlua::Result<Function> {
        self.globals.get("print")
    }

    /// Gives scripts a read-only table under a name.
    pub fn add_table(&self, name: &str, content: Table) -> mlua::Result<()> {
        self.globals.set(name, self.read_only.call::<Table>((name, content))?)
    }

    /// Gives scripts any other value under a name.
    pub fn add_global(&self, name: &str, value: impl mlua::IntoLua) -> mlua::Result<()> {
        self.globals.set(name, value)
    }

    /// Makes a host function that raises its failures as strings with the calling script's line.
    pub fn host_function(
        &self,
        call: impl Fn(&Lua, mlua::MultiValue) -> Result<mlua::MultiValue, String> + 'static,
    ) -> mlua::Result<Function> {
        let failed = self.failed.clone();
        let function = self.lua().create_function(move |lua, arguments: mlua::MultiValue| {
            match call(lua, arguments) {
                Ok(results) => Ok(results),
                Err(message) => {
                    let message = Value::String(lua.create_string(message)?);
                    Ok(mlua::MultiValue::from_iter([Value::Table(failed.clone()), message]))
                }
            }
        })?;
        guard(self.lua(), &function, &self.failed)
    }

    /// A fresh environment for a script. `state` is the table that outlives its reloads.
    pub fn environment(&self, state: &Table) -> mlua::Result<Table> {
        // SAFETY: Lua's own opener of its library, called as Lua calls it. Called again it makes a new library with a random
        // generator of its own.
        #[allow(unsafe_code)]
        let own = unsafe { self.lua().create_c_function(mlua::ffi::luaopen_math) }?.call::<Table>(())?;
        math::make_repeatable(self.lua(), &own)?;
        self.environment.call((&self.globals, own, RANDOM_SEED, state))
    }

    /// Compiles a script's text. Errors name `name:line`.
    pub fn compile(&self, name: &str, text: &str, environment: Table) -> mlua::Result<Function> {
        self.lua()
            .load(text)
            .set_name(format!("@{name}"))
            .set_mode(ChunkMode::Text)
            .set_environment(environment)
            .into_function()
    }
}

/// Where every script's `math.random` starts.
const RANDOM_SEED: i64 = 20_211_221;
