//! Commands and options.

mod film;

use crate::app::windowed::WindowOptions;
use crate::app::{
    Limits, MemoryLimits, QualityChoice, film_of_play, headless, output, play, replay, testing,
};
use clap::{Args, Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// A yard that you script in Lua and walk around in.
#[derive(Parser)]
#[command(version, about, disable_help_subcommand = true, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Play,
}

#[derive(Subcommand)]
enum Command {
    /// Open a window and walk around; scripts reload as you save them. This is what `moonyard` alone does.
    Play(Play),
    /// Run without a window for a number of ticks (60 are a second).
    Run(Run),
    /// Play a recording again, and find the first tick that differs.
    Replay(Replay),
    /// Run script tests: files that end in _test.lua.
    Test(Test),
}

#[derive(Args)]
struct Play {
    /// Scripts, or folders of scripts; the folder `scripts` if none are named.
    #[arg(value_name = "FILE or FOLDER")]
    paths: Vec<PathBuf>,
    /// The window's size, in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: (u32, u32),
    /// How well to draw: auto is as good as goes without stutter.
    #[arg(long, value_name = "auto|low|medium|high", default_value = "auto")]
    quality: QualityChoice,
    /// Show at most so many frames a second.
    #[arg(long, value_name = "N", value_parser = fps, allow_hyphen_values = true)]
    fps: Option<f64>,
    /// Do not wait for the screen: more frames, which may be torn.
    #[arg(long)]
    no_vsync: bool,
    /// Play without a window, in real time.
    #[arg(long)]
    headless: bool,
    /// End after so many ticks; 60 are a second, unless the console halts or slows the yard.
    #[arg(long, value_name = "N", value_parser = ticks, allow_hyphen_values = true)]
    ticks: Option<u64>,
    /// Where scripts keep what they save; a file in your data folder if left out.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Where changed keys and buttons are kept; a file in your settings folder if left out.
    #[arg(long, value_name = "FILE.toml")]
    bindings: Option<PathBuf>,
    /// Write everything that goes into the game into a file, for `moonyard replay`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print a hash of the whole state at the end.
    #[arg(long)]
    digest: bool,
    /// Take lines of Lua from the terminal while playing; `help()` there tells more.
    #[arg(long)]
    console: bool,
    #[command(flatten)]
    film: film::Film,
    #[command(flatten)]
    limits: ScriptLimits,
}

#[derive(Args)]
struct Replay {
    /// What `--record` wrote.
    #[arg(value_name = "RECORDING")]
    recording: PathBuf,
    /// Scripts to compare with those that it was recorded with; the folder `scripts` if none are named.
    #[arg(value_name = "FILE or FOLDER")]
    paths: Vec<PathBuf>,
    /// Replay without a window, as fast as it goes.
    #[arg(long)]
    headless: bool,
    /// Play the scripts as they are now instead of as they were recorded.
    #[arg(long)]
    anyway: bool,
    #[command(flatten)]
    film: film::Film,
    /// The size of the window or the film, in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: (u32, u32),
}

#[derive(Args)]
struct Run {
    /// Scripts, or folders of scripts; the folder `scripts` if none are named.
    #[arg(value_name = "FILE or FOLDER")]
    paths: Vec<PathBuf>,
    /// How many ticks to run; 60 are a second.
    #[arg(long, value_name = "N", default_value = "600", value_parser = ticks, allow_hyphen_values = true)]
    ticks: u64,
    /// Draw what the player sees in the end into a PNG file.
    #[arg(long, value_name = "FILE.png")]
    shot: Option<PathBuf>,
    #[command(flatten)]
    film: film::Film,
    /// The picture's size, in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: (u32, u32),
    /// How well to draw the picture; auto is high.
    #[arg(long, value_name = "auto|low|medium|high", default_value = "auto")]
    quality: QualityChoice,
    /// Press a key at a tick, for a number of ticks (1 if left out), such as M@60 or W@1+120. May be repeated.
    #[arg(long, value_name = "KEY@TICK[+TICKS]")]
    press: Vec<headless::Press>,
    /// Move the player's feet at a tick, such as 0.5,0.1,6.5@30. May be repeated.
    #[arg(long, value_name = "X,Y,Z@TICK", allow_hyphen_values = true)]
    teleport: Vec<headless::Teleport>,
    /// Load a script again at a tick, such as maze.lua@300. May be repeated.
    #[arg(long, value_name = "NAME@TICK")]
    reload: Vec<headless::Reload>,
    /// Print a hash of the whole state at the end.
    #[arg(long)]
    digest: bool,
    /// Write every body at the end into a JSON file.
    #[arg(long, value_name = "FILE.json")]
    bodies: Option<PathBuf>,
    /// Let scripts keep what they save in a file. Without it each run starts with nothing and so repeats.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Use the changed keys and buttons of this file. Without it they are the usual ones, and so the run repeats anywhere.
    #[arg(long, value_name = "FILE.toml")]
    bindings: Option<PathBuf>,
    /// Write everything that goes into the run into a file, for `moonyard replay`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    limits: ScriptLimits,
}

#[derive(Args)]
struct Test {
    /// Test files, or folders that are searched for them; the folder `scripts` if none are named.
    #[arg(value_name = "FILE or FOLDER")]
    paths: Vec<PathBuf>,
    /// Run only the tests whose file or name contains this.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Write the results into a file in the format of JUnit.
    #[arg(long, value_name = "FILE.xml")]
    junit: Option<PathBuf>,
    /// Where tests put their pictures.
    #[arg(long, value_name = "FOLDER", default_value = "shots")]
    shots: PathBuf,
    /// Use the changed keys and buttons of this file instead of the usual ones.
    #[arg(long, value_name = "FILE.toml")]
    bindings: Option<PathBuf>,
    /// Stop a test whose own code takes longer than this, in seconds of processor time; the ticks that it runs do not count.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, allow_hyphen_values = true)]
    test_deadline: Duration,
    #[command(flatten)]
    limits: ScriptLimits,
}

