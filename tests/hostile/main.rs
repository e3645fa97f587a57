//! Scripts that try to hurt the yard or another script, each in a process of its own beside a witness.
//!
//! Every `.lua` file here is one attack; `beside/0_witness.lua` runs with each. What must be seen afterwards stands in the head
//! of the file:
//!
//! ```text
//! -- One line that says what the attack is; it is also in docs/safety.md.
//! -- flags: --ticks 60            more words for the command line; the default is --ticks 30. An attack that is not about time
//!                                 and takes a while has a longer --script-deadline, so that it ends as it should on a slow machine
//! -- expect: stopped              it is stopped, at a line that ends in `--> here` if there is one
//! -- expect: stopped for its frame, for memory, for something
//! -- expect: error HERE: text     the terminal shows this; HERE is file:line of a line that ends in `--> here`
//! -- expect: prints text          it prints a line that begins like this
//! -- expect: no error
//! -- never: text                  the terminal does not show this
//! ```
//!
//! Whatever the attack: the process ends by itself in time, says its digest, shows nothing of a panic and little in all, holds a
//! bounded amount of memory; the witness has run in every tick and has all that it made. An attack that reaches what it must
//! not prints `BROKEN`.

mod attack;
mod failures;
mod listed;
mod ran;

use attack::Attack;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many attacks run at once.
const AT_ONCE: usize = 3;

#[test]
fn no_attack_hurts_the_yard_or_another_script() {
    let attacks = Attack::all();
    assert!(attacks.len() >= 80, "{} attacks", attacks.len());
    let wanted = std::env::var("ATTACK").unwrap_or_default();
    let attacks: Vec<Attack> = attacks.into_iter().filter(|attack| attack.name.contains(&wanted)).collect();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(attack) = attacks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let ran = ran::run(attack);
                    let wrong = attack.wrong_with(&ran);
                    if !wrong.is_empty() {
                        failures.lock().unwrap().push(format!(
                            "{}: {}\n{}",
                            attack.name,
                            wrong.join("; "),
                            ran.in_short()
                        ));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(failures.is_empty(), "{} of {}:\n\n{}", failures.len(), attacks.len(), failures.join("\n\n"));
}

#[test]
fn the_witness_alone_is_content() {
    let attack = Attack::parse("none.lua", "-- Nothing.\n-- expect: no error\n");
    let ran = ran::run_files(&[], &attack.flags);
    assert_eq!(attack.wrong_with(&ran), [] as [String; 0], "{}", ran.in_short());
}

#[test]
fn an_attack_that_goes_otherwise_than_expected_is_noticed() {
    let attack = |head: &str| Attack::parse("none.lua", &format!("-- Nothing.\n{head}\n"));
    let wrong = |head: &str| {
        let attack = attack(head);
        attack.wrong_with(&ran::run_files(&[], &attack.flags)).join("; ")
    };
    assert_eq!(wrong("-- expect: stopped"), "it was not stopped; the exit code is 0");
    assert_eq!(wrong("-- expect: prints hello"), "it did not print hello");
    assert_eq!(wrong("-- expect: no error\n-- never: 30 ticks"), "the terminal shows: 30 ticks");
    assert_eq!(
        wrong("-- expect: no error\n-- flags: --ticks x"),
        "the exit code is 2; there is no digest; the witness has not run 30 ticks with all that it made"
    );
}
