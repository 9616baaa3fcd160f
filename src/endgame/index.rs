//! Positions as numbers: every placement of the pieces of a class has its place in the class's table.
//!
//! A place is a number of mixed radix, whose digits are the ranks of four sets: our men, their men, our kings, their
//! kings, seen by the side to move, which moves north. A set of `k` squares `s1 < s2 < ..` has the rank
//! `C(s1, 1) + C(s2, 2) + ..` (the combinatorial number system). Men are counted on the squares where they may stand,
//! kings on those that are left. Places in which two men share a square are holes.

use std::fmt;
use std::marker::PhantomData;

use crate::board::{Geometry, Side, Square, Word};
use crate::position::Position;
use crate::rules::{Rules, Set};

/// The most pieces of one kind in a class.
pub const MOST_ALIKE: usize = 7;

/// The squares of the largest board.
const SQUARES: usize = 72;

/// `BINOMIALS[k][n]`: the ways to choose `k` of `n`.
static BINOMIALS: [[u64; SQUARES + 1]; MOST_ALIKE + 1] = binomials();

const fn binomials() -> [[u64; SQUARES + 1]; MOST_ALIKE + 1] {
    let mut table = [[0; SQUARES + 1]; MOST_ALIKE + 1];
    let mut n = 0;
    while n <= SQUARES {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST_ALIKE && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// What stands on the board: our men, their men, our kings, their kings, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(pub [u8; 4]);

impl Class {
    /// Numbers below this one tell classes apart.
    pub const CODES: usize = 1 << 12;

    /// The class of a position, unless it has more pieces of a kind than any class.
    #[must_use]
    #[inline]
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        let (us, them, kings) = (position.us(), position.them(), position.kings());
        let count = |set: Set<R>| set.count().min(u32::from(u8::MAX)) as u8;
        Self([us & !kings, them & !kings, us & kings, them & kings].map(count))
    }

    /// A number for the class; `None` when it has too many pieces of a kind.
    #[must_use]
    #[inline]
    pub fn code(self) -> Option<usize> {
        let fits = self.0.iter().all(|&count| usize::from(count) <= MOST_ALIKE);
        let digits = self.0.iter().map(|&count| usize::from(count));
        fits.then(|| digits.fold(0, |code, count| code << 3 | count))
    }

    /// The same pieces seen by the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        let [our_men, their_men, our_kings, their_kings] = self.0;
        Self([their_men, our_men, their_kings, our_kings])
    }

    /// The number of pieces.
    #[must_use]
    pub fn pieces(self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// The number of men.
    #[must_use]
    pub const fn men(self) -> u8 {
        self.0[0] + self.0[1]
    }

    /// The number of kings.
    #[must_use]
    pub const fn kings(self) -> u8 {
        self.0[2] + self.0[3]
    }
}

impl fmt::Display for Class {
    /// Four digits: `1021`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|count| write!(f, "{count}"))
    }
}

/// The numbering of the positions of a class.
#[derive(Clone, Copy, Debug)]
pub struct Index<R: Rules> {
    class: Class,
    /// How many ranks each of the four sets has.
    radix: [u64; 4],
    rules: PhantomData<R>,
}

impl<R: Rules> Index<R> {
    /// The numbering of a class; `None` when it has too many pieces of a kind, or too many places for a number.
    #[must_use]
    pub fn new(class: Class) -> Option<Self> {
        class.code()?;
        let counts = class.0.map(usize::from);
        let for_men = R::Board::SQUARES - Self::row();
        let for_ours = R::Board::SQUARES.checked_sub(counts[0] + counts[1])?;
        let for_theirs = for_ours.checked_sub(counts[2])?;
        let squares = [for_men, for_men, for_ours, for_theirs];
        let radix = [0, 1, 2, 3].map(|set| BINOMIALS[counts[set]][squares[set]]);
        let product = |all: u64, &ranks: &u64| all.checked_mul(ranks);
        radix.iter().try_fold(1, product)?;
        Some(Self {
            class,
            radix,
            rules: PhantomData,
        })
    }

