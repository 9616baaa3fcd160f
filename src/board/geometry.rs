//! Boards: how the squares lie in a word, and what a step in a direction is.
//!
//! A diagonal board has ghost columns: `WIDTH + 3` bits hold two rows, so a step south-west is `n + 1` bits and a step
//! south-east `n + 2` bits from every square, with `n = WIDTH / 2`, and a step over the edge lands on a bit that is no
//! square. Whoever steps must mask the result with a set of squares; no other wrap test is needed.
//!
//! ```text
//! 10x10:    0   1   2   3   4      bits of row 0 (the north; square 1 of international draughts is bit 0)
//!         6   7   8   9  10        row 1; bits 5, 11 and 12 are ghosts
//!          13  14  15  16  17      row 2
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

#[cfg(test)]
use super::FullBoard8;
use super::{Direction, Square, Word};

/// A board: its squares in a word, and steps between them. All squares are counted from the north-west, row by row.
pub trait Geometry: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The word that holds a set of squares.
    type Word: Word;

    /// The number of columns of the whole board, light squares included.
    const WIDTH: usize;
    /// The number of rows.
    const HEIGHT: usize;
    /// The number of squares that pieces stand on.
    const SQUARES: usize;
    /// All squares.
    const BOARD: u128;
    /// The longest diagonal, from the corner on White's left to the opposite one, or on a mirrored board from the
    /// corner on White's right. Empty where it means nothing.
    const MAIN_ROAD: u128;
    /// Whether the corner on White's left is no square for pieces.
    const MIRRORED: bool;

    /// The bit of the square with this index, counted from the north-west without gaps.
    fn square(index: usize) -> Square;

    /// The index of a square of the board; the inverse of [`Self::square`].
    fn index(square: Square) -> usize;

    /// The squares of a row; row 0 is the north.
    fn row(row: usize) -> Self::Word;

    /// Row and column of a square, from the north-west corner of the whole board.
    fn coordinates(square: Square) -> (usize, usize);

    /// All squares one step further: to the nearest square that pieces stand on. Squares that leave the board may land on ghost bits, never on squares.
    fn step(set: Self::Word, direction: Direction) -> Self::Word;

    /// The difference in bits of one step.
    fn offset(direction: Direction) -> i32;

    /// The set turned by half a turn.
    fn turned(set: Self::Word) -> Self::Word;

    /// All squares as a word.
    #[inline(always)]
    fn board() -> Self::Word {
        Self::Word::truncate(Self::BOARD)
    }
}

/// A board whose pieces stand on the squares of one colour. The most western square of the north row is its second
/// column, so that the corner on White's left is a playing square; on a mirrored board it is the first column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Diagonal<W, const WIDTH: usize, const HEIGHT: usize, const MIRRORED: bool = false>(
    PhantomData<W>,
);

/// 8x8, 32 squares.
pub type Board8 = Diagonal<u64, 8, 8>;
/// 10x10, 50 squares.
pub type Board10 = Diagonal<u64, 10, 10>;
/// 12x12, 72 squares.
pub type Board12 = Diagonal<u128, 12, 12>;
/// 10 columns and 8 rows, 40 squares.
pub type Board10x8 = Diagonal<u64, 10, 8>;
/// 8x8, the other 32 squares.
pub type MirroredBoard8 = Diagonal<u64, 8, 8, true>;
/// 12x12, the other 72 squares.
pub type MirroredBoard12 = Diagonal<u128, 12, 12, true>;

impl<W, const WIDTH: usize, const HEIGHT: usize, const MIRRORED: bool>
    Diagonal<W, WIDTH, HEIGHT, MIRRORED>
{
    /// Squares in a row.
    const N: usize = WIDTH / 2;
    /// Bits of two rows.
    const PAIR: usize = WIDTH + 3;
    /// The bit of the first square in the second of two rows.
    const SECOND: usize = if MIRRORED { Self::N + 2 } else { Self::N + 1 };
    /// Bits from the first square to the last.
    const USED: usize = (HEIGHT / 2 - 1) * Self::PAIR + Self::SECOND + Self::N;
    const INDEX_OF_BIT: [u8; 128] = Self::indices();

    const fn bit(index: usize) -> usize {
        let (row, place) = (index / Self::N, index % Self::N);
        row / 2 * Self::PAIR + row % 2 * Self::SECOND + place
    }

    const fn indices() -> [u8; 128] {
        let mut indices = [u8::MAX; 128];
        let mut i = 0;
        while i < Self::N * HEIGHT {
            indices[Self::bit(i)] = i as u8;
            i += 1;
        }
        indices
    }

    const fn main_road() -> u128 {
        let (mut bits, mut row) = (0, 0);
        while row < HEIGHT {
            // From the south row northward the column grows by one each row, on a mirrored board it shrinks.
            let north = HEIGHT - 1 - row;
            let column = if MIRRORED { WIDTH - 1 - north } else { north };
            bits |= 1 << Self::bit(row * Self::N + column / 2);
            row += 1;
        }
        bits
    }

    const fn rows(first: usize, count: usize) -> u128 {
        let mut bits = 0;
        let mut i = first * Self::N;
        while i < (first + count) * Self::N {
            bits |= 1 << Self::bit(i);
            i += 1;
        }
        bits
    }
}

impl<W, const WIDTH: usize, const HEIGHT: usize, const MIRRORED: bool> Geometry
    for Diagonal<W, WIDTH, HEIGHT, MIRRORED>
