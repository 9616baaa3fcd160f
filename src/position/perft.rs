//! Perft: the number of move sequences of a given length, the measure of a move generator.
//!
//! Leaves are not counted in bulk: every leaf is a position that was really made.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::{Move, MoveList, Position};
use crate::rules::Rules;

/// Counts the sequences of `depth` plies from a position. No draw rule ends a sequence.
#[must_use]
pub fn perft<R: Rules>(position: &Position<R>, depth: usize) -> u64 {
    let mut lists: Vec<_> = (0..depth).map(|_| MoveList::new()).collect();
    count(position, &mut lists)
}

/// One list of moves for each ply that is left.
fn count<R: Rules>(position: &Position<R>, lists: &mut [MoveList<R>]) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    let mut leaves = 0;
    if deeper.is_empty() {
        position.successors(list, |leaf| {
            black_box(leaf);
            leaves += 1;
        });
    } else {
        position.successors(list, |next| leaves += count(&next, deeper));
    }
    leaves
}

/// A look at a count that is under way, and the means to stop it.
#[derive(Debug, Default)]
pub struct Watch {
    leaves: AtomicU64,
    moves: AtomicUsize,
    stop: AtomicBool,
}

impl Watch {
    /// Leaves counted so far.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.leaves.load(Ordering::Relaxed)
    }

    /// Root moves that are finished.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves.load(Ordering::Relaxed)
    }

    /// Ends the count soon; root moves that are finished stay counted.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The counts below each move of a position, in the order of the moves, on all threads of the current rayon pool.
/// `depth` is at least 1 and includes the move itself.
#[must_use]
pub fn divide<R: Rules>(position: &Position<R>, depth: usize) -> Vec<(Move<R>, u64)> {
    let counts = divide_watched(position, depth, &Watch::default());
    counts
        .into_iter()
        .filter_map(|(mv, count)| Some((mv, count?)))
        .collect()
}

/// The same as [`divide`] for a count that may take long; `None` for a move that was not finished when the count was
/// stopped.
#[must_use]
pub fn divide_watched<R: Rules>(
    position: &Position<R>,
    depth: usize,
    watch: &Watch,
) -> Vec<(Move<R>, Option<u64>)> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    let below = |&mv: &Move<R>| {
        let count = parallel(&position.play(mv), depth.saturating_sub(1), watch);
        watch
            .moves
            .fetch_add(usize::from(count.is_some()), Ordering::Relaxed);
        (mv, count)
    };
    list.par_iter().map(below).collect()
}

/// Plies that are counted without splitting the work further: some ten thousand leaves.
const SERIAL_DEPTH: usize = 6;

/// `None` when the count was stopped.
fn parallel<R: Rules>(position: &Position<R>, depth: usize, watch: &Watch) -> Option<u64> {
    if watch.is_stopped() {
        return None;
    }
    if depth <= SERIAL_DEPTH {
        let count = perft(position, depth);
        watch.leaves.fetch_add(count, Ordering::Relaxed);
        return Some(count);
    }
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.par_iter()
        .map(|&mv| parallel(&position.play(mv), depth - 1, watch))
        .sum()
}
