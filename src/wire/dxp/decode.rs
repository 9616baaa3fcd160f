//! From bytes to messages.

use std::fmt;

use super::{
    Answer, BackAnswer, Content, GameRequest, MOST_CHARS, Message, Move, NAME_CHARS, Reason,
    SQUARES, Setup, Side, VERSION,
};

/// A message was refused. Places are in bytes from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// It has no character.
    Empty,
    /// It is longer than [`MOST_CHARS`].
    Long,
    /// Its first letter names no message.
    Kind {
        /// The letter.
        found: char,
    },
    /// A game is asked for in another version of the protocol.
    Version {
        /// What stands in its place.
        found: String,
    },
    /// A field does not have what it must have.
    Field {
        /// Where it begins.
        at: usize,
        /// What belongs there.
        expected: &'static str,
        /// What stands there; empty at the end of the message.
        found: String,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                f.write_str("empty message, expected one of R, A, M, E, C, B and K first")
            }
            Self::Long => write!(
                f,
                "message too long, expected at most {MOST_CHARS} characters"
            ),
            Self::Kind { found } => write!(
                f,
                "expected one of R, A, M, E, C, B and K first, found '{}'",
                found.escape_debug()
            ),
            Self::Version { found } => write!(
                f,
                "expected version {VERSION} of the protocol, found '{}' (at byte 2)",
                found.escape_debug()
            ),
            Self::Field {
                at,
                expected,
                found,
            } if found.is_empty() => {
                write!(f, "expected {expected}, found the end (at byte {})", at + 1)
            }
            Self::Field {
                at,
                expected,
                found,
            } => write!(
                f,
                "expected {expected}, found '{}' (at byte {})",
                found.escape_debug(),
                at + 1
            ),
        }
    }
}

impl std::error::Error for DecodeError {}

pub(super) fn decode(bytes: &[u8]) -> Result<Message, DecodeError> {
    if bytes.len() > MOST_CHARS {
        return Err(DecodeError::Long);
    }
    let Some(&kind) = bytes.first() else {
        return Err(DecodeError::Empty);
    };
    let mut rest = Rest { bytes, at: 1 };
    let message = match kind {
        b'R' => Message::GameRequest(rest.request()?),
        b'A' => Message::GameAccept {
            name: rest.name()?,
            answer: rest.code("0, 1, 2 or 3 for the answer", &Answer::ALL)?,
        },
        b'M' => Message::Move(rest.mv()?),
        b'E' => Message::GameEnd {
            reason: rest.code("0, 1, 2 or 3 for the reason", &Reason::ALL)?,
            stop: rest.code("0 or 1 for more games or none", &[false, true])?,
        },
        b'C' => Message::Chat(plain(rest.take(MOST_CHARS))),
        b'B' => Message::BackRequest {
            number: rest.number(3, "a move number of three digits")?,
            side: rest.side()?,
        },
        b'K' => Message::BackAccept(rest.code("0, 1 or 2 for the answer", &BackAnswer::ALL)?),
        other => {
            let found = char::from(other);
            return Err(DecodeError::Kind { found });
        }
    };
    rest.end()?;
    Ok(message)
}

