//! The window survives what people and machines do to it, and play goes on: seen from outside, on a display that nobody sees,
//! with real key, mouse and window events, and by looking at the pixels that the window shows.
//!
//! These tests need Xvfb, xdotool and a graphics driver, and fail without them.

mod desktop;
#[path = "../common/display.rs"]
mod display;
mod game;
mod manager;

use desktop::{Desktop, until};
use display::SCREEN;
use game::Game;
use std::time::Duration;

/// Prints every second, and when something is pressed, held or let go.
const SCRIPT: &str = r#"
input.define("test.say", "Say something", "M")
input.define("test.hold", "Hold", "H")
local before = {}
hook.Add("Think", "test.keys", function()
  for _, action in ipairs { "test.say", "test.hold", "fire" } do
    if input.pressed(action) then print(action .. " pressed") end
    if input.released(action) then print(action .. " released") end
  end
end)
local last = player.position()
hook.Add("Tick", "test.walk", function(dt, tick)
  local now = player.position()
  local walks = (now - last):length() > 0.02
  if walks ~= before.walks then print(walks and "walks" or "stands") end
  before.walks, last = walks, now
  if tick % 20 == 0 then print("tick") end
end)
local turned = player.facing()
hook.Add("Tick", "test.turn", function()
  local f = player.facing()
  if turned:dot(f) < 0.7 then turned = f print("turned") end
end)
print("ready")
"#;

struct Folder(tempfile::TempDir);

impl Folder {
    fn with_script(text: &str) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        std::fs::write(folder.0.path().join("test.lua"), text).unwrap();
        folder
    }

    fn start(&self, desktop: &Desktop) -> (Game, u32) {
        let game = Game::program(desktop, self.0.path(), &["play", "test.lua"]);
        game.line("ready", |line| line == "test.lua: ready");
        let window = desktop.window();
        desktop.sees_yard(window, "at the start");
        (game, window)
    }
}

fn plays_on(game: &Game, after: &str) {
    for _ in 0..2 {
        game.next(&format!("a tick after {after}"), |line| line.ends_with("tick"));
    }
}

#[test]
#[ignore = "the game of the other tests here, in a process of its own"]
fn the_game_that_breaks() {
    game::play_if_asked();
}

#[test]
fn the_window_survives_being_resized_quickly_made_tiny_moved_minimised_and_covered() {
    let desktop = Desktop::open();
    let folder = Folder::with_script(SCRIPT);
    let (game, window) = folder.start(&desktop);
    for step in 0..60 {
        desktop.resize(window, 40 + step * 37 % 700, 30 + step * 53 % 500);
        std::thread::sleep(Duration::from_millis(5));
    }
    desktop.resize(window, 500, 400);
    desktop.sees_yard(window, "after sixty sizes");
    for (width, height) in [(1, 1), (1, 600), (800, 1), (7, 5)] {
        desktop.resize(window, width, height);
        plays_on(&game, "it became tiny");
    }
    desktop.resize(window, 320, 180);
    desktop.sees_yard(window, "after it was tiny");
    desktop.move_to(window, -200, -100);
    plays_on(&game, "it left the screen in part");
    desktop.move_to(window, 10, 10);

    desktop.unmap(window);
    plays_on(&game, "it was minimised");
    desktop.resize(window, 400, 300);
    desktop.map(window);
    desktop.sees_yard(window, "after it was minimised");

    let cover = desktop.cover();
    plays_on(&game, "it was covered");
    desktop.uncover(cover);
    desktop.sees_yard(window, "after it was covered");
    desktop.tool(&["key", "m"]);
    game.line("a key press", |line| line == "test.lua: test.say pressed");
    game.close(&desktop, window);
}

#[test]
fn another_scale_of_the_desktop_makes_the_window_larger_and_play_goes_on() {
    let desktop = Desktop::open();
    let folder = Folder::with_script(SCRIPT);
    let (game, window) = folder.start(&desktop);
    assert_eq!(desktop.size(window), (320, 180));
    for (scale, size) in [(2.0, (640, 360)), (1.5, (480, 270)), (1.0, (320, 180))] {
        desktop.set_scale(scale);
        until("the larger window", || (desktop.size(window) == size).then_some(()));
        desktop.sees_yard(window, "at another scale");
        plays_on(&game, "another scale");
    }
    game.close(&desktop, window);
}

#[test]
fn f11_fills_the_screen_and_gives_it_back() {
    let desktop = Desktop::open();
    let folder = Folder::with_script(SCRIPT);
    let (game, window) = folder.start(&desktop);
    for _ in 0..2 {
        desktop.tool(&["key", "F11"]);
        until("the full screen", || (desktop.size(window) == SCREEN).then_some(()));
        desktop.sees_yard(window, "on the full screen");
        plays_on(&game, "full screen");
        desktop.tool(&["key", "F11"]);
        until("the window", || (desktop.size(window) == (320, 180)).then_some(()));
        desktop.sees_yard(window, "after the full screen");
    }
    // Held down it changes once.
    desktop.tool(&["keydown", "F11"]);
    until("the full screen", || (desktop.size(window) == SCREEN).then_some(()));
    std::thread::sleep(Duration::from_millis(900));
    desktop.tool(&["keyup", "F11"]);
    plays_on(&game, "F11 was held");
    assert_eq!(desktop.size(window), SCREEN);
    game.close(&desktop, window);
}

