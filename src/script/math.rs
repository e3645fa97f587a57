//! The functions of Lua's `math` that stock Lua takes from the C library, which differ between machines in their last bits.
//! Scripts feed them into the world, so here they come from `libm`, which is the same everywhere.
//!
//! What the C library computes exactly on every machine (`sqrt`, `floor`, `fmod` and so on) stays Lua's own. Functions of older
//! Luas that Lua 5.4 only keeps on request are taken out.

#![allow(unsafe_code)]

use mlua::ffi::{self, lua_State};
use mlua::{Lua, Table, Value};
use std::ffi::c_int;

type Raw = unsafe extern "C-unwind" fn(*mut lua_State) -> c_int;

const FUNCTIONS: [(&str, Raw); 8] = [
    ("sin", sin),
    ("cos", cos),
    ("tan", tan),
    ("asin", asin),
    ("acos", acos),
    ("atan", atan),
    ("exp", exp),
    ("log", log),
];

const OLD: [&str; 7] = ["pow", "cosh", "sinh", "tanh", "log10", "frexp", "ldexp"];

/// Replaces them in a fresh `math`.
///
/// # Errors
/// When memory is short.
pub fn make_repeatable(lua: &Lua, math: &Table) -> mlua::Result<()> {
    for (name, function) in FUNCTIONS {
        // SAFETY: each of them keeps the rules below.
        let function = unsafe { lua.create_c_function(function) }?;
        math.set(name, function)?;
    }
    for name in OLD {
        math.set(name, Value::Nil)?;
    }
    Ok(())
}

// SAFETY (the rest of this file): Lua calls these functions with a valid state and 20 free stack slots. `luaL_checknumber`
// raises by longjmp; nothing with a destructor is alive there, and nothing panics.

macro_rules! of_one_number {
    ($($name:ident)*) => {
        $(unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            unsafe {
                let x = ffi::luaL_checknumber(state, 1);
                ffi::lua_pushnumber(state, libm::$name(x));
                1
            }
        })*
    };
}

of_one_number! { sin cos tan asin acos exp }

/// What stock Lua calls for `x ^ y`, as `.cargo/config.toml` tells its compiler; our own Lua brings the same function.
#[cfg(not(feature = "yard-vm"))]
#[unsafe(no_mangle)]
extern "C" fn moonyard_pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

unsafe extern "C-unwind" fn atan(state: *mut lua_State) -> c_int {
    unsafe {
        let y = ffi::luaL_checknumber(state, 1);
        let x = ffi::luaL_optnumber(state, 2, 1.0);
        ffi::lua_pushnumber(state, libm::atan2(y, x));
        1
    }
}

unsafe extern "C-unwind" fn log(state: *mut lua_State) -> c_int {
    unsafe {
        let x = ffi::luaL_checknumber(state, 1);
        let result = if ffi::lua_isnoneornil(state, 2) != 0 {
            libm::log(x)
        } else {
            let base = ffi::luaL_checknumber(state, 2);
            if base == 2.0 {
                libm::log2(x)
            } else if base == 10.0 {
                libm::log10(x)
            } else {
                libm::log(x) / libm::log(base)
            }
        };
        ffi::lua_pushnumber(state, result);
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mlua::StdLib;

    fn check(text: &str) {
        let lua = Lua::new_with(StdLib::MATH | StdLib::STRING, mlua::LuaOptions::default()).unwrap();
        make_repeatable(&lua, &lua.globals().get("math").unwrap()).unwrap();
        lua.load(text).exec().unwrap();
    }

    #[test]
    fn they_compute_what_lua_says_they_do() {
        check(
            "assert(math.sin(0) == 0 and math.cos(0) == 1 and math.tan(0) == 0 and math.exp(0) == 1)
            assert(math.atan(1) == math.pi / 4 and math.atan(1, -1) == 3 * math.pi / 4 and math.atan(0, -1) == math.pi)
            assert(math.log(8, 2) == 3 and math.log(1000, 10) == 3 and math.log(1) == 0)
            assert(math.abs(math.log(27, 3) - 3) < 1e-15 and math.acos(1) == 0 and math.asin(1) == math.pi / 2)",
        );
    }

    #[test]
    fn powers_come_from_there_too() {
        let lua = Lua::new();
        for (x, y) in
            [(1.1, 2.2), (2.0, 0.5), (10.0, -3.0), (-8.0, 3.0), (0.0, 0.0), (1.7, 2.0), (7.3e100, 2.9)]
        {
            let power: f64 = lua.load("local x, y = ... return x ^ y").call((x, y)).unwrap();
            let expected = if y == 2.0 { x * x } else { libm::pow(x, y) };
            assert_eq!(power.to_bits(), expected.to_bits(), "{x} ^ {y}");
        }
    }

    #[test]
    fn wrong_arguments_are_ordinary_errors_of_lua() {
        check(
            "local ok, message = pcall(math.sin, 'x')
            assert(not ok and message:find('bad argument #1', 1, true) and message:find('got string', 1, true))",
        );
    }

    #[test]
    fn what_lua_5_4_no_longer_has_is_gone() {
        check("assert(math.pow == nil and math.cosh == nil and math.ldexp == nil)");
    }
}
