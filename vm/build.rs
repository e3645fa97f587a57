//! Builds our Lua: the sources of the package `lua-src` in cargo's registry, checked to the byte, with our edits applied.
//! `docs/vm.md` says why and how.

#[path = "build/edits.rs"]
mod edits;
#[path = "build/sources.rs"]
mod sources;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The folder in the package.
const LUA: &str = "lua-5.4.9";
/// Must be what Cargo.toml says.
const PACKAGE: &str = "lua-src";
const VERSION: &str = "=551.0.2";

fn main() {
    if let Err(reason) = build() {
        // What is not for cargo is shown when a build fails.
        println!("cargo::error={reason}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    for changed in ["build.rs", "build", "lua"] {
        println!("cargo::rerun-if-changed={changed}");
    }
    let here = folder("CARGO_MANIFEST_DIR")?;
    let out = folder("OUT_DIR")?;
    let (pristine, edited) = (out.join("pristine"), out.join("edited"));
    copy_checked(&here.join("lua/SHA256SUMS"), &package_folder(&out)?.join(LUA), &pristine)?;
    apply_edits(&here.join("lua"), &pristine, &edited)?;
    compile(&edited)?;
    println!("cargo::rustc-env=MOONYARD_VM_TARGET={}", env::var("TARGET").unwrap_or_default());
    // For the tests that build these trees in other ways.
    println!("cargo::rustc-env=MOONYARD_VM_PRISTINE={}", pristine.display());
    println!("cargo::rustc-env=MOONYARD_VM_EDITED={}", edited.display());
    Ok(())
}

/// Copies the untouched sources, each of which must have its hash.
fn copy_checked(sums: &Path, from: &Path, to: &Path) -> Result<(), String> {
    empty(to)?;
    let list = text(sums)?;
    for file in sources::expected(&list)? {
        let path = from.join(file.name);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        sources::check(&path.display().to_string(), &bytes, file.hash)?;
        write(&to.join(file.name), &bytes)?;
    }
    Ok(())
}

/// Makes the tree that is built: the sources with the edits, and our own files of C.
fn apply_edits(ours: &Path, from: &Path, to: &Path) -> Result<(), String> {
    empty(to)?;
    let mut all = edits::Edits::new();
    for path in listed(ours)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("edits") => edits::read(&name, &text(&path)?, &mut all)?,
            Some("c" | "h") => write(&to.join(name), text(&path)?.as_bytes())?,
            _ => {}
        }
    }
    for path in listed(from)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let edits = all.remove(&name).unwrap_or_default();
        write(&to.join(&name), edits::apply(&name, &text(&path)?, &edits)?.as_bytes())?;
    }
    match all.keys().next() {
        Some(name) => Err(format!("there are edits of {name}, which Lua does not have")),
        None => Ok(()),
    }
}

/// Compiles as `lua-src` does, with the warnings off that are Lua's own.
fn compile(tree: &Path) -> Result<(), String> {
    let mut build = cc::Build::new();
    build
        .include(tree)
        .warnings(false)
        // Lua needs no frame pointers, and the interpreter can use the register.
        .force_frame_pointer(false)
        // Nobody outside this program calls Lua, so its functions may be inlined into each other.
        .flag_if_supported("-fvisibility=hidden")
        .flag_if_supported("-fno-common")
        .flag_if_supported("-falign-functions=64");
    build.define("LUA_COMPAT_5_3", None);
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let define = match system.as_str() {
        "linux" | "freebsd" | "netbsd" | "openbsd" | "dragonfly" => "LUA_USE_LINUX",
        "macos" => "LUA_USE_MACOSX",
        "windows" => "LUA_USE_WINDOWS",
        _ => {
            return Err(format!(
                "nobody has tried our Lua on {system}; build with --no-default-features --features stock-lua"
            ));
        }
    };
    build.define(define, None);
    if cfg!(debug_assertions) {
        build.define("LUA_USE_APICHECK", None);
    }
    let (interpreter, rest): (Vec<_>, Vec<_>) = listed(tree)?
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .partition(|path| path.file_name().is_some_and(|name| name == "lvm.c"));
    // The interpreter is one function of hundreds of jumps. Where the compiler merges their ends to save space, or they lie badly, plain
    // programs take up to 10 % longer. Hoisting moves what rare paths have in common with frequent ones before both, so that it costs
    // the frequent ones two instructions each. docs/vm.md has the numbers.
    let mut interpreting = build.clone();
    for flag in [
        "-fno-crossjumping",
        "-fno-tree-tail-merge",
        "-fno-code-hoisting",
        "-falign-jumps=32",
        "-falign-loops=32",
    ] {
        interpreting.flag_if_supported(flag);
    }
    let failed = |error| format!("our Lua does not compile: {error}");
    for object in interpreting.files(interpreter).try_compile_intermediates().map_err(failed)? {
        build.object(object);
    }
    build.files(rest).try_compile("moonyard_lua").map_err(failed)
}

/// Where cargo keeps `lua-src`, which does not say so itself. Cargo is asked about a package of two lines that depends on it:
/// so it works with vendored and replaced registries as well, without the network, and wherever the target folder is.
fn package_folder(out: &Path) -> Result<PathBuf, String> {
    let probe = out.join("probe");
    fs::create_dir_all(probe.join("src")).map_err(|error| format!("{}: {error}", probe.display()))?;
    let manifest = probe.join("Cargo.toml");
    let content = format!(
        "[package]\nname = \"probe\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n{PACKAGE} = \"{VERSION}\"\n[workspace]\n"
    );
    write(&manifest, content.as_bytes())?;
    write(&probe.join("src/lib.rs"), b"")?;
    let cargo = env::var_os("CARGO").ok_or("cargo did not say where it is")?;
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--manifest-path"])
        .arg(&manifest)
        // Where the settings of registries are found that are kept with the project.
        .current_dir(folder("CARGO_MANIFEST_DIR")?)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "cargo does not find {PACKAGE}: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    sources::folder_of_package(&String::from_utf8_lossy(&output.stdout), PACKAGE)
        .map(PathBuf::from)
        .ok_or_else(|| format!("cargo metadata does not say where {PACKAGE} is"))
}

fn folder(variable: &str) -> Result<PathBuf, String> {
    env::var_os(variable).map(PathBuf::from).ok_or_else(|| format!("cargo did not set {variable}"))
}

/// The files of a folder in the order of their names.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).map_err(failed)?.collect();
    let mut paths: Vec<PathBuf> = entries.map_err(failed)?.iter().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// Makes a folder anew.
fn empty(folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
