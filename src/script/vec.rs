//! `Vec`: three 64-bit floats as a Lua value.
//!
//! A full userdata of 24 bytes without a finaliser, with one metatable for a whole state. Its functions are raw C closures,
//! because vectors are what scripts compute with: an addition costs about as much as a table access. This is one of the few
//! files that may say `unsafe`.
//!
//! The rules that every raw function here keeps, since Lua raises errors with longjmp:
//! - where something may raise, nothing with a destructor is alive; values are read, computed and written as plain data
//!   first;
//! - nothing panics: no indexing, no unwrapping, no panicking borrow;
//! - self and operands are checked by the identity of their metatable every time, since methods can be taken out and
//!   called on anything;
//! - no reference into a userdata or the world outlives the moment of reading it.
//!
//! Their first upvalue is always the metatable of vectors.

#![allow(unsafe_code)]

use super::guard::push_place;
use glam::DVec3;
use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua, Value};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::fmt::Write;
use std::rc::Rc;

type Raw = unsafe extern "C-unwind" fn(*mut lua_State) -> c_int;

/// The metatable's name in the registry.
const METATABLE: &CStr = c"moonyard.Vec";

/// Methods by name; documented in `api/vec.rs`.
const METHODS: [(&CStr, Raw); 6] = [
    (c"length", length),
    (c"normalized", normalized),
    (c"dot", dot),
    (c"cross", cross),
    (c"distance", distance),
    (c"lerp", lerp),
];

const METAMETHODS: [(&CStr, Raw); 8] = [
    (c"__add", add),
    (c"__sub", subtract),
    (c"__mul", multiply),
    (c"__div", divide),
    (c"__unm", negate),
    (c"__eq", equal),
    (c"__tostring", to_string),
    (c"__newindex", new_index),
];

/// Makes the type known to a state and returns its constructor, `Vec`.
///
/// # Errors
/// When memory is short.
pub fn install(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: `exec_raw` runs the closure in protected mode; it owns nothing with a destructor, and leaves on the stack just
    // the constructor. At most 6 slots are used of the 20 that Lua grants.
    unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_createtable(state, 0, 12);
            let metatable = ffi::lua_gettop(state);
            for (name, function) in METAMETHODS {
                push_closure(state, metatable, function);
                ffi::lua_setfield(state, metatable, name.as_ptr());
            }
            ffi::lua_createtable(state, 0, METHODS.len() as c_int);
            for (name, function) in METHODS {
                push_closure(state, metatable, function);
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
            push_closure(state, metatable, construct);
            ffi::lua_replace(state, metatable);
        })
    }
}

/// A new vector.
pub fn create(lua: &Lua, v: DVec3) -> mlua::Result<Value> {
    let numbers = v.to_array();
    // SAFETY: as in `install`; `numbers` is plain data.
    unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_getfield(state, ffi::LUA_REGISTRYINDEX, METATABLE.as_ptr());
            let block = ffi::lua_newuserdatauv(state, size_of::<[f64; 3]>(), 0).cast::<[f64; 3]>();
            block.write(numbers);
            ffi::lua_insert(state, -2);
            ffi::lua_setmetatable(state, -2);
        })
    }
}

/// The numbers of a vector; `None` for any other value.
pub fn read(lua: &Lua, value: &Value) -> Option<DVec3> {
    let Value::UserData(userdata) = value else { return None };
    let mut numbers = None;
    // SAFETY: as in `install`; `numbers` is plain data that outlives the call, and is only written once the metatable has shown
    // that the userdata is ours and so holds three floats.
    let done: mlua::Result<()> = unsafe {
        lua.exec_raw(userdata, |state| {
            ffi::lua_getfield(state, ffi::LUA_REGISTRYINDEX, METATABLE.as_ptr());
            if ffi::lua_getmetatable(state, 1) != 0 && ffi::lua_rawequal(state, -1, -2) != 0 {
                numbers = Some(ffi::lua_touserdata(state, 1).cast::<[f64; 3]>().read());
            }
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

/// A closure over the metatable, the host, the reading function and the name.
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
            ffi::lua_getfield(state, ffi::LUA_REGISTRYINDEX, METATABLE.as_ptr());
            ffi::lua_pushlightuserdata(state, host);
            ffi::lua_pushlightuserdata(state, read);
            ffi::lua_pushlightuserdata(state, name.as_ptr().cast_mut().cast());
            ffi::lua_pushcclosure(state, call, 4);
        })
    }
}

