//! The game at the board: the session, and an end that persons agree on.

use crate::board::Side;
use crate::notation::MoveError;
use crate::position::Outcome;
use crate::session::{MoveText, Session, SessionError};

use super::words;

/// A game, and how it has ended.
pub struct Game {
    session: Box<dyn Session>,
    ended: Option<Ended>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Who has won; `None` for a draw.
    pub winner: Option<Side>,
    words: String,
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)
    }
}

impl Game {
    /// The game of a session.
    pub fn new(session: Box<dyn Session>) -> Self {
        let mut game = Self {
            session,
            ended: None,
        };
        game.look_for_end();
        game
    }

    /// The session, to look at.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// How the game has ended, or `None` while it goes on.
    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// Plays a move.
    pub fn play(&mut self, mv: &str) -> Result<MoveText, MoveError> {
        let played = self.session.play(mv)?;
        self.look_for_end();
        Ok(played)
    }

    /// Plays a move that misses a compulsory capture.
    pub fn play_quiet(&mut self, mv: &str) -> Result<MoveText, MoveError> {
        let played = self.session.play_quiet(mv)?;
        self.look_for_end();
        Ok(played)
    }

    /// The side to move huffs a piece. Returns whether it may.
    pub fn huff(&mut self, square: &str) -> bool {
        let huffed = self.session.huff(square);
        if huffed {
            self.look_for_end();
        }
        huffed
    }

    /// The game is stopped and given to the side with more pieces, then kings.
    pub fn stop(&mut self) {
        let winner = self.session.ahead();
        self.ended = Some(Ended {
            winner,
            words: match winner {
                Some(winner) => format!("{} wins: the game is stopped", words::name(winner)),
                None => "Draw: the game is stopped".to_owned(),
            },
        });
    }

    /// Takes the last move back, also after the end. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.session.undo();
        if undone {
            self.look_for_end();
        }
        undone
    }

    /// Begins again.
    pub fn begin(&mut self, position: Option<&str>) -> Result<(), SessionError> {
        match position {
            Some(position) => self.session.set_position(position)?,
            None => self.session.set_start(),
        }
        self.look_for_end();
        Ok(())
    }

    /// Both sides have agreed to a draw.
    pub fn agree_to_draw(&mut self) {
        self.ended = Some(Ended {
            winner: None,
            words: "Draw by agreement".to_owned(),
        });
    }

    /// A side has given up.
    pub fn resign(&mut self, loser: Side) {
        let winner = loser.opponent();
        self.ended = Some(Ended {
            winner: Some(winner),
            words: format!(
                "{} wins: {} resigns",
                words::name(winner),
                words::name(loser)
            ),
        });
    }

    fn look_for_end(&mut self) {
        self.ended = self.session.outcome().map(|outcome| Ended {
            winner: match outcome {
                Outcome::Win(side) => Some(side),
                Outcome::Draw(_) => None,
            },
            words: words::ending(outcome),
        });
    }
}
