//! What all readers share: a cursor over a text, and squares by number or by name.

use std::fmt;

use crate::board::{Geometry, Square};
use crate::rules::{Naming, Rules};

/// A sign that does not belong where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Syntax {
    /// The place in the text, in bytes from 0.
    pub at: usize,
    /// What should stand there.
    pub expected: &'static str,
    /// What stands there; `None` at the end of the text.
    pub found: Option<char>,
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found ", self.expected)?;
        match self.found {
            Some(sign) => write!(f, "'{}'", sign.escape_debug())?,
            None => f.write_str("the end")?,
        }
        write!(f, " (at byte {})", self.at + 1)
    }
}

impl std::error::Error for Syntax {}

/// A number or a name that no square of the board has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSquare {
    /// The place in the text, in bytes from 0.
    pub at: usize,
    /// The number or the name, cut off when it is very long.
    pub name: String,
    /// The number of squares of the board.
    pub squares: usize,
}

impl fmt::Display for NoSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no square {} on this board, expected one of its {} squares (at byte {})",
            self.name,
            self.squares,
            self.at + 1
        )
    }
}

impl std::error::Error for NoSquare {}

/// The beginning of a text that may be very long, for an error message.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let mut start: String = text.trim().chars().take(MOST).collect();
    if start.len() < text.trim().len() {
        start.push('…');
    }
    start
}

/// A square as written: a number or a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    /// The place in the text, in bytes from 0.
    pub(super) at: usize,
    /// The file, counted from 0, of a name.
    file: Option<usize>,
    /// The number, or the rank of a name.
    pub(super) digits: &'a str,
}

impl<'a> Token<'a> {
    /// The square that it stands for.
    pub(super) fn square<R: Rules>(&self) -> Result<Square, NoSquare> {
        // What does not fit the type is beyond any board.
        let number = self.digits.parse().unwrap_or(usize::MAX);
        let square = match self.file {
            Some(file) => R::square_at(file, number),
            None => R::square_numbered(number),
        };
        square.ok_or_else(|| {
            let file = self
                .file
                .map(|file| char::from(b'a' + file as u8).to_string());
            NoSquare {
                at: self.at,
                name: file.unwrap_or_default() + &shortened(self.digits),
                squares: R::Board::SQUARES,
            }
        })
    }

    /// Whether it is a number.
    pub(super) fn is_number(&self) -> bool {
        self.file.is_none()
    }

    /// Numbers of two digits each, for a text such as `3228` that has no separators.
    pub(super) fn pairs(self) -> Option<impl Iterator<Item = Token<'a>>> {
        let length = self.digits.len();
        (self.is_number() && length >= 4 && length.is_multiple_of(2)).then(|| {
            (0..length).step_by(2).map(move |start| Token {
                at: self.at + start,
                file: None,
                digits: &self.digits[start..start + 2],
            })
        })
    }
}

/// A cursor over a text.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The place of the next sign, in bytes.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next sign.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Steps over the next sign if it is one of these.
    pub(super) fn eat(&mut self, fits: impl Fn(char) -> bool) -> bool {
        let Some(sign) = self.peek().filter(|&sign| fits(sign)) else {
            return false;
        };
        self.at += sign.len_utf8();
        true
    }

    /// Steps over all signs of these and returns them.
    pub(super) fn eat_all(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|sign| !fits(sign)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Steps over a word, whatever the case of its letters.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let start = self.rest().get(..word.len());
        let fits = start.is_some_and(|start| start.eq_ignore_ascii_case(word));
        if fits {
            self.at += word.len();
        }
        fits
    }

    /// Steps over blanks of any kind, also over a byte order mark.
    pub(super) fn skip_blanks(&mut self) {
        self.eat_all(|sign| sign.is_whitespace() || sign == '\u{feff}');
    }

    /// The error that something else should stand here.
    pub(super) fn expected(&self, expected: &'static str) -> Syntax {
        Syntax {
            at: self.at,
            expected,
            found: self.peek(),
        }
    }

    /// Reads one digit.
    pub(super) fn digit(&mut self) -> Option<u8> {
        let digit = self.peek()?.to_digit(10)?;
        self.at += 1;
        Some(digit as u8)
    }

    /// Reads a number.
    pub(super) fn number(&mut self) -> Option<Token<'a>> {
        let at = self.at;
        let digits = self.eat_all(|sign| sign.is_ascii_digit());
        (!digits.is_empty()).then_some(Token {
            at,
            file: None,
            digits,
        })
    }

    /// Reads a number or, where the game or the size of the board allows names, a name. Reads nothing at all where
    /// neither stands.
    pub(super) fn square<R: Rules>(&mut self) -> Option<Token<'a>> {
        let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) else {
            return self.number();
        };
        let file = usize::from(letter.to_ascii_lowercase() as u8 - b'a');
        if !reads_names::<R>() || file >= R::Board::WIDTH {
            return None;
        }
        let start = self.clone();
        self.at += letter.len_utf8();
        let Some(rank) = self.number() else {
            *self = start;
            return None;
        };
        Some(Token {
            at: start.at,
            file: Some(file),
            ..rank
        })
    }
}

/// Whether names are read besides numbers. On 8x8 they are in use for every game.
pub(super) fn reads_names<R: Rules>() -> bool {
    R::NAMING == Naming::Algebraic || R::Board::WIDTH == 8
}
