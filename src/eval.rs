//! Evaluation: how good a position is for the side to move, without looking ahead.
//!
//! It knows positions and neither search nor text. The search asks only where no side can capture.

mod material;
pub mod network;
pub mod patterns;
pub mod weights;

use crate::position::Position;
use crate::rules::Rules;

pub use material::Material;

/// Something that judges positions of a game. Threads share it.
pub trait Evaluate<R: Rules>: Sync {
    /// The worth of a position for the side to move, in hundredths of a man.
    fn evaluate(&self, position: &Position<R>) -> i32;
}
