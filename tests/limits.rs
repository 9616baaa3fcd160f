//! Limits and orders of the search: depth, nodes, time, stop, ponder, threads.

#[path = "common/thinking.rs"]
mod thinking;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use damka::rules::variant::Variant;
use damka::search::{Clock, Control, Limits};
use damka::session;

use thinking::{best, international, score, small_table, think, to_depth, to_nodes};

#[test]
fn a_single_legal_move_is_played_at_once() {
    let session = international("W:W28,40,41,42,43:B23,3,4,5,6");
    assert_eq!(session.moves().len(), 1);
    let limits = Limits {
        move_time: Some(Duration::from_secs(20)),
        ..to_depth(99)
    };
    let began = Instant::now();
    let (decision, _) = think(&*session, &limits);
    assert_eq!(best(&decision), "28x19");
    assert!(began.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_limit_on_nodes_is_exact_and_gives_the_same_again() {
    for &variant in Variant::ALL {
        let session = session::open(variant);
        for nodes in [9_000, 12_345, 50_000] {
            let (first, first_reports) = think(&*session, &to_nodes(nodes));
            let (second, second_reports) = think(&*session, &to_nodes(nodes));
            assert_eq!(first.nodes, nodes, "{variant}");
            assert_eq!(first.nodes, second.nodes);
            assert_eq!(first.best, second.best);
            assert_eq!(score(&first), score(&second));
            assert_eq!(first_reports.len(), second_reports.len());
        }
    }
}

#[test]
fn a_limit_on_depth_is_kept() {
    for depth in [1, 2, 7] {
        let (decision, reports) = think(&*session::open(Variant::International), &to_depth(depth));
        assert_eq!(reports.last().unwrap().depth, depth);
        assert!(decision.best.is_some());
    }
    // Below one counts as one.
    let (_, reports) = think(&*session::open(Variant::International), &to_depth(0));
    assert_eq!(reports.last().unwrap().depth, 1);
}

/// Runs a search in a thread, does something, and returns how long the search went on after it.
fn time_after(limits: Limits, control: Control, act: impl FnOnce(&Control)) -> Duration {
    let control = Arc::new(control);
    let searching = Arc::clone(&control);
    let table = small_table();
    let search = thread::spawn(move || {
        let session = session::open(Variant::International);
        let decision = session.think(&table, &limits, &searching, &mut |_| {});
        assert!(decision.best.is_some());
        Instant::now()
    });
    thread::sleep(Duration::from_millis(150));
    assert!(!search.is_finished(), "the search did not wait");
    let acted = Instant::now();
    act(&control);
    search
        .join()
        .expect("the thread ends")
        .saturating_duration_since(acted)
}

/// 20 ms, and the slack that a busy machine needs to run a thread.
const AT_ONCE: Duration = Duration::from_millis(20 + 80);

#[test]
fn an_endless_search_waits_for_the_order_and_obeys_at_once() {
    for threads in [1, 3] {
        let limits = Limits {
            threads,
            lines: 1,
            ..Limits::default()
        };
        let time = time_after(limits, Control::new(false), Control::stop);
        assert!(time < AT_ONCE, "{time:?} with {threads} threads");
    }
}

#[test]
fn a_search_that_ponders_waits_for_the_hit() {
    let time = time_after(to_depth(2), Control::new(true), Control::ponder_hit);
    assert!(time < AT_ONCE, "{time:?}");
    let limits = Limits {
        move_time: Some(Duration::from_millis(30)),
        lines: 1,
        threads: 1,
        ..Limits::default()
    };
    let time = time_after(limits.clone(), Control::new(true), Control::ponder_hit);
    assert!(time < AT_ONCE + Duration::from_millis(30), "{time:?}");
    let time = time_after(limits, Control::new(true), Control::stop);
    assert!(time < AT_ONCE, "{time:?}");
}

#[test]
fn small_clocks_are_not_overshot() {
    let clock = Clock {
        time: Duration::from_millis(10),
        increment: Duration::from_millis(10),
        moves: None,
    };
    let limits = Limits {
        clock: Some(clock),
        lag: Duration::from_millis(2),
        lines: 1,
        threads: 1,
        ..Limits::default()
    };
    let mut session = session::open(Variant::International);
    let table = small_table();
    let mut times = Vec::new();
    for _ in 0..40 {
        let control = Control::new(false);
        let began = Instant::now();
        let decision = session.think(&table, &limits, &control, &mut |_| {});
        times.push(began.elapsed());
        let Some(best) = decision.best else { break };
        session.play(&best.hub).unwrap();
    }
    // A single move may be late because the machine is; most must not be.
    times.sort();
    let usual = times[times.len() * 3 / 4];
    assert!(usual < Duration::from_millis(20), "{times:?}");
}

#[test]
fn several_threads_find_a_legal_move() {
    for &variant in Variant::ALL {
        let session = session::open(variant);
        let limits = Limits {
            threads: 4,
            ..to_nodes(200_000)
        };
        let (decision, reports) = think(&*session, &limits);
        assert!(session.moves().contains(decision.best.as_ref().unwrap()));
        assert!(decision.nodes >= 200_000 && !reports.is_empty());
    }
    let fen = "W:WK1,K6,8,9,12,K39:B5,19,K20,K27";
    let limits = Limits {
        threads: 4,
        ..to_depth(15)
    };
    // Two shots win: both come down to endings that the tables know.
    let (decision, _) = think(&*international(fen), &limits);
    let best = decision.best.as_ref().unwrap().text.as_str();
    assert!(matches!(best, "39-30" | "8-3"), "{best}");
    assert!(score(&decision).is_decided());
}
