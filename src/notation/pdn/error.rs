//! What is wrong with a file of games, and where.

use std::fmt;

/// A place in a file of games that is no regular PDN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong in a file of games. Most faults are read over; [`Fault::is_fatal`] says which are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A comment has no end before the next game.
    OpenComment,
    /// A variation has no end before the game's.
    OpenVariation,
    /// A brace closes nothing.
    StrayBrace,
    /// A parenthesis closes nothing.
    StrayParenthesis,
    /// A variation stands before the first move.
    NoMoveBefore,
    /// A judgement or a set-up has no move to which it belongs.
    NoMove,
    /// Variations within variations within variations.
    TooDeep,
    /// A tag is not of the form `[Name "value"]`.
    Tag,
    /// A word that is nothing.
    Word(String),
    /// The game is longer than any game.
    TooLong,
    /// The file is in UTF-16.
    Utf16,
}

impl Fault {
    /// Whether the game cannot be read in spite of it.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        match self {
            Self::OpenComment
            | Self::NoMoveBefore
            | Self::TooDeep
            | Self::Word(_)
            | Self::TooLong
            | Self::Utf16 => true,
            Self::OpenVariation
            | Self::StrayBrace
            | Self::StrayParenthesis
            | Self::NoMove
            | Self::Tag => false,
        }
    }
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpenComment => "a comment begins here and does not end, expected '}'",
            Self::OpenVariation => "a variation does not end, expected ')'",
            Self::StrayBrace => "'}' where no comment is open, expected '{' before it",
            Self::StrayParenthesis => "')' where no variation is open, expected '(' before it",
            Self::NoMoveBefore => "a variation before the first move, expected a move",
            Self::NoMove => "a judgement or a set-up without a move, expected a move beside it",
            Self::TooDeep => "variations within each other, expected at most 100",
            Self::Tag => "not a tag, expected [Name \"value\"]",
            Self::TooLong => "a game that does not end, expected at most 4 MiB",
            Self::Utf16 => {
                "the file is in UTF-16, expected UTF-8 or an encoding with one byte a letter"
            }
            Self::Word(word) => {
                let word = word.escape_debug();
                return write!(
                    f,
                    "'{word}' is no move, expected a move, a comment or a result"
                );
            }
        })
    }
}

impl std::error::Error for PdnError {}
