//! The rules of a game as constants. It knows boards, not positions.
//!
//! A game is a type without values that states only what differs from the defaults of [`Rules`], each constant with
//! the article of its rulebook. The move generator, the search and the notation read the constants; none of them knows
//! a game by name. The one list of all games is [`variant`].

mod draws;
mod english;
mod international;
pub mod variant;

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::{Directions, Geometry, Side, Square, Word};

pub use draws::{ARENA, CLASSIC, DrawRules, Ending, EndingKind, FMJD, NO_DRAWS, REPETITION_ONLY};
pub use english::English;
pub use international::{Brazilian, Canadian, International};

/// The set of squares on the board of a game.
pub type Set<R> = <<R as Rules>::Board as Geometry>::Word;

/// Which captures must be chosen when several are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Any capture.
    Free,
    /// The captures that take most pieces.
    Most,
}

/// What happens to a man that lands on the last row and could go on capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// It goes on as a man, and is promoted only if the capture ends on the last row.
    AtEnd,
    /// It is promoted and the move is over.
    Stops,
}

/// How the squares of a game are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Numbers, 1 in the north-west corner.
    FromNorthWest,
    /// Files from `a` in the west, ranks from 1 in the south.
    Algebraic,
}

/// The rules of a game.
pub trait Rules: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The board.
    type Board: Geometry;

    /// The name of the game: lower case, unique.
    const NAME: &'static str;
    /// Other names by which the game is known.
    const ALIASES: &'static [&'static str] = &[];
    /// The name as a person writes it.
    const TITLE: &'static str;
    /// The number of the game in the PDN standard's table of game types, where it has one.
    const GAME_TYPE: Option<u8>;
    /// How squares are named.
    const NAMING: Naming = Naming::FromNorthWest;
    /// The sign of a capture in move text.
    const CAPTURE_SIGN: char = 'x';

    /// The side that moves first.
    const FIRST: Side = Side::White;
    /// Rows of men of each side at the start.
    const MEN_ROWS: usize;

    /// The directions in which White's men move.
    const MAN_MOVES: Directions = Directions::FORWARD;
    /// The directions in which White's men capture.
    const MAN_CAPTURES: Directions = Directions::DIAGONAL;
    /// The directions in which kings move.
    const KING_MOVES: Directions = Directions::DIAGONAL;
    /// The directions in which kings capture.
    const KING_CAPTURES: Directions = Directions::DIAGONAL;
    /// Whether kings move any distance; otherwise they move one square.
    const FLYING_KINGS: bool = true;
    /// Which captures must be chosen.
    const PRIORITY: Priority = Priority::Most;
    /// What becomes of a man that reaches the last row while capturing.
    const PROMOTION: Promotion = Promotion::AtEnd;

    /// The sets of draw rules by which the game is played; the first is the default.
    const DRAW_RULES: &'static [DrawRules];

    /// Pieces of each side at the start, and the most that a regular position can have.
    #[must_use]
    fn pieces() -> usize {
        Self::MEN_ROWS * Self::Board::SQUARES / Self::Board::HEIGHT
    }

    /// The men of a side at the start.
    #[must_use]
    fn start(side: Side) -> Set<Self> {
        (0..Self::MEN_ROWS).fold(Set::<Self>::EMPTY, |men, row| {
            men | row_of::<Self>(side, row)
        })
    }

    /// The row on which the men of a side are promoted.
    #[must_use]
    #[inline(always)]
    fn last_row(side: Side) -> Set<Self> {
        row_of::<Self>(side.opponent(), 0)
    }

    /// The name of a square: a number without leading zeros, or a file and a rank.
    #[must_use]
    fn square_name(square: Square) -> String {
        match Self::NAMING {
            Naming::FromNorthWest => Self::number(square).to_string(),
            Naming::Algebraic => {
                let (row, column) = Self::Board::coordinates(square);
                format!(
                    "{}{}",
                    char::from(b'a' + column as u8),
                    Self::Board::HEIGHT - row
                )
            }
        }
    }

    /// The square with this number, counted as the game's own numbers are; for games with algebraic names from the
    /// north-west.
    #[must_use]
    fn square_numbered(number: usize) -> Option<Square> {
        let index = number
            .checked_sub(1)
            .filter(|&index| index < Self::Board::SQUARES)?;
        match Self::NAMING {
            Naming::FromNorthWest | Naming::Algebraic => Some(Self::Board::square(index)),
        }
    }

    /// The number of a square; the inverse of [`Self::square_numbered`].
    #[must_use]
    fn number(square: Square) -> usize {
        match Self::NAMING {
            Naming::FromNorthWest | Naming::Algebraic => Self::Board::index(square) + 1,
        }
    }

    /// The square on this file (from 0 in the west) and rank (from 1 in the south).
    #[must_use]
    fn square_at(file: usize, rank: usize) -> Option<Square> {
        let row = Self::Board::HEIGHT.checked_sub(rank)?;
        let squares = Self::Board::board().squares();
        squares
            .into_iter()
            .find(|&square| Self::Board::coordinates(square) == (row, file))
    }

    /// The draw rules of this name.
    #[must_use]
    fn draw_rules(name: &str) -> Option<&'static DrawRules> {
        Self::DRAW_RULES.iter().find(|rules| rules.name == name)
    }
}

/// A row counted from the side's own edge of the board.
#[inline(always)]
fn row_of<R: Rules>(side: Side, row: usize) -> Set<R> {
    match side {
        Side::White => R::Board::row(R::Board::HEIGHT - 1 - row),
        Side::Black => R::Board::row(row),
    }
}