/// A text for people. What would move the cursor of their terminal becomes `?`.
fn plain(bytes: &[u8]) -> String {
    latin1(bytes).replace(char::is_control, "?")
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// What is still to be read.
struct Rest<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Rest<'a> {
    fn tail(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The next bytes, as many of them as there are.
    fn take(&mut self, width: usize) -> &'a [u8] {
        let tail = self.tail();
        let field = &tail[..width.min(tail.len())];
        self.at += field.len();
        field
    }

    /// Reads a field of some width; what is refused is told with its place.
    fn field<T>(
        &mut self,
        width: usize,
        expected: &'static str,
        read: impl FnOnce(&'a [u8]) -> Option<T>,
    ) -> Result<T, DecodeError> {
        let at = self.at;
        let field = self.take(width);
        let value = if field.len() == width {
            read(field)
        } else {
            None
        };
        value.ok_or_else(|| DecodeError::Field {
            at,
            expected,
            found: latin1(field),
        })
    }

    fn char<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, DecodeError> {
        self.field(1, expected, |field| read(char::from(*field.first()?)))
    }

    fn number(&mut self, width: usize, expected: &'static str) -> Result<u16, DecodeError> {
        self.field(width, expected, |field| {
            let digit = |byte: &u8| char::from(*byte).to_digit(10);
            let digits: Vec<_> = field.iter().map(digit).collect::<Option<_>>()?;
            let number = digits.iter().fold(0, |number, digit| 10 * number + digit);
            u16::try_from(number).ok()
        })
    }

    fn name(&mut self) -> Result<String, DecodeError> {
        let name = |field| Some(plain(field).trim().to_owned());
        self.field(NAME_CHARS, "a name of 32 characters", name)
    }

    fn side(&mut self) -> Result<Side, DecodeError> {
        self.char("a side, W or Z", Side::of_letter)
    }

    fn request(&mut self) -> Result<GameRequest, DecodeError> {
        let version = self.take(VERSION.len());
        if version != VERSION.as_bytes() {
            let found = latin1(version);
            return Err(DecodeError::Version { found });
        }
        let (name, follower) = (self.name()?, self.side()?);
        // Some versions of pydraughts write four digits for both numbers.
        let digits = self.tail().iter().take_while(|byte| byte.is_ascii_digit());
        let width = if digits.count() == 8 { 4 } else { 3 };
        let minutes = self.number(width, "minutes of three digits")?;
        let moves = self.number(width, "a number of moves of three digits")?;
        let has_setup =
            self.char(
                "A for the start position or B for another",
                |letter| match letter {
                    'A' => Some(false),
                    'B' => Some(true),
                    _ => None,
                },
            )?;
        let setup = if has_setup { Some(self.setup()?) } else { None };
        Ok(GameRequest {
            name,
            follower,
            minutes,
            moves,
            setup,
        })
    }

    fn setup(&mut self) -> Result<Setup, DecodeError> {
        let side = self.side()?;
        let mut board = [Content::Empty; SQUARES];
        for content in &mut board {
            *content = self.char("w, W, z, Z or e for a square", Content::of_letter)?;
        }
        Ok(Setup { side, board })
    }

    /// A digit that stands for one of these values, the first of which is 0.
    fn code<T: Copy>(&mut self, expected: &'static str, values: &[T]) -> Result<T, DecodeError> {
        self.char(expected, |code| {
            values.get(code.to_digit(10)? as usize).copied()
        })
    }

    fn mv(&mut self) -> Result<Move, DecodeError> {
        let seconds = self.number(4, "seconds of four digits")?;
        let (from, to) = (self.square()?, self.square()?);
        let captured = self.number(2, "a number of captured pieces of two digits")?;
        Ok(Move {
            seconds,
            from,
            to,
            captured: (0..captured)
                .map(|_| self.square())
                .collect::<Result<_, _>>()?,
        })
    }

    fn square(&mut self) -> Result<u8, DecodeError> {
        const EXPECTED: &str = "a square from 01 to 50";
        let at = self.at;
        let number = self.number(2, EXPECTED)?;
        let square = u8::try_from(number).ok();
        let square = square.filter(|square| (1..=SQUARES).contains(&usize::from(*square)));
        square.ok_or_else(|| DecodeError::Field {
            at,
            expected: EXPECTED,
            found: latin1(&self.bytes[at..self.at]),
        })
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        let at = self.at;
        match self.take(MOST_CHARS) {
            [] => Ok(()),
            more => Err(DecodeError::Field {
                at,
                expected: "the end of the message",
                found: latin1(more),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages and their errors; `_` is a name of blanks, `#` a row of ten empty squares.
    const ERRORS: &str = "\
X1 => expected one of R, A, M, E, C, B and K first, found 'X'
m0001322800 => expected one of R, A, M, E, C, B and K first, found 'm'
R02 => expected version 01 of the protocol, found '02' (at byte 2)
R => expected version 01 of the protocol, found '' (at byte 2)
R01abc => expected a name of 32 characters, found 'abc' (at byte 4)
R01_B005075A => expected a side, W or Z, found 'B' (at byte 36)
R01_W0.5075A => expected minutes of three digits, found '0.5' (at byte 37)
R01_W00507xA => expected a number of moves of three digits, found '07x' (at byte 40)
R01_W005075C => expected A for the start position or B for another, found 'C' (at byte 43)
R01_W005075BWwb => expected w, W, z, Z or e for a square, found 'b' (at byte 46)
R01_W005075BW####e => expected w, W, z, Z or e for a square, found the end (at byte 86)
R01_W005075AW => expected the end of the message, found 'W' (at byte 44)
A_4 => expected 0, 1, 2 or 3 for the answer, found '4' (at byte 34)
A => expected a name of 32 characters, found the end (at byte 2)
M+001322800 => expected seconds of four digits, found '+001' (at byte 2)
M0001512800 => expected a square from 01 to 50, found '51' (at byte 6)
M0001320000 => expected a square from 01 to 50, found '00' (at byte 8)
M0001122301 => expected a square from 01 to 50, found the end (at byte 12)
M000112230199 => expected a square from 01 to 50, found '99' (at byte 12)
M00013228 => expected a number of captured pieces of two digits, found the end (at byte 10)
M000132280018 => expected the end of the message, found '18' (at byte 12)
E40 => expected 0, 1, 2 or 3 for the reason, found '4' (at byte 2)
E0 => expected 0 or 1 for more games or none, found the end (at byte 3)
B01Z => expected a move number of three digits, found '01Z' (at byte 2)
B001w => expected a side, W or Z, found 'w' (at byte 5)
K3 => expected 0, 1 or 2 for the answer, found '3' (at byte 2)";

    #[test]
    fn errors_say_where_and_what_was_expected() {
        for line in ERRORS.lines() {
            let (text, expected) = line.split_once(" => ").unwrap();
            let bytes = text
                .replace('_', &" ".repeat(NAME_CHARS))
                .replace('#', "eeeeeeeeee");
            let error = Message::decode(bytes.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
        assert_eq!(Message::decode(b""), Err(DecodeError::Empty));
        assert_eq!(Message::decode(&[b'C'; 128]), Err(DecodeError::Long));
    }

    #[test]
    fn numbers_of_four_digits_and_minutes_of_zero_are_read() {
        for (numbers, expected) in [
            ("00050075", (5, 75)),
            ("000000", (0, 0)),
            ("999999", (999, 999)),
        ] {
            let text = format!("R01{:<32}W{numbers}A", "x");
            let Ok(Message::GameRequest(request)) = Message::decode(text.as_bytes()) else {
                panic!("{text}")
            };
            assert_eq!((request.minutes, request.moves), expected);
            assert_eq!((request.name.as_str(), request.setup), ("x", None));
        }
    }

    #[test]
    fn other_letters_are_latin1_and_none_moves_the_cursor() {
        assert_eq!(
            Message::decode(b"C\xe9t\xe9\x1b[2J\x9b\n"),
            Ok(Message::Chat("été?[2J??".to_owned()))
        );
    }
}
