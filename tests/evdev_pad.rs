//! A gamepad as the system shows it, from end to end: udev finds it, its events are read from its device, and out come ours.
//!
//! These tests need umockdev, which pretends that the gamepad is there, and fail without it. What it pretends is in
//! `tests/data/pad`: how udev describes the gamepad, what it answers when it is asked what it has, and what it does.
#![cfg(target_os = "linux")]

use moonyard::app::windowed::Pads;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Far more than anything here takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs one of the ignored tests below with the gamepad plugged in, and returns its output.
fn with_pad(test: &str, variables: &[(&str, &str)]) -> String {
    let data = |name: &str| format!("{}/tests/data/pad/{name}", env!("CARGO_MANIFEST_DIR"));
    let Output { status, stdout, stderr } = Command::new("umockdev-run")
        .args(["--device", &data("pad.umockdev")])
        .arg(format!("--ioctl=/dev/input/event9={}", data("pad.ioctl")))
        .arg(format!("--evemu-events=/dev/input/event9={}", data("pad.events")))
        .arg("--")
        .arg(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "--test-threads=1", test])
        .envs(variables.iter().copied())
        .output()
        .expect("umockdev is needed for this test: apt-get install umockdev");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{stdout}\n{stderr}");
    stdout.into_owned()
}

/// Prints what the gamepads do until the last thing that the recorded one does.
#[test]
#[ignore = "run by the other tests, with a gamepad that is not there"]
fn watch() {
    let mut pads = Pads::open();
    watch_until(&mut pads, "pad 0 rs 0");
}

fn watch_until(pads: &mut Pads, last: &str) {
    let (start, mut events) = (Instant::now(), Vec::new());
    while start.elapsed() < PATIENCE {
        pads.poll(&mut events);
        for event in events.drain(..) {
            println!("> {event}");
            if event.to_string() == last {
                return;
            }
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("`{last}` did not come");
}

/// The same, and then the gamepad is unplugged and plugged in again.
#[test]
#[ignore = "run by the other tests, with a gamepad that is not there"]
fn watch_it_unplugged() {
    let mut pads = Pads::open();
    watch_until(&mut pads, "pad 0 rs 0");
    let device = std::path::Path::new(&std::env::var_os("UMOCKDEV_DIR").unwrap()).join("dev/input/event9");
    let aside = device.with_file_name("aside");
    std::fs::rename(&device, &aside).unwrap();
    watch_until(&mut pads, "pad 0 disconnected");
    std::fs::rename(&aside, &device).unwrap();
    watch_until(&mut pads, "pad 0 connected");
}

/// Shakes the gamepad while it is watched: it cannot shake here, and nothing else comes of it.
#[test]
#[ignore = "run by the other tests, with a gamepad that is not there"]
fn watch_it_shaken() {
    let mut pads = Pads::open();
    watch_until(&mut pads, "pad 0 a 1");
    for strength in [0.5, 1.0, f64::NAN, -1.0, 0.7] {
        pads.rumble(strength, 0.01);
    }
    watch_until(&mut pads, "pad 0 rs 0");
    pads.rumble(0.0, f64::NAN);
}

/// What came from the gamepad, line by line.
fn seen(output: &str) -> Vec<&str> {
    output.lines().filter_map(|line| line.split_once("> ").map(|(_, event)| event)).collect()
}

#[test]
fn a_gamepad_of_the_system_is_found_and_everything_it_does_arrives() {
    let output = with_pad("watch", &[]);
    let seen = seen(&output);
    let (full, over, under) = ("0.999969482421875", "0.000030517578125", "-0.000030517578125");
    let mut wanted = vec!["pad 0 connected".to_owned()];
    let mut says = |events: &[&str]| wanted.extend(events.iter().map(|event| format!("pad 0 {event}")));
    says(&["a 1", "a 0"]);
    // To the right, then up; a stick's rest is not quite its middle.
    says(&["left stick 1 0", &format!("left stick 1 {full}")]);
    says(&[&format!("left stick {over} {full}"), &format!("left stick {over} {under}")]);
    says(&["rt 0.3921568691730499", "rt 1", "rt 0"]);
    says(&["dpad_left 1", "dpad_right 0", "dpad_left 0", "dpad_right 1", "dpad_left 0", "dpad_right 0"]);
    says(&["dpad_down 0", "dpad_up 1", "dpad_down 0", "dpad_up 0"]);
    says(&[&format!("right stick -{full} 0"), &format!("right stick -{full} -1")]);
    for button in ["b", "x", "y", "lb", "rb", "back", "start", "guide", "ls", "rs"] {
        says(&[&format!("{button} 1"), &format!("{button} 0")]);
    }
    assert_eq!(seen, wanted);
}

#[test]
fn unplugging_and_plugging_in_again_is_noticed_and_the_gamepad_keeps_its_number() {
    // This way the driver's library watches the folder of devices, which a test can change; udev's messages it cannot send.
    let output = with_pad("watch_it_unplugged", &[("GILRS_DISABLE_UDEV", "1")]);
    let seen = seen(&output);
    assert_eq!(seen[seen.len() - 2..], ["pad 0 disconnected", "pad 0 connected"]);
}

#[test]
fn shaking_a_gamepad_disturbs_nothing() {
    let output = with_pad("watch_it_shaken", &[]);
    assert_eq!(seen(&output).last(), Some(&"pad 0 rs 0"));
}

#[test]
fn a_machine_without_gamepads_has_none_and_nothing_else() {
    let mut pads = Pads::open();
    let mut events = Vec::new();
    pads.rumble(1.0, 1.0);
    pads.poll(&mut events);
    // Whoever runs this may have one in the hand.
    assert!(events.iter().all(|event| event.to_string().starts_with("pad ")), "{events:?}");
}
