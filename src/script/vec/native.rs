//! Vectors of our own Lua: a type of its own, told by its tag, whose metatable all vectors share without each pointing to it.

use super::Raw;
use super::operations::{METHODS, construct, length, normalized};
use mlua::ffi::{self, lua_State};
use moonyard_vm::VecFunctions;
use std::ffi::c_int;

// SAFETY (the whole file): the state is valid and has a free stack slot; the caller keeps the rules of `vec.rs`.

/// Pushes one of the vectors' functions. It needs no upvalue.
pub unsafe fn push_function(state: *mut lua_State, _metatable: c_int, function: Raw) {
    unsafe { ffi::lua_pushcclosure(state, function, 0) }
}

/// Pushes what host functions that return vectors have as their first upvalue: nothing of use.
pub unsafe fn push_first_upvalue(state: *mut lua_State) {
    unsafe { ffi::lua_pushnil(state) }
}

/// Makes the table at `metatable` that of all vectors. The interpreter looks methods up there, before `__index`.
pub unsafe fn finish_install(state: *mut lua_State, metatable: c_int) {
    unsafe {
        for (name, function) in METHODS {
            push_function(state, metatable, function);
            ffi::lua_setfield(state, metatable, name.as_ptr());
        }
        let functions = VecFunctions {
            length: as_the_vm_has_it(length),
            normalized: as_the_vm_has_it(normalized),
            construct: as_the_vm_has_it(construct),
        };
        moonyard_vm::set_vec_functions(state.cast(), functions);
        moonyard_vm::push_vec(state.cast(), [0.0; 3]);
        ffi::lua_pushvalue(state, metatable);
        ffi::lua_setmetatable(state, -2);
        ffi::lua_pop(state, 1);
    }
}

/// The same function, in the other of two declarations of one C type.
fn as_the_vm_has_it(function: Raw) -> moonyard_vm::Function {
    // SAFETY: both declare the state as a pointer that only Lua looks behind.
    unsafe { std::mem::transmute::<Raw, moonyard_vm::Function>(function) }
}

/// Pushes a new vector and returns 1, the number of results.
pub unsafe fn push(state: *mut lua_State, v: [f64; 3]) -> c_int {
    unsafe { moonyard_vm::push_vec(state.cast(), v) };
    1
}

/// The same outside the functions that `install` made.
pub unsafe fn push_anywhere(state: *mut lua_State, v: [f64; 3]) {
    unsafe { moonyard_vm::push_vec(state.cast(), v) }
}

/// Where a vector's numbers are, or null when the value at `index` is none.
pub unsafe fn block(state: *mut lua_State, index: c_int) -> *mut [f64; 3] {
    unsafe { moonyard_vm::vec_numbers(state.cast(), index) }
}

/// The numbers of the vector at `index`.
pub unsafe fn get(state: *mut lua_State, index: c_int) -> Option<[f64; 3]> {
    unsafe { block(state, index).as_ref().copied() }
}

/// The same outside the functions that `install` made.
pub unsafe fn get_anywhere(state: *mut lua_State, index: c_int) -> Option<[f64; 3]> {
    unsafe { get(state, index) }
}

/// The numbers of both operands, if both are vectors.
pub unsafe fn get_both(state: *mut lua_State) -> Option<([f64; 3], [f64; 3])> {
    unsafe { Some((get(state, 1)?, get(state, 2)?)) }
}
