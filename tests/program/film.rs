//! Films of runs: their frames, sizes and delays, and what is told when one cannot be made.

use super::{Folder, Ran};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

const BALL: &str = "physics.sphere { pos = Vec(-2, 0.5, 2), radius = 0.5, velocity = Vec(4, 0, 0), color = Vec(1, 0.5, 0.1) }";

/// What a viewer shows: the size, and each whole picture with how long it is shown, in hundredths of a second.
struct Shown {
    size: (u32, u32),
    frames: Vec<(Vec<u8>, f64)>,
    endless: bool,
}

impl Shown {
    fn delays(&self) -> Vec<f64> {
        self.frames.iter().map(|(_, delay)| *delay).collect()
    }

    fn different(&self) -> usize {
        self.frames.iter().map(|(pixels, _)| pixels).collect::<BTreeSet<_>>().len()
    }
}

/// Lays a part of a picture over what is there.
fn lay(
    canvas: &mut [u8],
    width: u32,
    part: (u32, u32, u32, u32),
    pixels: &[u8],
    solid: impl Fn(usize) -> bool,
) {
    let (left, top, part_width, _) = part;
    for (at, pixel) in pixels.chunks_exact(3).enumerate().filter(|(at, _)| solid(*at)) {
        let (x, y) = (left + at as u32 % part_width, top + at as u32 / part_width);
        let to = ((y * width + x) * 3) as usize;
        canvas[to..to + 3].copy_from_slice(pixel);
    }
}

fn gif(file: &Path) -> Shown {
    let mut decoder = gif::DecodeOptions::new().read_info(BufReader::new(File::open(file).unwrap())).unwrap();
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut canvas = vec![0; (width * height * 3) as usize];
    let mut frames = Vec::new();
    let of_file = decoder.global_palette().unwrap().to_vec();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let palette = frame.palette.as_ref().unwrap_or(&of_file);
        let pixels: Vec<u8> = frame
            .buffer
            .iter()
            .flat_map(|&index| {
                palette.get(usize::from(index) * 3..).map_or([0; 3], |it| [it[0], it[1], it[2]])
            })
            .collect();
        let part = (frame.left.into(), frame.top.into(), frame.width.into(), frame.height.into());
        lay(&mut canvas, width, part, &pixels, |at| Some(frame.buffer[at]) != frame.transparent);
        frames.push((canvas.clone(), f64::from(frame.delay)));
    }
    let endless = decoder.repeat() == gif::Repeat::Infinite;
    Shown { size: (width, height), frames, endless }
}

fn png(file: &Path) -> Shown {
    let mut reader = png::Decoder::new(BufReader::new(File::open(file).unwrap())).read_info().unwrap();
    let (width, height) = (reader.info().width, reader.info().height);
    let control = reader.info().animation_control.unwrap();
    let mut canvas = vec![0; (width * height * 3) as usize];
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let mut frames = Vec::new();
    for _ in 0..control.num_frames {
        let read = reader.next_frame(&mut buffer).unwrap();
        let it = *reader.info().frame_control().unwrap();
        let part = (it.x_offset, it.y_offset, it.width, it.height);
        lay(&mut canvas, width, part, &buffer[..read.buffer_size()], |_| true);
        frames.push((canvas.clone(), 100.0 * f64::from(it.delay_num) / f64::from(it.delay_den)));
    }
    Shown { size: (width, height), frames, endless: control.num_plays == 0 }
}

