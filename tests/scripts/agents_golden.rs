//! Recorded inputs and outputs, through Lua: the bindings hand over what the maths was tested with.

use crate::common::Yard;
use crate::golden::{cases, near, numbers, read};
use serde_json::Value;

/// A value as Lua writes it.
fn lua(value: &Value) -> String {
    match value {
        Value::Null => "nil".to_owned(),
        Value::String(text) if text == "nan" => "0/0".to_owned(),
        Value::String(text) if text == "inf" => "math.huge".to_owned(),
        Value::String(text) => format!("'{text}'"),
        Value::Array(values) => format!("{{ {} }}", values.iter().map(lua).collect::<Vec<_>>().join(", ")),
        value => value.to_string(),
    }
}

fn population(pop: &Value) -> String {
    let kind: Vec<f64> = numbers(&pop["kind"]).iter().map(|kind| kind + 1.0).collect();
    let [dim, kinds, pos, vel] = ["dim", "kinds", "pos", "vel"].map(|name| lua(&pop[name]));
    let n = kind.len();
    format!("agents.Population({n}, {{ dim = {dim}, kinds = {kinds}, kind = {kind:?}, pos = {pos}, vel = {vel} }})")
        .replace('[', "{")
        .replace(']', "}")
}

/// What a script prints that shows `force` for a case's population, after `before`.
fn shown(yard: &mut Yard, case: &Value, before: &str, force: &str) -> Vec<f64> {
    let text = format!(
        "local pop = {}
         {before}
         local all = {{}}
         for _, row in ipairs(({force}):table()) do
             for _, x in ipairs(row) do all[#all + 1] = ('%.17g'):format(x) end
         end
         print(table.concat(all, ' '))",
        population(&case["pop"])
    );
    yard.script("golden.lua", &text);
    yard.said()
        .split_whitespace()
        .map(|x| {
            x.trim_start_matches('-').parse::<f64>().map(|n| if x.starts_with('-') { -n } else { n }).unwrap()
        })
        .collect()
}

fn options(args: &Value, names: &[&str]) -> String {
    let given = names.iter().filter(|name| !args[**name].is_null());
    let fields: Vec<String> = given.map(|name| format!("{name} = {}", lua(&args[*name]))).collect();
    format!("{{ {} }}", fields.join(", "))
}

/// The call that a case is about.
fn call(name: &str, case: &Value) -> String {
    let args = &case["args"];
    let arg = |name: &str| lua(&args[name]);
    let rest = match name {
        "seek" => format!("{}, {}", arg("target"), arg("max_speed")),
        "arrive" => format!("{}, {}, {}", arg("target"), arg("max_speed"), arg("slow_radius")),
        "flee" => format!("{}, {}, {}", arg("threat"), arg("max_speed"), arg("radius")),
        "pursue" => format!(
            "{}, {}, {}, {}",
            arg("target"),
            arg("target_vel"),
            arg("max_speed"),
            options(args, &["max_lead"])
        ),
        "evade" => format!(
            "{}, {}, {}, {}, {}",
            arg("threat"),
            arg("threat_vel"),
            arg("max_speed"),
            arg("radius"),
            options(args, &["max_lead"])
        ),
        "wander" => format!("{}, {}", arg("strength"), lua(&case["draws"])),
        "follow_path" => format!(
            "{}, {}, {}, {}",
            arg("path"),
            arg("radius"),
            arg("max_speed"),
            options(args, &["closed", "look_ahead"])
        ),
        "contain" => format!("{}, {}, {}", arg("bounds"), arg("margin"), arg("max_speed")),
        "avoid" => format!("{}, {}, {}", arg("centers"), arg("radii"), options(args, &["look_ahead"])),
        "follow" => {
            let flow = &case["flow"];
            let [shape, extent, edge, vectors] =
                ["shape", "extent", "edge", "vectors"].map(|name| lua(&flow[name]));
            let options = format!("shape = {shape}, extent = {extent}, edge = {edge}, vectors = {vectors}");
            format!("agents.FlowField {{ {options} }}, {}", arg("max_speed"))
        }
        "separate" => format!("{}, {}", arg("radius"), arg("mask")),
        _ => arg("radius"),
    };
    format!("agents.{name}(pop, {rest})")
}

/// What comes before: sensing, and moving afterwards.
fn sensing(case: &Value) -> String {
    let sense = &case["sense"];
    if sense.is_null() {
        return String::new();
    }
    let sensed = format!("pop:sense({}, {})", lua(&sense["radius"]), options(sense, &["fov"]));
    match &sense["pos_at_sense"] {
        Value::Null => sensed,
        then => format!("local now = pop.pos:copy() pop.pos = {} {sensed} pop.pos = now", lua(then)),
    }
}

#[test]
fn every_behaviour_gives_what_was_recorded() {
    let mut yard = Yard::new();
    let names = [
        "seek",
        "arrive",
        "flee",
        "pursue",
        "evade",
        "wander",
        "follow_path",
        "contain",
        "avoid",
        "follow",
        "separate",
        "align",
        "cohere",
    ];
    for name in names {
        let file = read(name);
        for case in cases(&file) {
            let found = shown(&mut yard, case, &sensing(case), &call(name, case));
            let expected: Vec<f64> = case["out"].as_array().unwrap().iter().flat_map(numbers).collect();
            assert_eq!(found.len(), expected.len(), "{name} {}", case["name"]);
            for (found, expected) in found.iter().zip(&expected) {
                near(*found, *expected, &|| format!("{name} {}", case["name"]));
            }
        }
    }
}

fn node(tree: &Value) -> String {
    if let Some(leaf) = tree["leaf"].as_u64() {
        return format!("leaf({leaf})");
    }
    let kind = if tree["type"] == "sequence" { "Sequence" } else { "Selector" };
    let children: Vec<String> = tree["children"].as_array().unwrap().iter().map(node).collect();
    format!("agents.{kind} {{ memory = {}, {} }}", tree["memory"], children.join(", "))
}

#[test]
fn trees_call_and_halt_leaves_as_recorded() {
    let file = read("tree");
    let mut yard = Yard::new();
    for (number, case) in cases(&file).iter().enumerate() {
        let ticks = case["ticks"].as_array().unwrap();
        let leaves: Vec<String> = case["leaves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|leaf| format!("{{ condition = {}, table = {} }}", leaf["condition"], lua(&leaf["table"])))
            .collect();
        let mut text = format!(
            "local leaves, log, tick = {{ {} }}, {{}}, 1
             local function note(what, k, idx)
                 local places = {{}}
                 for i, index in ipairs(idx) do places[i] = index - 1 end
                 log[#log + 1] = what .. ' ' .. k .. ' ' .. table.concat(places, ' ')
             end
             local function leaf(k)
                 local own = leaves[k + 1]
                 local function run(pop, idx)
                     note('call', k, idx)
                     local all = {{}}
                     for i, index in ipairs(idx) do
                         local status = own.table[tick][pop.id[index]]
                         if own.condition then all[i] = status == 1 else all[i] = status end
                     end
                     return all
                 end
                 if own.condition then return agents.condition(run) end
                 return agents.leaf(run, function(pop, idx) note('halt', k, idx) end)
             end
             local pop = agents.Population({})
             local tree = agents.Tree {{ {} }}
             local function show()
                 local counts = {{}}
                 local statuses = table.concat(tree:tick(pop):table(), ' ')
                 for i, c in ipairs(tree.counts) do counts[i] = c.failure .. ' ' .. c.success .. ' ' .. c.running end
                 print(statuses) print(table.concat(counts, ',')) print(table.concat(log, ','))
                 log, tick = {{}}, tick + 1
             end\n",
            leaves.join(", "),
            case["n"],
            node(&case["tree"])
        );
        let mut expected = Vec::new();
        let join = |value: &Value, with: &str| {
            value.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join(with)
        };
        for tick in ticks {
            for event in tick["events"].as_array().unwrap() {
                match event.get("kill") {
                    Some(mask) => text.push_str(&format!("pop:kill({})\n", lua(mask))),
                    None => text.push_str(&format!("pop:spawn({})\n", event["spawn"])),
                }
            }
            text.push_str("show()\n");
            expected.push(join(&tick["status"], " "));
            let counts = tick["counts"].as_array().unwrap().iter().map(|counts| join(counts, " "));
            expected.push(counts.collect::<Vec<_>>().join(","));
            let log = tick["log"].as_array().unwrap().iter();
            let log = log
                .map(|entry| format!("{} {} {}", entry[0].as_str().unwrap(), entry[1], join(&entry[2], " ")));
            expected.push(log.collect::<Vec<_>>().join(","));
        }
        yard.script("golden.lua", &text);
        assert_eq!(yard.prints(), expected, "tree {number}");
    }
}
