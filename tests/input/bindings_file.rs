//! The file that keeps changed bindings.

use super::*;
use moonyard::app::bindings_file::BindingsFile;
use moonyard::app::game::Game;
use moonyard::input::Binding;
use std::path::Path;

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// A game with the bindings of a file, and the file.
fn game(path: &Path) -> (Game, BindingsFile) {
    let (mut game, file) = (Game::new().unwrap(), BindingsFile::open(path));
    file.apply(&mut game);
    (game, file)
}

fn bind(game: &Game, id: &str, to: Key) {
    game.input().rebind(id, 0, Some(Binding::Key(to))).unwrap();
}

fn is_bound(path: &Path, id: &str, to: Key) -> bool {
    let (game, _) = game(path);
    let input = game.input();
    input.actions().any(|(known, _, bindings)| known == id && bindings.first() == Some(&Binding::Key(to)))
}

#[test]
fn there_is_no_file_until_something_is_changed_and_then_it_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moonyard/bindings.toml");
    let (mut game, mut file) = game(&path);
    game.tick(&[]);
    file.update(&game);
    assert!(!path.exists() && !path.parent().unwrap().exists());
    game.listen_for_binding("jump", 0);
    assert_eq!(game.listening().map(|listening| listening.action.as_str()), Some("jump"));
    game.tick(&[key(Key::J, true)]);
    assert!(game.listening().is_none() && !game.input().held("jump"));
    file.update(&game);
    assert!(text(&path).ends_with("\njump = [\"J\", \"pad a\"]\n"), "{}", text(&path));
    assert!(is_bound(&path, "jump", Key::J));
    game.input().reset("jump");
    file.update(&game);
    assert!(is_bound(&path, "jump", Key::Space) && text(&path).starts_with("# Keys and buttons"));
    // Escape leaves everything as it was, and nobody writes.
    std::fs::remove_file(&path).unwrap();
    game.listen_for_binding("jump", 0);
    game.tick(&[key(Key::Escape, true)]);
    game.listen_for_binding("jump", 0);
    game.stop_listening();
    game.tick(&[key(Key::Q, true)]);
    file.update(&game);
    assert!(game.listening().is_none() && !path.exists());
}

#[test]
fn a_broken_file_is_never_written_to_and_a_mended_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bindings.toml");
    for broken in [
        &b"jump = [\"J\"]\ncrouch = [\"Hyper\"]\n"[..],
        b"jump = [\"J\"]\ncrouch =\n",
        b"jump = [\"J\"]\n# \xff\n",
    ] {
        std::fs::write(&path, broken).unwrap();
        let (game, mut file) = game(&path);
        bind(&game, "fire", Key::F);
        file.update(&game);
        assert_eq!(std::fs::read(&path).unwrap(), broken);
        // The player mends it meanwhile, and goes on changing: nobody's words are lost.
        std::fs::write(&path, "jump = [\"K\"] # mine\n").unwrap();
        bind(&game, "aim", Key::G);
        file.update(&game);
        assert_eq!(
            text(&path),
            "jump = [\"K\"] # mine\naim = [\"G\", \"pad lt\"]\nfire = [\"F\", \"pad rt\"]\n"
        );
    }
}

#[test]
fn two_games_that_change_different_actions_both_keep_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bindings.toml");
    let ((one, mut file_of_one), (other, mut file_of_other)) = (game(&path), game(&path));
    bind(&one, "jump", Key::J);
    bind(&other, "fire", Key::F);
    file_of_one.update(&one);
    file_of_other.update(&other);
    assert!(is_bound(&path, "jump", Key::J) && is_bound(&path, "fire", Key::F));
}

#[test]
fn a_file_that_cannot_be_read_or_written_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // A folder in the place of the file.
    let (game, mut file) = game(folder.path());
    bind(&game, "jump", Key::J);
    file.update(&game);
    assert!(folder.path().is_dir() && game.input().is_rebound("jump"));
}
