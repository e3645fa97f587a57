//! Objects and tables that the functions for crowds take, as Lua expressions that mostly fit each other: five agents in a plane.

use crate::random::Random;

/// An object of this class, or a table for a parameter of this name.
pub fn object(random: &mut Random, name: &str, kind: &str) -> Option<&'static str> {
    let choices: &[&str] = match (kind, name) {
        ("Population", _) => &[
            "agents.Population(5)",
            "agents.Population(5, { seed = 3, kinds = {'prey', 'predator'}, kind = 'prey' })",
            "agents.Population(5, { dim = 3 })",
            "agents.Population(0)",
        ],
        ("Array", "mask") => &["agents.array({true, false, true, true, false})"],
        ("Array", "max_speed" | "slow_radius" | "radii") => &["agents.array({1, 2, 3, 0.5, 4})"],
        ("Array", _) => &["agents.array({Vec(1, 2), Vec(3, 4), Vec(0, 1), Vec(2, 2), Vec(5, 0)})"],
        ("boolean[]", _) => &["{true, true, false, false, true}"],
        ("FlowField", _) => &["agents.FlowField({ shape = {4, 3}, extent = {20, 15} })"],
        ("Field", _) => &["agents.Field({ shape = {4, 3}, extent = {20, 15}, edge = 'wrap' })"],
        ("TreeNode", _) => &[
            "agents.condition(function() return true end)",
            "agents.leaf(function() return 'success' end)",
            "agents.is_kind('prey')",
        ],
        ("TreeNode[]", _) => &["{ agents.condition(function() return true end) }"],
        ("Rng", _) => &["random.pcg(7)"],
        ("Gait", _) => &["steer.Gait({ maxSpeed = 3, maxForce = 8 })"],
        ("SteerBody", _) => &["steer.Body({ pos = Vec(1, 2), vel = Vec(0.5, 0) })"],
        ("table", "options") => &[
            "{}",
            "{ radius = 2 }",
            "{ shape = {4, 3}, extent = {20, 15}, edge = 'closed' }",
            "{ traits = {{'speed', 0, 1}}, weights = 2, seed = 5 }",
            "{ look_ahead = 1 }",
        ],
        ("table", "bounds") => &["{ Vec(0, 0), Vec(20, 20) }"],
        ("table", "path" | "centers") => &["{ Vec(0, 0), Vec(5, 5), Vec(9, 1) }"],
        ("table", "children") => &["{ agents.condition(function() return true end) }", "{}"],
        ("table", "rows") => &["{1, 2, 3, 4, 5}", "{Vec(1, 2), Vec(3, 4)}"],
        _ => return None,
    };
    Some(*random.pick::<&str>(choices))
}
