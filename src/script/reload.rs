//! A script's life: loading, reloading, unloading.
//!
//! What is guaranteed:
//! - All that a script made goes before its next version runs, so reloads cannot double anything.
//! - A text that does not compile changes nothing: the running version stays as it is.
//! - A text that raises while it loads leaves nothing behind, gives back the hooks and timers of others that it replaced or
//!   removed, and the last version that worked is run again.
//! - The `state` table is the same for all versions of a script.

use super::host::Callback;
use super::owner::OwnerId;
use super::text::source;
use super::{ScriptHost, dispatch};
use crate::sim::Digest;
use std::rc::Rc;

pub struct Script {
    pub owner: OwnerId,
    /// The text that runs now, and the one to come back to; none while no version has worked.
    working: Option<Rc<str>>,
    status: ScriptStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptStatus {
    /// Its newest text runs.
    Running,
    /// Its newest text failed; an older one runs.
    RunningOlder,
    /// No text of it has worked yet.
    Failed,
    /// It used too much, and is out until its file changes.
    Stopped,
}

/// How a load ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loaded {
    /// The first version of it that runs.
    New,
    /// It replaced the version before.
    Reloaded,
    /// It failed, and the version before runs on.
    KeptOlder,
    /// It failed, and there was none before.
    Failed,
}

impl Script {
    pub fn digest(&self, digest: &mut Digest) {
        digest.u64(u64::from(self.owner.0));
        digest.str(self.working.as_deref().unwrap_or_default());
    }
}

impl ScriptHost {
    /// Loads a script, or a new version of it. `name` is its file name; what goes wrong is reported.
    pub fn load(&mut self, name: &str, bytes: &[u8]) -> Loaded {
        self.host.log.borrow_mut().forget(name);
        self.host.forget_warnings(name);
        let owner = match self.scripts.get(name) {
            Some(script) => script.owner,
            None => self.add(name),
        };
        let stopped = self.host.enforcer().is_some_and(|enforcer| enforcer.is_stopped(owner));
        let before = self.scripts.get(name).and_then(|script| script.working.clone()).filter(|_| !stopped);
        self.forgive(owner);
        let loaded = match (self.try_load(name, owner, bytes), &before) {
            (Attempt::Running, None) => Loaded::New,
            (Attempt::Running, Some(_)) => Loaded::Reloaded,
            (Attempt::Untouched, Some(_)) => Loaded::KeptOlder,
            (Attempt::Gone, Some(working)) if self.run_older(name, owner, working) => Loaded::KeptOlder,
            (Attempt::Untouched | Attempt::Gone, _) => Loaded::Failed,
        };
        if let Some(script) = self.scripts.get_mut(name) {
            match loaded {
                Loaded::New | Loaded::Reloaded => {
                    script.working = std::str::from_utf8(bytes).ok().map(|text| Rc::from(source(text)));
                    script.status = ScriptStatus::Running;
                }
                Loaded::KeptOlder => script.status = ScriptStatus::RunningOlder,
                Loaded::Failed => {
                    script.working = None;
                    script.status = ScriptStatus::Failed;
                }
            }
        }
        loaded
    }

    /// Removes a script and all that it made. False for an unknown one.
    pub fn unload(&mut self, name: &str) -> bool {
        let Some(script) = self.scripts.remove(name) else { return false };
        self.forgive(script.owner);
        self.host.remove_owned_by(script.owner);
        let _ = self.environments.raw_set(name, mlua::Value::Nil);
        self.host.log.borrow_mut().forget(name);
        true
    }

    /// Every script by name.
    pub fn scripts(&self) -> impl Iterator<Item = (&str, ScriptStatus)> {
        self.scripts.iter().map(|(name, script)| {
            let stopped = self.host.enforcer().is_some_and(|enforcer| enforcer.is_stopped(script.owner));
            (name.as_str(), if stopped { ScriptStatus::Stopped } else { script.status })
        })
    }

    /// What a stopped script held in globals must not live on for the console's sake.
    pub(super) fn forget_environments_of_stopped(&self) {
        for (name, status) in self.scripts() {
            if status == ScriptStatus::Stopped {
                let _ = self.environments.raw_set(name, false);
            }
        }
    }

    fn forgive(&self, owner: OwnerId) {
        if let Some(enforcer) = self.host.enforcer() {
            enforcer.forgive(owner);
        }
    }

    /// Runs the version before again, also if the new one was stopped while it loaded.
    fn run_older(&mut self, name: &str, owner: OwnerId, text: &str) -> bool {
        self.forgive(owner);
        self.run(name, owner, text).is_ok()
    }

    fn add(&mut self, name: &str) -> OwnerId {
        let owner = OwnerId(self.next_owner);
        self.next_owner += 1;
        self.host.name_owner(owner, name);
        let script = Script { owner, working: None, status: ScriptStatus::Failed };
        self.scripts.insert(name.to_owned(), script);
        owner
    }

    fn try_load(&mut self, name: &str, owner: OwnerId, bytes: &[u8]) -> Attempt {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => source(text),
            Err(error) => {
                let line = bytes.iter().take(error.valid_up_to()).filter(|&&byte| byte == b'\n').count() + 1;
                let message = format!("{name}:{line}: this is not UTF-8 text; save the file as UTF-8");
                self.host.report(owner, "loading", &mlua::Error::RuntimeError(message));
                return Attempt::Untouched;
            }
        };
        if self.compile(name, owner, text).is_none() {
            return Attempt::Untouched;
        }
        self.host.remove_owned_by(owner);
        match self.run(name, owner, text) {
            Ok(()) => Attempt::Running,
            Err(()) => Attempt::Gone,
        }
    }

    /// Compiles a text in a fresh environment, which comes with it; an error is reported.
    fn compile(&mut self, name: &str, owner: OwnerId, text: &str) -> Option<(Callback, mlua::Table)> {
        let ScriptHost { vm, host, states, .. } = self;
        dispatch::protect(host, owner, loading, || {
            let state = match states.get(name) {
                Some(state) => state.clone(),
                None => {
                    let state = vm.lua().create_table()?;
                    states.insert(name.to_owned(), state.clone());
                    state
                }
            };
            host.crowds.know_state(owner, &state);
            let environment = vm.environment(&state)?;
            Ok((Rc::new(vm.compile(name, text, environment.clone())?), environment))
        })
    }

    /// Runs a text from its first line. After an error, which is reported, nothing of it is left.
    fn run(&mut self, name: &str, owner: OwnerId, text: &str) -> Result<(), ()> {
        let (function, environment) = self.compile(name, owner, text).ok_or(())?;
        self.host.begin_load(owner);
        let done = dispatch::call(&self.host, owner, &function, (), loading);
        if done.is_none() {
            self.host.remove_owned_by(owner);
        }
        self.host.end_load(done.is_none());
        let _ = match done.is_some() {
            true => self.environments.raw_set(name, environment),
            false => self.environments.raw_set(name, false),
        };
        done.map(|_| ()).ok_or(())
    }
}

fn loading() -> String {
    "loading".into()
}

enum Attempt {
    Running,
    /// It failed before the running version was touched.
    Untouched,
    /// It failed after the running version was removed.
    Gone,
}
