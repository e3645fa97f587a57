//! `draw` and `hud`: what is shown, how long, and what is refused. Nothing is drawn here: the scene tells.

use super::common::{NAME, Yard, refusal, refusal_in};
use glam::vec3;

/// How many things of each kind there are to see: lines, boxes, balls, labels.
fn drawn(yard: &Yard) -> [usize; 4] {
    let scene = yard.game.scene();
    [scene.lines.len(), scene.wire_boxes.len(), scene.wire_spheres.len(), scene.labels.len()]
}

/// The texts on the window.
fn texts(yard: &Yard) -> Vec<String> {
    yard.game.scene().texts.into_iter().map(|text| text.text).collect()
}

#[test]
fn what_a_frame_draws_is_in_its_picture_and_gone_in_the_next() {
    let mut yard = Yard::with(
        "local frame = 0
        hook.Add('Think', 'draw', function()
            frame = frame + 1
            if frame == 2 then
                draw.line(Vec(0, 1, 2), { 3, 4, 5 })
                draw.box(Vec(1, 2, 3), 2, Vec(1, 0, 0))
                draw.sphere(Vec(), 0.5)
                draw.text(Vec(0, 2, 0), 'here', nil, 30)
            end
        end)",
    );
    assert_eq!(drawn(yard.ticks(1)), [0; 4]);
    assert_eq!(drawn(yard.ticks(1)), [1; 4]);
    let scene = yard.game.scene();
    assert_eq!((scene.lines[0].from, scene.lines[0].to), (vec3(0.0, 1.0, 2.0), vec3(3.0, 4.0, 5.0)));
    assert_eq!(scene.wire_boxes[0].size, vec3(2.0, 2.0, 2.0));
    assert_eq!(scene.wire_boxes[0].color, vec3(1.0, 0.0, 0.0));
    assert_eq!((scene.labels[0].text.as_str(), scene.labels[0].size), ("here", 30.0));
    assert_eq!(drawn(yard.ticks(1)), [0; 4]);
    yard.no_errors();
}

#[test]
fn ticks_timers_and_frames_without_ticks_draw_too() {
    let mut yard = Yard::with(
        "hook.Add('Tick', 'draw', function() draw.line(Vec(), Vec(1)) end)
        hook.Add('Think', 'draw', function() draw.box(Vec(), 1) end)
        timer.Create('draw', 0.01, 0, function() draw.sphere(Vec(), 1) end)",
    );
    assert_eq!(drawn(yard.ticks(2)), [1, 1, 1, 0]);
    // Three ticks and one frame.
    yard.frame(3.0 / 60.0 + 1e-6);
    assert_eq!(drawn(&yard), [3, 1, 1, 0]);
    yard.frame(0.001);
    assert_eq!(drawn(&yard), [0, 1, 0, 0]);
    yard.no_errors();
}

#[test]
fn what_is_drawn_while_a_script_loads_is_in_the_next_picture() {
    let mut yard = Yard::with("draw.line(Vec(), Vec(1))");
    assert_eq!(drawn(yard.ticks(1)), [1, 0, 0, 0]);
    assert_eq!(drawn(yard.ticks(1)), [0; 4]);
}

#[test]
fn a_text_on_the_window_stays_until_it_is_changed_or_removed() {
    let mut yard = Yard::with(
        "hud.text('score', 'Score: ' .. 1, { x = 1, y = 0.5, size = 30, color = Vec(1, 0, 0) })
        hud.text('help', 'press F')
        timer.Simple(0.1, function() hud.text('score', 2, { y = 1 }) end)
        timer.Simple(0.2, function() hud.remove('score') hud.remove('never was') end)
        timer.Simple(0.3, function() hud.text('help', nil) end)",
    );
    assert_eq!(texts(yard.ticks(3)), ["Score: 1", "press F"]);
    let scene = yard.game.scene();
    assert_eq!((scene.texts[0].place, scene.texts[0].size), (Some((1.0, 0.5)), 30.0));
    assert_eq!((scene.texts[1].place, scene.texts[1].size), (None, 18.0));
    assert_eq!(texts(yard.ticks(6)), ["2", "press F"]);
    let changed = &yard.game.scene().texts[0];
    assert_eq!((changed.place, changed.size), (Some((1.0, 1.0)), 30.0), "what was left out stays");
    assert_eq!(changed.color, vec3(1.0, 0.0, 0.0));
    assert_eq!(texts(yard.ticks(6)), ["press F"]);
    assert_eq!(texts(yard.ticks(6)), [""; 0]);
    yard.no_errors();
}

