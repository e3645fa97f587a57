//! The reference and the editor's stub are what the sources make, and name just what the tables hold.

use moonyard::app::game::Game;
use moonyard::script::api::pages;
use std::collections::BTreeSet;
use std::path::Path;

/// Compares a file with what the sources make; with `UPDATE_DOCS` set, writes it.
fn check(name: &str, made: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, made).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == made, "{name} is not what the sources make. Run: UPDATE_DOCS=1 cargo test --test docs");
}

#[test]
fn the_reference_and_the_stub_are_up_to_date() {
    let game = Game::new().unwrap();
    check("docs/reference.md", &pages::reference(game.docs()));
    check("docs/test-reference.md", &pages::test_reference());
    check("types/moonyard.lua", &pages::stub(game.docs()));
}

#[test]
fn the_stub_is_lua() {
    let game = Game::new().unwrap();
    let stub = pages::stub(game.docs());
    let lua = mlua::Lua::new();
    lua.load(stub).exec().unwrap();
    for name in ["Vec", "test", "expect", "time", "print"] {
        assert!(lua.globals().get::<mlua::Value>(name).unwrap().is_function(), "{name}");
    }
}

/// The functions that a script finds, as `table.name` or `name`.
fn found_by_a_script() -> BTreeSet<String> {
    let mut game = Game::new().unwrap();
    let script = r#"
        for _, name in ipairs { "hook", "timer", "physics", "player", "camera", "view", "input", "draw", "hud", "random", "steer", "agents", "store", "kke" } do
            for key, value in pairs(_G[name]) do print(name .. "." .. key) end
        end
        local v = Vec(1, 2, 3)
        for _, name in ipairs { "time", "tick", "print", "Vec", "state", "shared" } do
            assert(_G[name] ~= nil, name)
        end
        for _, name in ipairs { "length", "normalized", "dot", "cross", "distance", "lerp" } do
            assert(v[name], name)
        end
    "#;
    game.load("names.lua", script.as_bytes());
    assert_eq!(game.errors(), 0, "{:?}", game.take_lines());
    game.take_lines().into_iter().map(|line| line.text).collect()
}

#[test]
fn the_documentation_names_just_what_the_tables_hold() {
    let game = Game::new().unwrap();
    let documented: BTreeSet<String> = game
        .docs()
        .iter()
        .filter(|table| !table.name.is_empty())
        .flat_map(|table| table.functions.iter().map(|function| function.full_name(table.name)))
        .collect();
    assert_eq!(documented, found_by_a_script());
}

#[test]
fn objects_have_just_the_methods_that_are_documented() {
    let made = [
        ("Gait", "steer.Gait { maxSpeed = 1, maxForce = 1 }"),
        ("SteerBody", "steer.Body { pos = Vec() }"),
        ("Wander", "steer.Wander { ahead = 1, radius = 1, jitter = 1 }"),
        ("Rng", "random.pcg(1)"),
    ];
    for (name, make) in made {
        let class = pages::CLASSES.into_iter().find(|class| class.name == name).unwrap();
        let mut game = Game::new().unwrap();
        for method in class.methods {
            let check = format!("assert(type(({make}).{0}) == 'function', '{name}:{0}')", method.name);
            game.load("methods.lua", check.as_bytes());
        }
        for (field, ..) in class.fields.iter().filter(|(field, ..)| !field.ends_with('?')) {
            let check = format!("assert(({make}).{field} ~= nil, '{name}.{field}')");
            game.load("fields.lua", check.as_bytes());
        }
        assert_eq!(game.errors(), 0, "{:?}", game.take_lines());
    }
}

#[test]
fn every_documented_function_says_what_it_does() {
    let game = Game::new().unwrap();
    for table in game.docs() {
        assert!(table.text.ends_with('.'), "{}", table.name);
        for function in &table.functions {
            assert!(function.text.ends_with('.'), "{}.{}", table.name, function.name);
        }
    }
    for class in pages::CLASSES {
        for function in class.methods {
            assert!(function.text.ends_with('.'), "{}:{}", class.name, function.name);
        }
    }
}
