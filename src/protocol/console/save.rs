//! The game as a PDN file.
//!
//! Source: the PDN 3.0 standard, sections on tags, results and move text.

use std::time::SystemTime;

use crate::board::Side;
use crate::notation::pdn::{self, Form, GameResult, Ply};
use crate::session;

use super::game::Game;

/// The text of the game. `person` is the side of the person; `None` for both.
pub fn pdn(game: &Game, person: Option<Side>) -> String {
    let session = game.session();
    let about = session::describe(session.variant());
    let player = |side| match person {
        Some(person) if person != side => ("damka", "program"),
        _ => ("?", "human"),
    };
    let (white, black) = (player(Side::White), player(Side::Black));
    let mut saved = session::record(session);
    saved.set_tag("Event", "Casual game");
    saved.set_tag("Date", pdn::date(SystemTime::now()));
    saved.set_tag("White", white.0);
    saved.set_tag("Black", black.0);
    saved.set_tag("WhiteType", white.1);
    saved.set_tag("BlackType", black.1);
    let ended = game.ended();
    let result = ended.map_or(GameResult::Open, |ended| GameResult::won_by(ended.winner));
    saved.set_result(result, Form::of_game(about.game_type));
    match (ended, saved.moves.plies.last_mut()) {
        (Some(ended), Some(last)) => last.comment = Some(format!("{}{ended}", before(last))),
        (Some(ended), None) => saved.moves.comment = Some(ended.to_string()),
        (None, _) => {}
    }
    saved.to_string()
}

/// What is said already of the last move, with a sign between it and what follows.
fn before(ply: &Ply) -> String {
    let said = ply.comment.as_ref();
    said.map(|said| format!("{said}; ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::Variant;

    fn game(variant: Variant, fen: Option<&str>, moves: &[&str]) -> Game {
        let mut session = session::open(variant);
        if let Some(fen) = fen {
            session.set_fen(fen).unwrap();
        }
        let mut game = Game::new(session);
        for mv in moves {
            game.play(mv).unwrap();
        }
        game
    }

    #[test]
    fn a_game_has_its_tags_moves_and_result() {
        let mut played = game(
            Variant::International,
            None,
            &["32-28", "19-23", "28x19", "14x23"],
        );
        played.resign(Side::White);
        let text = pdn(&played, Some(Side::White));
        for part in [
            "[White \"?\"]\n[Black \"damka\"]\n[Result \"0-2\"]\n",
            "[GameType \"20\"]\n[WhiteType \"human\"]\n[BlackType \"program\"]\n\n",
            "1. 32-28 19-23 2. 28x19 14x23 {Black wins: White resigns} 0-2\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("SetUp"));
    }

    #[test]
    fn numbers_follow_the_side_that_begins() {
        let black = game(Variant::International, Some("B:W28,33:B9,12"), &["12-18"]);
        let text = pdn(&black, None);
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"B:W28,33:B9,12\"]"));
        assert!(text.ends_with("\n1... 12-18 *\n"), "{text}");
        let mv = session::open(Variant::English).moves()[0].text.clone();
        let english = game(Variant::English, None, &[&mv]);
        assert!(pdn(&english, None).ends_with(&format!("\n1. {mv} *\n")));
    }
}
