//! Draw rules and the end of a game: every limit is reached exactly, and starts anew when it must.

mod common;

use common::wander::{after_capture, calm_man_move, line, play, reaches, wander, wander_to};
use damka::board::{Geometry, Side};
use damka::position::{DrawReason, Line, Move, Outcome};
use damka::rules::variant::Variant;
use damka::rules::{
    ARENA, Brazilian, CLASSIC, Canadian, DrawRules, EndingKind, English, FMJD, FMJD64,
    International, NO_DRAWS, Objective, REPETITION_ONLY, Rules,
};

const LIMITED: DrawReason = DrawReason::KingMoves;

/// Two kings on each side, and a man on the edge, where it cannot be taken.
fn kings_and_men<R: Rules>() -> String {
    let (width, height) = (R::Board::WIDTH, R::Board::HEIGHT);
    let name = |row: usize, column: usize| {
        let column = if R::Board::MIRRORED {
            width - 1 - column
        } else {
            column
        };
        R::square_name(R::square_at(column, height - row).expect("a square"))
    };
    let middle = (width / 2 - 1) & !1;
    format!(
        "W:W{},K{},K{}:BK{},K{},{}",
        name(height - 3, 0),
        name(height - 1, middle),
        name(height - 1, middle + 2),
        name(0, 3),
        name(0, 5),
        name(2, width - 1)
    )
}

/// The limit of king moves of one set of rules: exactly, and anew after a move of a man.
fn check_king_moves<R: Rules>(rules: &'static DrawRules, limit: u16) {
    let fen = kings_and_men::<R>();
    reaches(&mut line::<R>(&fen, rules), limit, LIMITED);
    let mut line = line::<R>(&fen, rules);
    let found = wander_to(&mut line, usize::from(limit) - 1, &|line| {
        line.draw().is_none() && calm_man_move(line).is_some()
    });
    assert!(found, "{}", R::NAME);
    line.play(calm_man_move(&line).expect("a man can move"));
    assert_eq!((line.counters().king_moves, line.draw()), (0, None));
    reaches(&mut line, limit, LIMITED);
}

#[test]
fn every_limit_of_king_moves_is_exact() {
    fn check<R: Rules>() {
        for rules in R::DRAW_RULES {
            let found = R::draw_rules(rules.name).map(|rules| rules.name);
            assert_eq!(found, Some(rules.name), "names are unique");
            match rules.king_moves {
                Some(limit) => check_king_moves::<R>(rules, limit),
                // No king ever moves where the first one wins.
                None if R::OBJECTIVE == Objective::FirstKing => {}
                None => wander(&mut line::<R>(&kings_and_men::<R>(), rules), 110),
            }
        }
    }
    for &variant in Variant::ALL {
        damka::dispatch!(variant, R => check::<R>());
    }
}

#[test]
fn limits_are_those_of_the_rulebooks() {
    let limits = |rules: &DrawRules| {
        let endings: Vec<_> = rules.endings.iter().map(|ending| ending.plies).collect();
        (rules.repetition, rules.king_moves, endings)
    };
    assert_eq!(limits(&FMJD), (Some(3), Some(50), vec![32, 10]));
    assert_eq!(limits(&CLASSIC), (None, Some(30), vec![]));
    assert_eq!(limits(&ARENA), (Some(3), Some(50), vec![0, 32]));
    assert_eq!(limits(&REPETITION_ONLY), (Some(3), None, vec![]));
    assert_eq!(limits(&NO_DRAWS), (None, None, vec![]));
    let english = |name| limits(English::draw_rules(name).expect("known"));
    assert_eq!(english("classic"), (Some(3), Some(100), vec![]));
    assert_eq!(english("wcdf"), (Some(3), Some(80), vec![]));
    assert_eq!(International::DRAW_RULES[0], FMJD);
    assert_eq!(Brazilian::DRAW_RULES[0], FMJD64);
    assert_eq!(Canadian::DRAW_RULES[0], FMJD);
}

/// Case C15: a move of a man among moves of kings.
#[test]
fn a_move_of_a_man_starts_the_count_of_king_moves_anew() {
    let mut line = line::<International>("W:W36,K48,K49:BK2,K3,15", &FMJD);
    let found = wander_to(&mut line, 48, &|line| calm_man_move(line).is_some());
    assert!(found && line.counters().king_moves == 48);
    line.play(calm_man_move(&line).expect("a man can move"));
    wander(&mut line, 2);
    assert_eq!((line.counters().king_moves, line.draw()), (2, None));
    reaches(&mut line, 48, LIMITED);
}

