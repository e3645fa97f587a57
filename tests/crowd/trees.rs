//! Behaviour trees: every call and halt of recorded runs, in their order.

use crate::golden::{cases, flags, numbers, read};
use moonyard::crowd::Tree;
use moonyard::crowd::tree::{Branch, Composite, Leaves, Status};
use serde_json::{Value, json};

/// Leaves that answer as was recorded, and write down what they are asked.
struct Recorded<'a> {
    leaves: &'a Value,
    tick: usize,
    ids: Vec<u64>,
    log: Vec<Value>,
}

impl Leaves for Recorded<'_> {
    type Error = ();

    fn call(&mut self, leaf: usize, agents: &[usize]) -> Result<Vec<Status>, ()> {
        assert!(!agents.is_empty() && agents.is_sorted());
        self.log.push(json!(["call", leaf, agents]));
        let table = &self.leaves[leaf]["table"][self.tick];
        let status = |&agent: &usize| match table[self.ids[agent] as usize].as_u64() {
            Some(0) => Status::Failure,
            Some(1) => Status::Success,
            _ => Status::Running,
        };
        Ok(agents.iter().map(status).collect())
    }

    fn halt(&mut self, leaf: usize, agents: &[usize]) -> Result<(), ()> {
        self.log.push(json!(["halt", leaf, agents]));
        Ok(())
    }
}

fn branch(value: &Value) -> Branch {
    if let Some(leaf) = value["leaf"].as_u64() {
        return Branch::Leaf(leaf as usize);
    }
    let kind = if value["type"] == "sequence" { Composite::Sequence } else { Composite::Selector };
    let children = value["children"].as_array().unwrap().iter().map(branch).collect();
    Branch::Composite { kind, memory: value["memory"].as_bool().unwrap(), children }
}

#[test]
fn trees_tick_exactly_as_recorded() {
    let file = read("tree");
    for (number, case) in cases(&file).iter().enumerate() {
        let mut tree = Tree::new(&branch(&case["tree"])).unwrap();
        for (at, tick) in case["ticks"].as_array().unwrap().iter().enumerate() {
            let ids: Vec<u64> = numbers(&tick["ids"]).iter().map(|&id| id as u64).collect();
            let mut leaves =
                Recorded { leaves: &case["leaves"], tick: at, ids: ids.clone(), log: Vec::new() };
            let statuses = tree.tick(&ids, &mut leaves).unwrap();
            let label = format!("tree {number}, tick {at}");
            // A leaf without a hook is halted in silence.
            let hooked = |entry: &&Value| {
                let leaf = entry[1].as_u64().unwrap_or(0) as usize;
                entry[0] == "call" || case["leaves"][leaf]["condition"] == json!(false)
            };
            let log: Vec<&Value> = leaves.log.iter().filter(hooked).collect();
            assert_eq!(log, tick["log"].as_array().unwrap().iter().collect::<Vec<_>>(), "{label}");
            let statuses: Vec<f64> = statuses.iter().map(|&status| f64::from(status as u8)).collect();
            assert_eq!(statuses, numbers(&tick["status"]), "{label}");
            assert_eq!(json!(tree.counts), tick["counts"], "{label}");
        }
    }
    assert_eq!(cases(&file).len(), 60);
    let _ = flags;
}
