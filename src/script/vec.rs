//! `Vec`: three 64-bit floats as a Lua value.
//!
//! What a vector is made of depends on the Lua that this is built with: `vec/native.rs` has our own Lua's vectors,
//! `vec/stock.rs` userdata for stock Lua. All else is the same for both: the functions in `vec/operations.rs`, and here what
//! installs them, and the host's ways to make and read vectors. These are among the few files that may say `unsafe`.
//!
//! The functions are raw C functions, because vectors are what scripts compute with. They keep these rules, since Lua raises
//! errors with longjmp:
//! - where something may raise, nothing with a destructor is alive; values are read, computed and written as plain data
//!   first;
//! - nothing panics: no indexing, no unwrapping, no panicking borrow;
//! - self and operands are checked every time, since methods can be taken out and called on anything;
//! - no reference into a vector or the world outlives the moment of reading it.

#![allow(unsafe_code)]

#[cfg_attr(feature = "yard-vm", path = "vec/native.rs")]
#[cfg_attr(not(feature = "yard-vm"), path = "vec/stock.rs")]
mod made;
mod operations;

use glam::DVec3;
use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua, Value};
use operations::{METAMETHODS, METHODS, construct, fail, index, type_name};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::rc::Rc;

type Raw = unsafe extern "C-unwind" fn(*mut lua_State) -> c_int;

/// The metatable's name in the registry.
const METATABLE: &CStr = c"moonyard.Vec";

/// Makes the type known to a state and returns its constructor, `Vec`.
///
/// # Errors
/// When memory is short.
pub fn install(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: `exec_raw` runs the closure in protected mode; it owns nothing with a destructor, and leaves on the stack just
    // the constructor. At most 6 slots are used of the 20 that Lua grants.
    unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_createtable(state, 0, 20);
            let metatable = ffi::lua_gettop(state);
            for (name, function) in METAMETHODS {
                made::push_function(state, metatable, function);
                ffi::lua_setfield(state, metatable, name.as_ptr());
            }
            ffi::lua_createtable(state, 0, METHODS.len() as c_int);
            for (name, function) in METHODS {
                made::push_function(state, metatable, function);
                ffi::lua_setfield(state, -2, name.as_ptr());
            }
            ffi::lua_pushvalue(state, metatable);
            ffi::lua_insert(state, -2);
            ffi::lua_pushcclosure(state, index, 2);
            ffi::lua_setfield(state, metatable, c"__index".as_ptr());
            ffi::lua_pushboolean(state, 0);
            ffi::lua_setfield(state, metatable, c"__metatable".as_ptr());
            ffi::lua_pushstring(state, c"Vec".as_ptr());
            ffi::lua_setfield(state, metatable, c"__name".as_ptr());
            ffi::lua_pushvalue(state, metatable);
            ffi::lua_setfield(state, ffi::LUA_REGISTRYINDEX, METATABLE.as_ptr());
            made::finish_install(state, metatable);
            made::push_function(state, metatable, construct);
            ffi::lua_replace(state, metatable);
        })
    }
}

/// A new vector.
pub fn create(lua: &Lua, v: DVec3) -> mlua::Result<Value> {
    let numbers = v.to_array();
    // SAFETY: as in `install`; `numbers` is plain data.
    unsafe { lua.exec_raw((), |state| made::push_anywhere(state, numbers)) }
}

/// The numbers of a vector; `None` for any other value.
pub fn read(lua: &Lua, value: &Value) -> Option<DVec3> {
    let Value::UserData(userdata) = value else { return None };
    let mut numbers = None;
    // SAFETY: as in `install`; `numbers` is plain data that outlives the call.
    let done: mlua::Result<()> = unsafe {
        lua.exec_raw(userdata, |state| {
            numbers = made::get_anywhere(state, 1);
            ffi::lua_settop(state, 0);
        })
    };
    done.ok().and(numbers).map(DVec3::from_array)
}

