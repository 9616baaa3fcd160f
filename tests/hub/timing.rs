//! When lines come. The distances between them are looked at where they are written: within this process, since the
//! way through a pipe changes them.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use damka::protocol::hub::{self, Options};

use super::client::{Engine, START};

/// Input that comes piece by piece, each after a number of milliseconds.
struct Pieces(VecDeque<(u64, String)>);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((after, text)) = self.0.pop_front() else {
            return Ok(0);
        };
        thread::sleep(Duration::from_millis(after));
        buffer[..text.len()].copy_from_slice(text.as_bytes());
        Ok(text.len())
    }
}

/// Writes down when each line was written.
#[derive(Clone, Default)]
struct Diary(Arc<Mutex<Vec<(Instant, String)>>>);

impl Write for Diary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes).into_owned();
        self.0.lock().unwrap().push((Instant::now(), line));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines of a talk with their distances from those before, in milliseconds.
fn talk(pieces: &[(u64, &str)]) -> Vec<(u128, String)> {
    let (diary, began) = (Diary::default(), Instant::now());
    let settings = vec![("tt-size".to_owned(), "12".to_owned())];
    let pieces = pieces.iter().map(|&(after, text)| (after, text.to_owned()));
    hub::run(
        Pieces(pieces.collect()),
        diary.clone(),
        &Options { settings },
    )
    .unwrap();
    let lines = diary.0.lock().unwrap();
    let mut last = began;
    let distance = |(at, line): &(Instant, String)| {
        let distance = at.duration_since(last).as_millis();
        last = *at;
        (distance, line.trim_end().to_owned())
    };
    lines.iter().map(distance).collect()
}

#[test]
fn row_03_lines_come_one_by_one_where_readers_may_need_it() {
    for level in [
        "level depth=7",
        "level move-time=0.3",
        "level depth=60 move-time=0.2",
    ] {
        let search = format!("{level}\ngo think\n");
        let lines = talk(&[
            (0, "hub\n"),
            (500, "init\n"),
            (50, &search),
            (700, "quit\n"),
        ]);
        let is_param = |line: &str| line.starts_with("id ") || line.starts_with("param ");
        for (distance, line) in &lines[1..] {
            let least = if is_param(line) { 10 } else { 20 };
            assert!(*distance >= least, "{distance} ms before {line}");
        }
        assert!(
            lines.last().unwrap().1.starts_with("done move="),
            "{lines:?}"
        );
        assert!(lines.iter().any(|(_, line)| line.starts_with("info ")));
    }
}

#[test]
fn row_03_no_time_is_given_away_where_a_clock_runs() {
    for level in ["level time=1000", "level nodes=2000"] {
        let search = format!("init\npos pos={START}\n{level}\nlevel depth=4\ngo think\n");
        let is_prompt = || {
            let lines = talk(&[(0, &search), (300, "quit\n")]);
            let (distance, done) = lines.last().unwrap();
            done.starts_with("done ") && *distance < 10
        };
        assert!((0..TRIES).any(|_| is_prompt()), "{level}");
    }
}

#[test]
fn row_03_the_gap_can_be_set() {
    let lines = talk(&[(0, "set-param name=done-gap value=0\nhub\ninit\nquit\n")]);
    assert!(lines.iter().map(|(distance, _)| distance).sum::<u128>() < 100);
}

/// What is prompt on an idle machine is so at least once on a busy one.
const TRIES: usize = 8;

/// The shortest and the longest time that a search takes from its last line to its `done`.
fn times(engine: &mut Engine, before: &str, last: &str) -> (Duration, Duration) {
    let mut times = Vec::new();
    for _ in 0..TRIES {
        engine.send(before);
        if before.contains("go ") {
            engine.is_searching();
            thread::sleep(Duration::from_millis(30));
        }
        let began = Instant::now();
        engine.search(last);
        times.push(began.elapsed());
    }
    times.sort();
    (times[0], times[TRIES - 1])
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let mut engine = Engine::ready();
    engine.send("set-param name=done-gap value=20");
    let (shortest, longest) = times(&mut engine, &format!("pos pos={START}\ngo think"), "stop");
    assert!(shortest < Duration::from_millis(20), "{shortest:?}");
    assert!(longest < Duration::from_millis(100), "{longest:?}");
}

#[test]
fn a_move_is_never_late() {
    let mut engine = Engine::ready();
    engine.send("set-param name=done-gap value=20");
    for milliseconds in [50_u32, 100, 300] {
        let seconds = f64::from(milliseconds) / 1000.0;
        let before = format!("pos pos={START}\nlevel move-time={seconds}");
        let (shortest, longest) = times(&mut engine, &before, "go think");
        let limit = Duration::from_millis(milliseconds.into());
        assert!(shortest > limit / 3, "{shortest:?} of {limit:?}");
        assert!(shortest <= limit, "{shortest:?} of {limit:?}");
        assert!(
            longest <= limit + Duration::from_millis(150),
            "{longest:?} of {limit:?}"
        );
    }
}

#[test]
fn a_clock_is_never_overdrawn() {
    let mut engine = Engine::ready();
    for (clock, increment) in [(0.05, 0.0), (0.2, 0.0), (0.0, 0.1), (0.5, 0.1)] {
        let before = format!("pos pos={START}\nlevel time={clock} inc={increment}");
        let (shortest, longest) = times(&mut engine, &before, "go think");
        let limit = Duration::from_secs_f64(clock + increment);
        assert!(shortest <= limit, "{shortest:?} of {limit:?}");
        assert!(
            longest <= limit + Duration::from_millis(100),
            "{longest:?} of {limit:?}"
        );
    }
}
