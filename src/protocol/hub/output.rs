//! The only place that writes: whole lines, each sent at once.
//!
//! At least one client waits for its input with `select` and then takes a line from a buffered reader. When two lines
//! reach it together it takes the first, and does not look at the second before still another one comes; after the
//! last line of an answer none does, and it waits for ever. Lines that must be seen therefore keep a distance in time
//! from those before them.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

/// Where lines go.
pub struct Output<W> {
    out: W,
    last: Option<Instant>,
}

impl<W: Write> Output<W> {
    /// Lines go there.
    pub const fn new(out: W) -> Self {
        Self { out, last: None }
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

    /// Writes a line, not sooner than this after the one before.
    ///
    /// # Errors
    ///
    /// As [`Self::line`].
    pub fn line_after(&mut self, gap: Duration, text: &str) -> io::Result<()> {
        self.wait(gap);
        self.line(text)
    }

    /// Waits until this time has passed since the last line.
    pub fn wait(&self, gap: Duration) {
        if let Some(last) = self.last {
            thread::sleep(gap.saturating_sub(last.elapsed()));
        }
    }

    /// When the last line was written.
    pub const fn last(&self) -> Option<Instant> {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_distance() {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes);
        let began = Instant::now();
        output.line_after(Duration::from_secs(100), "a").unwrap();
        output.line_after(Duration::from_millis(15), "b").unwrap();
        assert!(began.elapsed() >= Duration::from_millis(15));
        output.line("c").unwrap();
        assert!(output.last().is_some());
        assert_eq!(bytes, b"a\nb\nc\n");
    }
}
