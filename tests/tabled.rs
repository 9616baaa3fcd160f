//! The search with endgame tables: endings are won in time, and defended as long as can be.

#[path = "common/thinking.rs"]
mod thinking;

use damka::endgame::{Class, Index, Tables, Value};
use damka::notation::fen;
use damka::position::key::split_mix;
use damka::position::{Outcome, Position};
use damka::rules::International;
use damka::rules::variant::Variant;
use damka::search::{Control, Limits, Score, Table};
use damka::session::{Endgames, Session};

use thinking::{best, international, opened, score, small_table, think, to_depth, to_nodes};

/// Positions of these classes, drawn at random, that the side to move wins (or loses).
fn drawn_by_lot(classes: &[[u8; 4]], count: usize, wins: bool) -> Vec<Position<International>> {
    let tables = Tables::<International>::embedded(4);
    let (mut state, mut found) = (7, Vec::new());
    while found.len() < count {
        let (next, number) = split_mix(state);
        state = next;
        let class = Class(classes[(number >> 32) as usize % classes.len()]);
        let index = Index::<International>::new(class).expect("an index");
        let Some(position) = index.position((number & 0xffff_ffff) % index.places()) else {
            continue;
        };
        let value = tables.probe(&position).filter(|_| !position.has_capture());
        let fits = match value {
            Some(Value::Win(_)) => wins,
            Some(Value::Loss(plies)) => !wins && plies > 0,
            _ => false,
        };
        if fits {
            found.push(position);
        }
    }
    found
}

/// Plays a game out, both sides thinking.
fn played_out(session: &mut dyn Session, table: &Table, limits: &Limits) -> Outcome {
    loop {
        if let Some(outcome) = session.outcome() {
            return outcome;
        }
        let decision = session.think(table, limits, &Control::new(false), &mut |_| {});
        session.play(best(&decision)).expect("a legal move");
    }
}

/// Up to three pieces against a lone king, under the rules of 16 and of 5 moves.
#[test]
fn won_endings_are_won_in_time() {
    let (table, limits) = (small_table(), to_nodes(10_000));
    let classes = [
        [0, 0, 3, 1],
        [1, 0, 2, 1],
        [2, 0, 1, 1],
        [0, 0, 2, 1],
        [1, 0, 1, 1],
    ];
    let mut session = international("W:WK50:BK1");
    for position in drawn_by_lot(&classes, 500, true) {
        session.set_fen(&fen::write(&position)).unwrap();
        let winner = session.side();
        let outcome = played_out(&mut *session, &table, &limits);
        assert_eq!(outcome, Outcome::Win(winner), "{}", fen::write(&position));
    }
}

/// The shortest win and the longest defence take as long as the table says, move by move.
#[test]
fn every_move_keeps_to_the_distance() {
    let (table, limits) = (small_table(), to_depth(4));
    let classes = [
        [2, 0, 1, 1],
        [1, 1, 1, 1],
        [2, 2, 0, 0],
        [3, 1, 0, 0],
        [2, 1, 0, 1],
    ];
    let mut session = international("W:WK50:BK1");
    for wins in [true, false] {
        for position in drawn_by_lot(&classes, 40, wins) {
            session.set_fen(&fen::write(&position)).unwrap();
            let plies = session.known().unwrap().value.plies().unwrap();
            let decision = session.think(&table, &limits, &Control::new(false), &mut |_| {});
            let signed = if wins {
                i32::from(plies)
            } else {
                -i32::from(plies)
            };
            assert_eq!(score(&decision).plies_to_end(), Some(signed));
            assert_eq!(decision.report.unwrap().pv.len(), usize::from(plies));
            let outcome = played_out(&mut *session, &table, &limits);
            assert!(matches!(outcome, Outcome::Win(_)));
            assert_eq!(session.history().len(), usize::from(plies));
        }
    }
}

/// Both sides go with a king to and fro, if they can: the position is the same, and four plies are gone.
fn to_and_fro(session: &mut dyn Session) -> bool {
    let fen = session.fen();
    let back = |mv: &str| mv.split('-').rev().collect::<Vec<_>>().join("-");
    for first in session.moves() {
        session.play(&first.hub).expect("a legal move");
        for second in session.moves() {
            session.play(&second.hub).expect("a legal move");
            if session.play(&back(&first.hub)).is_ok() {
                if session.play(&back(&second.hub)).is_ok() {
                    if session.fen() == fen {
                        return true;
                    }
                    session.undo();
                }
                session.undo();
            }
            session.undo();
        }
        session.undo();
    }
    false
}

/// A win for which the draw rules leave no time is none.
#[test]
fn a_win_that_comes_too_late_does_not_count() {
    let (table, limits) = (small_table(), to_depth(4));
    let (mut session, mut checked) = (international("W:WK50:BK1"), 0);
    for position in drawn_by_lot(&[[0, 0, 2, 1], [1, 0, 1, 1]], 1_000, true) {
        session.set_fen(&fen::write(&position)).unwrap();
        let plies = session.known().unwrap().value.plies().unwrap();
        if !to_and_fro(&mut *session) {
            continue;
        }
        // The rule of 5 moves leaves 10 plies, and 6 after the moves to and fro.
        let decision = session.think(&table, &limits, &Control::new(false), &mut |_| {});
        let found = score(&decision).plies_to_end();
        assert_eq!(found.is_some(), plies <= 6, "{}", session.fen());
        checked += usize::from(plies > 6);
    }
    assert!(checked > 0, "no win was long enough");
}

/// Without tables, or under rules for which they are not true, nothing is looked up.
#[test]
fn tables_can_be_left_aside() {
    // Won in 27 plies: one that no search of one ply sees.
    let mut session = international("W:W6:B9,12");
    let tabled = |session: &dyn Session| {
        let (decision, _) = think(session, &to_depth(1));
        score(&decision) > Score::eval(i32::MAX)
    };
    assert!(tabled(&*session));
    session.set_draw_rules("arena").unwrap();
    assert!(!tabled(&*session));
    session.set_draw_rules("fmjd").unwrap();
    session.set_endgames(Endgames {
        most_pieces: 2,
        ..Endgames::default()
    });
    assert!(!tabled(&*session) && session.known().is_none());
    session.set_endgames(Endgames {
        folder: Some("no such folder".into()),
        ..Endgames::default()
    });
    assert!(tabled(&*session), "those of the program are still there");
}

/// The search reaches the tables: who wins is seen before the pieces are gone.
#[test]
fn the_tables_decide_below_the_root() {
    // Five pieces; a capture leads to a won ending with four.
    let (decision, _) = think(&*international("W:WK6,28,K41:B23,K33"), &to_depth(6));
    assert!(score(&decision).is_decided(), "{:?}", score(&decision));
    let (decision, _) = think(
        &*opened(Variant::Frisian, "W:WK6,28,K41:BK33", &[]),
        &to_depth(4),
    );
    assert!(decision.best.is_some());
}
