//! Files of any size in pieces of whole games.
//!
//! A piece is cut off before a tag that follows moves, so a comment that is never closed spoils one game and not the
//! rest of the file. Games without tags are cut off behind a result that ends a line.

use std::io::{self, BufRead};

use super::error::{Fault, PdnError};

/// A piece without tags is cut at the next result when it is longer than this.
const ENOUGH: usize = 1 << 16;
/// No piece is longer than this.
const MOST: usize = 1 << 22;

/// Some whole games of a file, usually one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Its bytes, with a line feed at the end of each line.
    pub bytes: Vec<u8>,
}

/// The pieces of a file, one after the other.
///
/// ```
/// use damka::notation::pdn::Blocks;
///
/// let file = "[White \"A\"]\n1. 32-28 *\n[White \"B\"]\n1. 33-29 *\n";
/// let blocks: Vec<_> = Blocks::new(file.as_bytes()).map(|block| block.unwrap().unwrap()).collect();
/// assert_eq!(blocks.len(), 2);
/// assert_eq!(blocks[1].line, 3);
/// ```
#[derive(Debug)]
pub struct Blocks<R> {
    input: R,
    /// The lines read so far.
    lines: usize,
    /// A line that belongs to the next piece.
    held: Option<Vec<u8>>,
    scan: Scan,
    is_over: bool,
}

/// What is known of a piece while it grows.
#[derive(Clone, Debug, Default)]
struct Scan {
    has_moves: bool,
    in_comment: bool,
    after_blank_line: bool,
}

impl<R: BufRead> Blocks<R> {
    /// The pieces of what is read from here.
    pub fn new(input: R) -> Self {
        Self {
            input,
            lines: 0,
            held: None,
            scan: Scan::default(),
            is_over: false,
        }
    }

    fn next_block(&mut self) -> io::Result<Option<Result<Block, PdnError>>> {
        let held = self.held.take();
        let mut block = Block {
            line: if held.is_some() {
                self.lines
            } else {
                self.lines + 1
            },
            bytes: Vec::new(),
        };
        self.scan = Scan::default();
        if let Some(line) = held {
            self.append(&mut block, &line);
        }
        loop {
            let mut line = Vec::new();
            let read = read_line(&mut self.input, &mut line, MOST)?;
            if read == Read::End {
                self.is_over = true;
                return Ok((!block.bytes.is_empty()).then_some(Ok(block)));
            }
            self.lines += 1;
            // A byte order mark begins a file, also one that was put behind another.
            if line.starts_with(b"\xef\xbb\xbf") {
                line.drain(..3);
            }
            if self.lines == 1 && (line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff")) {
                self.is_over = true;
                return Ok(Some(refused(1, Fault::Utf16)));
            }
            if self.scan.ends_before(&line) {
                self.held = Some(line);
                return Ok(Some(Ok(block)));
            }
            if read == Read::Long || block.bytes.len() + line.len() > MOST {
                self.skip_to_tag()?;
                return Ok(Some(refused(block.line, Fault::TooLong)));
            }
            self.append(&mut block, &line);
            let is_long = block.bytes.len() > ENOUGH;
            if is_long && !self.scan.in_comment && ends_with_result(&line) {
                return Ok(Some(Ok(block)));
            }
        }
    }

    fn append(&mut self, block: &mut Block, line: &[u8]) {
        self.scan.see(line);
        block.bytes.extend_from_slice(line);
        block.bytes.push(b'\n');
    }

    /// Reads on to the next line that begins with a tag.
    fn skip_to_tag(&mut self) -> io::Result<()> {
        loop {
            let mut line = Vec::new();
            if read_line(&mut self.input, &mut line, MOST)? == Read::End {
                self.is_over = true;
                return Ok(());
            }
            self.lines += 1;
            if begins_with_tag(&line) {
                self.held = Some(line);
                return Ok(());
            }
        }
    }
}

fn refused(line: usize, fault: Fault) -> Result<Block, PdnError> {
    Err(PdnError { line, fault })
}

impl<R: BufRead> Iterator for Blocks<R> {
    type Item = io::Result<Result<Block, PdnError>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.next_block().transpose();
        // A file that cannot be read now cannot be read later.
        self.is_over |= matches!(next, Some(Err(_)) | None);
        next
    }
}

impl Scan {
    /// Whether a line begins the next piece.
    fn ends_before(&self, line: &[u8]) -> bool {
        // A tag behind a blank line ends a comment that somebody forgot to close.
        let open = self.in_comment && !self.after_blank_line;
        self.has_moves && !open && begins_with_tag(line)
    }

    fn see(&mut self, line: &[u8]) {
        self.after_blank_line = line.iter().all(u8::is_ascii_whitespace);
        if !self.in_comment && line.starts_with(b"%") {
            return;
        }
        let (mut in_tag, mut in_value) = (false, false);
        for &byte in line {
            match byte {
                b'}' if self.in_comment => self.in_comment = false,
                _ if self.in_comment => {}
                b'"' if in_tag => in_value = !in_value,
                _ if in_value => {}
                b']' if in_tag => in_tag = false,
                _ if in_tag => {}
                b'{' => (self.in_comment, self.has_moves) = (true, true),
                b'[' => in_tag = true,
                b';' => return,
                _ => self.has_moves |= !byte.is_ascii_whitespace(),
            }
        }
    }
}

