//! Where a script was when it was stopped, or when there was no memory: what the errors themselves cannot say.

use crate::State;
use std::cell::Cell;
use std::ffi::{CStr, c_char};
use std::ptr::NonNull;
use std::rc::Rc;

unsafe extern "C-unwind" {
    fn lua_stopplace(state: *mut State) -> *const c_char;
    fn lua_nomemoryplace(state: *mut State) -> *const c_char;
    fn lua_forgetnomemory(state: *mut State);
}

/// Tells places of one state, on its thread. Once the state is gone it knows none.
#[derive(Clone, Default)]
pub struct Places(Rc<Cell<Option<NonNull<State>>>>);

impl Places {
    /// # Safety
    /// The state is valid and open until `forget_state` is called.
    pub(crate) unsafe fn new(state: *mut State) -> Places {
        Places(Rc::new(Cell::new(NonNull::new(state))))
    }

    pub(crate) fn forget_state(&self) {
        self.0.set(None);
    }

    /// The script's innermost calls where the last stop was noticed first, one a line, as in a traceback.
    pub fn of_stop(&self) -> String {
        // SAFETY: the state is there as long as the cell has it; the call only takes the address of a text that ends with a zero.
        self.0.get().map(|state| unsafe { text(lua_stopplace(state.as_ptr())) }).unwrap_or_default()
    }

    /// The same where there was no memory, if that error was not caught; it is told once.
    pub fn of_no_memory(&self) -> String {
        let Some(state) = self.0.get() else { return String::new() };
        // SAFETY: as above; the second call only makes the text empty, after it was copied.
        unsafe {
            let calls = text(lua_nomemoryplace(state.as_ptr()));
            lua_forgetnomemory(state.as_ptr());
            calls
        }
    }
}

/// # Safety
/// A text that ends with a zero and does not change meanwhile.
unsafe fn text(text: *const c_char) -> String {
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
