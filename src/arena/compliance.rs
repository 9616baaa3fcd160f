//! Whether an engine keeps to the Hub protocol, version 2: point by point.
//!
//! The points are what the protocol text asks for and what its clients rely on in practice.

use std::time::{Duration, Instant};

use super::contender::Program;
use super::process::Process;
use crate::rules::variant::Variant;
use crate::session::{self, Session};
use crate::wire::hub::Line;

/// A point that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// What is asked for.
    pub asked: &'static str,
    /// What was wrong; `None` if nothing was.
    pub fault: Option<String>,
}

/// How long an engine may take for what should take no time.
const SOON: Duration = Duration::from_secs(5);

/// Silence for so long means that nothing comes.
const SILENCE: Duration = Duration::from_millis(300);

/// A time limit for a move in the checks, and how far it may be exceeded.
const MOVE_TIME: (f64, Duration) = (0.2, Duration::from_millis(300));

type Check = fn(&mut Talk) -> Result<(), String>;

/// The points, in the order in which they are looked at.
const POINTS: [(&str, Check); 24] = [
    ("says nothing before hub", silent_at_first),
    ("hub: id with name, version, author, country", id),
    ("hub: params with name, value and type, then wait", params),
    ("init: ready", init),
    ("ping: pong", ping),
    ("an unknown command does no harm", unknown_command),
    ("an unknown parameter does no harm", unknown_param),
    ("empty and broken lines do no harm", broken_lines),
    ("go think: one done with a legal move", think),
    ("info: plain numbers, a score before done", info),
    ("level move-time is kept", move_time),
    ("level nodes and depth end a search", nodes_and_depth),
    ("level time=-1 still gives a move", negative_time),
    ("level limits add up until go", level_adds_up),
    ("pos with moves, captures with all their squares", moves),
    ("captures are told with all their squares", capture_told),
    ("a bad position is refused, the game goes on", bad_position),
    ("no legal move: done alone", no_move),
    ("go analyze lasts until stop", analyze),
    ("ping during a search does not end it", ping_in_search),
    ("go and stop in one write: one done", go_and_stop),
    ("stop without a search: nothing", idle_stop),
    ("go ponder waits for ponder-hit", ponder),
    ("hub and init can come again", again),
];

/// Looks at all points; each begins with an engine that has just become ready, except those about the start.
///
/// # Errors
///
/// When the program cannot be started.
pub fn check(
    name: &str,
    program: &Program,
    settings: &[(String, String)],
) -> Result<Vec<Point>, String> {
    let start = || Process::start(name, program).map_err(|fault| fault.to_string());
    let mut points = Vec::new();
    for (number, (asked, check)) in POINTS.into_iter().enumerate() {
        let mut talk = Talk {
            process: start()?,
            settings: settings.to_vec(),
        };
        // The first four points are the way to get ready.
        let ready = match number < 4 {
            true => Ok(()),
            false => talk.get_ready(),
        };
        let fault = ready.and_then(|()| check(&mut talk)).err();
        points.push(Point { asked, fault });
        talk.process.end("quit");
    }
    let mut process = start()?;
    let sent = process.send("hub").and_then(|_| process.send("quit"));
    let until = Instant::now() + Duration::from_secs(1);
    let ended = sent.is_err() || has_ended(&mut process, until);
    points.push(Point {
        asked: "quit: the program ends",
        fault: (!ended).then(|| "it still runs after a second".to_owned()),
    });
    Ok(points)
}

fn has_ended(process: &mut Process, until: Instant) -> bool {
    loop {
        match process.hear(until) {
            Ok(_) => {}
            Err(super::player::Fault::Died(_)) => return true,
            Err(_) => return false,
        }
    }
}

struct Talk {
    process: Process,
    settings: Vec<(String, String)>,
}

impl Talk {
    fn say(&mut self, line: &str) -> Result<(), String> {
        let sent = self.process.send(line);
        sent.map(drop).map_err(|fault| fault.to_string())
    }

