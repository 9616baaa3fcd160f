//! Evaluation: how good a position is for the side to move, without looking ahead.
//!
//! It knows positions and neither search nor text. The search asks only where no side can capture.

mod material;
pub mod network;
pub mod patterns;
pub mod weights;

use crate::board::Word;
use crate::position::Position;
use crate::rules::{Landing, Objective, Rules};

pub use material::Material;
use network::Network;

/// Something that judges positions of a game. Threads share it.
pub trait Evaluate<R: Rules>: Sync {
    /// The worth of a position for the side to move, in hundredths of a man.
    fn evaluate(&self, position: &Position<R>) -> i32;
}

/// The evaluation of a game: learned where there is a network, by hand elsewhere.
pub enum Evaluator<R: Rules> {
    /// By a network.
    Learned(Box<Network<R>>),
    /// By hand.
    ByHand(Material<R>),
}

impl<R: Rules> Evaluator<R> {
    /// The evaluation that is part of the program.
    ///
    /// # Errors
    ///
    /// When the game has a network that cannot be used.
    pub fn embedded() -> Result<Self, weights::WeightsError> {
        match weights::embedded(R::NAME) {
            Some(bytes) => Ok(Self::Learned(Box::new(weights::read(bytes)?))),
            None => Ok(Self::by_hand()),
        }
    }

    /// The evaluation by hand.
    #[must_use]
    pub fn by_hand() -> Self {
        Self::ByHand(Material::new())
    }
}

impl<R: Rules> Evaluate<R> for Evaluator<R> {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> i32 {
        let score = match self {
            Self::Learned(network) => network.evaluate(position),
            Self::ByHand(material) => material.evaluate(position),
        };
        if is_drawish(position, score) {
            score / DRAWISH_DIVISOR
        } else {
            score
        }
    }
}

/// With a flying king the weaker side draws against so few pieces as a rule.
const DRAWISH_PIECES: u32 = 3;

/// What is left of an advantage that cannot be expected to win.
const DRAWISH_DIVISOR: i32 = 4;

fn is_drawish<R: Rules>(position: &Position<R>, score: i32) -> bool {
    let (us, them) = (position.us(), position.them());
    let (weak, strong) = if score < 0 { (us, them) } else { (them, us) };
    // Where a king may land on any square it escapes as a rule.
    let escapes =
        R::FLYING_KINGS && R::KING_LANDING == Landing::Anywhere && R::OBJECTIVE == Objective::Block;
    escapes && weak.meets(position.kings()) && strong.count() <= DRAWISH_PIECES
}
