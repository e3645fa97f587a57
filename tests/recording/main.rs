//! Recording and replaying games.

#[path = "../common/mod.rs"]
mod common;

mod crowds;
mod damage;
mod life;
mod program;
mod stored;

use moonyard::app::game::Game;
use moonyard::app::recording::{Difference, Recorder, Recording, Replayer};
use std::collections::BTreeMap;
use std::path::Path;

type Scripts = BTreeMap<String, Vec<u8>>;

fn scripts(list: &[(&str, &str)]) -> Scripts {
    list.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
}

/// A game that is recorded into a file, with its scripts loaded.
fn recorded(file: &Path, scripts: &Scripts) -> Game {
    let mut game = Game::new().unwrap();
    game.record(Recorder::create(file).unwrap()).unwrap();
    for (name, text) in scripts {
        game.load(name, text);
    }
    game
}

fn read(file: &Path) -> Recording {
    Recording::read(&std::fs::read(file).unwrap()).unwrap()
}

/// The tick that a replay got to, its whole state, and how it ended.
fn replay(recording: Recording, scripts: &Scripts) -> (u64, String, Result<(), Difference>) {
    let mut game = Game::with_limits(recording.limits()).unwrap();
    let mut replayer = Replayer::new(recording, scripts.clone());
    replayer.begin(&mut game).unwrap();
    let result = loop {
        match replayer.frame(&mut game) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(difference) => break Err(difference),
        }
    };
    let tick = game.sim().tick();
    (tick, game.digest(), result)
}
