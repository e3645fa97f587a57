//! A behaviour tree that is ticked for a whole population at once.
//!
//! A composite ticks its children from left to right for the agents that are still pending: a sequence goes on with success, a
//! selector with failure, anything else settles an agent. With memory, an agent whose child was running joins there; without,
//! all start at the first. Right after a child settles agents, those of them that were running a later child are halted there.

use super::error::{Result, wrong};

/// How many children a composite may have.
pub const MOST_CHILDREN: usize = 127;
/// How deep a tree may be.
const DEEPEST: usize = 64;
const NONE: u8 = u8::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Failure = 0,
    Success = 1,
    Running = 2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Composite {
    Sequence,
    Selector,
}

/// What trees are built from.
#[derive(Clone, Debug)]
pub enum Branch {
    /// Its number, which the caller knows it by.
    Leaf(usize),
    Composite {
        kind: Composite,
        memory: bool,
        children: Vec<Branch>,
    },
}

/// Whoever runs the leaves. Agents are given by index, ascending, and are never none.
pub trait Leaves {
    type Error;

    /// One status for each agent.
    ///
    /// # Errors
    /// What went wrong: the tick ends, and the tree is as it was before.
    fn call(&mut self, leaf: usize, agents: &[usize]) -> std::result::Result<Vec<Status>, Self::Error>;

    /// The leaf was running for these agents and is not ticked further.
    ///
    /// # Errors
    /// As for calls.
    fn halt(&mut self, leaf: usize, agents: &[usize]) -> std::result::Result<(), Self::Error>;
}

#[derive(Debug)]
enum Node {
    Leaf(usize),
    Composite { kind: Composite, memory: bool, children: Vec<usize> },
}

#[derive(Debug)]
pub struct Tree {
    /// In pre-order; the root is the first.
    nodes: Vec<Node>,
    state: State,
    /// How many agents each node left with each status in the last tick.
    pub counts: Vec<[u32; 3]>,
}

/// Which child runs for each agent, in each node.
#[derive(Clone, Debug, Default)]
struct State {
    ids: Vec<u64>,
    running: Vec<Vec<u8>>,
}

