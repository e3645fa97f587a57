//! The actions that are there from the start, and what each can be bound to.

use super::{Binding, Key, MouseButton, PadButton, Stick};

/// Id, label and what sets it off, unless somebody binds it anew.
pub(super) type Standard = (&'static str, &'static str, &'static [Binding]);

const fn key(key: Key) -> Binding {
    Binding::Key(key)
}

const fn pad(button: PadButton) -> Binding {
    Binding::Pad(button)
}

pub(super) const STANDARD: [Standard; 15] = [
    ("move", "Walk", &[Binding::Stick(Stick::Left)]),
    ("look", "Look around", &[Binding::MouseMotion, Binding::Stick(Stick::Right)]),
    ("jump", "Jump", &[key(Key::Space), pad(PadButton::A)]),
    ("sprint", "Sprint", &[key(Key::LeftShift), pad(PadButton::Ls)]),
    ("walk", "Walk slowly", &[key(Key::LeftAlt)]),
    ("crouch", "Crouch", &[key(Key::C), pad(PadButton::B)]),
    ("fire", "Fire", &[Binding::Mouse(MouseButton::Left), pad(PadButton::Rt)]),
    ("aim", "Aim", &[Binding::Mouse(MouseButton::Right), pad(PadButton::Lt)]),
    ("interact", "Use", &[key(Key::E), pad(PadButton::Y)]),
    ("camera.toggle", "Switch camera", &[key(Key::V), pad(PadButton::Rs)]),
    ("panels", "Panels", &[key(Key::F1), pad(PadButton::Back)]),
    ("move.forward", "Walk forward", &[key(Key::W)]),
    ("move.left", "Walk left", &[key(Key::A)]),
    ("move.back", "Walk back", &[key(Key::S)]),
    ("move.right", "Walk right", &[key(Key::D)]),
];

/// The four directions of `move`: forward, left, back, right. Each is an action of its own, so that it can be bound anew.
pub(super) const DIRECTIONS: [&str; 4] = ["move.forward", "move.left", "move.back", "move.right"];

/// Whether an action can be set off so.
///
/// # Errors
/// What the action takes instead.
pub(super) fn fits(action: &str, binding: Binding) -> Result<(), String> {
    let stick = matches!(binding, Binding::Stick(_));
    let motion = binding == Binding::MouseMotion;
    match action {
        "look" if !stick && !motion => Err(format!(
            "\"look\" turns with mouse, pad left stick or pad right stick, and not with {binding}"
        )),
        "move" if !stick => Err(format!(
            "\"move\" takes pad left stick or pad right stick, and not {binding}; keys and buttons belong to {}",
            DIRECTIONS.map(|id| format!("\"{id}\"")).join(", ")
        )),
        "look" | "move" => Ok(()),
        _ if motion => Err(format!("moving the mouse can set off \"look\" alone, not \"{action}\"")),
        _ if stick => {
            Err(format!("a stick can set off \"move\" and \"look\" alone, not \"{action}\" ({binding})"))
        }
        _ => Ok(()),
    }
}

/// The standard action whose name is nearly this one, if there is one: one letter wrong, missing, too many or swapped with the next, or two
/// in names of five letters and more, whatever the case.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let near = |id: &'static str| {
        let most = if id.len() < 5 { 1 } else { 2 };
        let apart = distance(&lower, id);
        (apart <= most && name != id).then_some((apart, id))
    };
    STANDARD.iter().filter_map(|(id, ..)| near(id)).min().map(|(_, id)| id)
}

/// How many letters must be changed, added, taken away or swapped with the next to make one text of the other (the optimal string
/// alignment distance).
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().take(64).collect(), other.chars().collect());
    let first: Vec<usize> = (0..=other.len()).collect();
    let mut rows = [Vec::new(), first];
    for (i, a) in one.iter().enumerate() {
        let [before, last] = &rows;
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let mut least = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        let [_, last] = rows;
        rows = [last, row];
    }
    rows[1].last().copied().unwrap_or_default()
}
