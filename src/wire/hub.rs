//! Lines of the Hub protocol: a command, then arguments `name=value`, `name="a value"` or `name`.

use std::fmt;

/// A line from the other side, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The first word.
    pub command: &'a str,
    /// The arguments in their order.
    pub arguments: Vec<Argument<'a>>,
}

/// An argument; a flag has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<'a> {
    /// The name.
    pub name: &'a str,
    /// The value without its quotes.
    pub value: Option<&'a str>,
}

/// A line cannot be taken apart. Places are in bytes from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError {
    /// The line does not begin with a word.
    Command {
        /// What it begins with.
        found: char,
    },
    /// An argument does not begin with its name.
    Name {
        /// Where.
        at: usize,
        /// What is there.
        found: char,
    },
    /// A quote is not closed.
    Unclosed {
        /// Where it is.
        at: usize,
    },
    /// Something follows a closing quote without a blank.
    AfterQuote {
        /// Where the quote is.
        at: usize,
    },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command { found } => write!(f, "expected a command first, found {found}"),
            Self::Name { at, found } => write!(
                f,
                "expected the name of an argument, found {found} (at byte {})",
                at + 1
            ),
            Self::Unclosed { at } => write!(
                f,
                "expected a closing quote for the one at byte {}, found the end of the line",
                at + 1
            ),
            Self::AfterQuote { at } => {
                write!(f, "expected a blank after the quote at byte {}", at + 1)
            }
        }
    }
}

impl std::error::Error for LineError {}

/// What can begin neither a command nor an argument.
const NO_NAME: [char; 2] = ['=', '"'];

impl<'a> Line<'a> {
    /// Takes a line apart; an empty one is no line.
    ///
    /// # Errors
    ///
    /// What was expected and where.
    pub fn parse(text: &'a str) -> Result<Option<Self>, LineError> {
        let mut rest = Rest { text, at: 0 };
        rest.skip_blanks();
        let Some(found) = rest.peek() else {
            return Ok(None);
        };
        if NO_NAME.contains(&found) {
            return Err(LineError::Command { found });
        }
        let command = rest.word(char::is_whitespace);
        let mut arguments = Vec::new();
        rest.skip_blanks();
        while let Some(found) = rest.peek() {
            if NO_NAME.contains(&found) {
                return Err(LineError::Name { at: rest.at, found });
            }
            arguments.push(rest.argument()?);
            rest.skip_blanks();
        }
        Ok(Some(Self { command, arguments }))
    }

    /// The value of an argument, the last one if it is given more than once; a flag has an empty value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a str> {
        let named = |argument: &&Argument<'a>| argument.name == name;
        let argument = self.arguments.iter().rev().find(named)?;
        Some(argument.value.unwrap_or_default())
    }
}

/// What is still to be read.
struct Rest<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Rest<'a> {
    fn tail(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.tail().chars().next()
    }

    fn skip_blanks(&mut self) {
        let tail = self.tail();
        self.at += tail.len() - tail.trim_start().len();
    }

    /// Everything before the first character that ends it.
    fn word(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let tail = self.tail();
        let word = tail.split(ends).next().unwrap_or(tail);
        self.at += word.len();
        word
    }

    fn argument(&mut self) -> Result<Argument<'a>, LineError> {
        let name = self.word(|c| c.is_whitespace() || c == '=');
        if self.peek() != Some('=') {
            return Ok(Argument { name, value: None });
        }
        self.at += 1;
        let value = match self.peek() {
            Some('"') => self.quoted()?,
            _ => self.word(char::is_whitespace),
        };
        Ok(Argument {
            name,
            value: Some(value),
        })
    }

    /// There is no escape: a quoted value ends at the next quote.
    fn quoted(&mut self) -> Result<&'a str, LineError> {
        let opening = self.at;
        self.at += 1;
        let value = self.word(|c| c == '"');
        if self.peek().is_none() {
            return Err(LineError::Unclosed { at: opening });
        }
        let closing = self.at;
        self.at += 1;
        if self.peek().is_some_and(|c| !c.is_whitespace()) {
            return Err(LineError::AfterQuote { at: closing });
        }
        Ok(value)
    }
}

/// A value as it is written: in quotes only where it must be, since some readers keep the quotes or stumble over them.
#[must_use]
pub fn quote(value: &str) -> String {
    if value.is_empty() || value.contains([' ', '=']) {
        format!("\"{value}\"")
    } else {
        value.to_owned()
    }
}

/// The longest message; what the other side sent may be quoted in it and may be long.
const MESSAGE_CHARS: usize = 400;

/// The line that tells of an error. Quotes and line ends would break it, so they are replaced.
#[must_use]
pub fn error(message: &impl fmt::Display) -> String {
    let plain = |c: char| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    let text = message.to_string();
    let mut message: String = text.chars().take(MESSAGE_CHARS).map(plain).collect();
    if text.chars().nth(MESSAGE_CHARS).is_some() {
        message.push_str(" ...");
    }
    format!("error message=\"{message}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Line<'_> {
        Line::parse(text).unwrap().unwrap()
    }

    #[test]
    fn values_flags_and_quotes() {
        let line = parse("\tlevel  infinite depth=5 a=\"b c=d\" e=\"\" f= g=h=i\t");
        assert_eq!(line.command, "level");
        let pairs: Vec<_> = line.arguments.iter().map(|a| (a.name, a.value)).collect();
        let expected = [
            ("infinite", None),
            ("depth", Some("5")),
            ("a", Some("b c=d")),
            ("e", Some("")),
            ("f", Some("")),
            ("g", Some("h=i")),
        ];
        assert_eq!(pairs, expected);
        assert_eq!(line.get("infinite"), Some(""));
        assert_eq!(line.get("missing"), None);
        assert_eq!(parse("level depth=5 depth=6").get("depth"), Some("6"));
    }

    #[test]
    fn an_empty_line_is_no_line() {
        for text in ["", " ", "\t \u{a0}"] {
            assert_eq!(Line::parse(text), Ok(None));
        }
    }

    #[test]
    fn errors_say_where() {
        for (text, expected) in [
            ("=", LineError::Command { found: '=' }),
            ("\"go\" think", LineError::Command { found: '"' }),
            ("pos =x", LineError::Name { at: 4, found: '=' }),
            ("pos \"x\"", LineError::Name { at: 4, found: '"' }),
            ("pos pos=\"Wbb", LineError::Unclosed { at: 8 }),
            ("pos pos=\"", LineError::Unclosed { at: 8 }),
            ("pos pos=\"W\"x", LineError::AfterQuote { at: 10 }),
        ] {
            assert_eq!(Line::parse(text), Err(expected), "{text}");
        }
    }

    #[test]
    fn messages_stay_on_one_line_within_their_quotes() {
        assert_eq!(error(&"a \"b\"\r\nc"), "error message=\"a 'b'  c\"");
        assert!(error(&"x".repeat(1_000_000)).len() < 500);
    }

    #[test]
    fn only_blanks_and_empty_values_are_quoted() {
        assert_eq!(quote("damka"), "damka");
        assert_eq!(quote("a b"), "\"a b\"");
        assert_eq!(quote(""), "\"\"");
    }
}
