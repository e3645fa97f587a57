//! Calling scripts' functions: each is protected, runs as its owner, and its error is reported and lost alone.

use super::host::{Callback, Host};
use super::owner::OwnerId;
use mlua::{IntoLuaMulti, MultiValue, Value};

/// Calls a function as its owner. `place` says what it is, for reports; `None` after an error, or if the script was stopped.
pub fn call(
    host: &Host,
    owner: OwnerId,
    function: &Callback,
    arguments: impl IntoLuaMulti,
    place: impl FnOnce() -> String,
) -> Option<MultiValue> {
    protect(host, owner, place, || function.call::<MultiValue>(arguments))
}

/// Lets a script work within its limits, whatever it does: the one way from the host into Lua.
pub fn protect<T>(
    host: &Host,
    owner: OwnerId,
    place: impl FnOnce() -> String,
    work: impl FnOnce() -> mlua::Result<T>,
) -> Option<T> {
    let enforcer = host.enforcer()?;
    if enforcer.is_stopped(owner) {
        return None;
    }
    let running = host.running.enter(owner);
    let visit = enforcer.enter(owner);
    let result = work();
    let excess = enforcer.leave(visit);
    drop(running);
    match (result, excess) {
        (result, Some(excess)) => {
            host.stop(owner, excess, &place(), result.err().as_ref());
            None
        }
        (Ok(results), None) => Some(results),
        // Somebody farther out is being stopped.
        (Err(_), None) if enforcer.is_stopping() => None,
        (Err(error), None) => {
            host.report(owner, &place(), &error);
            None
        }
    }
}

/// Runs an event for a script: the results of the first hook whose first result is not nil end it.
pub fn run(host: &Host, event: &str, arguments: MultiValue) -> MultiValue {
    let Some(enforcer) = host.enforcer() else { return MultiValue::new() };
    let round = enforcer.begin_round();
    let mut walk = host.hooks.borrow().dispatch();
    let results = loop {
        let Some(results) = step(host, event, &mut walk, &arguments) else { break MultiValue::new() };
        if results.front().is_some_and(|first| !matches!(first, Value::Nil)) {
            break results;
        }
        if enforcer.is_stopping() {
            break MultiValue::new();
        }
    };
    enforcer.end_round(round);
    results
}

/// Runs an event of the yard: every hook runs, whatever the others return.
pub fn run_all(host: &Host, event: &str, arguments: &MultiValue) {
    let mut walk = host.hooks.borrow().dispatch();
    while step(host, event, &mut walk, arguments).is_some() {}
}

/// Runs the next hook; `None` at the end. One that failed counts as one without results.
fn step(
    host: &Host,
    event: &str,
    walk: &mut super::hooks::Dispatch,
    arguments: &MultiValue,
) -> Option<MultiValue> {
    let due = host.hooks.borrow().next(event, walk)?;
    let place = || format!("hook {event} \"{}\"", due.id);
    Some(call(host, due.owner, &due.function, arguments, place).unwrap_or_default())
}

/// Runs the timers that are due.
pub fn run_timers(host: &Host) {
    let now = host.time();
    let mut round = host.timers.borrow().due(now);
    loop {
        let due = host.timers.borrow_mut().next(now, &mut round);
        let Some(due) = due else { break };
        let place = || match &due.name {
            Some(name) => format!("timer \"{name}\""),
            None => "a simple timer".to_owned(),
        };
        call(host, due.owner, &due.function, (), place);
    }
}
