//! Games of a match as they are kept: a line of JSON each, from which the match goes on after an interruption, and PDN
//! for people.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::referee::{End, Finished, Played};
use crate::board::Side;
use crate::notation::pdn::{self, Form, GameResult, Ply};
use crate::rules::variant::Variant;
use crate::session;
use crate::wire::files;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the match, from 0.
    pub game: usize,
    /// The name of the opening.
    pub opening: String,
    /// The position with which it began, in FEN.
    pub fen: String,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// White's half points: 2, 1 or 0.
    pub white_half_points: u8,
    /// Why it ended.
    pub end: String,
    /// What a side did wrong, in one word.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fault: Option<FaultRecord>,
    /// The moves.
    pub moves: Vec<MoveRecord>,
}

/// What a side did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// Who.
    pub engine: String,
    /// What: `crash`, `hang`, `time`, `illegal` or `protocol`.
    pub kind: String,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in short form.
    #[serde(rename = "move")]
    pub text: String,
    /// The score in men for the side that moved.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<f64>,
    /// The depth in plies.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// Seconds.
    pub time: f64,
}

impl From<&Played> for MoveRecord {
    fn from(played: &Played) -> Self {
        Self {
            text: played.mv.text.clone(),
            score: played.score,
            depth: played.depth,
            nodes: played.nodes,
            time: (played.time.as_secs_f64() * 1e6).round() / 1e6,
        }
    }
}

impl Record {
    /// A finished game as it is kept.
    #[must_use]
    pub fn new(
        game: usize,
        opening: &str,
        fen: String,
        names: [&str; 2],
        finished: &Finished,
    ) -> Self {
        let [white, black] = names.map(str::to_owned);
        let fault = match &finished.end {
            End::Fault(side, fault) => Some(FaultRecord {
                engine: match side {
                    Side::White => white.clone(),
                    Side::Black => black.clone(),
                },
                kind: fault.word().to_owned(),
            }),
            _ => None,
        };
        Self {
            game,
            opening: opening.to_owned(),
            fen,
            white,
            black,
            white_half_points: match finished.result {
                GameResult::Win(Side::White) => 2,
                GameResult::Win(Side::Black) | GameResult::BothLose => 0,
                GameResult::Draw | GameResult::Open => 1,
            },
            end: finished.end.to_string(),
            fault,
            moves: finished.moves.iter().map(MoveRecord::from).collect(),
        }
    }

    /// The result.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self.white_half_points {
            0 => GameResult::Win(Side::Black),
            1 => GameResult::Draw,
            _ => GameResult::Win(Side::White),
        }
    }

    /// The game in PDN, with score, depth, nodes and time of each move.
    #[must_use]
    pub fn pdn(&self, variant: Variant, event: &str, date: SystemTime) -> String {
        let about = session::describe(variant);
        let mut game = pdn::Game::default();
        game.set_tag("Event", event);
        game.set_tag("Date", pdn::date(date));
        game.set_tag("Round", (self.game + 1).to_string());
        game.set_tag("White", self.white.as_str());
        game.set_tag("Black", self.black.as_str());
        game.set_tag("WhiteType", "program");
        game.set_tag("BlackType", "program");
        game.set_result(self.result(), Form::of_game(about.game_type));
        if let Some(number) = about.game_type {
            game.set_tag("GameType", number.to_string());
        }
        game.set_tag("Opening", self.opening.as_str());
        game.set_tag("Termination", self.end.as_str());
        let mut board = session::open(variant);
        let begins = match board.set_fen(&self.fen) {
            Ok(()) => board.side(),
            Err(_) => about.first,
        };
        if let Some(fen) = board.setup() {
            game.set_tag("SetUp", "1");
            game.set_tag("FEN", fen);
        }
        game.second_begins = begins != about.first;
        game.moves.plies = self.moves.iter().map(ply).collect();
        game.to_string()
    }
}

fn ply(mv: &MoveRecord) -> Ply {
    let parts = [
        mv.score.map(|score| format!("{score:+.2}")),
        mv.depth.map(|depth| format!("d={depth}")),
        mv.nodes.map(|nodes| format!("n={nodes}")),
        Some(format!("t={:.3}", mv.time)),
    ];
    let words: Vec<_> = parts.into_iter().flatten().collect();
    Ply {
        comment: Some(words.join(" ")),
        ..Ply::new(mv.text.as_str())
    }
}

