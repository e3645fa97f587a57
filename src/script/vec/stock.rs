//! Vectors of stock Lua: full userdata of 24 bytes without a finaliser, with one metatable for a whole state.
//!
//! Every function has that metatable as its first upvalue and tells vectors by it. This is the fastest of what stock Lua offers.

use super::{METATABLE, Raw};
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

// SAFETY (the whole file): the state is valid and has a few free stack slots; the caller keeps the rules of `vec.rs`. Only
// userdata that hold three floats have the metatable.

/// Pushes one of the vectors' functions.
pub unsafe fn push_function(state: *mut lua_State, metatable: c_int, function: Raw) {
    unsafe {
        ffi::lua_pushvalue(state, metatable);
        ffi::lua_pushcclosure(state, function, 1);
    }
}

/// Pushes what host functions that return vectors must have as their first upvalue.
pub unsafe fn push_first_upvalue(state: *mut lua_State) {
    unsafe { ffi::lua_getfield(state, ffi::LUA_REGISTRYINDEX, METATABLE.as_ptr()) };
}

/// Nothing is left to do.
pub unsafe fn finish_install(_state: *mut lua_State, _metatable: c_int) {}

/// Pushes a new vector outside the functions that `install` made.
pub unsafe fn push_anywhere(state: *mut lua_State, v: [f64; 3]) {
    unsafe {
        let block = ffi::lua_newuserdatauv(state, size_of::<[f64; 3]>(), 0).cast::<[f64; 3]>();
        block.write(v);
        push_first_upvalue(state);
        ffi::lua_setmetatable(state, -2);
    }
}

/// The numbers of the vector at `index` outside the functions that `install` made. Leaves values on the stack.
pub unsafe fn get_anywhere(state: *mut lua_State, index: c_int) -> Option<[f64; 3]> {
    unsafe {
        push_first_upvalue(state);
        if ffi::lua_getmetatable(state, index) == 0 || ffi::lua_rawequal(state, -1, -2) == 0 {
            return None;
        }
        Some(ffi::lua_touserdata(state, index).cast::<[f64; 3]>().read())
    }
}

/// Pushes a new vector and returns 1, the number of results.
pub unsafe fn push(state: *mut lua_State, v: [f64; 3]) -> c_int {
    unsafe {
        let block = ffi::lua_newuserdatauv(state, size_of::<[f64; 3]>(), 0).cast::<[f64; 3]>();
        block.write(v);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        ffi::lua_setmetatable(state, -2);
        1
    }
}

/// Where a vector's numbers are, or null when the value at `index` is none.
pub unsafe fn block(state: *mut lua_State, index: c_int) -> *mut [f64; 3] {
    unsafe {
        let block = ffi::lua_touserdata(state, index);
        if block.is_null() || ffi::lua_getmetatable(state, index) == 0 {
            return std::ptr::null_mut();
        }
        let ours = ffi::lua_topointer(state, -1) == ffi::lua_topointer(state, ffi::lua_upvalueindex(1));
        ffi::lua_pop(state, 1);
        if ours { block.cast() } else { std::ptr::null_mut() }
    }
}

/// The numbers of the vector at `index`, an argument from 1 on. Found, it leaves one more value on the stack, since taking
/// it off would cost as much as the comparison: arguments that may be missing must be read before.
pub unsafe fn get(state: *mut lua_State, index: c_int) -> Option<[f64; 3]> {
    unsafe {
        let block = ffi::lua_touserdata(state, index).cast::<[f64; 3]>();
        if block.is_null() || ffi::lua_getmetatable(state, index) == 0 {
            return None;
        }
        if ffi::lua_topointer(state, -1) == ffi::lua_topointer(state, ffi::lua_upvalueindex(1)) {
            return Some(block.read());
        }
        ffi::lua_pop(state, 1);
        None
    }
}

/// The numbers of both operands, if both are vectors. Leaves values on the stack as [`get`] does.
pub unsafe fn get_both(state: *mut lua_State) -> Option<([f64; 3], [f64; 3])> {
    unsafe {
        let a = ffi::lua_touserdata(state, 1).cast::<[f64; 3]>();
        let b = ffi::lua_touserdata(state, 2).cast::<[f64; 3]>();
        if a.is_null() || b.is_null() {
            return None;
        }
        let top = ffi::lua_gettop(state);
        if ffi::lua_getmetatable(state, 1) != 0 && ffi::lua_getmetatable(state, 2) != 0 {
            let ours = ffi::lua_topointer(state, ffi::lua_upvalueindex(1));
            if ffi::lua_topointer(state, -2) == ours && ffi::lua_topointer(state, -1) == ours {
                return Some((a.read(), b.read()));
            }
        }
        ffi::lua_settop(state, top);
        None
    }
}
