//! What the console tells of a name: tables, functions, classes, methods, fields, events. All of it stands beside the bindings; here it
//! is found and put into lines.

use crate::script::api::agents;
use crate::script::api::doc::{Class, Function, Table};
use crate::script::api::events::EVENTS;
use crate::script::api::pages::CLASSES;
use crate::script::console::COMMANDS;
use std::fmt::Write;

/// Of a name that nothing has, so many characters are repeated.
const LONGEST_NAME: usize = 80;
/// So many other names are offered for one that nothing has.
const MOST_OFFERED: usize = 12;

/// A table with other names for what is there anyway.
const OTHER_NAMES: &str = "kke";
/// Libraries of Lua that scripts have.
const OF_LUA: [&str; 5] = ["string", "table", "math", "utf8", "coroutine"];

/// Every class with its methods, wherever they are kept.
fn classes() -> impl Iterator<Item = (&'static Class, Vec<&'static Function>)> {
    let plain = CLASSES.into_iter().map(|class| (class, class.methods.iter().collect()));
    plain.chain(agents::classes().map(|(class, methods)| (class, methods.collect())))
}

/// What there is.
pub fn overview(docs: &[Table]) -> Vec<String> {
    let mut lines =
        vec!["Lines are Lua; the value of an expression is printed. Commands of the console:".to_owned()];
    for (name, parameters, text) in COMMANDS {
        lines.push(format!("  {:<16} {text}", format!("{name}{parameters}")));
    }
    let tables: Vec<&str> =
        docs.iter().map(|table| table.name).filter(|name| !name.is_empty() && *name != OTHER_NAMES).collect();
    let events: Vec<&str> = EVENTS.iter().map(|(name, ..)| *name).collect();
    lines.push(format!("What the yard has for scripts: {}.", tables.join(", ")));
    lines.push(
        "Beside these: Vec(x, y, z), time(), tick(), print(...), the tables state and shared, and Lua's own:"
            .into(),
    );
    lines.push(format!("{}. Events for hook.Add: {}.", OF_LUA.join(", "), events.join(", ")));
    let with_methods: Vec<&str> =
        classes().filter(|(_, methods)| !methods.is_empty()).map(|(class, _)| class.name).collect();
    lines.push(format!("Values with methods: {}.", with_methods.join(", ")));
    lines.push(
        "help(\"physics\") lists what is in one, help(\"physics.box\") tells of a function, help(\"Population\") of such values,"
            .into(),
    );
    lines.push("help(\"pop:show\") of a method, whatever the variable is called.".into());
    lines
}

/// What is known of one name; without anything of that name, names that are like it.
pub fn about(docs: &[Table], name: &str) -> Vec<String> {
    let command = COMMANDS.iter().find(|(command, ..)| *command == name);
    if let Some((name, parameters, text)) = command {
        return vec![format!("{name}{parameters}"), format!("  {text}")];
    }
    if let Some(table) = docs.iter().find(|table| !table.name.is_empty() && table.name == name) {
        let mut lines = vec![table.text.to_owned()];
        let signature =
            |function: &Function| format!("  {}{}", function.full_name(table.name), function.signature());
        lines.extend(table.functions.iter().map(signature));
        return lines;
    }
    if let Some((class, methods)) = classes().find(|(class, _)| class.name.eq_ignore_ascii_case(name)) {
        return about_class(class, &methods);
    }
    if let Some((name, arguments, when)) = EVENTS.iter().find(|(event, ..)| *event == name) {
        return vec![format!("hook.Add(\"{name}\", id, function({arguments}) … end)"), format!("  {when}")];
    }
    if ["state", "shared"].contains(&name) || OF_LUA.contains(&name) {
        // The page on what is there without a table tells of these.
        return docs
            .iter()
            .filter(|table| table.name.is_empty())
            .map(|table| table.text.to_owned())
            .collect();
    }
    for table in docs {
        for function in &table.functions {
            let full = function.full_name(table.name);
            if full == name {
                return describe(&full, function);
            }
        }
    }
    let parts = about_part(docs, name);
    if !parts.is_empty() {
        return parts;
    }
    let name: String = name.chars().take(LONGEST_NAME).collect();
    vec![match similar(docs, &name).as_slice() {
        [] => format!("there is nothing named {name}; help() tells what there is"),
        similar => format!("there is nothing named {name}. Did you mean {}?", similar.join(", ")),
    }]
}

fn about_class(class: &Class, methods: &[&Function]) -> Vec<String> {
    let mut lines = vec![class.text.to_owned()];
    lines.extend(fields(class, "  "));
    lines.extend(methods.iter().map(|it| format!("  :{}{}", it.name, it.signature())));
    if let Some(first) = methods.first() {
        lines.push(format!("help(\"{}:{}\") tells of a method.", class.name, first.name));
    }
    lines
}

/// Of `owner:name` or `owner.name`: the methods and fields of that name, those of one class if the owner is a class, and else, since it
/// is some variable, of every class that has one.
fn about_part(docs: &[Table], name: &str) -> Vec<String> {
    let Some((owner, part)) = name.rsplit_once([':', '.']) else { return Vec::new() };
    if OF_LUA.contains(&owner) || docs.iter().any(|table| table.name == owner) {
        return Vec::new();
    }
    let is_class = classes().any(|(class, _)| class.name.eq_ignore_ascii_case(owner));
    let mut lines = Vec::new();
    for (class, methods) in classes().filter(|(class, _)| !is_class || class.name.eq_ignore_ascii_case(owner))
    {
        for method in methods.iter().filter(|method| method.name == part) {
            lines.extend(describe(&format!("{}:{part}", class.name), method));
        }
        for (field, kind, text) in class.fields.iter().filter(|(it, ..)| it.trim_end_matches('?') == part) {
            let field = field.trim_end_matches('?');
            lines.push(format!("{}.{field}: {kind}  {text}", class.name).trim_end().to_owned());
        }
    }
    lines
}

