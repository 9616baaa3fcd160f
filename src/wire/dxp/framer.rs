//! From a stream of bytes to messages, however the bytes are cut into pieces.

use super::{DecodeError, MOST_CHARS, Message};

/// Finds messages in a stream. It never holds more than one message.
#[derive(Clone, Debug, Default)]
pub struct Framer {
    /// The beginning of a message, at most one character more than a message may have.
    begun: Vec<u8>,
}

impl Framer {
    /// Takes the next bytes of the stream and returns the messages that end in them. One that is too long or cannot
    /// be read is an error in its place; it is passed over up to its NUL byte.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Result<Message, DecodeError>> {
        let mut messages = Vec::new();
        let mut parts = bytes.split(|&byte| byte == 0);
        // The last part has no NUL byte behind it.
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            self.add(part);
            messages.push(Message::decode(&self.begun));
            self.begun.clear();
        }
        self.add(last);
        messages
    }

    /// Whether the stream stands in the midst of a message.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        !self.begun.is_empty()
    }

    fn add(&mut self, part: &[u8]) {
        let room = MOST_CHARS + 1 - self.begun.len();
        self.begun.extend(part.iter().take(room));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three good messages with two bad ones between.
    fn stream() -> Vec<u8> {
        let long = vec![b'C'; 100_000];
        [b"M0001322800\0CHello\0", long.as_slice(), b"\0?\0K0\0"].concat()
    }

    fn summary(messages: &[Result<Message, DecodeError>]) -> String {
        let letter = |message: &Result<Message, DecodeError>| match message {
            Ok(Message::Move(_)) => 'M',
            Ok(Message::Chat(_)) => 'C',
            Ok(Message::BackAccept(_)) => 'K',
            Ok(_) => '-',
            Err(DecodeError::Long) => 'l',
            Err(_) => 'e',
        };
        messages.iter().map(letter).collect()
    }

    #[test]
    fn it_does_not_matter_how_the_stream_is_cut() {
        let stream = stream();
        for size in [1, 2, 3, 5, 12, 13, 127, 128, 129, 4096, stream.len()] {
            let mut framer = Framer::default();
            let mut messages = Vec::new();
            for piece in stream.chunks(size) {
                messages.extend(framer.push(piece));
                assert!(framer.begun.len() <= MOST_CHARS + 1);
            }
            assert_eq!(summary(&messages), "MCleK", "pieces of {size}");
            assert!(!framer.has_begun());
        }
    }

    #[test]
    fn the_longest_message_fits_and_nul_bytes_alone_are_errors() {
        let mut framer = Framer::default();
        let longest = [vec![b'C'; MOST_CHARS], vec![0]].concat();
        assert_eq!(summary(&framer.push(&longest)), "C");
        assert_eq!(framer.push(b"\0"), [Err(DecodeError::Empty)]);
        assert!(framer.push(b"").is_empty() && !framer.has_begun());
        assert!(framer.push(b"M0001").is_empty() && framer.has_begun());
    }
}
