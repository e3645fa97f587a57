//! `camera`: where the picture is taken from.

use super::Api;
use super::doc::Function;

const TEXT: &str = "Where the picture is taken from. By default it follows the player over the right shoulder; `view` changes that.";

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("camera", TEXT, |camera| {
        camera.function(
            Function {
                name: "position",
                parameters: &[],
                returns: &[("pos", "Vec", "")],
                text: "Where the camera is, in metres.",
            },
            |call| call.answer(call.host.sim.borrow().camera.position()),
        )?;
        camera.function(
            Function {
                name: "target",
                parameters: &[],
                returns: &[("pos", "Vec", "")],
                text: "The point that it looks at or past: by default 1.5 m above the player's feet and 0.45 m to the right, in \
                    first person a metre ahead.",
            },
            |call| call.answer(call.host.sim.borrow().camera.target()),
        )?;
        camera.function(
            Function {
                name: "forward",
                parameters: &[],
                returns: &[("direction", "Vec", "")],
                text: "The unit vector in which it looks.",
            },
            |call| call.answer(call.host.sim.borrow().camera.forward()),
        )
    })
}
