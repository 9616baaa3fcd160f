//! The game so far as it stands in a PDN file.

use super::{MoveText, Session, describe};
use crate::board::Side;
use crate::notation::pdn::{Game, Ply};

/// The game so far as a game of a PDN file, with its game type, its set-up and its moves; who has played it and how it
/// came out is for the caller to say.
///
/// ```
/// use damka::rules::variant::Variant;
/// use damka::session;
///
/// let mut session = session::open(Variant::International);
/// session.play("32-28").unwrap();
/// let game = session::record(&*session);
/// assert_eq!(game.to_string(), "[GameType \"20\"]\n\n1. 32-28 *\n");
/// ```
#[must_use]
pub fn record(session: &dyn Session) -> Game {
    let about = describe(session.variant());
    let mut game = Game::default();
    match about.game_type {
        Some(number) => game.set_tag("GameType", number.to_string()),
        // The standard has no number for it.
        None => game.set_tag("Variant", about.name),
    }
    if let Some(fen) = session.setup() {
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", fen);
    }
    game.moves.plies = plies(session);
    game.second_begins = began(session) != about.first;
    game
}

/// The side that made the first move. The number of moves tells it, since the side to move is known.
fn began(session: &dyn Session) -> Side {
    if session.history().len().is_multiple_of(2) {
        session.side()
    } else {
        session.side().opponent()
    }
}

/// The moves, with the pieces that were huffed.
fn plies(session: &dyn Session) -> Vec<Ply> {
    let moves = session.history().into_iter().zip(session.huffed());
    let ply = |(mv, huffed): (MoveText, Option<String>)| Ply {
        comment: huffed.map(|square| format!("huffed: {square}")),
        ..Ply::new(mv.text)
    };
    moves.map(ply).collect()
}