// SAFETY (both): upvalue 2 points at a `T` that `KeptAlive` keeps for as long as the state, and only this file makes such
// closures, always with the matching function as upvalue 3. The reference to the host ends before anything can raise.

unsafe extern "C-unwind" fn call_getter<T>(state: *mut lua_State) -> c_int {
    unsafe {
        let host = ffi::lua_touserdata(state, ffi::lua_upvalueindex(2)).cast::<T>();
        let read = ffi::lua_touserdata(state, ffi::lua_upvalueindex(3));
        let read = std::mem::transmute::<*mut c_void, fn(&T) -> DVec3>(read);
        let v = read(&*host).to_array();
        push(state, v)
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
        push(state, v)
    }
}

// SAFETY (the rest of this file): Lua calls these functions with a valid state and 20 free stack slots, and their first
// upvalue is the metatable of vectors, whose userdata hold three floats each.

unsafe fn push_closure(state: *mut lua_State, metatable: c_int, function: Raw) {
    unsafe {
        ffi::lua_pushvalue(state, metatable);
        ffi::lua_pushcclosure(state, function, 1);
    }
}

/// Pushes a new vector and returns 1, the number of results.
unsafe fn push(state: *mut lua_State, v: [f64; 3]) -> c_int {
    unsafe {
        let block = ffi::lua_newuserdatauv(state, size_of::<[f64; 3]>(), 0).cast::<[f64; 3]>();
        block.write(v);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        ffi::lua_setmetatable(state, -2);
        1
    }
}

