//! Patterns of men: overlapping blocks of eight squares, each empty or with a man of either side.
//!
//! The layout follows from the board. On boards of dark squares a block is four columns wide and four rows high, on a
//! full board four wide and two high; blocks overlap by half. The state of a block is a number with eight ternary
//! digits, and those of all blocks are found together: for each row of the board a table holds what its men add to
//! every block, so a handful of vector additions gives all numbers.

use crate::board::{Geometry, Square, Word};

/// States of a block: three to the power of its eight squares.
pub const STATES: usize = 6561;

/// Blocks whose numbers are found together.
const LANES: usize = 16;

/// The numbers of sixteen blocks.
type Lanes = [u16; LANES];

/// The blocks of a board, and the tables that number their states.
#[derive(Clone, Debug)]
pub struct Patterns {
    blocks: Vec<Vec<Square>>,
    /// What the men of a row add to the numbers: by row, by men in the row, by group of sixteen blocks.
    additions: Vec<Lanes>,
    groups: usize,
}

impl Patterns {
    /// The blocks of a board.
    #[must_use]
    pub fn of<B: Geometry>() -> Self {
        let blocks = blocks::<B>();
        let groups = blocks.len().div_ceil(LANES);
        let states = 1 << squares_in_row::<B>();
        let mut additions = vec![[0; LANES]; B::HEIGHT * states * groups];
        for (place, block) in blocks.iter().enumerate() {
            for row in 0..B::HEIGHT {
                for men in 0..states {
                    let standing = |square: &Square| {
                        let first = B::square(row * squares_in_row::<B>()).bit();
                        let column = square.bit().wrapping_sub(first);
                        usize::from(column) < squares_in_row::<B>() && men >> column & 1 != 0
                    };
                    let digits = (0..).zip(block).filter(|(_, square)| standing(square));
                    let number: u16 = digits.map(|(digit, _)| 3u16.pow(digit)).sum();
                    let entry = (row * states + men) * groups + place / LANES;
                    additions[entry][place % LANES] = number;
                }
            }
        }
        Self {
            blocks,
            additions,
            groups,
        }
    }

    /// The number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether the board has no block.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The squares of each block, in the order of their digits.
    #[must_use]
    pub fn blocks(&self) -> &[Vec<Square>] {
        &self.blocks
    }

    /// Visits the number of each block, in order, for these men of the two sides: digit 1 is one of ours, 2 theirs.
    #[inline(always)]
    pub fn numbers<B: Geometry>(
        &self,
        us: B::Word,
        them: B::Word,
        mut visit: impl FnMut(usize, usize),
    ) {
        let states = 1 << squares_in_row::<B>();
        for (group, blocks) in self.blocks.chunks(LANES).enumerate() {
            let mut numbers = [0u16; LANES];
            for row in 0..B::HEIGHT {
                let of = |men: B::Word| {
                    let first = B::square(row * squares_in_row::<B>()).bit();
                    let men = men.down(u32::from(first)).widen() as usize & (states - 1);
                    &self.additions[(row * states + men) * self.groups + group]
                };
                let (ours, theirs) = (of(us), of(them));
                for lane in 0..LANES {
                    numbers[lane] += ours[lane] + 2 * theirs[lane];
                }
            }
            for (lane, &number) in numbers.iter().enumerate().take(blocks.len()) {
                visit(group * LANES + lane, usize::from(number));
            }
        }
    }
}

const fn squares_in_row<B: Geometry>() -> usize {
    B::SQUARES / B::HEIGHT
}

fn blocks<B: Geometry>() -> Vec<Vec<Square>> {
    let full = B::SQUARES == B::WIDTH * B::HEIGHT;
    let (width, height) = (4, if full { 2 } else { 4 });
    let mut blocks = Vec::new();
    for top in (0..=B::HEIGHT - height).step_by(height / 2) {
        for left in (0..=B::WIDTH - width).step_by(width / 2) {
            let inside = |square: &Square| {
                let (row, column) = B::coordinates(*square);
                (top..top + height).contains(&row) && (left..left + width).contains(&column)
            };
            blocks.push(B::board().squares().filter(inside).collect());
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board8, Board10, Board12};
    use crate::position::key::split_mix;

    /// Every number is what the digits of the block say, for random men.
    fn check<B: Geometry>(blocks: usize) {
        let patterns = Patterns::of::<B>();
        assert_eq!(patterns.len(), blocks);
        assert!(patterns.blocks().iter().all(|block| block.len() == 8));
        let mut state = 1;
        for _ in 0..100 {
            let mut sets = [B::Word::EMPTY; 2];
            for square in B::board().squares() {
                let (next, number) = split_mix(state);
                state = next;
                if let Some(set) = sets.get_mut((number % 3) as usize) {
                    *set |= B::Word::one(square);
                }
            }
            let [us, them] = sets;
            let mut seen = 0;
            patterns.numbers::<B>(us, them, |place, number| {
                let digit = |square: &Square| {
                    usize::from(us.has(*square)) + 2 * usize::from(them.has(*square))
                };
                let block = &patterns.blocks()[place];
                let expected = block
                    .iter()
                    .rev()
                    .fold(0, |number, square| 3 * number + digit(square));
                assert_eq!(number, expected);
                assert_eq!(place, seen);
                seen += 1;
            });
            assert_eq!(seen, blocks);
        }
    }

    #[test]
    fn numbers_are_the_digits_of_the_blocks() {
        check::<Board10>(16);
        check::<Board8>(9);
        check::<Board12>(25);
    }
}
