//! What the tests of the search share: sessions, limits, results.

#![allow(dead_code, reason = "no test uses everything")]

use damka::rules::variant::Variant;
use damka::search::{Control, Limits, Score, Table};
use damka::session::{self, Decision, Report, Session};

/// A game at a position, with some moves played.
pub fn opened(variant: Variant, fen: &str, moves: &[&str]) -> Box<dyn Session> {
    let mut session = session::open(variant);
    session.set_fen(fen).expect("a position");
    for mv in moves {
        session.play(mv).expect("a legal move");
    }
    session
}

/// A position of international draughts.
pub fn international(fen: &str) -> Box<dyn Session> {
    opened(Variant::International, fen, &[])
}

/// A table that is quick to make: 4 MiB.
pub fn small_table() -> Table {
    Table::new(18).expect("memory")
}

/// Limits: a depth, one thread.
pub fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        lines: 1,
        threads: 1,
        ..Limits::default()
    }
}

/// Limits of an analysis: positions, one thread.
pub fn to_nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        analyse: true,
        lines: 1,
        threads: 1,
        ..Limits::default()
    }
}

/// Searches with a fresh table; returns all reports too.
pub fn think(session: &dyn Session, limits: &Limits) -> (Decision, Vec<Report>) {
    let mut reports = Vec::new();
    let decision = session.think(
        &small_table(),
        limits,
        &Control::new(false),
        &mut |report| {
            reports.push(report.clone());
        },
    );
    (decision, reports)
}

/// The text of the best move, which must be there.
pub fn best(decision: &Decision) -> &str {
    &decision.best.as_ref().expect("a best move").text
}

/// The score of the best move, which must be there.
pub fn score(decision: &Decision) -> Score {
    decision.report.as_ref().expect("a report").score
}
