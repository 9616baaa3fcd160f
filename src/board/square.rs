//! A square, as the place of its bit in a board word.

/// A square of some board: the place of its bit, from 0 to 127.
///
/// Bits run from north to south and from west to east, with gaps for the ghost columns. The numbers that players use
/// belong to the rules of a game, and [`Geometry`](super::Geometry) counts squares without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at this bit.
    #[must_use]
    #[inline(always)]
    pub const fn at_bit(bit: u8) -> Self {
        Self(bit)
    }

    /// The bit of this square.
    #[must_use]
    #[inline(always)]
    pub const fn bit(self) -> u8 {
        self.0
    }

    /// The square so many bits further on, which must be on the board.
    #[must_use]
    #[inline(always)]
    pub const fn moved(self, bits: i32) -> Self {
        Self((self.0 as i32 + bits) as u8)
    }
}
