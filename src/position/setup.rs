//! Set-ups: pieces put on a board by hand or by a file, and the check that makes a position of them.

use std::fmt;

use super::Position;
use crate::board::{Side, Square, Word};
use crate::rules::{Rules, Set};

/// Pieces on a board that need not be a regular position yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup<R: Rules> {
    /// The side to move, where it is known.
    pub side: Option<Side>,
    /// All white pieces.
    pub white: Set<R>,
    /// All black pieces.
    pub black: Set<R>,
    /// Which of the pieces are kings.
    pub kings: Set<R>,
}

impl<R: Rules> Default for Setup<R> {
    fn default() -> Self {
        let empty = Set::<R>::EMPTY;
        Self {
            side: None,
            white: empty,
            black: empty,
            kings: empty,
        }
    }
}

/// A reason why a set-up is no regular position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is not known who is to move.
    NoSide,
    /// There is no piece at all.
    EmptyBoard,
    /// A square holds a white and a black piece.
    Overlap(Square),
    /// A man stands on the row where it would have been promoted.
    ManOnLastRow(Side, Square),
    /// A side has more pieces than it starts with.
    TooManyPieces {
        /// The side.
        side: Side,
        /// Its pieces.
        pieces: u32,
        /// The most that it can have.
        most: usize,
    },
}

/// A set-up was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// Every reason.
    pub problems: Vec<Problem>,
    /// The same reasons in words, with the squares as the game names them.
    text: String,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Illegal {}

impl<R: Rules> Setup<R> {
    /// Makes a position of the set-up.
    ///
    /// # Errors
    ///
    /// All reasons why it is no regular position of the game.
    pub fn validate(&self) -> Result<Position<R>, Illegal> {
        let problems = self.problems();
        match self.side {
            Some(side) if problems.is_empty() => Ok(Position::from_sets(
                side, self.white, self.black, self.kings,
            )),
            _ => Err(Self::refusal(problems)),
        }
    }

    fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.side.is_none() {
            problems.push(Problem::NoSide);
        }
        if (self.white | self.black).is_empty() {
            problems.push(Problem::EmptyBoard);
        }
        problems.extend((self.white & self.black).squares().map(Problem::Overlap));
        for (side, pieces) in [(Side::White, self.white), (Side::Black, self.black)] {
            let men = pieces & !self.kings & R::last_row(side);
            problems.extend(
                men.squares()
                    .map(|square| Problem::ManOnLastRow(side, square)),
            );
            let (pieces, most) = (pieces.count(), R::pieces());
            if pieces as usize > most {
                problems.push(Problem::TooManyPieces { side, pieces, most });
            }
        }
        problems
    }

    fn refusal(problems: Vec<Problem>) -> Illegal {
        let words: Vec<_> = problems.iter().map(Self::describe).collect();
        Illegal {
            problems,
            text: words.join("; "),
        }
    }

    fn describe(problem: &Problem) -> String {
        match *problem {
            Problem::NoSide => "the side to move is not given".to_owned(),
            Problem::EmptyBoard => "there is no piece on the board".to_owned(),
            Problem::Overlap(square) => {
                format!(
                    "square {} holds a white and a black piece",
                    R::square_name(square)
                )
            }
            Problem::ManOnLastRow(side, square) => {
                format!(
                    "a {} man stands on its last row, on {}",
                    side.name(),
                    R::square_name(square)
                )
            }
            Problem::TooManyPieces { side, pieces, most } => {
                format!(
                    "{} has {pieces} pieces, at most {most} are possible",
                    side.name()
                )
            }
        }
    }
}

impl<R: Rules> From<&Position<R>> for Setup<R> {
    fn from(position: &Position<R>) -> Self {
        Self {
            side: Some(position.side()),
            white: position.pieces(Side::White),
            black: position.pieces(Side::Black),
            kings: position.kings(),
        }
    }
}
