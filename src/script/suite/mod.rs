//! Script tests: a file of `test(name, function(t) … end)`, in a Lua state of its own.
//!
//! The state has Lua's libraries, `Vec`, `test` and `expect`, and none of the yard's tables: those live in the world that a
//! test drives through `t`. That world is a [`Stage`], which whoever runs the tests provides anew for each.

mod bounds;
mod methods;

pub use bounds::Bounds;
pub use methods::{CLASS, EXPECT, EXPECT_FUNCTION, METHODS, TEST_FUNCTION};

use super::error::describe;
use super::owner::Running;
use super::stop::Places;
use super::text::source;
use super::vm::Vm;
use crate::sim::BodyView;
use bounds::{Asked, Guard};
use glam::DVec3;
use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, Table};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A world that a test drives.
pub trait Stage {
    /// Loads a script from a file beside the test.
    ///
    /// # Errors
    /// A file that is missing, cannot be read or lies elsewhere. What the script itself does wrong is among [`Stage::errors`].
    fn load(&mut self, file: &str) -> Result<(), String>;
    /// Loads a script, or a new version of it, from text.
    fn source(&mut self, name: &str, text: &[u8]);
    /// False for an unknown script.
    fn unload(&mut self, name: &str) -> bool;
    fn ticks(&mut self, count: u64);
    /// Puts a key or button down for so many ticks from the next on, or until it is released.
    ///
    /// # Errors
    /// An unknown key or button; too many for one tick.
    fn press(&mut self, key: &str, ticks: Option<u64>) -> Result<(), String>;
    /// # Errors
    /// An unknown key.
    fn release(&mut self, key: &str) -> Result<(), String>;
    /// Presses a button or trigger of the gamepad so far, 0 to 1, from the next tick on.
    ///
    /// # Errors
    /// An unknown button.
    fn pull(&mut self, button: &str, value: f64) -> Result<(), String>;
    /// Tilts a stick of the gamepad, from the next tick on.
    ///
    /// # Errors
    /// An unknown stick.
    fn tilt(&mut self, stick: &str, x: f64, y: f64) -> Result<(), String>;
    /// Unplugs the gamepad.
    ///
    /// # Errors
    /// Too much for one tick.
    fn unplug(&mut self) -> Result<(), String>;
    /// # Errors
    /// A place out of the world.
    fn teleport(&mut self, feet: DVec3) -> Result<(), String>;
    /// Every line that scripts printed.
    fn prints(&mut self) -> Vec<String>;
    /// Every error that scripts raised; from now on they count as expected.
    fn errors(&mut self) -> Vec<String>;
    /// The text of this id on the window, of the first script that has one, or of the one of that name.
    fn hud(&self, id: &str, script: Option<&str>) -> Option<String>;
    /// Every body and the file name of the script that made it, in the order of ids.
    fn bodies(&self) -> Vec<(BodyView, Option<String>)>;
    fn counts(&self, script: &str) -> super::Counts;
    fn player(&self) -> PlayerView;
    fn time(&self) -> f64;
    fn tick(&self) -> u64;
    fn digest(&self) -> String;
    /// Draws what the player sees into `name.png` and returns where that is.
    ///
    /// # Errors
    /// No graphics on this machine, or a file that cannot be written.
    fn shot(&mut self, name: &str) -> Result<String, String>;
}

/// The player as tests see it.
#[derive(Clone, Copy, Debug)]
pub struct PlayerView {
    pub feet: DVec3,
    pub velocity: DVec3,
    pub facing: DVec3,
    pub grounded: bool,
}

/// A file of tests, loaded.
pub struct Suite {
    /// Its name, for messages.
    name: String,
    vm: Vm,
    guard: Guard,
    tests: Rc<RefCell<Vec<Test>>>,
}

struct Test {
    name: String,
    run: Function,
}

/// Why a test failed, or a file could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// With `file:line:` in front: what was expected and what came.
    pub message: String,
    /// One call a line, the innermost first.
    pub traceback: String,
}

impl Failure {
    fn of(error: &mlua::Error) -> Failure {
        let (message, traceback) = describe(error, &Places::default());
        Failure { message, traceback }
    }
}

