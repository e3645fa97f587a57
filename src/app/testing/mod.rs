//! `moonyard test`: finds files of script tests, runs each test in a fresh world, and reports.

mod find;
mod junit;
mod stage;

use super::Limits;
use super::bindings_file::BindingsFile;
use super::output::{say, show, tell};
use crate::script::suite::{Bounds, Failure, Stage, Suite};
use crate::script::{Line, LineKind};
use crate::watch::{plain_name, plain_path};
use anyhow::bail;
use stage::GameStage;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Files and folders; the default folder if there are none.
    pub paths: Vec<PathBuf>,
    /// Of the scripts that are tested.
    pub limits: Limits,
    /// Processor time of a test's own code, and of its file's while it loads.
    pub deadline: Duration,
    /// Only tests whose file or name contains this.
    pub filter: Option<String>,
    pub junit: Option<PathBuf>,
    /// The folder for pictures.
    pub shots: PathBuf,
    /// The player's bindings; the usual ones if there is none.
    pub bindings: Option<PathBuf>,
}

/// One test's result.
struct Outcome {
    file: String,
    name: String,
    failure: Option<Failure>,
    seconds: f64,
}

/// Runs the tests and returns how many failed.
///
/// # Errors
/// A path that is missing, no test at all, a results file that cannot be written.
pub fn run(options: &Options) -> anyhow::Result<u64> {
    let files = find::tests(&options.paths)?;
    let bindings = options.bindings.as_deref().map(BindingsFile::open_named).transpose()?;
    let mut outcomes = Vec::new();
    for file in &files {
        run_file(file, options, bindings.as_ref(), &mut outcomes)?;
    }
    if outcomes.is_empty() {
        match &options.filter {
            Some(filter) => bail!("no test's file or name contains \"{filter}\""),
            None => bail!("these files have no tests; one is written test(\"name\", function(t) … end)"),
        }
    }
    let failed = outcomes.iter().filter(|outcome| outcome.failure.is_some()).count();
    say(&format!("\n{} passed, {failed} failed", outcomes.len() - failed));
    if let Some(file) = &options.junit {
        junit::write(file, &outcomes)?;
    }
    Ok(failed as u64)
}

fn run_file(
    file: &Path,
    options: &Options,
    bindings: Option<&BindingsFile>,
    outcomes: &mut Vec<Outcome>,
) -> anyhow::Result<()> {
    let label = plain_path(file);
    let wanted = |test: &str| options.filter.as_ref().is_none_or(|f| label.contains(f) || test.contains(f));
    let names = match load(file, options) {
        Ok(suite) => suite.names(),
        Err(failure) => {
            say(&label);
            let name = "loading".to_owned();
            finish(outcomes, Outcome { file: label, name, failure: Some(failure), seconds: 0.0 });
            return Ok(());
        }
    };
    let chosen: Vec<(usize, &String)> = names.iter().enumerate().filter(|(_, test)| wanted(test)).collect();
    if !chosen.is_empty() {
        say(&label);
    }
    for (index, test) in chosen {
        let start = Instant::now();
        let failure = run_test(index, file, options, bindings)?.err();
        let seconds = start.elapsed().as_secs_f64();
        finish(outcomes, Outcome { file: label.clone(), name: test.clone(), failure, seconds });
    }
    Ok(())
}

fn load(file: &Path, options: &Options) -> Result<Suite, Failure> {
    let label = plain_path(file);
    let name = plain_name(&file.file_name().unwrap_or_default().to_string_lossy());
    let bytes =
        std::fs::read(file).map_err(|error| failure(format!("{label}: it cannot be read: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| failure(format!("{label}: this is not UTF-8 text")))?;
    let printed = name.clone();
    let print = move |text: String| {
        show(&[Line { kind: LineKind::Print, script: Some(printed.clone()), text }]);
    };
    let bounds = Bounds { deadline: options.deadline, memory: options.limits.memory };
    Suite::load(&name, &text, bounds, print).map_err(|mut failure| {
        if !name.ends_with(find::ENDING) {
            failure.message.push_str(" (is this a file of tests? Their names end in _test.lua)");
        }
        failure
    })
}

/// Runs one test in a fresh world, from a file that is loaded anew, so that nothing is left from the test before. An error of a
/// script that the test did not ask for fails it too.
fn run_test(
    index: usize,
    file: &Path,
    options: &Options,
    bindings: Option<&BindingsFile>,
) -> anyhow::Result<Result<(), Failure>> {
    let suite = match load(file, options) {
        Ok(suite) => suite,
        Err(failure) => return Ok(Err(failure)),
    };
    let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut world = GameStage::new(folder, options.shots.clone(), options.limits)?;
    if let Some(bindings) = bindings {
        world.bind(bindings);
    }
    let game = Rc::new(RefCell::new(world));
    let stage: Rc<RefCell<dyn Stage>> = game.clone();
    let result = suite.run(index, &stage);
    let unexpected = game.borrow_mut().unexpected_errors();
    Ok(match (result, unexpected) {
        (Ok(()), Some(error)) => {
            Err(failure(format!("a script raised an error that the test did not ask for: {error}")))
        }
        (result, _) => result,
    })
}

fn failure(message: String) -> Failure {
    Failure { message, traceback: String::new() }
}

fn finish(outcomes: &mut Vec<Outcome>, outcome: Outcome) {
    match &outcome.failure {
        None => say(&format!("  ok    {}", outcome.name)),
        Some(failure) => {
            say(&format!("  FAIL  {}", outcome.name));
            for line in failure.message.lines().chain(failure.traceback.lines()) {
                say(&format!("        {line}"));
            }
        }
    }
    outcomes.push(outcome);
}

/// Says where a picture went.
fn tell_of_picture(file: &Path) {
    tell(&format!("        wrote {}", plain_path(file)));
}
