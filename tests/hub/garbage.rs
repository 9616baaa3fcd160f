//! Input that nobody should send. The engine answers or ignores it, and lives on.

use std::thread;
use std::time::Duration;

use super::client::{Engine, START, count};

/// A few valid lines to be spoilt. None asks for much memory or many threads.
const LINES: [&str; 12] = [
    "hub",
    "init",
    "set-param name=variant value=brazilian",
    "set-param name=book-ply value=3",
    "new-game",
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23\"",
    "level moves=40 time=0.01 inc=0.001",
    "level depth=2",
    "go think",
    "go ponder",
    "ponder-hit",
    "stop",
];

/// Numbers that are the same in every run (SplitMix64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// The engine still answers a ping, searches, and ends well.
fn is_well(mut engine: Engine) {
    engine.answers("stop");
    engine.send("set-param name=variant value=normal");
    let answer = engine.search(&format!("pos pos={START}\nlevel depth=2\ngo think"));
    assert!(
        answer.last().unwrap().starts_with("done move="),
        "{answer:?}"
    );
    engine.send("quit");
    assert!(engine.end().0);
    assert_eq!(engine.errors(), [""; 0]);
}

#[test]
fn random_bytes() {
    let mut engine = Engine::ready();
    let mut numbers = Numbers(1);
    let bytes: Vec<_> = (0..200_000).map(|_| numbers.below(256) as u8).collect();
    engine.send_bytes(&bytes);
    engine.send("");
    is_well(engine);
}

#[test]
fn lines_cut_short_and_spoilt() {
    let mut engine = Engine::ready();
    let mut numbers = Numbers(2);
    for _ in 0..2_000 {
        let mut bytes = LINES[numbers.below(LINES.len())].as_bytes().to_vec();
        match numbers.below(3) {
            0 => bytes.truncate(numbers.below(bytes.len() + 1)),
            1 => {
                let at = numbers.below(bytes.len());
                bytes[at] = numbers.below(256) as u8;
            }
            _ => {
                let at = numbers.below(bytes.len());
                bytes.insert(at, b" =\"\r\t,-"[numbers.below(7)]);
            }
        }
        bytes.push(b'\n');
        engine.send_bytes(&bytes);
    }
    engine.answers("stop");
    is_well(engine);
}

#[test]
fn a_line_of_a_megabyte_and_more() {
    let mut engine = Engine::ready();
    for size in [1_000_000, 20_000_000] {
        let long = "x".repeat(size);
        for line in [format!("pos pos={long}"), long] {
            let answers = engine.answers(&line);
            assert_eq!(count(&answers, "error"), answers.len());
            assert!(answers.iter().all(|answer| answer.len() < 600));
        }
    }
    is_well(engine);
}

#[test]
fn bytes_that_are_no_text() {
    let mut engine = Engine::ready();
    engine.send_bytes(b"pos pos=W\xff\xfe\n\xc3\x28\nse\0t-param name=book value=tr\0ue\r\n");
    assert_eq!(count(&engine.answers(""), "error"), 2);
    is_well(engine);
}

#[test]
fn lines_that_are_not_of_the_protocol() {
    let mut engine = Engine::ready();
    for line in [
        "=",
        "\"",
        "\"hub\"",
        "=hub",
        "pos pos=\"W",
        "level depth=\"3",
        "set-param",
        "go \"think\"",
        "set-param name=threads",
        "set-param value=3",
        "set-param name=threads value",
        "set-param name= value=3",
        "pos",
        "level move-time=abc",
        "pos pos=\"a\"b",
    ] {
        let answers = engine.answers(line);
        assert_eq!(
            (answers.len(), count(&answers, "error")),
            (1, 1),
            "{line}: {answers:?}"
        );
    }
    for line in [
        "", " ", "\t", "\r", "\u{feff}", "unknown", "go-think", "HUB", "ready", "done",
    ] {
        assert_eq!(engine.answers(line), [""; 0], "{line:?}");
    }
    is_well(engine);
}

#[test]
fn values_out_of_range_are_refused() {
    let mut engine = Engine::ready();
    for (name, values) in [
        (
            "threads",
            &["0", "10000", "-1", "1.5", "abc", "", "99999999999999999999"][..],
        ),
        ("tt-size", &["9", "37", "64", "1000"]),
        ("bb-size", &["8"]),
        ("multi-pv", &["0", "65"]),
        ("ponder", &["2", "maybe"]),
        ("variant", &["", "chess"]),
        ("draw-rules", &["never"]),
        ("done-gap", &["-20", "1e3"]),
    ] {
        for value in values {
            let answers = engine.answers(&format!("set-param name={name} value=\"{value}\""));
            assert_eq!(answers.len(), 1, "{name} {value}");
            assert!(
                answers[0].starts_with("error message=\"parameter "),
                "{answers:?}"
            );
            assert!(
                answers[0].contains(name) && answers[0].contains("expected"),
                "{answers:?}"
            );
        }
    }
    is_well(engine);
}

#[test]
fn a_table_that_no_machine_has() {
    let mut engine = Engine::ready();
    engine.send("set-param name=tt-size value=36\ninit");
    let answers = engine.until("ready");
    assert!(
        answers.len() == 1 || answers[0].contains("memory"),
        "{answers:?}"
    );
    is_well(engine);
}

#[test]
fn search_before_anything_else() {
    let mut engine = Engine::start(&["hub"]);
    engine.send("set-param name=tt-size value=12");
    let answer = engine.search("level depth=2\ngo think");
    assert!(answer.last().unwrap().starts_with("done move="));
}

#[test]
fn a_flood_during_a_search() {
    let mut engine = Engine::ready();
    engine.send("level move-time=0.2\ngo think");
    for _ in 0..2_000 {
        engine.send(&format!("pos pos={START}\nlevel depth=1"));
    }
    engine.send("go think\nping");
    assert_eq!(count(&engine.until("done"), "error"), 0);
    engine.until("done");
    is_well(engine);
}

#[test]
fn a_reader_that_goes_away() {
    for search in [
        "go analyze",
        "level move-time=60\ngo think",
        "hub",
        "bad \"",
        "ping",
    ] {
        let mut engine = Engine::ready();
        engine.stop_reading();
        engine.send(search);
        for _ in 0..300 {
            // Whatever comes next is not heard any more.
            engine.try_send("ping\n");
            thread::sleep(Duration::from_millis(1));
        }
        let (is_success, time) = engine.end();
        assert!(is_success && time.as_secs() < 5, "{search}");
        assert_eq!(engine.errors(), [""; 0]);
    }
}
