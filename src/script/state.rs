//! A Lua state over a heap of ours: made, and closed in the right order.

#![allow(unsafe_code)]

use super::memory::{Heap, MemoryLimits, allocate, allocate_uncounted};
use mlua::ffi::{self, lua_State};
use mlua::{Lua, lua_CFunction};
use std::cell::{Cell, UnsafeCell};
use std::ffi::CStr;
use std::mem::ManuallyDrop;
use std::rc::Rc;

/// The libraries that scripts may see, by the names under which Lua loads them.
const LIBRARIES: [(&CStr, lua_CFunction); 6] = [
    (c"_G", ffi::luaopen_base),
    (c"table", ffi::luaopen_table),
    (c"string", ffi::luaopen_string),
    (c"math", ffi::luaopen_math),
    (c"coroutine", ffi::luaopen_coroutine),
    (c"utf8", ffi::luaopen_utf8),
];

/// A heap that Lua allocates from and that the host asks now and then.
pub struct SharedHeap(UnsafeCell<Heap>);

impl SharedHeap {
    /// Asks the heap something. The question must not call Lua.
    pub fn ask<T>(&self, question: impl FnOnce(&mut Heap) -> T) -> T {
        // SAFETY: Lua uses the heap only inside of its allocator, which is not running: we are on the one thread that it runs
        // on, and the question does not call it.
        question(unsafe { &mut *self.0.get() })
    }
}

/// A state and its heap. Handles into the state that outlive it are dead, not dangling: mlua's are weak.
pub struct State {
    /// Dropped by hand, before the state closes.
    lua: ManuallyDrop<Lua>,
    raw: *mut lua_State,
    /// Lua reaches it by its address, so it has a place of its own. It outlives the state, since it is dropped after.
    heap: Rc<SharedHeap>,
}

impl State {
    /// A state with Lua's harmless libraries. `running` tells who allocates: a script's number, or 0 for the host.
    ///
    /// # Errors
    /// When the system has no memory.
    pub fn new(running: Rc<Cell<u32>>, limits: MemoryLimits) -> mlua::Result<State> {
        let heap = Rc::new(SharedHeap(UnsafeCell::new(Heap::new(running, limits))));
        // SAFETY: the heap stays where it is until after the state is closed, and only Lua's allocator and `ask` use it,
        // each for a moment. Opening the libraries can only fail for want of memory, which the host is never refused: if the
        // system itself has none, Lua aborts the process. Nothing else holds the state yet.
        unsafe {
            let allocate = if limits == MemoryLimits::UNCOUNTED { allocate_uncounted } else { allocate };
            let raw = ffi::lua_newstate(allocate, heap.0.get().cast());
            if raw.is_null() {
                return Err(mlua::Error::MemoryError("no memory for Lua".into()));
            }
            for (name, open) in LIBRARIES {
                ffi::luaL_requiref(raw, name.as_ptr(), open, 1);
                ffi::lua_settop(raw, 0);
            }
            let lua = ManuallyDrop::new(Lua::get_or_init_from_ptr(raw).clone());
            Ok(State { lua, raw, heap })
        }
    }

    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    pub fn heap(&self) -> &Rc<SharedHeap> {
        &self.heap
    }
}

impl Drop for State {
    fn drop(&mut self) {
        // SAFETY: the handle is not used afterwards; without it, mlua gives up its own side of the state while that closes.
        // The heap is dropped after this.
        unsafe {
            ManuallyDrop::drop(&mut self.lua);
            ffi::lua_close(self.raw);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(a_script: usize) -> (State, Rc<Cell<u32>>) {
        let running = Rc::new(Cell::new(0));
        let limits = MemoryLimits { a_script, all_scripts: a_script * 4 };
        (State::new(running.clone(), limits).unwrap(), running)
    }

    #[test]
    fn a_script_over_its_limit_gets_an_ordinary_error_and_the_state_lives_on() {
        let (state, running) = state(1 << 20);
        running.set(1);
        let hungry = "local t = {} for i = 1, 1e9 do t[i] = { i } end";
        let error = state.lua().load(hungry).exec().unwrap_err().to_string();
        assert!(error.contains("not enough memory"), "{error}");
        assert!(state.heap().ask(|heap| heap.was_refused(1)));
        let caught = "return select(2, pcall(string.rep, 'x', 1e8))";
        let message: String = state.lua().load(caught).eval().unwrap();
        assert_eq!(message, "not enough memory");
        running.set(0);
        state.lua().gc_collect().unwrap();
        assert!(state.heap().ask(|heap| heap.bytes_of(1)) < 100_000);
        assert_eq!(state.lua().load("return 1 + 1").eval::<i64>().unwrap(), 2);
    }

    #[test]
    fn handles_that_outlive_the_state_are_dead() {
        let (state, _) = state(1 << 20);
        let function: mlua::Function = state.lua().load("return function() end").eval().unwrap();
        let table = state.lua().create_table().unwrap();
        drop(state);
        drop((function, table));
    }

    #[test]
    fn nothing_is_left_in_the_heap_of_a_closed_state() {
        for _ in 0..20 {
            let (state, _) = state(1 << 20);
            state.lua().set_app_data(Rc::new(5));
            state.lua().load("t = {} for i = 1, 1000 do t[i] = tostring(i) end").exec().unwrap();
        }
    }
}
