//! Peers that break the rules: pieces of messages, garbage, illegal moves, silence, and sudden ends.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use damka::board::Side;
use damka::position::Outcome;
use damka::protocol::dxp::{Ending, Options};
use damka::wire::dxp::{Message, Move, Reason};

use super::peer::{Damka, LONG, Note, Peer, follower, initiator, initiator_from, thinking_for};

/// Options with little patience.
fn hasty(options: Options) -> Options {
    Options {
        timeout: Duration::from_millis(150),
        ..options
    }
}

#[test]
fn messages_may_come_in_pieces_or_together() {
    let (damka, mut peer) = Damka::connected(follower());
    let request = format!("R01{:<32}Z005000A\0", "peer");
    for byte in request.as_bytes() {
        peer.send_bytes(&[*byte]);
    }
    assert_eq!(peer.text(), format!("A{:<32}0", "damka"));
    peer.send_bytes(b"CHello\0M00013228");
    assert_eq!(damka.words(), "Hello");
    peer.session.play("32-28").unwrap();
    peer.send_bytes(b"00\0");
    peer.hears_move();
    // A whole game in one write.
    peer.ends(Reason::Unknown, false);
    peer.text();
    let request = format!("R01{:<32}Z005000A\0CHi\0M0000322800\0E01\0", "peer");
    peer.send_bytes(request.as_bytes());
    peer.text();
    peer.text();
    damka.over();
    assert!(damka.over().moves.len() <= 2);
}

#[test]
fn chats_are_told_without_their_control_characters() {
    let (damka, mut peer) = Damka::connected(follower());
    peer.send_bytes(b"C\x1b[2Jd\xe9but\0");
    assert_eq!(damka.words(), "?[2Jdébut");
    peer.begin(Side::Black, None);
    peer.send_bytes(b"CYour turn soon\0");
    assert_eq!(damka.words(), "Your turn soon");
}

#[test]
fn garbage_is_told_and_passed_over() {
    let (damka, mut peer) = Damka::connected(follower());
    let long = vec![b'M'; 3_000_000];
    peer.send_bytes(&long);
    peer.send_bytes(b"\0");
    assert!(damka.words().contains("too long"));
    for (bytes, told) in [
        (&b"X\0"[..], "found 'X'"),
        (b"\0", "empty message"),
        (b"\xff\xfe\0", "expected one of"),
        (b"M00019928\0", "a square from 01 to 50"),
        (b"A\0", "a name"),
    ] {
        peer.send_bytes(bytes);
        let words = damka.words();
        assert!(
            words.starts_with("bad message: ") && words.contains(told),
            "{words}"
        );
    }
    peer.begin(Side::Black, None);
    peer.send_bytes(b"M9\0E7\0");
    peer.plays("32-28");
    peer.hears_move();
}

#[test]
fn a_flood_ends_the_connection_and_not_the_listening() {
    let (damka, mut peer) = Damka::connected(follower());
    let mut stream = peer.stream.try_clone().unwrap();
    // It never ends by itself.
    let flood = thread::spawn(move || while stream.write_all(b"Cflood\0").is_ok() {});
    let too_many = loop {
        if let Note::Trouble(text) = damka.note() {
            break text;
        }
    };
    assert!(too_many.contains("too many messages"), "{too_many}");
    peer.is_closed();
    flood.join().unwrap();
    damka.interrupt();
    assert_eq!(damka.ends(), Ok(()));
}

#[test]
fn a_flood_ends_a_game_even_while_damka_thinks() {
    let (damka, mut peer) = Damka::connected(thinking_for(2 * LONG));
    peer.begin(Side::White, None);
    for _ in 0..300 {
        let _ = peer.stream.write_all(b"M0001193000\0");
    }
    let over = damka.over();
    assert!(matches!(over.ending, Ending::Lost(_)), "{over:?}");
    assert_eq!((over.result, over.moves.len()), ("*", 0));
    assert!(damka.ends().unwrap_err().contains("too many"));
}

#[test]
fn an_illegal_move_loses() {
    for (mv, text) in [
        ("M0001322700", None),
        ("M0001322600", Some("32-26")),
        ("M000132280119", Some("32x28 (captures 19)")),
        ("M0001201500", Some("20-15")),
    ] {
        let (damka, mut peer) = Damka::connected(follower());
        peer.begin(Side::Black, None);
        peer.send_bytes(format!("{mv}\0").as_bytes());
        let Some(text) = text else {
            assert!(matches!(peer.hears(), Message::Move(_)));
            continue;
        };
        assert!(
            peer.text()
                .starts_with(&format!("Cillegal move {text}, expected one of 31-26"))
        );
        assert_eq!(peer.text(), "E30");
        assert!(damka.words().contains("32-28"));
        peer.ends(Reason::Unknown, false);
        let (side, text) = (Side::White, text.to_owned());
        let over = damka.over();
        assert_eq!(over.ending, Ending::Illegal { side, text });
        assert_eq!((over.result, over.moves.len()), ("0-2", 0));
        // The next game begins as if nothing had been.
        peer.begin(Side::Black, None);
    }
}