    fn hear(&mut self, wait: Duration) -> Result<Option<String>, String> {
        match self.process.hear(Instant::now() + wait) {
            Ok((_, line)) => Ok(Some(line)),
            Err(super::player::Fault::Silent) => Ok(None),
            Err(fault) => Err(fault.to_string()),
        }
    }

    /// Listens until a line with this command comes; returns the lines before it, and it.
    fn until(&mut self, command: &str, wait: Duration) -> Result<Vec<String>, String> {
        let until = Instant::now() + wait;
        let mut lines = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.hear(left)?;
            let line = line.ok_or_else(|| format!("no {command} within {wait:?}"))?;
            let found = line.split_whitespace().next() == Some(command);
            lines.push(line);
            if found {
                return Ok(lines);
            }
        }
    }

    /// The lines that come until it is silent.
    fn rest(&mut self) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        while let Some(line) = self.hear(SILENCE)? {
            lines.push(line);
        }
        Ok(lines)
    }

    fn get_ready(&mut self) -> Result<(), String> {
        self.say("hub")?;
        self.until("wait", SOON)?;
        for (name, value) in self.settings.clone() {
            self.say(&format!("set-param name={name} value={value}"))?;
        }
        self.say("init")?;
        self.until("ready", 2 * SOON).map(drop)
    }

    /// Searches the start position; returns all lines to `done`.
    fn search(&mut self, levels: &[&str], wait: Duration) -> Result<Vec<String>, String> {
        self.say(&format!("pos pos={}", start()))?;
        for level in levels {
            self.say(level)?;
        }
        self.say("go think")?;
        self.until("done", wait)
    }

    fn is_alive(&mut self) -> Result<(), String> {
        self.say("ping")?;
        self.until("pong", SOON).map(drop)
    }
}

/// The start position in Hub's form.
fn start() -> String {
    session::open(Variant::ALL[0]).hub()
}

fn silent_at_first(talk: &mut Talk) -> Result<(), String> {
    match talk.hear(SILENCE)? {
        None => Ok(()),
        Some(line) => Err(format!("it said \"{line}\"")),
    }
}

fn id(talk: &mut Talk) -> Result<(), String> {
    talk.say("hub")?;
    let lines = talk.until("wait", SOON)?;
    let found = lines.iter().find(|line| line.starts_with("id "));
    let text = found.ok_or("no id line")?;
    let line = parsed(text)?;
    for name in ["name", "version", "author", "country"] {
        if line.get(name).unwrap_or_default().is_empty() {
            return Err(format!("no {name} in \"{text}\""));
        }
    }
    Ok(())
}

fn params(talk: &mut Talk) -> Result<(), String> {
    talk.say("hub")?;
    for text in talk.until("wait", SOON)? {
        if !text.starts_with("param") {
            continue;
        }
        let line = parsed(&text)?;
        for name in ["name", "type"] {
            if line.get(name).unwrap_or_default().is_empty() {
                return Err(format!("no {name} in \"{text}\""));
            }
        }
        if line.get("value").is_none() {
            return Err(format!("no value in \"{text}\""));
        }
    }
    Ok(())
}

fn init(talk: &mut Talk) -> Result<(), String> {
    talk.get_ready()
}

fn ping(talk: &mut Talk) -> Result<(), String> {
    talk.is_alive()
}

fn unknown_command(talk: &mut Talk) -> Result<(), String> {
    talk.say("hail name=nobody")?;
    talk.is_alive()
}

fn unknown_param(talk: &mut Talk) -> Result<(), String> {
    talk.say("set-param name=unheard-of value=7")?;
    talk.is_alive()
}

fn broken_lines(talk: &mut Talk) -> Result<(), String> {
    for line in ["", "   ", "pos pos=\"W", "=", "level depth", "set-param"] {
        talk.say(line)?;
    }
    talk.is_alive()
}

