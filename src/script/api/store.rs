//! `store`: values that outlive the process.

use super::doc::{Function, Named};
use super::{Api, Call, Filling};
use crate::script::limits::Enforcer;
use crate::script::store_values::{give, keep};
use crate::store::{LONGEST_NAME, Store, StoreError, Value as Kept};
use mlua::{MultiValue, Value};

const TEXT: &str = "Keeps values under names, for the next time the yard is played. What can be kept: booleans, numbers, \
strings, `Vec`s, and tables of those, 16 deep and 1 MB (1,048,576 bytes) large at most. Integers come back as integers, floats to the last bit, \
strings byte by byte; a metatable does not come back, and a table that was in two places comes back as two. Names are shared by \
all scripts of a yard. A save that returned true is there however the program ends, and several programs may play with one file at \
once; only a power cut may cost the last saves. 64 MB are the most for all names together. When something cannot be saved, the \
terminal says so once and the yard goes on. Where the values are kept is in the [guide](guide.md#what-scripts-keep).";

const NAME: Named = ("name", "string", "1,000 bytes at most");
const WHY: Named = ("why", "string?", "what kept it from being done");

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("store", TEXT, |store| {
        changing(store)?;
        asking(store)
    })
}

fn changing(store: &mut Filling) -> mlua::Result<()> {
    store.function(
        Function {
            name: "save",
            parameters: &[NAME, ("value", "boolean|number|string|Vec|table", "not nan")],
            returns: &[("saved", "boolean", ""), WHY],
            text: "Keeps a value under a name, in place of what was there. True when it is safe; false and why when it is not, \
                and then what was there before stays. To save what is there already costs next to nothing.",
        },
        |call| {
            let name = name(call)?;
            let saved = match keep(call.lua, call.value(1)) {
                Ok(value) => with_store(call, |store| store.save(&name, &value)).map_err(|error| error.to_string()),
                Err(refused) => Err(refused),
            };
            done_or_why(call, &name, saved.map(|()| Value::Boolean(true)), Value::Boolean(false))
        },
    )?;
    store.function(
        Function {
            name: "add",
            parameters: &[NAME, ("n?", "number", "1 if left out; may be negative")],
            returns: &[("sum", "number?", "nil if it could not be saved"), WHY],
            text: "Adds to the number under a name, or to 0 if there is none, and keeps the sum. Nothing is lost when several \
                programs add at once. A name that holds no number is an error.",
        },
        |call| {
            let name = name(call)?;
            let n = match call.given(1) {
                None => Kept::Integer(1),
                Some(Value::Integer(n)) => Kept::Integer(*n),
                Some(_) => Kept::Float(call.number(1, "n")?),
            };
            match with_store(call, |store| store.add(&name, &n)) {
                Ok(sum) => {
                    let sum = give(call.lua, &sum).map_err(|error| call.error(error))?;
                    done_or_why(call, &name, Ok(sum), Value::Nil)
                }
                Err(error @ (StoreError::NotANumber(_) | StoreError::OutOfRange | StoreError::Unreadable)) => {
                    Err(call.error(format_args!("\"{}\": {error}", String::from_utf8_lossy(&name))))
                }
                Err(error) => done_or_why(call, &name, Err(error.to_string()), Value::Nil),
            }
        },
    )?;
    store.function(
        Function {
            name: "remove",
            parameters: &[NAME],
            returns: &[("removed", "boolean", "false if there was nothing, or it could not be done"), WHY],
            text: "Forgets a name.",
        },
        |call| {
            let name = name(call)?;
            let removed = with_store(call, |store| store.remove(&name));
            let removed = removed.map(Value::Boolean).map_err(|error| error.to_string());
            done_or_why(call, &name, removed, Value::Boolean(false))
        },
    )
}

fn asking(store: &mut Filling) -> mlua::Result<()> {
    store.function(
        Function {
            name: "load",
            parameters: &[NAME, ("default?", "any", "what to answer if there is nothing")],
            returns: &[("value", "any", "")],
            text: "What was saved under a name, else the default, else nil. A table is a new one each time: change it and save it \
                again. A file that cannot be read is an error.",
        },
        |call| {
            let name = name(call)?;
            match with_store(call, |store| store.load(&name)) {
                Ok(Some(value)) => give(call.lua, &value).map_err(|error| call.error(error)),
                Ok(None) => Ok(call.value(1).clone()),
                Err(error @ StoreError::Unreadable) => {
                    call.host.warn_once(format!("store.load: \"{}\": {error}", String::from_utf8_lossy(&name)));
                    Ok(call.value(1).clone())
                }
                Err(error) => Err(call.error(error)),
            }
        },
    )?;
    store.function(
        Function {
            name: "keys",
            parameters: &[("prefix?", "string", "what the names begin with")],
            returns: &[("names", "string[]", "")],
            text: "The names under which something is kept, in the order of their bytes. A file that cannot be read is an error.",
        },
        |call| {
            let prefix = call.given(0).map(|_| call.bytes(0, "prefix")).transpose()?.unwrap_or_default();
            // Nobody waits for the rest of a long list once the script is being stopped.
            let go_on = || !call.host.enforcer().is_some_and(Enforcer::is_stopping);
            let names = with_store(call, |store| store.names_while(&prefix, go_on)).map_err(|error| call.error(error))?;
            let list = || {
                let list = call.lua.create_table()?;
                for name in names.into_iter().take_while(|_| go_on()) {
                    list.raw_push(call.lua.create_string(name)?)?;
                }
                Ok(list)
            };
            list().map_err(|error: mlua::Error| call.error(error))
        },
    )
}

fn name(call: &Call) -> Result<Vec<u8>, String> {
    let name = call.bytes(0, "name")?;
    if name.len() > LONGEST_NAME {
        return Err(call.error(format_args!("name must be {LONGEST_NAME} bytes at most, got {}", name.len())));
    }
    Ok(name)
}

/// Asks the store, and passes on what it has to say to whoever plays.
fn with_store<T>(call: &Call, ask: impl FnOnce(&mut Store) -> T) -> T {
    let mut store = call.host.store.borrow_mut();
    let answer = ask(&mut store);
    for notice in store.take_notices() {
        call.host.log.borrow_mut().notice(None, &notice);
    }
    answer
}

/// The results of something that was done, or could not be done and why. Whoever plays hears of it too, once a script: many
/// scripts do not look.
fn done_or_why(
    call: &Call,
    name: &[u8],
    done: Result<Value, String>,
    failed: Value,
) -> Result<MultiValue, String> {
    let why = match done {
        Ok(value) => return Ok(MultiValue::from_iter([value])),
        Err(why) => why,
    };
    let name = String::from_utf8_lossy(name);
    call.host.warn_once_about("store", call.error(format_args!("\"{name}\" was not kept: {why}")));
    let why = call.lua.create_string(why).map_err(|error| call.error(error))?;
    Ok(MultiValue::from_iter([failed, Value::String(why)]))
}