#[test]
fn captures_and_promotions_start_the_count_of_king_moves_anew() {
    let mut taken = line::<International>("W:W36,K48,K49:BK2,K3,15", &CLASSIC);
    wander(&mut taken, 25);
    let taken = after_capture(&taken, |_| true);
    assert_eq!((taken.counters().king_moves, taken.draw()), (0, None));

    let mut promoted = line::<International>("W:W6,K48,K49:BK2,K3,15", &CLASSIC);
    let can_promote = |line: &Line<_>| calm_man_move(line).is_some_and(|mv: Move<_>| mv.promotes());
    assert!(wander_to(&mut promoted, 28, &can_promote));
    play(&mut promoted, "6-1");
    assert_eq!((promoted.counters().king_moves, promoted.draw()), (0, None));
}

/// Articles 6.3 and 6.4: a lone king against three pieces, against two and against one.
#[test]
fn endings_against_a_lone_king_last_so_long() {
    let three = DrawReason::Ending(EndingKind::ThreeAgainstKing);
    let two = DrawReason::Ending(EndingKind::UpToTwoAgainstKing);
    for rules in [&FMJD, &ARENA] {
        for fen in [
            "W:WK1,K2,K3:BK46",
            "B:WK46:BK50,K49,K48",
            "W:WK1,K2,16:BK46",
        ] {
            reaches(&mut line::<International>(fen, rules), 32, three);
        }
    }
    for fen in [
        "W:WK1,K2:BK46",
        "B:WK1:BK46",
        "W:WK1,16:BK46",
        "B:WK46:BK50,35",
    ] {
        reaches(&mut line::<International>(fen, &FMJD), 10, two);
    }
    reaches(
        &mut line::<Brazilian>("W:WKb8,Kd8,Kf8:BKa1", &FMJD),
        32,
        three,
    );
    reaches(&mut line::<Canadian>("W:WK1,K2:BK67", &FMJD), 10, two);
    // Four pieces, or three men without a king, are no such ending.
    for fen in ["W:WK1,K2,K3,K4:BK46", "W:W26,27,28:BK46"] {
        assert_eq!(
            line::<International>(fen, &FMJD).counters().ending,
            None,
            "{fen}"
        );
    }
}

#[test]
fn a_man_of_the_ending_may_move_without_changing_the_count() {
    let mut line = line::<International>("W:WK1,K2,21:BK46", &FMJD);
    wander(&mut line, 10);
    play(&mut line, "21-16");
    assert_eq!(line.counters().king_moves, 0);
    assert_eq!(line.counters().ending_plies, 11);
}

/// Case C17: the move that brings the ending about is not counted.
#[test]
fn a_promotion_that_makes_an_ending_is_not_its_first_move() {
    let two = DrawReason::Ending(EndingKind::UpToTwoAgainstKing);
    for fen in ["W:W6:BK45,K50", "W:W6:BK49"] {
        let mut line = line::<International>(fen, &FMJD);
        assert_eq!(line.counters().ending, None);
        play(&mut line, "6-1");
        assert_eq!(
            (line.counters().ending, line.counters().ending_plies),
            (Some(1), 0)
        );
        if line.position().count() == 2 {
            reaches(&mut line, 10, two);
        }
    }
}

#[test]
fn a_capture_that_makes_another_ending_starts_its_count() {
    // Black's king takes one of three and is not taken itself.
    let mut line = line::<International>("W:WK1,K2,36:BK50", &FMJD);
    wander(&mut line, 4);
    assert_eq!(line.counters().ending_plies, 4);
    let two = after_capture(&line, |after| after.counters().ending == Some(1));
    let counters = two.counters();
    assert_eq!((counters.ending_plies, counters.king_moves), (0, 0));
}

