//! Whole games, in both roles.

use std::net::TcpListener;

use damka::board::Side;
use damka::position::Outcome;
use damka::protocol::dxp::{Ending, Endpoint, Options, Proposal, Role};
use damka::wire::dxp::{self, Message, Reason};

use super::peer::{Damka, Note, Peer, follower, initiator, proposal};

/// Plays the last of the legal moves until the game is over, and says so where it is the peer's turn. Returns the
/// moves.
fn play_out(peer: &mut Peer, us: Side) -> Vec<String> {
    let mut moves = Vec::new();
    loop {
        let outcome = peer.session.outcome();
        if peer.session.side() != us {
            match peer.hears() {
                Message::GameEnd { reason, .. } => {
                    assert_ne!(reason, Reason::Unknown);
                    assert!(outcome.is_some(), "{reason:?} in {}", peer.session.fen());
                    peer.ends(Reason::Unknown, false);
                    return moves;
                }
                heard => moves.push(peer.takes(&heard)),
            }
        } else if let Some(outcome) = outcome {
            let reason = match outcome {
                Outcome::Draw(_) => Reason::Draw,
                Outcome::Win(side) if side == us => Reason::IWin,
                Outcome::Win(_) => Reason::ILose,
            };
            peer.ends(reason, false);
            let Message::GameEnd { reason, .. } = peer.hears() else {
                panic!("an end is answered by an end")
            };
            assert_eq!(reason, Reason::Unknown);
            return moves;
        } else {
            let mv = peer.session.moves().last().unwrap().text.clone();
            peer.plays(&mv);
            moves.push(mv);
        }
    }
}

#[test]
fn a_follower_plays_several_games_with_both_sides() {
    let (damka, mut peer) = Damka::connected(follower());
    for (number, us) in (1..).zip([Side::White, Side::Black, Side::White]) {
        peer.begin(us.opponent(), None);
        let moves = play_out(&mut peer, us);
        let over = damka.over();
        assert_eq!((over.number, over.us), (number, us.opponent()));
        assert_eq!(over.ending, Ending::Rules(peer.session.outcome().unwrap()));
        assert_eq!(over.moves, moves);
    }
    drop(peer);
    assert_eq!(damka.ends(), Ok(()));
}

#[test]
fn an_initiator_alternates_and_gives_each_opening_to_both_sides() {
    let openings = ["W:W31-50:B1-20", "B:W28,33,38,43:B9,12,13,K1"];
    let (damka, mut peer) = Damka::connected(Options {
        role: Role::Initiator(Proposal {
            alternate: true,
            openings: openings.map(str::to_owned).to_vec(),
            minutes: 7,
            ..proposal()
        }),
        ..initiator(4)
    });
    let mut asked = Vec::new();
    for _ in 0..4 {
        let request = peer.accept();
        assert_eq!((request.name.as_str(), request.minutes), ("damka", 7));
        let us = match request.follower {
            dxp::Side::White => Side::White,
            dxp::Side::Black => Side::Black,
        };
        asked.push((us, request.setup.unwrap().hub().starts_with('W')));
        play_out(&mut peer, us);
        let over = damka.over();
        assert_eq!(over.ending, Ending::Rules(peer.session.outcome().unwrap()));
    }
    let (white, black) = (Side::White, Side::Black);
    assert_eq!(
        asked,
        [(black, true), (white, true), (black, false), (white, false)]
    );
    peer.is_closed();
    assert_eq!(damka.ends(), Ok(()));
}

#[test]
fn whoever_listens_may_also_follow_and_whoever_connects_too() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    for role in [Role::Initiator(proposal()), Role::Follower { side: None }] {
        let asks = matches!(role, Role::Initiator(_));
        let damka = Damka::start(Options {
            role,
            games: Some(1),
            endpoint: Endpoint::Connect(address.parse().unwrap()),
            ..follower()
        });
        let mut peer = Peer::new(listener.accept().unwrap().0);
        assert_eq!(damka.note(), Note::Connected);
        if asks {
            assert_eq!(peer.accept().setup, None);
        } else {
            peer.begin(Side::White, None);
        }
        let (white, black) = ("damka".to_owned(), "peer".to_owned());
        assert_eq!(damka.note(), Note::Begun { white, black });
        play_out(&mut peer, Side::Black);
        damka.over();
        peer.is_closed();
        assert_eq!(damka.ends(), Ok(()));
    }
}
