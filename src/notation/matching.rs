//! From the squares of a move text to the one legal move that they mean.

use std::fmt;

use super::reader::{NoSquare, Reader, Syntax, Token, shortened};
use super::route;
use crate::board::{Square, Word};
use crate::position::{Move, MoveList, Position};
use crate::rules::{Naming, Rules, Set};

/// A move text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is not the text of a move at all.
    Syntax(Syntax),
    /// It names a square that the board does not have.
    Square(NoSquare),
    /// It is no legal move of the position.
    Illegal {
        /// The text, cut off when it is very long.
        text: String,
        /// The texts of all legal moves.
        legal: Vec<String>,
    },
    /// It fits several legal captures.
    Ambiguous {
        /// The text, cut off when it is very long.
        text: String,
        /// The texts that tell these captures apart.
        moves: Vec<String>,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(f, "not a move: {error}"),
            Self::Square(error) => write!(f, "not a move: {error}"),
            Self::Illegal { text, legal } if legal.is_empty() => {
                write!(
                    f,
                    "illegal move '{}', expected none: the game is over",
                    text.escape_debug()
                )
            }
            Self::Illegal { text, legal } => {
                let (text, legal) = (text.escape_debug(), legal.join(", "));
                write!(f, "illegal move '{text}', expected one of {legal}")
            }
            Self::Ambiguous { text, moves } => {
                let (text, moves) = (text.escape_debug(), moves.join(", "));
                write!(f, "ambiguous move '{text}', expected one of {moves}")
            }
        }
    }
}

impl std::error::Error for MoveError {}

impl From<Syntax> for MoveError {
    fn from(error: Syntax) -> Self {
        Self::Syntax(error)
    }
}

impl From<NoSquare> for MoveError {
    fn from(error: NoSquare) -> Self {
        Self::Square(error)
    }
}

/// How squares may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Squares {
    /// As numbers only.
    Numbers,
    /// As numbers or as names, without separators too.
    NumbersAndNames,
}

/// The squares of a move text, in the order of the text.
struct Written {
    squares: Vec<Square>,
    /// Whether a sign says that it is a capture.
    captures: bool,
}

/// Reads one of the moves in a list. `write` words the moves in errors.
pub(super) fn parse<R: Rules>(
    position: &Position<R>,
    legal: &MoveList<R>,
    text: &str,
    squares: Squares,
    write: impl Fn(&Position<R>, Move<R>) -> String,
) -> Result<Move<R>, MoveError> {
    let written = read::<R>(text, squares)?;
    let found = find(position, legal, &written);
    if let [mv] = *found {
        return Ok(mv);
    }
    let texts = |moves: &[Move<R>]| moves.iter().map(|&mv| write(position, mv)).collect();
    let text = shortened(text);
    Err(if found.is_empty() {
        let legal = texts(legal);
        MoveError::Illegal { text, legal }
    } else {
        let moves = texts(&found);
        MoveError::Ambiguous { text, moves }
    })
}

fn is_capture_sign(sign: char) -> bool {
    matches!(sign, 'x' | 'X' | ':' | '*' | '×')
}

/// Hyphen, hyphen that does not break, figure dash, en dash, em dash, minus; a comma between names.
fn is_dash<R: Rules>(sign: char) -> bool {
    matches!(sign, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
        || (sign == ',' && R::NAMING == Naming::Algebraic)
}

fn read<R: Rules>(text: &str, squares: Squares) -> Result<Written, MoveError> {
    let mut reader = Reader::new(text);
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut captures = false;
    reader.skip_blanks();
    loop {
        let token = match squares {
            Squares::Numbers => reader.number(),
            Squares::NumbersAndNames => reader.square::<R>(),
        };
        tokens.push(token.ok_or_else(|| reader.expected("a square"))?);
        reader.skip_blanks();
        if reader.eat(is_capture_sign) {
            captures = true;
        } else if R::NAMING == Naming::Algebraic && reader.eat(|sign| sign == '!') {
            reader.skip_blanks();
            break;
        } else if !reader.eat(is_dash::<R>)
            && (squares == Squares::Numbers || reader.peek().is_none())
        {
            break;
        }
        reader.skip_blanks();
    }
    if reader.peek().is_some() {
        return Err(reader.expected("a separator or the end of the move").into());
    }
    if let [only] = *tokens {
        let pairs = only
            .pairs()
            .filter(|_| squares == Squares::NumbersAndNames)
            .ok_or_else(|| reader.expected("a separator and a second square"))?;
        tokens = pairs.collect();
    }
    let squares = tokens.iter().map(Token::square::<R>);
    Ok(Written {
        squares: squares.collect::<Result<_, _>>()?,
        captures,
    })
}

/// The legal moves that a text can mean. A text that says everything, the whole route or all the captured squares,
/// means that move even if it could be a part of another; otherwise every move of which it is a part is returned.
fn find<R: Rules>(position: &Position<R>, legal: &MoveList<R>, written: &Written) -> Vec<Move<R>> {
    let [from, between @ .., to] = written.squares.as_slice() else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    let candidates = legal
        .iter()
        .filter(|mv| mv.from() == *from && (mv.is_capture() || !written.captures));
    for &mv in candidates {
        if names_captured(mv, &written.squares[1..]) {
            return vec![mv];
        }
        if mv.to() != *to {
            continue;
        }
        let landings = (mv.captured().count() as usize).saturating_sub(1);
        let fits = match mv.is_capture() {
            false => between.is_empty(),
            true => route::landings(position, mv, between).is_some(),
        };
        if fits && between.len() == landings {
            return vec![mv];
        }
        if fits {
            parts.push(mv);
        }
    }
    parts
}

/// Whether the squares are the last square of a capture and then all captured ones, in any order.
fn names_captured<R: Rules>(mv: Move<R>, squares: &[Square]) -> bool {
    let [to, captured @ ..] = squares else {
        return false;
    };
    let set = captured
        .iter()
        .fold(Set::<R>::EMPTY, |set, &square| set | Set::<R>::one(square));
    let complete = mv.is_capture() && captured.len() == mv.captured().count() as usize;
    complete && mv.to() == *to && mv.captured() == set
}
