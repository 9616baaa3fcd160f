//! The rules: trick positions from rulebooks and bug reports in `tests/data/cases`, and random positions with all
//! their moves, made by a slow generator of another kind, in `tests/data/positions`.

mod common;

use std::collections::BTreeSet;

use common::{Case, moves, position};
use damka::board::{Side, Word};
use damka::notation::text;
use damka::position::{Line, Move, Outcome};
use damka::rules::variant::Variant;
use damka::rules::{NO_DRAWS, Rules};

/// The result of a game that has ended, or `*`.
fn result<R: Rules>(case: &Case) -> &'static str {
    let line = Line::new(position::<R>(case.column(0)), &NO_DRAWS);
    match line.outcome() {
        None => "*",
        Some(Outcome::Win(Side::White)) => "1-0",
        Some(Outcome::Win(Side::Black)) => "0-1",
        Some(Outcome::Draw(_)) => "1/2-1/2",
    }
}

/// Every listed move reads as another legal move, there is no further one, and promotions are right.
fn check_case<R: Rules>(case: &Case) {
    let position = position::<R>(case.column(0));
    let mut found = Vec::new();
    for listed in case.column(1).split_whitespace() {
        let route = listed.trim_end_matches("=K");
        let mv =
            text::parse(&position, route).unwrap_or_else(|error| panic!("{}: {error}", case.place));
        assert_eq!(mv.promotes(), listed != route, "{}: {listed}", case.place);
        assert!(
            !found.contains(&mv),
            "{}: {listed} is listed twice",
            case.place
        );
        found.push(mv);
    }
    for mv in moves(&position) {
        let text = text::write_full(&position, mv);
        assert!(found.contains(&mv), "{}: {text} is not legal", case.place);
    }
    assert_eq!(result::<R>(case), case.column(2), "{}", case.place);
}

/// A move with everything that makes it this move, squares as the game names them.
fn triple<R: Rules>(mv: Move<R>) -> String {
    let (from, to) = (R::square_name(mv.from()), R::square_name(mv.to()));
    if !mv.is_capture() {
        return format!("{from}-{to}");
    }
    let mut captured: Vec<_> = mv.captured().squares().map(R::square_name).collect();
    captured.sort();
    format!("{from}x{to}x{}", captured.join("x"))
}

fn check_position<R: Rules>(case: &Case) {
    let position = position::<R>(case.column(0));
    let listed: BTreeSet<_> = case
        .column(1)
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let legal = moves(&position);
    let found: BTreeSet<_> = legal.iter().map(|&mv| triple(mv)).collect();
    assert_eq!(found, listed, "{}", case.place);
    assert_eq!(found.len(), legal.len(), "{}: a move twice", case.place);
    let ended = match case.column(2) {
        "" => "*",
        result => result,
    };
    assert_eq!(result::<R>(case), ended, "{}", case.place);
}

#[test]
fn trick_positions() {
    for &variant in Variant::ALL {
        let cases = common::cases("cases", variant.name());
        damka::dispatch!(variant, R => cases.iter().for_each(check_case::<R>));
    }
}

#[test]
fn random_positions() {
    for &variant in Variant::ALL {
        let cases = common::cases("positions", variant.name());
        assert!(cases.len() > 390, "{variant}");
        damka::dispatch!(variant, R => cases.iter().for_each(check_position::<R>));
    }
}
