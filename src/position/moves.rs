//! A move, and lists of moves.

use std::fmt;

use crate::board::{Geometry, Square, Word};
use crate::rules::{Rules, Set};

/// A move: from, to, and the set of captured squares. These three decide which move it is; `from` may equal `to`
/// after a capture that runs in a circle.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move<R: Rules> {
    captured: Set<R>,
    /// The bits of `from` and `to`, then whether the move promotes, in a byte each: one store instead of three makes
    /// the generator faster by a tenth.
    squares: u32,
}

impl<R: Rules> Move<R> {
    #[inline(always)]
    pub(super) fn new(from: Square, to: Square, captured: Set<R>, promotes: bool) -> Self {
        let squares = u32::from(from.bit()) | u32::from(to.bit()) << 8 | u32::from(promotes) << 16;
        Self { captured, squares }
    }

    /// Where the piece stood.
    #[must_use]
    #[inline(always)]
    pub fn from(&self) -> Square {
        Square::at_bit(self.squares as u8)
    }

    /// Where the piece comes to stand.
    #[must_use]
    #[inline(always)]
    pub fn to(&self) -> Square {
        Square::at_bit((self.squares >> 8) as u8)
    }

    /// The squares of the captured pieces; empty for a quiet move.
    #[must_use]
    #[inline(always)]
    pub fn captured(&self) -> Set<R> {
        self.captured
    }

    /// Whether a man becomes a king.
    #[must_use]
    #[inline(always)]
    pub fn promotes(&self) -> bool {
        self.squares >> 16 != 0
    }

    /// Whether the move captures.
    #[must_use]
    #[inline(always)]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    #[allow(
        clippy::wrong_self_convention,
        reason = "`from` and `to` are the ends of the move"
    )]
    #[inline(always)]
    pub(super) fn from_set(&self) -> Set<R> {
        Set::<R>::one(self.from())
    }

    #[allow(
        clippy::wrong_self_convention,
        reason = "`from` and `to` are the ends of the move"
    )]
    #[inline(always)]
    pub(super) fn to_set(&self) -> Set<R> {
        Set::<R>::one(self.to())
    }

    /// The move as the other side sees it on the turned board.
    #[must_use]
    pub fn turned(&self) -> Self {
        let turn = |square| R::Board::turned(Set::<R>::one(square)).lowest();
        let captured = R::Board::turned(self.captured);
        Self::new(
            turn(self.from()),
            turn(self.to()),
            captured,
            self.promotes(),
        )
    }
}

impl<R: Rules> fmt::Debug for Move<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (R::square_name(self.from()), R::square_name(self.to()));
        let captured: Vec<_> = self.captured.squares().map(R::square_name).collect();
        let promotes = if self.promotes() { "=K" } else { "" };
        write!(f, "{from}-{to}{captured:?}{promotes}")
    }
}

/// The legal moves of a position. It keeps its memory when it is filled again, so a search that owns one list for
/// each ply does not allocate.
#[derive(Clone, Debug)]
pub struct MoveList<R: Rules> {
    moves: Vec<Move<R>>,
    /// The rank of the captures in the list: only captures of the highest rank are legal.
    rank: u32,
}

/// More than all but freak positions have.
const USUAL_CAPACITY: usize = 64;

impl<R: Rules> MoveList<R> {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self {
            moves: Vec::with_capacity(USUAL_CAPACITY),
            rank: 0,
        }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.rank = 0;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move<R>) {
        self.moves.push(mv);
    }

    /// Adds a capture unless a better one is known; a better one drives the others out.
    #[inline(always)]
    pub(super) fn push_capture(&mut self, mv: Move<R>, rank: u32) {
        if rank < self.rank {
            return;
        }
        if rank > self.rank {
            self.moves.clear();
            self.rank = rank;
        }
        // Only captures of several pieces can be reached in two ways.
        if mv.captured().without_lowest().is_empty() || !self.moves.contains(&mv) {
            self.moves.push(mv);
        }
    }
}

impl<R: Rules> Default for MoveList<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rules> std::ops::Deref for MoveList<R> {
    type Target = [Move<R>];

    #[inline(always)]
    fn deref(&self) -> &[Move<R>] {
        &self.moves
    }
}

impl<R: Rules> std::ops::DerefMut for MoveList<R> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move<R>] {
        &mut self.moves
    }
}
