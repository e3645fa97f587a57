//! Objects and tables that the functions for crowds and for steering take, as Lua expressions that mostly fit each other: five
//! agents in a plane.

use crate::random::Random;

/// An object of this class, or a table for a parameter of this name of a function or method.
pub fn object(random: &mut Random, of: &str, name: &str, kind: &str) -> Option<&'static str> {
    let choices: &[&str] = match (kind, name) {
        ("Population", _) => &[
            "agents.Population(5)",
            "agents.Population(5, { kinds = {'prey', 'predator'}, intent = {'goal'} })",
            "agents.Population(5, { seed = 3, kinds = {'prey', 'predator'}, kind = 'prey', intent = {'goal'} })",
            "agents.Population(5, { dim = 3 })",
            "agents.Population(0)",
        ],
        ("Array", "self") => &[
            "agents.array({Vec(1, 2), Vec(3, 4), Vec(0, 1), Vec(2, 2), Vec(5, 0)})",
            "agents.array({1, 2, 3, 4, 5})",
            "agents.array({true, false, true, true, false})",
            "agents.array({'a', 'b', 'a', 'c', 'c'})",
            "agents.Population(5).pos",
        ],
        ("Array", "mask") => &["agents.array({true, false, true, true, false})"],
        ("Array", "max_speed" | "slow_radius" | "radii" | "amount" | "fitness") => {
            &["agents.array({1, 2, 3, 0.5, 4})"]
        }
        ("Array", "who" | "indices") => &["agents.array({1, 2, 4})", "agents.array({})"],
        ("Array", "ids") => &["agents.array({0, 1, 2, 3, 4})"],
        ("Array", _) => &["agents.array({Vec(1, 2), Vec(3, 4), Vec(0, 1), Vec(2, 2), Vec(5, 0)})"],
        ("integer[]", "ids") => &["{0, 1, 2, 3, 4}", "{V[1], V[2], V[3], V[4], V[5]}"],
        ("integer[]", _) => &["{1, 2}", "{}"],
        ("number[]", "genes") => &["{0, 0.5, 1}"],
        ("number[]", _) => &["{1, 2, 3, 4, 5}"],
        ("boolean[]", _) => &["{true, true, false, false, true}"],
        ("Senses", _) => &[
            "agents.Population(5):sense(2)",
            "agents.Population(5, { kinds = {'prey', 'predator'} }):sense(2)",
        ],
        ("Tree", _) => &[
            "agents.Tree({ agents.condition(function() return true end) })",
            "agents.Tree({ agents.leaf(function(_, who) return 'running' end, function() end) })",
        ],
        ("Genome", _) => &[
            "agents.Genome(5, { traits = {{'speed', 0, 1}}, weights = 2, seed = 5 })",
            "agents.Genome(agents.Population(5), { traits = {{'speed', 0, 1}}, weights = 2 })",
        ],
        ("FlowField", _) => &["agents.FlowField({ shape = {4, 3}, extent = {20, 15} })"],
        ("Field", _) => &["agents.Field({ shape = {4, 3}, extent = {20, 15}, edge = 'wrap' })"],
        ("TreeNode", _) => &[
            "agents.condition(function() return true end)",
            "agents.leaf(function() return 'success' end)",
            "agents.is_kind('prey')",
        ],
        ("TreeNode[]", _) => &["{ agents.condition(function() return true end) }"],
        ("Rng", _) => &["random.pcg(7)"],
        ("Gait", "fields") => &["{ maxSpeed = 3, maxForce = 8 }", "{ maxSpeed = 0, maxForce = math.huge }"],
        ("SteerBody", "fields") => {
            &["{ pos = Vec(1, 2) }", "{ pos = Vec(1, 2), vel = Vec(0.5, 0), mass = 2 }"]
        }
        ("Wander", "fields") => &["{ ahead = 2, radius = 1, jitter = 0.5 }"],
        ("PathKey[]", _) => &[
            "{{ pos = Vec(0, 2, 0), target = Vec(1, 2, 0), time = 0 }, { pos = Vec(5, 2, 0), target = Vec(1, 2, 0), time = 1 }}",
        ],
        ("Gait", _) => &["steer.Gait({ maxSpeed = 3, maxForce = 8 })"],
        ("SteerBody", _) => &["steer.Body({ pos = Vec(1, 2), vel = Vec(0.5, 0) })"],
        ("Wander", "self") => &["steer.Wander({ ahead = 2, radius = 1, jitter = 0.5 })"],
        ("table", "values") if of == "Population:write" => &["{ goal = 1 }", "{}"],
        ("table", "values") => &["{ pos = Vec(1, 2) }", "{}"],
        ("table", "pos") => &["{{1, 2}, {3, 4}}", "{}", "{Vec(1, 2)}"],
        ("table", "bounds") => &["{ Vec(0, 0), Vec(20, 20) }"],
        ("table", "path" | "centers") => &["{ Vec(0, 0), Vec(5, 5), Vec(9, 1) }"],
        ("table", "children") => &["{ agents.condition(function() return true end) }", "{}"],
        ("table", "rows") => &["{1, 2, 3, 4, 5}", "{Vec(1, 2), Vec(3, 4)}", "{true, false}"],
        _ => return None,
    };
    Some(*random.pick::<&str>(choices))
}