#[test]
fn one_king_each_is_drawn_at_once_where_the_rules_say_so() {
    let reason = DrawReason::Ending(EndingKind::KingAgainstKing);
    let both = line::<International>("W:WK1:BK50", &ARENA);
    assert_eq!(both.draw(), Some(reason));
    assert_eq!(line::<International>("W:WK1:BK50", &FMJD).draw(), None);
    assert_eq!(line::<International>("W:WK1,K2:BK50", &ARENA).draw(), None);
    // A capture that leaves one king each.
    let mut taken = line::<International>("B:WK1,43:BK49", &ARENA);
    assert_eq!(taken.draw(), None);
    play(&mut taken, "49x38");
    assert_eq!(taken.draw(), Some(reason));
}

/// Case C18: the third occurrence draws, the second does not, and the start counts.
#[test]
fn repetition_needs_three_occurrences() {
    let round = "1-6 50-45 6-1 45-50";
    let mut line = line::<International>("W:WK1:BK50", &REPETITION_ONLY);
    play(&mut line, round);
    assert_eq!((line.repetitions(), line.draw()), (1, None));
    // A search need not go round twice; the referee waits.
    assert!(line.repeats(0) && !line.repeats(4));
    play(&mut line, "1-6 50-45 6-1");
    assert_eq!(line.draw(), None);
    play(&mut line, "45-50");
    assert_eq!(
        (line.repetitions(), line.draw()),
        (2, Some(DrawReason::Repetition))
    );
    assert_eq!(line.undo().map(|mv| mv.is_capture()), Some(false));
    assert_eq!(line.draw(), None);
}

/// The same pieces with the other side to move are another position.
#[test]
fn repetition_counts_the_side_to_move() {
    let mut line = line::<International>("W:WK5:BK50", &REPETITION_ONLY);
    // White goes round in three moves, Black in two.
    play(&mut line, "5-10 50-45 10-14 45-50 14-5");
    assert_eq!(
        line.position().pieces(Side::White),
        line.first().pieces(Side::White)
    );
    assert_eq!(
        line.position().pieces(Side::Black),
        line.first().pieces(Side::Black)
    );
    assert_eq!(
        (line.position().side(), line.repetitions()),
        (Side::Black, 0)
    );
}

#[test]
fn a_move_of_a_man_ends_what_can_be_repeated() {
    let mut line = line::<International>("W:WK1,31:BK50,20", &REPETITION_ONLY);
    play(&mut line, "1-6 50-45 6-1 45-50");
    assert_eq!(line.repetitions(), 1);
    play(&mut line, "31-26 20-24");
    assert_eq!(line.repetitions(), 0);
    play(&mut line, "1-6 50-45 6-1 45-50");
    assert_eq!(line.repetitions(), 1);
}

/// Without the rule nothing is a repetition.
#[test]
fn no_draw_rules_no_draw() {
    for rules in [&NO_DRAWS, &CLASSIC] {
        let mut line = line::<International>("W:WK1:BK50", rules);
        for _ in 0..6 {
            play(&mut line, "1-6 50-45 6-1 45-50");
        }
        assert_eq!(line.draw(), None, "{}", rules.name);
    }
}

/// Cases C19 and C20: no piece is left, or no move.
#[test]
fn the_side_without_a_move_has_lost() {
    let white = Some(Outcome::Win(Side::White));
    assert_eq!(line::<International>("B:W50:B", &FMJD).outcome(), white);
    let mut last = line::<International>("W:W39:B44", &FMJD);
    assert_eq!(last.outcome(), None);
    play(&mut last, "39x50");
    assert_eq!(last.outcome(), white);
    assert_eq!(line::<International>("B:W10,14:B5", &FMJD).outcome(), white);
    assert_eq!(
        line::<English>("B:W10:B", &REPETITION_ONLY).outcome(),
        white
    );
    let black = Some(Outcome::Win(Side::Black));
    assert_eq!(line::<Brazilian>("W:W:Bb8", &FMJD).outcome(), black);
}

/// A lost game is lost even where a limit has been reached in the same position.
#[test]
fn a_loss_goes_before_a_draw() {
    static AT_ONCE: DrawRules = DrawRules {
        king_moves: Some(1),
        ..NO_DRAWS
    };
    let mut blocked = line::<International>("W:WK6:B45", &AT_ONCE);
    play(&mut blocked, "6-50");
    assert_eq!(blocked.draw(), Some(LIMITED));
    assert_eq!(blocked.outcome(), Some(Outcome::Win(Side::White)));
}
