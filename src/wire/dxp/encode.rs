//! From messages to bytes.

use std::fmt;

use super::{CHAT_CHARS, GameRequest, Message, Move, NAME_CHARS, SQUARES, VERSION};

/// Something does not fit in its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeError {
    /// What.
    pub field: &'static str,
    /// The number, or the number of characters.
    pub found: usize,
    /// The most that fits.
    pub most: usize,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, found, most } = self;
        write!(f, "{field}: expected at most {most}, found {found}")
    }
}

impl std::error::Error for EncodeError {}

pub(super) fn encode(message: &Message) -> Result<Vec<u8>, EncodeError> {
    let text = match message {
        Message::GameRequest(request) => self::request(request)?,
        Message::GameAccept { name, answer } => {
            format!("A{}{}", self::name(name), *answer as u8)
        }
        Message::Move(mv) => self::mv(mv)?,
        Message::GameEnd { reason, stop } => {
            format!("E{}{}", *reason as u8, u8::from(*stop))
        }
        Message::Chat(text) => {
            at_most("characters of a chat", text.chars().count(), CHAT_CHARS)?;
            format!("C{}", plain(text))
        }
        Message::BackRequest { number, side } => {
            let number = at_most("number of a move", usize::from(*number), 999)?;
            format!("B{number:03}{}", side.letter())
        }
        Message::BackAccept(answer) => format!("K{}", *answer as u8),
    };
    Ok(format!("{text}\0").into_bytes())
}

fn request(request: &GameRequest) -> Result<String, EncodeError> {
    let name = name(&request.name);
    let follower = request.follower.letter();
    let minutes = at_most("minutes", request.minutes.into(), 999)?;
    let moves = at_most("moves", request.moves.into(), 999)?;
    let mut text = format!("R{VERSION}{name}{follower}{minutes:03}{moves:03}");
    match &request.setup {
        None => text.push('A'),
        Some(setup) => {
            text.push('B');
            text.push(setup.side.letter());
            text.extend(setup.board.iter().map(|content| content.letter()));
        }
    }
    Ok(text)
}

fn mv(mv: &Move) -> Result<String, EncodeError> {
    let seconds = at_most("seconds", mv.seconds.into(), 9999)?;
    let number = at_most("captured pieces", mv.captured.len(), SQUARES)?;
    let square = |&square: &u8| at_most("square", square.into(), SQUARES);
    let (from, to) = (square(&mv.from)?, square(&mv.to)?);
    let mut text = format!("M{seconds:04}{from:02}{to:02}{number:02}");
    for captured in &mv.captured {
        text += &format!("{:02}", square(captured)?);
    }
    Ok(text)
}

fn at_most(field: &'static str, found: usize, most: usize) -> Result<usize, EncodeError> {
    if found <= most {
        Ok(found)
    } else {
        Err(EncodeError { field, found, most })
    }
}

/// A name at its full width.
fn name(name: &str) -> String {
    let cut: String = name.chars().take(NAME_CHARS).collect();
    format!("{:<NAME_CHARS$}", plain(&cut))
}

/// A text without what is not ASCII, or moves the cursor of a terminal.
fn plain(text: &str) -> String {
    text.replace(|c: char| !matches!(c, ' '..='~'), "?")
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, Side};
    use super::*;

    fn error(message: &Message) -> String {
        message.encode().unwrap_err().to_string()
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mv = |seconds, to, captured| {
            Message::Move(Move {
                seconds,
                from: 1,
                to,
                captured,
            })
        };
        for (message, expected) in [
            (
                mv(10_000, 7, vec![]),
                "seconds: expected at most 9999, found 10000",
            ),
            (mv(0, 51, vec![]), "square: expected at most 50, found 51"),
            (
                mv(0, 7, vec![2, 60]),
                "square: expected at most 50, found 60",
            ),
            (
                mv(0, 7, vec![1; 51]),
                "captured pieces: expected at most 50, found 51",
            ),
            (
                Message::Chat("x".repeat(127)),
                "characters of a chat: expected at most 126, found 127",
            ),
            (
                Message::BackRequest {
                    number: 1000,
                    side: Side::White,
                },
                "number of a move: expected at most 999, found 1000",
            ),
        ] {
            assert_eq!(error(&message), expected);
        }
        let request = |minutes, moves| {
            Message::GameRequest(GameRequest {
                name: String::new(),
                follower: Side::White,
                minutes,
                moves,
                setup: None,
            })
        };
        assert_eq!(
            error(&request(1000, 0)),
            "minutes: expected at most 999, found 1000"
        );
        assert_eq!(
            error(&request(1, 1000)),
            "moves: expected at most 999, found 1000"
        );
    }

    #[test]
    fn texts_are_ascii_and_names_have_their_width() {
        let chat = Message::Chat("dzień\0\n".to_owned());
        assert_eq!(chat.encode().unwrap(), b"Cdzie???\0");
        let accept = Message::GameAccept {
            name: "ł".repeat(40),
            answer: Answer::Accepted,
        };
        let expected = format!("A{}0\0", "?".repeat(32));
        assert_eq!(accept.encode().unwrap(), expected.as_bytes());
    }
}
