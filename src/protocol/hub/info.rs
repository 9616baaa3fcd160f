//! How the engine words what it is and what it finds.
//!
//! The order of the fields is part of the protocol in practice: some readers take them by their place. A number is a
//! plain decimal, and a value is quoted only when it has a blank.

use crate::session::{Decision, Report};
use crate::wire::hub::quote;

/// The line with which the engine introduces itself.
pub fn id() -> String {
    let (version, author) = (env!("CARGO_PKG_VERSION"), quote("damka developers"));
    format!("id name=damka version={version} author={author} country=Poland")
}

/// What a search has found so far. The rank of the line is told only to those who asked for several.
pub fn info(report: &Report, tells_rank: bool) -> String {
    let pv: Vec<_> = report.pv.iter().map(|mv| mv.hub.as_str()).collect();
    let rank = if tells_rank {
        format!(" multi-pv={}", report.line)
    } else {
        String::new()
    };
    format!(
        "info depth={} mean-depth={:.1} score={} nodes={} time={:.3} nps={:.2} pv={}{rank}",
        report.depth,
        report.mean_depth,
        report.score,
        report.nodes,
        report.time.as_secs_f64(),
        report.nps().unwrap_or(0.0) / 1e6,
        quote(&pv.join(" ")),
    )
}

/// The result of a search. Clients take the first argument for the move and the second for the expected reply; there
/// is none at all when the game is over.
pub fn done(decision: &Decision) -> String {
    let (best, ponder) = (&decision.best, &decision.ponder);
    match (best, ponder) {
        (None, _) => "done".to_owned(),
        (Some(best), None) => format!("done move={}", best.hub),
        (Some(best), Some(ponder)) => format!("done move={} ponder={}", best.hub, ponder.hub),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Score;
    use crate::session::MoveText;

    fn mv(hub: &str) -> MoveText {
        MoveText {
            from: String::new(),
            to: String::new(),
            captured: Vec::new(),
            text: String::new(),
            hub: hub.to_owned(),
        }
    }

    fn report(pv: &[&str]) -> Report {
        Report {
            depth: 7,
            mean_depth: 9.04,
            is_finished: true,
            line: 2,
            score: Score::eval(-7),
            nodes: 12_345,
            time: Duration::from_micros(12_345),
            pv: pv.iter().map(|text| mv(text)).collect(),
        }
    }

    #[test]
    fn fields_stand_in_their_order() {
        assert_eq!(
            info(&report(&["32-28", "19-23"]), false),
            "info depth=7 mean-depth=9.0 score=-0.07 nodes=12345 time=0.012 nps=1.00 pv=\"32-28 19-23\""
        );
        assert!(info(&report(&["32-28"]), true).ends_with(" pv=32-28 multi-pv=2"));
        let early = Report {
            time: Duration::ZERO,
            ..report(&["32-28"])
        };
        assert!(info(&early, false).contains(" time=0.000 nps=0.00 "));
    }

    #[test]
    fn the_move_comes_first() {
        let mut decision = Decision {
            best: None,
            ponder: None,
            report: None,
            nodes: 0,
        };
        assert_eq!(done(&decision), "done");
        decision.best = Some(mv("32-28"));
        assert_eq!(done(&decision), "done move=32-28");
        decision.ponder = Some(mv("19x28x23"));
        assert_eq!(done(&decision), "done move=32-28 ponder=19x28x23");
    }

    #[test]
    fn the_engine_introduces_itself() {
        assert!(id().starts_with("id name=damka version="));
        assert!(id().ends_with(" author=\"damka developers\" country=Poland"));
    }
}
