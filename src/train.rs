//! From games to weights: self-play, the records it leaves, and the fit of a network to them.

pub mod fit;
pub mod record;
pub mod selfplay;