    /// The class that is numbered.
    #[must_use]
    pub const fn class(&self) -> Class {
        self.class
    }

    /// The number of places, holes among them.
    #[must_use]
    pub fn places(&self) -> u64 {
        self.radix.iter().product()
    }

    /// Squares in a row.
    fn row() -> usize {
        R::Board::SQUARES / R::Board::HEIGHT
    }

    /// The place of a position of this class.
    #[must_use]
    #[inline]
    pub fn place(&self, position: &Position<R>) -> u64 {
        let turned;
        let seen = match position.side() {
            Side::White => position,
            Side::Black => {
                turned = position.turned();
                &turned
            }
        };
        let (us, them, kings) = (seen.us(), seen.them(), seen.kings());
        let (men, our_kings) = ((us | them) & !kings, us & kings);
        let ours = rank::<R>(us & !kings, Set::<R>::EMPTY, Self::row());
        let theirs = rank::<R>(them & !kings, Set::<R>::EMPTY, 0);
        let our_kings_rank = rank::<R>(our_kings, men, 0);
        let their_kings_rank = rank::<R>(them & kings, men | our_kings, 0);
        ((ours * self.radix[1] + theirs) * self.radix[2] + our_kings_rank) * self.radix[3]
            + their_kings_rank
    }

    /// The position at a place, with White to move; `None` for a hole.
    #[must_use]
    pub fn position(&self, place: u64) -> Option<Position<R>> {
        self.walk(place).position()
    }

    /// A walk over the places from this one on.
    #[must_use]
    pub fn walk(&self, place: u64) -> Walk<R> {
        let mut rest = place;
        let mut sets = [[0; MOST_ALIKE]; 4];
        for set in (0..4).rev() {
            let rank = rest % self.radix[set].max(1);
            rest /= self.radix[set].max(1);
            sets[set] = squares_of(rank, usize::from(self.class.0[set]));
        }
        let mut walk = Walk {
            class: self.class,
            sets,
            words: [Set::<R>::EMPTY; 4],
        };
        walk.refresh(0);
        walk
    }
}

/// The rank of a set among those of its size, counted on the squares that are not taken, from this index on.
#[inline(always)]
fn rank<R: Rules>(set: Set<R>, taken: Set<R>, first: usize) -> u64 {
    let mut rank = 0;
    for (square, binomials) in set.squares().zip(&BINOMIALS[1..]) {
        let before = (taken & Set::<R>::before(square)).count() as usize;
        let place = R::Board::index(square).wrapping_sub(first + before);
        rank += binomials.get(place).copied().unwrap_or_default();
    }
    rank
}

/// The ascending places of the set with this rank.
fn squares_of(rank: u64, count: usize) -> [u8; MOST_ALIKE] {
    let (mut places, mut rest) = ([0; MOST_ALIKE], rank);
    for k in (1..=count).rev() {
        let place = BINOMIALS[k].partition_point(|&ways| ways <= rest) - 1;
        rest -= BINOMIALS[k][place];
        places[k - 1] = place as u8;
    }
    places
}

/// A walk over the positions of a class in the order of their places.
pub struct Walk<R: Rules> {
    class: Class,
    /// The places of each set, ascending.
    sets: [[u8; MOST_ALIKE]; 4],
    /// The same as sets of squares.
    words: [Set<R>; 4],
}

impl<R: Rules> Walk<R> {
    /// The position where the walk stands, with White to move; `None` for a hole.
    #[must_use]
    #[inline]
    pub fn position(&self) -> Option<Position<R>> {
        let [our_men, their_men, our_kings, their_kings] = self.words;
        (!our_men.meets(their_men)).then(|| {
            let (us, them) = (our_men | our_kings, their_men | their_kings);
            Position::from_sets(Side::White, us, them, our_kings | their_kings)
        })
    }

    /// Goes to the next place; after the last one it begins again.
    #[inline]
    pub fn step(&mut self) {
        for set in (0..4).rev() {
            if self.advance(set) {
                self.refresh(set);
                return;
            }
        }
        self.refresh(0);
    }

