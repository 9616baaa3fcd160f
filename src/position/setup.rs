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
    /// What is remembered; as far as it does not fit to the pieces, it is left aside.
    pub memory: R::Memory,
}

impl<R: Rules> Default for Setup<R> {
    fn default() -> Self {
        let empty = Set::<R>::EMPTY;
        Self {
            side: None,
            white: empty,
            black: empty,
            kings: empty,
            memory: R::Memory::default(),
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

impl Problem {
    /// Whether a position can be played in spite of this.
    #[must_use]
    pub const fn is_harmless(&self) -> bool {
        matches!(self, Self::TooManyPieces { .. })
    }
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
    /// Makes a regular position of the set-up.
    ///
    /// # Errors
    ///
    /// All reasons why it is no regular position of the game.
    pub fn validate(&self) -> Result<Position<R>, Illegal> {
        let problems = self.problems();
        match self.side {
            Some(side) if problems.is_empty() => Ok(self.position(side)),
            _ => Err(Self::refusal(problems)),
        }
    }

    /// Makes a position of the set-up if it can be played, though it may never come about in a game: composers and
    /// analysts put more pieces on a board than a game begins with.
    ///
    /// # Errors
    ///
    /// All reasons why it is no regular position, if one of them forbids to play it.
    pub fn playable(&self) -> Result<Position<R>, Illegal> {
        let problems = self.problems();
        match self.side {
            Some(side) if problems.iter().all(Problem::is_harmless) => Ok(self.position(side)),
            _ => Err(Self::refusal(problems)),
        }
    }

    fn position(&self, side: Side) -> Position<R> {
        Position::from_sets(side, self.white, self.black, self.kings).remembering(self.memory)
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
            memory: position.memory(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::International;

    fn set(numbers: &[usize]) -> Set<International> {
        let one =
            |&number| Set::<International>::one(International::square_numbered(number).unwrap());
        numbers.iter().map(one).fold(0, |set, one| set | one)
    }

    fn setup(white: &[usize], black: &[usize], kings: &[usize]) -> Setup<International> {
        Setup {
            side: Some(Side::White),
            white: set(white),
            black: set(black),
            kings: set(kings),
            ..Setup::default()
        }
    }

    fn square(number: usize) -> Square {
        International::square_numbered(number).unwrap()
    }

    #[test]
    fn every_reason_is_named() {
        let problems = |setup: Setup<International>| setup.validate().unwrap_err().problems;
        assert_eq!(problems(setup(&[], &[], &[])), [Problem::EmptyBoard]);
        let unknown = Setup {
            side: None,
            ..setup(&[30], &[], &[])
        };
        assert_eq!(problems(unknown), [Problem::NoSide]);
        assert_eq!(
            problems(setup(&[4, 30], &[30, 49], &[])),
            [
                Problem::Overlap(square(30)),
                Problem::ManOnLastRow(Side::White, square(4)),
                Problem::ManOnLastRow(Side::Black, square(49)),
            ]
        );
        assert!(setup(&[4], &[49], &[4, 49]).validate().is_ok());
    }

    #[test]
    fn many_pieces_are_irregular_but_playable() {
        let many: Vec<_> = (20..=40).collect();
        let setup = setup(&many, &[1], &[]);
        let problem = Problem::TooManyPieces {
            side: Side::White,
            pieces: 21,
            most: 20,
        };
        let refused = setup.validate().unwrap_err();
        assert_eq!(refused.problems, [problem]);
        assert_eq!(
            refused.to_string(),
            "white has 21 pieces, at most 20 are possible"
        );
        assert_eq!(setup.playable().unwrap().count(), 22);
        let also_overlaps = Setup {
            black: set(&[20]),
            ..setup
        };
        assert_eq!(also_overlaps.playable().unwrap_err().problems.len(), 2);
    }
}