impl Tree {
    /// # Errors
    /// A composite with too many children, or a tree that is too deep.
    pub fn new(root: &Branch) -> Result<Tree> {
        let mut nodes = Vec::new();
        plant(root, &mut nodes, 0)?;
        let counts = vec![[0; 3]; nodes.len()];
        let state = State { ids: Vec::new(), running: nodes.iter().map(|_| Vec::new()).collect() };
        Ok(Tree { nodes, state, counts })
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Ticks it for the agents of some ids, in growing order. The dead are forgotten, newcomers start fresh.
    ///
    /// # Errors
    /// What a leaf raised.
    pub fn tick<L: Leaves>(
        &mut self,
        ids: &[u64],
        leaves: &mut L,
    ) -> std::result::Result<Vec<Status>, L::Error> {
        self.follow(ids);
        let before = self.state.clone();
        self.counts = vec![[0; 3]; self.nodes.len()];
        let all: Vec<usize> = (0..ids.len()).collect();
        let done = self.visit(0, &all, leaves);
        if done.is_err() {
            self.state = before;
        }
        done
    }

    /// What the tree remembers, for fingerprints: ids, and the running child of each in each node.
    pub fn remembered(&self) -> (&[u64], &[Vec<u8>]) {
        (&self.state.ids, &self.state.running)
    }

    /// How many bytes it takes to remember so many agents.
    pub fn bytes_for(&self, agents: usize) -> usize {
        let composites = self.nodes.iter().filter(|node| matches!(node, Node::Composite { .. })).count();
        agents * (size_of::<u64>() + composites)
    }

    fn follow(&mut self, ids: &[u64]) {
        if self.state.ids == ids {
            return;
        }
        let places: Vec<Option<usize>> = ids.iter().map(|id| self.state.ids.binary_search(id).ok()).collect();
        let composites = self.nodes.iter().zip(&mut self.state.running);
        // A leaf has nothing to remember.
        for (_, running) in composites.filter(|(node, _)| matches!(node, Node::Composite { .. })) {
            *running = places
                .iter()
                .map(|place| place.and_then(|at| running.get(at).copied()).unwrap_or(NONE))
                .collect();
        }
        self.state.ids = ids.to_vec();
    }

    fn visit<L: Leaves>(
        &mut self,
        node: usize,
        agents: &[usize],
        leaves: &mut L,
    ) -> std::result::Result<Vec<Status>, L::Error> {
        if agents.is_empty() {
            return Ok(Vec::new());
        }
        let statuses = match &self.nodes[node] {
            Node::Leaf(leaf) => leaves.call(*leaf, agents)?,
            Node::Composite { kind, memory, children } => {
                let (kind, memory, children) = (*kind, *memory, children.clone());
                self.visit_children(node, kind, memory, &children, agents, leaves)?
            }
        };
        for &status in &statuses {
            self.counts[node][status as usize] += 1;
        }
        Ok(statuses)
    }

    fn visit_children<L: Leaves>(
        &mut self,
        node: usize,
        kind: Composite,
        memory: bool,
        children: &[usize],
        agents: &[usize],
        leaves: &mut L,
    ) -> std::result::Result<Vec<Status>, L::Error> {
        let goes_on = match kind {
            Composite::Sequence => Status::Success,
            Composite::Selector => Status::Failure,
        };
        let mut statuses = vec![goes_on; agents.len()];
        // Those that are not settled, as places in `agents`.
        let mut pending: Vec<usize> = (0..agents.len()).collect();
        let before: Vec<u8> = agents.iter().map(|&agent| self.state.running[node][agent]).collect();
        for (place, &child) in children.iter().enumerate() {
            let place = place as u8;
            let joins = |at: usize| !memory || before[at] == NONE || before[at] <= place;
            let here: Vec<usize> = pending.iter().copied().filter(|&at| joins(at)).collect();
            let given: Vec<usize> = here.iter().map(|&at| agents[at]).collect();
            let results = self.visit(child, &given, leaves)?;
            let mut settled = vec![false; agents.len()];
            // Those that a later child is no longer ticked for.
            let mut later: Vec<(u8, usize)> = Vec::new();
            for (&at, status) in here.iter().zip(results) {
                let agent = agents[at];
                if status == goes_on {
                    // Whatever it was running here is over.
                    if before[at] == place {
                        self.state.running[node][agent] = NONE;
                    }
                    continue;
                }
                statuses[at] = status;
                settled[at] = true;
                self.state.running[node][agent] = if status == Status::Running { place } else { NONE };
                if before[at] != NONE && before[at] > place {
                    later.push((before[at], agent));
                }
            }
            later.sort_unstable();
            for group in later.chunk_by(|a, b| a.0 == b.0) {
                let agents: Vec<usize> = group.iter().map(|(_, agent)| *agent).collect();
                if let Some(&child) = children.get(usize::from(group[0].0)) {
                    self.halt(child, &agents, leaves)?;
                }
            }
            pending.retain(|&at| !settled[at]);
            if pending.is_empty() {
                break;
            }
        }
        Ok(statuses)
    }

    fn halt<L: Leaves>(
        &mut self,
        node: usize,
        agents: &[usize],
        leaves: &mut L,
    ) -> std::result::Result<(), L::Error> {
        match &self.nodes[node] {
            Node::Leaf(leaf) => leaves.halt(*leaf, agents),
            Node::Composite { children, .. } => {
                let children = children.clone();
                let mut running: Vec<(u8, usize)> = agents
                    .iter()
                    .map(|&agent| (std::mem::replace(&mut self.state.running[node][agent], NONE), agent))
                    .filter(|(child, _)| *child != NONE)
                    .collect();
                running.sort_unstable();
                for group in running.chunk_by(|a, b| a.0 == b.0) {
                    let agents: Vec<usize> = group.iter().map(|(_, agent)| *agent).collect();
                    if let Some(&child) = children.get(usize::from(group[0].0)) {
                        self.halt(child, &agents, leaves)?;
                    }
                }
                Ok(())
            }
        }
    }
}

fn plant(branch: &Branch, nodes: &mut Vec<Node>, depth: usize) -> Result<usize> {
    if depth > DEEPEST {
        return Err(wrong!("a tree is at most {DEEPEST} levels deep"));
    }
    let own = nodes.len();
    match branch {
        Branch::Leaf(leaf) => nodes.push(Node::Leaf(*leaf)),
        Branch::Composite { kind, memory, children } => {
            if children.len() > MOST_CHILDREN {
                return Err(wrong!(
                    "a composite takes at most {MOST_CHILDREN} children, got {}",
                    children.len()
                ));
            }
            nodes.push(Node::Leaf(0));
            let children: Result<Vec<usize>> =
                children.iter().map(|child| plant(child, nodes, depth + 1)).collect();
            nodes[own] = Node::Composite { kind: *kind, memory: *memory, children: children? };
        }
    }
    Ok(own)
}
