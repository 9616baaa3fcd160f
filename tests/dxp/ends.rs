//! How games end: GAMEEND in all its meanings, limits, giving up, Ctrl-C.

use std::time::{Duration, Instant};

use damka::board::Side;
use damka::position::Outcome;
use damka::protocol::dxp::{Ending, Options, Proposal, Role};
use damka::wire::dxp::{Message, Reason};

use super::peer::{Damka, LONG, follower, initiator, initiator_from, proposal, thinking_for};

#[test]
fn whoever_has_no_move_says_that_it_has_lost() {
    // White takes the last man.
    let (damka, mut peer) = Damka::connected(follower());
    peer.begin(Side::Black, Some("W:W28:B23"));
    peer.plays("28x19");
    assert_eq!(peer.text(), "E10");
    peer.ends(Reason::Unknown, true);
    let over = damka.over();
    assert_eq!(over.ending, Ending::Rules(Outcome::Win(Side::White)));
    assert_eq!((over.result, over.claim), ("2-0", None));
    assert!(
        over.pdn
            .contains("1. 28x19 {White wins: Black has no legal move} 2-0")
    );
    assert_eq!(damka.ends(), Ok(()));
}

#[test]
fn a_draw_by_the_rules_is_said_at_our_turn() {
    let mut options = follower();
    options.session.set_draw_rules("arena").unwrap();
    let (damka, mut peer) = Damka::connected(options);
    peer.begin(Side::Black, Some("W:WK48:B39,K5"));
    peer.plays("48x25");
    assert_eq!(peer.text(), "E20");
    peer.ends(Reason::Draw, false);
    let over = damka.over();
    assert_eq!((over.result, over.claim), ("1-1", Some(Reason::Draw)));
}

#[test]
fn a_won_game_waits_for_the_loser_to_say_so() {
    let (damka, mut peer) = Damka::connected(Options {
        games: Some(2),
        ..initiator_from("W:W28:B23", Side::White)
    });
    for number in 1..=2 {
        peer.accept();
        assert_eq!(peer.hears_move(), "28x19");
        peer.ends(Reason::ILose, false);
        // Nothing comes after the last game.
        assert_eq!(peer.text(), if number == 2 { "E01" } else { "E00" });
        assert_eq!(damka.over().result, "2-0");
    }
    peer.is_closed();
    assert_eq!(damka.ends(), Ok(()));
}

#[test]
fn the_other_side_may_end_the_game_at_any_time() {
    for (reason, ending, result) in [
        (Reason::ILose, Ending::Resigned(Side::White), "0-2"),
        (Reason::Draw, Ending::EndedByPeer, "*"),
        (Reason::IWin, Ending::EndedByPeer, "*"),
        (Reason::Unknown, Ending::EndedByPeer, "*"),
    ] {
        for while_thinking in [false, true] {
            let (damka, mut peer) = Damka::connected(thinking_for(2 * LONG));
            peer.begin(Side::Black, None);
            if while_thinking {
                peer.plays("32-28");
            }
            peer.ends(reason, true);
            assert_eq!(peer.text(), "E00");
            let over = damka.over();
            assert_eq!((over.ending, over.result), (ending.clone(), result));
            assert_eq!(over.claim, (reason != Reason::Unknown).then_some(reason));
            assert_eq!(over.moves.len(), usize::from(while_thinking));
            peer.is_closed();
            assert_eq!(damka.ends(), Ok(()));
        }
    }
}

#[test]
fn a_game_ends_after_the_moves_that_were_agreed() {
    let (damka, mut peer) = Damka::connected(Options {
        role: Role::Initiator(Proposal {
            moves: 2,
            ..proposal()
        }),
        ..initiator(1)
    });
    peer.accept();
    for _ in 0..2 {
        peer.hears_move();
        let mv = peer.session.moves()[0].text.clone();
        peer.plays(&mv);
    }
    assert_eq!(peer.text(), "E01");
    peer.ends(Reason::Unknown, false);
    let over = damka.over();
    assert_eq!((over.ending, over.result), (Ending::MoveLimit, "*"));
    assert!(over.pdn.contains("[TimeControl \"2/300\"]"));
}

#[test]
fn a_move_after_the_end_does_not_change_the_result() {
    let mut options = follower();
    options.session.set_draw_rules("arena").unwrap();
    let (damka, mut peer) = Damka::connected(options);
    peer.begin(Side::White, Some("W:WK48:B39,K5"));
    assert!(peer.hears_move().starts_with("48x"));
    let mv = peer.session.moves()[0].text.clone();
    peer.plays(&mv);
    assert_eq!(peer.text(), "E20");
    peer.ends(Reason::Unknown, false);
    let over = damka.over();
    assert_eq!((over.result, over.moves.len()), ("1-1", 1));
}

#[test]
fn a_lost_game_is_given_up_only_when_asked_to() {
    for resign in [None, Some(500)] {
        let (damka, mut peer) = Damka::connected(Options {
            resign,
            ..follower()
        });
        peer.begin(Side::Black, Some("W:WK47,K48,K49,K50,K36:B1,2"));
        let mut moves = 0;
        let end = loop {
            let mv = peer.session.moves()[0].text.clone();
            peer.plays(&mv);
            match peer.hears() {
                Message::GameEnd { reason, .. } => break reason,
                heard => peer.takes(&heard),
            };
            moves += 1;
            if resign.is_none() && moves == 4 {
                return;
            }
        };
        assert_eq!((end, moves), (Reason::ILose, 2));
        peer.ends(Reason::Unknown, true);
        let over = damka.over();
        assert_eq!(over.ending, Ending::Resigned(Side::Black));
        assert_eq!(over.result, "2-0");
    }
}

#[test]
fn ctrl_c_ends_the_game_at_our_turn() {
    let (damka, mut peer) = Damka::connected(thinking_for(2 * LONG));
    peer.begin(Side::White, None);
    damka.interrupt();
    assert_eq!(peer.text(), "E01");
    peer.ends(Reason::Unknown, false);
    assert_eq!(damka.over().ending, Ending::Interrupted);
    peer.is_closed();
    assert_eq!(damka.ends(), Ok(()));
}

#[test]
fn ctrl_c_waits_a_little_for_the_move_of_the_other_side() {
    for moves in [true, false] {
        let (damka, mut peer) = Damka::connected(thinking_for(2 * LONG));
        peer.begin(Side::Black, None);
        let began = Instant::now();
        damka.interrupt();
        if moves {
            std::thread::sleep(Duration::from_millis(300));
            peer.plays("32-28");
            assert_eq!(peer.text(), "E01");
            peer.ends(Reason::Unknown, false);
        }
        peer.is_closed();
        let over = damka.over();
        assert_eq!(over.ending, Ending::Interrupted);
        assert_eq!(over.moves.len(), usize::from(moves));
        assert_eq!(damka.ends(), Ok(()));
        assert!(began.elapsed() < LONG / 2);
    }
}

#[test]
fn ctrl_c_ends_the_waiting() {
    let damka = Damka::start(follower());
    damka.note();
    damka.interrupt();
    assert_eq!(damka.ends(), Ok(()));
    let (damka, mut peer) = Damka::connected(initiator(1));
    peer.hears();
    damka.interrupt();
    assert_eq!(damka.ends(), Ok(()));
}
