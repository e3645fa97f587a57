//! The functions that have no table.

use super::Api;
use super::doc::Function;

const TEXT: &str = "Lua 5.4 with `string`, `table`, `math`, `utf8` and `coroutine`; without `io`, `os`, `debug` and `package`, \
and without `dofile`, `loadfile`, `require`, `collectgarbage` and `string.dump`. Each script has globals of its own, a \
random generator of its own that starts from the same seed in every run, and a table `state` that outlives its reloads. \
`shared` is one table that all scripts see. The yard's tables can be read and not changed.";

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("", TEXT, |base| {
        base.function(
            Function {
                name: "time",
                parameters: &[],
                returns: &[("seconds", "number", "")],
                text: "Seconds since the start, by the yard's clock.",
            },
            |call| Ok(call.host.time()),
        )?;
        base.function(
            Function {
                name: "tick",
                parameters: &[],
                returns: &[("ticks", "integer", "")],
                text: "Ticks since the start; a tick is 1/60 s.",
            },
            |call| Ok(i64::try_from(call.host.sim.borrow().tick()).unwrap_or(i64::MAX)),
        )?;
        let print = base.vm.print()?;
        base.raw(
            Function {
                name: "print",
                parameters: &[("...", "any", "")],
                returns: &[],
                text: "Shows its arguments, joined by tabs, as a line `file.lua: text`. Where the text has several lines, those after \
                    the first are indented by four spaces, so that every line at the margin begins with the name of its script.",
            },
            print,
        )
    })?;
    let shared = api.vm.lua().create_table()?;
    api.vm.add_global("shared", shared)
}