#[derive(Args)]
struct ScriptLimits {
    /// Stop a script whose calls take longer than this, in milliseconds of processor time.
    #[arg(long, value_name = "MS", default_value = "250", value_parser = deadline, allow_hyphen_values = true)]
    script_deadline: Duration,
    /// How much memory a script may hold, in MiB; all together may hold four times as much.
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes, allow_hyphen_values = true)]
    script_memory: MemoryLimits,
}

impl From<ScriptLimits> for Limits {
    fn from(limits: ScriptLimits) -> Limits {
        Limits { deadline: limits.script_deadline, memory: limits.script_memory }
    }
}

fn deadline(text: &str) -> Result<Duration, String> {
    let milliseconds = text.parse().ok().filter(|ms| (10..=600_000).contains(ms));
    milliseconds
        .map(Duration::from_millis)
        .ok_or_else(|| format!("a deadline is 10 to 600000 milliseconds, got {text}"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=3_600.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("a test's deadline is 0.1 to 3600 seconds, got {text}"))
}

fn mebibytes(text: &str) -> Result<MemoryLimits, String> {
    let mebibytes = text.parse::<usize>().ok().filter(|mib| (1..=16_384).contains(mib));
    mebibytes
        .map(|mib| MemoryLimits { a_script: mib << 20, all_scripts: mib << 22 })
        .ok_or_else(|| format!("a script's memory is 1 to 16384 MiB, got {text}"))
}

fn ticks(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("ticks are a whole number of 0 or more, got {text}"))
}

fn fps(text: &str) -> Result<f64, String> {
    let frames = text.parse().ok().filter(|fps| (1.0..=1000.0).contains(fps));
    frames.ok_or_else(|| format!("frames a second are 1 to 1000, got {text}"))
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(['x', 'X']);
    let number = |part: &str| part.parse::<u32>().ok().filter(|n| (1..=8192).contains(n));
    parts.and_then(|(width, height)| Some((number(width)?, number(height)?))).ok_or_else(|| {
        format!("a size is written WIDTHxHEIGHT in pixels, such as 1280x720, 8192 at most each, got {text}")
    })
}

/// Exit code of a run in which a script raised, or of tests that failed.
const SCRIPT_FAILED: u8 = 1;
/// Exit code when what was asked for could not be done.
const CANNOT: u8 = 2;

/// Does what the command line says. The exit code is 0 only if it was done and no script raised.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    output::tell_what_is_lacking();
    let done = match arguments.command {
        None => misspelt(&arguments.play.paths).and_then(|()| start(arguments.play)),
        Some(Command::Play(options)) => start(options),
        Some(Command::Run(options)) => run(options),
        Some(Command::Replay(options)) => replay(options),
        Some(Command::Test(options)) => test(options),
    };
    match done.and_then(|errors| output::check().map(|()| errors)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(SCRIPT_FAILED),
        Err(error) => {
            output::tell(&format!("moonyard: {error:#}"));
            ExitCode::from(CANNOT)
        }
    }
}

/// `moonyard tset` asks for a script by that name; what is called like no file was mostly meant to be a command.
fn misspelt(paths: &[PathBuf]) -> anyhow::Result<()> {
    match paths.first().and_then(|path| path.to_str()) {
        Some(word) if word.chars().all(|c| c.is_ascii_lowercase()) && !Path::new(word).exists() => {
            anyhow::bail!(
                "{word}: there is no such file or folder, and no such command: those are play, run, replay and test; \
                 `moonyard --help` tells more"
            )
        }
        _ => Ok(()),
    }
}

fn start(options: Play) -> anyhow::Result<u64> {
    let yard = play::Options {
        paths: options.paths,
        limits: options.limits.into(),
        store: options.store,
        bindings: options.bindings,
        record: options.record,
        digest: options.digest,
        console: options.console,
        ticks: options.ticks,
        film: options.film.wish().map(|wish| film_of_play::Order {
            wish,
            size: options.size,
            quality: options.quality,
        }),
    };
    if options.headless {
        play::without_window(&yard)
    } else {
        let window = WindowOptions {
            size: options.size,
            quality: options.quality,
            fps: options.fps,
            vsync: !options.no_vsync,
        };
        play::in_window(&yard, window)
    }
}

fn run(options: Run) -> anyhow::Result<u64> {
    headless::run(&headless::Run {
        paths: options.paths,
        limits: options.limits.into(),
        ticks: options.ticks,
        presses: options.press,
        teleports: options.teleport,
        reloads: options.reload,
        shot: options.shot,
        film: options.film.wish(),
        size: options.size,
        quality: options.quality,
        digest: options.digest,
        bodies: options.bodies,
        store: options.store,
        bindings: options.bindings,
        record: options.record,
    })
}

fn replay(options: Replay) -> anyhow::Result<u64> {
    replay::run(&replay::Options {
        recording: options.recording,
        paths: options.paths,
        headless: options.headless,
        anyway: options.anyway,
        size: options.size,
        film: options.film.wish(),
    })
}

fn test(options: Test) -> anyhow::Result<u64> {
    testing::run(&testing::Options {
        paths: options.paths,
        limits: options.limits.into(),
        deadline: options.test_deadline,
        filter: options.filter,
        junit: options.junit,
        shots: options.shots,
        bindings: options.bindings,
    })
}
