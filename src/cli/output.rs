//! Results to stdout, the rest to stderr.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::Failure;

/// Writes a line of results.
///
/// # Errors
///
/// When stdout cannot be written.
pub fn line(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{text}").map_err(Failure::Output)
}

/// Writes a result as one line of JSON.
///
/// # Errors
///
/// When stdout cannot be written.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|error| Failure::Output(error.into()))?;
    line(&text)
}

/// Tells the user something that is no result.
pub fn note(text: &str) {
    // Nobody is left to be told when this fails.
    let _ = writeln!(io::stderr(), "damka: {text}");
}

/// A line on the terminal that says how far the work is; nothing where there is no terminal.
pub struct Progress {
    is_shown: bool,
}

impl Progress {
    /// The progress on stderr.
    pub fn new() -> Self {
        Self {
            is_shown: io::stderr().is_terminal(),
        }
    }

    /// Replaces the line.
    pub fn show(&self, text: &str) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.show("");
    }
}
