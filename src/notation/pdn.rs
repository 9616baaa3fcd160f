//! Games as text: the Portable Draughts Notation.
//!
//! A [`Game`] is what stands in a file: tags, moves, comments, variations and a result, all as text. Nothing here knows
//! whether the moves are legal. Its [`Display`](std::fmt::Display) is the one form that is written. Files are read as
//! [`Blocks`] of any number of games, so that their size does not matter.
//!
//! Source: the PDN 3.0 standard, and what programs, sites and people were seen to write against it.

mod blocks;
mod date;
mod encoding;
mod error;
mod parse;
mod result;
mod scan;
mod write;

pub use blocks::{Block, Blocks};
pub use date::date;
pub use error::{Fault, PdnError};
pub use parse::{Parsed, parse};
pub use result::{Form, GameResult, is_usual};

/// A game as it stands in a file.
///
/// ```
/// use damka::notation::pdn::{Form, Game, GameResult, Ply};
///
/// let mut game = Game::default();
/// game.set_tag("White", "Anna");
/// game.set_tag("GameType", "20");
/// game.set_result(GameResult::Draw, Form::of_game(Some(20)));
/// game.moves.plies = ["32-28", "19-23"].map(Ply::new).to_vec();
/// assert_eq!(
///     game.to_string(),
///     "[White \"Anna\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 1-1\n"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The line of the file on which it begins, from 1; 0 for a game that was never in a file.
    pub line: usize,
    /// Names and values in the order of the file.
    pub tags: Vec<(String, String)>,
    /// Whether the first move is made by the side that moves second in this kind of draughts, as after a set-up: the
    /// numbers then begin with `1...`.
    pub second_begins: bool,
    /// The moves.
    pub moves: Moves,
    /// The result behind the moves, as it is written there.
    pub result: Option<String>,
}

/// Moves that follow each other: those of a game or those of a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// A comment before the first move.
    pub comment: Option<String>,
    /// The moves in their order.
    pub plies: Vec<Ply>,
}

/// A move with what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The line of the file on which it stands, from 1; 0 for a move that was never in a file.
    pub line: usize,
    /// A position that is put on the board before the move, as `/FEN "…"/` does it.
    pub setup: Option<String>,
    /// The move as it is written: `32-28`, or `--` for a turn that is passed.
    pub text: String,
    /// What is written right behind the move to judge it: `!`, `?`, `(?)`.
    pub strength: String,
    /// Judgements by number, written `$1`.
    pub nags: Vec<u16>,
    /// A comment.
    pub comment: Option<String>,
    /// What could have been played instead.
    pub variations: Vec<Moves>,
    /// A comment behind the variations.
    pub comment_after: Option<String>,
}

/// A turn that is passed.
pub const PASS: &str = "--";

impl Ply {
    /// A move without any remarks.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

impl Game {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, _)| known == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if the game has it.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// Sets the result, both as a tag and behind the moves.
    pub fn set_result(&mut self, result: GameResult, form: Form) {
        let text = result.text(form);
        self.set_tag("Result", text);
        self.result = Some(text.to_owned());
    }

    /// The result of the tag and the one behind the moves, if both are known and say different things.
    #[must_use]
    pub fn contradiction(&self) -> Option<(&str, &str)> {
        let known =
            |text: &str| GameResult::read(text).filter(|result| *result != GameResult::Open);
        let (tag, behind) = (self.tag("Result")?, self.result.as_deref()?);
        (known(tag)? != known(behind)?).then_some((tag, behind))
    }

    /// The result as it is written behind the moves or, where nothing stands there, in the tag.
    #[must_use]
    pub fn result_text(&self) -> Option<&str> {
        let is_known = |text: &&str| !matches!(*text, "" | "?" | "*");
        let behind = self.result.as_deref().filter(is_known);
        behind
            .or_else(|| self.tag("Result").filter(is_known))
            .or(self.result.as_deref())
    }
}
