//! The only place that writes: whole lines, each sent at once.
//!
//! The last line of an answer must reach some readers alone. The Hub client of py-draughts waits with `select` until
//! its pipe can be read and then takes one line from a buffered reader. When several lines are in the pipe, the first
//! `readline` moves all of them into the buffer of Python, where `select` does not see them; so the client waits for
//! more. As soon as another line comes it is woken again and again, and takes what is buffered before it reads the
//! pipe anew: lines in the midst of an answer are late at worst, however many come together. But after `done` nothing
//! comes, and if `done` was moved into the buffer along with a line before it, client and engine wait for ever.
//!
//! So before `wait`, `ready` and `done` the pipe must be empty. Where the system tells, that is what is waited for, and
//! most often it is so in a fraction of a millisecond; elsewhere only time can pass. Time alone is not certain: with
//! four busy programs on two processors 9 of 8000 searches never ended for the client after 20 ms of silence, 1 of
//! 6000 after 30 ms, and none of 16,000 when the pipe was looked at.

use std::fmt;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use super::pipe::Pipe;
use crate::wire::hub;

/// Of the gap this part is kept even when the pipe is empty, for programs between that pass lines on.
const LEAST_PART: u32 = 4;

/// So many gaps are waited at most for the pipe to become empty: the reader may have other things to do.
const MOST_GAPS: u32 = 10;

/// The time between two looks at the pipe.
const LOOK: Duration = Duration::from_micros(100);

/// Where lines go.
pub struct Output<W> {
    out: W,
    pipe: Option<Pipe>,
    last: Option<Instant>,
}

impl<W: Write> Output<W> {
    /// Lines go there; the pipe, if it is one that can be looked into, is the same.
    pub const fn new(out: W, pipe: Option<Pipe>) -> Self {
        Self {
            out,
            pipe,
            last: None,
        }
    }

    /// Writes a line and sends it.
    ///
    /// # Errors
    ///
    /// When it cannot be written, most often because nobody reads.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(format!("{text}\n").as_bytes())?;
        self.out.flush()?;
        self.last = Some(Instant::now());
        Ok(())
    }

    /// Writes a line that tells of an error.
    ///
    /// # Errors
    ///
    /// As [`Self::line`].
    pub fn error(&mut self, message: &impl fmt::Display) -> io::Result<()> {
        self.line(&hub::error(message))
    }

    /// Writes the last line of an answer so that it arrives alone. A gap of zero is for readers that do not need it.
    ///
    /// # Errors
    ///
    /// As [`Self::line`].
    pub fn line_alone(&mut self, gap: Duration, text: &str) -> io::Result<()> {
        if let Some(last) = self.last {
            thread::sleep(self.usual_wait(gap).saturating_sub(last.elapsed()));
            let is_empty = || self.pipe.as_ref().is_none_or(Pipe::is_empty);
            while last.elapsed() < MOST_GAPS * gap && !is_empty() {
                thread::sleep(LOOK);
            }
        }
        self.line(text)
    }

    /// How long a line that must arrive alone has to wait after another one, unless the reader is slow.
    pub fn usual_wait(&self, gap: Duration) -> Duration {
        if self.pipe.is_some() {
            gap / LEAST_PART
        } else {
            gap
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_keeps_its_distance() {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes, None);
        let began = Instant::now();
        output.line_alone(Duration::from_secs(100), "a").unwrap();
        output.line_alone(Duration::from_millis(15), "b").unwrap();
        assert!(began.elapsed() >= Duration::from_millis(15));
        output.line("c").unwrap();
        assert_eq!(bytes, b"a\nb\nc\n");
    }
}