#[test]
fn a_trail_stays_and_grows_and_goes_with_its_script() {
    let walk = "local x = 0
        hook.Add('Tick', 'walk', function()
            x = x + 1
            draw.trail('walk', Vec(x, 1, 0), { color = Vec(1, 0, 0), points = 5, gap = x == 3 })
        end)
        timer.Simple(0.5, function() draw.trail('walk', nil) draw.trail('never was') hook.Remove('Tick', 'walk') end)";
    let mut yard = Yard::with(walk);
    assert_eq!(drawn(yard.ticks(2)), [1, 0, 0, 0]);
    assert_eq!(drawn(yard.ticks(2)), [2, 0, 0, 0], "no line leads to where it jumped");
    assert_eq!(drawn(yard.ticks(20)), [4, 0, 0, 0]);
    let scene = yard.game.scene();
    assert_eq!((scene.lines[0].from, scene.lines[3].to), (vec3(20.0, 1.0, 0.0), vec3(24.0, 1.0, 0.0)));
    assert_eq!(scene.lines[0].color, vec3(1.0, 0.0, 0.0));
    yard.frame(0.001);
    assert_eq!(drawn(&yard), [4, 0, 0, 0], "it is there in a frame that adds nothing");
    yard.script(NAME, walk);
    assert_eq!(drawn(&yard), [0; 4]);
    assert_eq!(drawn(yard.ticks(3)), [1, 0, 0, 0]);
    assert_eq!(drawn(yard.ticks(30)), [0; 4], "it was taken away");
    yard.no_errors();
}

#[test]
fn a_trail_fades_after_its_seconds() {
    let mut yard = Yard::with(
        "for x = 1, 5 do draw.trail('short', Vec(x, 1, 0), { seconds = 0.1 }) end
        for x = 1, 3 do draw.trail('long', Vec(x, 2, 0)) end",
    );
    assert_eq!(drawn(yard.ticks(3)), [6, 0, 0, 0]);
    assert_eq!(drawn(yard.ticks(6)), [2, 0, 0, 0]);
}

#[test]
fn ids_are_a_scripts_own_and_its_texts_and_lines_go_with_it() {
    let mut yard = Yard::new();
    let script = |text: &str| {
        format!("hud.text('score', '{text}') hook.Add('Think', '{text}', function() draw.box(Vec(), 1) end)")
    };
    yard.script("a.lua", &script("of a"));
    yard.script("b.lua", &script("of b"));
    assert_eq!(texts(yard.ticks(1)), ["of a", "of b"]);
    assert_eq!(drawn(&yard), [0, 2, 0, 0]);
    for _ in 0..10 {
        yard.script("a.lua", &script("of a"));
    }
    assert_eq!(texts(yard.ticks(1)), ["of b", "of a"]);
    assert_eq!(drawn(&yard), [0, 2, 0, 0]);
    yard.load("a.lua", "hud.text('half', 'made') draw.line(Vec(), Vec(1)) error('no')");
    assert_eq!(texts(&yard), ["of b", "of a"], "a load that failed leaves nothing");
    yard.unload("b.lua");
    assert_eq!(texts(&yard), ["of a"]);
    assert_eq!(drawn(yard.ticks(1)), [0, 1, 0, 0]);
}

