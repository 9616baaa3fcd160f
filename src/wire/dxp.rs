//! Messages of the DamExchange protocol (DXP), by which programs for 10x10 games play over a network.
//!
//! Source: the DamExchange pages on mesander.nl, version 1. A message is a letter and fields of fixed width, 1 to 127
//! characters, and ends with a NUL byte; [`Framer`] finds them in what comes over a connection. Here they are values
//! only: what is legal, and whose turn it is, others know.
//!
//! ```
//! use damka::wire::dxp::{Framer, Message};
//!
//! let mut framer = Framer::default();
//! assert!(framer.push(b"M00013").is_empty());
//! let messages = framer.push(b"22800\0CHello\0");
//! assert_eq!(messages[1], Ok(Message::Chat("Hello".to_owned())));
//! assert_eq!(messages[0].as_ref().unwrap().encode().unwrap(), b"M0001322800\0");
//! ```

mod decode;
mod encode;
mod framer;
mod setup;

pub use decode::DecodeError;
pub use encode::EncodeError;
pub use framer::Framer;
pub use setup::{Content, Setup};

/// The port on which programs usually listen.
pub const PORT: u16 = 27531;

/// The most characters of a message, without the NUL byte behind it.
pub const MOST_CHARS: usize = 127;

/// The most characters of a chat.
pub const CHAT_CHARS: usize = MOST_CHARS - 1;

/// The width of a name.
pub const NAME_CHARS: usize = 32;

/// The squares of the board; it is always 10x10.
pub const SQUARES: usize = 50;

/// The version of the protocol that is spoken here.
const VERSION: &str = "01";

/// A message of either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// GAMEREQ: the initiator asks for a game.
    GameRequest(GameRequest),
    /// GAMEACC: the follower's answer.
    GameAccept {
        /// The name of the follower.
        name: String,
        /// Whether it plays.
        answer: Answer,
    },
    /// MOVE.
    Move(Move),
    /// GAMEEND: sent instead of a move, and as the answer to itself.
    GameEnd {
        /// How the game has ended for the sender.
        reason: Reason,
        /// Whether the sender wants no more games.
        stop: bool,
    },
    /// CHAT: a line for whoever watches.
    Chat(String),
    /// BACKREQ: back to the position in which a side must make a move.
    BackRequest {
        /// The number of the move, from 1.
        number: u16,
        /// The side.
        side: Side,
    },
    /// BACKACC: the answer to it.
    BackAccept(BackAnswer),
}

/// What the initiator asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The name of the initiator.
    pub name: String,
    /// The side of the follower.
    pub follower: Side,
    /// Minutes for each side for the whole game. The protocol begins at 1, but 0 comes from programs that round down.
    pub minutes: u16,
    /// Moves that each side has to make in this time; 0 for the whole game.
    pub moves: u16,
    /// The position to begin with, unless it is the start position.
    pub setup: Option<Setup>,
}

/// A side as it is written: `W` and `Z` (Dutch "zwart").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// The answer to a request for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The game begins.
    Accepted,
    /// The follower speaks another version.
    WrongVersion,
    /// Not this game.
    NotThisGame,
    /// No games at all.
    NoGames,
}

/// A move, by numbers from 1 to 50.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Seconds that the sender says it has taken.
    pub seconds: u16,
    /// The square it starts from.
    pub from: u8,
    /// The square it ends on.
    pub to: u8,
    /// The squares of the captured pieces, in any order.
    pub captured: Vec<u8>,
}

/// How a game has ended for the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Not known, or not over; also in every answer.
    Unknown,
    /// The sender has lost, or gives up.
    ILose,
    /// A draw.
    Draw,
    /// The sender has won.
    IWin,
}

/// The answer to a request to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackAnswer {
    /// Done.
    Done,
    /// The program cannot do it.
    NotSupported,
    /// It wants to go on from here.
    Refused,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'Z',
        }
    }

    const fn of_letter(letter: char) -> Option<Self> {
        match letter {
            'W' => Some(Self::White),
            'Z' => Some(Self::Black),
            _ => None,
        }
    }
}

impl Answer {
    /// All answers in the order of their codes, from 0.
    const ALL: [Self; 4] = [
        Self::Accepted,
        Self::WrongVersion,
        Self::NotThisGame,
        Self::NoGames,
    ];
}

