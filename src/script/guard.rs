//! What stands between scripts and host functions: a failure becomes an error in the script, as a plain string that begins
//! with the line that called.
//!
//! A host function cannot raise that itself, since an error out of Rust is no string in Lua. It answers with a marker and a
//! message instead. The raw function here passes calls on and raises for it. As in `vec.rs`, errors are longjmps, so
//! nothing here has a destructor, and nothing panics.

#![allow(unsafe_code)]

use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua, Table};
use std::ffi::{CStr, c_int};

/// A function that calls `call`, and raises the second result when the first is `failed`.
///
/// # Errors
/// When memory is short.
pub fn guard(lua: &Lua, call: &Function, failed: &Table) -> mlua::Result<Function> {
    // SAFETY: `exec_raw` runs the closure in protected mode with the two values on the stack, and it leaves one there.
    unsafe { lua.exec_raw((call, failed), |state| ffi::lua_pushcclosure(state, guarded, 2)) }
}

/// How far up the place of an error is looked for.
const FARTHEST: c_int = 8;

/// Pushes `file:line: ` of the Lua code that called the running C function. Where C lies between, as in
/// `pcall(physics.remove, id)`, that is the nearest Lua code behind it, and so where the yard's own Lua does; where there is none
/// it is empty text.
///
/// # Safety
/// A valid state with 2 free stack slots. What this pushes may raise an error of memory.
pub unsafe fn push_place(state: *mut lua_State) {
    // SAFETY: as promised by the caller; each round leaves one string on the stack.
    unsafe {
        ffi::luaL_where(state, 1);
        for level in 2..=FARTHEST {
            let text = ffi::lua_tostring(state, -1);
            let own = !text.is_null() && CStr::from_ptr(text).to_bytes().starts_with(b"moonyard:");
            if ffi::lua_rawlen(state, -1) > 0 && !own {
                return;
            }
            ffi::lua_pop(state, 1);
            ffi::luaL_where(state, level);
        }
    }
}

/// Upvalue 1 is the function, upvalue 2 the marker.
unsafe extern "C-unwind" fn guarded(state: *mut lua_State) -> c_int {
    // SAFETY: Lua calls this with a valid state and, beyond the arguments, 20 free stack slots, of which at most 3 are used.
    // The stack holds at least the marker or the first result when they are compared; an index beyond it equals nothing.
    unsafe {
        let arguments = ffi::lua_gettop(state);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, arguments, ffi::LUA_MULTRET);
        if ffi::lua_rawequal(state, 1, ffi::lua_upvalueindex(2)) != 0 {
            push_place(state);
            ffi::lua_pushvalue(state, 2);
            ffi::lua_concat(state, 2);
            ffi::lua_error(state)
        }
        ffi::lua_gettop(state)
    }
}

/// Lua's `setmetatable`, but that it refuses a metatable with `__gc`: such code would run whenever anybody allocates, in the
/// name of whoever that is.
///
/// # Errors
/// When memory is short.
pub fn set_metatable(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: the function keeps the rules of Lua's C functions, see there.
    unsafe { lua.create_c_function(setting_metatable) }
}

unsafe extern "C-unwind" fn setting_metatable(state: *mut lua_State) -> c_int {
    // SAFETY: Lua calls this with a valid state and, beyond the arguments, 20 free stack slots, of which at most 2 are used. What
    // raises does so by longjmp, with nothing alive that has a destructor.
    unsafe {
        ffi::luaL_checktype(state, 1, ffi::LUA_TTABLE);
        let kind = ffi::lua_type(state, 2);
        if kind != ffi::LUA_TNIL && kind != ffi::LUA_TTABLE {
            ffi::lua_pushstring(state, c"nil or table expected, got ".as_ptr());
            ffi::lua_pushstring(state, ffi::lua_typename(state, kind));
            ffi::lua_concat(state, 2);
            return ffi::luaL_argerror(state, 2, ffi::lua_tostring(state, -1));
        }
        if ffi::luaL_getmetafield(state, 1, c"__metatable".as_ptr()) != ffi::LUA_TNIL {
            return ffi::luaL_error(state, c"cannot change a protected metatable".as_ptr());
        }
        if kind == ffi::LUA_TTABLE {
            ffi::lua_pushstring(state, c"__gc".as_ptr());
            if ffi::lua_rawget(state, 2) != ffi::LUA_TNIL {
                let text = c"a metatable cannot have __gc here: use __close, or clean up when you are done";
                return ffi::luaL_error(state, text.as_ptr());
            }
        }
        ffi::lua_settop(state, 2);
        ffi::lua_setmetatable(state, 1);
        1
    }
}

#[cfg(test)]
mod tests {
    use crate::script::vm::Vm;
    use mlua::{MultiValue, Value};

    /// What a script gets that calls `double`, which fails for anything but an integer.
    fn run(text: &str) -> Vec<String> {
        let vm = Vm::new(|_| ()).unwrap();
        let double = vm.host_function(|_, arguments| match arguments.front() {
            Some(Value::Integer(n)) => Ok(MultiValue::from_iter([Value::Integer(n * 2), Value::Nil])),
            None => Ok(MultiValue::new()),
            _ => Err("double: no".into()),
        });
        let environment = vm.environment(&vm.lua().create_table().unwrap()).unwrap();
        environment.set("double", double.unwrap()).unwrap();
        let results = vm.compile("a.lua", text, environment).unwrap().call::<MultiValue>(()).unwrap();
        results.iter().map(|value| value.to_string().unwrap()).collect()
    }

    #[test]
    fn all_results_come_through_also_none() {
        assert_eq!(run("return double(21)"), ["42", "nil"]);
        assert_eq!(run("return double()"), [] as [&str; 0]);
    }

    #[test]
    fn a_failure_is_a_string_with_the_line_that_called() {
        assert_eq!(
            run("return pcall(function()\n local n = double('a') end)"),
            ["false", "a.lua:2: double: no"]
        );
        assert_eq!(
            run("return pcall(function()\n return double('a') end)"),
            ["false", "a.lua:2: double: no"]
        );
        assert_eq!(run("return pcall(double, 'a')"), ["false", "a.lua:1: double: no"]);
    }

    #[test]
    fn setmetatable_does_what_it_does_in_lua_and_refuses_gc() {
        let text = "local t = {} local same = setmetatable(t, { __index = { x = 5 } }) == t return same, t.x";
        assert_eq!(run(text), ["true", "5"]);
        assert_eq!(run("return getmetatable(setmetatable(setmetatable({}, {}), nil))"), ["nil"]);
        for (call, message) in [
            ("setmetatable(5, {})", "bad argument #1 to 'setmetatable' (table expected, got number)"),
            ("setmetatable({}, 5)", "bad argument #2 to 'setmetatable' (nil or table expected, got number)"),
            ("setmetatable({})", "bad argument #2 to 'setmetatable' (nil or table expected, got no value)"),
            ("setmetatable(_G, {})", "cannot change a protected metatable"),
            (
                "setmetatable({}, { __gc = print })",
                "a metatable cannot have __gc here: use __close, or clean up when you are done",
            ),
        ] {
            let text = format!("return pcall(function() {call} end)");
            assert_eq!(run(&text), ["false", &format!("a.lua:1: {message}")]);
        }
    }

    #[test]
    fn a_failure_in_a_coroutine_names_its_line_too() {
        let text = "local c = coroutine.create(function()\n\n double({}) end) return coroutine.resume(c)";
        assert_eq!(run(text), ["false", "a.lua:3: double: no"]);
    }
}
