//! The reference and the editor's stub, made from the documentation that stands beside the bindings.

use super::agents;
use super::doc::{Class, Function, Named, Table};
use super::draw;
use super::events::EVENTS;
use super::hud;
use super::physics::{CONTACT, HIT};
use super::physics_options::{BOX, SPHERE};
use super::random;
use super::steer;
use super::vec;
use super::view;
use crate::script::suite;
use std::fmt::Write;

/// The classes that scripts meet, in the order of the reference.
pub const CLASSES: [&Class; 13] = [
    &vec::CLASS,
    &BOX,
    &SPHERE,
    &HIT,
    &CONTACT,
    &view::OPTIONS,
    &view::KEY,
    &draw::TRAIL,
    &hud::OPTIONS,
    &random::CLASS,
    &steer::GAIT,
    &steer::BODY,
    &steer::WANDER,
];

/// A body as tests see it.
const BODY: Class = Class {
    name: "Body",
    text: "One body of the tested world.",
    fields: &[
        ("id", "integer", ""),
        ("script", "string?", "the file that made it; nil for the yard's own"),
        ("shape", "\"box\"|\"sphere\"", ""),
        ("size", "Vec?", "of a box, in metres"),
        ("radius", "number?", "of a sphere, in metres"),
        ("pos", "Vec", ""),
        ("velocity", "Vec", ""),
        ("color", "Vec", ""),
        ("material", "integer", ""),
        ("static", "boolean", ""),
        ("visible", "boolean", ""),
    ],
    methods: &[],
};

const HEAD: &str =
    "<!-- Made from the sources by `UPDATE_DOCS=1 cargo test --test docs`. Edit those. -->\n\n";

/// The reference of everything that scripts can call, as Markdown.
pub fn reference(tables: &[Table]) -> String {
    let mut page = String::from(HEAD);
    page.push_str(
        "# Reference\n\nEverything that a script can call. Units are metres, seconds, kilograms and newtons; Y is up, −Z is \
         forward; colours are 0 to 1 for red, green and blue.\n\nBesides these there is all of ",
    );
    page.push_str("Lua 5.4's `string`, `table`, `math`, `utf8` and `coroutine`.\n\n");
    let names: Vec<String> = tables
        .iter()
        .filter(|table| !table.name.is_empty())
        .map(|table| format!("[`{0}`](#{0})", table.name))
        .collect();
    let _ = writeln!(
        page,
        "Tables: {}. Also [global functions](#global-functions), [`Vec`](#vec) and [events](#events).\n",
        names.join(", ")
    );
    for table in tables {
        if table.name.is_empty() {
            let _ = writeln!(page, "## Global functions\n\n{}\n", table.text);
            markdown_function(&mut page, "", &vec::CONSTRUCTOR);
        } else {
            let _ = writeln!(page, "## {}\n\n{}\n", table.name, table.text);
        }
        for function in &table.functions {
            markdown_function(&mut page, &prefix(table.name), function);
        }
    }
    page.push_str("## Events\n\nWhat `hook.Add` can wait for. What a hook of these returns is ignored.\n\n");
    page.push_str("| Event | Arguments | When |\n|---|---|---|\n");
    for (name, arguments, when) in EVENTS {
        let _ = writeln!(page, "| `{name}` | {} | {when} |", code(arguments));
    }
    page.push('\n');
    for class in CLASSES {
        markdown_class(&mut page, class);
    }
    for (class, methods) in agents::classes() {
        markdown_class(&mut page, class);
        for function in methods {
            markdown_function(&mut page, ":", function);
        }
    }
    page
}

/// The reference of script tests, as Markdown.
pub fn test_reference() -> String {
    let mut page = String::from(HEAD);
    page.push_str("# Reference of script tests\n\n");
    page.push_str("How to write and run them is told in [testing.md](testing.md).\n\n");
    markdown_function(&mut page, "", &suite::TEST_FUNCTION);
    markdown_function(&mut page, "", &suite::EXPECT_FUNCTION);
    markdown_class(&mut page, &suite::CLASS);
    for (function, _) in &suite::METHODS {
        markdown_function(&mut page, "t:", function);
    }
    markdown_class(&mut page, &suite::EXPECT);
    markdown_class(&mut page, &BODY);
    page
}

