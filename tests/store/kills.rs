//! The end of the process at any moment, and several processes at once.

use crate::{Program, outcome};
use moonyard::store::{Store, StoreError, Value};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Saves as fast as it can and prints the number of each round that was saved: small values, large ones, removals, sums.
const SAVER: &str = r#"
local round = store.load("round", 0)
hook.Add("Think", "save", function()
  round = round + 1
  local slot = "slot" .. round % 20
  local times = round % 10 == 0 and 10000 or round % 400
  assert(store.save(slot, { round = round, text = (round .. ","):rep(times), at = Vec(round, 0, 0) }))
  if round % 7 == 0 then store.remove("slot" .. (round + 10) % 20) end
  assert(store.add("count"))
  assert(store.save("round", round))
  print(round)
end)
"#;

/// How often the process is killed. More by hand: MOONYARD_KILLS=1000 cargo test --test store kill
fn kills() -> u32 {
    std::env::var("MOONYARD_KILLS").map_or(50, |kills| kills.parse().expect("MOONYARD_KILLS is a number"))
}

/// A generator of numbers that need not be good ones.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn integer(store: &mut Store, name: &str) -> i64 {
    match store.load(name.as_bytes()) {
        Ok(Some(Value::Integer(n))) => n,
        Ok(None) => 0,
        other => panic!("{name}: {other:?}"),
    }
}

/// The round of a slot, which must hold all that was saved in it.
fn whole_slot(store: &mut Store, name: &[u8]) -> i64 {
    let Ok(Some(Value::Table(pairs))) = store.load(name) else { panic!("{name:?}") };
    let field =
        |name: &str| pairs.iter().find(|(key, _)| *key == Value::Text(name.into())).map(|(_, value)| value);
    let Some(&Value::Integer(round)) = field("round") else { panic!("{pairs:?}") };
    let times = if round % 10 == 0 { 10_000 } else { round as usize % 400 };
    assert!(
        field("text") == Some(&Value::Text(format!("{round},").repeat(times).into_bytes())),
        "round {round}"
    );
    assert_eq!(field("at"), Some(&Value::Vector([round as f64, 0.0, 0.0])));
    round
}

/// What SQLite's own thorough check says of a file.
fn verdict(file: &Path) -> String {
    let connection = rusqlite::Connection::open(file).unwrap();
    connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap()
}

#[test]
fn no_save_that_returned_true_is_lost_when_the_process_is_killed() {
    let program = Program::with(SAVER);
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos() as u64;
    let mut chance = Chance(seed);
    for kill in 1..=kills() {
        let mut child = program.run(10_000_000).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (mut out, mut err) = (String::new(), String::new());
        // Some are killed while they start, most while they save.
        if kill % 4 > 0 {
            stdout.read_line(&mut out).unwrap();
        }
        std::thread::sleep(Duration::from_micros(chance.below(30_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        stdout.read_to_string(&mut out).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let told = format!("kill {kill}, seed {seed}");
        assert_eq!(err, "", "{told}");
        // The last line may be cut.
        let whole = out.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let printed: i64 =
            whole.lines().last().map_or(0, |line| line.strip_prefix("keep.lua: ").unwrap().parse().unwrap());

        let mut store = Store::in_file(&program.store());
        let round = integer(&mut store, "round");
        assert!(round >= printed, "{told}: {printed} were saved, {round} are left");
        // A round that was cut off is counted and then done again.
        let count = integer(&mut store, "count");
        assert!((round..=round + i64::from(kill)).contains(&count), "{told}: round {round}, count {count}");
        let slots = store.names(b"slot").unwrap();
        assert!(slots.len() <= 20);
        let newest = slots.iter().map(|name| whole_slot(&mut store, name)).max();
        assert!(newest.unwrap_or(0) >= printed, "{told}: {printed} were saved, {newest:?} is the newest");
        assert_eq!(store.take_notices(), [] as [&str; 0], "{told}");
        assert_eq!(verdict(&program.store()), "ok", "{told}");
        // Half of the time nobody tidies up before the next process opens the file.
        if chance.below(2) == 0 {
            std::mem::forget(store);
        }
    }
}

/// Adds ten times a tick and keeps values of its own in between.
const ADDER: &str = r#"
local me = tostring({})
hook.Add("Think", "add", function()
  for _ = 1, 10 do
    local sum, why = store.add("n")
    if not sum then print("add", why) end
    local saved, why = store.save(me, { sum = sum })
    if not saved then print("save", why) end
  end
end)
"#;

#[test]
fn processes_that_share_a_file_lose_nothing_and_meet_no_error() {
    for _ in 0..3 {
        let program = Program::with(ADDER);
        let children: Vec<_> = (0..3).map(|_| program.run(100).spawn().unwrap()).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            let said = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8(said).unwrap(), "");
            assert_eq!(output.status.code(), Some(0));
        }
        assert_eq!(integer(&mut Store::in_file(&program.store()), "n"), 3_000);
    }
}

#[test]
fn a_process_that_is_killed_stands_in_nobodys_way() {
    let saver = Program::with(SAVER);
    let mut killed = saver.run(10_000_000).spawn().unwrap();
    let mut adder = saver.run(0);
    std::thread::sleep(Duration::from_millis(60));
    // Opened while the other one writes.
    let mut store = Store::in_file(&saver.store());
    store.add(b"mine", &Value::Integer(1)).unwrap();
    killed.kill().unwrap();
    killed.wait().unwrap();
    store.add(b"mine", &Value::Integer(1)).unwrap();
    assert_eq!(integer(&mut store, "mine"), 2);
    assert_eq!(outcome(&mut adder), (String::new(), String::new(), Some(0)));
}

#[test]
fn a_program_that_keeps_the_file_to_itself_is_a_reason_and_no_end() {
    let program = Program::with("");
    let mut store = Store::in_file(&program.store());
    store.save(b"x", &Value::Integer(1)).unwrap();
    let other = rusqlite::Connection::open(program.store()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; DELETE FROM kept").unwrap();
    for _ in 0..100 {
        assert_eq!(store.save(b"x", &Value::Integer(2)), Err(StoreError::Busy(program.store())));
        assert_eq!(store.load(b"x"), Ok(Some(Value::Integer(1))));
    }
    // Nor does a program wait that starts now.
    assert_eq!(integer(&mut Store::in_file(&program.store()), "x"), 1);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(store.save(b"x", &Value::Integer(3)), Ok(()));
    assert_eq!(integer(&mut store, "x"), 3);
}
