//! A fixed set of positions, searched to a fixed depth: the measure of speed, and the signature of the search.
//!
//! One thread and a fresh table of fixed size for each position, so the number of nodes depends on nothing but the
//! source. A change of the search that keeps the signature is no change of play.

use std::collections::TryReserveError;
use std::time::{Duration, Instant};

use crate::position::key::split_mix;
use crate::rules::variant::Variant;
use crate::search::{Control, Limits, Table};
use crate::session::{self, Session, SessionError};

/// The depth of `damka bench`.
pub const DEPTH: u32 = 18;

/// The table of each position: 16 MiB.
const TABLE_LOG2_ENTRIES: u32 = 20;

/// International positions: the opening, middle games, endings with kings, and captures.
const INTERNATIONAL: &[&str] = &[
    "W:W26,31,32,33,34,35,36,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,16,17,18,19,20,24",
    "B:W22,27,28,31,32,33,34,35,36,37,40,45,46,47,48,49,50:B1,2,3,4,5,6,7,9,10,11,12,16,17,19,21,23,25",
    "B:W25,27,31,33,34,35,37,39,40,41,43,45,47,48,49:B2,3,4,5,6,8,9,11,13,14,15,16,18,19,24",
    "W:W27,28,32,33,37,38,42,43,47,48:B8,9,12,13,16,18,19,23,24,26",
    "W:W31,K39,43,47:B12,16,K20,26",
    "W:WK6,K28,K41:BK33",
    "W:WK5,9,K12,23,K26,39:BK38",
    "W:WK47:B14,19,29,31,42",
];

/// Plies of pseudo-random play that lead from the start to the position of each of the other games.
const RANDOM_PLIES: u64 = 14;

/// Why a bench was not run to its end.
#[derive(Debug)]
pub enum BenchError {
    /// There is no memory for the table.
    Table(TryReserveError),
    /// A position of the set is no position: the set is broken.
    Position(SessionError),
}

impl std::fmt::Display for BenchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Table(error) => write!(f, "no memory for a table of 16 MiB: {error}"),
            Self::Position(error) => write!(f, "the set of positions is broken: {error}"),
        }
    }
}

impl std::error::Error for BenchError {}

/// What was counted so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions of the set that are finished.
    pub positions: usize,
    /// Positions of the set.
    pub of: usize,
    /// Positions visited by the search.
    pub nodes: u64,
    /// Time that the search took.
    pub time: Duration,
}

impl Count {
    /// Nodes in a second.
    #[must_use]
    pub fn nps(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-6)
    }
}

/// The positions of the set: many of international draughts, one of each other game.
///
/// # Errors
///
/// When a position is refused.
pub fn positions() -> Result<Vec<Box<dyn Session>>, SessionError> {
    let mut set = Vec::new();
    for &variant in Variant::ALL {
        if variant == Variant::International {
            set.push(session::open(variant));
            for fen in INTERNATIONAL {
                let mut session = session::open(variant);
                session.set_fen(fen)?;
                set.push(session);
            }
        } else {
            set.push(wander(variant, RANDOM_PLIES));
        }
    }
    Ok(set)
}

/// A position after some plies of pseudo-random moves; the last one before the end of a game that ends sooner.
fn wander(variant: Variant, plies: u64) -> Box<dyn Session> {
    let mut session = session::open(variant);
    let mut state = plies;
    for _ in 0..plies {
        let (next, number) = split_mix(state);
        state = next;
        // Sorted, so that the order in which moves are generated does not matter.
        let mut moves: Vec<_> = session.moves().into_iter().map(|mv| mv.hub).collect();
        moves.sort_unstable();
        let place = number % (moves.len() as u64).max(1);
        let Some(mv) = moves.get(place as usize) else {
            break;
        };
        if session.play(mv).is_err() {
            break;
        }
        if session.outcome().is_some() {
            session.undo();
            break;
        }
    }
    session
}

/// A bench under way.
pub struct Bench {
    depth: u32,
    table: Table,
    left: std::vec::IntoIter<Box<dyn Session>>,
    count: Count,
}

impl Bench {
    /// A bench that searches the set to this depth.
    ///
    /// # Errors
    ///
    /// When there is no memory for the table.
    pub fn new(depth: u32) -> Result<Self, BenchError> {
        let set = positions().map_err(BenchError::Position)?;
        Ok(Self {
            depth,
            table: Table::new(TABLE_LOG2_ENTRIES).map_err(BenchError::Table)?,
            count: Count {
                of: set.len(),
                ..Count::default()
            },
            left: set.into_iter(),
        })
    }

    /// What was counted so far. A search that was stopped does not count.
    #[must_use]
    pub const fn count(&self) -> Count {
        self.count
    }

    /// Whether positions are left.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.count.positions < self.count.of
    }

    /// Searches the next position. When `stopped` says afterwards that the search was broken off, it does not count.
    pub fn search(&mut self, control: &Control, stopped: impl FnOnce() -> bool) {
        let Some(session) = self.left.next() else {
            return;
        };
        let limits = Limits {
            depth: Some(self.depth),
            analyse: true,
            lines: 1,
            threads: 1,
            ..Limits::default()
        };
        self.table.clear();
        let began = Instant::now();
        let decision = session.think(&self.table, &limits, control, &mut |_| {});
        if !stopped() {
            self.count.time += began.elapsed();
            self.count.nodes += decision.nodes;
            self.count.positions += 1;
        }
    }
}

/// The number of nodes of the set at a depth.
///
/// # Errors
///
/// When there is no memory for the table.
pub fn signature(depth: u32) -> Result<u64, BenchError> {
    let mut bench = Bench::new(depth)?;
    while bench.goes_on() {
        bench.search(&Control::new(false), || false);
    }
    Ok(bench.count().nodes)
}
