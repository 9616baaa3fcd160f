//! The DamExchange protocol as another program sees it: a scripted peer over a loopback socket.
//!
//! Nothing here waits without a limit.

#![allow(clippy::unwrap_used)]

#[path = "dxp/broken.rs"]
mod broken;
#[path = "dxp/ends.rs"]
mod ends;
#[path = "dxp/games.rs"]
mod games;
#[path = "dxp/peer.rs"]
mod peer;
#[path = "common/program.rs"]
mod program;
#[path = "dxp/requests.rs"]
mod requests;
#[path = "dxp/running.rs"]
mod running;
#[path = "dxp/taking_back.rs"]
mod taking_back;