where
    W: Word,
{
    type Word = W;

    const WIDTH: usize = WIDTH;
    const HEIGHT: usize = HEIGHT;
    const SQUARES: usize = Self::N * HEIGHT;
    const BOARD: u128 = Self::rows(0, HEIGHT);
    const MAIN_ROAD: u128 = Self::main_road();
    const MIRRORED: bool = MIRRORED;

    #[inline(always)]
    fn square(index: usize) -> Square {
        Square::at_bit(Self::bit(index) as u8)
    }

    #[inline(always)]
    fn index(square: Square) -> usize {
        usize::from(Self::INDEX_OF_BIT[usize::from(square.bit())])
    }

    #[inline(always)]
    fn row(row: usize) -> W {
        W::truncate(Self::rows(row, 1))
    }

    fn coordinates(square: Square) -> (usize, usize) {
        let index = Self::index(square);
        let (row, place) = (index / Self::N, index % Self::N);
        (row, 2 * place + (row + usize::from(!MIRRORED)) % 2)
    }

    #[inline(always)]
    fn step(set: W, direction: Direction) -> W {
        let offset = Self::offset(direction);
        if offset < 0 {
            set.down(offset.unsigned_abs())
        } else {
            set.up(offset.unsigned_abs())
        }
    }

    #[inline(always)]
    fn offset(direction: Direction) -> i32 {
        let n = Self::N as i32;
        match direction {
            Direction::NorthWest => -(n + 2),
            Direction::NorthEast => -(n + 1),
            Direction::SouthEast => n + 2,
            Direction::SouthWest => n + 1,
            // Straight neighbours are two rows or two columns away.
            Direction::North => -(2 * n + 3),
            Direction::East => 1,
            Direction::South => 2 * n + 3,
            Direction::West => -1,
        }
    }

    #[inline(always)]
    fn turned(set: W) -> W {
        set.reversed()
            .down((8 * size_of::<W>() - Self::USED) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Geometry>() {
        let corner = B::coordinates(B::square(B::SQUARES - 1));
        let columns = B::board()
            .squares()
            .map(|square| B::coordinates(square).0)
            .fold([0; 16], |mut rows, row| {
                rows[row] += 1;
                rows
            });
        assert_eq!(corner.0, B::HEIGHT - 1);
        assert!(
            columns[..B::HEIGHT]
                .iter()
                .all(|&n| n == B::SQUARES / B::HEIGHT)
        );
        let corners = [(B::HEIGHT - 1, 0), (B::HEIGHT - 1, B::WIDTH - 1)];
        let road = B::Word::truncate(B::MAIN_ROAD);
        for square in road.squares() {
            let (row, column) = B::coordinates(square);
            let (foot, side) = corners[usize::from(B::MIRRORED)];
            assert_eq!(foot - row, column.abs_diff(side), "a diagonal");
        }
        let mut seen = B::Word::EMPTY;
        for index in 0..B::SQUARES {
            let square = B::square(index);
            assert_eq!(B::index(square), index);
            assert!(!seen.has(square), "bit used twice");
            seen |= B::Word::one(square);
            assert_eq!(
                B::turned(B::Word::one(square)),
                B::Word::one(B::square(B::SQUARES - 1 - index))
            );
        }
        assert_eq!(seen, B::board());
    }

    /// Every step of every square agrees with the coordinates, and a step over the edge leaves the board.
    fn check_steps<B: Geometry>() {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        // On diagonal boards straight neighbours are two rows or two columns away.
        let far = if B::SQUARES == B::WIDTH * B::HEIGHT {
            1
        } else {
            2
        };
        let steps: [(Direction, i32, i32); 8] = [
            (NorthWest, -1, -1),
            (NorthEast, -1, 1),
            (SouthEast, 1, 1),
            (SouthWest, 1, -1),
            (North, -far, 0),
            (East, 0, far),
            (South, far, 0),
            (West, 0, -far),
        ];
        for square in B::board().squares() {
            let (row, column) = B::coordinates(square);
            for (direction, down, right) in steps {
                let reached = B::step(B::Word::one(square), direction) & B::board();
                let (row, column) = (row as i32 + down, column as i32 + right);
                let inside =
                    (0..B::HEIGHT as i32).contains(&row) && (0..B::WIDTH as i32).contains(&column);
                assert_eq!(!reached.is_empty(), inside, "{square:?} {direction:?}");
                if inside {
                    assert_eq!(
                        B::coordinates(reached.lowest()),
                        (row as usize, column as usize)
                    );
                    assert_eq!(square.moved(B::offset(direction)), reached.lowest());
                }
            }
        }
    }

    #[test]
    fn squares_and_steps_agree_with_coordinates() {
        fn all<B: Geometry>() {
            check::<B>();
            check_steps::<B>();
        }
        all::<Board8>();
        all::<Board10>();
        all::<Board12>();
        all::<Board10x8>();
        all::<MirroredBoard8>();
        all::<MirroredBoard12>();
        all::<FullBoard8>();
    }

    #[test]
    fn the_main_road_runs_from_corner_to_corner() {
        fn ends<B: Geometry>() -> (u32, [(usize, usize); 2]) {
            let road = B::Word::truncate(B::MAIN_ROAD);
            let last = road.squares().last().expect("a road");
            (road.count(), [road.lowest(), last].map(B::coordinates))
        }
        assert_eq!(ends::<Board8>(), (8, [(0, 7), (7, 0)]));
        assert_eq!(ends::<Board10>(), (10, [(0, 9), (9, 0)]));
        assert_eq!(ends::<MirroredBoard8>(), (8, [(0, 0), (7, 7)]));
        assert_eq!(FullBoard8::MAIN_ROAD, 0);
    }
}
