//! Behaviour trees as scripts build and tick them.
//!
//! The functions of leaves hang on their nodes as Lua values, so that garbage stays garbage.

use super::class::{Method, Type, one};
use super::leaves::{InLua, Leaf};
use super::population::{at, failed};
use super::value::{give_wholes, keep_house, keep_house_for, ledger};
use crate::crowd::Tree;
use crate::crowd::ledger::Charge;
use crate::crowd::tree::{Branch, Composite};
use crate::script::api::call::kind;
use crate::script::api::doc::{Class, Function};
use crate::script::api::options::Options;
use crate::script::api::{Call, Filling};
use crate::sim::Digest;
use mlua::{AnyUserData, MultiValue, Table, Value};
use std::cell::RefCell;

/// A part of a tree. Its function and halt hook, or its children, are in its user value.
pub enum NodeValue {
    Leaf,
    Condition,
    /// A condition that asks for a kind.
    IsKind(String),
    Composite {
        kind: Composite,
        memory: bool,
    },
}

pub struct TreeValue {
    tree: RefCell<Tree>,
    leaves: Vec<Leaf>,
    /// What each node is, and how deep it is.
    names: Vec<(String, usize)>,
    _charge: Charge,
    /// What it costs to remember agents.
    memory: RefCell<Option<Charge>>,
}

impl TreeValue {
    /// Adds what it remembers of each agent.
    pub fn digest(&self, digest: &mut Digest) {
        let Ok(tree) = self.tree.try_borrow() else { return };
        let (ids, running) = tree.remembered();
        ids.iter().for_each(|&id| digest.u64(id));
        running.iter().for_each(|running| digest.bytes(running));
    }
}

/// How many nodes times agents a tick may have.
const MOST_WORK: usize = 100_000_000;
/// How many nodes a tree may have.
const MOST_NODES: usize = 10_000;
/// What a node takes in a tree, in bytes, without its name.
const NODE_BYTES: usize = 200;

pub const NODE: Class = Class {
    name: "TreeNode",
    text: "A part of a behaviour tree: made by `agents.leaf`, `agents.condition`, `agents.is_kind`, `agents.Sequence` or \
        `agents.Selector`.",
    fields: &[],
    methods: &[],
};

pub const TREE: Class = Class {
    name: "Tree",
    text: "A behaviour tree that is ticked for a whole population at once, and remembers by id what each agent was doing. \
        A leaf gets the population and the indices of the agents it is for, growing and never none, and returns one status for \
        all or one for each: \"failure\", \"success\" or \"running\" (or 0, 1, 2). A condition returns booleans. A sequence \
        goes on to its next child with success, a selector with failure; anything else settles an agent. Right after a child \
        settles agents, those that were running a later one are halted there. A new agent starts fresh; one that died is dropped.",
    fields: &[(
        "counts",
        "table[]",
        "for each node from the root down: `name`, `depth`, `failure`, `success`, `running`, how many \
        agents it left so in the last tick",
    )],
    methods: &[],
};

pub const NODE_TYPE: Type = Type { class: &NODE, methods: &[], field: None, meta: &[] };
pub const TREE_TYPE: Type = Type { class: &TREE, methods: &[METHODS], field: Some(read), meta: &[] };

const METHODS: &[Method] = &[(
    Function {
        name: "tick",
        parameters: &[("pop", "Population", "")],
        returns: &[("statuses", "Array", "for each agent 0 for failure, 1 for success, 2 for running")],
        text: "Ticks the tree for all agents. An error in a leaf ends the tick and leaves the tree as it was before. Agents can \
            neither be spawned nor killed from inside a leaf.",
    },
    tick,
)];

fn userdata<'a>(call: &'a Call, index: usize) -> Option<&'a AnyUserData> {
    match call.value(index) {
        Value::UserData(userdata) => Some(userdata),
        _ => None,
    }
}

fn read(call: &Call) -> Result<MultiValue, String> {
    let tree = userdata(call, 0).and_then(|userdata| userdata.borrow::<TreeValue>().ok());
    let tree = tree.ok_or_else(|| call.error("this is asked of a tree"))?;
    if call.string(1, "name")? != "counts" {
        return Err(call.error("a tree has `counts` and `tree:tick(pop)`"));
    }
    let list = || {
        let list = call.lua.create_table()?;
        let own = tree
            .tree
            .try_borrow()
            .map_err(|_| mlua::Error::RuntimeError("the tree is being ticked".into()))?;
        for ((name, depth), counts) in tree.names.iter().zip(&own.counts) {
            let entry = call.lua.create_table()?;
            entry.raw_set("name", name.as_str())?;
            entry.raw_set("depth", *depth)?;
            for (status, count) in ["failure", "success", "running"].into_iter().zip(counts) {
                entry.raw_set(status, *count)?;
            }
            list.raw_push(entry)?;
        }
        Ok(list)
    };
    one(Value::Table(list().map_err(|error: mlua::Error| call.error(error))?))
}

