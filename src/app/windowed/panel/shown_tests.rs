//! What the panel shows, read from the text that egui laid out.

use super::{actions, console, notice, scripts};
use crate::app::clock::Clock;
use crate::app::desk::{Desk, History, Timings};
use crate::app::game::Game;
use crate::app::scripts_on_disk::ScriptsOnDisk;
use crate::script::Limits;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(30);

/// A yard with one script, `test.lua`, followed as it is saved.
struct Yard {
    folder: tempfile::TempDir,
    game: Game,
    scripts: ScriptsOnDisk,
    clock: Clock,
    history: History,
    timings: Timings,
    notice: notice::Notice,
    context: egui::Context,
}

impl Yard {
    fn with(text: &str) -> Yard {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("test.lua"), text).unwrap();
        let scripts = ScriptsOnDisk::open(&[folder.path().to_path_buf()]).unwrap();
        let mut game = Game::with_limits(Limits::default()).unwrap();
        scripts.load_all(&mut game);
        let mut history = History::default();
        history.show(&game.take_lines());
        Yard {
            folder,
            game,
            scripts,
            clock: Clock::default(),
            history,
            timings: Timings::default(),
            notice: notice::Notice::default(),
            context: egui::Context::default(),
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("test.lua")
    }

    /// Frames of the watching part, until the last line of the console is the wanted one.
    fn save(&mut self, text: &str, wanted: &str) {
        std::fs::write(self.file(), text).unwrap();
        self.wait_for(wanted);
    }

    fn wait_for(&mut self, wanted: &str) {
        let start = Instant::now();
        while self.history.newest(1).all(|(_, line)| line != wanted) {
            assert!(start.elapsed() < PATIENCE, "{wanted} did not come, but {:?}", self.lines());
            std::thread::sleep(Duration::from_millis(10));
            self.scripts.update(&mut self.game, &mut self.history);
        }
        self.notice.look_at(&self.history);
    }

    fn lines(&self) -> Vec<&str> {
        self.history.newest(usize::MAX).map(|(_, line)| line.as_str()).collect()
    }

    fn desk(&mut self) -> Desk<'_> {
        let Yard { game, scripts, clock, history, timings, .. } = self;
        Desk { game, scripts, clock, history, timings, unkept: None }
    }

    /// All text of a part of the panel, piece by piece.
    fn text(&mut self, mut show: impl FnMut(&mut egui::Ui, &mut Desk, &notice::Notice)) -> Vec<String> {
        let Yard { game, scripts, clock, history, timings, notice, context, .. } = self;
        let mut shown = Vec::new();
        // What egui lays out for the first time it only measures.
        for _ in 0..3 {
            let size = egui::vec2(900.0, 900.0);
            let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
            let input = egui::RawInput { screen_rect, ..Default::default() };
            let mut output = context.run_ui(input, |ui| {
                show(ui, &mut Desk { game, scripts, clock, history, timings, unkept: None }, notice);
            });
            output.textures_delta.clear();
            shown.clear();
            output.shapes.iter().for_each(|shape| texts(&shape.shape, &mut shown));
        }
        shown
    }

    fn scripts_tab(&mut self) -> Vec<String> {
        let mut shown = scripts::Shown::default();
        self.text(|ui, desk, _| shown.show(ui, desk))
    }

    fn console_tab(&mut self) -> Vec<String> {
        let mut shown = console::Console::default();
        self.text(|ui, desk, _| shown.show(ui, desk))
    }

    fn keys_tab(&mut self, unkept: Option<&str>) -> Vec<String> {
        self.text(|ui, desk, _| {
            let Desk { game, scripts, clock, history, timings, .. } = desk;
            actions::edit(ui, &mut Desk { game, scripts, clock, history, timings, unkept });
        })
    }

    fn notice(&mut self) -> Vec<String> {
        self.text(|ui, _, notice| notice.show(ui))
    }
}

fn texts(shape: &egui::Shape, found: &mut Vec<String>) {
    match shape {
        egui::Shape::Text(text) => found.push(text.galley.text().to_owned()),
        egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, found)),
        _ => {}
    }
}

