//! The board: sides, directions and square sets. It knows nothing of pieces, rules or moves.
//!
//! Directions are named as White sees the board: White sits in the south and moves north.

pub mod full;
pub mod geometry;
pub mod square;
pub mod word;

pub use full::FullBoard8;
pub use geometry::{
    Board8, Board10, Board10x8, Board12, Diagonal, Geometry, MirroredBoard8, MirroredBoard12,
};
pub use square::Square;
pub use word::Word;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// Sits in the south, moves north.
    White,
    /// Sits in the north, moves south.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The side as a word: `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

/// One of the eight directions of a compass, as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Diagonally forward for White, to the left.
    NorthWest,
    /// Diagonally forward for White, to the right.
    NorthEast,
    /// Diagonally forward for Black, to White's right.
    SouthEast,
    /// Diagonally forward for Black, to White's left.
    SouthWest,
    /// Straight forward for White.
    North,
    /// Sideways, to White's right.
    East,
    /// Straight forward for Black.
    South,
    /// Sideways, to White's left.
    West,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// The direction back.
    #[must_use]
    #[inline(always)]
    pub const fn opposite(self) -> Self {
        match self {
            NorthWest => SouthEast,
            NorthEast => SouthWest,
            SouthEast => NorthWest,
            SouthWest => NorthEast,
            North => South,
            East => West,
            South => North,
            West => East,
        }
    }
}

/// Runs a block for every direction of a set that is a constant.
///
/// A macro and not a function with a closure, since the compiler declines to inline larger closures eight times: then
/// every step would look up its direction at run time, which costs king endings a third of their speed.
macro_rules! each_direction {
    ($set:expr, $direction:ident => $body:block) => {{
        let set: $crate::board::Directions = $set;
        $crate::board::each_direction!(@one set, $direction, NorthWest, $body);
        $crate::board::each_direction!(@one set, $direction, NorthEast, $body);
        $crate::board::each_direction!(@one set, $direction, SouthEast, $body);
        $crate::board::each_direction!(@one set, $direction, SouthWest, $body);
        $crate::board::each_direction!(@one set, $direction, North, $body);
        $crate::board::each_direction!(@one set, $direction, East, $body);
        $crate::board::each_direction!(@one set, $direction, South, $body);
        $crate::board::each_direction!(@one set, $direction, West, $body);
    }};
    (@one $set:ident, $direction:ident, $name:ident, $body:block) => {
        if $set.has($crate::board::Direction::$name) {
            let $direction = $crate::board::Direction::$name;
            $body
        }
    };
}

pub(crate) use each_direction;

/// A set of directions, a constant of the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directions(u8);

impl Directions {
    /// The two diagonal directions forward, seen from White.
    pub const FORWARD: Self = Self::of(&[NorthWest, NorthEast]);
    /// The four diagonals.
    pub const DIAGONAL: Self = Self::of(&[NorthWest, NorthEast, SouthEast, SouthWest]);
    /// The four straight directions.
    pub const STRAIGHT: Self = Self::of(&[North, East, South, West]);
    /// Straight forward and sideways, seen from White.
    pub const FORWARD_AND_SIDEWAYS: Self = Self::of(&[North, East, West]);
    /// All eight.
    pub const ALL: Self = Self(0xff);

    /// The set of the directions listed.
    #[must_use]
    pub const fn of(directions: &[Direction]) -> Self {
        let mut set = 0;
        let mut i = 0;
        while i < directions.len() {
            set |= 1 << directions[i] as u8;
            i += 1;
        }
        Self(set)
    }

    /// Whether the direction is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 != 0
    }

    /// The set without a direction.
    #[must_use]
    #[inline(always)]
    pub const fn without(self, direction: Direction) -> Self {
        Self(self.0 & !(1 << direction as u8))
    }

    /// The set as the given side sees it: for Black every direction is turned round.
    #[must_use]
    #[inline(always)]
    pub const fn seen_by(self, side: Side) -> Self {
        match side {
            Side::White => self,
            // Opposites lie two places apart in each half of the byte.
            Side::Black => Self((self.0 & 0x33) << 2 | (self.0 & 0xcc) >> 2),
        }
    }

    /// Calls `visit` for every direction of the set.
    pub fn each(self, mut visit: impl FnMut(Direction)) {
        each_direction!(self, direction => { visit(direction); });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_sees_directions_turned_round() {
        for direction in [
            NorthWest, NorthEast, SouthEast, SouthWest, North, East, South, West,
        ] {
            let one = Directions::of(&[direction]);
            assert_eq!(
                one.seen_by(Side::Black),
                Directions::of(&[direction.opposite()])
            );
            assert_eq!(one.seen_by(Side::White), one);
        }
    }
}