#[test]
fn captured_squares_come_in_any_order_and_must_be_the_right_ones() {
    // Two ways for a king to take four from 47 to 36.
    let fen = "W:WK47:B14,19,29,31,42";
    let capture = |captured: &[u8]| {
        Message::Move(Move {
            seconds: 0,
            from: 47,
            to: 36,
            captured: captured.to_vec(),
        })
    };
    for (captured, is_legal) in [
        (&[31, 19, 29, 42][..], true),
        (&[14, 29, 31, 42], true),
        (&[14, 19, 31, 42], false),
        (&[29, 31, 42], false),
        (&[29, 29, 31, 42], false),
        (&[], false),
    ] {
        let (damka, mut peer) = Damka::connected(follower());
        peer.begin(Side::Black, Some(fen));
        peer.send(&capture(captured));
        if is_legal {
            peer.hears();
        } else {
            assert!(peer.text().starts_with("Cillegal move 47"));
            assert_eq!(peer.text(), "E30");
            peer.ends(Reason::Unknown, true);
            assert_eq!(damka.over().result, "0-2");
        }
    }
}

#[test]
fn a_connection_that_is_lost_leaves_the_game_unfinished() {
    for while_thinking in [false, true] {
        let (damka, mut peer) = Damka::connected(thinking_for(2 * LONG));
        peer.begin(Side::Black, None);
        if while_thinking {
            peer.plays("32-28");
        }
        drop(peer);
        let over = damka.over();
        assert!(matches!(over.ending, Ending::Lost(_)), "{over:?}");
        assert_eq!(
            (over.result, over.moves.len()),
            ("*", usize::from(while_thinking))
        );
        assert!(over.pdn.contains("not finished"));
        assert!(damka.ends().is_err());
    }
}

#[test]
fn whoever_leaves_before_a_game_makes_room_for_another() {
    let damka = Damka::start(follower());
    let Note::Listening(address) = damka.note() else {
        panic!("it listens first")
    };
    for _ in 0..3 {
        drop(TcpStream::connect(address).unwrap());
    }
    let mut peer = Peer::new(TcpStream::connect(address).unwrap());
    peer.begin(Side::White, None);
    peer.hears_move();
}

#[test]
fn an_answer_that_does_not_come_is_not_waited_for_without_end() {
    // GAMEACC.
    let (damka, mut peer) = Damka::connected(hasty(initiator(1)));
    peer.hears();
    assert!(damka.words().contains("GAMEACC"));
    peer.is_closed();

    // GAMEREQ.
    let (damka, mut peer) = Damka::connected(hasty(follower()));
    assert!(damka.words().contains("GAMEREQ"));
    peer.is_closed();

    // GAMEEND of the side that has lost.
    let (damka, mut peer) = Damka::connected(hasty(initiator_from("W:W28:B23", Side::White)));
    peer.accept();
    assert_eq!(peer.hears_move(), "28x19");
    let over = damka.over();
    assert_eq!(over.ending, Ending::Rules(Outcome::Win(Side::White)));
    peer.is_closed();
    assert!(damka.ends().unwrap_err().contains("GAMEEND"));

    // GAMEEND as the answer to damka's own.
    let (damka, mut peer) = Damka::connected(hasty(follower()));
    peer.begin(Side::Black, Some("W:W28:B23"));
    peer.plays("28x19");
    assert_eq!(peer.text(), "E10");
    assert_eq!(damka.over().result, "2-0");
    peer.is_closed();
    assert!(damka.ends().unwrap_err().contains("GAMEEND"));
}

/// A minute is the least that can be agreed.
#[test]
#[ignore = "minutes"]
fn whoever_never_moves_loses_on_time() {
    let (damka, mut peer) = Damka::connected(hasty(follower()));
    peer.send_bytes(format!("R01{:<32}Z001000A\0", "peer").as_bytes());
    peer.hears();
    peer.stream
        .set_read_timeout(Some(Duration::from_secs(100)))
        .unwrap();
    assert_eq!(peer.text(), "E30");
    assert_eq!(damka.over().ending, Ending::Time(Side::White));
    assert!(damka.ends().is_err());
}
