//! How a game has ended, by our own judgement.

use std::fmt;
use std::time::{Duration, SystemTime};

use crate::board::Side;
use crate::notation::pdn::{self, Form, GameResult};
use crate::position::Outcome;
use crate::protocol::console::words;
use crate::session::{self, Session};
use crate::wire::dxp::Reason;

/// A game that is over.
pub struct Report<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// The name of White.
    pub white: &'a str,
    /// The name of Black.
    pub black: &'a str,
    /// Our side.
    pub us: Side,
    /// Minutes of each side.
    pub minutes: u16,
    /// Moves of each side after which the game is broken off, or 0.
    pub moves: u16,
    /// The game with its moves.
    pub session: &'a dyn Session,
    /// What White and Black have taken.
    pub spent: [Duration; 2],
    /// How it has ended, and so the result.
    pub ending: Ending,
    /// What the other side says of the result, if it says anything.
    pub claim: Option<Reason>,
}

impl Report<'_> {
    /// The result as the files of the game write it.
    #[must_use]
    pub fn result_text(&self) -> &'static str {
        self.ending.result().text(self.form())
    }

    fn form(&self) -> Form {
        Form::of_game(session::describe(self.session.variant()).game_type)
    }

    /// The game for a PDN file.
    #[must_use]
    pub fn pdn(&self) -> pdn::Game {
        let mut game = session::record(self.session);
        game.set_tag("Event", "DXP game");
        game.set_tag("Date", pdn::date(SystemTime::now()));
        game.set_tag("Round", self.number.to_string());
        for (name, value) in [("White", self.white), ("Black", self.black)] {
            game.set_tag(name, if value.is_empty() { "?" } else { value });
        }
        game.set_result(self.ending.result(), self.form());
        match (60 * u32::from(self.minutes), self.moves) {
            (0, _) => {}
            (seconds, 0) => game.set_tag("TimeControl", seconds.to_string()),
            (seconds, moves) => game.set_tag("TimeControl", format!("{moves}/{seconds}")),
        }
        for (name, spent) in ["WhiteTime", "BlackTime"].into_iter().zip(self.spent) {
            game.set_tag(name, hours(spent));
        }
        let comment = Some(self.ending.to_string());
        match game.moves.plies.last_mut() {
            Some(last) => last.comment = comment,
            None => game.moves.comment = comment,
        }
        game
    }
}

/// A time as `H:MM:SS`.
fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours) = (seconds / 60 % 60, seconds / 3600);
    format!("{hours}:{minutes:02}:{:02}", seconds % 60)
}

/// How a result came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// A side has given up.
    Resigned(Side),
    /// A side has used up its time.
    Time(Side),
    /// The other side has made an illegal move.
    Illegal {
        /// The side.
        side: Side,
        /// The move.
        text: String,
    },
    /// Both sides have made the moves that were agreed.
    MoveLimit,
    /// The other side has ended the game without a reason by the rules.
    EndedByPeer,
    /// The user has ended the game.
    Interrupted,
    /// The connection was lost; why.
    Lost(String),
}

impl Ending {
    /// The result that follows.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        match self {
            Self::Rules(Outcome::Win(side)) => GameResult::Win(*side),
            Self::Rules(Outcome::Draw(_)) => GameResult::Draw,
            Self::Resigned(side) | Self::Time(side) | Self::Illegal { side, .. } => {
                GameResult::Win(side.opponent())
            }
            Self::MoveLimit | Self::EndedByPeer | Self::Interrupted | Self::Lost(_) => {
                GameResult::Open
            }
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: &Side| words::name(*side);
        match self {
            Self::Rules(outcome) => f.write_str(&words::ending(*outcome)),
            Self::Resigned(side) => {
                let winner = name(&side.opponent());
                write!(f, "{winner} wins: {} resigns", name(side))
            }
            Self::Time(side) => {
                let winner = name(&side.opponent());
                write!(f, "{winner} wins: {} has no time left", name(side))
            }
            Self::Illegal { side, text } => {
                let winner = name(&side.opponent());
                write!(f, "{winner} wins: illegal move {text} of {}", name(side))
            }
            Self::MoveLimit => f.write_str("not finished: all moves that were agreed are made"),
            Self::EndedByPeer => f.write_str("not finished: the other side has ended the game"),
            Self::Interrupted => f.write_str("not finished: interrupted"),
            Self::Lost(why) => write!(f, "not finished: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::Variant;

    #[test]
    fn a_game_is_written_with_everything_that_is_known_of_it() {
        let mut session = session::open(Variant::International);
        session.play("32-28").unwrap();
        let mut report = Report {
            number: 3,
            white: "damka",
            black: "",
            us: Side::White,
            minutes: 5,
            moves: 75,
            session: &*session,
            spent: [Duration::from_secs(3725), Duration::from_millis(900)],
            ending: Ending::Illegal {
                side: Side::Black,
                text: "1-7".to_owned(),
            },
            claim: None,
        };
        let text = report.pdn().to_string();
        for part in [
            "[Round \"3\"]\n[White \"damka\"]\n[Black \"?\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n",
            "[TimeControl \"75/300\"]\n[WhiteTime \"1:02:05\"]\n[BlackTime \"0:00:00\"]\n",
            "1. 32-28 {White wins: illegal move 1-7 of Black} 2-0",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        report.ending = Ending::EndedByPeer;
        assert_eq!(report.result_text(), "*");
    }
}
