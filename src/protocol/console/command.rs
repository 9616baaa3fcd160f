//! What a person can say at the board.

use std::fmt;
use std::time::Duration;

use super::Level;
use crate::board::Side;
use crate::search::MAX_DEPTH;

/// All commands, for a person.
pub const HELP: &str = "\
a move             in any notation: 32-28, 3228, 19x30, 19x23x30, c3-d4
undo               take your last move back
hint               what damka would play
go                 damka plays the side to move; you play the other one
draw               offer a draw
resign             give up
stop               end the game here: more pieces win, then more kings
huff SQUARE        take a piece that missed a capture, in games with huffing
new [FEN]          a new game, from the start or from a position
level time S       damka thinks S seconds a move
level depth N      damka looks N plies ahead
side white|black   the side that you play; side both: damka moves on go only
moves              the legal moves
board              the board
fen                the position in FEN
save FILE          write the game in PDN
quit               leave (so does the end of input)
";

/// One line of the person.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<'a> {
    Nothing,
    Move(&'a str),
    Undo,
    Go,
    Hint,
    Draw,
    Resign,
    Stop,
    Huff(&'a str),
    /// From a position, or from the start.
    New(Option<&'a str>),
    /// Another level, or a look at the present one.
    Level(Option<Level>),
    /// `None` for both sides.
    Side(Option<Side>),
    Moves,
    Board,
    Fen,
    Save(&'a str),
    Help,
    Quit,
}

/// A line was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// It is neither a command nor like a move.
    Unknown(String),
    /// Something must follow the command.
    Expects(&'static str),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(
                f,
                "no command \"{}\" (expected a move or a command; help lists them)",
                word.escape_debug()
            ),
            Self::Expects(form) => write!(f, "expected {form}"),
        }
    }
}

const LEVEL: &str = "level time SECONDS (up to 1000000) or level depth PLIES (1 to 99)";
const SIDE: &str = "side white, side black or side both";

/// Longest part of an unknown line that is repeated.
const MOST_REPEATED: usize = 40;

impl<'a> Command<'a> {
    /// Reads a line. What has a digit and is no command is taken for a move.
    pub fn parse(line: &'a str) -> Result<Self, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "undo" => Self::Undo,
            "go" => Self::Go,
            "hint" => Self::Hint,
            "draw" => Self::Draw,
            "resign" => Self::Resign,
            "stop" => Self::Stop,
            "huff" if rest.is_empty() => return Err(CommandError::Expects("huff SQUARE")),
            "huff" => Self::Huff(rest),
            "new" => Self::New(Some(rest).filter(|rest| !rest.is_empty())),
            "level" => Self::Level(level(rest)?),
            "side" => Self::Side(side(rest)?),
            "moves" => Self::Moves,
            "board" => Self::Board,
            "fen" => Self::Fen,
            "save" if rest.is_empty() => return Err(CommandError::Expects("save FILE")),
            "save" => Self::Save(rest),
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ if line.chars().any(|sign| sign.is_ascii_digit()) => Self::Move(line),
            _ => {
                let start = line.chars().take(MOST_REPEATED).collect();
                return Err(CommandError::Unknown(start));
            }
        })
    }
}

fn level(rest: &str) -> Result<Option<Level>, CommandError> {
    let words: Vec<_> = rest.split_whitespace().collect();
    let level = match *words {
        [] => return Ok(None),
        ["time", seconds] => seconds
            .parse()
            .ok()
            .filter(|&seconds: &f64| seconds > 0.0 && seconds <= 1e6)
            .map(|seconds| Level::Time(Duration::from_secs_f64(seconds))),
        ["depth", plies] => plies
            .parse()
            .ok()
            .filter(|plies| (1..=MAX_DEPTH).contains(plies))
            .map(Level::Depth),
        _ => None,
    };
    level.map(Some).ok_or(CommandError::Expects(LEVEL))
}

fn side(rest: &str) -> Result<Option<Side>, CommandError> {
    match rest.to_ascii_lowercase().as_str() {
        "white" => Ok(Some(Side::White)),
        "black" => Ok(Some(Side::Black)),
        "both" => Ok(None),
        _ => Err(CommandError::Expects(SIDE)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_moves_are_told_apart() {
        assert_eq!(Command::parse(" 32-28 "), Ok(Command::Move("32-28")));
        assert_eq!(Command::parse("c3 - d4"), Ok(Command::Move("c3 - d4")));
        assert_eq!(Command::parse("UNDO"), Ok(Command::Undo));
        assert_eq!(Command::parse("\t"), Ok(Command::Nothing));
        assert_eq!(Command::parse("save a b"), Ok(Command::Save("a b")));
        assert_eq!(Command::parse("new"), Ok(Command::New(None)));
        assert_eq!(
            Command::parse("level depth 9"),
            Ok(Command::Level(Some(Level::Depth(9))))
        );
        assert_eq!(
            Command::parse("side Black"),
            Ok(Command::Side(Some(Side::Black)))
        );
    }

    #[test]
    fn nonsense_says_what_is_expected() {
        for (line, expected) in [
            ("dance", "help"),
            ("save", "save FILE"),
            ("level", ""),
            ("level time -1", "level time"),
            ("level time nan", "level time"),
            ("level depth 0", "1 to 99"),
            ("side red", "side both"),
        ] {
            let Err(error) = Command::parse(line) else {
                assert_eq!(line, "level");
                continue;
            };
            assert!(error.to_string().contains(expected), "{line}: {error}");
        }
    }
}
