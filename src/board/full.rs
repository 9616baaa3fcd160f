//! The board of Turkish draughts: pieces stand on all 64 squares.

use super::{Direction, Geometry, Square, Word};

/// 8x8, all 64 squares. Every bit is a square, so a step masks the column from which it would leave the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FullBoard8;

const WEST_COLUMN: u64 = 0x0101_0101_0101_0101;
const EAST_COLUMN: u64 = WEST_COLUMN << 7;

impl Geometry for FullBoard8 {
    type Word = u64;

    const WIDTH: usize = 8;
    const HEIGHT: usize = 8;
    const SQUARES: usize = 64;
    const BOARD: u128 = u64::MAX as u128;
    const MAIN_ROAD: u128 = 0;
    const MIRRORED: bool = false;

    fn square(index: usize) -> Square {
        Square::at_bit(index as u8)
    }

    #[inline(always)]
    fn index(square: Square) -> usize {
        usize::from(square.bit())
    }

    #[inline(always)]
    fn row(row: usize) -> u64 {
        0xff << (8 * row)
    }

    #[inline(always)]
    fn coordinates(square: Square) -> (usize, usize) {
        (usize::from(square.bit()) / 8, usize::from(square.bit()) % 8)
    }

    #[inline(always)]
    fn step(set: u64, direction: Direction) -> u64 {
        let stays = match direction {
            Direction::North | Direction::South => set,
            Direction::NorthWest | Direction::West | Direction::SouthWest => set & !WEST_COLUMN,
            Direction::NorthEast | Direction::East | Direction::SouthEast => set & !EAST_COLUMN,
        };
        let offset = Self::offset(direction);
        if offset < 0 {
            stays.down(offset.unsigned_abs())
        } else {
            stays.up(offset.unsigned_abs())
        }
    }

    #[inline(always)]
    fn offset(direction: Direction) -> i32 {
        match direction {
            Direction::NorthWest => -9,
            Direction::North => -8,
            Direction::NorthEast => -7,
            Direction::West => -1,
            Direction::East => 1,
            Direction::SouthWest => 7,
            Direction::South => 8,
            Direction::SouthEast => 9,
        }
    }

    fn turned(set: u64) -> u64 {
        set.reverse_bits()
    }
}
