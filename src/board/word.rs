//! Machine words as sets of squares.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares: one bit for each square of a board, and ghost bits that are never set.
///
/// Boards up to 10x10 fit a `u64`; the 12x12 board takes a `u128`. The word is a type and not a size, since the
/// wider word would cost the 10x10 game nearly half as many instructions again.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + 'static
{
    /// No square.
    const EMPTY: Self;

    /// The low bits of a `u128`; constants of the boards are stored in that type.
    fn truncate(bits: u128) -> Self;

    /// All bits, widened.
    fn widen(self) -> u128;

    /// The set that holds just this square.
    fn one(square: Square) -> Self;

    /// The lowest square of a set that must not be empty.
    fn lowest(self) -> Square;

    /// The set without its lowest square.
    fn without_lowest(self) -> Self;

    /// All squares at lower bits (further north) than this one.
    fn before(square: Square) -> Self;

    /// The number of squares.
    fn count(self) -> u32;

    /// All squares moved to higher bits (south).
    fn up(self, by: u32) -> Self;

    /// All squares moved to lower bits (north).
    fn down(self, by: u32) -> Self;

    /// All bits in opposite order.
    fn reversed(self) -> Self;

    /// Whether no square is in the set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether two sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the square is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        self.meets(Self::one(square))
    }

    /// The squares of the set, lowest bit (north) first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares of a set, lowest bit first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<W>(W);

impl<W: Word> Iterator for Squares<W> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const EMPTY: Self = 0;

            #[inline(always)]
            fn truncate(bits: u128) -> Self {
                bits as Self
            }

            #[inline(always)]
            fn widen(self) -> u128 {
                u128::from(self)
            }

            #[inline(always)]
            fn one(square: Square) -> Self {
                1 << square.bit()
            }

            #[inline(always)]
            fn lowest(self) -> Square {
                Square::at_bit(self.trailing_zeros() as u8)
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn before(square: Square) -> Self {
                (1 << square.bit()) - 1
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn up(self, by: u32) -> Self {
                self << by
            }

            #[inline(always)]
            fn down(self, by: u32) -> Self {
                self >> by
            }

            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
        }
    };
}

word!(u64);
word!(u128);
