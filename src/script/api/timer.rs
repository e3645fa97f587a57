//! `timer`: functions that run later.

use super::doc::Function;
use super::{Api, Call, Filling};
use crate::script::owner::OwnerId;

const TEXT: &str = "Runs functions of yours later, once or again and again. Times are seconds of the yard's clock. Names are \
shared by all scripts. A timer fires at most once a frame and does not drift: its next due time is its last due time plus \
its interval. After a stall it does not catch up with a burst. Due timers run in the order of their due times. \
A script can have 10,000 timers.";

const NAME: (&str, &str, &str) = ("name", "string", "");
const DID: &[(&str, &str, &str)] = &[("did", "boolean", "whether it did")];

/// How many timers a script may have.
const MOST_TIMERS: usize = 10_000;

/// Who makes a timer, if it may have one more.
fn maker(call: &Call) -> Result<OwnerId, String> {
    let owner = call.owner()?;
    if call.host.timers.borrow().count_owned_by(owner) >= MOST_TIMERS {
        return Err(
            call.error(format_args!("a script may have at most {MOST_TIMERS} timers: remove some first"))
        );
    }
    Ok(owner)
}

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("timer", TEXT, |timer| {
        making(timer)?;
        steering(timer)?;
        asking(timer)
    })
}

/// A delay: finite and not negative.
fn seconds(call: &Call, index: usize) -> Result<f64, String> {
    let seconds = call.number(index, "seconds")?;
    if seconds < 0.0 {
        return Err(call.error(format_args!("seconds must not be negative, got {seconds}")));
    }
    Ok(seconds)
}

/// How often: anything of 0 or less is for ever.
fn repetitions(call: &Call, index: usize) -> Result<u64, String> {
    Ok(u64::try_from(call.integer(index, "reps")?).unwrap_or(0))
}

fn making(timer: &mut Filling) -> mlua::Result<()> {
    timer.function(
        Function {
            name: "Simple",
            parameters: &[("seconds", "number", "0 or more"), ("fn", "function", "")],
            returns: &[],
            text: "Runs a function once, `seconds` from now.",
        },
        |call| {
            let (seconds, function) = (seconds(call, 0)?, call.function(1, "fn")?);
            let owner = maker(call)?;
            call.host.timers.borrow_mut().simple(call.host.time(), owner, seconds, function);
            Ok(())
        },
    )?;
    timer.function(
        Function {
            name: "Create",
            parameters: &[
                ("name", "string", "the same name replaces, whoever made it"),
                ("seconds", "number", "0 or more; 0 is once a frame"),
                ("reps", "integer", "how often; 0 or less is for ever"),
                ("fn", "function", ""),
            ],
            returns: &[],
            text: "Runs a function every `seconds`. A timer that is made while another runs waits for the next frame. A \
                timer is gone before its last run, so the function may create its own name again.",
        },
        |call| {
            let (name, seconds) = (call.name(0, "name")?, seconds(call, 1)?);
            let (repetitions, function) = (repetitions(call, 2)?, call.function(3, "fn")?);
            let (owner, now) = (maker(call)?, call.host.time());
            call.host.timers.borrow_mut().create(now, owner, &name, seconds, repetitions, function);
            Ok(())
        },
    )
}

fn steering(timer: &mut Filling) -> mlua::Result<()> {
    timer.function(
        Function {
            name: "Remove",
            parameters: &[NAME],
            returns: DID,
            text: "Removes a timer. One that was due later in the same frame does not run any more.",
        },
        |call| {
            let name = call.string(0, "name")?;
            Ok(call.host.timers.borrow_mut().remove(&name, call.host.running.now()))
        },
    )?;
    timer.function(
        Function {
            name: "Adjust",
            parameters: &[
                NAME,
                ("seconds", "number", "the new interval; it begins now"),
                ("reps?", "integer", "how often from now on"),
                ("fn?", "function", "what to run from now on"),
            ],
            returns: DID,
            text: "Changes a timer. What is left out stays as it was.",
        },
        |call| {
            let (name, seconds) = (call.string(0, "name")?, seconds(call, 1)?);
            let repetitions = call.given(2).map(|_| repetitions(call, 2)).transpose()?;
            let function = call.optional_function(3, "fn")?;
            let now = call.host.time();
            Ok(call.host.timers.borrow_mut().adjust(now, &name, seconds, repetitions, function))
        },
    )?;
    timer.function(
        Function {
            name: "Pause",
            parameters: &[NAME],
            returns: DID,
            text: "Holds a running timer; what was left of its interval is kept.",
        },
        |call| Ok(call.host.timers.borrow_mut().pause(call.host.time(), &call.string(0, "name")?)),
    )?;
    timer.function(
        Function {
            name: "UnPause",
            parameters: &[NAME],
            returns: DID,
            text: "Lets a paused timer go on where it was.",
        },
        |call| Ok(call.host.timers.borrow_mut().unpause(call.host.time(), &call.string(0, "name")?)),
    )?;
    timer.function(
        Function {
            name: "Toggle",
            parameters: &[NAME],
            returns: DID,
            text: "Pauses a running timer, lets a paused one go on, starts a stopped one.",
        },
        |call| Ok(call.host.timers.borrow_mut().toggle(call.host.time(), &call.string(0, "name")?)),
    )?;
    timer.function(
        Function {
            name: "Start",
            parameters: &[NAME],
            returns: DID,
            text: "Starts a timer over: the whole interval, all its repetitions.",
        },
        |call| Ok(call.host.timers.borrow_mut().start(call.host.time(), &call.string(0, "name")?)),
    )?;
    timer.function(
        Function {
            name: "Stop",
            parameters: &[NAME],
            returns: DID,
            text: "Stops a timer until `timer.Start`; it still exists.",
        },
        |call| Ok(call.host.timers.borrow_mut().stop(&call.string(0, "name")?)),
    )
}

fn asking(timer: &mut Filling) -> mlua::Result<()> {
    timer.function(
        Function {
            name: "Exists",
            parameters: &[NAME],
            returns: &[("exists", "boolean", "")],
            text: "Whether there is a timer of that name.",
        },
        |call| Ok(call.host.timers.borrow().exists(&call.string(0, "name")?)),
    )?;
    timer.function(
        Function {
            name: "TimeLeft",
            parameters: &[NAME],
            returns: &[("seconds", "number?", "nil for an unknown one")],
            text: "Seconds until it fires; of a paused timer what is left, of a stopped one the whole interval.",
        },
        |call| Ok(call.host.timers.borrow().time_left(call.host.time(), &call.string(0, "name")?)),
    )?;
    timer.function(
        Function {
            name: "RepsLeft",
            parameters: &[NAME],
            returns: &[("reps", "integer?", "nil for an unknown one")],
            text: "How often it will still fire; 0 for one that never ends.",
        },
        |call| Ok(call.host.timers.borrow().repetitions_left(&call.string(0, "name")?)),
    )
}
