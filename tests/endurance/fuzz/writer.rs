//! Writes random programs.

use super::api::{Api, Callable};
use super::program::{Node, Program};
use super::values::{SLOTS, Values};
use super::words::{ANYTHING, LIBRARY, RUNAWAY, RUNAWAYS, TAMPERING};
use crate::random::Random;
use std::fmt::Write;

/// Statements in statements in statements, no deeper.
const DEEPEST: usize = 3;

/// A program over the whole of what scripts can call.
pub fn program(random: &mut Random, api: &Api) -> Program {
    let hostility = *random.pick(&[0, 3, 10, 30]);
    let statements = random.within(3, 30);
    let values = Values { random, events: &api.events, kept: Vec::new(), of: String::new(), hostility };
    let mut writer = Writer { api, values, depth: 0, tampers: false, careful: false };
    writer.tampers = writer.values.random.chance(25);
    writer.careful = writer.values.random.chance(90);
    let mut program = Program((0..statements).map(|_| writer.outermost()).collect());
    if writer.values.random.chance(2) {
        let runaway = writer.values.random.pick(&RUNAWAYS).to_string();
        let place = writer.values.random.below(program.size() + 1);
        // The same lines in both builds, so that they can be compared.
        let off = if cfg!(feature = "yard-vm") { "" } else { "-- " };
        program.insert(place, Node::Line(format!("{RUNAWAY}{off}{runaway}")));
    }
    program
}

struct Writer<'a> {
    api: &'a Api,
    values: Values<'a>,
    depth: usize,
    /// Whether it tries to break what all scripts use, its own view of it included.
    tampers: bool,
    /// Whether an error costs one statement, or the whole program.
    careful: bool,
}

