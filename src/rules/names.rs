//! The names of squares, and how moves are written with them.

use super::Rules;
use crate::board::{Geometry, Side, Square, Word};

/// How the squares of a game are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Numbers, 1 in the north-west corner.
    FromNorthWest,
    /// Numbers, 1 in the south-east corner.
    FromSouthEast,
    /// Files from `a` in the west, ranks from 1 in the south.
    Algebraic,
}

/// How the moves of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What stands between the squares of a quiet move.
    pub quiet: &'static str,
    /// What stands between the squares of a capture.
    pub capture: &'static str,
    /// What follows a move that promotes.
    pub promotion: &'static str,
    /// Whether the letters of squares are upper case.
    pub upper_case: bool,
    /// Whether captures are always written with all squares on which the piece lands.
    pub whole_routes: bool,
}

impl Style {
    /// The form of the PDN standard.
    pub const USUAL: Self = Self {
        quiet: "-",
        capture: "x",
        promotion: "",
        upper_case: false,
        whole_routes: false,
    };
}

/// The name of a square: a number without leading zeros, or a file and a rank.
pub(super) fn name<R: Rules>(square: Square) -> String {
    match R::NAMING {
        Naming::FromNorthWest | Naming::FromSouthEast => number::<R>(square).to_string(),
        Naming::Algebraic => {
            let (row, column) = R::Board::coordinates(square);
            let file = char::from(b'a' + column as u8);
            format!("{file}{}", R::Board::HEIGHT - row)
        }
    }
}

/// The number of a square.
pub(super) fn number<R: Rules>(square: Square) -> usize {
    let index = R::Board::index(square);
    match R::NAMING {
        Naming::FromNorthWest | Naming::Algebraic => index + 1,
        Naming::FromSouthEast => R::Board::SQUARES - index,
    }
}

/// The square with a number.
pub(super) fn numbered<R: Rules>(number: usize) -> Option<Square> {
    let from_one = number.checked_sub(1);
    let index = from_one.filter(|&index| index < R::Board::SQUARES)?;
    Some(R::Board::square(match R::NAMING {
        Naming::FromNorthWest | Naming::Algebraic => index,
        Naming::FromSouthEast => R::Board::SQUARES - 1 - index,
    }))
}

/// The square on a file (from 0 in the west) and rank (from 1 in the south).
pub(super) fn at<R: Rules>(file: usize, rank: usize) -> Option<Square> {
    let row = R::Board::HEIGHT.checked_sub(rank)?;
    let mut squares = R::Board::board().squares();
    squares.find(|&square| R::Board::coordinates(square) == (row, file))
}

/// The game type as the PDN standard writes it in full: number, first side, columns, rows, the kind of names with the
/// corner of square 1 as the first side sees it, and whether the corner on White's left is no square.
pub(super) fn game_type<R: Rules>() -> Option<String> {
    let number = R::GAME_TYPE?;
    let first = match R::FIRST {
        Side::White => 'W',
        Side::Black => 'B',
    };
    // Corners: 0 at the left and 1 at the right of the first side, 2 and 3 opposite.
    let (kind, corner) = match (R::NAMING, R::FIRST) {
        (Naming::Algebraic, Side::White) => ('A', 0),
        (Naming::Algebraic, Side::Black) => ('A', 3),
        (Naming::FromNorthWest, Side::White) | (Naming::FromSouthEast, Side::Black) => ('N', 2),
        (Naming::FromNorthWest, Side::Black) | (Naming::FromSouthEast, Side::White) => ('N', 1),
    };
    let (width, height) = (R::Board::WIDTH, R::Board::HEIGHT);
    let mirrored = u8::from(R::Board::MIRRORED);
    Some(format!(
        "{number},{first},{width},{height},{kind}{corner},{mirrored}"
    ))
}

#[cfg(test)]
mod tests {
    use crate::rules::{
        Canadian, English, Frisian, International, Italian, Killer, Portuguese, Rules, Russian,
        Spanish, Spantsiretti, Thai, Turkish,
    };

    #[test]
    fn game_types_are_those_of_the_standard() {
        let found = [
            International::game_type(),
            English::game_type(),
            Italian::game_type(),
            Spanish::game_type(),
            Russian::game_type(),
            Canadian::game_type(),
            Portuguese::game_type(),
            Turkish::game_type(),
            Thai::game_type(),
            Frisian::game_type(),
            Spantsiretti::game_type(),
        ];
        let expected = [
            "20,W,10,10,N2,0",
            "21,B,8,8,N1,0",
            "22,W,8,8,N2,1",
            "24,W,8,8,N1,1",
            "25,W,8,8,A0,0",
            "27,W,12,12,N2,0",
            "28,W,8,8,N1,1",
            "30,W,8,8,A0,0",
            "31,B,8,8,N2,0",
            "40,W,10,10,N2,0",
            "41,W,10,8,A0,0",
        ];
        assert_eq!(found.map(Option::unwrap), expected);
        assert_eq!(<Killer>::game_type(), None);
    }
}
