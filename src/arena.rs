//! Matches between engines: who plays whom, the referee, and what the results tell.

pub mod statistics;
