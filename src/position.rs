//! Positions of a game: the pieces, the side to move, and what a move makes of them.
//!
//! It knows rules only through the constants of [`Rules`], and neither text nor evaluation.

pub mod key;
pub mod line;
mod movegen;
pub mod moves;
pub mod perft;
pub mod setup;

use crate::board::{Geometry, Side, Word};
use crate::rules::{Rules, Set};

pub use key::Key;
pub use line::{Counters, DrawReason, Line, Outcome};
pub use moves::{Move, MoveList};
pub use setup::{Illegal, Problem, Setup};

/// A position: small, immutable, copied by every move.
///
/// The sets are seen from the side to move. Equality is that of the rules: the same pieces on the same squares and
/// the same side to move. Positions are made by [`Setup::validate`], [`Position::start`] and [`Position::play`], so
/// the pieces of the two sides never share a square, and no bit outside the board is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<R: Rules> {
    us: Set<R>,
    them: Set<R>,
    kings: Set<R>,
    side: Side,
}

impl<R: Rules> Position<R> {
    /// The start position of the game.
    #[must_use]
    pub fn start() -> Self {
        Self {
            us: R::start(R::FIRST),
            them: R::start(R::FIRST.opponent()),
            kings: Set::<R>::EMPTY,
            side: R::FIRST,
        }
    }

    /// A position from sets that do not overlap and lie on the board.
    pub(crate) fn from_sets(side: Side, white: Set<R>, black: Set<R>, kings: Set<R>) -> Self {
        debug_assert!(
            !white.meets(black) && (white | black | R::Board::board()) == R::Board::board()
        );
        let (us, them) = match side {
            Side::White => (white, black),
            Side::Black => (black, white),
        };
        Self {
            us,
            them,
            kings: kings & (white | black),
            side,
        }
    }

    /// The side to move.
    #[must_use]
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The pieces of the side to move.
    #[must_use]
    #[inline(always)]
    pub fn us(&self) -> Set<R> {
        self.us
    }

    /// The pieces of the other side.
    #[must_use]
    #[inline(always)]
    pub fn them(&self) -> Set<R> {
        self.them
    }

    /// The kings of both sides.
    #[must_use]
    #[inline(always)]
    pub fn kings(&self) -> Set<R> {
        self.kings
    }

    /// All pieces of a side.
    #[must_use]
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> Set<R> {
        if side == self.side {
            self.us
        } else {
            self.them
        }
    }

    /// The squares without a piece.
    #[must_use]
    #[inline(always)]
    pub fn empty(&self) -> Set<R> {
        R::Board::board() & !(self.us | self.them)
    }

    /// The number of all pieces on the board.
    #[must_use]
    #[inline(always)]
    pub fn count(&self) -> u32 {
        (self.us | self.them).count()
    }

    /// The position after a move, which must be one of [`Position::moves`].
    #[must_use]
    #[inline(always)]
    pub fn play(&self, mv: Move<R>) -> Self {
        let (from, to) = (mv.from_set(), mv.to_set());
        // Nothing when a capture ends where it began.
        let shift = from ^ to;
        let mut kings = self.kings & !mv.captured();
        if kings.meets(from) {
            kings ^= shift;
        }
        if mv.promotes() {
            kings |= to;
        }
        Self {
            us: self.them & !mv.captured(),
            them: self.us ^ shift,
            kings,
            side: self.side.opponent(),
        }
    }

    /// The same position seen by the other side: turned by half a turn, with the colours exchanged.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self {
            us: R::Board::turned(self.us),
            them: R::Board::turned(self.them),
            kings: R::Board::turned(self.kings),
            side: self.side.opponent(),
        }
    }

    /// The position with the other side to move; used to ask what the opponent threatens.
    #[must_use]
    #[inline(always)]
    pub fn passed(&self) -> Self {
        Self {
            us: self.them,
            them: self.us,
            side: self.side.opponent(),
            ..*self
        }
    }
}
