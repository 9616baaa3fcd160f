//! What a match wants of an engine, whatever it is and however it is reached.

use std::fmt;
use std::time::Duration;

use super::clock::Clock;
use crate::board::Side;
use crate::notation::pdn::GameResult;
use crate::rules::variant::Variant;
use crate::session::{MoveText, Session, SessionError};

/// The game as it stands, for an engine that is to move.
pub struct Table {
    /// The referee's board.
    pub session: Box<dyn Session>,
    /// Where the game began, in Hub's form.
    pub start: String,
    /// The moves since then.
    pub moves: Vec<MoveText>,
}

impl Table {
    /// The board of a game that begins as this session stands.
    #[must_use]
    pub fn new(session: Box<dyn Session>) -> Self {
        Self {
            start: session.hub(),
            session,
            moves: Vec::new(),
        }
    }

    /// Begins another game from a position.
    ///
    /// # Errors
    ///
    /// When the position is none of the game.
    pub fn begin(&mut self, position: &str) -> Result<(), SessionError> {
        self.session.set_position(position)?;
        self.start = self.session.hub();
        self.moves.clear();
        Ok(())
    }

    /// The moves since the start, in Hub's form, with blanks between.
    #[must_use]
    pub fn hub_moves(&self) -> String {
        let moves: Vec<_> = self.moves.iter().map(|mv| mv.hub.as_str()).collect();
        moves.join(" ")
    }
}

/// What an engine is told of a new game.
#[derive(Clone, Debug)]
pub struct Start {
    /// The game.
    pub variant: Variant,
    /// The side of the engine.
    pub side: Side,
    /// The name of the opponent.
    pub opponent: String,
}

/// What an engine answers.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Its move, in any notation; the referee reads it.
    pub mv: String,
    /// The reply that it expects.
    pub ponder: Option<String>,
    /// Its score in men, for itself.
    pub score: Option<f64>,
    /// The depth that it reached.
    pub depth: Option<u32>,
    /// Positions that it visited.
    pub nodes: Option<u64>,
    /// The time that it took.
    pub time: Duration,
}

/// What an engine does when it is its turn.
#[derive(Clone, Debug)]
pub enum Turn {
    /// It moves.
    Moves(Answer),
    /// It gives up.
    Resigns,
    /// It says that the game is drawn, as an engine that speaks DXP may.
    ClaimsDraw,
}

/// What an engine did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It did not get ready.
    Start(String),
    /// It ended by itself.
    Died(String),
    /// It did not answer in any time that could be hoped for.
    Silent,
    /// It moved too late.
    Late {
        /// The time that it took.
        used: Duration,
        /// The time that it had.
        allowed: Duration,
    },
    /// Its move is not legal.
    Illegal {
        /// The move.
        mv: String,
        /// Why not.
        reason: String,
    },
    /// It broke the protocol.
    Broken(String),
}

impl Fault {
    /// The fault in one word, for statistics.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Start(_) => "start",
            Self::Died(_) => "crash",
            Self::Silent => "hang",
            Self::Late { .. } => "time",
            Self::Illegal { .. } => "illegal",
            Self::Broken(_) => "protocol",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(reason) => write!(f, "did not get ready: {reason}"),
            Self::Died(status) => write!(f, "ended in the middle of the game ({status})"),
            Self::Silent => f.write_str("did not answer"),
            Self::Late { used, allowed } => write!(
                f,
                "moved after {:.3} s where it had {:.3} s",
                used.as_secs_f64(),
                allowed.as_secs_f64()
            ),
            Self::Illegal { mv, reason } => {
                write!(f, "played \"{}\": {reason}", mv.escape_debug())
            }
            Self::Broken(what) => write!(f, "broke the protocol: {what}"),
        }
    }
}

impl std::error::Error for Fault {}

/// An engine at the board.
pub trait Player: Send {
    /// Gets ready for a new game.
    ///
    /// # Errors
    ///
    /// When it does not.
    fn begin(&mut self, start: &Start, table: &Table, clock: &Clock) -> Result<(), Fault>;

    /// Chooses what to do; it is on the engine to move. The time is for the referee to judge, but an engine that does not
    /// answer long after its time is given up.
    ///
    /// # Errors
    ///
    /// When no move comes of it.
    fn think(&mut self, table: &Table, clock: &Clock) -> Result<Turn, Fault>;

    /// The engine's own move stands on the board: it may think on while the other side does.
    ///
    /// # Errors
    ///
    /// When it does not listen any more.
    fn ponder(&mut self, table: &Table, clock: &Clock, expected: Option<&str>)
    -> Result<(), Fault>;

    /// The game is over, or broken off: then the result is open.
    ///
    /// # Errors
    ///
    /// When the engine cannot take part in another one.
    fn end(&mut self, table: &Table, result: GameResult) -> Result<(), Fault>;

    /// The last lines of the talk with it.
    fn traffic(&self) -> Vec<String>;
}
