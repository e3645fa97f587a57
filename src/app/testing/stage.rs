//! The world of one script test: a game, the keys and buttons that are down, and what scripts said.

use crate::app::bindings_file::BindingsFile;
use crate::app::game::Game;
use crate::app::picture;
use crate::app::{Limits, QualityChoice};
use crate::input::{Binding, DeviceEvent, PadButton, PadEvent, PadId, Stick};
use crate::script::suite::{PlayerView, Stage};
use crate::script::{Counts, LineKind};
use crate::sim::BodyView;
use crate::watch::{plain_name, plain_path};
use glam::DVec3;
use std::path::{Component, Path, PathBuf};

/// The size of a test's pictures, in pixels.
const SHOT_SIZE: (u32, u32) = (1280, 720);

/// More keys, buttons and tilts than this do not fit into one tick.
const MOST_EVENTS: usize = 10_000;

pub struct GameStage {
    game: Game,
    /// Where scripts are loaded from.
    folder: PathBuf,
    shots: PathBuf,
    /// What the next tick gets.
    events: Vec<DeviceEvent>,
    /// Keys and buttons to let go, and after how many more ticks.
    releases: Vec<(u64, Binding)>,
    prints: Vec<String>,
    errors: Vec<String>,
    /// How many errors there had been when the test asked last, repeats included.
    known_errors: u64,
}

impl GameStage {
    /// A fresh world.
    ///
    /// # Errors
    /// When memory is short.
    pub fn new(folder: PathBuf, shots: PathBuf, limits: Limits) -> anyhow::Result<GameStage> {
        Ok(GameStage {
            game: Game::with_limits(limits)?,
            folder,
            shots,
            events: Vec::new(),
            releases: Vec::new(),
            prints: Vec::new(),
            errors: Vec::new(),
            known_errors: 0,
        })
    }

    /// Uses a player's bindings instead of the usual ones.
    pub fn bind(&mut self, bindings: &BindingsFile) {
        bindings.apply(&mut self.game);
    }

    /// The newest error, if scripts raised any since the test asked for them last.
    pub fn unexpected_errors(&mut self) -> Option<String> {
        self.listen();
        if self.game.errors() == self.known_errors {
            return None;
        }
        Some(self.errors.last().cloned().unwrap_or_else(|| "(an error that was told before)".into()))
    }

    fn listen(&mut self) {
        for line in self.game.take_lines() {
            match line.kind {
                LineKind::Print => self.prints.push(line.text),
                LineKind::Error => self.errors.push(line.text),
                LineKind::Notice => {}
            }
        }
    }

    /// Something happens in the next tick.
    fn next(&mut self, event: Option<DeviceEvent>) -> Result<(), String> {
        if self.events.len() >= MOST_EVENTS {
            return Err(format!(
                "more than {MOST_EVENTS} presses and the like in one tick; run t:ticks() before"
            ));
        }
        self.events.extend(event);
        Ok(())
    }

    fn one_tick(&mut self) {
        let events = std::mem::take(&mut self.events);
        self.game.tick(&events);
        self.listen();
        let mut held = Vec::new();
        for (ticks, binding) in std::mem::take(&mut self.releases) {
            if ticks > 1 {
                held.push((ticks - 1, binding));
            } else {
                self.events.extend(event(binding, false));
            }
        }
        self.releases = held;
    }
}

