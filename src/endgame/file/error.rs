//! Why bytes are no file of tables.

use std::fmt;

use super::VERSION;
use crate::endgame::plan;

/// Why bytes are no file of tables for the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// They do not begin as such a file does.
    NotTables,
    /// The format has another version.
    Version {
        /// What was found.
        found: u16,
    },
    /// The tables are for another game.
    Game {
        /// The game that the file names.
        found: String,
        /// The game for which it was to be used.
        expected: &'static str,
    },
    /// The tables were made for other rules of this game.
    Rules,
    /// The number of pieces is none for which there are tables.
    Pieces {
        /// What was found.
        found: u8,
    },
    /// The file ends too early, or its contents contradict each other.
    Damaged {
        /// The byte at which it was noticed.
        at: usize,
    },
    /// A checksum does not fit the bytes before it.
    Checksum {
        /// Where the checksum stands.
        at: usize,
    },
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTables => {
                f.write_str("no file of endgame tables (it does not begin with \"damkaend\")")
            }
            Self::Version { found } => {
                write!(f, "tables of format {found} (expected {VERSION})")
            }
            Self::Game { found, expected } => {
                let found = found.escape_debug();
                write!(f, "tables for {found} (expected {expected})")
            }
            Self::Rules => f.write_str("tables for other rules of the game; build them again"),
            Self::Pieces { found } => {
                write!(
                    f,
                    "tables for {found} pieces (expected 2 to {})",
                    plan::MOST_PIECES
                )
            }
            Self::Damaged { at } => write!(f, "damaged or cut off at byte {at}"),
            Self::Checksum { at } => {
                write!(f, "damaged: the checksum at byte {at} does not fit")
            }
        }
    }
}

impl std::error::Error for FileError {}