    /// The next set of squares in the order of ranks, or the first one and `false`.
    #[inline]
    fn advance(&mut self, set: usize) -> bool {
        let count = usize::from(self.class.0[set]);
        let end = self.squares_for(set) as u8;
        let places = &mut self.sets[set][..count];
        for k in 0..count {
            let limit = places.get(k + 1).copied().unwrap_or(end);
            if places[k] + 1 < limit {
                places[k] += 1;
                for (low, place) in places[..k].iter_mut().zip(0..) {
                    *low = place;
                }
                return true;
            }
        }
        for (low, place) in places.iter_mut().zip(0..) {
            *low = place;
        }
        false
    }

    /// The squares on which a set is counted.
    fn squares_for(&self, set: usize) -> usize {
        let [our_men, their_men, our_kings, _] = self.class.0.map(usize::from);
        match set {
            0 | 1 => R::Board::SQUARES - Index::<R>::row(),
            2 => R::Board::SQUARES - our_men - their_men,
            _ => R::Board::SQUARES - our_men - their_men - our_kings,
        }
    }

    /// Brings the words in line with the places from this set on.
    #[inline]
    fn refresh(&mut self, from: usize) {
        for set in from..4 {
            let first = if set == 0 { Index::<R>::row() } else { 0 };
            let taken = match set {
                0 | 1 => Set::<R>::EMPTY,
                2 => self.words[0] | self.words[1],
                _ => self.words[0] | self.words[1] | self.words[2],
            };
            let places = &self.sets[set][..usize::from(self.class.0[set])];
            self.words[set] = places.iter().fold(Set::<R>::EMPTY, |word, &place| {
                word | Set::<R>::one(free_square::<R>(first + usize::from(place), taken))
            });
        }
    }
}

/// The square with this index among those that are not taken. In a hole there may be none; then it is any.
#[inline(always)]
fn free_square<R: Rules>(index: usize, taken: Set<R>) -> Square {
    let mut index = index;
    for square in taken.squares() {
        if R::Board::index(square) <= index {
            index += 1;
        } else {
            break;
        }
    }
    R::Board::square(index.min(R::Board::SQUARES - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Canadian, International, Russian, Turkish};

    /// A walk meets every position at its own place, whichever side is to move.
    fn check<R: Rules>(class: [u8; 4]) -> u64 {
        let index = Index::<R>::new(Class(class)).unwrap();
        let mut walk = index.walk(0);
        let mut positions = 0;
        for place in 0..index.places() {
            let position = walk.position();
            if let Some(position) = position {
                assert_eq!(Class::of(&position), index.class());
                assert_eq!(index.place(&position), place);
                assert_eq!(index.place(&position.turned()), place);
                positions += 1;
            }
            if place % 101 == 0 {
                assert_eq!(index.position(place), position);
            }
            walk.step();
        }
        assert_eq!(walk.position(), index.position(0), "it begins again");
        positions
    }

    #[test]
    fn places_and_positions_belong_together() {
        // Numbers of placements from the theory: C(50,2) and so on.
        assert_eq!(check::<International>([0, 0, 1, 1]), 50 * 49);
        assert_eq!(check::<International>([1, 1, 0, 0]), 1985);
        assert_eq!(check::<International>([2, 1, 0, 0]), 42_790);
        assert_eq!(check::<International>([1, 1, 1, 0]), 95_280);
        assert_eq!(check::<Russian>([1, 2, 0, 1]), (24 * 351 + 4 * 378) * 29);
        assert_eq!(check::<Turkish>([1, 0, 1, 1]), 56 * 63 * 62);
        assert_eq!(check::<Canadian>([0, 1, 1, 1]), 66 * 71 * 70);
    }

    #[test]
    fn classes_with_too_many_pieces_have_no_index() {
        assert!(Index::<International>::new(Class([8, 0, 0, 1])).is_none());
        assert!(Index::<International>::new(Class([0, 0, 7, 7])).is_none() || usize::BITS == 64);
        assert_eq!(Class([1, 0, 2, 1]).to_string(), "1021");
        assert_eq!(Class([1, 0, 2, 1]).flipped(), Class([0, 1, 1, 2]));
    }
}
