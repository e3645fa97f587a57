//! The stop flag of a state: how another thread stops its scripts.
//!
//! With our own Lua the interpreter and its library look at the flag themselves, at no price worth naming, and nothing that a
//! script does can catch the error. With stock Lua a count hook looks instead: it makes all code slower, and does not see into
//! single calls of the library.

#![allow(unsafe_code)]

#[cfg(feature = "yard-vm")]
use mlua::Lua;
#[cfg(feature = "yard-vm")]
pub use moonyard_vm::{Attached, Places, StopFlag};
#[cfg(not(feature = "yard-vm"))]
pub use stock::{Attached, Places, StopFlag};

/// What this build of the program lacks, in one line for people; nothing with our own Lua. docs/vm.md says the same.
pub const LACKS: Option<&str> = if cfg!(feature = "yard-vm") {
    None
} else {
    Some(
        "built with stock Lua: scripts run at half the speed, vectors at a fifth. A single call of Lua's library that takes for ever \
         (a pattern, a search, a sort, moving what is in a table), a handler of errors and a closing function cannot be stopped, in \
         script tests (moonyard test) neither: end the program then (Ctrl-C twice). A script that runs out of memory is told without \
         the line, and a stop may be told at the line of a call that passed it on. A build without the feature stock-lua has none of \
         that.",
    )
};

/// How the error of a stop ends, after the file and line of where the script was.
pub const MESSAGE: &str = "script stopped";

/// Ties a flag to a state.
///
/// # Safety
/// What is returned must be dropped before the state closes.
///
/// # Errors
/// When memory is short.
#[cfg(feature = "yard-vm")]
pub unsafe fn attach(lua: &Lua) -> mlua::Result<Attached> {
    let mut attached = None;
    // SAFETY: `exec_raw` gives a valid state, and the caller promises the rest. Nothing here raises.
    unsafe { lua.exec_raw::<()>((), |state| attached = Some(Attached::new(state.cast())))? };
    attached.ok_or_else(|| mlua::Error::runtime("the state has no stop flag"))
}

#[cfg(not(feature = "yard-vm"))]
pub use stock::attach;

#[cfg(not(feature = "yard-vm"))]
mod stock {
    use mlua::Lua;
    use mlua::ffi::{self, lua_Debug, lua_State};
    use std::ffi::{CStr, c_void};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// How many instructions run between two looks at the flag. The price of the hook does not depend on it.
    const EVERY: i32 = 10_000;

    /// Where the registry has the flag's address.
    static KEY: u8 = 0;

    /// Sets and clears the flag of one state, from any thread.
    #[derive(Clone, Default)]
    pub struct StopFlag(Arc<AtomicBool>);

    impl StopFlag {
        /// Makes the scripts of the state stop, as far as the hook sees them, until [`StopFlag::clear`].
        pub fn set(&self) {
            self.0.store(true, Ordering::Relaxed);
        }

        /// Lets scripts run again.
        pub fn clear(&self) {
            self.0.store(false, Ordering::Relaxed);
        }

        pub fn is_set(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    /// Keeps a [`StopFlag`] tied to its state.
    pub struct Attached(StopFlag);

    impl Attached {
        /// The flag, to hand on to whoever watches the time.
        pub fn flag(&self) -> &StopFlag {
            &self.0
        }

        pub fn places(&self) -> &Places {
            &Places
        }
    }

    /// Stock Lua does not tell where a script was.
    #[derive(Clone, Default)]
    pub struct Places;

    impl Places {
        pub fn of_stop(&self) -> String {
            String::new()
        }

        pub fn of_no_memory(&self) -> String {
            String::new()
        }
    }

    /// Ties a flag to a state, whose coroutines inherit the hook.
    ///
    /// # Safety
    /// None here; see the other build.
    ///
    /// # Errors
    /// When memory is short.
    pub unsafe fn attach(lua: &Lua) -> mlua::Result<Attached> {
        let flag = StopFlag::default();
        let word = Arc::as_ptr(&flag.0).cast_mut().cast::<c_void>();
        // App data goes last when a state closes, so the address is good for as long as the hook is.
        lua.set_app_data(flag.clone());
        // SAFETY: `exec_raw` gives a valid state in protected mode; nothing with a destructor is alive inside.
        unsafe {
            lua.exec_raw::<()>((), |state| {
                ffi::lua_pushlightuserdata(state, word);
                ffi::lua_rawsetp(state, ffi::LUA_REGISTRYINDEX, (&raw const KEY).cast());
                ffi::lua_sethook(state, Some(hook), ffi::LUA_MASKCOUNT, EVERY);
            })?;
        }
        Ok(Attached(flag))
    }

    /// How far up the calls the innermost function is that is not the host's. In a hook, level 0 is the one that it interrupts.
    ///
    /// # Safety
    /// `state` is valid.
    unsafe fn level_of_the_script(state: *mut lua_State) -> i32 {
        // SAFETY: Lua fills in the record, and the chunk's name in it ends with a zero.
        unsafe {
            let mut call: lua_Debug = std::mem::zeroed();
            for level in 0.. {
                if ffi::lua_getstack(state, level, &raw mut call) == 0 {
                    break;
                }
                ffi::lua_getinfo(state, c"Sl".as_ptr(), &raw mut call);
                if call.currentline > 0 && CStr::from_ptr(call.source) != c"=moonyard" {
                    return level;
                }
            }
            0
        }
    }

    /// Once the flag is set it comes at every instruction, so that no `pcall` gets further than one.
    unsafe extern "C-unwind" fn hook(state: *mut lua_State, _: *mut lua_Debug) {
        // SAFETY: Lua calls this with a valid state and 20 free stack slots. `lua_error` raises by longjmp, with nothing alive that
        // has a destructor.
        unsafe {
            ffi::lua_rawgetp(state, ffi::LUA_REGISTRYINDEX, (&raw const KEY).cast());
            let word = ffi::lua_touserdata(state, -1).cast::<AtomicBool>();
            ffi::lua_pop(state, 1);
            let stop = word.as_ref().is_some_and(|word| word.load(Ordering::Relaxed));
            let often = ffi::lua_gethookcount(state) == 1;
            if stop != often {
                ffi::lua_sethook(state, Some(hook), ffi::LUA_MASKCOUNT, if stop { 1 } else { EVERY });
            }
            if stop {
                ffi::luaL_where(state, level_of_the_script(state));
                ffi::lua_pushstring(state, c"script stopped".as_ptr());
                ffi::lua_concat(state, 2);
                ffi::lua_error(state);
            }
        }
    }
}