fn tick(call: &Call) -> Result<MultiValue, String> {
    let own = userdata(call, 0).ok_or_else(|| call.error("it is called on a tree"))?;
    let tree = own.borrow::<TreeValue>().map_err(|_| call.error("it is called on a tree"))?;
    let (_, entry) = at(call, 1, "pop")?;
    let functions: Table = own.user_value().map_err(|error| call.error(error))?;
    let mut state = tree
        .tree
        .try_borrow_mut()
        .map_err(|_| call.error("the tree is being ticked already, by the leaf that this comes from"))?;
    let ids = entry.population.borrow().ids().to_vec();
    let nodes = tree.names.len();
    if ids.len() * nodes > MOST_WORK {
        return Err(call.error(format_args!(
            "{nodes} nodes for {} agents are too many: take a smaller tree, or fewer agents",
            ids.len()
        )));
    }
    let (ledger, memory) = (ledger(call)?, state.bytes_for(ids.len()));
    let known = ids.len() == state.remembered().0.len();
    keep_house_for(call, if known { memory } else { 2 * memory })?;
    if !known {
        tree.memory.replace(Some(ledger.charge(memory)));
    }
    // While it is ticked it also remembers how it was before.
    let _before = ledger.charge(memory);
    let before = entry.ticking.replace(true);
    let mut leaves = InLua { call, leaves: &tree.leaves, functions, entry: entry.clone() };
    let done = state.tick(&ids, &mut leaves);
    entry.ticking.set(before);
    one(give_wholes(call, done?.into_iter().map(|status| f64::from(status as u8)))?)
}

fn node(call: &Call, node: NodeValue, hangs_on: Table) -> Result<Value, String> {
    let made = call.lua.create_any_userdata(node).map_err(|error| call.error(error))?;
    made.set_user_value(hangs_on).map_err(|error| call.error(error))?;
    Ok(Value::UserData(made))
}

fn list(call: &Call, values: [Value; 2]) -> Result<Table, String> {
    let list = || {
        let list = call.lua.create_table()?;
        for (place, value) in values.into_iter().enumerate() {
            list.raw_set(place + 1, value)?;
        }
        Ok(list)
    };
    list().map_err(|error: mlua::Error| call.error(error))
}

/// A composite from a table of children.
fn composite(call: &Call, kind_of: Composite) -> Result<Value, String> {
    let given = call.table(0, "children", "a table of nodes")?;
    let n = given.raw_len();
    let options = Options::new(call, given);
    options.warn_of_unknown_beside(n, &["memory"]);
    let mut memory = false;
    options.flag("memory", &mut memory)?;
    let children = call.lua.create_table().map_err(|error| call.error(error))?;
    if n > crate::crowd::tree::MOST_CHILDREN {
        let most = crate::crowd::tree::MOST_CHILDREN;
        return Err(call.error(format_args!("a composite takes at most {most} children, got {n}")));
    }
    for index in 1..=n {
        let child: Value = given.raw_get(index).map_err(|error| call.error(error))?;
        if !matches!(&child, Value::UserData(userdata) if userdata.is::<NodeValue>()) {
            return Err(call.error(format_args!(
                "child {index} must be a node, got {}; wrap functions in agents.leaf or agents.condition",
                kind(call.lua, Some(&child))
            )));
        }
        children.raw_set(index, child).map_err(|error| call.error(error))?;
    }
    node(call, NodeValue::Composite { kind: kind_of, memory }, children)
}

/// Nodes as a tree is planted from them, and their functions in one table.
struct Planting<'a> {
    call: &'a Call<'a>,
    leaves: Vec<Leaf>,
    functions: Table,
    names: Vec<(String, usize)>,
}

impl Planting<'_> {
    fn plant(&mut self, userdata: &AnyUserData, depth: usize) -> Result<Branch, String> {
        let call = self.call;
        if self.names.len() >= MOST_NODES || depth > 64 {
            return Err(call.error(format_args!("a tree has at most {MOST_NODES} nodes, 64 deep")));
        }
        let node = userdata.borrow::<NodeValue>().map_err(|_| call.error("a tree is made of nodes"))?;
        let hangs_on: Table = userdata.user_value().map_err(|error| call.error(error))?;
        if let NodeValue::Composite { kind, memory } = &*node {
            let name = if *kind == Composite::Sequence { "Sequence" } else { "Selector" };
            self.names.push((name.to_owned(), depth));
            let mut children = Vec::new();
            for index in 1..=hangs_on.raw_len() {
                let child: AnyUserData = hangs_on.raw_get(index).map_err(|error| call.error(error))?;
                children.push(self.plant(&child, depth + 1)?);
            }
            return Ok(Branch::Composite { kind: *kind, memory: *memory, children });
        }
        let number = self.leaves.len();
        let (leaf, name) = match &*node {
            NodeValue::Condition => (Leaf::Condition, format!("condition {}", number + 1)),
            NodeValue::IsKind(kind) => (Leaf::IsKind(kind.clone()), format!("is_kind {kind}")),
            _ => (Leaf::Action, format!("leaf {}", number + 1)),
        };
        let copy = |from: usize, to: usize| {
            let value: Value = hangs_on.raw_get(from)?;
            self.functions.raw_set(to, value)
        };
        copy(1, 2 * number + 1).and_then(|()| copy(2, 2 * number + 2)).map_err(|error| call.error(error))?;
        self.leaves.push(leaf);
        self.names.push((name, depth));
        Ok(Branch::Leaf(number))
    }
}

