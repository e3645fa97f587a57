//! What a person at the console asks for beyond Lua: help, lists, reloads, and the yard's clock. The same for the terminal and the
//! panel.

use super::clock::Clock;
use super::game::Game;
use super::help;
use super::scripts_on_disk::ScriptsOnDisk;
use crate::script::ScriptStatus;
use crate::script::console::{NAME, Report, Request};

/// Does what was asked for. Returns lines to show.
pub fn answer(
    request: Request,
    game: &mut Game,
    scripts: &mut ScriptsOnDisk,
    clock: &mut Clock,
) -> Vec<String> {
    match request {
        Request::Help(None) => help::overview(game.docs()),
        Request::Help(Some(name)) => help::about(game.docs(), &name),
        Request::List => list(&game.reports()),
        Request::Reload(name) => match scripts.reload(game, &name) {
            Ok(lines) => lines,
            Err(error) => vec![format!("{error:#}")],
        },
        Request::Stop(name) => vec![match game.stop_script(&name) {
            true if name == NAME => "what the console made is gone, its globals too".into(),
            true => format!("{name}: stopped; reload(\"{name}\") or saving its file runs it again"),
            false => format!("there is no script named {name}; scripts() lists them"),
        }],
        Request::Pause(wish) => {
            clock.halt(wish.unwrap_or(!clock.is_halted()));
            vec![if clock.is_halted() {
                "halted; pause(false) goes on, step() runs one tick".into()
            } else {
                "going on".into()
            }]
        }
        Request::Step => {
            clock.step();
            Vec::new()
        }
        Request::Speed(speed) => {
            clock.set_speed(speed);
            Vec::new()
        }
    }
}

/// A state in a word.
pub fn status(status: ScriptStatus) -> &'static str {
    match status {
        ScriptStatus::Running => "running",
        ScriptStatus::RunningOlder => "error, the version before runs",
        ScriptStatus::Failed => "error",
        ScriptStatus::Stopped => "stopped",
    }
}

/// An amount of memory in a unit that fits it. Nothing is `0 KiB`, and whatever is more is 1 KiB at least.
pub fn memory(bytes: usize) -> String {
    const KIB: usize = 1 << 10;
    const MIB: usize = 1 << 20;
    match bytes {
        0..MIB => format!("{} KiB", bytes.div_ceil(KIB)),
        _ => format!("{:.1} MiB", bytes as f64 / MIB as f64),
    }
}

fn list(reports: &[Report]) -> Vec<String> {
    if reports.is_empty() {
        return vec!["there are no scripts".into()];
    }
    let widest = reports.iter().map(|report| report.name.chars().count()).max().unwrap_or(0);
    let line = |report: &Report| {
        format!(
            "{:widest$}  {:>7.3} ms  {:>5} bodies  {:>4} hooks  {:>4} timers  {:>10}  {}",
            report.name,
            report.time.as_secs_f64() * 1e3,
            report.counts.bodies,
            report.counts.hooks,
            report.counts.timers,
            memory(report.memory),
            status(report.status)
        )
    };
    reports.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::memory;

    #[test]
    fn memory_is_told_in_a_unit_that_fits() {
        let told = [0, 1, 10_486, (1 << 20) - 1, 1 << 20, 44_000_000, 268_435_456].map(memory);
        assert_eq!(told, ["0 KiB", "1 KiB", "11 KiB", "1024 KiB", "1.0 MiB", "42.0 MiB", "256.0 MiB"]);
    }
}