fn filmed(folder: &Folder, options: &str) -> Ran {
    let ran = folder.run(&format!("run a.lua {options}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran
}

#[test]
fn a_second_of_a_rolling_ball_is_thirty_frames_that_differ_and_last_a_second() {
    let folder = Folder::with(&[("a.lua", BALL)]);
    let ran = filmed(&folder, "--ticks 90 --film roll.gif --from 0.25 --to 1.25 --size 160x90");
    assert!(ran.err.ends_with("moonyard: wrote roll.gif\n"), "{}", ran.err);
    let film = gif(&folder.path("roll.gif"));
    assert_eq!((film.size, film.frames.len(), film.endless), ((160, 90), 30, true));
    let delays = film.delays();
    assert_eq!(delays.iter().sum::<f64>(), 100.0);
    assert!(delays.iter().all(|delay| [3.0, 4.0].contains(delay)), "{delays:?}");
    assert_eq!(film.different(), 30);

    filmed(&folder, "--ticks 90 --film roll.png --from 0.25 --to 1.25 --size 160x90");
    let film = png(&folder.path("roll.png"));
    assert_eq!((film.size, film.frames.len(), film.endless), ((160, 90), 30, true));
    assert!(film.delays().iter().all(|delay| (delay - 100.0 / 30.0).abs() < 1e-9));
    assert_eq!(film.different(), 30);
}

#[test]
fn the_same_run_gives_the_same_film_to_the_byte_and_filming_changes_nothing_in_it() {
    let folder = Folder::with(&[("a.lua", BALL)]);
    for ending in ["gif", "png"] {
        for name in ["one", "two"] {
            filmed(&folder, &format!("--ticks 40 --film {name}.{ending} --film-fps 24 --size 120x80"));
        }
        let bytes = |name: &str| std::fs::read(folder.path(&format!("{name}.{ending}"))).unwrap();
        assert!(bytes("one") == bytes("two"), "two films of the same run differ: {ending}");
    }
    let filmed = filmed(&folder, "--ticks 40 --digest --film one.gif --size 64x64");
    let plain = folder.run("run a.lua --ticks 40 --digest");
    assert_eq!(filmed.out, plain.out);
}

#[test]
fn the_frames_of_a_film_are_what_pictures_of_those_moments_show() {
    let folder = Folder::with(&[("a.lua", BALL)]);
    filmed(&folder, "--ticks 60 --film a.png --film-fps 10 --size 160x90 --shot end.png");
    filmed(&folder, "--ticks 30 --shot half.png --size 160x90");
    filmed(&folder, "--ticks 60 --film a.gif --film-fps 10 --size 160x90");
    let (exact, few) = (png(&folder.path("a.png")), gif(&folder.path("a.gif")));
    assert_eq!((exact.frames.len(), few.frames.len()), (10, 10));
    let mut reader =
        png::Decoder::new(BufReader::new(File::open(folder.path("half.png")).unwrap())).read_info().unwrap();
    let mut still = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut still).unwrap();
    let still: Vec<u8> = still.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    assert!(exact.frames[5].0 == still, "the frame at half a second is the picture of tick 30");
    // A GIF has few colours, and they are near.
    for ((exact, _), (few, _)) in exact.frames.iter().zip(&few.frames) {
        let off: u64 = exact.iter().zip(few).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        let mean = off as f64 / exact.len() as f64;
        assert!(mean < 4.0, "{mean}");
    }
}

#[test]
fn what_stands_still_costs_next_to_nothing() {
    let folder = Folder::with(&[("a.lua", "")]);
    filmed(&folder, "--ticks 120 --film still.gif --from 1 --size 160x90");
    filmed(&folder, "--ticks 120 --film frame.gif --from 1.96 --size 160x90");
    let size = |name: &str| std::fs::metadata(folder.path(name)).unwrap().len();
    let (still, frame) = (size("still.gif"), size("frame.gif"));
    assert!(still < frame * 4, "{still} bytes for thirty frames, {frame} for one");
    assert_eq!(gif(&folder.path("still.gif")).different(), 1);
}

#[test]
fn more_frames_than_ticks_lie_between_them() {
    let folder = Folder::with(&[("a.lua", BALL)]);
    filmed(&folder, "--ticks 30 --film a.png --film-fps 50 --size 160x90");
    let film = png(&folder.path("a.png"));
    assert_eq!((film.frames.len(), film.different()), (25, 25));
}

#[test]
fn a_film_that_cannot_be_made_is_refused_before_the_run_with_what_would_do() {
    let folder = Folder::with(&[("a.lua", "print('ran')")]);
    std::fs::create_dir(folder.path("folder.gif")).unwrap();
    for (options, part) in [
        ("--film a.mp4", "--film: a.mp4 does not end in .gif or .png"),
        ("--film film", "--film: film does not end in .gif or .png"),
        ("--film folder.gif", "folder.gif: this is a folder; name a file"),
        ("--film no/such/a.gif", "the folder no/such does not exist"),
        ("--film a.gif --from 1.5 --to 1", "begins at 1.5 s, after its end at 1 s"),
        ("--film a.gif --to 3", "the run of 120 ticks at 2 s already; --ticks 180 would reach it"),
        ("--film a.gif --from 2", "less than one frame"),
        ("--film a.gif --from -1", "seconds of 0 or more, such as 2.5, got -1"),
        ("--film a.gif --to x", "seconds of 0 or more, such as 2.5, got x"),
        ("--film a.gif --from nan", "seconds of 0 or more"),
        ("--film a.gif --film-fps 0", "a whole number of 1 to 60, got 0"),
        ("--film a.png --film-fps 61", "a whole number of 1 to 60, got 61"),
        ("--film a.gif --film-fps 60", "50 frames a second at most, got 60"),
        ("--film a.gif --size 8192x8192", "are too much"),
        ("--film a.png --shot a.png", "--film and --shot name the same file"),
        ("--from 1", "--film"),
    ] {
        let ran = folder.run(&format!("run a.lua --ticks 120 {options}"));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{options}: {}", ran.err);
        assert!(ran.err.contains(part), "{options}: {}", ran.err);
    }
    let left: Vec<_> = std::fs::read_dir(folder.root()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_film_that_is_given_up_leaves_nothing_and_what_was_there_stays() {
    let folder = Folder::with(&[("a.lua", "print('ran')"), ("a.gif", "mine")]);
    let mut child = super::moonyard()
        .current_dir(folder.root())
        .args(["run", "a.lua", "--ticks", "1000000", "--film", "a.gif", "--to", "60", "--size", "64x64"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut BufReader::new(child.stdout.as_mut().unwrap()), &mut line).unwrap();
    let asked = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert!(ran.code == 2 && ran.err.contains("interrupted at tick"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(folder.path("a.gif")).unwrap(), "mine");
    let left = std::fs::read_dir(folder.root()).unwrap().count();
    assert_eq!(left, 2);

    let ran = folder.run("run a.lua --ticks 30 --film /sys/a.gif --size 64x64");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("--film: /sys/a.gif cannot be written"), "{}", ran.err);
}

#[test]
fn what_was_recorded_can_be_filmed_from_its_replay() {
    let folder = Folder::with(&[("a.lua", BALL)]);
    filmed(&folder, "--ticks 60 --press W@10+30 --record a.recording --film run.png --size 120x80");
    let ran = folder.run("replay a.recording a.lua --film replay.png --size 120x80");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "replayed 60 ticks: the same to the last bit\n"),
        "{}",
        ran.err
    );
    assert!(ran.err.ends_with("moonyard: wrote replay.png\n"), "{}", ran.err);
    let (run, replay) = (png(&folder.path("run.png")), png(&folder.path("replay.png")));
    assert_eq!((run.frames.len(), replay.frames.len()), (30, 30));
    assert!(run.frames[1..] == replay.frames[1..], "the replay shows the same as the run");

    let ran = folder.run("replay a.recording a.lua --film late.gif --to 2 --size 120x80");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("ends at 2 s, and the recording of 60 ticks at 1 s already"), "{}", ran.err);
    folder.write("a.lua", &BALL.replace("4, 0", "5, 0"));
    let ran = folder.run("replay a.recording a.lua --anyway --film other.gif --size 120x80");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.out.contains("tick 1 differs"), "{}", ran.out);
    assert!(ran.err.contains("it ended before other.gif was complete"), "{}", ran.err);
    assert!(!folder.path("other.gif").exists());
}