/// Whether a line begins as a tag does: `[Name "`.
fn begins_with_tag(line: &[u8]) -> bool {
    let Some(rest) = line.trim_ascii_start().strip_prefix(b"[") else {
        return false;
    };
    let name = rest
        .iter()
        .take_while(|sign| sign.is_ascii_alphanumeric() || **sign == b'_');
    let name = name.count();
    let starts_well = rest.first().is_some_and(u8::is_ascii_alphabetic);
    starts_well && rest[name..].trim_ascii_start().starts_with(b"\"")
}

/// Whether the last word of a line is a result.
fn ends_with_result(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let start = line
        .iter()
        .rposition(u8::is_ascii_whitespace)
        .map_or(0, |at| at + 1);
    matches!(
        &line[start..],
        b"*" | b"2-0" | b"1-1" | b"0-2" | b"1-0" | b"0-1" | b"0-0" | b"1/2-1/2"
    )
}

/// How a line came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    /// Nothing was left to be read.
    End,
    /// The whole line.
    Line,
    /// Its beginning only: it is too long.
    Long,
}

/// Reads a line without its end, which is a line feed, a carriage return or both. A line that is too long is read to
/// its end all the same.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, most: usize) -> io::Result<Read> {
    let mut read = Read::End;
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            filled => filled?,
        };
        if buffer.is_empty() {
            return Ok(read);
        }
        if read == Read::End {
            read = Read::Line;
        }
        let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let part = &buffer[..end.unwrap_or(buffer.len())];
        if line.len() + part.len() > most {
            read = Read::Long;
        } else {
            line.extend_from_slice(part);
        }
        let Some(end) = end else {
            let length = buffer.len();
            input.consume(length);
            continue;
        };
        let is_return = buffer[end] == b'\r';
        input.consume(end + 1);
        if is_return && input.fill_buf()?.first() == Some(&b'\n') {
            input.consume(1);
        }
        return Ok(read);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(file: &[u8]) -> Vec<Result<(usize, String), PdnError>> {
        // A small buffer puts its ends everywhere.
        let input = io::BufReader::with_capacity(3, file);
        let blocks = Blocks::new(input).map(Result::unwrap);
        let text = |block: Block| (block.line, String::from_utf8(block.bytes).unwrap());
        blocks.map(|block| block.map(text)).collect()
    }

    #[test]
    fn lines_end_in_three_ways() {
        let expected = vec![Ok((1, "a\n\nb\nc\n".to_owned()))];
        for file in [
            "a\n\nb\nc",
            "a\r\n\r\nb\r\nc\r\n",
            "a\r\rb\rc\r",
            "a\r\n\nb\rc\n",
        ] {
            assert_eq!(blocks(file.as_bytes()), expected, "{file:?}");
        }
        assert_eq!(blocks(b""), []);
    }

    #[test]
    fn pieces_begin_with_tags() {
        let lines = |file: &str| -> Vec<usize> {
            blocks(file.as_bytes())
                .into_iter()
                .map(|block| block.unwrap().0)
                .collect()
        };
        assert_eq!(
            lines("[A \"x\"]\n[B \"{\"]\n1. 32-28\n[A \"y\"]\n*\n\n[A \"z\"]"),
            [1, 4, 7]
        );
        assert_eq!(lines("{ comment\n[A \"x\"] }\n 1-2\n"), [1]);
        assert_eq!(
            lines("[A \"x\"]\n{ never closed\n\n[A \"x\"]\n1-2\n"),
            [1, 4]
        );
        assert_eq!(lines("1. 32-28 [%x]\n[x]\n; {\n[A \"x\"]\n% {\n"), [1, 4]);
    }

    #[test]
    fn endless_games_are_refused_and_the_next_is_read() {
        let endless = "32-28 19-23\n".repeat(MOST / 10);
        let file = format!("[A \"x\"]\n{endless}[A \"y\"]\n*\n");
        let [Err(refused), Ok(next)] = &blocks(file.as_bytes())[..] else {
            panic!("two pieces")
        };
        assert_eq!((refused.line, &refused.fault), (1, &Fault::TooLong));
        assert_eq!(next.1, "[A \"y\"]\n*\n");
        let utf16 = PdnError {
            line: 1,
            fault: Fault::Utf16,
        };
        assert_eq!(blocks(b"\xff\xfe[\0"), [Err(utf16)]);
    }

    #[test]
    fn games_without_tags_are_cut_at_results() {
        let file = "1. 32-28 19-23 *\n".repeat(20_000);
        let blocks = blocks(file.as_bytes());
        assert!(blocks.len() > 4);
        let lengths = blocks.iter().map(|block| block.as_ref().unwrap().1.len());
        assert!(lengths.clone().all(|length| length < ENOUGH + 20));
        assert_eq!(lengths.sum::<usize>(), file.len());
    }
}
