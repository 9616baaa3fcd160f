//! The DamExchange protocol (DXP): games against another program over a network.
//!
//! Source: the DamExchange pages on mesander.nl, version 1, and what programs do in practice. One side, the initiator,
//! asks for games; the other one, the follower, accepts or refuses them. Who of them listens for the connection is
//! another matter. Nobody is the referee: each side keeps its own verdict, here by damka's rules.
//!
//! * [`wire::dxp`](crate::wire::dxp): the messages
//! * `address`, `connection`: how the connection comes about, and the thread that reads from it
//! * `peer`: the other side, as far as no game is concerned; `player`: one game after the other
//! * `game`: a game, move by move; `clocks`: its time; `thinking`: a search during which the other side is heard
//! * `report`: how a game has ended

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod address;
mod clocks;
mod connection;
mod game;
mod peer;
mod player;
mod report;
mod thinking;

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::board::Side;
use crate::search::{Limits, Table};
use crate::session::{self, Session};
use crate::wire::dxp::{Answer, EncodeError, SQUARES};

pub use address::Address;
pub use report::{Ending, Report};

use connection::Connection;
use peer::Peer;
use player::Player;

/// How the connection comes about.
#[derive(Clone, Debug)]
pub enum Endpoint {
    /// The other side connects to us.
    Listen(Address),
    /// We connect to the other side.
    Connect(Address),
}

/// Who asks for games.
#[derive(Clone, Debug)]
pub enum Role {
    /// We do.
    Initiator(Proposal),
    /// The other side does.
    Follower {
        /// The side that we play; `None` for any.
        side: Option<Side>,
    },
}

/// What the initiator asks for.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Our side in the first game.
    pub side: Side,
    /// Whether we change sides after each game.
    pub alternate: bool,
    /// Minutes of each side for a game, 1 to 999.
    pub minutes: u16,
    /// Moves of each side after which a game is broken off, at most 999; 0 for none.
    pub moves: u16,
    /// Positions to begin with, in FEN or in Hub's form; the start position if there are none. Whoever alternates
    /// plays each with both sides.
    pub openings: Vec<String>,
}

/// Everything that is settled before the connection is there.
pub struct Options {
    /// How the connection comes about.
    pub endpoint: Endpoint,
    /// Who asks for games.
    pub role: Role,
    /// Games after which we stop; `None` to go on as long as the other side likes.
    pub games: Option<usize>,
    /// Our name.
    pub name: String,
    /// The game that is played, with its draw rules; see [`can_play`].
    pub session: Box<dyn Session>,
    /// The memory of the search.
    pub table: Table,
    /// Limits of our own for each move, besides the clock of the game.
    pub limits: Limits,
    /// We give up when the score was so many hundredths of a man below zero in three moves in a row; `None` for never.
    pub resign: Option<u32>,
    /// How long the other side may take for an answer that needs no thought.
    pub timeout: Duration,
    /// How long it is tried to connect where nobody listens.
    pub retry: Duration,
}

