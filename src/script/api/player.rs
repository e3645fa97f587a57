//! `player`: whoever walks in the yard.

use super::Api;
use super::doc::Function;
use crate::script::vec;
use glam::DVec3;

const TEXT: &str = "Whoever walks in the yard: a capsule of radius 0.3 m and height 1.8 m that is no body. No ray hits it, no \
contact names it, thrown balls pass. It is there from the first line of the first script.";

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("player", TEXT, |player| {
        let (lua, host) = (player.vm.lua(), player.host);
        let position = vec::getter(lua, host, |host| {
            host.sim.try_borrow().map_or(DVec3::ZERO, |sim| sim.player.feet())
        })?;
        player.raw(
            Function {
                name: "position",
                parameters: &[],
                returns: &[("feet", "Vec", "")],
                text: "Where the player's feet are, in metres.",
            },
            position,
        )?;
        player.function(
            Function {
                name: "facing",
                parameters: &[],
                returns: &[("direction", "Vec", "")],
                text: "The flat unit vector in which the player looks; (0, 0, −1) at the start. It looks where the camera looks, or \
                    where it walks if the camera looks by itself (see `view.mode`).",
            },
            |call| call.answer(call.host.sim.borrow().player.facing()),
        )?;
        player.function(
            Function {
                name: "velocity",
                parameters: &[],
                returns: &[("velocity", "Vec", "")],
                text: "How fast the player moves through the yard, in m/s, with what carries it: on a lift it is the lift's.",
            },
            |call| call.answer(call.host.sim.borrow().player.velocity()),
        )?;
        player.function(
            Function {
                name: "grounded",
                parameters: &[],
                returns: &[("grounded", "boolean", "")],
                text: "Whether the player stands on something.",
            },
            |call| Ok(call.host.sim.borrow().player.grounded()),
        )?;
        player.function(
            Function {
                name: "teleport",
                parameters: &[("pos", "Vec", "where the feet go")],
                returns: &[],
                text: "Moves the player at once; it stands still afterwards.",
            },
            |call| {
                let feet = call.vector(0, "pos")?;
                call.host.sim.borrow_mut().teleport_player(feet).map_err(|error| call.error(error))
            },
        )
    })
}