impl Suite {
    /// Runs a file from its first line, which collects its tests. `name` is the file's, for messages.
    ///
    /// # Errors
    /// What the file did wrong, or that it used too much.
    pub fn load(
        name: &str,
        text: &str,
        bounds: Bounds,
        print: impl Fn(String) + 'static,
    ) -> Result<Suite, Failure> {
        let (suite, loaded) = Suite::prepare(name, bounds, print).map_err(|error| Failure::of(&error))?;
        suite.guard.run(&suite.vm, name, "file", || {
            let environment = suite.vm.environment(&suite.vm.lua().create_table()?)?;
            suite.vm.compile(name, source(text), environment)?.call::<()>(())
        })?;
        loaded.set(true);
        Ok(suite)
    }

    /// A suite without tests, and what is to be set once they are there.
    fn prepare(
        name: &str,
        bounds: Bounds,
        print: impl Fn(String) + 'static,
    ) -> mlua::Result<(Suite, Rc<Cell<bool>>)> {
        let running = Rc::new(Running::default());
        let vm = Vm::with_limits(print, running.cell(), bounds.memory)?;
        let guard = Guard::new(bounds, running, &vm);
        let tests: Rc<RefCell<Vec<Test>>> = Rc::default();
        let (collected, loaded) = (tests.clone(), Rc::new(Cell::new(false)));
        let over = loaded.clone();
        let test = vm.host_function(move |lua, values| {
            let arguments = super::api::Arguments::new(lua, "test", values);
            let name = arguments.string(0, "the name")?;
            let run = Rc::unwrap_or_clone(arguments.function(1, "the test")?);
            if over.get() {
                return Err("test: a test cannot stand inside of another".into());
            }
            if collected.borrow().iter().any(|test| test.name == name) {
                return Err(format!("test: there are two tests named \"{name}\""));
            }
            collected.borrow_mut().push(Test { name, run });
            Ok(mlua::MultiValue::new())
        })?;
        vm.add_global("test", test)?;
        let library: Table = vm
            .lua()
            .load(include_str!("suite.lua"))
            .set_name("=moonyard")
            .set_mode(ChunkMode::Text)
            .call(vm.globals())?;
        vm.add_global("expect", library.get::<Function>("expect")?)?;
        Ok((Suite { name: name.to_owned(), vm, guard, tests }, loaded))
    }

    /// The names of the tests, in the order of the file.
    pub fn names(&self) -> Vec<String> {
        self.tests.borrow().iter().map(|test| test.name.clone()).collect()
    }

    /// Runs one test in a world.
    ///
    /// # Errors
    /// What it found wrong, or that it used too much. An index that no test has counts as passed.
    pub fn run(&self, index: usize, stage: &Rc<RefCell<dyn Stage>>) -> Result<(), Failure> {
        let run = self.tests.borrow().get(index).map(|test| test.run.clone());
        let Some(run) = run else { return Ok(()) };
        let t = self.stage_table(stage).map_err(|error| Failure::of(&error))?;
        self.guard.run(&self.vm, &self.name, "test", || run.call::<()>(t))
    }

    /// What a test gets as `t`. Its methods insist on the colon: their first argument is the table itself.
    fn stage_table(&self, stage: &Rc<RefCell<dyn Stage>>) -> mlua::Result<Table> {
        let t = self.vm.lua().create_table()?;
        let asked = Rc::new(Asked::default());
        for (doc, method) in methods::METHODS {
            let (stage, own) = (stage.clone(), t.clone());
            let (asked, watchdog) = (asked.clone(), self.guard.watchdog());
            let name = format!("t:{}", doc.name);
            let function = self.vm.host_function(move |lua: &Lua, mut values| {
                if !matches!(values.pop_front(), Some(mlua::Value::Table(first)) if first == own) {
                    return Err(format!("write {name}(...), with a colon"));
                }
                let arguments = super::api::Arguments::new(lua, &name, values);
                let Ok(mut stage) = stage.try_borrow_mut() else {
                    return Err(format!("{name}: the world is busy"));
                };
                let Some(work) = methods::work(doc.name, &arguments) else {
                    return method(&arguments, &mut *stage);
                };
                asked.count(work).map_err(|error| arguments.error(error))?;
                let pause = watchdog.pause();
                let result = method(&arguments, &mut *stage);
                watchdog.resume(&pause);
                result
            })?;
            t.set(doc.name, function)?;
        }
        Ok(t)
    }
}
