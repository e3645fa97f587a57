//! Moonyard's build of Lua 5.4, as far as it is more than Lua: the stop flag and the vector.
//!
//! Linking this crate provides the whole C API of Lua, which `mlua` then finds instead of its own. `docs/vm.md` in the
//! repository says what was changed in Lua and why.

mod places;
mod stop;
mod vector;

pub use places::Places;
pub use stop::{Attached, StopFlag};
pub use vector::{Function, VecFunctions, push_vec, set_vec_functions, vec_numbers};

/// Lua's `lua_State`, whoever declares it.
#[repr(C)]
pub struct State {
    _opaque: [u8; 0],
}

/// `x ^ y` of scripts: the same bits on every machine.
#[unsafe(no_mangle)]
extern "C" fn moonyard_pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// The folders of Lua's sources that this was built from, untouched and edited: for tests and benchmarks that build them in other
/// ways.
#[doc(hidden)]
pub const SOURCES: [&str; 2] = [env!("MOONYARD_VM_PRISTINE"), env!("MOONYARD_VM_EDITED")];