/// Keeps a host alive as long as the state whose raw functions point at it: app data goes last when a state closes.
struct KeptAlive<T>(#[expect(dead_code, reason = "held for its lifetime only")] Rc<T>);

/// A host function without arguments that answers with a vector, such as `player.position`. `read` must not panic and must
/// not call Lua.
pub fn getter<T: 'static>(lua: &Lua, host: &Rc<T>, read: fn(&T) -> DVec3) -> mlua::Result<Function> {
    host_function(lua, host, read as *mut c_void, call_getter::<T>, c"")
}

/// A host function of one integer that answers with a vector, such as `physics.position`. `name` is for its errors; `read`
/// must not panic and must not call Lua.
pub fn id_getter<T: 'static>(
    lua: &Lua,
    host: &Rc<T>,
    name: &'static CStr,
    read: fn(&T, i64) -> DVec3,
) -> mlua::Result<Function> {
    host_function(lua, host, read as *mut c_void, call_id_getter::<T>, name)
}

/// A closure over what vectors need, the host, the reading function and the name.
fn host_function<T: 'static>(
    lua: &Lua,
    host: &Rc<T>,
    read: *mut c_void,
    call: Raw,
    name: &'static CStr,
) -> mlua::Result<Function> {
    lua.set_app_data(KeptAlive(host.clone()));
    let host = Rc::as_ptr(host).cast_mut().cast::<c_void>();
    // SAFETY: as in `install`; the three pointers are plain data.
    unsafe {
        lua.exec_raw((), |state| {
            made::push_first_upvalue(state);
            ffi::lua_pushlightuserdata(state, host);
            ffi::lua_pushlightuserdata(state, read);
            ffi::lua_pushlightuserdata(state, name.as_ptr().cast_mut().cast());
            ffi::lua_pushcclosure(state, call, 4);
        })
    }
}

// SAFETY (both): Lua calls them with a valid state and 20 free stack slots; upvalue 2 points at a `T` that `KeptAlive` keeps for as long as the state, and only this file makes such
// closures, always with the matching function as upvalue 3. The reference to the host ends before anything can raise.

unsafe extern "C-unwind" fn call_getter<T>(state: *mut lua_State) -> c_int {
    unsafe {
        let host = ffi::lua_touserdata(state, ffi::lua_upvalueindex(2)).cast::<T>();
        let read = ffi::lua_touserdata(state, ffi::lua_upvalueindex(3));
        let read = std::mem::transmute::<*mut c_void, fn(&T) -> DVec3>(read);
        let v = read(&*host).to_array();
        made::push(state, v)
    }
}

unsafe extern "C-unwind" fn call_id_getter<T>(state: *mut lua_State) -> c_int {
    unsafe {
        let mut whole = 0;
        let id = ffi::lua_tointegerx(state, 1, &mut whole);
        if ffi::lua_type(state, 1) != ffi::LUA_TNUMBER || whole == 0 {
            let name = ffi::lua_touserdata(state, ffi::lua_upvalueindex(4)).cast::<c_char>();
            if ffi::lua_type(state, 1) == ffi::LUA_TNUMBER {
                let number = ffi::lua_tonumber(state, 1);
                return fail(state, |state| {
                    ffi::lua_pushfstring(
                        state,
                        c"%s: a body id is a whole number, got %f".as_ptr(),
                        name,
                        number,
                    );
                });
            }
            let got = type_name(state, 1);
            return fail(state, |state| {
                ffi::lua_pushfstring(state, c"%s: a body id is a whole number, got %s".as_ptr(), name, got);
            });
        }
        let host = ffi::lua_touserdata(state, ffi::lua_upvalueindex(2)).cast::<T>();
        let read = ffi::lua_touserdata(state, ffi::lua_upvalueindex(3));
        let read = std::mem::transmute::<*mut c_void, fn(&T, i64) -> DVec3>(read);
        let v = read(&*host, id).to_array();
        made::push(state, v)
    }
}
