//! Positions and moves as the Hub protocol writes them: one letter for each square, and moves by numbers with all
//! captured squares, `28x19x23`.
//!
//! Source: the protocol text that comes with Scan 3 (Fabien Letouzey, 2019).

use std::fmt;

pub use super::matching::MoveError;
use super::matching::{self, Squares};
use crate::board::{Geometry, Side, Square, Word};
use crate::position::{Illegal, Move, MoveList, Position, Setup};
use crate::rules::{Rules, Set};

/// A Hub position was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HubPositionError {
    /// The first letter names no side.
    Side {
        /// What was found; `None` for an empty text.
        found: Option<char>,
    },
    /// A letter stands for no square.
    Letter {
        /// The place in the text, in bytes from 0.
        at: usize,
        /// What was found.
        found: char,
    },
    /// It does not have one letter for the side and one for each square.
    Length {
        /// The number of letters that the game needs.
        expected: usize,
        /// The number of letters that were found.
        found: usize,
    },
    /// The pieces make no regular position.
    Illegal(Illegal),
}

impl fmt::Display for HubPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side { found: None } => {
                f.write_str("empty position, expected the side to move first, W or B")
            }
            Self::Side { found: Some(found) } => write!(
                f,
                "expected the side to move first, W or B, found '{}'",
                found.escape_debug()
            ),
            Self::Letter { at, found } => write!(
                f,
                "expected one of w, W, b, B and e for each square, found '{}' (at byte {})",
                found.escape_debug(),
                at + 1
            ),
            Self::Length { expected, found } => write!(
                f,
                "expected {expected} letters, one for the side to move and one for each square, found {found}"
            ),
            Self::Illegal(illegal) => write!(f, "no regular position: {illegal}"),
        }
    }
}

impl std::error::Error for HubPositionError {}

impl From<Illegal> for HubPositionError {
    fn from(illegal: Illegal) -> Self {
        Self::Illegal(illegal)
    }
}

/// The squares of the board in the order of their numbers.
fn squares<R: Rules>() -> impl Iterator<Item = Square> {
    (1..=R::Board::SQUARES).filter_map(R::square_numbered)
}

const fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

/// The position as one word: the side to move, then a letter for each square in the order of their numbers: `w` and `b`
/// men, `W` and `B` kings, `e` empty. It has no room for what a game remembers.
///
/// ```
/// use damka::notation::{fen, hub};
/// use damka::rules::Brazilian;
///
/// let position = fen::parse::<Brazilian>("B:Wa1,Kh2:Bb8").unwrap();
/// assert_eq!(hub::write_position(&position), "BbeeeeeeeeeeeeeeeeeeeeeeeeeeWweee");
/// ```
#[must_use]
pub fn write_position<R: Rules>(position: &Position<R>) -> String {
    let letter = |square| {
        let side = Side::ALL
            .into_iter()
            .find(|&side| position.pieces(side).has(square));
        match (side.map(side_letter), position.kings().has(square)) {
            (None, _) => 'e',
            (Some(letter), true) => letter,
            (Some(letter), false) => letter.to_ascii_lowercase(),
        }
    };
    std::iter::once(side_letter(position.side()))
        .chain(squares::<R>().map(letter))
        .collect()
}

/// Reads a position in the form of [`write_position`] that can be played; the letter of the side may be lower case.
///
/// # Errors
///
/// A wrong letter and its place, a wrong length, or all reasons why the position cannot be played.
pub fn parse_position<R: Rules>(text: &str) -> Result<Position<R>, HubPositionError> {
    let mut letters = text.char_indices();
    let side = match letters.next() {
        Some((_, 'W' | 'w')) => Side::White,
        Some((_, 'B' | 'b')) => Side::Black,
        found => {
            let found = found.map(|(_, letter)| letter);
            return Err(HubPositionError::Side { found });
        }
    };
    let mut setup = Setup::<R> {
        side: Some(side),
        ..Setup::default()
    };
    let mut read = 0;
    for (square, (at, letter)) in squares::<R>().zip(letters) {
        let one = Set::<R>::one(square);
        match letter {
            'w' | 'W' => setup.white |= one,
            'b' | 'B' => setup.black |= one,
            'e' => {}
            found => return Err(HubPositionError::Letter { at, found }),
        }
        if letter.is_ascii_uppercase() {
            setup.kings |= one;
        }
        read += 1;
    }
    let (expected, found) = (R::Board::SQUARES + 1, text.chars().count());
    if read < R::Board::SQUARES || found != expected {
        return Err(HubPositionError::Length { expected, found });
    }
    Ok(setup.playable()?)
}

/// The text of a move: numbers without padding, and for a capture all captured squares in ascending order.
///
/// ```
/// use damka::notation::{fen, hub};
/// use damka::rules::International;
///
/// let position = fen::parse::<International>("W:WK2:B7,8,17,18").unwrap();
/// let mv = hub::parse_move(&position, "02x02").unwrap();
/// assert_eq!(hub::write_move(mv), "2x2x7x8x17x18");
/// ```
#[must_use]
pub fn write_move<R: Rules>(mv: Move<R>) -> String {
    let (from, to) = (R::number(mv.from()), R::number(mv.to()));
    if !mv.is_capture() {
        return format!("{from}-{to}");
    }
    let mut captured: Vec<_> = mv.captured().squares().map(R::number).collect();
    captured.sort_unstable();
    captured
        .iter()
        .fold(format!("{from}x{to}"), |text, number| {
            format!("{text}x{number}")
        })
}

/// Reads a move by numbers: from and to, with all captured squares in any order, with the squares where the piece
/// lands in between, or with neither if that is enough; zeros may lead the numbers.
///
/// # Errors
///
/// The text is no move, or fits no legal move or several; the error lists the texts of the moves that were possible.
pub fn parse_move<R: Rules>(position: &Position<R>, text: &str) -> Result<Move<R>, MoveError> {
    let mut legal = MoveList::new();
    position.moves(&mut legal);
    matching::parse(position, &legal, text, Squares::Numbers, |_, mv| {
        write_move(mv)
    })
}