#[test]
fn losing_the_keyboard_lets_everything_go_and_what_is_still_held_does_nothing_on_return() {
    let desktop = Desktop::open();
    let folder = Folder::with_script(SCRIPT);
    let (game, window) = folder.start(&desktop);
    let id = window.to_string();
    desktop.tool(&["mousemove", "--window", &id, "160", "90", "click", "1"]);
    game.answers("a turn", "test.lua: turned", || desktop.tool(&["mousemove_relative", "20", "0"]));
    desktop.tool(&["keydown", "w", "keydown", "h", "mousedown", "1"]);
    game.lines_in_any_order(&["test.lua: test.hold pressed", "test.lua: fire pressed", "test.lua: walks"]);
    desktop.focus(desktop.root);
    game.lines_in_any_order(&["test.lua: test.hold released", "test.lua: fire released", "test.lua: stands"]);
    plays_on(&game, "the keyboard was lost");

    // The keys are still down; they mean nothing until they are pressed again.
    desktop.focus(window);
    // Long enough for the keyboard to repeat one.
    std::thread::sleep(Duration::from_millis(900));
    desktop.tool(&["key", "m"]);
    let next =
        |what| game.line(what, |line| ["walks", "pressed", "turned"].iter().any(|word| line.ends_with(word)));
    assert_eq!(next("M alone"), "test.lua: test.say pressed");
    // The mouse is free: moving it turns nothing.
    desktop.tool(&[
        "mouseup",
        "1",
        "mousemove_relative",
        "30",
        "0",
        "keyup",
        "w",
        "keyup",
        "h",
        "keydown",
        "h",
    ]);
    assert_eq!(next("H again"), "test.lua: test.hold pressed");
    desktop.tool(&["keyup", "h"]);
    game.close(&desktop, window);
}

#[test]
fn f12_writes_numbered_pictures_of_the_windows_size_beside_what_is_there_already() {
    let desktop = Desktop::open();
    let folder = Folder::with_script(SCRIPT);
    let (game, window) = folder.start(&desktop);
    let pictures = folder.0.path().join("pictures");
    std::fs::create_dir(&pictures).unwrap();
    std::fs::write(pictures.join("moonyard-0006.png"), "mine").unwrap();
    desktop.tool(&["key", "F12"]);
    game.line("a picture", |line| line == "moonyard: wrote pictures/moonyard-0007.png");
    desktop.resize(window, 200, 100);
    until("the other size", || (desktop.size(window) == (200, 100)).then_some(()));
    plays_on(&game, "another size");
    desktop.tool(&["key", "F12"]);
    game.line("another picture", |line| line == "moonyard: wrote pictures/moonyard-0008.png");
    let size = |name: &str| {
        let file = std::io::BufReader::new(std::fs::File::open(pictures.join(name)).unwrap());
        let reader = png::Decoder::new(file).read_info().unwrap();
        (reader.info().width, reader.info().height)
    };
    assert_eq!((size("moonyard-0007.png"), size("moonyard-0008.png")), ((320, 180), (200, 100)));
    assert_eq!(std::fs::read(pictures.join("moonyard-0006.png")).unwrap(), b"mine");

    // Where no picture can be written play goes on and the reason is told.
    std::fs::remove_dir_all(&pictures).unwrap();
    std::fs::write(&pictures, "a file").unwrap();
    desktop.tool(&["key", "F12"]);
    let line = game.line("the reason", |line| line.contains("no picture was taken"));
    assert!(line.contains("pictures: "), "{line}");
    plays_on(&game, "a picture that could not be written");
    game.close(&desktop, window);
}

#[test]
fn lost_surfaces_and_lost_devices_are_made_anew_and_play_goes_on() {
    let desktop = Desktop::open();
    let mut game = Game::that_breaks(&desktop, SCRIPT);
    game.line("ready", |line| line == "ready");
    let window = desktop.window();
    desktop.sees_yard(window, "at the start");
    for fault in ["device lost", "surface lost", "device lost", "device lost"] {
        game.order(fault);
        game.line("what is wrong", |line| line.starts_with("moonyard: the picture is lost and made anew: "));
        game.line("that it is well again", |line| line == "moonyard: the picture is back");
        // What was shown before is gone: this picture is a new one.
        desktop.resize(window, 300, 200);
        desktop.sees_yard(window, fault);
        desktop.resize(window, 320, 180);
        plays_on(&game, fault);
    }
    for fault in ["surface outdated", "surface timeout", "surface occluded", "surface invalid"] {
        game.order(fault);
        plays_on(&game, fault);
        let cover = desktop.cover();
        desktop.uncover(cover);
        desktop.sees_yard(window, fault);
    }
    desktop.tool(&["key", "m"]);
    game.line("a key press", |line| line == "test.say pressed");
    game.close(&desktop, window);
}