/// Plays for real in a folder for passing files of its own, and returns what is left in that.
fn played(folder: &Folder, options: &str) -> (Ran, Vec<String>) {
    let passing = folder.path("passing");
    std::fs::create_dir_all(&passing).unwrap();
    let arguments = format!("play a.lua --headless --film-size 160x90 {options}");
    let ran = super::moonyard()
        .current_dir(folder.root())
        .env("TMPDIR", &passing)
        .args(arguments.split_whitespace())
        .output()
        .unwrap();
    let left = std::fs::read_dir(&passing).unwrap();
    let left = left.map(|entry| entry.unwrap().path().display().to_string()).collect();
    (ran.into(), left)
}

#[test]
fn what_is_played_becomes_a_film_when_the_play_is_over() {
    let folder = Folder::with(&[("a.lua", &format!("{BALL} print('ran')"))]);
    let (ran, left) = played(&folder, "--ticks 60 --film play.png");
    assert_eq!((ran.code, ran.out.as_str()), (0, "a.lua: ran\n"), "{}", ran.err);
    let end = "moonyard: drawing 1.0 s of film into play.png …\nmoonyard: wrote play.png\n";
    assert!(ran.err.ends_with(end), "{}", ran.err);
    assert_eq!(left, [""; 0]);
    filmed(&folder, "--ticks 60 --film run.png --film-size 160x90");
    let (play, run) = (png(&folder.path("play.png")), png(&folder.path("run.png")));
    assert_eq!((play.size, play.frames.len()), ((160, 90), 30));
    assert!(play.frames[1..] == run.frames[1..], "the film of the play shows the same as that of the run");

    // A part of it, which ends where the play does.
    let (ran, left) = played(&folder, "--ticks 60 --film part.gif --from 0.5 --to 3 --record a.recording");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("moonyard: you played until 1 s, so the film ends there\n"), "{}", ran.err);
    assert_eq!((gif(&folder.path("part.gif")).frames.len(), left), (15, Vec::new()));
    assert!(folder.path("a.recording").exists(), "the recording was asked for and stays");
    let (ran, _) = played(&folder, "--ticks 60 --film part.gif --from 0.2 --to 0.5");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("moonyard: 0.5 s are played, which is where the film ends"), "{}", ran.err);
    assert_eq!(gif(&folder.path("part.gif")).frames.len(), 9);
}

