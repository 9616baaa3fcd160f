//! Zobrist keys: a 64-bit number that stands for a position.
//!
//! Kept beside positions and not in them, so that whoever needs no key does not pay for one.
//! Idea: A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use super::{Move, Position};
use crate::board::{Side, Square, Word};
use crate::rules::{Memory, Rules, Set};

/// The key of a position. Equal positions have equal keys; different ones differ but for rare accidents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(pub u64);

/// A number for each kind of piece (white man, white king, black man, black king) on each bit of a word.
static PIECES: [[u64; 128]; 4] = numbers();

/// Differs between positions with White and with Black to move.
const BLACK_TO_MOVE: u64 = 0x9d39_247e_3377_6d41;

/// One step of SplitMix64 (Steele, Lea, Flood 2014): the next state and its number. Keys must never change with a
/// crate's version, so the generator is our own.
#[must_use]
pub const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn numbers() -> [[u64; 128]; 4] {
    let mut numbers = [[0; 128]; 4];
    let mut state = 0x64_616d_6b61; // "damka"
    let mut i = 0;
    while i < 4 * 128 {
        let (next, number) = split_mix(state);
        numbers[i / 128][i % 128] = number;
        state = next;
        i += 1;
    }
    numbers
}

/// What a memory adds to the key of a position; nothing when there is nothing to remember.
#[inline(always)]
fn memory<M: Memory>(memory: M) -> u64 {
    match memory.number() {
        0 => 0,
        number => split_mix(number).1,
    }
}

#[inline(always)]
fn piece(side: Side, king: bool, square: Square) -> u64 {
    PIECES[2 * side as usize + usize::from(king)][usize::from(square.bit() & 127)]
}

impl Key {
    /// The key of a position, from scratch.
    #[must_use]
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        let mut key = match position.side() {
            Side::White => 0,
            Side::Black => BLACK_TO_MOVE,
        };
        for side in Side::ALL {
            for square in position.pieces(side).squares() {
                key ^= piece(side, position.kings().has(square), square);
            }
        }
        Self(key ^ memory(position.memory()))
    }

    /// The key after a move in the position that this key stands for.
    #[must_use]
    #[inline(always)]
    pub fn after<R: Rules>(self, position: &Position<R>, mv: Move<R>) -> Self {
        let side = position.side();
        let king = position.kings().has(mv.from());
        let mut key = self.0 ^ BLACK_TO_MOVE;
        key ^= piece(side, king, mv.from());
        key ^= piece(side, king || mv.promotes(), mv.to());
        let taken_kings: Set<R> = mv.captured() & position.kings();
        for square in mv.captured().squares() {
            key ^= piece(side.opponent(), taken_kings.has(square), square);
        }
        if R::Memory::LIMIT.is_some() {
            key ^= memory(position.memory()) ^ memory(position.play(mv).memory());
        }
        Self(key)
    }
}
