//! Files of games: every game read, played by its rules, counted, converted and analysed.
//!
//! What stands in a file is the business of [`notation::pdn`](crate::notation::pdn); here it meets the rules of its
//! game.

pub mod analysis;
pub mod annotate;
pub mod check;
pub mod convert;
mod follow;
pub mod judge;
pub mod kind;
pub mod report;
pub mod source;
pub mod stats;
pub mod svg;
