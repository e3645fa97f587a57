//! Makes small programs over the whole language, the same for the same seed.
//!
//! They end: loops run a few times, and every function pays for a call out of a purse that the runner holds. They mostly keep
//! to the types that an operation wants, and now and then do not, since errors and their messages count as results.

/// A sequence of numbers that looks like chance (SplitMix64).
pub struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Number,
    Text,
    Table,
    Function,
    Truth,
}

use Kind::{Function, Number, Table, Text, Truth};

struct Variable {
    name: String,
    kind: Kind,
    constant: bool,
}

struct Writer {
    chance: Chance,
    text: String,
    variables: Vec<Variable>,
    names: usize,
    /// How deep blocks are nested, and loops.
    deep: usize,
    /// Whether `...` means something here.
    varargs: bool,
    in_coroutine: bool,
}

/// A program.
pub fn program(seed: u64) -> String {
    let variable = |name: &str, kind| Variable { name: name.into(), kind, constant: false };
    let variables =
        vec![variable("a", Number), variable("b", Text), variable("c", Table), variable("d", Function)];
    let mut writer = Writer {
        chance: Chance(seed),
        text: include_str!("../programs/prelude.lua").to_owned(),
        variables,
        names: 0,
        deep: 0,
        varargs: true,
        in_coroutine: false,
    };
    if writer.chance.below(2) == 0 {
        writer.line("collectgarbage('generational')");
    }
    for _ in 0..5 {
        writer.attempt();
    }
    writer.line("say(a, b, c, d)");
    writer.text
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn declare(&mut self, kind: Kind) -> String {
        let name = self.name();
        self.variables.push(Variable { name: name.clone(), kind, constant: false });
        name
    }

    fn kind(&mut self) -> Kind {
        [Number, Number, Text, Text, Table, Function, Truth][self.chance.below(7)]
    }

    /// A variable of a kind, if there is one.
    fn variable(&mut self, kind: Kind) -> Option<String> {
        let fitting: Vec<usize> =
            (0..self.variables.len()).filter(|&i| self.variables[i].kind == kind).collect();
        if fitting.is_empty() {
            return None;
        }
        // Late ones more often.
        let i = fitting.len() - 1 - self.chance.below(fitting.len()).min(self.chance.below(fitting.len()));
        Some(self.variables[fitting[i]].name.clone())
    }

    /// A block of statements in a `pcall`, so that one error does not end the program.
    fn attempt(&mut self) {
        match self.chance.below(5) {
            0 => self.line("say(xpcall(function(...)"),
            1 => self.line("say(coroutine.resume(coroutine.create(function(...)"),
            _ => self.line("say(pcall(function(...)"),
        }
        let head = self.text.trim_end().to_owned();
        let outer = (self.varargs, self.in_coroutine);
        self.varargs = true;
        self.in_coroutine = head.ends_with("create(function(...)");
        self.block(4);
        let result = self.expression(3);
        self.line(&format!("return {result}"));
        if self.in_coroutine {
            self.line("end)))");
        } else if head.ends_with("xpcall(function(...)") {
            self.line("end, function(m) return (debug.traceback(cut(tostring(m)), 1)) end))");
        } else {
            self.line("end, 7, 'arg', nil))");
        }
        (self.varargs, self.in_coroutine) = outer;
    }

    fn block(&mut self, statements: usize) {
        let outside = self.variables.len();
        self.deep += 1;
        for _ in 0..1 + self.chance.below(statements) {
            self.statement();
        }
        self.deep -= 1;
        self.variables.truncate(outside);
    }

    fn statement(&mut self) {
        let choices = if self.deep > 3 { 8 } else { 26 };
        match self.chance.below(choices) {
            0 | 1 => {
                let kind = self.kind();
                let value = self.of(kind, 3);
                let constant = self.chance.below(6) == 0;
                let name = self.declare(kind);
                if constant {
                    self.variables.last_mut().expect("just declared").constant = true;
                }
                self.line(&format!("local {name}{} = cut({value})", if constant { " <const>" } else { "" }));
            }
            2 | 3 => self.assignment(),
            4 => {
                let value = self.expression(3);
                self.line(&format!("say({value})"));
            }
            5 => {
                let (table, key, value) = (self.of(Table, 1), self.key(), self.expression(2));
                self.line(&format!("local t = {table} t[ {key} or 1 ] = cut({value}) say(t)"));
            }
            6 => {
                let (table, function) = (self.of(Table, 1), self.chance.below(4));
                let (n, value) = (self.of(Number, 1), self.expression(1));
                let call = match function {
                    0 => format!("table.insert({table}, {value})"),
                    1 => format!("table.insert({table}, 1, {value})"),
                    2 => format!("table.remove({table})"),
                    _ => format!("table.remove({table}, {n})"),
                };
                self.line(&format!("say({call})"));
            }
            7 => {
                let e = [
                    "error('raised')",
                    "error('at two', 2)",
                    "error({1, 2})",
                    "error()",
                    "error(nil)",
                    "assert(false)",
                ];
                let (error, test) = (self.chance.one(&e), self.of(Truth, 2));
                if self.chance.below(3) == 0 {
                    self.line(&format!("if {test} then {error} end"));
                }
            }
            8 | 9 => {
                let test = self.of(Truth, 2);
                self.line(&format!("if {test} then"));
                self.block(3);
                if self.chance.below(2) == 0 {
                    let test = self.of(Truth, 2);
                    self.line(&format!("elseif {test} then"));
                    self.block(2);
                }
                if self.chance.below(2) == 0 {
                    self.line("else");
                    self.block(2);
                }
                self.line("end");
            }
            10..=12 => self.counting_loop(),
            13 | 14 => self.walking_loop(),
            15 => {
                let counter = self.name();
                let test = self.of(Truth, 2);
                self.line(&format!("local {counter} = 0"));
                if self.chance.below(2) == 0 {
                    self.line(&format!("while {counter} < 4 and ({test}) do {counter} = {counter} + 1"));
                    self.block(3);
                    self.line("end");
                } else {
                    self.line(&format!("repeat {counter} = {counter} + 1"));
                    self.block(3);
                    self.line(&format!("until {counter} > 3 or ({test})"));
                }
            }
            16 => {
                let (label, counter) = (self.name(), self.name());
                self.line(&format!("do local {counter} = 0 ::{label}:: {counter} = {counter} + 1"));
                self.block(2);
                let test = self.of(Truth, 1);
                self.line(&format!("if {counter} < 3 and ({test}) then goto {label} end end"));
            }
            17 => self.coroutine(),
            18 => {
                let list = self.of(Table, 1);
                let orders = [
                    "function(x, y) burn() return x < y end",
                    "function(x, y) return y < x end",
                    "nil",
                    "function() return true end",
                ];
                let order = self.chance.one(&orders);
                self.line(&format!(
                    "do local t = table.move({list}, 1, 12, 1, {{}}) table.sort(t, {order}) say(t) end"
                ));
            }
            19 => {
                let body = self.of(Table, 0);
                let name = self.declare(Table);
                let label = self.chance.one(&["plus", "minus", "take"]);
                self.line(&format!("local {name} = {body} function {name}:{label}(n) burn() self.n = (self.n or 0) + n return self end"));
                let n = self.of(Number, 1);
                self.line(&format!("say({name}:{label}({n}):{label}(2))"));
            }
            20 => {
                self.line("do local x <close> = mine {}");
                self.block(3);
                self.line("end");
            }
            21 => {
                let value = self.expression(2).replace(['\\', '\''], "");
                self.line(&format!(
                    "say(load('local a, b, c = ... return {}', '=loaded'))",
                    value.replace('\n', " ")
                ));
                let text = self.chance.one(&[
                    "return 1 +",
                    "x = = 2",
                    "goto nowhere",
                    "return ...",
                    "local a <const> = 1 a = 2",
                    "for i = 1 do end",
                    "break",
                    "return '\\q'",
                    "x = 0x",
                    "--[[",
                    "return {1, 2",
                ]);
                self.line(&format!("say(load({}, '=text'))", quoted(text)));
            }
            22 => self.attempt(),
            23 => {
                let list = self.name();
                self.line(&format!("local {list} = {{}} for i = 1, 3 do local k = i {list}[i] = function(n) burn() k = k + (n or 1) return k, i end end"));
                self.line(&format!("say({list}[1](), {list}[1](5), {list}[2](), {list}[3]('2'))"));
            }
            24 => {
                let (one, two) = (self.of(Table, 1), self.of(Table, 1));
                self.line(&format!("say(rawequal({one}, {two}), rawlen({one}), rawget({two}, 1), next({{}}), select(-1, table.unpack({two}, 1, 3)))"));
            }
            _ => {
                let how = self.chance.one(&["", "'step'", "'incremental'", "'generational'"]);
                self.line(&format!("collectgarbage({how})"));
            }
        }
    }

    fn assignment(&mut self) {
        let kind = self.kind();
        let able: Vec<String> =
            self.variables.iter().filter(|v| v.kind == kind && !v.constant).map(|v| v.name.clone()).collect();
        if able.is_empty() {
            return;
        }
        let name = able[self.chance.below(able.len())].clone();
        let value = self.of(kind, 3);
        if self.chance.below(4) == 0 {
            let other = able[self.chance.below(able.len())].clone();
            let second = self.of(kind, 2);
            self.line(&format!("{name}, {other} = cut({value}), cut({second})"));
        } else {
            self.line(&format!("{name} = cut({value})"));
        }
    }

    fn counting_loop(&mut self) {
        let range = self.chance.one(&[
            "1, 4",
            "3, 1, -1",
            "1, 0",
            "1.0, 2, 0.5",
            "-1, 1",
            "math.maxinteger - 2, math.maxinteger",
            "0, 10, 4",
            "1, 2.9",
            "math.mininteger, math.mininteger + 2",
            "3, 1",
            "1, 3, 1.5",
            "0.1, 0.35, 0.1",
            "1, 5, 0",
            "#b, #b + 2",
            "math.maxinteger - 1, math.huge",
            "-2, -7.5, -3",
        ]);
        let index = self.name();
        self.line(&format!("for {index} = {range} do if burn() then break end"));
        self.variables.push(Variable { name: index, kind: Number, constant: true });
        self.block(3);
        self.variables.pop();
        if self.chance.below(3) == 0 {
            let test = self.of(Truth, 1);
            self.line(&format!("if {test} then break end"));
        }
        self.line("end");
    }

    fn walking_loop(&mut self) {
        let table = self.of(Table, 1);
        let text = self.of(Text, 1);
        let walk = match self.chance.below(5) {
            0 => format!("ipairs(table.move({table}, 1, 5, 1, {{}}))"),
            1 => format!("sorted({table})"),
            2 => format!("({text}):sub(1, 6):gmatch('(.)(.?)')"),
            3 => "coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i, i * 2) end end)".into(),
            _ => format!("utf8.codes(({text}):sub(1, 6))"),
        };
        let (one, two) = (self.name(), self.name());
        self.line(&format!("for {one}, {two} in {walk} do burn() say({one}, {two})"));
        self.variables.push(Variable { name: two, kind: Number, constant: false });
        self.block(2);
        self.variables.pop();
        self.line("end");
    }

    fn coroutine(&mut self) {
        let name = self.name();
        let make = self.chance.one(&["create", "wrap"]);
        let outer = (self.varargs, self.in_coroutine);
        (self.varargs, self.in_coroutine) = (true, true);
        self.line(&format!("local {name} = coroutine.{make}(function(...) local got = ... burn()"));
        self.block(3);
        let value = self.expression(2);
        self.line(&format!("got = coroutine.yield({value}, got) say(got, coroutine.isyieldable(), coroutine.running() ~= nil)"));
        self.block(2);
        self.line("return 'done', got end)");
        (self.varargs, self.in_coroutine) = outer;
        let (x, y) = (self.expression(1), self.expression(1));
        if make == "wrap" {
            self.line(&format!("say(pcall({name}, {x})) say(pcall({name}, {y})) say(pcall({name}))"));
        } else {
            self.line(&format!("say(coroutine.resume({name}, {x})) say(coroutine.status({name}))"));
            self.line(&format!(
                "say(coroutine.resume({name}, {y})) say(coroutine.close({name}), coroutine.status({name}))"
            ));
        }
    }

    /// An expression of any kind.
    fn expression(&mut self, depth: usize) -> String {
        let kind = self.kind();
        self.of(kind, depth)
    }

    /// An expression of a kind, nearly always.
    fn of(&mut self, kind: Kind, depth: usize) -> String {
        if self.chance.below(200) == 0 {
            return self
                .chance
                .one(&["nil", "true", "'10'", "2.5", "{}", "mine { 1 }", "d", "nothing", "c.x.y", "a.b"])
                .into();
        }
        if depth == 0 || self.chance.below(4) == 0 {
            if self.chance.below(3) > 0
                && let Some(name) = self.variable(kind)
            {
                return name;
            }
            return self.literal(kind);
        }
        let depth = depth - 1;
        match kind {
            Number => self.number(depth),
            Text => self.string(depth),
            Table => self.table(depth),
            Function => self.function(depth),
            Truth => self.truth(depth),
        }
    }

    fn literal(&mut self, kind: Kind) -> String {
        match kind {
            Number => self
                .chance
                .one(&[
                    "0",
                    "1",
                    "2",
                    "-1",
                    "7",
                    "255",
                    "3.0",
                    "0.5",
                    "-2.25",
                    "1e15",
                    "0x7fffffffffffffff",
                    "math.mininteger",
                    "math.maxinteger",
                    "1e308",
                    "-0.0",
                    "(1/0)",
                    "(0/0)",
                    "0x10p2",
                    "2^53",
                    "1e-7",
                    "100",
                    "-3",
                    "1 << 62",
                    "0xffffffffffffffff",
                ])
                .into(),
            Text => self
                .chance
                .one(&[
                    "''",
                    "'a'",
                    "'hello world'",
                    "'10'",
                    "'0x1p4'",
                    "' 7 '",
                    "'a,b,,c'",
                    "'\\0z\\255'",
                    "\"it's\"",
                    "[[line\nline]]",
                    "'\\u{48}\\u{20ac}'",
                    "'[a-c]+'",
                    "'(x)(y)'",
                    "'AbC123'",
                    "'3.25e2'",
                    "'key=val; k2=v2'",
                    "'((a)(b))'",
                ])
                .into(),
            Table => self
                .chance
                .one(&[
                    "{}",
                    "{1, 2, 3}",
                    "{x = 1, y = 2}",
                    "{'b', 'a', 'c'}",
                    "{5, nil, 3}",
                    "mine {1, 2}",
                    "{[1.0] = 'f', [2^53] = 1}",
                    "{n = {1}, 9}",
                    "{3, 1, 2, 8, 5, 7}",
                ])
                .into(),
            Function => self
                .chance
                .one(&[
                    "d",
                    "print",
                    "math.abs",
                    "string.upper",
                    "function() burn() return 1, 2 end",
                    "mine {}",
                    "tostring",
                    "select",
                ])
                .into(),
            Truth => self.chance.one(&["true", "false", "nil", "1", "not nil"]).into(),
        }
    }

    fn key(&mut self) -> String {
        match self.chance.below(4) {
            0 => self.of(Number, 1),
            1 => self.of(Text, 1),
            _ => self.chance.one(&["1", "2", "'x'", "'n'", "1.0", "#c + 1", "true", "'y'"]).into(),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        let x = self.of(Number, depth);
        match self.chance.below(15) {
            0..=3 => {
                let (op, y) = (self.chance.one(&["+", "-", "*", "/", "//", "%"]), self.of(Number, depth));
                format!("({x} {op} {y})")
            }
            4 => {
                let (op, y) = (self.chance.one(&["&", "|", "~", "<<", ">>"]), self.of(Number, depth));
                format!("((math.tointeger({x}) or 5) {op} (math.tointeger({y}) or 9))")
            }
            5 => {
                let (op, y) = (
                    self.chance.one(&["^", "+", "-", "*", "//", "%", "/"]),
                    self.chance.one(&["2", "0.5", "3", "0", "-1", "7", "1e3"]),
                );
                format!("({x} {op} {y})")
            }
            6 => format!("(- {x})"),
            7 => format!("(~(math.tointeger({x}) or 3))"),
            8 => {
                let text = self.of(Text, depth);
                format!("#{text}")
            }
            9 => {
                let table = self.of(Table, depth);
                format!("#{table}")
            }
            10 => {
                let f = self.chance.one(&["floor", "ceil", "abs", "tointeger", "type", "sqrt", "modf"]);
                format!("math.{f}({x})")
            }
            11 => {
                let (f, y) = (self.chance.one(&["max", "min", "fmod", "ult"]), self.of(Number, depth));
                format!("math.{f}({x}, {y})")
            }
            12 => {
                let (text, base) = (self.of(Text, depth), self.chance.one(&["", ", 10", ", 16", ", 36"]));
                format!("tonumber({text}{base})")
            }
            13 => {
                let (text, n) = (self.of(Text, depth), self.chance.one(&["1", "-1", "2", "1, 3"]));
                format!("({text}):byte({n})")
            }
            _ => self.call(depth),
        }
    }

    fn string(&mut self, depth: usize) -> String {
        let text = self.of(Text, depth);
        match self.chance.below(17) {
            0 | 1 => {
                let other =
                    if self.chance.below(2) == 0 { self.of(Text, depth) } else { self.of(Number, depth) };
                format!("({text} .. {other})")
            }
            2 => {
                let (form, n) = (
                    self.chance
                        .one(&["%d", "%5.2f", "%x", "%g", "%i", "%08.3f", "%+d", "%e", "%a", "%c", "%-6d|"]),
                    self.of(Number, depth),
                );
                format!("('{form}'):format({n})")
            }
            3 => {
                let form = self
                    .chance
                    .one(&["%s", "%q", "%s", "%s", "%q", "%10s", "%-10s|", "%.3s", "%%%s", "%s %s", "%y"]);
                format!("string.format('{form}', {text})")
            }
            4 => {
                let (i, j) = (self.of(Number, 0), self.of(Number, 0));
                format!("({text}):sub({i}, {j})")
            }
            5 => {
                let (n, separator) = (
                    self.chance.one(&["0", "1", "3", "-1", "2.0", "2"]),
                    self.chance.one(&["", ", ','", ", ''"]),
                );
                format!("({text}):sub(1, 20):rep({n}{separator})")
            }
            6 => format!("({text}):{}()", self.chance.one(&["upper", "lower", "reverse", "len"])),
            7..=9 => {
                let pattern = self.pattern();
                let with = self.chance.one(&[
                    "'<%0>'",
                    "'%0%0'",
                    "{a = 'A', b = true}",
                    "function(...) burn() return ... end",
                    "string.upper",
                    "''",
                    "'%%'",
                    "'%1'",
                ]);
                let most = self.chance.one(&["", ", 1", ", 2"]);
                format!("(({text}):gsub({pattern}, {with}{most}))")
            }
            10 | 11 => {
                let (f, pattern) = (self.chance.one(&["match", "find"]), self.pattern());
                let from = self.chance.one(&["", ", 2", ", -2", ", 1, true", ", 50"]);
                format!("({text}):{f}({pattern}{from})")
            }
            12 => {
                let value = self.expression(depth);
                format!("tostring({value})")
            }
            13 => {
                let (table, separator) =
                    (self.of(Table, depth), self.chance.one(&["", ", '-'", ", ', ', 1, 2", ", '', 2"]));
                format!("table.concat({table}{separator})")
            }
            14 => {
                let n = self.of(Number, depth);
                self.chance
                    .one(&[
                        "string.char(N % 256 // 1 | 0)",
                        "utf8.char(math.abs(math.tointeger(N) or 65) % 70000)",
                        "math.type(N)",
                        "type(N)",
                    ])
                    .replace('N', &n)
            }
            15 => {
                let (form, n) = (
                    self.chance.one(&["<d", "<d", "d", "f", "n n", ">d !8 n", "j", "i17"]),
                    self.of(Number, depth),
                );
                format!("string.pack('{form}', {n}, 1):reverse()")
            }
            _ => self.call(depth),
        }
    }

    fn pattern(&mut self) -> String {
        if self.chance.below(20) == 0 {
            return self
                .chance
                .one(&["'[a'", "'%'", "'(()'", "'%1'", "b", "'%g('", "'[%'", "'%b'", "'%f'"])
                .into();
        }
        self.chance
            .one(&[
                "'.'",
                "'%a+'",
                "'(%w)(%w*)'",
                "'[a-c]'",
                "'[^%s]+'",
                "'^h'",
                "'d$'",
                "'%d*'",
                "'()b()'",
                "'.-o'",
                "'%b()'",
                "'%f[%w]%w+'",
                "'(a*(.)%w(%s*))'",
                "','",
                "'[%a_][%w_]*'",
                "'%%'",
                "'x?y-'",
                "'(%w+)=(%w+)'",
                "''",
                "'[]]'",
                "'[%-x]*'",
                "'^.+$'",
                "'(.)%1'",
                "'\\0'",
                "'[%z\\255]'",
            ])
            .into()
    }

    fn table(&mut self, depth: usize) -> String {
        let (x, y) = (self.expression(depth), self.expression(depth));
        match self.chance.below(7) {
            0 => format!("{{{x}, {y}}}"),
            1 => {
                let key = self.key();
                format!("{{[ {key} or 0 ] = {x}, y = {y}; {x}}}")
            }
            2 => format!("table.pack({x}, {y})"),
            3 if self.varargs => format!("{{{x}, ...}}"),
            4 => {
                let table = self.of(Table, depth);
                format!("table.move({table}, 1, 3, 2, {{{x}}})")
            }
            5 => format!("mine {{{x}}}"),
            _ => {
                let text = self.of(Text, depth);
                let pattern = self.pattern();
                format!("{{({text}):find({pattern})}}")
            }
        }
    }

    fn function(&mut self, depth: usize) -> String {
        let outer = (self.varargs, self.in_coroutine, self.variables.len());
        let parameters = self.chance.one(&["", "p", "p, q", "...", "p, ..."]);
        self.varargs = parameters.ends_with("...");
        for name in ["p", "q"] {
            if parameters.contains(name) {
                self.variables.push(Variable { name: name.into(), kind: Number, constant: false });
            }
        }
        let (x, y) = (self.expression(depth), self.of(Number, depth));
        let results = match self.chance.below(4) {
            0 if self.varargs => format!("{x}, ..."),
            1 => format!("{x}, {y}"),
            2 => format!("({x})"),
            _ => x,
        };
        let set = self
            .variable(Number)
            .filter(|name| self.variables.iter().any(|v| v.name == *name && !v.constant));
        let set = set.map_or(String::new(), |name| format!("{name} = {y} "));
        (self.varargs, self.in_coroutine, _) = outer;
        self.variables.truncate(outer.2);
        format!("function({parameters}) burn() {set}return {results} end")
    }

    fn truth(&mut self, depth: usize) -> String {
        let kind = if self.chance.below(3) == 0 { Text } else { Number };
        let (x, y) = (self.of(kind, depth), self.of(kind, depth));
        match self.chance.below(8) {
            0..=3 => format!("({x} {} {y})", self.chance.one(&["<", "<=", ">", ">=", "==", "~="])),
            4 => {
                let (p, q) = (self.of(Truth, depth), self.of(Truth, depth));
                format!("({p} {} {q})", self.chance.one(&["and", "or"]))
            }
            5 => {
                let p = self.of(Truth, depth);
                format!("not {p}")
            }
            6 => format!(
                "({x} {} {})",
                self.chance.one(&["==", "<", ">", "~=", ">="]),
                self.chance.one(&["1", "0", "-1", "2.0", "'a'"])
            ),
            _ => {
                let (t, u) = (self.of(Table, depth), self.of(Table, depth));
                if self.chance.below(4) == 0 {
                    format!("({t} {} {u})", self.chance.one(&["<", "<="]))
                } else {
                    format!("({t} {} {u})", self.chance.one(&["==", "~="]))
                }
            }
        }
    }

    fn call(&mut self, depth: usize) -> String {
        let function = self.of(Function, depth);
        let arguments = match self.chance.below(4) {
            0 => String::new(),
            1 if self.varargs => "...".into(),
            _ => {
                let (x, y) = (self.expression(depth), self.expression(0));
                format!("{x}, {y}")
            }
        };
        let yielded = if self.in_coroutine && self.chance.below(4) == 0 { "coroutine.yield" } else { "" };
        match self.chance.below(4) {
            0 => format!("select('#', {yielded}(({function})({arguments})))").replace("('#', ((", "('#', (("),
            1 => format!("(({function})({arguments}))"),
            _ => format!("({function})({arguments})"),
        }
    }
}

fn quoted(text: &str) -> String {
    format!("[==[{text}]==]")
}
