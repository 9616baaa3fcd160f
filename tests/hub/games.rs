//! Whole games over the protocol, with the session as the referee.

use damka::rules::variant::Variant;
use damka::session::{self, Session};

use super::client::{Engine, field, infos};
use super::garbage::Numbers;

/// Fails unless every move of a PV can be played in a row.
fn is_legal(engine_pv: &str, start: &str, moves: &[String], variant: Variant) {
    let mut session = session::open(variant);
    let pv = engine_pv.split(' ').filter(|mv| !mv.is_empty());
    let all: Vec<_> = moves.iter().map(String::as_str).chain(pv).collect();
    let result = session.set_hub(start, &all);
    assert!(
        result.is_ok(),
        "{variant}: {result:?} in {engine_pv} after {moves:?}"
    );
}

/// Plays a game against random moves, the engine with the side that moves first if `engine_first`.
fn play(engine: &mut Engine, variant: Variant, engine_first: bool, numbers: &mut Numbers) -> usize {
    let mut game: Box<dyn Session> = session::open(variant);
    let start = game.hub();
    let mut moves: Vec<String> = Vec::new();
    engine.send("new-game");
    while game.outcome().is_none() && moves.len() < 300 {
        let legal = game.moves();
        let mv = if moves.len().is_multiple_of(2) == engine_first {
            let history = moves.join(" ");
            let position = format!("pos pos={start} moves=\"{history}\"");
            let answer = engine.search(&format!("{position}\nlevel depth=3\ngo think"));
            let done = answer.last().unwrap();
            for info in infos(&answer) {
                is_legal(field(info, "pv"), &start, &moves, variant);
            }
            if done.contains(" ponder=") {
                let pair = format!("{} {}", field(done, "move"), field(done, "ponder"));
                is_legal(&pair, &start, &moves, variant);
            }
            let mv = field(done, "move").to_owned();
            assert!(
                legal.iter().any(|known| known.hub == mv),
                "{variant} {mv} after {moves:?}"
            );
            mv
        } else {
            legal[numbers.below(legal.len())].hub.clone()
        };
        moves.push(mv);
        let all: Vec<_> = moves.iter().map(String::as_str).collect();
        game.set_hub(&start, &all).unwrap();
    }
    moves.len()
}

#[test]
fn games_against_random_moves_in_every_variant() {
    let mut engine = Engine::ready();
    let mut numbers = Numbers(3);
    for &variant in Variant::ALL {
        engine.send(&format!("set-param name=variant value={variant}"));
        for engine_first in [true, false] {
            assert!(play(&mut engine, variant, engine_first, &mut numbers) > 10);
        }
    }
}

#[test]
fn a_deeper_pv_is_legal_to_its_end() {
    let mut engine = Engine::ready();
    let variant = Variant::International;
    let (start, moves) = (session::open(variant).hub(), Vec::new());
    engine.send("set-param name=threads value=2\nset-param name=multi-pv value=2");
    let answer = engine.search("level depth=13 move-time=1.5\ngo analyze");
    let pvs: Vec<_> = infos(&answer)
        .iter()
        .map(|info| field(info, "pv"))
        .collect();
    assert!(pvs.iter().any(|pv| pv.split(' ').count() > 8));
    for pv in pvs {
        is_legal(pv, &start, &moves, variant);
    }
}