pub fn install(agents: &mut Filling) -> mlua::Result<()> {
    agents.function(
        Function {
            name: "Tree",
            parameters: &[("root", "TreeNode|TreeNode[]", "the root, alone or in a table")],
            returns: &[("tree", "Tree", "")],
            text: "A behaviour tree: `agents.Tree { agents.Selector { agents.Sequence { afraid, run }, graze } }`.",
        },
        |call| {
            let root = match call.value(0) {
                Value::Table(table) if table.raw_len() > 1 => {
                    return Err(call.error(format_args!(
                        "a tree has one root, got {}: put them into an agents.Sequence or an agents.Selector",
                        table.raw_len()
                    )));
                }
                Value::Table(table) => {
                    Options::new(call, table).warn_of_unknown_beside(1, &[]);
                    table.raw_get(1).map_err(|error| call.error(error))?
                }
                value => value.clone(),
            };
            let Value::UserData(root) = &root else {
                return Err(call.error(format_args!("root must be a node, got {}", kind(call.lua, Some(&root)))));
            };
            let functions = call.lua.create_table().map_err(|error| call.error(error))?;
            let mut planting = Planting { call, leaves: Vec::new(), functions, names: Vec::new() };
            let branch = planting.plant(root, 0)?;
            let tree = Tree::new(&branch).map_err(failed(call))?;
            let Planting { leaves, functions, names, .. } = planting;
            let text: usize = names.iter().map(|(name, _)| 2 * name.len() + NODE_BYTES).sum();
            let (_charge, memory) = (ledger(call)?.charge(text), RefCell::default());
            keep_house(call)?;
            let value = TreeValue { tree: RefCell::new(tree), leaves, names, _charge, memory };
            let made = call.lua.create_any_userdata(value).map_err(|error| call.error(error))?;
            made.set_user_value(functions).map_err(|error| call.error(error))?;
            Ok(Value::UserData(made))
        },
    )?;
    agents.function(
        Function {
            name: "Sequence",
            parameters: &[(
                "children",
                "table",
                "up to 127 nodes in order; `memory = true` joins at a running child",
            )],
            returns: &[("node", "TreeNode", "")],
            text: "Ticks its children until one does not succeed. Without children it succeeds.",
        },
        |call| composite(call, Composite::Sequence),
    )?;
    agents.function(
        Function {
            name: "Selector",
            parameters: &[(
                "children",
                "table",
                "up to 127 nodes in order; `memory = true` joins at a running child",
            )],
            returns: &[("node", "TreeNode", "")],
            text: "Ticks its children until one does not fail. Without children it fails.",
        },
        |call| composite(call, Composite::Selector),
    )?;
    agents.function(
        Function {
            name: "leaf",
            parameters: &[
                ("fn", "function", "gets (pop, idx), returns a status for all or one for each"),
                (
                    "halt?",
                    "function",
                    "gets (pop, idx) of those that were running it and are not ticked further",
                ),
            ],
            returns: &[("node", "TreeNode", "")],
            text: "A leaf that does something.",
        },
        |call| {
            call.function(0, "fn")?;
            call.optional_function(1, "halt")?;
            node(call, NodeValue::Leaf, list(call, [call.value(0).clone(), call.value(1).clone()])?)
        },
    )?;
    agents.function(
        Function {
            name: "condition",
            parameters: &[(
                "fn",
                "function",
                "gets (pop, idx), returns true or false, or a mask with one for each",
            )],
            returns: &[("node", "TreeNode", "")],
            text: "A leaf that asks something: it succeeds where that is true.",
        },
        |call| {
            call.function(0, "fn")?;
            node(call, NodeValue::Condition, list(call, [call.value(0).clone(), Value::Nil])?)
        },
    )?;
    agents.function(
        Function {
            name: "is_kind",
            parameters: &[("kind", "string", "")],
            returns: &[("node", "TreeNode", "")],
            text: "A condition that is true for agents of a kind.",
        },
        |call| {
            let kind = call.name(0, "kind")?;
            node(call, NodeValue::IsKind(kind), list(call, [Value::Nil, Value::Nil])?)
        },
    )
}