/// Names of functions, methods and classes that have this in them.
fn similar(docs: &[Table], name: &str) -> Vec<String> {
    let functions = docs.iter().flat_map(|table| table.functions.iter().map(|it| it.full_name(table.name)));
    let of_classes = classes().flat_map(|(class, methods)| {
        let methods: Vec<String> =
            methods.iter().map(|method| format!("{}:{}", class.name, method.name)).collect();
        std::iter::once(class.name.to_owned()).chain(methods)
    });
    let all: Vec<String> = functions.chain(of_classes).collect();
    let having = |part: &str, in_last: bool| -> Vec<String> {
        let part = part.to_lowercase();
        let is_like = |full: &&String| {
            let last = full.rsplit([':', '.']).next().filter(|_| in_last);
            !part.is_empty() && last.unwrap_or(full).to_lowercase().contains(&part)
        };
        all.iter().filter(is_like).take(MOST_OFFERED).cloned().collect()
    };
    // Those that begin with the same table are likelier than those elsewhere.
    let whole = having(name, false);
    if whole.is_empty() { having(name.rsplit([':', '.']).next().unwrap_or_default(), true) } else { whole }
}

fn describe(name: &str, function: &Function) -> Vec<String> {
    let mut head = format!("{name}{}", function.signature());
    if !function.returns.is_empty() {
        let results: Vec<&str> = function.returns.iter().map(|(name, ..)| *name).collect();
        let _ = write!(head, " → {}", results.join(", "));
    }
    let mut lines = vec![head, format!("  {}", function.text)];
    for (name, kind, text) in function.parameters {
        let optional = if name.ends_with('?') { " (may be left out)" } else { "" };
        let line = format!("  {}: {kind}{optional}  {text}", name.trim_end_matches('?'));
        lines.push(line.trim_end().to_owned());
        let class = CLASSES.iter().find(|class| class.name == kind.trim_end_matches('?'));
        lines.extend(class.iter().flat_map(|class| fields(class, "    ")));
    }
    for (_, kind, _) in function.returns {
        let kind = kind.trim_end_matches('?');
        if classes().any(|(class, methods)| class.name == kind && !methods.is_empty()) {
            lines.push(format!("  help(\"{kind}\") tells what a {kind} can do."));
        }
    }
    lines
}

fn fields(class: &Class, indent: &'static str) -> impl Iterator<Item = String> {
    class.fields.iter().map(move |(field, kind, text)| {
        format!("{indent}{}: {kind}  {text}", field.trim_end_matches('?')).trim_end().to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::game::Game;

    fn help(name: &str) -> Vec<String> {
        about(Game::new().unwrap().docs(), name)
    }

    #[test]
    fn classes_tell_of_their_fields_and_methods() {
        for name in ["Population", "population"] {
            let lines = help(name);
            assert!(lines[0].starts_with("Many agents kept as arrays."), "{lines:?}");
            assert!(lines.iter().any(|line| line.starts_with("  pos: Array  positions")), "{lines:?}");
            assert!(lines.iter().any(|line| line.starts_with("  :show(")), "{lines:?}");
            assert!(lines.last().unwrap().ends_with("tells of a method."), "{lines:?}");
        }
        for (class, methods) in classes() {
            let lines = help(class.name);
            for method in methods {
                let head = format!("  :{}{}", method.name, method.signature());
                assert!(lines.contains(&head), "{} {head}", class.name);
            }
        }
    }

    #[test]
    fn every_method_and_field_is_found_by_its_class_and_by_any_variable() {
        let game = Game::new().unwrap();
        for (class, methods) in classes() {
            for part in methods.iter().map(|it| it.name).chain(class.fields.iter().map(|(name, ..)| *name)) {
                let part = part.trim_end_matches('?');
                for (owner, sign) in [(class.name, ":"), (class.name, "."), ("whatever", ":"), ("it", ".")] {
                    let lines = about(game.docs(), &format!("{owner}{sign}{part}"));
                    let starts = [format!("{}:{part}(", class.name), format!("{}.{part}: ", class.name)];
                    let found =
                        lines.iter().any(|line| starts.iter().any(|start| line.starts_with(start.as_str())));
                    assert!(found, "{owner}{sign}{part}: {lines:?}");
                }
            }
        }
        let lines = help("pop:show");
        assert!(lines[0].starts_with("Population:show(") && lines.len() > 2, "{lines:?}");
        assert_eq!(help("Population:show"), lines);
    }

    #[test]
    fn a_function_that_gives_a_value_with_methods_says_where_those_are() {
        let lines = help("agents.Population");
        assert!(
            lines.contains(&"  help(\"Population\") tells what a Population can do.".into()),
            "{lines:?}"
        );
    }

    #[test]
    fn what_is_not_there_is_not_taken_for_a_method_and_what_is_like_it_is_offered() {
        assert_eq!(help("physics.show").len(), 1);
        assert!(help("show")[0].contains("Did you mean") && help("show")[0].contains("Population:show"));
        assert!(
            help("physics.ray")[0].ends_with("Did you mean physics.raycast?"),
            "{:?}",
            help("physics.ray")
        );
        assert_eq!(help("gibberish"), ["there is nothing named gibberish; help() tells what there is"]);
        assert_eq!(help(""), ["there is nothing named ; help() tells what there is"]);
    }
}
