//! What the search finds, through the session as protocols and commands use it.

#[path = "common/thinking.rs"]
mod thinking;

use damka::bench;
use damka::board::Side;
use damka::notation::{fen, hub};
use damka::position::{Line, MoveList, Outcome, Position, key};
use damka::rules::variant::Variant;
use damka::rules::{Brazilian, English, FMJD, International, Rules};
use damka::search::{Control, Limits, Score};
use damka::session::{self, Session};

use thinking::{best, international, opened, score, small_table, think, to_depth, to_nodes};

/// The nodes of `damka bench --depth 9`. A commit that changes the search or the evaluation changes this number and
/// says why; `damka bench --depth 9` prints the new one. A commit that is not meant to change them must not.
const SIGNATURE: u64 = 401_701;
/// The depth to which [`SIGNATURE`] belongs.
const SIGNATURE_DEPTH: u32 = 9;

#[test]
fn the_search_has_its_signature() {
    assert_eq!(bench::signature(SIGNATURE_DEPTH).unwrap(), SIGNATURE);
}

/// Shots that gain material or win: the first move gives pieces away. Searches to depth 25 agree, and find the second
/// best move more than a man worse.
#[test]
fn shots_are_found() {
    for (fen, shot, least) in [
        (
            "B:W16,18,28,38,42,44,46,47,48:B1,3,5,6,8,10,14,15,36",
            "6-11",
            150,
        ),
        (
            "B:W16,18,28,33,36,38,44,46,48:B1,5,6,8,9,10,15,20",
            "6-11",
            50,
        ),
        ("B:W18,23,25,35,38,42:B16,29,39,K50", "39-44", 100),
    ] {
        let (decision, _) = think(&*international(fen), &to_depth(13));
        assert_eq!(best(&decision), shot, "{fen}");
        assert!(score(&decision).hundredths() >= least, "{fen}");
    }
}

/// The plies to the end if the side to move can win within `plies`, by trying everything.
fn distance<R: Rules>(position: &Position<R>, plies: usize) -> Option<usize> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let replies = |&mv: &_| -> Option<usize> {
        let next = position.play(mv);
        let mut replies = MoveList::new();
        next.moves(&mut replies);
        if replies.is_empty() {
            return Some(1);
        }
        let left = plies.checked_sub(2).filter(|&left| left > 0)?;
        let worst = |longest: usize, &reply: &_| {
            distance(&next.play(reply), left).map(|plies| longest.max(plies))
        };
        replies.iter().try_fold(0, worst).map(|longest| longest + 2)
    };
    moves.iter().filter_map(replies).min()
}

/// Wins in up to five plies are found, in positions of pseudo-random games, and none is claimed to be nearer than it
/// is.
fn near_wins_are_found<R: Rules>(variant: Variant) {
    let (mut checked, mut state) = (0, 7);
    for _ in 0..60 {
        let mut line = Line::<R>::new(Position::start(), R::draw_rules("none").expect("rules"));
        while line.outcome().is_none() && line.plies() < 150 {
            let mut moves = MoveList::new();
            line.position().moves(&mut moves);
            line.play(moves[random(&mut state) as usize % moves.len()]);
            if line.position().count() > 8 {
                continue;
            }
            let Some(plies) = distance(line.position(), 5) else {
                continue;
            };
            let text = fen::write(line.position());
            let mut session = opened(variant, &text, &[]);
            session.set_draw_rules("none").expect("rules");
            let limits = Limits {
                analyse: true,
                ..to_depth(14)
            };
            let (decision, _) = think(&*session, &limits);
            // A longer way may be found first, and is good enough.
            let found = score(&decision).plies_to_end();
            let is_right = found.is_some_and(|found| (plies as i32..=14).contains(&found));
            assert!(is_right, "{variant} {text}: {found:?}, not {plies}");
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} positions were wins");
}

fn random(state: &mut u64) -> u64 {
    let (next, number) = key::split_mix(*state);
    *state = next;
    number >> 8
}

#[test]
fn near_wins_are_found_with_flying_kings() {
    near_wins_are_found::<International>(Variant::International);
    near_wins_are_found::<Brazilian>(Variant::Brazilian);
}

#[test]
fn near_wins_are_found_with_short_kings() {
    near_wins_are_found::<English>(Variant::English);
}

/// Every expected line can be played, and begins with the best move.
#[test]
fn expected_lines_are_legal() {
    for &variant in Variant::ALL {
        let (decision, reports) = think(&*session::open(variant), &to_depth(9));
        for report in &reports {
            let mut session = session::open(variant);
            for mv in &report.pv {
                assert_eq!(session.play(&mv.hub).as_ref(), Ok(mv));
            }
        }
        assert_eq!(reports.last().unwrap().pv.first(), decision.best.as_ref());
        assert_eq!(reports.last().unwrap().pv.get(1), decision.ponder.as_ref());
    }
}

#[test]
fn several_best_moves_are_distinct_and_ordered() {
    let limits = Limits {
        lines: 4,
        analyse: true,
        ..to_depth(9)
    };
    // In the second position the second best move of the depth before turns out better than the best.
    for fen in ["W:W31-50:B1-20", "W:W27,28,32,37,38:B13,18,19,24,26"] {
        let (decision, reports) = think(&*international(fen), &limits);
        let last: Vec<_> = (1..=4)
            .map(|line| reports.iter().rfind(|report| report.line == line).unwrap())
            .collect();
        assert!(last.iter().all(|report| report.depth == 9));
        for pair in last.windows(2) {
            assert!(pair[0].score >= pair[1].score, "{fen}");
        }
        let mut firsts: Vec<_> = last.iter().map(|report| &report.pv[0].text).collect();
        assert_eq!(firsts[0], best(&decision));
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), 4);
    }
    // There are no more lines than moves.
    let all = Limits {
        lines: 100,
        ..limits
    };
    let (_, reports) = think(&*session::open(Variant::International), &all);
    assert_eq!(reports.iter().map(|report| report.line).max(), Some(9));
}