/// Why a folder of a match cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// A file cannot be read or written.
    Io(PathBuf, io::Error),
    /// The folder holds another match.
    Another {
        /// The file of games.
        path: PathBuf,
        /// The part of its description that differs.
        part: String,
    },
    /// A line is none that a match writes.
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Another { path, part } => write!(
                f,
                "{}: games of another match (its \"{part}\" differs); choose another folder",
                path.display()
            ),
            Self::Line { path, line, reason } => {
                write!(f, "{}: line {line}: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for StoreError {}

/// The folder in which a match is kept.
pub struct Store {
    folder: PathBuf,
    games: File,
    variant: Variant,
    event: String,
}

const GAMES: &str = "games.jsonl";
const PDN: &str = "games.pdn";
const FAULTS: &str = "faults.log";
const RESULT: &str = "result.json";

impl Store {
    /// Opens a folder for a match with this description, or begins it. Returns the games that it holds already.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written, or holds another match.
    pub fn open(
        folder: &Path,
        about: &Value,
        variant: Variant,
        event: &str,
    ) -> Result<(Self, Vec<Record>), StoreError> {
        let path = folder.join(GAMES);
        let io = |error| StoreError::Io(path.clone(), error);
        fs::create_dir_all(folder).map_err(io)?;
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(io(error)),
        };
        // A line that was cut off when the program was ended is written anew.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let records = read(&path, &text[..whole], about)?;
        let options = OpenOptions::new().create(true).append(true).open(&path);
        let mut games = options.map_err(io)?;
        games.set_len(whole as u64).map_err(io)?;
        if whole == 0 {
            writeln!(games, "{about}").map_err(io)?;
        }
        let store = Self {
            folder: folder.to_owned(),
            games,
            variant,
            event: event.to_owned(),
        };
        let now = SystemTime::now();
        let pdn: String = records
            .iter()
            .map(|record| record.pdn(variant, event, now) + "\n")
            .collect();
        store.write(PDN, pdn.as_bytes())?;
        Ok((store, records))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.folder.join(name);
        files::write(&path, bytes).map_err(|error| StoreError::Io(path, error))
    }

    fn append(&self, name: &str, text: &str) -> Result<(), StoreError> {
        let path = self.folder.join(name);
        let options = OpenOptions::new().create(true).append(true).open(&path);
        let written = options.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| StoreError::Io(path, error))
    }

    /// Keeps a game, and the last lines of the talk with an engine that did something wrong.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn keep(&mut self, record: &Record, traffic: &[String]) -> Result<(), StoreError> {
        let path = self.folder.join(GAMES);
        let line = serde_json::to_string(record).map_err(io::Error::from);
        let written = line.and_then(|line| self.games.write_all(format!("{line}\n").as_bytes()));
        written.map_err(|error| StoreError::Io(path, error))?;
        if let Some(fault) = &record.fault {
            let heading = format!("game {}: {}: {}", record.game + 1, fault.engine, record.end);
            self.append(FAULTS, &format!("{heading}\n{}\n\n", traffic.join("\n")))?;
        }
        let pdn = record.pdn(self.variant, &self.event, SystemTime::now());
        self.append(PDN, &format!("{pdn}\n"))
    }

    /// Keeps the result of the match.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn finish(&self, result: &Value) -> Result<(), StoreError> {
        self.write(RESULT, format!("{result:#}\n").as_bytes())
    }
}

fn read(path: &Path, text: &str, about: &Value) -> Result<Vec<Record>, StoreError> {
    let mut lines = text.lines();
    let Some(first) = lines.next() else {
        return Ok(Vec::new());
    };
    let wrong = |line: usize, reason: serde_json::Error| StoreError::Line {
        path: path.to_owned(),
        line,
        reason: reason.to_string(),
    };
    let found: Value = serde_json::from_str(first).map_err(|error| wrong(1, error))?;
    if let Some(part) = difference(&found, about) {
        return Err(StoreError::Another {
            path: path.to_owned(),
            part,
        });
    }
    let records = (2..).zip(lines);
    records
        .map(|(number, line)| {
            let record: Record =
                serde_json::from_str(line).map_err(|error| wrong(number, error))?;
            match record.white_half_points {
                0..=2 => Ok(record),
                found => Err(StoreError::Line {
                    path: path.to_owned(),
                    line: number,
                    reason: format!("{found} half points for White (expected 0 to 2)"),
                }),
            }
        })
        .collect()
}

/// The first member in which two descriptions differ.
fn difference(found: &Value, wanted: &Value) -> Option<String> {
    let (Some(found), Some(wanted)) = (found.as_object(), wanted.as_object()) else {
        return (found != wanted).then(|| "description".to_owned());
    };
    let names = found.keys().chain(wanted.keys());
    let mut differing = names.filter(|name| found.get(*name) != wanted.get(*name));
    differing.next().cloned()
}
