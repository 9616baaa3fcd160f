//! Which kind of draughts a game of a file is.

use std::fmt;

use crate::board::Side;
use crate::notation::pdn::Game;
use crate::rules::variant::Variant;
use crate::session;

/// What a file says of the kind of draughts cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KindError {
    /// The tag `GameType` does not begin with a number.
    NoNumber(String),
    /// There is no game of this number.
    UnknownNumber(String),
    /// The game of the number has another first side or another board.
    Unlike {
        /// The tag.
        game_type: String,
        /// The game of its number.
        variant: Variant,
    },
}

impl fmt::Display for KindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNumber(text) => {
                let text = text.escape_debug();
                write!(f, "GameType \"{text}\", expected a number as in \"20\"")
            }
            Self::UnknownNumber(text) => write!(
                f,
                "GameType \"{}\" is no draughts that damka plays, expected a number of `damka variants`",
                text.escape_debug()
            ),
            Self::Unlike { game_type, variant } => write!(
                f,
                "GameType \"{}\" has another board or another first side than {variant}",
                game_type.escape_debug()
            ),
        }
    }
}

impl std::error::Error for KindError {}

/// International draughts from any position, as Lidraughts numbers it.
const FROM_POSITION: u8 = 99;

/// The kind of draughts that the tags of a game name, if they do. Games that have no number in the standard are named by
/// the tag `Variant`, as Lidraughts does it; it goes before the number.
///
/// # Errors
///
/// When they name something that damka does not play.
pub fn named(game: &Game) -> Result<Option<Variant>, KindError> {
    let known = game.tag("Variant").and_then(|name| name.parse().ok());
    if known.is_some() {
        return Ok(known);
    }
    let game_type = game.tag("GameType").map(str::trim);
    match game_type.filter(|text| !matches!(*text, "" | "?")) {
        Some(text) => of_game_type(text).map(Some),
        None => Ok(None),
    }
}

/// The kind of draughts of a `GameType`: a number, and behind it the first side and the size of the board, which must
/// fit. How squares are named is not asked: programs write it wrong, and moves are read in every notation.
fn of_game_type(text: &str) -> Result<Variant, KindError> {
    let mut fields = text.split(',').map(str::trim);
    let number: u8 = match fields.next().map(str::parse) {
        Some(Ok(number)) => number,
        _ => return Err(KindError::NoNumber(text.to_owned())),
    };
    let has_number = |variant: &&Variant| session::describe(**variant).game_type == Some(number);
    let variant = match number {
        FROM_POSITION => Variant::International,
        _ => *Variant::ALL
            .iter()
            .find(has_number)
            .ok_or_else(|| KindError::UnknownNumber(text.to_owned()))?,
    };
    let about = session::describe(variant);
    let first = match about.first {
        Side::White => "W",
        Side::Black => "B",
    };
    let (columns, rows) = about.board;
    let own = [first.to_owned(), columns.to_string(), rows.to_string()];
    let fits = own.iter().zip(fields).all(|(own, field)| own == field);
    if fits {
        Ok(variant)
    } else {
        let game_type = text.to_owned();
        Err(KindError::Unlike { game_type, variant })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(tags: &[(&str, &str)]) -> Result<Option<Variant>, KindError> {
        let mut game = Game::default();
        for &(name, value) in tags {
            game.set_tag(name, value);
        }
        named(&game)
    }

    #[test]
    fn games_are_known_by_their_tags() {
        for (text, variant) in [
            ("20", Variant::International),
            ("20,W,10,10,N1,0", Variant::International),
            ("21,B,8,8,N1,0", Variant::English),
            (" 25 ", Variant::Russian),
            ("99", Variant::International),
            ("96", Variant::Breakthrough),
        ] {
            assert_eq!(kind(&[("GameType", text)]), Ok(Some(variant)), "{text}");
        }
        for tags in [
            &[][..],
            &[("GameType", "?")],
            &[("Variant", "From Position")],
        ] {
            assert_eq!(kind(tags), Ok(None));
        }
        let killer = [("GameType", "20"), ("Variant", "Killer")];
        assert_eq!(kind(&killer), Ok(Some(Variant::Killer)));
    }

    #[test]
    fn other_games_are_refused() {
        for (text, words) in [
            ("chess", "expected a number"),
            ("0", "no draughts"),
            ("300", "expected a number"),
            ("23,W,8,8,A0,0", "than pool"),
            ("20,W,8,8", "than international"),
        ] {
            let error = kind(&[("GameType", text)]).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