/// Definitions for editors that understand LuaCATS.
pub fn stub(tables: &[Table]) -> String {
    let mut file = String::from(
        "---@meta\n-- Moonyard's functions, for editors that understand LuaCATS annotations.\n-- Made from the sources by \
         `UPDATE_DOCS=1 cargo test --test docs`.\n\n",
    );
    let events: Vec<String> = EVENTS.iter().map(|(name, ..)| format!("\"{name}\"")).collect();
    let _ = writeln!(file, "---@alias Event {}\n", events.join("|"));
    for class in CLASSES.into_iter().chain([&suite::EXPECT, &BODY]) {
        stub_class(&mut file, class);
    }
    for (class, methods) in agents::classes() {
        stub_class(&mut file, class);
        for (place, function) in methods.enumerate() {
            if place == 0 {
                let _ = writeln!(file, "local {}Methods = {{}}\n", class.name);
            }
            stub_function(&mut file, &format!("{}Methods:", class.name), function);
        }
    }
    stub_comment(&mut file, suite::CLASS.text);
    file.push_str("---@class Test\nlocal TestMethods = {}\n\n");
    for (function, _) in &suite::METHODS {
        stub_function(&mut file, "TestMethods:", function);
    }
    for function in [&vec::CONSTRUCTOR, &suite::TEST_FUNCTION, &suite::EXPECT_FUNCTION] {
        stub_function(&mut file, "", function);
    }
    for table in tables {
        if !table.name.is_empty() {
            stub_comment(&mut file, table.text);
            let _ = writeln!(file, "{} = {{}}\n", table.name);
        }
        for function in &table.functions {
            stub_function(&mut file, &prefix(table.name), function);
        }
    }
    file.push_str("---One table that all scripts see.\n---@type table\nshared = {}\n\n");
    file.push_str("---A table of this script that outlives its reloads.\n---@type table\nstate = {}\n");
    file
}

fn prefix(table: &str) -> String {
    if table.is_empty() { String::new() } else { format!("{table}.") }
}

fn code(text: &str) -> String {
    if text.is_empty() { "–".into() } else { format!("`{}`", text.replace('|', "\\|")) }
}

fn markdown_function(page: &mut String, prefix: &str, function: &Function) {
    let _ = writeln!(page, "### `{prefix}{}{}`\n\n{}\n", function.name, function.signature(), function.text);
    for (name, kind, text) in function.parameters {
        markdown_named(page, name.trim_end_matches('?'), kind, text);
    }
    for (name, kind, text) in function.returns {
        let text = if text.is_empty() { String::new() } else { format!(": {text}") };
        let _ = writeln!(page, "- returns {name}, `{kind}`{text}");
    }
    if !function.parameters.is_empty() || !function.returns.is_empty() {
        page.push('\n');
    }
}

fn markdown_named(page: &mut String, name: &str, kind: &str, text: &str) {
    let text = if text.is_empty() { String::new() } else { format!(": {text}") };
    let _ = writeln!(page, "- `{name}`, `{kind}`{text}");
}

fn markdown_class(page: &mut String, class: &Class) {
    let _ = writeln!(page, "## {}\n\n{}\n", class.name, class.text);
    for (name, kind, text) in class.fields {
        markdown_named(page, name.trim_end_matches('?'), kind, text);
    }
    if !class.fields.is_empty() {
        page.push('\n');
    }
    for function in class.methods {
        markdown_function(page, ":", function);
    }
}

fn stub_comment(file: &mut String, text: &str) {
    for line in text.lines() {
        let _ = writeln!(file, "---{line}");
    }
}

/// A name as LuaCATS has it: optional parameters and fields keep their `?`.
fn stub_named(file: &mut String, tag: &str, (name, kind, text): &Named) {
    let line = format!("---@{tag} {name} {kind} {text}");
    let _ = writeln!(file, "{}", line.trim_end());
}

fn stub_function(file: &mut String, prefix: &str, function: &Function) {
    stub_comment(file, function.text);
    for parameter in function.parameters {
        stub_named(file, "param", parameter);
    }
    for (name, kind, text) in function.returns {
        let line = format!("---@return {kind} {name} {text}");
        let _ = writeln!(file, "{}", line.trim_end());
    }
    let names: Vec<&str> = function.parameters.iter().map(|(name, ..)| name.trim_end_matches('?')).collect();
    let _ = writeln!(file, "function {prefix}{}({}) end\n", function.name, names.join(", "));
}

fn stub_class(file: &mut String, class: &Class) {
    stub_comment(file, class.text);
    let _ = writeln!(file, "---@class {}", class.name);
    for field in class.fields {
        stub_named(file, "field", field);
    }
    let operators = match class.name {
        "Vec" => VEC_OPERATORS,
        "Array" => ARRAY_OPERATORS,
        _ => &[],
    };
    for operator in operators {
        let _ = writeln!(file, "---@operator {operator}");
    }
    if class.methods.is_empty() {
        file.push('\n');
        return;
    }
    // The local must not hide a global function of the class's name, such as `Vec`.
    let _ = writeln!(file, "local {}Methods = {{}}\n", class.name);
    for function in class.methods {
        stub_function(file, &format!("{}Methods:", class.name), function);
    }
}

const ARRAY_OPERATORS: &[&str] = &[
    "add(Array|Vec|number): Array",
    "sub(Array|Vec|number): Array",
    "mul(Array|Vec|number): Array",
    "div(Array|Vec|number): Array",
    "unm: Array",
    "band(Array): Array",
    "bor(Array): Array",
    "bnot: Array",
    "len: integer",
];

const VEC_OPERATORS: &[&str] =
    &["add(Vec): Vec", "sub(Vec): Vec", "mul(number|Vec): Vec", "div(number): Vec", "unm: Vec"];
