//! Matches between engines: who plays whom, the referee, and what the results tell.
//!
//! * [`contender`]: engines as their users describe them; [`openings`]: where games begin
//! * [`player`]: what a match wants of an engine; `hub`, `hub1`, `dxp`, `inside`: the engines there are
//! * [`referee`]: one game; [`clock`]: the time of a player
//! * [`schedule`]: all games of a match; [`tournament`]: playing them; [`record`]: keeping them
//! * [`compliance`]: whether an engine keeps to the Hub protocol
//! * [`statistics`], [`standing`]: what the results tell

pub mod clock;
pub mod compliance;
pub mod contender;
mod dxp;
mod hub;
mod hub1;
mod inside;
pub mod openings;
pub mod player;
mod process;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod standing;
pub mod statistics;
pub mod tournament;

use contender::{Contender, Kind};
use player::{Fault, Player};

/// The engine that takes part; it is started when its first game begins.
///
/// # Errors
///
/// When its parameters cannot be used.
pub fn player(contender: &Contender) -> Result<Box<dyn Player>, Fault> {
    let own = contender.clone();
    Ok(match &contender.kind {
        Kind::Inside => Box::new(inside::Inside::new(own)?),
        Kind::Hub(program) => Box::new(hub::HubEngine::new(own, program.clone())),
        Kind::Hub1(program) => Box::new(hub1::Hub1Engine::new(own, program.clone())),
        Kind::Dxp(peer) => Box::new(dxp::DxpEngine::new(own, peer.clone())),
    })
}
