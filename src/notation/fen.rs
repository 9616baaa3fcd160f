//! Positions as FEN: `W:W31,32,K46:B1,2`.
//!
//! Source: the PDN 3.0 standard, section on the FEN tag; deviations as programs and sites were seen to write them.

use std::fmt;

use super::reader::{NoSquare, Reader, Syntax};
use crate::board::{Geometry, Side, Square, Word};
use crate::position::{Illegal, Position, Setup};
use crate::rules::{Memory, Naming, Rules, Run, Set};

/// A FEN was refused. Places are in bytes from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// A sign does not belong where it stands.
    Syntax(Syntax),
    /// The board has no such square.
    Square(NoSquare),
    /// A range ends before it begins.
    Range {
        /// The place of its end.
        at: usize,
    },
    /// A square is named twice.
    Twice {
        /// The place of the second time.
        at: usize,
        /// The square as the game names it.
        square: String,
    },
    /// The pieces of a side are listed twice.
    ListedTwice {
        /// The place of the second list.
        at: usize,
        /// The side.
        side: Side,
    },
    /// A piece that has been captured but is not yet taken off: the position stands in the middle of a move.
    Ghost {
        /// Its place.
        at: usize,
    },
    /// The pieces make no regular position.
    Illegal(Illegal),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Square(error) => error.fmt(f),
            Self::Range { at } => {
                write!(
                    f,
                    "a range ends before it begins, expected the lower number first (at byte {})",
                    at + 1
                )
            }
            Self::Twice { at, square } => write!(
                f,
                "square {square} is named twice, expected one piece a square (at byte {})",
                at + 1
            ),
            Self::ListedTwice { at, side } => write!(
                f,
                "{} pieces are listed twice, expected one list a side (at byte {})",
                side.name(),
                at + 1
            ),
            Self::Ghost { at } => write!(
                f,
                "a captured piece that is still on the board, expected a position between two moves (at byte {})",
                at + 1
            ),
            Self::Illegal(illegal) => write!(f, "no regular position: {illegal}"),
        }
    }
}

impl std::error::Error for FenError {}

impl From<Syntax> for FenError {
    fn from(error: Syntax) -> Self {
        Self::Syntax(error)
    }
}

impl From<NoSquare> for FenError {
    fn from(error: NoSquare) -> Self {
        Self::Square(error)
    }
}

impl From<Illegal> for FenError {
    fn from(illegal: Illegal) -> Self {
        Self::Illegal(illegal)
    }
}

/// The position as a FEN: White first, squares in ascending order, no blanks and no ranges.
///
/// ```
/// use damka::notation::fen;
/// use damka::rules::International;
///
/// let position = fen::parse::<International>(" [FEN \"w:b2,001:wk46,31-32.\"] ").unwrap();
/// assert_eq!(fen::write(&position), "W:W31,32,K46:B1,2");
/// ```
#[must_use]
pub fn write<R: Rules>(position: &Position<R>) -> String {
    let list = |side| {
        let mut squares: Vec<_> = position.pieces(side).squares().collect();
        squares.sort_unstable_by_key(|&square| rank_of::<R>(square));
        let names = squares.iter().map(|&square| {
            let king = if position.kings().has(square) {
                "K"
            } else {
                ""
            };
            format!("{king}{}", R::square_name(square))
        });
        names.collect::<Vec<_>>().join(",")
    };
    let letter = match position.side() {
        Side::White => 'W',
        Side::Black => 'B',
    };
    let pieces = format!("{letter}:W{}:B{}", list(Side::White), list(Side::Black));
    pieces + &write_memory::<R>(position.memory())
}

/// The runs of kings as Lidraughts writes them, Black first: `:+246+0`. Nothing when there is nothing to remember.
fn write_memory<R: Rules>(memory: R::Memory) -> String {
    if memory == R::Memory::default() {
        return String::new();
    }
    let [white, black] = memory.runs().map(|run| {
        let king = run.king.map(R::square_name);
        format!("+{}{}", run.moves, king.unwrap_or_default())
    });
    format!(":{black}{white}")
}

