//! What is documented of the objects of `steer`.

use super::{BODY_ARGUMENT, FORCE, RNG};
use crate::script::api::doc::{Class, Function};

pub const GAIT: Class = Class {
    name: "Gait",
    text: "What a body can do, made by `steer.Gait`, and what it may want. These two numbers make the animal: a mouse or a horse, a horse \
        or a stone. Both can be changed at any time.",
    fields: &[
        ("maxSpeed", "number", "how fast it wants to be; 0 or more"),
        ("maxForce", "number", "how hard it can push; above 0, `math.huge` for no limit"),
    ],
    methods: &[
        Function {
            name: "steer",
            parameters: &[BODY_ARGUMENT, ("desired", "Vec", "the velocity wanted")],
            returns: &[FORCE],
            text: "The force towards a velocity: what is lacking, at most `maxForce` long. For a `SteerBody` that is the difference of the \
                velocities, for a body of `physics` the force that makes it up within one tick.",
        },
        Function {
            name: "seek",
            parameters: &[BODY_ARGUMENT, ("target", "Vec", "")],
            returns: &[FORCE],
            text: "To a point at full speed, and past it, and back.",
        },
        Function {
            name: "flee",
            parameters: &[BODY_ARGUMENT, ("from", "Vec", "")],
            returns: &[FORCE],
            text: "Away from a point at full speed.",
        },
        Function {
            name: "arrive",
            parameters: &[BODY_ARGUMENT, ("target", "Vec", ""), ("brake", "number", "0 or more")],
            returns: &[FORCE],
            text: "To a point and to rest there: nearer than `brake` the speed wanted falls with the distance. With a `brake` below \
                `stopRadius` it overshoots.",
        },
        Function {
            name: "stopRadius",
            parameters: &[("mass?", "number", "1")],
            returns: &[("distance", "number", "maxSpeed² · mass / (2 · maxForce)")],
            text: "The shortest way in which a body of this mass can stop from full speed.",
        },
    ],
};

pub const BODY: Class = Class {
    name: "SteerBody",
    text: "A free body, made by `steer.Body`: a point in whatever units you like, which nothing but its forces moves. It meets no other body \
        and is not seen; draw it yourself.",
    fields: &[
        ("pos", "Vec", "where it is"),
        ("vel?", "Vec", "how far it goes in a step; zero"),
        ("mass?", "number", "above 0; 1"),
        ("force?", "Vec", "what has been applied since the last step; zero"),
    ],
    methods: &[
        Function {
            name: "applyForce",
            parameters: &[FORCE],
            returns: &[],
            text: "Adds a force to those of the next step.",
        },
        Function {
            name: "step",
            parameters: &[],
            returns: &[],
            text: "Moves it on: the velocity grows by force / mass, then the position by the velocity, and the forces are gone.",
        },
    ],
};

pub const WANDER: Class = Class {
    name: "Wander",
    text: "A heading that drifts, made by `steer.Wander`: the body seeks a point on a circle in front of it, and each time the point moves \
        along the circle by a little.",
    fields: &[
        ("ahead", "number", "from the body to the middle of the circle"),
        ("radius", "number", "of the circle"),
        ("jitter", "number", "how far the point may move each time, in radians; 0 to 2π"),
        ("angle?", "number", "where on the circle the point is, in radians from the heading; 0"),
        (
            "plane?",
            "\"xy\"|\"xz\"",
            "where the circle lies; \"xy\" for a `SteerBody`, \"xz\", the ground, for a body of `physics`",
        ),
    ],
    methods: &[
        Function {
            name: "target",
            parameters: &[BODY_ARGUMENT, RNG],
            returns: &[("target", "Vec", "")],
            text: "Moves the point on by one draw and says where it is. A body that stands still heads for +x.",
        },
        Function {
            name: "force",
            parameters: &[("gait", "Gait", ""), BODY_ARGUMENT, RNG],
            returns: &[FORCE],
            text: "The same, as the force that seeks the point.",
        },
    ],
};
