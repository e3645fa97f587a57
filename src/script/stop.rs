//! The stop flag of a Lua state: once it is set, whatever runs in the state ends with an error that nothing in Lua catches,
//! until it is cleared.

use mlua::{HookTriggers, Lua, VmState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the error says, after the file and line of where the script was.
pub const MESSAGE: &str = "script stopped";

/// Any thread may set it.
#[derive(Clone)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// The flag of a state. Stock Lua has none, so a hook looks at one of ours now and then: that costs every script, and a
    /// script that catches all errors in a loop escapes it.
    ///
    /// # Errors
    /// When memory is short.
    pub fn of(lua: &Lua) -> mlua::Result<StopFlag> {
        let flag = StopFlag(Arc::default());
        let seen = flag.clone();
        lua.set_global_hook(HookTriggers::new().every_nth_instruction(10_000), move |_, _| {
            if seen.0.load(Ordering::Relaxed) {
                return Err(mlua::Error::RuntimeError(MESSAGE.into()));
            }
            Ok(VmState::Continue)
        })?;
        Ok(flag)
    }

    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
