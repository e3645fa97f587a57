//! Keeping a population out of what stands in the yard.

use super::class::Method;
use super::population::{failed, own};
use super::show;
use super::value::keep_house;
use crate::script::api::Call;
use crate::script::api::doc::Function;
use crate::script::api::options::Options;
use crate::script::barriers::{self, Collides};
use crate::script::crowds::Entry;
use crate::script::shown::Plane;
use mlua::{MultiValue, Value};

const OPTIONS: &[&str] = &["radius", "plane", "y", "z"];
/// In metres.
const LARGEST_RADIUS: f64 = 1_000.0;

pub const METHODS: &[Method] = &[(
    Function {
        name: "collide",
        parameters: &[(
            "options?",
            "table|false",
            "`radius` of an agent, 0.2; `plane`, \"xz\" or \"xy\"; `y`, the height of the plane \"xz\", the radius if left out; `z`, \
                the depth of the plane \"xy\", 0. All four are those of `pop:show` if the population is shown, of several radii the largest. Or `false`, which \
                ends it.",
        )],
        returns: &[],
        text: "Keeps agents out of what stands in the yard from now on: after every `pop:step` and `agents.flock` no agent overlaps \
            a static body. That is every box and sphere with `static = true`, of any script, and the yard's own walls, stairs and \
            fence, as they are at the time of the step; bodies that move are in nobody's way. An agent that meets one slides along \
            it and loses the velocity that leads into it. None jumps over a wall, however thin it is and however long the step; \
            one that is inside, such as where a wall was just built, comes out by the shortest way, though never under the ground. In two dimensions a body \
            counts if the plane cuts it, more than a millimetre deep: the ground does not stand in a plane at the height of 0.2, \
            and a kerb under the plane is stepped over. Agents in three dimensions are balls among all static bodies, the ground \
            too. Calling it again changes it. Unlike `pop:show` it belongs to the population, and goes on after a reload for one \
            that is kept in `state`. `pop.pos = rows` may put agents anywhere; the next step sees to it.",
    },
    |call| {
        let (id, entry) = own(call)?;
        let how = match call.value(1) {
            Value::Boolean(false) => None,
            _ => {
                keep_house(call)?;
                let look = call.host.drawn.borrow().shown.look(id).map(|look| (look.radius, look.plane));
                Some(collides(call, &entry, look)?)
            }
        };
        barriers::set(call.host, &entry, how).map_err(failed(call))?;
        Ok(MultiValue::new())
    },
)];

/// `look` is the radius and the plane of one that is shown.
fn collides(call: &Call, entry: &Entry, look: Option<(f64, Plane)>) -> Result<Collides, String> {
    if entry.population.borrow().dim() < 2 {
        return Err(call.error("agents collide in two or three dimensions; these have one"));
    }
    let mut radius = look.map_or(show::USUAL_RADIUS, |(radius, _)| radius);
    let usual = look.map(|(_, plane)| plane);
    let options = match call.given(1) {
        None => None,
        Some(_) => {
            Some(Options::new(call, call.table(1, "options", "a table such as { radius = 0.2 }, or false")?))
        }
    };
    if let Some(options) = &options {
        options.number("radius", &mut radius)?;
        if !(0.0..=LARGEST_RADIUS).contains(&radius) {
            return Err(call.error(format_args!("radius must be 0 to {LARGEST_RADIUS}, got {radius}")));
        }
    }
    let plane = show::plane(call, entry, options.as_ref(), radius, usual)?;
    if let Some(options) = options {
        options.warn_of_unknown(OPTIONS);
    }
    Ok(Collides { radius, plane })
}

/// Before a step: a population that collides learns what stands now.
pub fn look_around(call: &Call, entry: &Entry) -> Result<(), String> {
    keep_house(call)?;
    barriers::refresh(call.host, entry).map_err(failed(call))
}