/// Whether a piece of text begins so.
fn has(shown: &[String], start: &str) -> bool {
    shown.iter().any(|text| text.starts_with(start))
}

#[test]
fn what_goes_wrong_in_a_reload_is_a_notice_a_line_of_the_console_and_the_last_error() {
    let mut yard = Yard::with("print('works')");
    let kept = "test.lua: not reloaded; the version before runs on";
    let cases = [
        ("local = 1", "test.lua:1:"),
        ("error('second')", "test.lua:1: second"),
        ("\n\nwhile true do end", "test.lua:3:"),
    ];
    for (count, (text, error)) in (1..).zip(cases) {
        yard.history.clear();
        yard.save(text, kept);
        let notice = yard.notice();
        assert!(has(&notice, error), "{notice:?}");
        let console = yard.console_tab();
        assert!(has(&console, error) && has(&console, kept), "{console:?}");
        let scripts = yard.scripts_tab();
        let counted =
            if count == 1 { "1 error so far:".into() } else { format!("{count} errors so far; the last:") };
        assert!(has(&scripts, &counted) && has(&scripts, error), "{scripts:?}");
    }
}

#[test]
fn the_console_shows_what_became_of_a_saved_and_a_deleted_script() {
    let mut yard = Yard::with("");
    let reloaded = "test.lua: reloaded (0 bodies, 1 hook, 0 timers)";
    yard.save("print('hello') hook.Add('Tick', 't', function() end)", reloaded);
    assert_eq!(yard.lines(), ["test.lua: hello", reloaded]);
    assert!(has(&yard.console_tab(), "test.lua: hello"));
    std::fs::remove_file(yard.file()).unwrap();
    yard.wait_for("test.lua: unloaded");
    assert!(has(&yard.console_tab(), "test.lua: unloaded"));
}

#[test]
fn the_reload_button_shows_what_the_load_said_before_the_line_that_sums_it_up() {
    use crate::script::console::Request;
    let mut yard = Yard::with("print('hello')");
    yard.history.clear();
    yard.desk().ask(Request::Reload("test.lua".into()));
    assert_eq!(yard.lines(), ["test.lua: hello", "test.lua: reloaded (0 bodies, 0 hooks, 0 timers)"]);
    yard.history.clear();
    std::fs::write(yard.file(), "error('third')").unwrap();
    yard.desk().ask(Request::Reload("test.lua".into()));
    let lines = yard.lines().join("\n");
    let summary = "\ntest.lua: not reloaded; the version before runs on";
    // The version before runs again, and says so.
    assert!(
        lines.starts_with("test.lua:1: third") && lines.contains("hello") && lines.ends_with(summary),
        "{lines}"
    );
    assert_eq!(yard.history.last_error().0, 1);
}

#[test]
fn a_key_that_cannot_be_kept_says_so_among_the_keys_until_it_is() {
    use crate::app::bindings_file::BindingsFile;
    use crate::input::{Binding, Key};
    let mut yard = Yard::with("");
    let path = yard.folder.path().join("bindings.toml");
    std::fs::write(&path, "jump = [\"J\", \"pad a\"\ncrouch = [\"C\"]\n").unwrap();
    let mut file = BindingsFile::open(&path);
    let told = file.take_messages();
    assert!(told.len() == 2 && told[0].contains("bindings.toml: line 1: this is no TOML"), "{told:?}");
    file.apply(&mut yard.game);
    yard.game.input().rebind("fire", 0, Some(Binding::Key(Key::F))).unwrap();
    file.update(&yard.game);
    assert!(file.take_messages()[0].contains("not kept for the next time"));
    let shown = yard.keys_tab(file.trouble());
    assert!(has(&shown, "Not kept: the new keys work, and are not kept for the next time: "), "{shown:?}");
    std::fs::write(&path, "").unwrap();
    yard.game.input().rebind("aim", 0, Some(Binding::Key(Key::G))).unwrap();
    file.update(&yard.game);
    assert!(!has(&yard.keys_tab(file.trouble()), "Not kept"));
    assert!(file.take_messages().is_empty());
}
