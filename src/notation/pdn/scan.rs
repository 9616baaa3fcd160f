//! The signs of a file of games: tags, moves, comments, results. What stands where is not asked here.
//!
//! A result looks like a move, and in old files so do many other things. The order of the questions in
//! [`Scanner::word`] tells them apart, as it did on the accept corpus of the standard.

mod shape;
#[cfg(test)]
mod tests;

use super::error::Fault;
use shape::{is_dash, move_of, result_length, single_blanks, value_length};

/// Something in a file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// `[Name "value"]`.
    Tag(String, String),
    /// `{…}`, or `;` and the rest of the line; with single blanks.
    Comment(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$n`.
    Nag(u16),
    /// `/FEN "…"/`.
    Setup(String),
    /// A number before moves, and whether its dots say that it is the second side's turn.
    Number { second: bool },
    /// A move, without blanks.
    Move(String),
    /// A turn without a move.
    Pass,
    /// `!`, `?`, `(?)`.
    Strength(String),
    /// A star right behind a move: the only one.
    Forced,
    /// A result.
    Result(String),
    /// Something that is wrong.
    Fault(Fault),
}

/// Reads signs one after the other.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// The line of the next sign.
    pub(super) line: usize,
    /// Whether the last sign was a move, and nothing has come since.
    after_move: bool,
}

/// Signs with which moves are judged.
const STRENGTHS: [char; 11] = ['!', '?', '□', '⨀', '∞', '±', '∓', '⩲', '⩱', '+', '#'];

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, line: usize) -> Self {
        Self {
            text,
            at: 0,
            line,
            after_move: false,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Steps over so many bytes and counts their lines.
    fn step(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.at += bytes;
        passed
    }

    fn eat_all(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.step(rest.find(|sign| !fits(sign)).unwrap_or(rest.len()))
    }

    fn rest_of_line(&mut self) -> &'a str {
        self.eat_all(|sign| sign != '\n')
    }

    /// The next sign with its line.
    pub(super) fn next(&mut self) -> Option<(usize, Sign)> {
        loop {
            let blanks = self.eat_all(|sign| sign.is_whitespace() || sign == '\u{feff}');
            self.after_move &= blanks.is_empty();
            let line = self.line;
            let first = self.peek()?;
            let after_move = std::mem::take(&mut self.after_move);
            let Some(sign) = self.sign(first, after_move) else {
                continue;
            };
            let is_judged = after_move && matches!(sign, Sign::Strength(_));
            self.after_move = matches!(sign, Sign::Move(_)) || is_judged;
            return Some((line, sign));
        }
    }

    /// The sign that begins with `first`; nothing for what says nothing.
    fn sign(&mut self, first: char, after_move: bool) -> Option<Sign> {
        Some(match first {
            '%' => {
                self.rest_of_line();
                return None;
            }
            '{' => self.comment(),
            ';' => {
                self.step(1);
                Sign::Comment(single_blanks(self.rest_of_line()))
            }
            '}' => self.one(Sign::Fault(Fault::StrayBrace)),
            '(' => self.parenthesis(),
            ')' => self.one(Sign::Close),
            '*' if after_move => self.one(Sign::Forced),
            '*' => self.one(Sign::Result("*".to_owned())),
            '$' => self.nag(),
            '[' => return self.tag(),
            '/' => self.setup(),
            '.' | '…' => {
                self.eat_all(|sign| matches!(sign, '.' | '…'));
                return None;
            }
            ',' if after_move => {
                self.step(1);
                return None;
            }
            sign if STRENGTHS.contains(&sign) => {
                Sign::Strength(self.eat_all(|sign| STRENGTHS.contains(&sign)).to_owned())
            }
            sign if is_dash(sign) => self.pass(),
            _ => self.word(),
        })
    }

    fn one(&mut self, sign: Sign) -> Sign {
        self.step(1);
        sign
    }

    fn comment(&mut self) -> Sign {
        let Some(end) = self.rest().find('}') else {
            let rest = self.rest().len();
            self.step(rest);
            return Sign::Fault(Fault::OpenComment);
        };
        let comment = self.step(end + 1);
        Sign::Comment(single_blanks(&comment[1..end]))
    }

    /// A judgement in parentheses, or the beginning of a variation.
    fn parenthesis(&mut self) -> Sign {
        let inside = &self.rest()[1..];
        let end = inside.find(|sign| !matches!(sign, '!' | '?'));
        match end {
            Some(end) if end > 0 && inside[end..].starts_with(')') => {
                Sign::Strength(self.step(end + 2).to_owned())
            }
            _ => self.one(Sign::Open),
        }
    }

    fn nag(&mut self) -> Sign {
        self.step(1);
        let digits = self.eat_all(|sign| sign.is_ascii_digit());
        match digits.parse() {
            Ok(number) => Sign::Nag(number),
            Err(_) => Sign::Fault(Fault::NoMove),
        }
    }

    /// The rest of the line, or as much of it as a tag may take: what is looked at again and again must be short.
    fn line_ahead(&self) -> &'a str {
        const MOST: usize = 1 << 12;
        let rest = self.rest();
        let mut end = rest.len().min(MOST);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        rest[..end].split('\n').next().unwrap_or_default()
    }

    /// A tag; nothing for a name in brackets alone, as forums put it around games: `[pdn]`.
    fn tag(&mut self) -> Option<Sign> {
        self.step(1);
        self.eat_all(char::is_whitespace);
        let name = self.eat_all(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '/'));
        self.eat_all(char::is_whitespace);
        let line = self.line_ahead();
        let (value, length) = if let Some(value) = line.strip_prefix('"') {
            match value_length(value) {
                Some((length, whole)) => (value[..length].replace("\\\"", "\""), 1 + whole),
                None => (String::new(), 0),
            }
        } else {
            match line.split_once(']') {
                Some(("", _)) if !name.is_empty() => {
                    self.step(1);
                    return None;
                }
                Some((value, _)) => (value.trim_end().to_owned(), value.len() + 1),
                None => (String::new(), 0),
            }
        };
        let is_name = name.starts_with(|sign: char| sign.is_alphabetic());
        if length == 0 {
            self.rest_of_line();
        } else {
            self.step(length);
        }
        Some(match length > 0 && is_name {
            true => Sign::Tag(name.to_owned(), value),
            false => Sign::Fault(Fault::Tag),
        })
    }

    fn setup(&mut self) -> Sign {
        let line = self.line_ahead();
        let fen = line.strip_prefix("/FEN").map(str::trim_start);
        let value = fen.and_then(|fen| fen.strip_prefix('"'));
        let Some((value, behind)) = value.and_then(|value| value.split_once('"')) else {
            return self.junk();
        };
        self.step(line.len() - behind.len());
        self.eat_all(|sign| sign == ' ');
        self.eat_all(|sign| sign == '/');
        Sign::Setup(value.to_owned())
    }

    /// `-` or `--`.
    fn pass(&mut self) -> Sign {
        let length = self.peek().map_or(0, char::len_utf8);
        self.step(length);
        if let Some(second) = self.peek().filter(|&sign| is_dash(sign)) {
            self.step(second.len_utf8());
        }
        Sign::Pass
    }

    fn junk(&mut self) -> Sign {
        let word = self
            .eat_all(|sign| !sign.is_whitespace() && !matches!(sign, '{' | '}' | '(' | ')' | '['));
        let word = if word.is_empty() {
            let length = self.peek().map_or(0, char::len_utf8);
            self.step(length)
        } else {
            word
        };
        const MOST: usize = 40;
        Sign::Fault(Fault::Word(word.chars().take(MOST).collect()))
    }

    /// A result, a move, a number, or something that is nothing.
    fn word(&mut self) -> Sign {
        if let Some(length) = result_length(self.rest()) {
            let result = self.step(length).replace(char::is_whitespace, "");
            return Sign::Result(result.replace(is_dash, "-"));
        }
        let Some((text, length)) = move_of(self.rest()) else {
            return self.number();
        };
        self.step(length);
        Sign::Move(text)
    }

    fn number(&mut self) -> Sign {
        let start = self.rest();
        let digits = start.bytes().take_while(u8::is_ascii_digit).count();
        let behind = start[digits..].chars().next();
        let is_alone = behind.is_none_or(|sign| !sign.is_alphanumeric());
        if digits == 0 || !is_alone {
            return self.junk();
        }
        self.step(digits);
        let dots = self.eat_all(|sign| matches!(sign, '.' | '…'));
        let second = dots.contains('…') || dots.len() > 1;
        let further = self.rest().trim_start();
        let second = second || further.starts_with("..") || further.starts_with('…');
        Sign::Number { second }
    }
}