impl Writer<'_> {
    fn outermost(&mut self) -> Node {
        let node = self.statement();
        if !self.careful || matches!(&node, Node::Line(line) if line.contains("T(")) {
            return node;
        }
        Node::Block { head: "pcall(function()".into(), body: vec![node], tail: "end)" }
    }

    fn statement(&mut self) -> Node {
        match self.values.random.below(100) {
            0..43 => {
                let function = self.function();
                self.call(function)
            }
            43..62 => {
                let class = self.values.random.pick(&self.api.classes);
                let method = self.values.random.pick(class).clone();
                self.call(method)
            }
            62..64 => self.field(),
            64..72 => self.library(),
            72..80 => self.control(),
            80..84 => self.coroutine(),
            84..88 => self.kept(),
            88..91 => self.shared(),
            91..94 => self.error(),
            94..97 => self.operator(),
            97..98 => self.close(),
            _ if !self.tampers => self.field(),
            _ => Node::Line(self.values.random.pick(&TAMPERING).to_string()),
        }
    }

    fn body(&mut self) -> Vec<Node> {
        self.depth += 1;
        let mut nodes = vec![Node::Line("F()".into())];
        for _ in 0..self.values.random.within(1, 4) {
            nodes.push(self.statement());
        }
        self.depth -= 1;
        nodes
    }

    fn flat(&self) -> bool {
        self.depth >= DEEPEST
    }

    /// A call of the yard: mostly protected.
    fn call(&mut self, function: Callable) -> Node {
        self.values.of = function.name.clone();
        let mut text = self.beginning(&function);
        let protected = self.values.random.chance(85);
        let mut arguments = Vec::new();
        let called = match (function.class, function.name.split_once(':')) {
            (Some(class), Some((_, method))) => {
                let own = self.values.value("self", class);
                arguments.push(own);
                format!("function(o, ...) return o:{method}(...) end")
            }
            _ => function.name.clone(),
        };
        if protected {
            text.push_str("T(");
            arguments.splice(0..0, [format!("'{}'", function.name), called]);
        } else {
            let _ = write!(text, "({called})(");
        }
        let fixed = arguments.len();
        let mut body = None;
        for (index, (name, kind, _)) in function.parameters.iter().enumerate() {
            let optional = name.ends_with('?') || *name == "...";
            if optional && self.values.random.chance(40) {
                break;
            }
            let last = index + 1 == function.parameters.len();
            if kind.starts_with("function") && last && !self.flat() && self.values.random.chance(90) {
                arguments.push("function(a, b, ...)".into());
                body = Some(self.body());
                break;
            }
            arguments.push(self.values.value(name, kind));
        }
        if self.values.random.chance(self.values.hostility) && body.is_none() && arguments.len() > fixed {
            // One too few, or one too many.
            if self.values.random.chance(50) {
                arguments.pop();
            } else {
                arguments.push(self.values.any());
            }
        }
        text.push_str(&arguments.join(", "));
        match body {
            Some(body) => Node::Block { head: text, body, tail: "end)" },
            None => Node::Line(format!("{text})")),
        }
    }

    /// Every table as often as any other, and what makes things and the crowds more often.
    fn function(&mut self) -> Callable {
        let makers: Vec<&Callable> = self.api.functions().filter(|function| function.makes()).collect();
        if self.values.random.chance(25) {
            return (*self.values.random.pick(&makers)).clone();
        }
        let is_of_crowds =
            |table: &&Vec<Callable>| table.iter().any(|function| function.name == "agents.seek");
        let table = match self.api.tables.iter().find(is_of_crowds) {
            Some(crowds) if self.values.random.chance(15) => crowds,
            _ => self.values.random.pick(&self.api.tables),
        };
        self.values.random.pick(table).clone()
    }

    /// `V[3] = `, so that the result is used later.
    fn beginning(&mut self, function: &Callable) -> String {
        match function.returns.first() {
            Some((name, kind, _)) if *kind != "boolean" && self.values.random.chance(80) => {
                format!("{} = ", self.values.keep(name, kind))
            }
            _ => String::new(),
        }
    }

    /// A field of something that has some: read, or written.
    fn field(&mut self) -> Node {
        let class = *self.values.random.pick(&self.api.with_fields);
        let (name, kind, _) = *self.values.random.pick(class.fields);
        let name = name.trim_end_matches('?');
        self.values.of = format!("{}.{name}", class.name);
        let own = self.values.value("self", class.name);
        // Rows and letters are numbered.
        let name =
            if self.values.random.chance(30) { self.values.random.pick(&["1", "2", "7"]) } else { name };
        let key = if name.parse::<u32>().is_ok() { format!("[{name}]") } else { format!(".{name}") };
        let of = self.values.of.clone();
        if self.values.random.chance(40) {
            let value = self.values.value(name, kind);
            return Node::Line(format!("T('{of} =', function(o, v) o{key} = v end, {own}, {value})"));
        }
        let kept = self.values.keep(name, kind);
        Node::Line(format!("{kept} = T('{of}', function(o) return o{key} end, {own})"))
    }

    fn library(&mut self) -> Node {
        let anything = self.values.random.chance(40);
        let names: &[&str] = if anything { &ANYTHING } else { &LIBRARY };
        let name = self.values.random.pick(names).to_string();
        let mut arguments = vec![format!("'{name}'"), name];
        for _ in 0..self.values.random.below(4) {
            arguments.push(if anything { self.values.any() } else { self.values.scalar() });
        }
        let kept = if anything { String::new() } else { format!("{} = ", self.values.keep("result", "any")) };
        Node::Line(format!("{kept}T({})", arguments.join(", ")))
    }

    fn control(&mut self) -> Node {
        if self.flat() {
            return self.operator();
        }
        let times = self.values.random.within(1, 6);
        let (head, tail) = match self.values.random.below(9) {
            0 | 1 => (format!("for i = 1, {times} do"), "end"),
            2 => (format!("if {} then", self.values.scalar()), "end"),
            3 => ("for k, v in pairs(physics) do".into(), "end"),
            4 => ("T('pcall', function(...)".into(), "end, 1, 2)"),
            5 => (format!("local n = 0 while n < {times} do n = n + 1"), "end"),
            6 => (format!("V[{}] = function(...)", self.values.random.within(1, SLOTS)), "end"),
            7 => ("T('xpcall', xpcall, function()".into(), "end, function(e) error(e) end)"),
            _ => ("do local x <const> = 1".into(), "end"),
        };
        Node::Block { head, body: self.body(), tail }
    }

    fn coroutine(&mut self) -> Node {
        if self.flat() {
            return Node::Line("T('yield', coroutine.yield, 1)".into());
        }
        let (number, wrap) = (self.values.random.within(1, SLOTS), self.values.random.chance(50));
        let maker = if wrap { "wrap" } else { "create" };
        let mut body = self.body();
        let place = self.values.random.below(body.len() + 1);
        body.insert(place, Node::Line("coroutine.yield(1)".into()));
        let tail = if wrap { "end) F()" } else { "end)" };
        let resumed = self.values.random.within(1, SLOTS);
        let head = format!(
            "T('coroutine.resume', coroutine.resume, V[{resumed}]) V[{number}] = coroutine.{maker}(function(...)"
        );
        Node::Block { head, body, tail }
    }

    /// Calls something that was kept.
    fn kept(&mut self) -> Node {
        let number = self.values.random.within(1, SLOTS);
        let argument = self.values.any();
        Node::Line(match self.values.random.below(3) {
            0 => format!("T('V', V[{number}], {argument})"),
            1 => format!("F() if V[{number}] then V[{number}]({argument}) end"),
            _ => format!("V[{number}] = {argument}"),
        })
    }

    /// What scripts see of each other.
    fn shared(&mut self) -> Node {
        let value = self.values.any();
        Node::Line(match self.values.random.below(8) {
            0 => format!("shared.a = {value}"),
            1 => "T('shared', shared.f, 1)".into(),
            2 if !self.flat() => {
                return Node::Block { head: "function shared.f(...)".into(), body: self.body(), tail: "end" };
            }
            3 => "state.n = (state.n or 0) + 1 print(state.n)".into(),
            4 => format!("state.a = {value}"),
            // What goes on after a reload.
            5 => {
                let class = *self.values.random.pick(&["Population", "Genome", "Field", "Rng", "Tree"]);
                format!("state.{class} = state.{class} or {}", self.values.value("self", class))
            }
            6 => {
                let class = *self.values.random.pick(&["Population", "Genome", "Field", "Rng", "Tree"]);
                format!("{} = state.{class}", self.values.keep("self", class))
            }
            _ => "V[2] = shared.a".into(),
        })
    }

    fn error(&mut self) -> Node {
        let value = self.values.any();
        let calm = self.values.random.chance(70);
        let text = match self.values.random.below(5) {
            0 => format!("error({value})"),
            1 => format!("error({value}, {})", self.values.scalar()),
            2 => "error(Raising)".into(),
            3 => format!("assert(false, {value})"),
            _ => "local x = nil + 1".into(),
        };
        Node::Line(if calm { format!("T('error', function() {text} end)") } else { format!("do {text} end") })
    }

    fn operator(&mut self) -> Node {
        self.values.of = "Array:operator".into();
        let kind = *self.values.random.pick(&["Vec", "Array", "Array", "number"]);
        let a = if self.values.random.chance(40) {
            self.values.value("self", "Array")
        } else {
            self.values.any()
        };
        let b = self.values.value("self", kind);
        let operator = self
            .values
            .random
            .pick(&["+", "-", "*", "/", "//", "%", "^", "..", "==", "<", "<=", "&", "<<", "or"]);
        let kept = self.values.keep("v", if kind == "number" { "any" } else { kind });
        Node::Line(format!("{kept} = T('{operator}', function(a, b) return a {operator} b end, {a}, {b})"))
    }

    fn close(&mut self) -> Node {
        if self.flat() {
            return Node::Line("T('close', function() local x <close> = Raising end)".into());
        }
        let head = "do local x <close> = setmetatable({}, {__close = function()".into();
        Node::Block { head, body: self.body(), tail: "end}) end" }
    }
}