#[test]
fn a_film_of_a_play_shows_scripts_as_they_were_then_with_reloads_and_the_console() {
    use super::reload::Playing;
    let folder = Folder::with(&[("a.lua", "print('first')")]);
    let options = ["--console", "--film", "a.png", "--film-size", "96x54", "a.lua"];
    let mut playing = Playing::with_options(super::moonyard(), &folder, &options);
    playing.line("a.lua: first");
    playing.types(
        "for i = 1, 9 do physics.box { pos = Vec(0, 1, 2), size = Vec(3, 2, 0.2), static = true } end",
    );
    playing.types("physics.count()");
    playing.line("console: 9");
    folder.write(
        "a.lua",
        "physics.box { pos = Vec(2, 1, 2), size = Vec(1, 2, 0.2), static = true } print('second')",
    );
    playing.line("a.lua: second");
    playing.types("stop('console') pause() step() print('stopped')");
    playing.line("console: stopped");
    playing.types("pause(false)");
    playing.types("print(physics.count())");
    playing.line("console: 1");
    // What is on disk when the film is drawn is something else.
    folder.write("a.lua", "print('third')");
    playing.line("a.lua: third");
    playing.interrupt();
    playing.line("moonyard: wrote a.png");
    let film = png(&folder.path("a.png"));
    assert!(film.different() >= 4, "empty, a wall, a wall and a box, a box: {}", film.different());
}

