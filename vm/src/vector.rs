//! Vectors: three 64-bit floats as one value of Lua.
//!
//! All functions here keep the rules of Lua's C API: the state is valid and, where something is pushed, has a free slot.

use crate::State;
use std::ffi::c_int;

unsafe extern "C-unwind" {
    fn lua_tovec(state: *mut State, index: c_int) -> *mut [f64; 3];
    fn lua_pushvec(state: *mut State, x: f64, y: f64, z: f64) -> *mut [f64; 3];
    fn lua_setveclength(state: *mut State, length: Option<unsafe extern "C-unwind" fn(*mut State) -> c_int>);
}

/// Where the numbers of the vector at a stack index are; null if the value there is none.
///
/// # Safety
/// The state is valid. The pointer is good as long as the vector is reachable for Lua, and while nothing else writes to it.
pub unsafe fn vec_numbers(state: *mut State, index: c_int) -> *mut [f64; 3] {
    // SAFETY: as above.
    unsafe { lua_tovec(state, index) }
}

/// Pushes a new vector. All vectors share one metatable, set by `lua_setmetatable` of any of them.
///
/// # Safety
/// The state is valid and has a free slot. It may raise a memory error, by longjmp: nothing with a destructor may be alive.
pub unsafe fn push_vec(state: *mut State, [x, y, z]: [f64; 3]) {
    // SAFETY: as above.
    unsafe { lua_pushvec(state, x, y, z) };
}

/// Says which C function without upvalues is the method `length`: the interpreter may do it itself where a vector's method of
/// that name is this function.
///
/// # Safety
/// The state is valid, and the function computes the length of a vector and does nothing else.
pub unsafe fn set_vec_length(state: *mut State, length: unsafe extern "C-unwind" fn(*mut State) -> c_int) {
    // SAFETY: as above.
    unsafe { lua_setveclength(state, Some(length)) };
}
