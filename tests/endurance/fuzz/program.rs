//! A Lua program as a tree of statements, so that it can be made smaller piece by piece.

use std::fmt::Write;

#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Line(String),
    Block { head: String, body: Vec<Node>, tail: &'static str },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program(pub Vec<Node>);

/// One way to make a program smaller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cut {
    Remove,
    /// Leaves what is inside of a block.
    Unwrap,
}

/// Before every program. `F` lets a script do only so much in a tick and altogether, so that programs end whatever
/// they call, and only in a yard that is not full, so that ticks are short; `T` calls
/// something that may fail, and prints the first time it works and the first time it does not.
const PREAMBLE: &str = "\
local pcall, print, tick, error, type, tostring = pcall, print, tick, error, type, tostring
local V, seen, count, fuel, tank, last = {}, {}, physics.count, 0, 1500, -1
local function S(v)
  local kind = type(v)
  return (kind == 'number' or kind == 'string' or kind == 'boolean' or kind == 'nil') and tostring(v) or kind
end
local function once(key, ...) if not seen[key] then seen[key] = true print(...) end end
local function F()
  if tick() ~= last then last, fuel = tick(), 100 end
  fuel, tank = fuel - 1, tank - 1
  if fuel < 0 or tank < 0 or count() > 60 then error('out of fuel', 0) end
end
local function done(name, ok, ...)
  if ok then once('ok ' .. name, 'ok ' .. name) return ... end
  once('no ' .. name, 'no ' .. name, S((...)))
end
local function T(name, f, ...) F() return done(name, pcall(f, ...)) end
local Self = {} Self.Self, Self.x, Self[1], Self.pos = Self, Self, Self, Self
local Lying = setmetatable({}, {
  __index = function(_, key) return key == 'pos' and Vec(0, 3, 0) or key == 'size' and 1 or 0 / 0 end,
  __len = function() return 1e9 end, __call = function() return 0 / 0 end, __eq = function() return true end,
  __tostring = function() return 'Lying' end, __lt = function() return true end, __add = function() return 1 end,
})
local function raise() error(setmetatable({}, { __tostring = function() error('again') end })) end
local Raising = setmetatable({}, {
  __index = raise, __newindex = raise, __len = raise, __call = raise, __tostring = raise, __pairs = raise, __close = raise,
})
";

impl Program {
    /// The text with everything that it stands on.
    pub fn text(&self) -> String {
        format!("{PREAMBLE}{}", self.body())
    }

    /// The statements alone.
    pub fn body(&self) -> String {
        let mut text = String::new();
        write(&self.0, 0, &mut text);
        text
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        size(&self.0)
    }

    /// Puts a node before the one of this number, or last.
    pub fn insert(&mut self, number: usize, node: Node) {
        let mut left = number;
        insert_in(&mut self.0, &mut left, node);
    }

    /// A copy that lacks the node of this number, counted from 0 in the order of the text. `None` if there is nothing to cut.
    pub fn cut(&self, number: usize, cut: Cut) -> Option<Program> {
        let mut copy = self.clone();
        let mut left = number;
        cut_in(&mut copy.0, &mut left, cut).then_some(copy)
    }
}

fn write(nodes: &[Node], depth: usize, text: &mut String) {
    let margin = "  ".repeat(depth);
    for node in nodes {
        match node {
            Node::Line(line) => writeln!(text, "{margin}{line}").unwrap(),
            Node::Block { head, body, tail } => {
                writeln!(text, "{margin}{head}").unwrap();
                write(body, depth + 1, text);
                writeln!(text, "{margin}{tail}").unwrap();
            }
        }
    }
}

fn size(nodes: &[Node]) -> usize {
    let of = |node: &Node| match node {
        Node::Line(_) => 1,
        Node::Block { body, .. } => 1 + size(body),
    };
    nodes.iter().map(of).sum()
}

fn insert_in(nodes: &mut Vec<Node>, left: &mut usize, node: Node) {
    for index in 0..nodes.len() {
        if *left == 0 {
            return nodes.insert(index, node);
        }
        *left -= 1;
        if let Node::Block { body, .. } = &mut nodes[index] {
            let inside = size(body);
            if *left < inside {
                return insert_in(body, left, node);
            }
            *left -= inside;
        }
    }
    nodes.push(node);
}

fn cut_in(nodes: &mut Vec<Node>, left: &mut usize, cut: Cut) -> bool {
    for index in 0..nodes.len() {
        if *left == 0 {
            return match (cut, nodes.remove(index)) {
                (Cut::Remove, _) => true,
                (Cut::Unwrap, Node::Block { body, .. }) => {
                    nodes.splice(index..index, body);
                    true
                }
                (Cut::Unwrap, Node::Line(_)) => false,
            };
        }
        *left -= 1;
        if let Node::Block { body, .. } = &mut nodes[index] {
            let inside = size(body);
            if *left < inside {
                return cut_in(body, left, cut);
            }
            *left -= inside;
        }
    }
    false
}

#[test]
fn every_piece_of_a_program_can_be_cut_out() {
    let line = |text: &str| Node::Line(text.into());
    let block = Node::Block { head: "do".into(), body: vec![line("b"), line("c")], tail: "end" };
    let program = Program(vec![line("a"), block, line("d")]);
    let cut = |number, how| {
        program
            .cut(number, how)
            .map(|program| program.body().split_whitespace().collect::<Vec<_>>().join(" "))
    };
    assert_eq!(program.size(), 5);
    assert_eq!(cut(0, Cut::Remove).unwrap(), "do b c end d");
    assert_eq!(cut(1, Cut::Remove).unwrap(), "a d");
    assert_eq!(cut(1, Cut::Unwrap).unwrap(), "a b c d");
    assert_eq!(cut(3, Cut::Remove).unwrap(), "a do b end d");
    assert_eq!(cut(4, Cut::Remove).unwrap(), "a do b c end");
    assert_eq!(cut(4, Cut::Unwrap), None);
    assert_eq!(cut(5, Cut::Remove), None);
}
