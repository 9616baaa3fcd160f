//! What a referee decides beside the draw rules: stopped games, draw offers, huffing.

mod common;

use common::wander::{line, play};
use common::{Random, position};
use damka::board::{Side, Word};
use damka::notation::text;
use damka::position::{Key, Position};
use damka::rules::variant::Variant;
use damka::rules::{CLASSIC, International, NO_DRAWS, Rules, TwoLine};
use damka::session;

#[test]
fn a_stopped_game_goes_to_more_pieces_and_then_to_more_kings() {
    let ahead = |fen| position::<International>(fen).ahead();
    assert_eq!(ahead("W:W31,32:B1"), Some(Side::White));
    assert_eq!(ahead("B:W31,32:B1,2,3"), Some(Side::Black));
    assert_eq!(
        ahead("W:WK31:B1,2"),
        Some(Side::Black),
        "pieces go before kings"
    );
    assert_eq!(ahead("B:WK31,32:B1,2"), Some(Side::White));
    assert_eq!(ahead("W:WK31:BK1"), None);
    assert_eq!(Position::<International>::start().ahead(), None);
}

#[test]
fn draws_may_be_offered_after_so_many_moves_of_each_side() {
    let mut game = Random(3).game(Position::<International>::start(), 80);
    assert_eq!(game.plies(), 80);
    assert!(game.may_offer_draw(40));
    game.undo();
    assert!(!game.may_offer_draw(40));
    assert!(game.may_offer_draw(0));
}

fn huffable<R: Rules>(line: &damka::position::Line<R>) -> Vec<String> {
    line.huffable().squares().map(R::square_name).collect()
}

#[test]
fn a_missed_capture_costs_the_piece() {
    let mut game = line::<TwoLine>("W:Wc3,g1:Bd4,h8", &NO_DRAWS);
    assert!(huffable(&game).is_empty());
    let first = *game.position();
    assert!(text::parse(game.position(), "g1-h2").is_err());
    let missed = text::parse_quiet(game.position(), "G1, H2").expect("a quiet move");
    assert!(text::parse_quiet(game.position(), "c3*e5").is_err());
    game.play(missed);
    assert_eq!(huffable(&game), ["c3"]);
    game.huff(game.huffable().lowest());
    assert_eq!(*game.position(), position::<TwoLine>("B:Wh2:Bd4,h8"));
    assert_eq!(game.key(), Key::of(game.position()));
    assert!(huffable(&game).is_empty(), "one claim");
    // What follows, other rules, and taking back.
    play(&mut game, "h8-g7");
    let huffed: Vec<_> = game
        .huffed()
        .map(|at| at.map(TwoLine::square_name))
        .collect();
    assert_eq!(huffed, [Some("c3".to_owned()), None]);
    assert_eq!(game.under(&CLASSIC).position(), game.position());
    game.undo();
    assert_eq!(*game.position(), position::<TwoLine>("B:Wh2:Bd4,h8"));
    game.undo();
    assert_eq!(*game.position(), first);
}

#[test]
fn the_piece_that_moved_instead_is_huffed_where_it_stands() {
    let mut game = line::<TwoLine>("W:Wc3:Bd4,h8", &NO_DRAWS);
    let missed = text::parse_quiet(game.position(), "c3-b4").expect("a quiet move");
    game.play(missed);
    assert_eq!(huffable(&game), ["b4"]);
    game.huff(game.huffable().lowest());
    // Its side has nothing left, but it is not to move.
    assert_eq!(game.outcome(), None);
    assert!(game.position().pieces(Side::White).is_empty());
}

#[test]
fn sessions_know_huffing() {
    let mut game = session::open(Variant::TwoLine);
    game.set_fen("W:Wc3,g1:Bd4,h8").unwrap();
    assert!(game.play("g1-h2").is_err());
    assert_eq!(game.play_quiet("g1-h2").unwrap().text, "G1, H2");
    assert_eq!(game.huffable(), ["c3"]);
    assert!(!game.huff("h2"));
    assert!(game.huff("C3"));
    assert_eq!(game.fen(), "B:Wh2:Bd4,h8");
    game.set_draw_rules("none").unwrap();
    assert_eq!(game.fen(), "B:Wh2:Bd4,h8");
    assert_eq!(game.huffed(), [Some("c3".to_owned())]);
    assert_eq!(game.ahead(), Some(Side::Black));
}