#[test]
fn the_limits_are_told_and_cost_others_nothing() {
    let mut yard = Yard::new();
    yard.script("other.lua", "hook.Add('Think', 'o', function() draw.line(Vec(), Vec(1)) end)");
    let why = refusal_in(&mut yard, "for n = 1, 20001 do draw.line(Vec(), Vec(1)) end");
    assert_eq!(why, "draw.line: a script can draw at most 20000 things a frame");
    yard.ticks(1);
    assert_eq!(drawn(&yard)[0], 20_001);
    assert_eq!(drawn(yard.ticks(1))[0], 1);
    let why = refusal("for n = 1, 101 do hud.text(n, 'text') end");
    assert_eq!(why, "hud.text: a script can have at most 100 texts: remove some first");
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_sentence() {
    for (call, why) in [
        ("draw.line(Vec())", "draw.line: b must be a vector such as Vec(1, 2, 3), got nil"),
        ("draw.line(Vec(0/0), Vec())", "draw.line: a must be finite numbers, got (NaN, 0, 0)"),
        ("draw.sphere(Vec(), -1)", "draw.sphere: radius must be at least 0, got -1"),
        ("draw.box(Vec(), Vec(1, -1, 1))", "draw.box: size must be at least 0, got [1, -1, 1]"),
        ("draw.text(Vec(), ('x'):rep(1001))", "draw.text: text must have at most 1000 bytes, got 1001"),
        ("draw.text(Vec(), 'x', nil, 1000)", "draw.text: size must be 6 to 200 pixels, got 1000"),
        ("draw.text(Vec(), {})", "draw.text: text must be a string, got a table"),
        (
            "hud.text('a', 'b', { x = 640 })",
            "hud.text: x must be 0 to 1, a share of the window and not pixels, got 640",
        ),
        ("hud.text('a', 'b', { y = 'top' })", "hud.text: y must be a number, got a string"),
        ("hud.text('a', 'b', 5)", "hud.text: options must be a table such as { x = 0.5, y = 0.1 }, got 5"),
        ("draw.trail('a', 5)", "draw.trail: pos must be a vector such as Vec(1, 2, 3), got 5"),
        ("draw.trail('a', Vec(0/0))", "draw.trail: pos must be finite numbers, got (NaN, 0, 0)"),
        ("draw.trail('a', Vec(), { points = 1 })", "draw.trail: points must be 2 to 20000, got 1"),
        ("draw.trail('a', Vec(), { points = 2.5 })", "draw.trail: points must be a whole number, got 2.5"),
        ("draw.trail('a', Vec(), { seconds = 0 })", "draw.trail: seconds must be above 0, got 0"),
        ("draw.trail('a', Vec(), { gap = 1 })", "draw.trail: gap must be true or false, got 1"),
        (
            "draw.trail('a', Vec(), Vec(1, 0, 0))",
            "draw.trail: options must be a table such as { color = Vec(1, 0, 0), points = 300 }, got a Vec",
        ),
        (
            "for n = 1, 100 do draw.trail(n, Vec()) end",
            "draw.trail: a script's trails can have at most 20000 points together, and with this one they would have room for \
             20100: give each fewer with { points = n }, or remove some",
        ),
        (
            "for n = 1, 201 do draw.trail(n, Vec(), { points = 9 }) end",
            "draw.trail: a script can have at most 200 trails: remove some first",
        ),
        ("hud.text({}, 'b')", "hud.text: id must be a string, got a table"),
    ] {
        assert_eq!(refusal(call), why, "{call}");
    }
}

#[test]
fn drawing_changes_nothing_in_the_yard() {
    let digest = |draws: bool| {
        let mut yard = Yard::with(&format!(
            "hook.Add('Think', 't', function()
                if {draws} then draw.line(Vec(), Vec(1)) hud.text('t', time()) draw.text(Vec(), 'x') end
            end)"
        ));
        yard.ticks(30);
        // The script's own text is part of the digest, so only the rest is compared.
        let mut digest = moonyard::sim::Digest::new();
        yard.game.sim().digest(&mut digest);
        (digest.finish(), yard.counts(NAME))
    };
    assert_eq!(digest(true), digest(false));
    let mut yard =
        Yard::with("hook.Add('Think', 't', function() if shared.on then draw.sphere(Vec(), 1) end end)");
    yard.ticks(5);
    let before = yard.game.digest();
    yard.game.scene();
    assert_eq!(yard.game.digest(), before);
}
