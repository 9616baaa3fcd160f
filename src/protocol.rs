//! How damka speaks with others: programs and people. Each protocol words what the session says; none of them knows
//! a game by its type.

pub mod console;
pub mod dxp;
mod guarded;
pub mod hub;
pub mod interrupt;