#[test]
fn a_film_of_a_play_that_cannot_be_made_is_refused_before_the_play() {
    let folder = Folder::with(&[("a.lua", "print('ran')")]);
    for (options, part) in [
        ("--film a.mp4", "--film: a.mp4 does not end in .gif or .png"),
        ("--film no/such/a.gif", "the folder no/such does not exist"),
        ("--film /sys/a.gif", "--film: /sys/a.gif cannot be written"),
        ("--film a.gif --from 1.5 --to 1", "begins at 1.5 s, after its end at 1 s"),
        ("--film a.gif --film-fps 60", "50 frames a second at most, got 60"),
        ("--film a.gif --to 700", "are too much"),
        ("--film a.gif --record a.gif", "--film and --record name the same file"),
    ] {
        let (ran, left) = played(&folder, &format!("--ticks 10 {options}"));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{options}: {}", ran.err);
        assert!(ran.err.contains(part), "{options}: {}", ran.err);
        assert_eq!(left, [""; 0], "{options}");
    }
    let left: Vec<_> = std::fs::read_dir(folder.root()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn what_was_played_is_kept_when_its_film_cannot_be_made() {
    let folder = Folder::with(&[("a.lua", BALL)]);
    let (ran, left) = played(&folder, "--ticks 30 --film a.gif --from 2");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(
        ran.err.contains("begins at 2 s, and you played until 0.5 s, so there is no film"),
        "{}",
        ran.err
    );
    let (_, command) = ran.err.trim_end().split_once("to film it: moonyard ").expect(&ran.err);
    assert_eq!((left.len(), command.contains(&left[0])), (1, true), "{command}");
    let ran = folder.run(command);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(gif(&folder.path("a.gif")).frames.len(), 15);
}

#[test]
fn a_session_of_edits_replays_from_its_first_text_on_and_is_filmed_by_the_command_that_is_told() {
    use super::reload::Playing;
    let folder = Folder::with(&[("a.lua", "print('first')")]);
    let passing = folder.path("passing");
    std::fs::create_dir(&passing).unwrap();
    let mut program = super::moonyard();
    program.env("TMPDIR", &passing);
    let options = ["--film", "a.gif", "--film-size", "96x54", "--from", "500", "a.lua"];
    let mut playing = Playing::with_options(program, &folder, &options);
    playing.line("a.lua: first");
    folder.write("a.lua", &format!("{BALL} print('second')"));
    playing.line("a.lua: second");
    playing.line("a.lua: reloaded (1 body, 0 hooks, 0 timers)");
    std::thread::sleep(std::time::Duration::from_millis(400));
    playing.interrupt();
    let told = playing.part("to film it: moonyard ");
    folder.write("a.lua", "print('third')");
    let (_, command) = told.split_once("to film it: moonyard ").unwrap();
    let recording = command.split(' ').nth(1).unwrap();
    let ran = folder.run(&format!("replay {recording}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let (_, after_first) = ran.out.split_once("a.lua: first\na.lua: second\n").expect(&ran.out);
    assert!(after_first.ends_with(" ticks: the same to the last bit\n"), "{}", ran.out);
    let ran = folder.run(&format!("{command} --film-size 96x54"));
    assert_eq!((ran.code, ran.out.contains("a.lua: first\na.lua: second\n")), (0, true), "{}", ran.err);
    assert!(gif(&folder.path("a.gif")).frames.len() > 5);
}

#[test]
fn slow_frames_of_a_window_make_a_film_that_is_as_smooth_as_a_run() {
    use moonyard::app::{game::Game, recording::Recorder};
    let folder = Folder::with(&[("a.lua", BALL)]);
    let mut game = Game::new().unwrap();
    game.record(Recorder::create(&folder.path("slow.recording")).unwrap()).unwrap();
    game.load("a.lua", BALL.as_bytes());
    // A little more than four ticks each.
    (0..15).for_each(|_| game.frame(0.0667, &[]));
    game.shutdown();
    let ran = folder.run("replay slow.recording a.lua --film slow.png --film-fps 50 --film-size 160x90");
    assert_eq!(ran.code, 0, "{}", ran.err);
    filmed(&folder, "--ticks 60 --film run.png --film-fps 50 --film-size 160x90");
    let (slow, run) = (png(&folder.path("slow.png")), png(&folder.path("run.png")));
    assert_eq!((slow.frames.len(), run.frames.len()), (50, 50));
    // What was before the first frame of the window is not known any more.
    assert!(slow.frames[4..] == run.frames[4..], "what lies between the window's frames is in the film");
}
