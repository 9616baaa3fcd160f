//! Moves as people write them: `32-28`, `19x30`, `c3-d4`.
//!
//! Source of the written form: the PDN 3.0 standard, section on moves; a few games have signs of their own, see
//! [`Style`](crate::rules::Style). A capture is written short, from and to, unless
//! another legal capture shares both and takes other pieces; then the whole route is written: every square on which
//! the piece turns and, where it goes straight on over several pieces, the square right behind each but the last.

pub use super::matching::MoveError;
use super::matching::{self, Squares};
use super::reader::reads_names;
use super::route;
use crate::board::{Geometry, Square};
use crate::position::{Move, MoveList, Position};
use crate::rules::{Rules, Style};

/// The shortest regular text of a legal move.
///
/// ```
/// use damka::notation::{fen, text};
/// use damka::rules::International;
///
/// let position = fen::parse::<International>("W:WK47:B14,19,29,31,42").unwrap();
/// let mv = text::parse(&position, "47x42x19x29x31x36").unwrap_err();
/// assert!(mv.to_string().ends_with("47x38x24x13x36, 47x38x20x9x36"));
/// let mv = text::parse(&position, "47 x 36 x 42 x 19 x 29 x 31").unwrap();
/// assert_eq!(text::write(&position, mv), "47x38x24x13x36");
/// ```
#[must_use]
pub fn write<R: Rules>(position: &Position<R>, mv: Move<R>) -> String {
    write_as(position, mv, Form::default())
}

/// The text of a legal move with the whole route of a capture.
#[must_use]
pub fn write_full<R: Rules>(position: &Position<R>, mv: Move<R>) -> String {
    let form = Form {
        whole_routes: true,
        ..Form::default()
    };
    write_as(position, mv, form)
}

/// How squares are written. In another spelling than the game's own, moves have the signs of the standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// As the game itself names them.
    #[default]
    Own,
    /// As numbers.
    Numbers,
    /// As names, `a1`, where moves of the game are read with them; otherwise as numbers.
    Names,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Whether captures are always written with the whole route.
    pub whole_routes: bool,
    /// How squares are written.
    pub squares: Spelling,
}

/// The text of a legal move in some form. The short form of a capture gives way to the whole route where it would fit
/// another capture as well.
#[must_use]
pub fn write_as<R: Rules>(position: &Position<R>, mv: Move<R>, form: Form) -> String {
    let mut legal = MoveList::new();
    if mv.is_capture() {
        position.moves(&mut legal);
    }
    let is_rival = |other: &Move<R>| {
        other.from() == mv.from() && other.to() == mv.to() && other.captured() != mv.captured()
    };
    let is_whole = form.whole_routes || R::STYLE.whole_routes;
    if mv.is_capture() && (is_whole || legal.iter().any(is_rival)) {
        return join(mv, &path(position, mv), form.squares);
    }
    join(mv, &[mv.from(), mv.to()], form.squares)
}

fn square_text<R: Rules>(square: Square, spelling: Spelling) -> String {
    match spelling {
        Spelling::Numbers => R::number(square).to_string(),
        Spelling::Names if reads_names::<R>() => {
            let (row, column) = R::Board::coordinates(square);
            let file = char::from(b'a' + column as u8);
            format!("{file}{}", R::Board::HEIGHT - row)
        }
        Spelling::Own | Spelling::Names => R::square_name(square),
    }
}

fn join<R: Rules>(mv: Move<R>, squares: &[Square], spelling: Spelling) -> String {
    let style = match spelling {
        Spelling::Own => R::STYLE,
        Spelling::Numbers | Spelling::Names => Style::USUAL,
    };
    let sign = if mv.is_capture() {
        style.capture
    } else {
        style.quiet
    };
    let names = squares.iter().map(|&at| square_text::<R>(at, spelling));
    let names: Vec<_> = names.collect();
    let mut text = names.join(sign);
    if style.upper_case {
        text.make_ascii_uppercase();
    }
    if mv.promotes() {
        text += style.promotion;
    }
    text
}

/// The squares on which the piece of a legal move stands in turn: from, where it lands after each jump, to. Several
/// routes may lead to the same move; this is always the same one of them.
#[must_use]
pub fn path<R: Rules>(position: &Position<R>, mv: Move<R>) -> Vec<Square> {
    let landings = route::landings(position, mv, &[]).unwrap_or_default();
    [&[mv.from()], landings.as_slice(), &[mv.to()]].concat()
}

/// Reads a move of a position.
///
/// Read are the short form, the whole route or some of its squares in order, also squares further than necessary,
/// and from, to and all captured squares; with leading zeros, blanks, any usual separator, or none (`a3b4`, `3228`).
/// Squares have numbers or, on 8x8, names. In games whose squares have names, the form of two-line draughts is read too:
/// `C1, B2` and `B2, C1!`.
///
/// # Errors
///
/// The text is no move, or fits no legal move or several; the error lists the texts of the moves that were possible.
pub fn parse<R: Rules>(position: &Position<R>, text: &str) -> Result<Move<R>, MoveError> {
    let mut legal = MoveList::new();
    position.moves(&mut legal);
    matching::parse(position, &legal, text, Squares::NumbersAndNames, write)
}

/// Reads a move that does not capture, also where a capture is compulsory: whoever plays with huffing may miss it.
///
/// # Errors
///
/// The text is no move, or fits no such move; the error lists those that were possible.
pub fn parse_quiet<R: Rules>(position: &Position<R>, text: &str) -> Result<Move<R>, MoveError> {
    let mut quiet = MoveList::new();
    position.quiet_moves(&mut quiet);
    matching::parse(position, &quiet, text, Squares::NumbersAndNames, write)
}
