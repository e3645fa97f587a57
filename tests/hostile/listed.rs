//! The page about safety names every attack, and no other.

use super::attack::Attack;
use std::path::Path;

const START: &str = "| Attack | What it does | What comes of it |\n|---|---|---|\n";

#[test]
fn the_page_about_safety_lists_every_attack_and_no_other() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/safety.md");
    let page = std::fs::read_to_string(&file).unwrap();
    let (text, rest) = page.split_once(START).expect("the page has no table of attacks");
    let after = rest.lines().skip_while(|line| line.starts_with('|'));
    let rows: String = Attack::all().iter().map(row).collect();
    let made = format!("{text}{START}{rows}{}", after.map(|line| format!("{line}\n")).collect::<String>());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &made).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap();
    assert!(
        found == made,
        "docs/safety.md does not list the attacks as they are. Run: UPDATE_DOCS=1 cargo test --test hostile listed"
    );
}

fn row(attack: &Attack) -> String {
    format!("| `{}` | {} | {} |\n", attack.name, attack.summary.replace('|', "\\|"), attack.outcome())
}