/// Where a vector's numbers are, or null when the value at `index` is none.
unsafe fn block(state: *mut lua_State, index: c_int) -> *mut [f64; 3] {
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
unsafe fn get(state: *mut lua_State, index: c_int) -> Option<[f64; 3]> {
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
unsafe fn get_both(state: *mut lua_State) -> Option<([f64; 3], [f64; 3])> {
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

/// A number, not a string that looks like one.
unsafe fn number(state: *mut lua_State, index: c_int) -> Option<f64> {
    unsafe {
        if ffi::lua_type(state, index) == ffi::LUA_TNUMBER {
            Some(ffi::lua_tonumber(state, index))
        } else {
            None
        }
    }
}

unsafe fn type_name(state: *mut lua_State, index: c_int) -> *const c_char {
    unsafe {
        if !block(state, index).is_null() {
            c"Vec".as_ptr()
        } else if ffi::lua_type(state, index) < ffi::LUA_TNIL {
            c"nothing".as_ptr()
        } else {
            ffi::luaL_typename(state, index)
        }
    }
}

/// Raises what `message` pushes, with the script's file and line before it.
unsafe fn fail(state: *mut lua_State, message: impl FnOnce(*mut lua_State)) -> c_int {
    unsafe {
        push_place(state);
        message(state);
        ffi::lua_concat(state, 2);
        ffi::lua_error(state)
    }
}

/// Raises "a operator b: what is allowed".
unsafe fn fail_operands(state: *mut lua_State, operator: &CStr, allowed: &CStr) -> c_int {
    unsafe {
        let (left, right) = (type_name(state, 1), type_name(state, 2));
        fail(state, |state| {
            ffi::lua_pushfstring(
                state,
                c"%s %s %s: %s".as_ptr(),
                left,
                operator.as_ptr(),
                right,
                allowed.as_ptr(),
            );
        })
    }
}

/// Raises for a method that was given something else than a vector as self (1) or as its argument (2).
unsafe fn fail_method(state: *mut lua_State, method: &CStr, index: c_int) -> c_int {
    unsafe {
        let got = type_name(state, index);
        let form = if index == 1 {
            c"%s is a method of a Vec, got %s (write v:%s, with a colon)"
        } else {
            c"%s takes a Vec, got %s (v:%s)"
        };
        fail(state, |state| {
            ffi::lua_pushfstring(state, form.as_ptr(), method.as_ptr(), got, method.as_ptr());
        })
    }
}

/// Raises for a method of two vectors, for the first of them that is none.
unsafe fn fail_either(state: *mut lua_State, method: &CStr) -> c_int {
    unsafe {
        let index = if block(state, 1).is_null() { 1 } else { 2 };
        fail_method(state, method, index)
    }
}

unsafe extern "C-unwind" fn construct(state: *mut lua_State) -> c_int {
    unsafe {
        let mut v = [0.0; 3];
        let names = [c"x", c"y", c"z"];
        for ((component, name), index) in v.iter_mut().zip(names).zip(1..) {
            match ffi::lua_type(state, index) {
                ffi::LUA_TNUMBER => *component = ffi::lua_tonumber(state, index),
                ffi::LUA_TNONE | ffi::LUA_TNIL => (),
                _ => {
                    let got = type_name(state, index);
                    return fail(state, |state| {
                        ffi::lua_pushfstring(
                            state,
                            c"Vec(x, y, z): %s must be a number, got %s".as_ptr(),
                            name.as_ptr(),
                            got,
                        );
                    });
                }
            }
        }
        push(state, v)
    }
}

/// x, y or z as 0, 1 or 2, from the key at `index`.
unsafe fn component(state: *mut lua_State, index: c_int) -> Option<usize> {
    unsafe {
        if ffi::lua_type(state, index) != ffi::LUA_TSTRING {
            return None;
        }
        let mut length = 0;
        let text = ffi::lua_tolstring(state, index, &mut length);
        if length != 1 {
            return None;
        }
        match text.cast::<u8>().read() {
            b'x' => Some(0),
            b'y' => Some(1),
            b'z' => Some(2),
            _ => None,
        }
    }
}

unsafe extern "C-unwind" fn index(state: *mut lua_State) -> c_int {
    unsafe {
        if let Some(component) = component(state, 2)
            && let Some(v) = get(state, 1)
            && let Some(n) = v.get(component)
        {
            ffi::lua_pushnumber(state, *n);
        } else {
            ffi::lua_pushvalue(state, 2);
            ffi::lua_rawget(state, ffi::lua_upvalueindex(2));
        }
        1
    }
}

unsafe extern "C-unwind" fn new_index(state: *mut lua_State) -> c_int {
    unsafe {
        let (Some(component), false) = (component(state, 2), block(state, 1).is_null()) else {
            return fail(state, |state| {
                ffi::lua_pushstring(state, c"a Vec has x, y and z, and no other field can be set".as_ptr());
            });
        };
        let Some(n) = number(state, 3) else {
            let got = type_name(state, 3);
            return fail(state, |state| {
                ffi::lua_pushfstring(state, c"x, y and z of a Vec are numbers, got %s".as_ptr(), got);
            });
        };
        block(state, 1).cast::<f64>().add(component).write(n);
        0
    }
}

unsafe extern "C-unwind" fn add(state: *mut lua_State) -> c_int {
    unsafe {
        match get_both(state) {
            Some(([ax, ay, az], [bx, by, bz])) => push(state, [ax + bx, ay + by, az + bz]),
            None => fail_operands(state, c"+", c"a Vec can only be added to a Vec"),
        }
    }
}

unsafe extern "C-unwind" fn subtract(state: *mut lua_State) -> c_int {
    unsafe {
        match get_both(state) {
            Some(([ax, ay, az], [bx, by, bz])) => push(state, [ax - bx, ay - by, az - bz]),
            None => fail_operands(state, c"-", c"only a Vec can be taken from a Vec"),
        }
    }
}

unsafe extern "C-unwind" fn multiply(state: *mut lua_State) -> c_int {
    unsafe {
        match (get(state, 1), get(state, 2)) {
            (Some([ax, ay, az]), Some([bx, by, bz])) => push(state, [ax * bx, ay * by, az * bz]),
            (Some([x, y, z]), None) => match number(state, 2) {
                Some(n) => push(state, [x * n, y * n, z * n]),
                None => fail_operands(state, c"*", c"a Vec can be multiplied by a number or a Vec"),
            },
            (None, Some([x, y, z])) => match number(state, 1) {
                Some(n) => push(state, [n * x, n * y, n * z]),
                None => fail_operands(state, c"*", c"a Vec can be multiplied by a number or a Vec"),
            },
            _ => fail_operands(state, c"*", c"a Vec can be multiplied by a number or a Vec"),
        }
    }
}

unsafe extern "C-unwind" fn divide(state: *mut lua_State) -> c_int {
    unsafe {
        match (get(state, 1), number(state, 2)) {
            (Some([x, y, z]), Some(n)) => push(state, [x / n, y / n, z / n]),
            _ => fail_operands(state, c"/", c"a Vec can only be divided by a number"),
        }
    }
}

unsafe extern "C-unwind" fn negate(state: *mut lua_State) -> c_int {
    unsafe {
        match get(state, 1) {
            Some([x, y, z]) => push(state, [-x, -y, -z]),
            None => fail_method(state, c"-v", 1),
        }
    }
}

unsafe extern "C-unwind" fn equal(state: *mut lua_State) -> c_int {
    unsafe {
        let same = get_both(state).is_some_and(|(a, b)| a == b);
        ffi::lua_pushboolean(state, c_int::from(same));
        1
    }
}

/// Text of a fixed size: the longest three floats with three decimals fit. Nothing here is on the heap.
struct Text {
    bytes: [u8; 1024],
    length: usize,
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let end = self.length + text.len();
        let room = self.bytes.get_mut(self.length..end).ok_or(std::fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

unsafe extern "C-unwind" fn to_string(state: *mut lua_State) -> c_int {
    unsafe {
        let Some([x, y, z]) = get(state, 1) else { return fail_method(state, c"tostring", 1) };
        let mut text = Text { bytes: [0; 1024], length: 0 };
        let _ = write!(text, "Vec({x:.3}, {y:.3}, {z:.3})");
        ffi::lua_pushlstring(state, text.bytes.as_ptr().cast(), text.length);
        1
    }
}

fn dot_product(a: [f64; 3], b: [f64; 3]) -> f64 {
    let ([ax, ay, az], [bx, by, bz]) = (a, b);
    ax * bx + ay * by + az * bz
}

/// A method of one vector that gives a number.
macro_rules! method {
    ($name:ident, $label:literal, |$a:ident| $push:ident $result:expr) => {
        unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            unsafe {
                let Some($a) = get(state, 1) else { return fail_method(state, $label, 1) };
                method!(@push state, $push, $result)
            }
        }
    };
    ($name:ident, $label:literal, |$a:ident, $b:ident| $push:ident $result:expr) => {
        unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            unsafe {
                let Some(($a, $b)) = get_both(state) else { return fail_either(state, $label) };
                method!(@push state, $push, $result)
            }
        }
    };
    (@push $state:ident, vector, $result:expr) => { push($state, $result) };
    (@push $state:ident, scalar, $result:expr) => {{
        ffi::lua_pushnumber($state, $result);
        1
    }};
}

method!(length, c"length", |a| scalar dot_product(a, a).sqrt());
method!(normalized, c"normalized", |a| vector {
    let length = dot_product(a, a).sqrt();
    if length < 1e-9 { [0.0; 3] } else { a.map(|n| n / length) }
});
method!(dot, c"dot", |a, b| scalar dot_product(a, b));
method!(cross, c"cross", |a, b| vector {
    let ([ax, ay, az], [bx, by, bz]) = (a, b);
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
});
method!(distance, c"distance", |a, b| scalar {
    let ([ax, ay, az], [bx, by, bz]) = (a, b);
    let d = [ax - bx, ay - by, az - bz];
    dot_product(d, d).sqrt()
});

unsafe extern "C-unwind" fn lerp(state: *mut lua_State) -> c_int {
    unsafe {
        ffi::lua_settop(state, 3);
        let Some(([ax, ay, az], [bx, by, bz])) = get_both(state) else { return fail_either(state, c"lerp") };
        let Some(t) = number(state, 3) else {
            let got = type_name(state, 3);
            return fail(state, |state| {
                ffi::lua_pushfstring(
                    state,
                    c"lerp(b, t): t must be a number from 0 to 1, got %s".as_ptr(),
                    got,
                );
            });
        };
        push(state, [ax + (bx - ax) * t, ay + (by - ay) * t, az + (bz - az) * t])
    }
}
