//! What holds in every position of every game.

mod common;

use common::{Random, moves};
use damka::board::{Geometry, Side, Word};
use damka::notation::{MoveError, fen, hub, text};
use damka::position::{Key, Line, Move, Position, Setup};
use damka::rules::variant::Variant;
use damka::rules::{DrawRules, Rules, Set};
use proptest::prelude::*;

/// A move as something that can be sorted and compared between positions.
fn sortable<R: Rules>(mv: Move<R>) -> (u8, u8, u128, bool) {
    (
        mv.from().bit(),
        mv.to().bit(),
        mv.captured().widen(),
        mv.promotes(),
    )
}

fn sorted<R: Rules>(moves: impl IntoIterator<Item = Move<R>>) -> Vec<(u8, u8, u128, bool)> {
    let mut moves: Vec<_> = moves.into_iter().map(sortable).collect();
    moves.sort_unstable();
    moves
}

/// The moves are different, and captures only or quiet only; the other side's board has the same ones turned.
fn check_moves<R: Rules>(position: &Position<R>) {
    let legal = moves(position);
    let mut unique = sorted(legal.iter().copied());
    unique.dedup();
    assert_eq!(unique.len(), legal.len());
    assert_eq!(
        position.has_capture(),
        legal.first().is_some_and(Move::is_capture)
    );
    assert!(
        legal
            .iter()
            .all(|mv| mv.is_capture() == position.has_capture())
    );
    assert_eq!(
        legal.is_empty(),
        !position.has_capture() && !position.has_quiet()
    );
    let turned = position.turned();
    assert_eq!(turned.turned(), *position);
    assert_eq!(
        sorted(moves(&turned)),
        sorted(legal.iter().map(Move::turned))
    );
}

/// A move takes what it says from its squares, and nothing else.
fn check_play<R: Rules>(position: &Position<R>, mv: Move<R>) {
    let (from, to) = (Set::<R>::one(mv.from()), Set::<R>::one(mv.to()));
    let (us, them) = (position.us(), position.them());
    let removed = match R::REMOVES_AT_ONCE {
        true => mv.captured(),
        false => Set::<R>::EMPTY,
    };
    assert!(us.meets(from) && (position.empty() | from | removed).meets(to));
    assert_eq!(mv.captured() & them, mv.captured());
    let after = position.play(mv);
    assert_eq!(after.side(), position.side().opponent());
    // Also right where from and to are the same square.
    assert_eq!(after.them(), (us & !from) | to);
    assert_eq!(after.us(), them & !mv.captured());
    assert!(!after.us().meets(after.them()));
    assert_eq!(after.empty() | after.us() | after.them(), R::Board::board());
    let moved_is_king = position.kings().meets(from) || mv.promotes();
    assert_eq!(after.kings().meets(to), moved_is_king);
    assert_eq!(
        after.kings() & !to,
        position.kings() & !from & !to & !mv.captured()
    );
    let key = Key::of(position).after(position, mv);
    assert_eq!(key, Key::of(&after));
    for side in Side::ALL {
        let men = after.pieces(side) & !after.kings();
        assert!(!men.meets(R::last_row(side)), "a man on its last row");
    }
}

/// Whatever is written reads back as the same.
fn check_texts<R: Rules>(position: &Position<R>) {
    let written = fen::write(position);
    assert_eq!(fen::parse(&written), Ok(*position), "{written}");
    let written = hub::write_position(position);
    let forgotten = position.forgotten();
    assert_eq!(hub::parse_position(&written), Ok(forgotten), "{written}");
    assert_eq!(Setup::from(position).playable(), Ok(*position));
    let legal = moves(position);
    for &mv in &legal {
        let path = text::path(position, mv);
        assert_eq!(
            (path.first(), path.last()),
            (Some(&mv.from()), Some(&mv.to()))
        );
        let jumps = (mv.captured().count() as usize).max(1);
        assert_eq!(path.len(), jumps + 1);
        for written in [text::write(position, mv), text::write_full(position, mv)] {
            assert_eq!(text::parse(position, &written), Ok(mv), "{written}");
        }
        let written = hub::write_move(mv);
        assert_eq!(hub::parse_move(position, &written), Ok(mv), "{written}");
        assert_eq!(text::parse(position, &written), Ok(mv), "{written}");
        check_short_form(position, &legal, mv);
    }
}

/// From and to alone mean the move, or are refused where they could mean another.
fn check_short_form<R: Rules>(position: &Position<R>, legal: &[Move<R>], mv: Move<R>) {
    let fits = legal
        .iter()
        .filter(|other| (other.from(), other.to()) == (mv.from(), mv.to()));
    let ambiguous = fits.count() > 1;
    let (from, to) = (R::number(mv.from()), R::number(mv.to()));
    let found = hub::parse_move(position, &format!("{from}-{to}"));
    match found {
        Ok(found) if !ambiguous => assert_eq!(found, mv),
        // The whole route of one that takes a single piece.
        Ok(found) => assert_eq!(found.captured().count(), 1),
        Err(error) => {
            assert!(
                ambiguous && matches!(error, MoveError::Ambiguous { .. }),
                "{error}"
            );
        }
    }
}

/// Playing and taking back restores everything, and the key never drifts.
fn check_line<R: Rules>(game: &Line<R>, rules: &'static DrawRules) {
    let mut line = Line::new(*game.first(), rules);
    let mut states = Vec::new();
    for &mv in game.moves() {
        assert_eq!(line.key(), Key::of(line.position()));
        states.push((*line.position(), line.key(), line.counters(), line.draw()));
        line.play(mv);
    }
    assert_eq!(line.position(), game.position());
    assert_eq!(line.moves(), game.moves());
    while let Some(mv) = line.undo() {
        let state = (*line.position(), line.key(), line.counters(), line.draw());
        assert_eq!(Some(state), states.pop());
        assert_eq!(game.moves()[line.plies()], mv);
    }
    assert!(states.is_empty() && line.position() == game.first());
}

fn check_position<R: Rules>(position: &Position<R>) {
    check_moves(position);
    check_texts(position);
    for mv in moves(position) {
        check_play(position, mv);
    }
}

/// A game from the start and one from random pieces.
fn check_games<R: Rules>(seed: u64) {
    let mut random = Random(seed);
    let scattered = random.position::<R>();
    for (first, plies) in [(Position::<R>::start(), 120), (scattered, 30)] {
        let game = random.game(first, plies);
        for rules in R::DRAW_RULES {
            check_line(&game, rules);
        }
        let mut replay = game.clone();
        check_position(replay.position());
        while replay.undo().is_some() {
            check_position(replay.position());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(debug_assertions) { 16 } else { 128 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_games(seed in any::<u64>()) {
        for &variant in Variant::ALL {
            damka::dispatch!(variant, R => check_games::<R>(seed));
        }
    }

    /// Many more positions than games, since captures that turn are rare in games.
    #[test]
    fn scattered_pieces(seed in any::<u64>()) {
        for &variant in Variant::ALL {
            damka::dispatch!(variant, R => {
                let mut random = Random(seed);
                for _ in 0..20 {
                    check_position(&random.position::<R>());
                }
            });
        }
    }
}