impl Reason {
    /// All reasons in the order of their codes, from 0.
    const ALL: [Self; 4] = [Self::Unknown, Self::ILose, Self::Draw, Self::IWin];
}

impl BackAnswer {
    /// All answers in the order of their codes, from 0.
    const ALL: [Self; 3] = [Self::Done, Self::NotSupported, Self::Refused];
}

impl Message {
    /// The name of the message in the protocol.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::GameRequest(_) => "GAMEREQ",
            Self::GameAccept { .. } => "GAMEACC",
            Self::Move(_) => "MOVE",
            Self::GameEnd { .. } => "GAMEEND",
            Self::Chat(_) => "CHAT",
            Self::BackRequest { .. } => "BACKREQ",
            Self::BackAccept(_) => "BACKACC",
        }
    }

    /// The message as it goes over the connection, with the NUL byte. Characters that have no place in a message,
    /// since it is ASCII, become `?`, and a long name is cut off.
    ///
    /// # Errors
    ///
    /// When a number or a text does not fit in its field.
    pub fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        encode::encode(self)
    }

    /// Reads a message without its NUL byte. Letters of names and chats that are not ASCII are read as Latin-1.
    ///
    /// # Errors
    ///
    /// What was expected and where.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        decode::decode(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways: these are the same.
    #[track_caller]
    fn is_written(message: &Message, text: &str) {
        let bytes = [text.as_bytes(), b"\0"].concat();
        assert_eq!(message.encode().as_deref(), Ok(bytes.as_slice()));
        assert_eq!(Message::decode(text.as_bytes()).as_ref(), Ok(message));
    }

    fn request(setup: Option<Setup>) -> GameRequest {
        GameRequest {
            name: "MyEngine".to_owned(),
            follower: Side::Black,
            minutes: 5,
            moves: 75,
            setup,
        }
    }

    #[test]
    fn requests_and_their_answers() {
        let padded = format!("R01{:<32}Z005075", "MyEngine");
        is_written(&Message::GameRequest(request(None)), &format!("{padded}A"));
        let hub = format!("B{}W{}bBe", "w".repeat(19), "e".repeat(27));
        let setup = Setup::of_hub(&hub);
        assert_eq!(setup.as_ref().map(Setup::hub), Some(hub));
        is_written(
            &Message::GameRequest(request(setup)),
            &format!("{padded}BZ{}W{}zZe", "w".repeat(19), "e".repeat(27)),
        );
        for (code, answer) in [
            (0, Answer::Accepted),
            (1, Answer::WrongVersion),
            (2, Answer::NotThisGame),
            (3, Answer::NoGames),
        ] {
            let name = "Other".to_owned();
            is_written(
                &Message::GameAccept { name, answer },
                &format!("A{:<32}{code}", "Other"),
            );
        }
    }

    #[test]
    fn moves() {
        let quiet = Move {
            seconds: 1,
            from: 32,
            to: 28,
            captured: Vec::new(),
        };
        is_written(&Message::Move(quiet), "M0001322800");
        let capture = Move {
            seconds: 2,
            from: 12,
            to: 23,
            captured: vec![18],
        };
        is_written(&Message::Move(capture), "M000212230118");
        let long = Move {
            seconds: 9999,
            from: 1,
            to: 50,
            captured: (2..22).collect(),
        };
        is_written(
            &Message::Move(long),
            "M99990150200203040506070809101112131415161718192021",
        );
    }

    #[test]
    fn ends_chats_and_ways_back() {
        for (code, reason) in [
            (0, Reason::Unknown),
            (1, Reason::ILose),
            (2, Reason::Draw),
            (3, Reason::IWin),
        ] {
            for stop in [false, true] {
                let text = format!("E{code}{}", u8::from(stop));
                is_written(&Message::GameEnd { reason, stop }, &text);
            }
        }
        is_written(&Message::Chat("Hello!".to_owned()), "CHello!");
        is_written(&Message::Chat(String::new()), "C");
        let side = Side::Black;
        is_written(&Message::BackRequest { number: 12, side }, "B012Z");
        for (code, answer) in [
            (0, BackAnswer::Done),
            (1, BackAnswer::NotSupported),
            (2, BackAnswer::Refused),
        ] {
            is_written(&Message::BackAccept(answer), &format!("K{code}"));
        }
    }
}
