//! Who takes part in a match: engines as their users describe them in one line.
//!
//! The line is written like one of the Hub protocol: a name, then `key=value`, values with blanks in double quotes.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::wire::hub::{Argument, Line, LineError};

/// An engine that takes part in a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// The name under which its results are counted.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Parameters, by name and value, set before the first game.
    pub settings: Vec<(String, String)>,
    /// What a move may cost.
    pub limit: Limit,
    /// Whether it thinks in the time of the other side.
    pub ponder: bool,
    /// So much longer than allowed a move may take, for the ways between the programs.
    pub margin: Duration,
    /// How long it may take to get ready, to react to a stop, and to move where no time is set.
    pub patience: Duration,
    /// Whether it is started afresh for each game.
    pub restart: bool,
}

/// What an engine is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// damka, in this very process.
    Inside,
    /// A program that speaks the Hub protocol, version 2.
    Hub(Program),
    /// A program that speaks the Hub protocol, version 1, as Scan 2.0 does.
    Hub1(Program),
    /// A program that speaks the DamExchange protocol over TCP.
    Dxp(Peer),
}

/// How to start a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The folder in which it runs.
    pub folder: Option<PathBuf>,
}

/// How to reach an engine that speaks DXP.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Peer {
    /// The program, if the match is to start it; `{port}` in its arguments stands for the port on which the match
    /// listens or to which it connects.
    pub program: Option<Program>,
    /// Where the engine listens; without it the match listens and the engine connects.
    pub address: Option<String>,
    /// Lines for the standard input of the program at the start of a game; `{ms}` stands for the milliseconds, `{nodes}`
    /// and `{depth}` for the other limits of a move.
    pub says: Vec<String>,
}

/// What a move may cost. Limits combine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limit {
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Positions for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// Time for the game.
    pub time: Option<Duration>,
    /// Added before each move.
    pub increment: Duration,
    /// The time of the game is given anew after so many moves.
    pub moves: Option<u32>,
}

impl Limit {
    /// Whether anything is limited.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
            || self.time.is_some()
    }
}

/// Why a line describes no engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContenderError {
    /// It cannot be taken apart.
    Line(LineError),
    /// It is empty.
    Empty,
    /// A key is not known.
    Key(String),
    /// A value is not what its key asks for.
    Value {
        /// The key.
        key: &'static str,
        /// What was found.
        found: String,
        /// What it should have been.
        expected: &'static str,
    },
    /// Something is missing, or does not go together.
    Sense(&'static str),
}

