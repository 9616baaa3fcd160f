//! A search thread: its game, its lists, its memory.

use std::sync::atomic::Ordering;

use super::history::History;
use super::limits::Budget;
use super::picker::Picker;
use super::root::RootMoves;
use super::{MAX_DEPTH, Score, Shared, tabled};
use crate::eval::Evaluate;
use crate::position::key::split_mix;
use crate::position::{Key, Line, Move, MoveList};
use crate::rules::Rules;

/// The search was told to end. Its line stays as it was: whoever is told must not go on.
#[derive(Debug)]
pub(super) struct Stopped;

/// What a ply of the search owns.
#[derive(Default)]
pub(super) struct Frame<R: Rules> {
    pub moves: MoveList<R>,
    pub picker: Picker,
    /// The best line from here, set in PV nodes.
    pub pv: Vec<Move<R>>,
}

/// Nodes between two looks at the clock and at the orders.
const POLL_NODES: u64 = 1024;

/// Counters with fewer plies left than this are part of the key: the same position is then another one.
const NEAR_DRAW_PLIES: u16 = 24;

pub(super) struct Worker<'a, R: Rules, E> {
    pub shared: &'a Shared<'a, R, E>,
    /// 0 leads, the others help.
    pub number: usize,
    /// The game, and on it the line that is being searched.
    pub line: Line<R>,
    /// Plies of the game before the search.
    pub root: usize,
    pub frames: Vec<Frame<R>>,
    pub history: History<R>,
    /// The most pieces of positions for which the endgame tables are asked.
    pub tabled_pieces: u32,
    pub nodes: u64,
    /// Evaluated positions, and the sum of their distances from the root.
    pub leaves: u64,
    pub leaf_plies: u64,
    /// The iteration; the first one must give a move and is not broken off lightly.
    pub iteration: u32,
    budget: Option<Budget>,
    /// One thread counts to the node; several are counted together now and then.
    exact_nodes: u64,
}

impl<'a, R: Rules, E: Evaluate<R>> Worker<'a, R, E> {
    pub fn new(shared: &'a Shared<'a, R, E>, number: usize) -> Self {
        let alone = shared.limits.threads <= 1;
        Self {
            shared,
            number,
            line: shared.root.clone(),
            root: shared.root.plies(),
            frames: vec![Frame::default()],
            history: History::new(),
            tabled_pieces: tabled::pieces_to_ask(shared.tables, shared.root.position()),
            nodes: 0,
            leaves: 0,
            leaf_plies: 0,
            iteration: 0,
            budget: shared.limits.budget(),
            exact_nodes: shared.limits.nodes.filter(|_| alone).unwrap_or(u64::MAX),
        }
    }

    /// Searches beside the leader until it ends; what it finds goes into the table.
    pub fn help(mut self) {
        let mut moves = RootMoves::new(&self.line);
        // Odd helpers run a depth ahead, so that threads do not all do the same.
        let ahead = self.number as u32 % 2;
        for depth in 1..=MAX_DEPTH {
            self.iteration = depth;
            if self
                .search_root(&mut moves, 0, depth + ahead, &mut |_, _| {})
                .is_err()
            {
                return;
            }
        }
    }

    /// Counts a node at a ply, sees that the ply has its frame, and looks whether the search must end.
    #[inline(always)]
    pub fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        if ply >= self.frames.len() {
            self.deepen_frames(ply);
        }
        if self.nodes.is_multiple_of(POLL_NODES) || self.nodes >= self.exact_nodes {
            self.poll()
        } else {
            Ok(())
        }
    }

    /// Frames are made when they are first needed: a search of a thousand nodes must not pay for all of them.
    #[cold]
    fn deepen_frames(&mut self, ply: usize) {
        self.frames.resize_with(ply + 1, Frame::default);
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.publish_nodes();
        let control = self.shared.control;
        // The first iteration takes some hundred nodes; only in monstrous positions it is worth breaking off.
        let young = self.iteration <= 1 && self.nodes < 8 * POLL_NODES;
        if control.is_stopped() && !young {
            return Err(Stopped);
        }
        if self.number == 0 && !young && !control.is_pondering() && self.limit_reached() {
            return Err(Stopped);
        }
        Ok(())
    }

    fn limit_reached(&self) -> bool {
        let nodes = self
            .shared
            .limits
            .nodes
            .is_some_and(|limit| self.shared.nodes() >= limit);
        nodes
            || self
                .budget
                .is_some_and(|budget| self.shared.control.clock() >= budget.hard)
    }

    /// Whether there is no time for another iteration.
    pub fn is_late(&self) -> bool {
        let control = self.shared.control;
        !control.is_pondering()
            && self
                .budget
                .is_some_and(|budget| control.clock() >= budget.soft)
    }

    pub fn publish_nodes(&self) {
        self.shared.nodes[self.number]
            .0
            .store(self.nodes, Ordering::Relaxed);
    }

    /// The key under which the table knows the position on the board. When a draw counter is about to run out, the
    /// plies that are left belong to it, so that the table never hides the coming draw.
    #[inline]
    pub fn table_key(&self) -> Key {
        let key = self.line.key();
        let counters = self.line.counters();
        if counters.are_clear() {
            return key;
        }
        match counters.plies_left(self.line.draw_rules()) {
            Some(left) if left < NEAR_DRAW_PLIES => Key(key.0 ^ split_mix(u64::from(left)).1),
            _ => key,
        }
    }

    /// The evaluation of the position on the board.
    #[inline]
    pub fn evaluate(&mut self, ply: usize) -> Score {
        self.leaves += 1;
        self.leaf_plies += ply as u64;
        Score::eval(self.shared.evaluator.evaluate(self.line.position()))
    }

    /// Sets the best line of a ply to a move and the best line after it.
    pub fn set_pv(&mut self, ply: usize, mv: Move<R>) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        if let Some(next) = below.first() {
            pv.extend_from_slice(&next.pv);
        }
    }
}
