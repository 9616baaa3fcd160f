//! The interactive board.

pub mod board;
pub mod words;
