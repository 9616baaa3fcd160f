//! The engine against itself over the protocol: a whole game with `variant` set to each value and to each alias.

use damka::rules::variant::Variant;
use damka::session;

use super::client::{Engine, field};

/// A game is broken off after so many plies: its end is the business of the draw rules.
const MOST_PLIES: usize = 160;

/// Plays a game; both sides are the engine. Returns the plies.
fn play(engine: &mut Engine, name: &str) -> usize {
    engine.send(&format!("set-param name=variant value={name}\nnew-game"));
    let mut game = session::open(name.parse::<Variant>().unwrap());
    let start = game.hub();
    let mut moves: Vec<String> = Vec::new();
    while game.outcome().is_none() && moves.len() < MOST_PLIES {
        let history = moves.join(" ");
        let answer = engine.search(&format!(
            "pos pos={start} moves=\"{history}\"\nlevel nodes=30\ngo think"
        ));
        let errors = answer.iter().filter(|line| line.starts_with("error"));
        assert_eq!(errors.count(), 0, "{name}: {answer:?}");
        let mv = field(answer.last().unwrap(), "move").to_owned();
        let is_legal = game.moves().iter().any(|legal| legal.hub == mv);
        assert!(is_legal, "{name}: {mv} in {}", game.fen());
        moves.push(mv);
        let all: Vec<_> = moves.iter().map(String::as_str).collect();
        game.set_hub(&start, &all).unwrap();
    }
    moves.len()
}

#[test]
fn a_game_under_every_name_of_every_variant() {
    let mut engine = Engine::ready();
    for &variant in Variant::ALL {
        for name in std::iter::once(&variant.name()).chain(variant.aliases()) {
            assert!(play(&mut engine, name) > 10, "{name}");
        }
    }
}

/// The values that Scan declares, and the ones that its clients send.
#[test]
fn the_names_of_scan_are_known() {
    for name in [
        "normal", "killer", "bt", "frisian", "losing", "brazil", "frysk",
    ] {
        let known = name.parse::<Variant>();
        assert!(known.is_ok(), "{name}");
    }
}