/// What happens, for whoever watches.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// Others can connect to this address now.
    Listening(SocketAddr),
    /// There is a connection.
    Connected(SocketAddr),
    /// A game begins.
    Begun {
        /// Its number, from 1.
        number: usize,
        /// The name of White.
        white: &'a str,
        /// The name of Black.
        black: &'a str,
        /// The minutes of each side.
        minutes: u16,
        /// The moves of each side, or 0.
        moves: u16,
    },
    /// The other side says something.
    Chat(&'a str),
    /// Moves were taken back; so many plies are left.
    TakenBack(usize),
    /// Something is not as it should be.
    Trouble(&'a str),
}

/// Whoever watches.
pub trait Watch {
    /// Something has happened.
    fn news(&mut self, news: News<'_>);

    /// A game is over.
    ///
    /// # Errors
    ///
    /// When it cannot be recorded; no other game is played then.
    fn ended(&mut self, report: &Report<'_>) -> io::Result<()>;
}

/// Why no more games are played, when that is not as it should be.
#[derive(Debug)]
pub enum DxpError {
    /// The game is not one of the protocol.
    Game {
        /// Its name.
        name: &'static str,
    },
    /// It cannot be listened or connected.
    Open {
        /// Where.
        address: Address,
        /// Why not.
        error: io::Error,
    },
    /// The position that we want to begin with was refused by ourselves.
    Opening(String),
    /// The other side does not play.
    Declined(Answer),
    /// The other side has closed the connection.
    Closed,
    /// The connection is broken.
    Broken(io::Error),
    /// The other side owes an answer.
    Silent {
        /// Which.
        expected: &'static str,
    },
    /// The other side has sent too much that has no place in the game.
    Nuisance,
    /// A message of ours cannot be written.
    Encode(EncodeError),
    /// What has happened cannot be recorded.
    Record(io::Error),
}

impl fmt::Display for DxpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { name } => write!(
                f,
                "{name} cannot be played over DXP, which knows boards of 10x10 only and has no name for the game"
            ),
            Self::Open { address, error } => write!(f, "{address}: {error}"),
            Self::Opening(reason) => f.write_str(reason),
            Self::Declined(answer) => f.write_str(match answer {
                Answer::Accepted => "the other side has accepted the game, and does not play it",
                Answer::WrongVersion => "the other side speaks another version of the protocol",
                Answer::NotThisGame => "the other side does not want to play this game",
                Answer::NoGames => "the other side does not want to play games",
            }),
            Self::Closed => f.write_str("the other side has closed the connection"),
            Self::Broken(error) => write!(f, "the connection is broken: {error}"),
            Self::Silent { expected } => {
                write!(f, "the other side does not answer, expected {expected}")
            }
            Self::Nuisance => f.write_str(
                "the other side sends too many messages that are out of place, expected a move",
            ),
            Self::Encode(error) => write!(f, "a message cannot be written: {error}"),
            Self::Record(error) => write!(f, "the game cannot be recorded: {error}"),
        }
    }
}

impl std::error::Error for DxpError {}

impl DxpError {
    /// Whether it says something about one connection only: another one may be better.
    const fn is_of_connection(&self) -> bool {
        matches!(
            self,
            Self::Closed | Self::Broken(_) | Self::Silent { .. } | Self::Nuisance
        )
    }
}

/// Whether the protocol has room for the game of a session: its board must have 10x10 squares.
///
/// # Errors
///
/// When it has not.
pub fn can_play(session: &dyn Session) -> Result<(), DxpError> {
    let about = session::describe(session.variant());
    if about.board == (10, 10) && about.squares == SQUARES {
        Ok(())
    } else {
        Err(DxpError::Game { name: about.name })
    }
}

/// Opens the connection and plays until one side wants no more, or `stop` is set.
///
/// Whoever listens goes on listening until somebody has come who has played a game.
///
/// # Errors
///
/// Why no more is played, when that is not as it should be; what was played has been reported.
pub fn run(
    options: &mut Options,
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<(), DxpError> {
    can_play(&*options.session)?;
    match options.endpoint.clone() {
        Endpoint::Connect(address) => {
            let connected = connection::connect(&address, options.retry, stop)
                .map_err(|error| DxpError::Open { address, error })?;
            match connected {
                Some(connected) => play(options, connected, stop, watch).1,
                None => Ok(()),
            }
        }
        Endpoint::Listen(address) => {
            let failed = |error| {
                let address = address.clone();
                DxpError::Open { address, error }
            };
            let listener = connection::listen(&address).map_err(failed)?;
            watch.news(News::Listening(listener.local_addr().map_err(failed)?));
            while let Some(connected) = connection::accept(&listener, stop).map_err(failed)? {
                match play(options, connected, stop, watch) {
                    (0, Err(error)) if error.is_of_connection() => {
                        watch.news(News::Trouble(&error.to_string()));
                    }
                    (_, result) => return result,
                }
            }
            Ok(())
        }
    }
}

/// Plays over a connection. Returns how many games were begun, and why no more are played when that is not as it
/// should be.
fn play(
    options: &mut Options,
    (stream, other): (TcpStream, SocketAddr),
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> (usize, Result<(), DxpError>) {
    watch.news(News::Connected(other));
    match Connection::new(stream, stop) {
        Ok(connection) => {
            let peer = Peer::new(connection, options.timeout, watch);
            Player::new(options, peer).play()
        }
        Err(error) => (0, Err(DxpError::Broken(error))),
    }
}
