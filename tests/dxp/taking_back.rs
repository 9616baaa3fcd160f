//! BACKREQ and BACKACC.

use std::time::{Duration, Instant};

use damka::board::Side;
use damka::wire::dxp::{self, BackAnswer, Message, Reason};

use super::peer::{Damka, LONG, Note, Peer, follower, thinking_for};

fn back(peer: &mut Peer, number: u16, side: dxp::Side) {
    peer.send(&Message::BackRequest { number, side });
}

/// Waits until damka tells that moves were taken back.
#[track_caller]
fn taken_back(damka: &Damka) -> usize {
    loop {
        if let Note::TakenBack(plies) = damka.note() {
            return plies;
        }
    }
}

#[test]
fn a_search_stops_for_it() {
    let (damka, mut peer) = Damka::connected(thinking_for(2 * LONG));
    peer.begin(Side::Black, None);
    peer.plays("32-28");
    let began = Instant::now();
    // White takes its first move back and makes another one.
    std::thread::sleep(Duration::from_millis(200));
    back(&mut peer, 1, dxp::Side::White);
    assert_eq!(peer.text(), "K0");
    assert_eq!(taken_back(&damka), 0);
    peer.session.undo();
    peer.plays("33-28");
    // Black shall think again about its own move, and nothing else changes.
    back(&mut peer, 1, dxp::Side::Black);
    assert_eq!(peer.text(), "K0");
    assert_eq!(taken_back(&damka), 1);
    peer.ends(Reason::Unknown, true);
    assert_eq!(peer.text(), "E00");
    assert!(began.elapsed() < LONG);
    assert_eq!(damka.over().moves, ["33-28"]);
}

#[test]
fn the_clocks_go_back_too_and_it_thinks_again() {
    let (damka, mut peer) = Damka::connected(thinking_for(Duration::from_millis(400)));
    peer.begin(Side::Black, None);
    for mv in ["32-28", "31-27", "33-29"] {
        let is_legal = peer.session.moves().iter().any(|legal| legal.text == mv);
        let mv = if is_legal {
            mv.to_owned()
        } else {
            peer.session.moves()[0].text.clone()
        };
        peer.plays(&mv);
        peer.hears_move();
    }
    // It is White's turn; damka must think again about its second move.
    back(&mut peer, 2, dxp::Side::Black);
    assert_eq!(peer.text(), "K0");
    assert_eq!(taken_back(&damka), 3);
    for _ in 0..3 {
        peer.session.undo();
    }
    peer.hears_move();
    peer.ends(Reason::Unknown, true);
    assert_eq!(peer.text(), "E00");
    let over = damka.over();
    assert_eq!(over.moves.len(), 4);
    let [_, black] = over.spent;
    // Two moves, not four.
    assert!(black >= Duration::from_millis(500), "{black:?}");
    assert!(black < Duration::from_millis(1400), "{black:?}");
}

#[test]
fn nobody_goes_back_to_the_future() {
    let (damka, mut peer) = Damka::connected(follower());
    peer.begin(Side::Black, None);
    for (number, side) in [
        (0, dxp::Side::White),
        (1, dxp::Side::Black),
        (999, dxp::Side::White),
    ] {
        back(&mut peer, number, side);
        assert_eq!(peer.text(), "K2");
        assert!(damka.words().starts_with("BACKREQ"));
    }
    // The present is no problem.
    back(&mut peer, 1, dxp::Side::White);
    assert_eq!(peer.text(), "K0");
    peer.plays("32-28");
    peer.hears_move();
}

#[test]
fn moves_are_counted_from_the_side_that_begins() {
    let (damka, mut peer) = Damka::connected(follower());
    peer.begin(Side::White, Some("B:W28,33:B9,12"));
    peer.plays("12-18");
    let first = peer.hears_move();
    back(&mut peer, 1, dxp::Side::White);
    assert_eq!(peer.text(), "K0");
    assert_eq!(taken_back(&damka), 1);
    peer.session.undo();
    assert_eq!(peer.hears_move(), first);
}

#[test]
fn answers_that_nobody_has_asked_for_do_no_harm() {
    let (damka, mut peer) = Damka::connected(follower());
    peer.begin(Side::Black, None);
    peer.send(&Message::BackAccept(BackAnswer::Done));
    assert_eq!(damka.words(), "BACKACC out of place, ignored");
    peer.plays("32-28");
    peer.hears_move();
}

#[test]
fn after_the_end_it_is_too_late() {
    let (damka, mut peer) = Damka::connected(follower());
    peer.begin(Side::Black, Some("W:W28:B23"));
    peer.plays("28x19");
    assert_eq!(peer.text(), "E10");
    back(&mut peer, 1, dxp::Side::White);
    assert_eq!(peer.text(), "K2");
    peer.ends(Reason::Unknown, true);
    assert_eq!(damka.over().result, "2-0");
}