/// What the squares of a list are sorted by: the number, or the file and then the rank.
fn rank_of<R: Rules>(square: Square) -> (usize, usize) {
    match R::NAMING {
        Naming::FromNorthWest | Naming::FromSouthEast => (0, R::number(square)),
        Naming::Algebraic => {
            let (row, column) = R::Board::coordinates(square);
            (column, R::Board::HEIGHT - row)
        }
    }
}

/// Reads a FEN as a position that can be played; see [`Setup::playable`].
///
/// # Errors
///
/// The first place that cannot be read, or all reasons why the position cannot be played.
pub fn parse<R: Rules>(text: &str) -> Result<Position<R>, FenError> {
    Ok(parse_setup::<R>(text)?.playable()?)
}

/// Reads a FEN without asking whether it is a regular position.
///
/// Read are numbers and, on 8x8, names; ranges; lists in any order or left out; an unknown side `?`; and what
/// programs write against the standard: lower case, blanks, zeros, a closing dot, a side to move written twice, and a
/// whole `[FEN "…"]` tag. Of the counters that Lidraughts adds, the runs of kings are kept where the game remembers them.
///
/// # Errors
///
/// The first place that cannot be read.
pub fn parse_setup<R: Rules>(text: &str) -> Result<Setup<R>, FenError> {
    let mut parser = Parser {
        reader: Reader::new(text),
        setup: Setup::<R>::default(),
        listed: [false; 2],
    };
    parser.all()?;
    Ok(parser.setup)
}

struct Parser<'a, R: Rules> {
    reader: Reader<'a>,
    setup: Setup<R>,
    /// Which sides have a list with at least one piece.
    listed: [bool; 2],
}

