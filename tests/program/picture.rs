//! Options of pictures and of the window.

use super::Folder;

fn shot(folder: &Folder, name: &str, options: &str) -> Vec<u8> {
    let ran = folder.run(&format!("run . --ticks 5 --size 160x90 --shot {name} {options}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    std::fs::read(folder.path(name)).unwrap()
}

#[test]
fn a_picture_is_drawn_as_well_as_can_be_unless_told_otherwise() {
    let folder = Folder::with(&[("a.lua", "hud.text('a', 'a text', { x = 0.5, y = 0.5 })")]);
    let plain = shot(&folder, "plain.png", "");
    assert!(plain == shot(&folder, "high.png", "--quality high"));
    assert!(plain == shot(&folder, "auto.png", "--quality AUTO"));
    let low = shot(&folder, "low.png", "--quality low");
    assert!(plain != low && plain != shot(&folder, "medium.png", "--quality medium"));
}

#[test]
fn options_that_no_picture_can_have_are_refused_with_what_they_can_be() {
    let folder = Folder::with(&[("a.lua", "")]);
    for (options, why) in [
        ("run . --ticks 1 --quality best", "a quality is auto, low, medium or high, got best"),
        ("play . --quality 3", "a quality is auto, low, medium or high, got 3"),
        ("play . --fps 0", "frames a second are 1 to 1000, got 0"),
        ("play . --fps fast", "frames a second are 1 to 1000, got fast"),
        ("play . --fps -5", "frames a second are 1 to 1000, got -5"),
    ] {
        let ran = folder.run(options);
        assert_eq!(ran.code, 2, "{options}: {}", ran.err);
        assert!(ran.err.contains(why), "{options}: {}", ran.err);
    }
}
