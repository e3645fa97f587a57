//! Types of values with methods, operators and fields: how they are made known to Lua, documented like the tables.

use crate::script::api::doc::{Class, Function};
use crate::script::api::{Api, Arguments, Call};
use mlua::{MultiValue, Value};

/// A method: its first argument is the value itself.
pub type Run = fn(&Call) -> Result<MultiValue, String>;
pub type Method = (Function, Run);

/// A type of values.
pub struct Type {
    pub class: &'static Class,
    pub methods: &'static [&'static [Method]],
    /// `v.name` for what is no method; also `v[1]`.
    pub field: Option<Run>,
    /// Other metamethods.
    pub meta: &'static [(&'static str, Run)],
}

/// One result.
pub fn one(value: Value) -> Result<MultiValue, String> {
    Ok(MultiValue::from_iter([value]))
}

/// Methods are found in Lua; only what is none asks the host. The tail call lets errors name the script's own line.
const INDEX: &str = "local methods, field = ...
return function(self, key)
  local method = methods[key]
  if method ~= nil then return method end
  return field(self, key)
end";

impl Api<'_> {
    /// Makes a type known whose values are `T`.
    pub fn object_class<T: 'static>(&mut self, of: &Type) -> mlua::Result<()> {
        let lua = self.vm.lua();
        let methods = lua.create_table()?;
        let name = of.class.name;
        for (doc, run) in of.methods.iter().copied().flatten() {
            methods.raw_set(doc.name, self.bind(format!("{name}:{}", doc.name), *run)?)?;
        }
        let index = match of.field {
            None => Value::Table(methods),
            Some(field) => {
                let field = self.bind(name.to_owned(), field)?;
                let index: mlua::Function = lua.load(INDEX).set_name("=moonyard").call((methods, field))?;
                Value::Function(index)
            }
        };
        let mut metas = Vec::new();
        for (meta, run) in of.meta {
            metas.push((*meta, self.bind(name.to_owned(), *run)?));
        }
        lua.register_userdata_type::<T>(|registry| {
            use mlua::UserDataFields;
            registry.add_meta_field("__index", index);
            registry.add_meta_field("__name", name);
            for (meta, function) in metas {
                registry.add_meta_field(meta, function);
            }
        })
    }

    fn bind(&self, name: String, run: Run) -> mlua::Result<mlua::Function> {
        let host = self.host.clone();
        self.vm.host_function(move |lua, arguments| {
            run(&Call::new(&host, Arguments::new(lua, &name, arguments)))
        })
    }
}
