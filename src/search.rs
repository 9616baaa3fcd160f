//! The search: from a game so far to the best move.
//!
//! Iterative deepening with principal variation search over a shared transposition table, on any number of threads.
//! It sees positions, moves and limits, and reports values; it knows no text, no names of games and no protocol.

mod alphabeta;
mod control;
mod group;
mod history;
mod limits;
mod picker;
mod prune;
mod quiescence;
mod root;
mod score;
mod table;
mod tabled;
mod worker;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::endgame::Tables;
use crate::eval::Evaluate;
use crate::position::{Line, Move};
use crate::rules::Rules;

pub use control::Control;
pub use group::Group;
pub use limits::{Clock, Limits};
pub use score::Score;
pub use table::Table;

use worker::Worker;

/// No line is searched deeper than this many plies; deeper positions are evaluated as they stand.
pub const MAX_PLY: usize = 240;

/// The deepest iteration.
pub const MAX_DEPTH: u32 = 99;

/// What a search has found so far; reported after each finished depth and when the best move changes.
#[derive(Clone, Debug)]
pub struct Info<R: Rules> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The mean distance of evaluated positions from the root, in plies.
    pub mean_depth: f64,
    /// The rank of this line among the best, from 1.
    pub line: usize,
    /// Whether the depth is finished for this line; otherwise a better move has come up on the way.
    pub is_finished: bool,
    /// The score for the side to move.
    pub score: Score,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The expected moves, the best one first.
    pub pv: Vec<Move<R>>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found<R: Rules> {
    /// The best move; `None` when there is no legal move.
    pub best: Option<Move<R>>,
    /// The reply that is expected.
    pub ponder: Option<Move<R>>,
    /// The last report for the best move.
    pub info: Option<Info<R>>,
    /// Positions visited, by all threads.
    pub nodes: u64,
}

/// What is constant during a search and shared by its threads.
struct Shared<'a, R: Rules, E> {
    root: &'a Line<R>,
    table: &'a Table,
    evaluator: &'a E,
    tables: Option<&'a Tables<R>>,
    limits: &'a Limits,
    control: &'a Control,
    /// Positions visited by each thread, published now and then.
    nodes: Vec<PublishedNodes>,
}

/// A counter on a cache line of its own, so that threads do not disturb each other.
#[repr(align(64))]
#[derive(Default)]
struct PublishedNodes(AtomicU64);

impl<R: Rules, E> Shared<'_, R, E> {
    fn nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|nodes| nodes.0.load(Ordering::Relaxed))
            .sum()
    }
}

/// Searches the position at the end of a game and returns the best move.
///
/// The search ends when a limit is reached or `control` stops it. While it ponders, or when it has no limit at all,
/// it returns only after [`Control::stop`] or [`Control::ponder_hit`], unless the game is over. One thread with a
/// limit on depth or nodes and a fresh table gives the same result on every machine.
///
/// What the endgame tables know decides, as far as the draw rules leave the plies for it.
pub fn think<R: Rules, E: Evaluate<R>>(
    game: &Line<R>,
    table: &Table,
    evaluator: &E,
    tables: Option<&Tables<R>>,
    limits: &Limits,
    control: &Control,
    report: &mut dyn FnMut(&Info<R>),
) -> Found<R> {
    table.next_generation();
    let threads = limits.threads.max(1);
    let shared = Shared {
        root: game,
        table,
        evaluator,
        tables: tables.filter(|_| tabled::are_true_under(game.draw_rules())),
        limits,
        control,
        nodes: (0..threads).map(|_| PublishedNodes::default()).collect(),
    };
    let found = thread::scope(|scope| {
        for number in 1..threads {
            let shared = &shared;
            let helper = move || Worker::new(shared, number).help();
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, helper) {
                log::warn!("searching with {number} threads instead of {threads}: {error}");
                break;
            }
        }
        let found = root::lead(&mut Worker::new(&shared, 0), report);
        control.end();
        found
    });
    Found {
        nodes: shared.nodes(),
        ..found
    }
}
