//! Making and removing for long leaves nothing behind.

use super::*;
use moonyard::sim::Load;

/// Makes and removes a thousand bodies a second, which live for about one. Returns what the world held after a part of the
/// time and at the end, and the process's memory then, in bytes.
fn make_and_remove(seconds: u32, first: u32) -> [(Load, u64); 2] {
    let mut sim = Sim::new();
    let mut alive = std::collections::VecDeque::new();
    let mut made = 0_u32;
    let mut then = None;
    for tick in 1..=seconds * 60 {
        while made < tick * 1000 / 60 {
            let n = f64::from(made % 400);
            let pos = v(n % 20.0 * 0.9 - 9.0, 1.0 + n % 3.0, (n / 20.0).floor() * 0.9 - 9.0);
            let def = if made.is_multiple_of(3) { cube(pos, v(0.3, 0.4, 0.5)) } else { ball(pos, 0.2) };
            let velocity = v(n % 7.0 - 3.0, -2.0, n % 5.0 - 2.0);
            // A new script every two seconds, as reloads make one.
            let owner = Some(tick / 120);
            alive.push_back(sim.world.spawn(owner, &BodyDef { velocity, bounce: 0.3, ..def }).unwrap());
            made += 1;
        }
        while alive.len() > 1000 {
            let oldest = alive.pop_front().unwrap();
            sim.world.remove(oldest).unwrap();
            // Some go before their first step is over, for what waits for that.
            if made.is_multiple_of(4) {
                sim.world.remove(alive.pop_back().unwrap()).unwrap();
            }
        }
        sim.step();
        sim.take_contacts();
        sim.move_player(&Default::default());
        if tick == first * 60 {
            then = Some((sim.world.load(), memory()));
        }
    }
    all_is_well(&sim);
    [then.unwrap(), (sim.world.load(), memory())]
}

/// What the process holds of the machine's memory, in bytes; 0 where that cannot be told.
fn memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

fn check([(then, memory_then), (end, memory_end)]: [(Load, u64); 2]) {
    println!("then: {then:?}, {} KiB\nend:  {end:?}, {} KiB", memory_then / 1024, memory_end / 1024);
    assert_eq!(end.bodies, end.listed);
    assert_eq!(end.colliders, end.listed);
    assert_eq!(end.leaves, end.listed);
    assert!(end.owners <= 2, "{end:?}");
    assert!(end.waiting < 200, "{end:?}");
    let no_more = |now: usize, before: usize| now as f64 <= before as f64 * 1.1 + 100.0;
    assert!(no_more(end.listed, then.listed) && no_more(end.tracked, then.tracked), "{end:?} {then:?}");
    assert!(no_more(end.pairs, then.pairs * 2) && no_more(end.paired, then.paired * 2), "{end:?} {then:?}");
    assert!(memory_end as f64 <= memory_then as f64 * 1.1 + 4e6, "{memory_then} {memory_end}");
}

#[test]
fn a_thousand_bodies_a_second_made_and_removed_leave_nothing_behind() {
    check(make_and_remove(16, 6));
}

#[test]
#[ignore = "takes minutes: for by hand"]
fn a_thousand_bodies_a_second_for_ten_minutes_leave_nothing_behind() {
    check(make_and_remove(600, 60));
}
