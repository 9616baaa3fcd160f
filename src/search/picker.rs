//! The order in which the moves of a node are tried.

use super::history::History;
use crate::board::Side;
use crate::position::MoveList;
use crate::rules::Rules;

/// The places of the moves of a list, sorted as far as they have been asked for.
#[derive(Default)]
pub(super) struct Picker {
    ranked: Vec<(i32, u32)>,
    tried: usize,
}

/// Before every other move.
const FIRST: i32 = i32::MAX;

impl Picker {
    /// Begins with a new list: the move from the table first, then by history.
    #[inline]
    pub fn start<R: Rules>(
        &mut self,
        moves: &MoveList<R>,
        best: Option<usize>,
        side: Side,
        history: &History<R>,
    ) {
        self.tried = 0;
        self.ranked.clear();
        self.ranked
            .extend((0..).zip(moves.iter()).map(|(place, &mv)| {
                let rank = if best == Some(place as usize) {
                    FIRST
                } else {
                    history.worth(side, mv)
                };
                (rank, place)
            }));
    }

    /// The place of the next move. Moves of equal rank come in the order of the list.
    #[inline]
    pub fn next(&mut self) -> Option<usize> {
        let rest = self.ranked.get_mut(self.tried..)?;
        let mut best = 0;
        for (i, &(rank, place)) in rest.iter().enumerate() {
            if (rank, rest[best].1) > (rest[best].0, place) {
                best = i;
            }
        }
        let place = rest.get(best)?.1;
        rest.swap(0, best);
        self.tried += 1;
        Some(place as usize)
    }

    /// The places of the moves that have been handed out before the last one.
    pub fn tried_before(&self) -> impl Iterator<Item = usize> {
        self.ranked[..self.tried.saturating_sub(1)]
            .iter()
            .map(|&(_, place)| place as usize)
    }
}
