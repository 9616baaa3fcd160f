//! What quiet moves have been worth in this search, by side, from and to.

use std::marker::PhantomData;

use crate::board::{Geometry, Side};
use crate::position::Move;
use crate::rules::Rules;

/// The largest worth; a bonus moves the worth towards it by its share, so that old experience fades.
const MOST: i32 = 1 << 14;

/// The worth of moves that have caused cut-offs, or failed to.
pub(super) struct History<R> {
    worth: Vec<i16>,
    rules: PhantomData<R>,
}

impl<R: Rules> History<R> {
    /// Bits of a word, as a power of two, so that no index needs a product.
    const STRIDE: usize = if R::Board::BOARD >> 64 == 0 { 64 } else { 128 };

    pub fn new() -> Self {
        Self {
            worth: vec![0; 2 * Self::STRIDE * Self::STRIDE],
            rules: PhantomData,
        }
    }

    #[inline(always)]
    fn place(side: Side, mv: Move<R>) -> usize {
        let bit = |square: crate::board::Square| usize::from(square.bit()) % Self::STRIDE;
        (side as usize * Self::STRIDE + bit(mv.from())) * Self::STRIDE + bit(mv.to())
    }

    /// From -16384 (never good) to 16384.
    #[inline(always)]
    pub fn worth(&self, side: Side, mv: Move<R>) -> i32 {
        i32::from(self.worth[Self::place(side, mv)])
    }

    /// The move has caused a cut-off after a search to this depth.
    #[inline]
    pub fn reward(&mut self, side: Side, mv: Move<R>, depth: i32) {
        self.change(side, mv, Self::bonus(depth));
    }

    /// The move was tried before another caused a cut-off.
    #[inline]
    pub fn punish(&mut self, side: Side, mv: Move<R>, depth: i32) {
        self.change(side, mv, -Self::bonus(depth));
    }

    fn bonus(depth: i32) -> i32 {
        (16 * depth * depth + 64).min(2_000)
    }

    #[inline]
    fn change(&mut self, side: Side, mv: Move<R>, bonus: i32) {
        let worth = &mut self.worth[Self::place(side, mv)];
        let old = i32::from(*worth);
        *worth = (old + bonus - old * bonus.abs() / MOST) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{MoveList, Position};
    use crate::rules::International;

    #[test]
    fn worth_follows_experience_and_stays_in_range() {
        let mut moves = MoveList::new();
        Position::<International>::start().moves(&mut moves);
        let mut history = History::<International>::new();
        for _ in 0..1000 {
            history.reward(Side::White, moves[0], 40);
            history.punish(Side::White, moves[1], 40);
        }
        assert!((MOST - 2_000..=MOST).contains(&history.worth(Side::White, moves[0])));
        assert!((-MOST..=2_000 - MOST).contains(&history.worth(Side::White, moves[1])));
        assert_eq!(history.worth(Side::White, moves[2]), 0);
        assert_eq!(history.worth(Side::Black, moves[0]), 0);
    }
}