/// The move of the last line, which is a `done`.
fn done_move(lines: &[String]) -> Result<Option<String>, String> {
    let text = lines.last().ok_or("nothing")?;
    let line = parsed(text)?;
    Ok(line.get("move").map(str::to_owned))
}

fn parsed(text: &str) -> Result<Line<'_>, String> {
    let line = Line::parse(text).map_err(|error| format!("\"{text}\": {error}"))?;
    line.ok_or_else(|| "an empty line".to_owned())
}

fn is_legal(session: &mut dyn Session, mv: &str) -> Result<(), String> {
    let legal = session.moves().iter().any(|legal| legal.hub == mv);
    legal
        .then_some(())
        .ok_or_else(|| format!("its move is \"{mv}\""))
}

fn think(talk: &mut Talk) -> Result<(), String> {
    let lines = talk.search(&["level depth=5"], SOON)?;
    let mv = done_move(&lines)?.ok_or("done without a move")?;
    is_legal(&mut *session::open(Variant::ALL[0]), &mv)?;
    let more = talk.rest()?;
    match more.iter().find(|line| line.starts_with("done")) {
        Some(_) => Err("a second done".to_owned()),
        None => Ok(()),
    }
}

fn info(talk: &mut Talk) -> Result<(), String> {
    let lines = talk.search(&["level depth=5"], SOON)?;
    let mut scored = false;
    for text in lines.iter().filter(|line| line.starts_with("info")) {
        let line = parsed(text)?;
        for name in ["depth", "nodes"] {
            if line
                .get(name)
                .is_some_and(|value| value.parse::<i64>().is_err())
            {
                return Err(format!("{name} is no whole number in \"{text}\""));
            }
        }
        for name in ["score", "time", "nps", "mean-depth"] {
            let is_plain = |value: &str| value.parse().is_ok_and(f64::is_finite);
            if line.get(name).is_some_and(|value| !is_plain(value)) {
                return Err(format!("{name} is no plain number in \"{text}\""));
            }
        }
        scored |= line.get("score").is_some();
    }
    scored
        .then_some(())
        .ok_or_else(|| "no info with a score".to_owned())
}

fn move_time(talk: &mut Talk) -> Result<(), String> {
    let (seconds, more) = MOVE_TIME;
    let began = Instant::now();
    talk.search(&[&format!("level move-time={seconds}")], SOON)?;
    let used = began.elapsed();
    match used > Duration::from_secs_f64(seconds) + more {
        true => Err(format!(
            "{:.2} s instead of {seconds} s",
            used.as_secs_f64()
        )),
        false => Ok(()),
    }
}

fn nodes_and_depth(talk: &mut Talk) -> Result<(), String> {
    talk.search(&["level nodes=10000"], SOON)?;
    talk.search(&["level depth=4"], SOON).map(drop)
}

fn negative_time(talk: &mut Talk) -> Result<(), String> {
    talk.search(&["level time=-1.0 inc=0.1"], SOON).map(drop)
}

fn level_adds_up(talk: &mut Talk) -> Result<(), String> {
    talk.search(&["level depth=4", "level move-time=60"], SOON)
        .map(drop)
}

fn moves(talk: &mut Talk) -> Result<(), String> {
    let played = ["32-28", "19-23", "28x19x23", "14x23x19"];
    let line = format!("pos pos={} moves=\"{}\"", start(), played.join(" "));
    talk.say(&line)?;
    talk.say("level depth=3")?;
    talk.say("go think")?;
    let lines = talk.until("done", SOON)?;
    let mut session = session::open(Variant::ALL[0]);
    let placed = session.set_hub(&start(), &played);
    placed.map_err(|error| error.to_string())?;
    let mv = done_move(&lines)?.ok_or("done without a move")?;
    is_legal(&mut *session, &mv)
}

