//! One game after the other over a connection.

use std::time::Instant;

use super::clocks::Clocks;
use super::game::{Ended, Engine, Game, board_side, wire_side};
use super::peer::{Heard, Peer};
use super::{DxpError, News, Options, Proposal, Report, Role};
use crate::board::Side;
use crate::notation::pdn::GameResult;
use crate::wire::dxp::{Answer, GameRequest, Message, Reason, Setup};

/// A request for a game is waited for so many times as long as an answer: people may decide about it.
const REQUEST_PATIENCE: u32 = 10;

/// Who plays one game after the other.
pub struct Player<'a> {
    options: &'a mut Options,
    peer: Peer<'a>,
    /// Games that were begun.
    games: usize,
}

/// What was agreed for a game.
struct Agreed {
    other: String,
    us: Side,
    minutes: u16,
    moves: u16,
}

/// Whether there are more games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    End,
}

impl<'a> Player<'a> {
    /// Plays over this connection.
    pub fn new(options: &'a mut Options, peer: Peer<'a>) -> Self {
        Self {
            options,
            peer,
            games: 0,
        }
    }

    /// Plays until one side wants no more. Returns how many games were begun, and why no more are played when that is
    /// not as it should be.
    pub fn play(mut self) -> (usize, Result<(), DxpError>) {
        let result = loop {
            if self.options.games.is_some_and(|games| self.games >= games) {
                break Ok(());
            }
            match self.play_one() {
                Ok(Flow::On) => {}
                Ok(Flow::End) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        self.peer.close();
        (self.games, result)
    }

    fn play_one(&mut self) -> Result<Flow, DxpError> {
        let agreed = match self.options.role.clone() {
            Role::Initiator(proposal) => self.ask(&proposal)?,
            Role::Follower { side } => self.be_asked(side)?,
        };
        let Some(agreed) = agreed else {
            return Ok(Flow::End);
        };
        self.games += 1;
        self.play_agreed(&agreed)
    }

    /// The start position of the next game, and whether it is one that must be sent.
    fn set_up(&mut self, proposal: &Proposal) -> Result<Option<Setup>, DxpError> {
        let session = &mut self.options.session;
        if proposal.openings.is_empty() {
            session.set_start();
            return Ok(None);
        }
        let number = self.games / if proposal.alternate { 2 } else { 1 };
        let opening = &proposal.openings[number % proposal.openings.len()];
        let refused = |reason: String| DxpError::Opening(format!("{reason} ({opening})"));
        let placed = session.set_position(opening);
        placed.map_err(|error| refused(error.to_string()))?;
        if session.outcome().is_some() {
            return Err(refused("the game is over in this position".to_owned()));
        }
        Ok(Setup::of_hub(&session.hub()))
    }

    /// Asks for a game and waits for the answer; `None` when the user wants to end.
    fn ask(&mut self, proposal: &Proposal) -> Result<Option<Agreed>, DxpError> {
        let setup = self.set_up(proposal)?;
        let us = if proposal.alternate && self.games % 2 == 1 {
            proposal.side.opponent()
        } else {
            proposal.side
        };
        let (minutes, moves) = (proposal.minutes, proposal.moves);
        self.peer.send(&Message::GameRequest(GameRequest {
            name: self.options.name.clone(),
            follower: wire_side(us.opponent()),
            minutes,
            moves,
            setup,
        }))?;
        let deadline = Instant::now() + self.peer.timeout();
        loop {
            match self.peer.hear(Some(deadline))? {
                Heard::Message(Message::GameAccept { name, answer }) => {
                    let agreed = Agreed {
                        other: name,
                        us,
                        minutes,
                        moves,
                    };
                    return match answer {
                        Answer::Accepted => Ok(Some(agreed)),
                        declined => Err(DxpError::Declined(declined)),
                    };
                }
                Heard::Interrupted => return Ok(None),
                Heard::Late => {
                    let expected = "GAMEACC as the answer to a request for a game";
                    return Err(DxpError::Silent { expected });
                }
                other => self.peer.unexpected(&other)?,
            }
        }
    }

    /// Waits for a request that can be accepted; `None` when the user wants to end, or when the other side has left
    /// after some games.
    fn be_asked(&mut self, side: Option<Side>) -> Result<Option<Agreed>, DxpError> {
        let deadline = Instant::now() + REQUEST_PATIENCE * self.peer.timeout();
        loop {
            let request = match self.peer.hear(Some(deadline)) {
                Ok(Heard::Message(Message::GameRequest(request))) => request,
                Ok(Heard::OtherVersion) => {
                    self.peer
                        .trouble("a game in another version of the protocol is refused")?;
                    self.answer(Answer::WrongVersion)?;
                    continue;
                }
                Ok(Heard::Interrupted) => return Ok(None),
                Ok(Heard::Late) => {
                    let expected = "GAMEREQ, a request for a game";
                    return Err(DxpError::Silent { expected });
                }
                Ok(other) => {
                    self.peer.unexpected(&other)?;
                    continue;
                }
                Err(DxpError::Closed) if self.games > 0 => return Ok(None),
                Err(error) => return Err(error),
            };
            match self.accept(request, side) {
                Ok(agreed) => {
                    self.answer(Answer::Accepted)?;
                    return Ok(Some(agreed));
                }
                Err(reason) => {
                    self.peer.trouble(&format!("a game is refused: {reason}"))?;
                    self.answer(Answer::NotThisGame)?;
                }
            }
        }
    }

    /// Sets the position up that the initiator asks for, unless there is a reason to refuse the game.
    fn accept(&mut self, request: GameRequest, side: Option<Side>) -> Result<Agreed, String> {
        let us = board_side(request.follower);
        if side.is_some_and(|side| side != us) {
            return Err(format!("{} was meant for the other side", us.name()));
        }
        let session = &mut self.options.session;
        match &request.setup {
            None => session.set_start(),
            Some(setup) => session
                .set_hub(&setup.hub(), &[])
                .map_err(|error| error.to_string())?,
        }
        if session.outcome().is_some() {
            return Err("it is over in the position to begin with".to_owned());
        }
        Ok(Agreed {
            other: request.name,
            us,
            minutes: request.minutes,
            moves: request.moves,
        })
    }

    fn answer(&mut self, answer: Answer) -> Result<(), DxpError> {
        let name = self.options.name.clone();
        self.peer.send(&Message::GameAccept { name, answer })
    }

    fn play_agreed(&mut self, agreed: &Agreed) -> Result<Flow, DxpError> {
        let Agreed {
            other,
            us,
            minutes,
            moves,
        } = agreed;
        let options = &mut *self.options;
        // What is found does not depend on the games before.
        options.table.clear();
        let (white, black) = match us {
            Side::White => (options.name.as_str(), other.as_str()),
            Side::Black => (other.as_str(), options.name.as_str()),
        };
        let number = self.games;
        self.peer.watch().news(News::Begun {
            number,
            white,
            black,
            minutes: *minutes,
            moves: *moves,
        });
        let mut game = Game {
            engine: Engine {
                table: &options.table,
                limits: &options.limits,
                resign: options.resign,
            },
            peer: &mut self.peer,
            clocks: Clocks::new(*minutes, *moves, options.session.side()),
            session: &mut *options.session,
            us: *us,
            is_last: options.games.is_some_and(|games| number >= games),
            low: 0,
        };
        let Ended {
            ending,
            claim,
            peer_stops,
            lost,
        } = game.play();
        let spent = Side::ALL.map(|side| game.clocks.spent(side));
        let report = Report {
            number,
            white,
            black,
            us: *us,
            minutes: *minutes,
            moves: *moves,
            session: &*options.session,
            spent,
            ending,
            claim,
        };
        if let Some(disagreed) = disagreement(&report) {
            self.peer.watch().news(News::Trouble(&disagreed));
        }
        self.peer.watch().ended(&report).map_err(DxpError::Record)?;
        match lost {
            Some(lost) => Err(lost),
            None if peer_stops || self.peer.was_interrupted() => Ok(Flow::End),
            None => Ok(Flow::On),
        }
    }
}

/// What the other side says of the result, if it is not what we say.
fn disagreement(report: &Report<'_>) -> Option<String> {
    let (claimed, says) = match report.claim? {
        Reason::Unknown => return None,
        Reason::ILose => (GameResult::Win(report.us), "that it has lost"),
        Reason::Draw => (GameResult::Draw, "that it is a draw"),
        Reason::IWin => (GameResult::Win(report.us.opponent()), "that it has won"),
    };
    (claimed != report.ending.result()).then(|| format!("the other side says {says}"))
}
