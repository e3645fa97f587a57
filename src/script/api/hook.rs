//! `hook`: functions that run at events.

use super::doc::Function;
use super::events::EVENTS;
use super::{Api, Call};
use crate::script::dispatch;
use crate::script::host::Callback;
use std::rc::Rc;

const TEXT: &str = "Runs functions of yours when something happens. Hooks run in the order in which they were first added. \
An error in one is reported and the others still run. While an event runs, a hook that is added waits for the next time, \
and one that is removed before its turn does not run.";

/// How many hooks a script may have.
const MOST_HOOKS: usize = 10_000;

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("hook", TEXT, |hook| {
        hook.function(
            Function {
                name: "Add",
                parameters: &[
                    ("event", "Event|string", "an event of the yard, or a name of your own for `hook.Run`"),
                    ("id", "string", "names this hook, such as \"maze.keys\""),
                    ("fn", "function", "what to run, with the event's arguments"),
                ],
                returns: &[],
                text: "Runs a function at every `event`. The same event and id again, from any script, replaces the \
                    function in its place in the order, and the hook belongs to that script from then on. A script can have \
                    10,000 hooks.",
            },
            |call| {
                let (event, id) = (call.name(0, "event")?, call.name(1, "id")?);
                let (function, owner) = (call.function(2, "fn")?, call.owner()?);
                let mut hooks = call.host.hooks.borrow_mut();
                if hooks.count_owned_by(owner) >= MOST_HOOKS {
                    let limit = format!("a script may have at most {MOST_HOOKS} hooks: remove some first");
                    return Err(call.error(limit));
                }
                hooks.add(&event, &id, owner, function);
                drop(hooks);
                warn_of_case(call, &event);
                Ok(())
            },
        )?;
        hook.function(
            Function {
                name: "Remove",
                parameters: &[("event", "Event|string", ""), ("id", "string", "")],
                returns: &[],
                text: "Removes a hook. One that is not there is fine.",
            },
            |call| {
                let (event, id) = (call.string(0, "event")?, call.string(1, "id")?);
                call.host.hooks.borrow_mut().remove(&event, &id, call.host.running.now());
                Ok(())
            },
        )?;
        hook.function(
            Function {
                name: "Run",
                parameters: &[("event", "Event|string", ""), ("...", "any", "given to every hook; tables by reference")],
                returns: &[("...", "any", "what the first hook returned whose first result is not nil")],
                text: "Runs an event now. A hook whose first result is not nil (`false` counts) ends it, and its results are \
                    returned; the hooks after it do not run. A hook may run events itself.",
            },
            |call| {
                let event = call.string(0, "event")?;
                Ok(dispatch::run(call.host, &event, call.rest(1)))
            },
        )?;
        hook.function(
            Function {
                name: "GetTable",
                parameters: &[],
                returns: &[("hooks", "table<string, table<string, function>>", "")],
                text: "A copy of what is there: event → id → function.",
            },
            get_table,
        )
    })
}

/// A hook of `tick` would wait for ever for what the yard calls `Tick`.
fn warn_of_case(call: &Call, event: &str) {
    let alike = |name: &&str| *name != event && name.eq_ignore_ascii_case(event);
    if let Some(meant) = EVENTS.iter().map(|(name, ..)| *name).find(alike) {
        let warning = format!("the yard does not run \"{event}\"; its event is \"{meant}\"");
        call.host.warn_once(call.place() + &call.error(warning));
    }
}

fn get_table(call: &Call) -> Result<mlua::Table, String> {
    // Making tables can run finalizers, and those are scripts' code: nothing of the host may be borrowed by then.
    let hooks: Vec<(String, String, Callback)> = call
        .host
        .hooks
        .borrow()
        .iter()
        .map(|(event, id, _, function)| (event.to_owned(), id.to_owned(), function.clone()))
        .collect();
    let copy = || {
        let all = call.lua.create_table()?;
        for (event, id, function) in hooks {
            let of_event = match all.get::<Option<mlua::Table>>(event.as_str())? {
                Some(of_event) => of_event,
                None => {
                    let of_event = call.lua.create_table()?;
                    all.set(event, &of_event)?;
                    of_event
                }
            };
            of_event.set(id, Rc::unwrap_or_clone(function))?;
        }
        Ok(all)
    };
    copy().map_err(|error: mlua::Error| call.error(error))
}