/// The file of a script that a test names: in the folder, or in one below it.
fn script_file(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    let elsewhere = || {
        let inside = "a script lies in the folder of the test or in one below it";
        format!("\"{name}\" is not there: {inside}, and so does what a link leads to")
    };
    if !Path::new(name).components().all(inside) {
        return Err(elsewhere());
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let path = folder.join(name);
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    let (real, home) = (path.canonicalize().map_err(told)?, folder.canonicalize().map_err(told)?);
    if !real.starts_with(home) {
        return Err(elsewhere());
    }
    if !real.metadata().map_err(told)?.is_file() {
        return Err(format!("{}: this is no file", path.display()));
    }
    Ok(path)
}

/// The gamepad of a test.
const PAD: PadId = 0;

/// The event of a key or button going down or up; none for what cannot.
fn event(binding: Binding, down: bool) -> Option<DeviceEvent> {
    match binding {
        Binding::Key(key) => Some(DeviceEvent::Key { key, down }),
        Binding::Mouse(button) => Some(button.event(down)),
        Binding::Pad(button) => {
            let value = f64::from(u8::from(down));
            Some(DeviceEvent::Pad { pad: PAD, event: PadEvent::Button { button, value } })
        }
        Binding::MouseMotion | Binding::Stick(_) => None,
    }
}

/// What a test can press.
fn pressable(name: &str) -> Result<(Binding, DeviceEvent), String> {
    let binding = Binding::parse(name)?;
    let down = event(binding, true)
        .ok_or_else(|| format!("{binding} cannot be pressed; tilt a stick with t:stick(\"left\", x, y)"))?;
    Ok((binding, down))
}

impl Stage for GameStage {
    fn load(&mut self, file: &str) -> Result<(), String> {
        let path = script_file(&self.folder, file)?;
        let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", plain_path(&path)))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.source(&name, &bytes);
        Ok(())
    }

    fn source(&mut self, name: &str, text: &[u8]) {
        self.game.load(&plain_name(name), text);
        self.listen();
    }

    fn unload(&mut self, name: &str) -> bool {
        self.game.unload(&plain_name(name))
    }

    fn ticks(&mut self, count: u64) {
        for _ in 0..count {
            self.one_tick();
        }
    }

    fn press(&mut self, name: &str, ticks: Option<u64>) -> Result<(), String> {
        let (binding, down) = pressable(name)?;
        self.next(Some(down))?;
        self.releases.retain(|(_, releasing)| *releasing != binding);
        self.releases.extend(ticks.map(|ticks| (ticks, binding)));
        Ok(())
    }

    fn release(&mut self, name: &str) -> Result<(), String> {
        let (binding, _) = pressable(name)?;
        self.next(event(binding, false))?;
        self.releases.retain(|(_, releasing)| *releasing != binding);
        Ok(())
    }

    fn pull(&mut self, name: &str, value: f64) -> Result<(), String> {
        let button = PadButton::parse(name).ok_or_else(|| {
            format!("there is no gamepad button named \"{name}\"; buttons are {}", PadButton::list())
        })?;
        self.next(Some(DeviceEvent::Pad { pad: PAD, event: PadEvent::Button { button, value } }))?;
        self.releases.retain(|(_, releasing)| *releasing != Binding::Pad(button));
        Ok(())
    }

    fn tilt(&mut self, name: &str, x: f64, y: f64) -> Result<(), String> {
        let stick = Stick::parse(name)
            .ok_or_else(|| format!("there is no stick named \"{name}\"; sticks are left, right"))?;
        self.next(Some(DeviceEvent::Pad { pad: PAD, event: PadEvent::Stick { stick, x, y } }))
    }

    fn unplug(&mut self) -> Result<(), String> {
        self.next(Some(DeviceEvent::Pad { pad: PAD, event: PadEvent::Disconnected }))?;
        self.releases.retain(|(_, releasing)| !matches!(releasing, Binding::Pad(_)));
        Ok(())
    }

    fn teleport(&mut self, feet: DVec3) -> Result<(), String> {
        self.game.teleport(feet).map_err(|error| error.to_string())
    }

    fn prints(&mut self) -> Vec<String> {
        self.prints.clone()
    }

    fn errors(&mut self) -> Vec<String> {
        self.known_errors = self.game.errors();
        self.errors.clone()
    }

    fn hud(&self, id: &str, script: Option<&str>) -> Option<String> {
        self.game.hud_text(id, script)
    }

    fn bodies(&self) -> Vec<(BodyView, Option<String>)> {
        let sim = self.game.sim();
        let with_script = |view: BodyView| {
            let script = self.game.owner_name(view.owner);
            (view, script)
        };
        sim.world.bodies().map(with_script).collect()
    }

    fn counts(&self, script: &str) -> Counts {
        self.game.counts(script)
    }

    fn player(&self) -> PlayerView {
        let sim = self.game.sim();
        let player = &sim.player;
        PlayerView {
            feet: player.feet(),
            velocity: player.velocity(),
            facing: player.facing(),
            grounded: player.grounded(),
        }
    }

    fn time(&self) -> f64 {
        self.game.sim().time()
    }

    fn tick(&self) -> u64 {
        self.game.sim().tick()
    }

    fn digest(&self) -> String {
        self.game.digest()
    }

    fn shot(&mut self, name: &str) -> Result<String, String> {
        if name.is_empty() || name.contains(['/', '\\']) || name.starts_with('.') || plain_name(name) != name
        {
            return Err(format!(
                "\"{}\" is no name for a picture: use letters and digits, without .png",
                plain_name(name)
            ));
        }
        std::fs::create_dir_all(&self.shots).map_err(|error| format!("{}: {error}", self.shots.display()))?;
        let file = self.shots.join(format!("{name}.png"));
        picture::shoot(&self.game, &file, SHOT_SIZE, QualityChoice::Auto)
            .map_err(|error| format!("{error:#}"))?;
        super::tell_of_picture(&file);
        Ok(file.display().to_string())
    }
}