#[test]
fn without_a_legal_move_there_is_no_best_move() {
    for fen in ["B:W50:B", "B:W10,14:B5"] {
        let session = international(fen);
        assert_eq!(session.outcome(), Some(Outcome::Win(Side::White)));
        let (decision, reports) = think(&*session, &to_depth(5));
        assert!(decision.best.is_none() && decision.ponder.is_none());
        assert!(reports.is_empty());
    }
}

/// Black shuffles a king between two squares, and so does White: positions with White's move made come for the third
/// time first.
fn shuffled(fen: &str, black: [&str; 2], white: [&str; 2]) -> Box<dyn Session> {
    let moves = [white[1], black[0], white[0], black[1]];
    let all: Vec<_> = moves[1..].iter().chain(&moves).copied().collect();
    let session = opened(Variant::International, fen, &all);
    assert_eq!(session.outcome(), None);
    session
}

/// White has a king on the long diagonal against far more; the third repetition saves the game.
const LOST_FOR_WHITE: &str = "B:WK46:B1,2,3,4,6,7,8,9,K45";

#[test]
fn a_repetition_saves_a_lost_game() {
    let session = shuffled(LOST_FOR_WHITE, ["45-50", "50-45"], ["46-41", "41-46"]);
    let (decision, _) = think(&*session, &to_depth(11));
    assert_eq!(best(&decision), "41-46");
    assert_eq!(score(&decision), Score::DRAW);
    // It is lost indeed where nothing repeats.
    let mut endless = session;
    endless.set_draw_rules("none").unwrap();
    let (decision, _) = think(&*endless, &to_depth(11));
    assert!(score(&decision).hundredths() < -200);
}

#[test]
fn a_repetition_does_not_spoil_a_won_game() {
    let fen = "B:W41,42,43,44,46,47,48,49,K6:BK5";
    let session = shuffled(fen, ["5-10", "10-5"], ["6-11", "11-6"]);
    let (decision, _) = think(&*session, &to_depth(11));
    assert_ne!(best(&decision), "11-6");
    assert!(score(&decision).hundredths() > 200);
}

/// Four kings against one that is not on the long diagonal: the engine gets on, and does not repeat until it is a draw.
#[test]
fn a_won_ending_is_won() {
    for fen in [
        "W:WK46,K47,K48,K49:BK3",
        "W:WK6,K7,K16,K26:BK35",
        "W:WK36,K41,K42,K43:BK4",
        "W:WK6,K28,K41:BK33",
    ] {
        let mut session = international(fen);
        let table = small_table();
        while session.outcome().is_none() {
            let control = Control::new(false);
            let decision = session.think(&table, &to_nodes(20_000), &control, &mut |_| {});
            session.play(&decision.best.unwrap().hub).unwrap();
        }
        assert_eq!(
            session.outcome(),
            Some(Outcome::Win(Side::White)),
            "{fen} after {} plies: {:?}",
            session.history().len(),
            session
                .history()
                .iter()
                .map(|mv| mv.text.clone())
                .collect::<Vec<_>>()
        );
    }
}

/// All moves draw by the counter of king moves; one of them must be played all the same.
#[test]
fn when_every_move_draws_one_is_played() {
    let mut line =
        Line::<International>::new(fen::parse("W:WK46,K47,35:BK5,K4,25").unwrap(), &FMJD);
    let mut state = 1;
    // A pseudo-random walk of kings that neither captures nor repeats.
    while line.counters().king_moves < 49 {
        let mut moves = MoveList::new();
        line.position().moves(&mut moves);
        let mv = moves[random(&mut state) as usize % moves.len()];
        line.play(mv);
        let mut replies = MoveList::new();
        line.position().moves(&mut replies);
        let wanders = line.counters().king_moves > 0 && line.repetitions() == 0;
        if !wanders || replies.iter().any(|mv| mv.is_capture()) {
            line.undo();
        }
    }
    assert_eq!(line.outcome(), None);
    let text = fen::write(line.first());
    let moves: Vec<_> = line.moves().iter().map(|&mv| hub::write_move(mv)).collect();
    let moves: Vec<_> = moves.iter().map(String::as_str).collect();
    let session = opened(Variant::International, &text, &moves);
    let (decision, _) = think(&*session, &to_depth(6));
    let best = decision.best.as_ref().unwrap();
    assert!(session.moves().contains(best));
    let mut after = session;
    after.play(&best.hub).unwrap();
    let is_man = best.from == "35";
    assert!(is_man || matches!(after.outcome(), Some(Outcome::Draw(_))));
}
