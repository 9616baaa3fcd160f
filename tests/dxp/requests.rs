//! How games are asked for, accepted and refused.

use damka::board::Side;
use damka::protocol::dxp::{Options, Proposal, Role};
use damka::rules::variant::Variant;
use damka::session;
use damka::wire::dxp::{Answer, Message};

use super::peer::{Damka, follower, initiator, initiator_from, proposal, request};

#[test]
fn a_follower_refuses_what_it_cannot_play_and_goes_on_listening() {
    let (damka, mut peer) = Damka::connected(Options {
        role: Role::Follower {
            side: Some(Side::Black),
        },
        ..follower()
    });
    let accepted = |code: char| format!("A{:<32}{code}", "damka");
    peer.send_bytes(b"R02somebody\0");
    assert_eq!(peer.text(), accepted('1'));
    assert!(damka.words().contains("another version"));

    peer.ask(Side::White, None);
    assert_eq!(peer.text(), accepted('2'));
    assert!(damka.words().contains("the other side"));

    // A man on its last row; nothing on the board; no move.
    for (position, reason) in [
        (format!("Ww{}z", "e".repeat(48)), "last row"),
        (format!("W{}", "e".repeat(50)), "position"),
        (format!("Wz{}", "e".repeat(49)), "over"),
    ] {
        let text = format!("R01{:<32}Z005000B{position}\0", "peer");
        peer.send_bytes(text.as_bytes());
        assert_eq!(peer.text(), accepted('2'), "{position}");
        let told = damka.words();
        assert!(told.contains(reason), "{told}");
    }
    peer.begin(Side::Black, None);
}

#[test]
fn numbers_of_four_digits_are_understood() {
    let (_damka, mut peer) = Damka::connected(follower());
    peer.send_bytes(format!("R01{:<32}Z00010040A\0", "peer").as_bytes());
    assert_eq!(peer.text(), format!("A{:<32}0", "damka"));
}

#[test]
fn an_initiator_says_what_it_wants() {
    let (_damka, mut peer) = Damka::connected(Options {
        role: Role::Initiator(Proposal {
            side: Side::Black,
            minutes: 12,
            moves: 75,
            ..proposal()
        }),
        ..initiator(1)
    });
    assert_eq!(peer.text(), format!("R01{:<32}W012075A", "damka"));
    let (_damka, mut peer) = Damka::connected(initiator_from("B:WK46,28:B9,K12", Side::White));
    let board = format!(
        "{}z{}Z{}w{}W{}",
        "e".repeat(8),
        "ee",
        "e".repeat(15),
        "e".repeat(17),
        "e".repeat(4)
    );
    assert_eq!(peer.text(), format!("R01{:<32}Z005000BZ{board}", "damka"));
}

#[test]
fn an_initiator_takes_no_for_an_answer() {
    for (answer, told) in [
        (Answer::WrongVersion, "another version"),
        (Answer::NotThisGame, "this game"),
        (Answer::NoGames, "play games"),
    ] {
        let (damka, mut peer) = Damka::connected(initiator(1));
        peer.hears();
        peer.answer(answer);
        peer.is_closed();
        let error = damka.ends().unwrap_err();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn two_initiators_do_not_wait_for_each_other() {
    let (damka, mut peer) = Damka::connected(Options {
        timeout: std::time::Duration::from_millis(300),
        ..initiator(1)
    });
    peer.hears();
    peer.send(&Message::GameRequest(request(Side::White, None)));
    assert_eq!(damka.words(), "GAMEREQ out of place, ignored");
    assert!(damka.words().contains("expected GAMEACC"));
    peer.is_closed();
    damka.interrupt();
    assert_eq!(damka.ends(), Ok(()));
}

#[test]
fn games_on_other_boards_are_refused() {
    for variant in [Variant::Russian, Variant::Canadian, Variant::Spantsiretti] {
        let damka = Damka::start(Options {
            session: session::open(variant),
            ..follower()
        });
        assert!(damka.ends().unwrap_err().contains("10x10"));
    }
}
