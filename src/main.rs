//! The program: arguments in, exit code out.

use std::process::ExitCode;

/// A frame of scripts makes and drops thousands of little things, for which this one takes half the time of the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    moonyard::cli::main()
}
