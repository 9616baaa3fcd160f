//! Positions of a game: the pieces, the side to move, and what a move makes of them.
//!
//! It knows rules only through the constants of [`Rules`], and neither text nor evaluation.

mod captures;
pub mod counters;
pub mod key;
pub mod line;
mod movegen;
pub mod moves;
pub mod perft;
mod referee;
pub mod setup;
mod unmoves;

use crate::board::{Direction, Geometry, Side, Square, Word};
use crate::rules::{Event, Memory, Objective, Rules, Set};

pub use counters::Counters;
pub use key::Key;
pub use line::{DrawReason, Line, Outcome};
pub use moves::{Move, MoveList};
pub use setup::{Illegal, Problem, Setup};

/// A position: small, immutable, copied by every move.
///
/// The sets are seen from the side to move. Equality is that of the rules: the same pieces on the same squares, the
/// same side to move and the same memory. Positions are made by [`Setup::validate`], [`Position::start`] and [`Position::play`], so
/// the pieces of the two sides never share a square, and no bit outside the board is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<R: Rules> {
    us: Set<R>,
    them: Set<R>,
    kings: Set<R>,
    side: Side,
    memory: R::Memory,
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
            memory: R::Memory::default(),
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
            memory: R::Memory::default(),
        }
    }

    /// The same pieces with a memory, as far as it fits to them.
    fn remembering(self, memory: R::Memory) -> Self {
        let sides = Side::ALL.map(|side| self.pieces(side));
        let (men, kings) = (!self.kings, self.kings);
        Self {
            memory: memory.settled(sides.map(|set| set & men), sides.map(|set| set & kings)),
            ..self
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

    /// What the game remembers beyond the pieces.
    #[must_use]
    #[inline(always)]
    pub fn memory(&self) -> R::Memory {
        self.memory
    }

    /// The same pieces with nothing remembered, as a diagram shows them.
    #[must_use]
    pub fn forgotten(&self) -> Self {
        Self {
            memory: R::Memory::default(),
            ..*self
        }
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
        let after = Self {
            us: self.them & !mv.captured(),
            them: self.us ^ shift,
            kings,
            side: self.side.opponent(),
            memory: self.memory,
        };
        if R::Memory::LIMIT.is_none() {
            return after;
        }
        Self {
            memory: self.memory_after(mv, &after),
            ..after
        }
    }

    /// What is remembered after a move that leads to these pieces.
    #[inline]
    fn memory_after(&self, mv: Move<R>, after: &Self) -> R::Memory {
        self.memory.after(&Event {
            side: self.side,
            from: mv.from(),
            to: mv.to(),
            king: self.kings.has(mv.from()),
            captured: mv.captured(),
            men: Side::ALL.map(|side| after.pieces(side).meets(!after.kings)),
        })
    }

    /// Whether the side to move could take the move back later: no piece is taken, and no man goes forward.
    #[must_use]
    #[inline(always)]
    pub fn is_reversible(&self, mv: Move<R>) -> bool {
        let sideways = R::MAN_MOVES.has(Direction::East) || R::MAN_MOVES.has(Direction::West);
        let stays_in_row =
            || R::Board::coordinates(mv.from()).0 == R::Board::coordinates(mv.to()).0;
        !mv.is_capture() && (self.kings.has(mv.from()) || (sideways && stays_in_row()))
    }

    /// The side that wins when the side to move has no legal move.
    #[must_use]
    #[inline]
    pub fn winner_without_moves(&self) -> Side {
        match R::OBJECTIVE {
            Objective::Lose => self.side,
            // A king can only be one's own where the position was set up.
            Objective::FirstKing if self.us.meets(self.kings) => self.side,
            Objective::FirstKing | Objective::Block => self.side.opponent(),
        }
    }

    /// Whether the pieces on the board end the game, whatever could be moved.
    #[inline(always)]
    fn is_over(&self) -> bool {
        R::OBJECTIVE == Objective::FirstKing && !self.kings.is_empty()
    }

    /// The same position seen by the other side: turned by half a turn, with the colours exchanged.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self {
            us: R::Board::turned(self.us),
            them: R::Board::turned(self.them),
            kings: R::Board::turned(self.kings),
            side: self.side.opponent(),
            memory: self
                .memory
                .turned(|square| R::Board::turned(Set::<R>::one(square)).lowest()),
        }
    }

    /// The position without a piece of the side that has just moved.
    fn without(&self, square: Square) -> Self {
        let rest = !Set::<R>::one(square);
        let left = Self {
            them: self.them & rest,
            kings: self.kings & rest,
            ..*self
        };
        left.remembering(self.memory)
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