impl fmt::Display for ContenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(error) => error.fmt(f),
            Self::Empty => f.write_str("expected the name of the engine"),
            Self::Key(key) => write!(
                f,
                "unknown key \"{}\" (expected cmd, dir, proto, connect, say, set.NAME, move, nodes, depth, time, inc, \
                 moves, ponder, margin, patience or restart)",
                key.escape_debug()
            ),
            Self::Value {
                key,
                found,
                expected,
            } => write!(
                f,
                "{key}=\"{}\" (expected {expected})",
                found.escape_debug()
            ),
            Self::Sense(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ContenderError {}

/// What is collected from a line.
#[derive(Default)]
struct Draft {
    program: Program,
    protocol: Option<String>,
    address: Option<String>,
    says: Vec<String>,
    settings: Vec<(String, String)>,
    limit: Limit,
    ponder: bool,
    restart: bool,
    margin: Option<Duration>,
    patience: Option<Duration>,
}

impl Contender {
    /// Reads the description of an engine. What it does not say is taken from `defaults`: more of the same keys.
    ///
    /// # Errors
    ///
    /// What was expected instead.
    pub fn parse(text: &str, defaults: &str) -> Result<Self, ContenderError> {
        let line = Line::parse(text).map_err(ContenderError::Line)?;
        let line = line.ok_or(ContenderError::Empty)?;
        let common = format!("all {defaults}");
        let common = Line::parse(&common).map_err(ContenderError::Line)?;
        let mut draft = Draft::default();
        // A limit of its own replaces the common ones as a whole.
        let own_limit = line
            .arguments
            .iter()
            .any(|argument| is_limit(argument.name));
        for argument in common.iter().flat_map(|line| &line.arguments) {
            if !(own_limit && is_limit(argument.name)) {
                draft.take(argument)?;
            }
        }
        for argument in &line.arguments {
            draft.take(argument)?;
        }
        draft.finish(line.command)
    }
}

fn is_limit(key: &str) -> bool {
    matches!(key, "move" | "nodes" | "depth" | "time" | "inc" | "moves")
}

impl Draft {
    fn take(&mut self, argument: &Argument<'_>) -> Result<(), ContenderError> {
        let value = argument.value.unwrap_or_default();
        match argument.name {
            "cmd" => self.program.words = words(value),
            "dir" => self.program.folder = Some(PathBuf::from(value)),
            "proto" => self.protocol = Some(value.to_owned()),
            "connect" => self.address = Some(value.to_owned()),
            "say" => self.says.push(value.to_owned()),
            "move" => self.limit.move_time = Some(seconds("move", value)?),
            "nodes" => self.limit.nodes = Some(count("nodes", value)?),
            "depth" => self.limit.depth = Some(count("depth", value)?),
            "time" => self.limit.time = Some(seconds("time", value)?),
            "inc" => self.limit.increment = seconds("inc", value)?,
            "moves" => self.limit.moves = Some(count("moves", value)?),
            "ponder" => self.ponder = flag("ponder", argument)?,
            "restart" => self.restart = flag("restart", argument)?,
            "margin" => self.margin = Some(seconds("margin", value)?),
            "patience" => self.patience = Some(seconds("patience", value)?),
            key => match key.strip_prefix("set.") {
                Some(name) if !name.is_empty() => {
                    self.settings.retain(|(known, _)| known != name);
                    self.settings.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(ContenderError::Key(key.to_owned())),
            },
        }
        Ok(())
    }

    fn finish(self, name: &str) -> Result<Contender, ContenderError> {
        let has_program = !self.program.words.is_empty();
        let default = if has_program { "hub" } else { "inside" };
        let kind = match (self.protocol.as_deref().unwrap_or(default), has_program) {
            ("inside", false) => Kind::Inside,
            ("hub", true) => Kind::Hub(self.program),
            ("hub1", true) => Kind::Hub1(self.program),
            ("dxp", _) if has_program || self.address.is_some() => Kind::Dxp(Peer {
                program: has_program.then_some(self.program),
                address: self.address,
                says: self.says,
            }),
            ("hub" | "hub1", false) => {
                return Err(ContenderError::Sense("expected cmd=PROGRAM with proto=hub"));
            }
            ("dxp", _) => {
                return Err(ContenderError::Sense(
                    "expected cmd=PROGRAM or connect=HOST:PORT with proto=dxp",
                ));
            }
            (found, _) => {
                return Err(ContenderError::Value {
                    key: "proto",
                    found: found.to_owned(),
                    expected: "hub, hub1 or dxp for a program",
                });
            }
        };
        if !self.limit.is_set() {
            return Err(ContenderError::Sense(
                "expected a limit: move=SECONDS, nodes=N, depth=N, or time=SECONDS with inc=SECONDS or moves=N",
            ));
        }
        if self.ponder && !matches!(kind, Kind::Hub(_)) {
            return Err(ContenderError::Sense(
                "only a program that speaks Hub, version 2, can ponder (cmd=\"damka hub\")",
            ));
        }
        Ok(Contender {
            name: name.to_owned(),
            kind,
            settings: self.settings,
            limit: self.limit,
            ponder: self.ponder,
            margin: self.margin.unwrap_or(Duration::from_millis(50)),
            patience: self.patience.unwrap_or(Duration::from_secs(30)),
            restart: self.restart,
        })
    }
}

/// The words of a command; single quotes keep blanks together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in command.split('\'').enumerate() {
        if place % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn seconds(key: &'static str, value: &str) -> Result<Duration, ContenderError> {
    let found = value.parse().ok();
    let duration = found.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| ContenderError::Value {
        key,
        found: value.to_owned(),
        expected: "seconds, such as 0.1",
    })
}

fn count<T: std::str::FromStr + From<u8> + PartialOrd>(
    key: &'static str,
    value: &str,
) -> Result<T, ContenderError> {
    let found = value.parse().ok().filter(|count| *count >= T::from(1));
    found.ok_or_else(|| ContenderError::Value {
        key,
        found: value.to_owned(),
        expected: "a number from 1",
    })
}

fn flag(key: &'static str, argument: &Argument<'_>) -> Result<bool, ContenderError> {
    match argument.value {
        None | Some("true") => Ok(true),
        Some("false") => Ok(false),
        Some(found) => Err(ContenderError::Value {
            key,
            found: found.to_owned(),
            expected: "true or false",
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_describes_an_engine() {
        let scan = Contender::parse(
            "scan cmd=\"'/my engines/scan' hub\" dir=/tmp proto=hub1 set.book=false margin=0.2 ponder=false",
            "move=0.1 set.book=true set.threads=1",
        )
        .unwrap();
        assert_eq!(scan.name, "scan");
        let Kind::Hub1(program) = &scan.kind else {
            panic!("{:?}", scan.kind);
        };
        assert_eq!(program.words, ["/my engines/scan", "hub"]);
        assert_eq!(program.folder, Some(PathBuf::from("/tmp")));
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(scan.settings, [pair("threads", "1"), pair("book", "false")]);
        assert_eq!(scan.limit.move_time, Some(Duration::from_millis(100)));
        assert_eq!(scan.margin, Duration::from_millis(200));
        assert!(!scan.ponder && !scan.restart);
    }

    #[test]
    fn own_limits_replace_the_common_ones() {
        let damka = Contender::parse("damka nodes=500", "move=0.1 depth=3").unwrap();
        assert_eq!(damka.kind, Kind::Inside);
        let nodes = Limit {
            nodes: Some(500),
            ..Limit::default()
        };
        assert_eq!(damka.limit, nodes);
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, words) in [
            ("", "name"),
            ("a nodes=5 colour=x", "unknown key"),
            ("a nodes=0", "a number from 1"),
            ("a move=-1", "seconds"),
            ("a", "expected a limit"),
            ("a proto=hub nodes=1", "expected cmd=PROGRAM"),
            ("a proto=dxp nodes=1", "connect=HOST:PORT"),
            ("a proto=uci cmd=x nodes=1", "hub, hub1 or dxp"),
            ("a nodes=1 ponder", "can ponder"),
            ("a nodes=1 ponder=maybe", "true or false"),
            ("a cmd=\"x", "closing quote"),
        ] {
            let error = Contender::parse(text, "").unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
