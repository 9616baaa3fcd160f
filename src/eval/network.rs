//! The learned evaluation: patterns of men mapped to short vectors, summed, and read by a small head.
//!
//! A position is seen from the side to move. Each block of [`Patterns`] in its state, each count of pieces, and each
//! king on its square owns a vector of [`DIM`] numbers; their sum, and its part between 0 and 1, are weighted by the
//! head of the game's phase. All is computed from scratch in 16-bit integers with saturation, so every machine finds
//! the same score.
//!
//! Ideas: pattern weights as in Othello programs (M. Buro, "Experiments with Multi-ProbCut and a new high-quality
//! evaluation function for Othello", 1997); vectors instead of single weights as in Gomoku programs' codebooks.

use super::Evaluate;
use super::patterns::{Patterns, STATES};
use crate::board::{Geometry, Side, Word};
use crate::position::Position;
use crate::rules::{Rules, Set};

/// Length of the vectors.
pub const DIM: usize = 16;
/// The number that stands for 1 in a vector.
pub const ONE: i32 = 512;
/// The number that stands for 1 in the weights of a head.
pub const HEAD_ONE: i32 = 1024;
/// Phases of the game, by the number of pieces.
pub const PHASES: usize = 8;
/// Kings of a side that are told apart by number; more count as so many.
pub const KINGS: usize = 4;

/// A vector of the sum.
pub type Row = [i16; DIM];

/// What is read from the sum in one phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Added to the outcome, in units of `1 / (ONE * HEAD_ONE)`.
    pub bias: i32,
    /// Weights of the sum.
    pub linear: Row,
    /// Weights of the part of the sum between 0 and 1.
    pub clipped: Row,
}

/// The numbers of a network, without the game they are for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// By block and state: `blocks * STATES` vectors.
    pub patterns: Vec<Row>,
    /// By feature; see [`Features`].
    pub features: Vec<Row>,
    /// By phase.
    pub heads: Vec<Head>,
    /// The score in hundredths of a man for an outcome of 1, the logarithm of the odds to win.
    pub scale: i32,
}

/// The features of a game beside the patterns: where their vectors stand.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    men: usize,
    squares: usize,
}

impl Features {
    /// The features of a game.
    #[must_use]
    pub fn of<R: Rules>() -> Self {
        Self {
            men: R::pieces() + 1,
            squares: R::Board::SQUARES,
        }
    }

    /// The number of features.
    #[must_use]
    pub fn count(self) -> usize {
        2 * (self.men + KINGS + self.squares)
    }

    /// Visits the features of a position seen from the side to move: men and kings of each side by number, and kings
    /// by square.
    #[inline(always)]
    pub fn visit<R: Rules>(self, view: &View<R>, mut visit: impl FnMut(usize)) {
        let sides = [(0, view.us), (self.count() / 2, view.them)];
        for (first, pieces) in sides {
            let (men, kings) = (pieces & !view.kings, pieces & view.kings);
            visit(first + (men.count() as usize).min(self.men - 1));
            visit(first + self.men + (kings.count() as usize).min(KINGS - 1));
            for king in kings.squares() {
                visit(first + self.men + KINGS + R::Board::index(king));
            }
        }
    }
}

/// A position as the side to move sees it: for Black the board is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View<R: Rules> {
    /// The pieces of the side to move.
    pub us: Set<R>,
    /// The pieces of the other side.
    pub them: Set<R>,
    /// The kings of both.
    pub kings: Set<R>,
}

impl<R: Rules> View<R> {
    /// The view of a position.
    #[must_use]
    #[inline(always)]
    pub fn of(position: &Position<R>) -> Self {
        let (us, them, kings) = (position.us(), position.them(), position.kings());
        match position.side() {
            Side::White => Self { us, them, kings },
            Side::Black => Self {
                us: R::Board::turned(us),
                them: R::Board::turned(them),
                kings: R::Board::turned(kings),
            },
        }
    }

    /// The phase of the game, from 0 (few pieces) to [`PHASES`] - 1.
    #[must_use]
    #[inline(always)]
    pub fn phase(&self) -> usize {
        let pieces = (self.us | self.them).count() as usize;
        (pieces * PHASES / (2 * R::pieces() + 1)).min(PHASES - 1)
    }
}

/// A learned evaluation for a game.
#[derive(Clone, Debug)]
pub struct Network<R: Rules> {
    patterns: Patterns,
    features: Features,
    weights: Weights,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Network<R> {
    /// A network with these weights; `None` when their numbers do not fit the game.
    #[must_use]
    pub fn new(weights: Weights) -> Option<Self> {
        let (patterns, features) = (Patterns::of::<R::Board>(), Features::of::<R>());
        let fits = weights.patterns.len() == patterns.len() * STATES
            && weights.features.len() == features.count()
            && weights.heads.len() == PHASES;
        fits.then_some(Self {
            patterns,
            features,
            weights,
            rules: std::marker::PhantomData,
        })
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }
}

/// Adds a vector to a sum.
#[inline(always)]
fn add(sum: &mut Row, row: &Row) {
    for lane in 0..DIM {
        sum[lane] = sum[lane].saturating_add(row[lane]);
    }
}

impl<R: Rules> Evaluate<R> for Network<R> {
    fn evaluate(&self, position: &Position<R>) -> i32 {
        let view = View::of(position);
        let mut sum = [0; DIM];
        self.features.visit(&view, |feature| {
            add(&mut sum, &self.weights.features[feature])
        });
        let (us, them) = (view.us & !view.kings, view.them & !view.kings);
        self.patterns
            .numbers::<R::Board>(us, them, |block, number| {
                add(&mut sum, &self.weights.patterns[block * STATES + number]);
            });
        let head = &self.weights.heads[view.phase()];
        let mut outcome = head.bias;
        for ((&value, &linear), &clipped) in sum.iter().zip(&head.linear).zip(&head.clipped) {
            outcome += i32::from(value) * i32::from(linear);
            outcome += i32::from(value.clamp(0, ONE as i16)) * i32::from(clipped);
        }
        let unit = i64::from(ONE * HEAD_ONE);
        (i64::from(outcome) * i64::from(self.weights.scale) / unit) as i32
    }
}
