//! Vectors: three 64-bit floats as one value of Lua.
//!
//! All functions here keep the rules of Lua's C API: the state is valid and, where something is pushed, has a free slot.

use crate::State;
use std::ffi::c_int;

/// A C function of Lua's.
pub type Function = unsafe extern "C-unwind" fn(*mut State) -> c_int;

unsafe extern "C-unwind" {
    fn lua_tovec(state: *mut State, index: c_int) -> *mut [f64; 3];
    fn lua_pushvec(state: *mut State, x: f64, y: f64, z: f64) -> *mut [f64; 3];
    fn lua_setvecfunctions(
        state: *mut State,
        length: Option<Function>,
        normalized: Option<Function>,
        construct: Option<Function>,
    );
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

/// C functions without upvalues that the interpreter may do itself, where scripts call just these.
#[derive(Clone, Copy, Debug)]
pub struct VecFunctions {
    /// The method `length`: the square root of the sum of squares.
    pub length: Function,
    /// The method `normalized`: a vector divided by its length; zero for one shorter than 1e-9.
    pub normalized: Function,
    /// The constructor: a vector of three numbers.
    pub construct: Function,
}

/// Says which functions the interpreter may do itself.
///
/// # Safety
/// The state is valid, and the functions do what is written above, and nothing else.
pub unsafe fn set_vec_functions(state: *mut State, functions: VecFunctions) {
    let VecFunctions { length, normalized, construct } = functions;
    // SAFETY: as above.
    unsafe { lua_setvecfunctions(state, Some(length), Some(normalized), Some(construct)) };
}
