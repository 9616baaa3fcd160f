//! Lines of text from anywhere: of any length, in any encoding, and never more of them in memory than is needed.

use std::fmt;
use std::io::{self, BufRead, Read};

/// A line may have this many bytes; positions and moves have some hundred.
pub const MOST_BYTES: usize = 1 << 16;

/// A line was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError {
    /// It is longer than [`MOST_BYTES`].
    Long,
    /// It is not text.
    NotUtf8 {
        /// The place of the first byte that is wrong, from 0.
        at: usize,
    },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Long => write!(
                f,
                "the line is too long, expected at most {MOST_BYTES} bytes"
            ),
            Self::NotUtf8 { at } => {
                write!(
                    f,
                    "the line is no text, expected UTF-8 (at byte {})",
                    at + 1
                )
            }
        }
    }
}

impl std::error::Error for LineError {}

/// Reads a line without its end; `None` at the end of the input. A line that is refused is read to its end.
///
/// # Errors
///
/// When the input cannot be read.
pub fn read(input: &mut (impl BufRead + ?Sized)) -> io::Result<Option<Result<String, LineError>>> {
    let mut bytes = Vec::new();
    if input
        .take(MOST_BYTES as u64 + 1)
        .read_until(b'\n', &mut bytes)?
        == 0
    {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > MOST_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineError::Long)));
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    let line = String::from_utf8(bytes).map_err(|error| LineError::NotUtf8 {
        at: error.utf8_error().valid_up_to(),
    });
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_whatever_they_hold() {
        let long = "x".repeat(3 * MOST_BYTES);
        let text = [b"one\r\n\ntw\xffo\n", long.as_bytes(), b"\nlast"].concat();
        let mut input = text.as_slice();
        let mut lines = Vec::new();
        while let Some(line) = read(&mut input).unwrap() {
            lines.push(line);
        }
        let text = |text: &str| Ok(text.to_owned());
        let refused = [Err(LineError::NotUtf8 { at: 2 }), Err(LineError::Long)];
        let [not_text, too_long] = refused;
        assert_eq!(
            lines,
            [text("one"), text(""), not_text, too_long, text("last")]
        );
    }
}
