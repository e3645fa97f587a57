# shellcheck shell=bash
# Finds out what this machine lacks, says so, and installs it where it can.
# Read by ./play and ./check; it only defines things. Bash.

# One line each: when it is needed (build, play or test), the Debian packages, why.
packages='
build  gcc                                the C compiler, for Lua, and the linker that Rust uses
build  libc6-dev                          the C library to build against
build  ca-certificates                    lets cargo trust where it downloads from
build  pkg-config,libudev-dev             finds gamepads
play   mesa-vulkan-drivers                draws pictures, on machines without a graphics card too
play   libx11-6,libx11-xcb1,libxcb1       a window under X11
play   libxcursor1,libxi6                 its pointer and raw mouse motion
play   libxkbcommon0,libxkbcommon-x11-0   what the keys mean
play   libwayland-client0                 a window under Wayland
test   xvfb,xauth                         a display that nobody sees
test   xdotool                            presses keys and moves the mouse in it
test   umockdev                           pretends that a gamepad is there
'

# The same for systems where the packages go by other names: what it is, and how to tell that it is there.
wanted_elsewhere='
build pkg-config               pkg-config, and with it the headers of libudev (often in systemd-devel)
play  libvulkan.so.1           the Vulkan loader, and a Vulkan driver (Mesa has one for any machine)
play  libX11-xcb.so.1          libX11 with its XCB part
play  libXcursor.so.1          libXcursor
play  libXi.so.6               libXi
play  libxkbcommon-x11.so.0    libxkbcommon with its X11 part
test  Xvfb                     Xvfb, the X server without a screen
test  xdotool                  xdotool
test  umockdev-run             umockdev
'

say() { printf '%s\n' "$*" >&2; }

stop() {
    say "$*"
    exit 1
}

# Rust first: it costs a moment to look, and nothing works without it.
need_rust() {
    local root=$1 wanted have
    if ! command -v cargo >/dev/null 2>&1; then
        PATH="${CARGO_HOME:-${HOME:-}/.cargo}/bin:$PATH"
        export PATH
    fi
    wanted=$(sed -n 's/^rust-version *= *"\(.*\)"/\1/p' "$root/Cargo.toml")
    command -v cargo >/dev/null 2>&1 ||
        stop "Moonyard is built with Rust, and there is no cargo here. Install Rust from https://rustup.rs, open a new terminal, and try again."
    have=$(rustc --version 2>/dev/null | sed -n 's/^rustc \([0-9.]*\).*/\1/p')
    [ -n "$have" ] ||
        stop "There is a cargo here but no rustc that works. Run 'rustup default stable' (https://rustup.rs) and try again."
    if [ "$(printf '%s\n%s\n' "$wanted" "$have" | sort -V | head -n 1)" != "$wanted" ]; then
        stop "Moonyard needs Rust $wanted or newer, and this is $have. Run 'rustup update stable' (rustup comes from https://rustup.rs) and try again."
    fi
}

# need_packages USE…: says what is missing for these uses, installs it where apt-get is, and stops if it cannot.
# Prints nothing when all is there.
need_packages() {
    if command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1; then
        need_debian_packages "$@"
    else
        name_what_is_missing "$@"
    fi
    command -v cc >/dev/null 2>&1 ||
        stop "There is no C compiler (cc) here, and Lua is written in C. Install gcc or clang and try again."
}

need_debian_packages() {
    local uses=" $* " use names why name wanted='' installed missing='' reasons=''
    while read -r use names why; do
        case "$uses" in *" $use "*) wanted="$wanted ${names//,/ }" ;; esac
    done <<<"$packages"
    # shellcheck disable=SC2086 # a list of names
    installed=" $(dpkg-query -W -f '${db:Status-Status}/${Package} ' $wanted 2>/dev/null || true) "
    while read -r use names why; do
        case "$uses" in *" $use "*) ;; *) continue ;; esac
        for name in ${names//,/ }; do
            case "$installed" in *" installed/$name "*) continue ;; esac
            missing="$missing $name"
            reasons="$reasons$(printf '  %-20s %s' "$name" "$why")"$'\n'
        done
    done <<<"$packages"
    [ -n "$missing" ] || return 0

    say "These system packages are missing:"
    say "${reasons%$'\n'}"
    install_debian_packages "$missing"
}

install_debian_packages() {
    local missing=$1 as_root='' line="apt-get install --no-install-recommends$1"
    if [ "$(id -u)" != 0 ]; then
        line="sudo $line"
        command -v sudo >/dev/null 2>&1 ||
            stop "Installing them takes root, and there is no sudo here. As root, run: apt-get update && ${line#sudo }"
        # Without a terminal nobody can type a password.
        [ -t 0 ] || sudo -n true 2>/dev/null ||
            stop "Installing them takes root. Run this, then try again: sudo apt-get update && $line"
        as_root=sudo
    fi
    say "Installing them: $line"
    # A machine that never fetched the package lists, or did so long ago, has to fetch them first.
    # shellcheck disable=SC2086 # a list of names
    if ! compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null || ! quiet_apt install $missing; then
        say "Fetching the lists of packages first: ${as_root:+sudo }apt-get update"
        { quiet_apt update && quiet_apt install $missing; } ||
            stop "That did not work. Run this, see what it says, then try again: ${as_root:+sudo }apt-get update && $line"
    fi
}

# Uses as_root of its caller. Shows all on a terminal; elsewhere only what went wrong.
quiet_apt() {
    local verb=$1 log
    shift
    set -- "$verb" -y -q -o DPkg::Lock::Timeout=300 "$@"
    [ "$verb" = install ] && set -- "$@" --no-install-recommends
    if [ -t 2 ]; then
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get "$@" </dev/null >&2
        return
    fi
    log=$(mktemp)
    if $as_root env DEBIAN_FRONTEND=noninteractive apt-get "$@" </dev/null >"$log" 2>&1; then
        rm -f "$log"
    else
        tail -n 20 "$log" >&2
        rm -f "$log"
        return 1
    fi
}

name_what_is_missing() {
    local uses=" $* " use sign what libraries missing=''
    # Where libraries cannot be listed there is no X11 to speak of.
    command -v ldconfig >/dev/null 2>&1 || PATH="$PATH:/sbin:/usr/sbin"
    libraries=$(ldconfig -p 2>/dev/null) || return 0
    while read -r use sign what; do
        case "$uses" in *" $use "*) ;; *) continue ;; esac
        case "$sign" in
        *.so.*) case "$libraries" in *"$sign"*) continue ;; esac ;;
        *) ! command -v "$sign" >/dev/null 2>&1 || continue ;;
        esac
        missing="$missing$(printf '  %-24s %s' "$sign" "$what")"$'\n'
    done <<<"${wanted_elsewhere#$'\n'}"
    [ -n "$missing" ] || return 0
    say "Missing here; install them with your system's package manager (trying without):"
    say "${missing%$'\n'}"
}
