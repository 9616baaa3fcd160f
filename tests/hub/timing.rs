//! When lines come. The distances between them are looked at where they are written: within this process, since the
//! way through a pipe changes them.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use damka::protocol::hub::{self, Options};

use super::client::{Engine, START, field, infos};

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
fn row_03_the_last_line_of_an_answer_comes_after_a_silence() {
    for level in [
        "level depth=7",
        "level move-time=0.3",
        "level depth=60 move-time=0.2",
    ] {
        let search = format!("{level}\ngo think\n");
        let lines = talk(&[
            (0, "hub\n"),
            (200, "init\n"),
            (50, &search),
            (700, "quit\n"),
        ]);
        let commands = lines
            .iter()
            .map(|(_, line)| line.split(' ').next().unwrap());
        let mut commands: Vec<_> = commands.collect();
        commands.dedup();
        assert_eq!(commands, ["id", "param", "wait", "ready", "info", "done"]);
        let is_last = |line: &str| {
            ["wait", "ready", "done"]
                .iter()
                .any(|w| line.starts_with(w))
        };
        for (distance, line) in lines.iter().filter(|(_, line)| is_last(line)) {
            assert!(*distance >= 20, "{distance} ms before {line}");
        }
    }
}

/// What a reader gets that looks seldom, and so finds together what came together.
#[cfg(target_os = "linux")]
fn chunks(output: &mut impl Read, last: &str) -> Vec<String> {
    let mut chunks = Vec::new();
    let mut bytes = [0; 1 << 16];
    loop {
        thread::sleep(Duration::from_millis(40));
        let length = output.read(&mut bytes).unwrap();
        assert!(length > 0, "the end, before {last}");
        let chunk = String::from_utf8_lossy(&bytes[..length]).into_owned();
        let is_last = chunk.lines().any(|line| line.starts_with(last));
        chunks.push(chunk);
        if is_last {
            return chunks;
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn row_03_the_last_line_of_an_answer_waits_for_a_slow_reader() {
    let (mut engine, mut output) = Engine::start_raw(&["hub"]);
    for (lines, last) in [
        ("hub", "wait"),
        ("init", "ready"),
        ("level depth=6\ngo think", "done"),
        ("level move-time=0.1\ngo analyze", "done"),
    ] {
        engine.send(lines);
        let chunks = chunks(&mut output, last);
        let alone = chunks.last().unwrap();
        assert_eq!(alone.lines().count(), 1, "{chunks:?}");
    }
}

#[test]
fn row_03_no_completed_depth_is_left_out() {
    let mut engine = Engine::ready();
    engine.send("set-param name=done-gap value=20");
    for level in ["depth=9", "depth=9 move-time=5", "depth=9 nodes=1000000000"] {
        let answer = engine.search(&format!("pos pos={START}\nlevel {level}\ngo think"));
        let depths = infos(&answer).into_iter().map(|info| field(info, "depth"));
        let mut depths: Vec<_> = depths.map(|depth| depth.parse::<u32>().unwrap()).collect();
        depths.dedup();
        assert_eq!(depths, Vec::from_iter(1..=9), "{level}");
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
        assert!(shortest > limit * 3 / 4, "{shortest:?} of {limit:?}");
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