#[test]
fn a_window_without_area_is_not_drawn_and_play_goes_on() {
    let desktop = Desktop::open();
    let mut game = Game::that_breaks(&desktop, SCRIPT);
    game.line("ready", |line| line == "ready");
    let window = desktop.window();
    desktop.sees_yard(window, "at the start");
    game.order("no area");
    plays_on(&game, "the area is gone");
    desktop.tool(&["key", "F12"]);
    game.line("that there is none", |line| line == "moonyard: no picture was taken: the window has no area");
    desktop.tool(&["key", "m"]);
    game.line("a key press", |line| line == "test.say pressed");
    desktop.resize(window, 300, 200);
    desktop.sees_yard(window, "after there was no area");
    game.close(&desktop, window);
}

#[test]
fn where_the_pointer_may_not_be_held_the_mouse_still_turns_the_view_and_escape_frees_it() {
    let desktop = Desktop::open();
    let mut game = Game::that_breaks(&desktop, SCRIPT);
    game.line("ready", |line| line == "ready");
    let window = desktop.window();
    let id = window.to_string();
    game.order("refuse the pointer");
    plays_on(&game, "the order");
    desktop.tool(&["mousemove", "--window", &id, "160", "90", "click", "1"]);
    // Three turns of 45°, which is farther than the window is wide.
    for _ in 0..3 {
        game.answers("a turn", "turned", || desktop.tool(&["mousemove_relative", "15", "0"]));
    }
    desktop.tool(&["mousedown", "1"]);
    game.line("a shot", |line| line == "fire pressed");
    desktop.tool(&["key", "Escape"]);
    desktop.tool(&["mouseup", "1"]);
    game.line("the button let go, though the mouse is free", |line| line == "fire released");
    for _ in 0..40 {
        desktop.tool(&["mousemove", "--window", &id, "10", "90", "mousemove", "--window", &id, "300", "90"]);
    }
    desktop.tool(&["key", "m"]);
    let line = game.line("a key and no turn", |line| line == "turned" || line == "test.say pressed");
    assert_eq!(line, "test.say pressed");
    game.close(&desktop, window);
}

#[test]
fn in_the_maze_m_grows_another_one_keys_walk_and_escape_frees_the_mouse() {
    let desktop = Desktop::open();
    let folder = Folder::with_script(SCRIPT);
    let maze = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/maze.lua");
    let game = Game::program(&desktop, folder.0.path(), &["play", maze, "test.lua"]);
    let first = game.line("a maze", |line| line.starts_with("maze.lua: "));
    game.line("ready", |line| line == "test.lua: ready");
    let window = desktop.window();
    desktop.sees_yard(window, "of a maze");
    desktop.tool(&["key", "m"]);
    let second = game.line("another maze", |line| line.starts_with("maze.lua: "));
    assert_ne!(first, second);
    desktop.tool(&["keydown", "w"]);
    game.line("a walk", |line| line == "test.lua: walks");
    desktop.tool(&["keyup", "w"]);
    game.line("standing", |line| line == "test.lua: stands");
    let id = window.to_string();
    desktop.tool(&["mousemove", "--window", &id, "160", "90", "click", "1"]);
    game.answers("a turn", "test.lua: turned", || desktop.tool(&["mousemove_relative", "20", "0"]));
    desktop.tool(&["key", "Escape"]);
    plays_on(&game, "Escape");
    // The pointer goes where it is sent, and may leave.
    desktop.tool(&["mousemove", "700", "500"]);
    std::thread::sleep(Duration::from_millis(200));
    let pointer = x11rb::protocol::xproto::query_pointer(&desktop.x, desktop.root).unwrap().reply().unwrap();
    assert_eq!((pointer.root_x, pointer.root_y), (700, 500));
    game.close(&desktop, window);
}

#[test]
fn the_window_goes_at_once_when_the_play_is_over_while_its_film_is_drawn() {
    let desktop = Desktop::open();
    let folder = Folder::with_script(SCRIPT);
    // So large that drawing it takes far longer than it takes to look.
    let options = ["play", "test.lua", "--film", "walk.png", "--film-size", "1920x1080", "--film-fps", "60"];
    let ends: [fn(&Game, &Desktop, u32); 2] =
        [|_, desktop, window| desktop.ask_to_close(window), |game, _, _| game.interrupt()];
    for end in ends {
        let mut game = Game::program(&desktop, folder.0.path(), &options);
        game.line("ready", |line| line == "test.lua: ready");
        let window = desktop.window();
        assert!(desktop.is_shown(window));
        game.line("a second", |line| line == "test.lua: tick");
        game.line("another", |line| line == "test.lua: tick");
        end(&game, &desktop, window);
        game.line("what comes", |line| {
            line.starts_with("moonyard: drawing ") && line.ends_with(" s of film into walk.png …")
        });
        until("the window's end", || (!desktop.is_shown(window)).then_some(()));
        assert!(game.runs() && !folder.0.path().join("walk.png").exists(), "the window stayed with the film");
    }
}
