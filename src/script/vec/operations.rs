//! What vectors can do: the constructor, operators, methods and their errors. Documented for scripts in `api/vec.rs`.
//!
//! With our own Lua the interpreter does much of this by itself and comes here for the rest; both give the same results to
//! the bit. The rules for raw functions are in `vec.rs`.

use super::Raw;
use super::made::{block, get, get_both, push};
use crate::script::guard::push_place;
use mlua::ffi::{self, lua_State};
use std::ffi::{CStr, c_char, c_int};
use std::fmt::Write;

/// Methods by name.
pub const METHODS: [(&CStr, Raw); 6] = [
    (c"length", length),
    (c"normalized", normalized),
    (c"dot", dot),
    (c"cross", cross),
    (c"distance", distance),
    (c"lerp", lerp),
];

pub const METAMETHODS: [(&CStr, Raw); 8] = [
    (c"__add", add),
    (c"__sub", subtract),
    (c"__mul", multiply),
    (c"__div", divide),
    (c"__unm", negate),
    (c"__eq", equal),
    (c"__tostring", to_string),
    (c"__newindex", new_index),
];

// SAFETY (the whole file): Lua calls these functions with a valid state and 20 free stack slots, and `install` has made their
// upvalues as `made` needs them. A vector's block holds three floats.

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

pub unsafe fn type_name(state: *mut lua_State, index: c_int) -> *const c_char {
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
pub unsafe fn fail(state: *mut lua_State, message: impl FnOnce(*mut lua_State)) -> c_int {
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

/// For operands that a vector knows nothing to do with. If the right one is the host's and has the operator, as arrays have, it
/// answers; else raises "a operator b: what is allowed".
unsafe fn pass_on(state: *mut lua_State, event: &CStr, operator: &CStr, allowed: &CStr) -> c_int {
    unsafe {
        // Only a left operand that is a vector: in the other order Lua has asked the array first.
        let right_is_the_hosts = get(state, 1).is_some()
            && get(state, 2).is_none()
            && ffi::lua_type(state, 2) == ffi::LUA_TUSERDATA;
        if !right_is_the_hosts || ffi::luaL_getmetafield(state, 2, event.as_ptr()) == ffi::LUA_TNIL {
            return fail_operands(state, operator, allowed);
        }
        ffi::lua_pushvalue(state, 1);
        ffi::lua_pushvalue(state, 2);
        ffi::lua_call(state, 2, 1);
        1
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

pub unsafe extern "C-unwind" fn construct(state: *mut lua_State) -> c_int {
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

/// Upvalue 2 holds the methods.
pub unsafe extern "C-unwind" fn index(state: *mut lua_State) -> c_int {
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
            None => pass_on(state, c"__add", c"+", c"a Vec can only be added to a Vec"),
        }
    }
}

unsafe extern "C-unwind" fn subtract(state: *mut lua_State) -> c_int {
    unsafe {
        match get_both(state) {
            Some(([ax, ay, az], [bx, by, bz])) => push(state, [ax - bx, ay - by, az - bz]),
            None => pass_on(state, c"__sub", c"-", c"only a Vec can be taken from a Vec"),
        }
    }
}

unsafe extern "C-unwind" fn multiply(state: *mut lua_State) -> c_int {
    unsafe {
        match (get(state, 1), get(state, 2)) {
            (Some([ax, ay, az]), Some([bx, by, bz])) => push(state, [ax * bx, ay * by, az * bz]),
            (Some([x, y, z]), None) => match number(state, 2) {
                Some(n) => push(state, [x * n, y * n, z * n]),
                None => pass_on(state, c"__mul", c"*", c"a Vec can be multiplied by a number or a Vec"),
            },
            (None, Some([x, y, z])) => match number(state, 1) {
                Some(n) => push(state, [n * x, n * y, n * z]),
                None => pass_on(state, c"__mul", c"*", c"a Vec can be multiplied by a number or a Vec"),
            },
            _ => pass_on(state, c"__mul", c"*", c"a Vec can be multiplied by a number or a Vec"),
        }
    }
}

unsafe extern "C-unwind" fn divide(state: *mut lua_State) -> c_int {
    unsafe {
        match (get(state, 1), number(state, 2)) {
            (Some([x, y, z]), Some(n)) => push(state, [x / n, y / n, z / n]),
            _ => pass_on(state, c"__div", c"/", c"a Vec can only be divided by a number"),
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
        pub unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
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