impl<R: Rules> Parser<'_, R> {
    fn all(&mut self) -> Result<(), FenError> {
        self.opening()?;
        self.setup.side = self.turn()?;
        self.reader.skip_blanks();
        if self.reader.peek() != Some(':') {
            return Err(self.reader.expected("':' after the side to move").into());
        }
        while self.reader.eat(|sign| sign == ':') {
            self.field()?;
            self.reader.skip_blanks();
        }
        self.reader
            .eat_all(|sign| sign.is_whitespace() || matches!(sign, '.' | '"' | ']' | '/'));
        if self.reader.peek().is_some() {
            return Err(self.reader.expected("',', ':' or the end").into());
        }
        Ok(())
    }

    /// Steps over quotes, and over the opening of a tag or of a comment that sets a position up.
    fn opening(&mut self) -> Result<(), FenError> {
        self.reader.skip_blanks();
        if self.reader.eat(|sign| matches!(sign, '[' | '/')) {
            self.reader.skip_blanks();
            if !self.reader.eat_word("FEN") {
                return Err(self.reader.expected("the tag FEN").into());
            }
            self.reader.skip_blanks();
        }
        self.reader.eat(|sign| sign == '"');
        self.reader.skip_blanks();
        Ok(())
    }

    fn turn(&mut self) -> Result<Option<Side>, FenError> {
        if self.reader.eat(|sign| sign == '?') {
            return Ok(None);
        }
        match self.side() {
            Some(side) => Ok(Some(side)),
            None => Err(self.reader.expected("the side to move, W, B or ?").into()),
        }
    }

    fn side(&mut self) -> Option<Side> {
        let side = match self.reader.peek()? {
            'W' | 'w' => Side::White,
            'B' | 'b' => Side::Black,
            _ => return None,
        };
        self.reader.eat(|_| true);
        Some(side)
    }

    /// What follows a colon: a list of pieces, something to be left aside, or nothing.
    fn field(&mut self) -> Result<(), FenError> {
        self.reader.skip_blanks();
        if self.at_end_of_field() {
            return Ok(());
        }
        if self
            .reader
            .eat(|sign| matches!(sign, 'H' | 'h' | 'F' | 'f'))
        {
            self.reader.eat_all(|sign| sign.is_ascii_digit());
            return Ok(());
        }
        if self.reader.peek() == Some('+') {
            return self.memory();
        }
        let at = self.reader.at();
        let Some(side) = self.side() else {
            return Err(self.reader.expected("W or B and a list of squares").into());
        };
        self.reader.skip_blanks();
        if self.at_end_of_field() {
            return Ok(());
        }
        if std::mem::replace(&mut self.listed[side as usize], true) {
            return Err(FenError::ListedTwice { at, side });
        }
        self.list(side)
    }

    /// The runs of kings: for Black and then for White a digit and, where the king is counted, its square.
    fn memory(&mut self) -> Result<(), FenError> {
        let mut runs = [Run::default(); 2];
        for side in [Side::Black, Side::White] {
            self.reader.skip_blanks();
            if !self.reader.eat(|sign| sign == '+') {
                return Err(self
                    .reader
                    .expected("'+' and a number of king moves")
                    .into());
            }
            let Some(moves) = self.reader.digit() else {
                return Err(self.reader.expected("a number of king moves").into());
            };
            self.reader.eat(|sign| sign == '[');
            let king = match self.reader.square::<R>() {
                Some(token) => Some(token.square::<R>()?),
                None => None,
            };
            self.reader.eat(|sign| sign == ']');
            runs[side as usize] = Run { moves, king };
        }
        self.setup.memory = R::Memory::of(runs);
        Ok(())
    }

    fn at_end_of_field(&self) -> bool {
        matches!(self.reader.peek(), None | Some(':' | '.' | '"' | ']' | '/'))
    }

    fn list(&mut self, side: Side) -> Result<(), FenError> {
        loop {
            self.reader.skip_blanks();
            self.item(side)?;
            self.reader.skip_blanks();
            if !self.reader.eat(|sign| sign == ',') {
                return Ok(());
            }
        }
    }

    /// A square or a range of squares, of kings if there is a `K` before it.
    fn item(&mut self, side: Side) -> Result<(), FenError> {
        let king = self.reader.eat(|sign| matches!(sign, 'K' | 'k'));
        self.reader.skip_blanks();
        if self.at_ghost() {
            let at = self.reader.at();
            return Err(FenError::Ghost { at });
        }
        let Some(first) = self.reader.square::<R>() else {
            return Err(self.reader.expected("a square").into());
        };
        let square = first.square::<R>()?;
        self.reader.skip_blanks();
        if !first.is_number() || !self.reader.eat(|sign| matches!(sign, '-' | '–')) {
            return self.put(side, king, square, first.at);
        }
        self.reader.skip_blanks();
        let Some(last) = self.reader.number() else {
            return Err(self.reader.expected("the last number of the range").into());
        };
        let (from, to) = (R::number(square), R::number(last.square::<R>()?));
        if to < from {
            return Err(FenError::Range { at: last.at });
        }
        (from..=to)
            .filter_map(R::square_numbered)
            .try_for_each(|square| self.put(side, king, square, first.at))
    }

    /// Whether `G` or `P` marks a captured man or king; on 8x8, `g` is a file as well.
    fn at_ghost(&self) -> bool {
        match self.reader.peek() {
            Some('P' | 'p') => true,
            Some(letter @ ('G' | 'g')) => {
                let square = self.reader.clone().square::<R>();
                let is_square = square.is_some_and(|token| token.square::<R>().is_ok());
                !is_square || (letter == 'G' && R::NAMING != Naming::Algebraic)
            }
            _ => false,
        }
    }

    fn put(&mut self, side: Side, king: bool, square: Square, at: usize) -> Result<(), FenError> {
        let one = Set::<R>::one(square);
        if (self.setup.white | self.setup.black).meets(one) {
            let square = R::square_name(square);
            return Err(FenError::Twice { at, square });
        }
        match side {
            Side::White => self.setup.white |= one,
            Side::Black => self.setup.black |= one,
        }
        if king {
            self.setup.kings |= one;
        }
        Ok(())
    }
}
