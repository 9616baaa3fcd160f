//! A search during which the other side is heard.

use std::thread;

use super::DxpError;
use super::connection::{Event, WAITING_EVENTS};
use super::peer::{Heard, Peer};
use crate::protocol::guarded;
use crate::search::{Control, Limits, Table};
use crate::session::{Decision, Session};
use crate::wire::dxp::Message;

/// How a search has ended.
pub enum Thought {
    /// It has a move.
    Best(Box<Decision>),
    /// It was broken off by this.
    BrokenOff(Heard),
}

/// Searches until a limit is reached, the other side wants something else, or the user does.
///
/// # Errors
///
/// When the connection is lost; the search has ended then too.
pub fn think(
    session: &dyn Session,
    table: &Table,
    limits: &Limits,
    control: &Control,
    peer: &mut Peer<'_>,
) -> Result<Thought, DxpError> {
    let sender = peer.sender();
    thread::scope(|scope| {
        let search = move || {
            let found = guarded::think(session, table, limits, control, &mut |_| ());
            // Whoever listens does so until the search has ended.
            let _ = sender.send(Event::Found);
            found
        };
        let started = thread::Builder::new()
            .name("search".to_owned())
            .spawn_scoped(scope, search);
        let found = match started {
            Ok(search) => {
                if let Some(heard) = listen(control, peer)? {
                    return Ok(Thought::BrokenOff(heard));
                }
                search.join().ok().flatten()
            }
            Err(error) => {
                log::error!("{error}");
                None
            }
        };
        let found = found.unwrap_or_else(|| guarded::without_search(session));
        Ok(Thought::Best(Box::new(found)))
    })
}

/// Listens until the search has ended; returns what has broken it off.
fn listen(control: &Control, peer: &mut Peer<'_>) -> Result<Option<Heard>, DxpError> {
    let mut later = Vec::new();
    let mut broken_off = Ok(None);
    loop {
        let heard = peer.hear(None);
        let is_going_on = matches!(broken_off, Ok(None));
        broken_off = match heard {
            Ok(Heard::Found) => break,
            // What comes between the order to stop and the end of the search is for afterwards.
            Ok(heard) if !is_going_on => {
                if later.len() < WAITING_EVENTS {
                    later.push(heard);
                }
                continue;
            }
            Err(error) if is_going_on => Err(error),
            Err(_) => continue,
            Ok(
                heard @ (Heard::Interrupted
                | Heard::Message(Message::GameEnd { .. } | Message::BackRequest { .. })),
            ) => Ok(Some(heard)),
            Ok(other) => match peer.unexpected(&other) {
                Ok(()) => continue,
                Err(error) => Err(error),
            },
        };
        control.stop();
    }
    peer.put_back(later);
    broken_off
}