/// A search in a position of its own.
fn search_in(talk: &mut Talk, fen: &str) -> Result<Vec<String>, String> {
    let mut session = session::open(Variant::ALL[0]);
    session.set_fen(fen).map_err(|error| error.to_string())?;
    talk.say(&format!("pos pos={}", session.hub()))?;
    talk.say("level depth=3")?;
    talk.say("go think")?;
    talk.until("done", SOON)
}

fn capture_told(talk: &mut Talk) -> Result<(), String> {
    let lines = search_in(talk, "W:W37,48:B32,22,3")?;
    match done_move(&lines)?.as_deref() {
        Some("37x17x22x32" | "37x17x32x22") => Ok(()),
        other => Err(format!("its move is {other:?} instead of 37x17x22x32")),
    }
}

fn bad_position(talk: &mut Talk) -> Result<(), String> {
    talk.say("pos pos=Wxyz")?;
    talk.is_alive()?;
    talk.search(&["level depth=3"], SOON).map(drop)
}

fn no_move(talk: &mut Talk) -> Result<(), String> {
    let lines = search_in(talk, "W:W:B1,2,3")?;
    match done_move(&lines)? {
        None => Ok(()),
        Some(mv) => Err(format!("its move is \"{mv}\"")),
    }
}

/// Begins a search that does not end by itself.
fn begin_endless(talk: &mut Talk, kind: &str) -> Result<(), String> {
    talk.say(&format!("pos pos={}", start()))?;
    talk.say("level infinite")?;
    talk.say(&format!("go {kind}"))
}

fn nothing_done(lines: &[String]) -> Result<(), String> {
    match lines.iter().find(|line| line.starts_with("done")) {
        Some(line) => Err(format!("\"{line}\" too early")),
        None => Ok(()),
    }
}

/// What it says for a short time, which must not be `done`.
fn goes_on(talk: &mut Talk) -> Result<(), String> {
    let until = Instant::now() + SILENCE;
    while let Some(line) = talk.hear(until.saturating_duration_since(Instant::now()))? {
        nothing_done(&[line])?;
    }
    Ok(())
}

fn analyze(talk: &mut Talk) -> Result<(), String> {
    begin_endless(talk, "analyze")?;
    goes_on(talk)?;
    talk.say("stop")?;
    talk.until("done", SOON).map(drop)
}

fn ping_in_search(talk: &mut Talk) -> Result<(), String> {
    begin_endless(talk, "analyze")?;
    talk.say("ping")?;
    nothing_done(&talk.until("pong", SOON)?)?;
    goes_on(talk)?;
    talk.say("stop")?;
    talk.until("done", SOON).map(drop)
}

fn go_and_stop(talk: &mut Talk) -> Result<(), String> {
    begin_endless(talk, "think\nstop")?;
    talk.until("done", SOON)?;
    nothing_done(&talk.rest()?)
}

fn idle_stop(talk: &mut Talk) -> Result<(), String> {
    talk.say("stop")?;
    nothing_done(&talk.rest()?)?;
    talk.is_alive()
}

fn ponder(talk: &mut Talk) -> Result<(), String> {
    talk.say(&format!("pos pos={} moves=\"32-28 19-23\"", start()))?;
    talk.say("level move-time=0.2")?;
    talk.say("go ponder")?;
    // An early done is allowed; then there must be no other.
    let early = talk.rest_while_pondering()?;
    talk.say("ponder-hit")?;
    match early {
        true => nothing_done(&talk.rest()?),
        false => talk.until("done", SOON).map(drop),
    }
}

impl Talk {
    /// Listens for a while; returns whether the move came.
    fn rest_while_pondering(&mut self) -> Result<bool, String> {
        let until = Instant::now() + SILENCE;
        while let Some(line) = self.hear(until.saturating_duration_since(Instant::now()))? {
            if line.starts_with("done") {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn again(talk: &mut Talk) -> Result<(), String> {
    talk.get_ready()?;
    talk.search(&["level depth=3"], SOON).map(drop)
}
