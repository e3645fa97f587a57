//! `kke`: the names that the algorithms cookbook uses for the clock and for `print`.

use super::Api;
use super::doc::Function;

const TEXT: &str = "Other names for the clock and for `print`, which cookbook scripts use.";

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("kke", TEXT, |kke| {
        kke.function(
            Function {
                name: "time",
                parameters: &[],
                returns: &[("seconds", "number", "")],
                text: "The same as `time()`.",
            },
            |call| Ok(call.host.time()),
        )?;
        kke.function(
            Function {
                name: "dt",
                parameters: &[],
                returns: &[("seconds", "number", "")],
                text: "The length of the current frame.",
            },
            |call| Ok(call.host.dt.get()),
        )?;
        let print = kke.vm.print()?;
        kke.raw(
            Function {
                name: "log",
                parameters: &[("...", "any", "")],
                returns: &[],
                text: "The same as `print(...)`.",
            },
            print,
        )
    })
}
