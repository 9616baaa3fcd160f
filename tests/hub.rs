//! The Hub protocol as its clients see it: the program itself, driven over its pipes.
//!
//! Nothing here waits without a limit. `rows` go through what all clients together ask of an engine, `cases` through
//! bugs that engines and clients are known to have had.

#![allow(clippy::unwrap_used)]

#[path = "hub/cases.rs"]
mod cases;
#[path = "hub/client.rs"]
mod client;
#[path = "hub/every_variant.rs"]
mod every_variant;
#[path = "hub/games.rs"]
mod games;
#[path = "hub/garbage.rs"]
mod garbage;
#[path = "hub/rows_handshake.rs"]
mod rows_handshake;
#[path = "hub/rows_search.rs"]
mod rows_search;
#[path = "hub/timing.rs"]
mod timing;
