//! Perft: the number of move sequences of a given length, the measure of a move generator.
//!
//! Leaves are not counted in bulk: every leaf is a position that was really made.

use std::hint::black_box;

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
    position.moves(list);
    if deeper.is_empty() {
        for &mv in list.iter() {
            black_box(position.play(mv));
        }
        return list.len() as u64;
    }
    list.iter()
        .map(|&mv| count(&position.play(mv), deeper))
        .sum()
}

/// The counts below each move of a position, in the order of the moves, on all threads of the current rayon pool.
/// `depth` is at least 1 and includes the move itself.
#[must_use]
pub fn divide<R: Rules>(position: &Position<R>, depth: usize) -> Vec<(Move<R>, u64)> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.par_iter()
        .map(|&mv| (mv, parallel(&position.play(mv), depth - 1)))
        .collect()
}

/// Plies that are counted without splitting the work further: some ten thousand leaves.
const SERIAL_DEPTH: usize = 6;

fn parallel<R: Rules>(position: &Position<R>, depth: usize) -> u64 {
    if depth <= SERIAL_DEPTH {
        return perft(position, depth);
    }
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.par_iter()
        .map(|&mv| parallel(&position.play(mv), depth - 1))
        .sum()
}
