//! What a script can call. One file per Lua table; each gives its functions together with their documentation, from which the
//! reference and the editor's stub are made, so that they cannot drift apart.

pub mod agents;
mod camera;
pub mod doc;
mod draw;
pub mod events;
mod hook;
mod hud;
mod input;
mod kke;
mod objects;
mod options;
pub mod pages;
mod physics;
mod physics_options;
mod player;
mod random;
mod steer;
mod store;
mod timer;
pub mod vec;
mod view;

mod base;
mod call;

pub use call::{Arguments, Call};

use super::host::Host;
use super::vm::Vm;
use doc::{Function, Table};
use mlua::{IntoLuaMulti, Value};
use std::rc::Rc;

/// Installs all tables and returns their documentation.
pub fn install(vm: &Vm, host: &Rc<Host>) -> mlua::Result<Vec<Table>> {
    let mut api = Api { vm, host, tables: Vec::new() };
    base::install(&mut api)?;
    hook::install(&mut api)?;
    timer::install(&mut api)?;
    physics::install(&mut api)?;
    player::install(&mut api)?;
    camera::install(&mut api)?;
    view::install(&mut api)?;
    input::install(&mut api)?;
    draw::install(&mut api)?;
    hud::install(&mut api)?;
    random::install(&mut api)?;
    steer::install(&mut api)?;
    store::install(&mut api)?;
    agents::install(&mut api)?;
    kke::install(&mut api)?;
    Ok(api.tables)
}

/// Takes in tables one after the other.
pub struct Api<'a> {
    vm: &'a Vm,
    host: &'a Rc<Host>,
    tables: Vec<Table>,
}

/// A table while it is filled.
pub struct Filling<'a> {
    vm: &'a Vm,
    host: &'a Rc<Host>,
    content: mlua::Table,
    doc: Table,
}

impl<'a> Api<'a> {
    /// A table; an empty name stands for the functions that have none, which become globals.
    fn table(
        &mut self,
        name: &'static str,
        text: &'static str,
        fill: impl FnOnce(&mut Filling<'a>) -> mlua::Result<()>,
    ) -> mlua::Result<()> {
        let content = self.vm.lua().create_table()?;
        let doc = Table { name, text, functions: Vec::new() };
        let mut filling = Filling { vm: self.vm, host: self.host, content, doc };
        fill(&mut filling)?;
        if name.is_empty() {
            for pair in filling.content.pairs::<String, Value>() {
                let (name, function) = pair?;
                self.vm.add_global(&name, function)?;
            }
        } else {
            self.vm.add_table(name, filling.content)?;
        }
        self.tables.push(filling.doc);
        Ok(())
    }
}

impl Filling<'_> {
    /// A function. What it returns as an error is raised in the script, at the line that called.
    fn function<R: IntoLuaMulti>(
        &mut self,
        doc: Function,
        run: impl Fn(&Call) -> Result<R, String> + 'static,
    ) -> mlua::Result<()> {
        let host = self.host.clone();
        let name = doc.full_name(self.doc.name);
        let function = self.vm.host_function(move |lua, arguments| {
            let call = Call::new(&host, Arguments::new(lua, &name, arguments));
            run(&call)?.into_lua_multi(lua).map_err(|error| format!("{name}: {error}"))
        })?;
        self.raw(doc, function)
    }

    /// A function that exists already: the hot ones that answer with a vector, and Lua's own under another name.
    fn raw(&mut self, doc: Function, function: mlua::Function) -> mlua::Result<()> {
        self.content.set(doc.name, function)?;
        self.doc.functions.push(doc);
        Ok(())
    }
}
