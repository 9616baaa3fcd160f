//! Searches in which a fault loses a move's thought and not the game.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::search::{Control, Limits, Table};
use crate::session::{Decision, Report, Session};

/// Searches; `None` if the search has failed.
pub fn think(
    session: &dyn Session,
    table: &Table,
    limits: &Limits,
    control: &Control,
    report: &mut dyn FnMut(&Report),
) -> Option<Decision> {
    let search = AssertUnwindSafe(|| session.think(table, limits, control, report));
    catch_unwind(search).ok()
}

/// Any legal move, when a search has failed.
pub fn without_search(session: &dyn Session) -> Decision {
    log::error!("the search failed, playing the first legal move");
    Decision {
        best: session.moves().into_iter().next(),
        ponder: None,
        report: None,
        nodes: 0,
    }
}
