//! One game, move by move.
//!
//! The sides move in turn. Whoever is to move and sees that the game is over sends GAMEEND instead of a move; the
//! other side answers with one without a reason, and the game is over whatever both think of the result.

use std::time::{Duration, Instant};

use super::clocks::Clocks;
use super::peer::{Heard, Peer};
use super::thinking::{self, Thought};
use super::{DxpError, Ending, News};
use crate::board::Side;
use crate::notation::pdn::GameResult;
use crate::search::{Control, Limits, Table};
use crate::session::{Decision, MoveText, Session};
use crate::wire::dxp::{self, BackAnswer, Message, Move, Reason};

/// How we play.
pub struct Engine<'a> {
    /// The memory of the search.
    pub table: &'a Table,
    /// Limits for each move besides the clock.
    pub limits: &'a Limits,
    /// We give up when the score was so many hundredths below zero in some moves in a row.
    pub resign: Option<u32>,
}

/// A game that goes on.
pub struct Game<'a, 'p> {
    /// How we play.
    pub engine: Engine<'a>,
    /// The other side.
    pub peer: &'a mut Peer<'p>,
    /// The board.
    pub session: &'a mut dyn Session,
    /// Our side.
    pub us: Side,
    /// The time.
    pub clocks: Clocks,
    /// Whether we want no game after this one.
    pub is_last: bool,
    /// Our moves in a row in which the game looked lost.
    pub low: u32,
}

/// How the game has ended.
pub struct Ended {
    /// How, and so the result.
    pub ending: Ending,
    /// What the other side says of the result.
    pub claim: Option<Reason>,
    /// Whether the other side wants no more games.
    pub peer_stops: bool,
    /// Why nothing more can be said to the other side.
    pub lost: Option<DxpError>,
}

/// A turn: `None` if the game goes on.
type Turn = Result<Option<Ended>, DxpError>;

/// We give up after so many moves in a row that look lost.
const LOW_MOVES: u32 = 3;

/// How long the other side may go on thinking after the user wants to end.
const GRACE: Duration = Duration::from_secs(3);

/// What the other side may take for the whole game when no time was agreed.
const UNTIMED: Duration = Duration::from_secs(600);

/// What we take for a move when neither a time was agreed nor a limit of our own is set.
const USUAL_MOVE_TIME: Duration = Duration::from_secs(1);

impl Game<'_, '_> {
    /// Plays to the end.
    pub fn play(&mut self) -> Ended {
        loop {
            let turn = if self.session.side() == self.us {
                self.our_turn()
            } else {
                self.their_turn()
            };
            match turn {
                Ok(None) => {}
                Ok(Some(ended)) => return ended,
                Err(lost) => {
                    let ending = self.decided();
                    return Ended {
                        ending: ending.unwrap_or_else(|| Ending::Lost(lost.to_string())),
                        claim: None,
                        peer_stops: false,
                        lost: Some(lost),
                    };
                }
            }
        }
    }

    /// How the game has ended by the rules or by what was agreed; `None` while it goes on.
    fn decided(&self) -> Option<Ending> {
        let by_rules = self.session.outcome().map(Ending::Rules);
        by_rules.or_else(|| self.clocks.is_complete().then_some(Ending::MoveLimit))
    }

    fn our_turn(&mut self) -> Turn {
        if let Some(ending) = self.decided() {
            return Ok(Some(self.end(ending)));
        }
        if self.peer.was_interrupted() {
            return Ok(Some(self.end(Ending::Interrupted)));
        }
        let (began, control) = (Instant::now(), Control::new(false));
        let thought = thinking::think(
            self.session,
            self.engine.table,
            &self.limits(),
            &control,
            self.peer,
        )?;
        match thought {
            Thought::Best(decision) if self.gives_up(&decision) => {
                Ok(Some(self.end(Ending::Resigned(self.us))))
            }
            Thought::Best(decision) => self.make_move(decision.best, began.elapsed()),
            Thought::BrokenOff(Heard::Message(Message::GameEnd { reason, stop })) => {
                Ok(Some(self.ended_by_peer(reason, stop)))
            }
            Thought::BrokenOff(Heard::Message(Message::BackRequest { number, side })) => {
                self.take_back(number, side).map(|()| None)
            }
            // The next turn sees why.
            Thought::BrokenOff(_) => Ok(None),
        }
    }

    /// The limits of our next move.
    fn limits(&self) -> Limits {
        let own = self.engine.limits;
        let clock = self.clocks.clock(self.us);
        let is_limited = own.depth.is_some() || own.nodes.is_some() || own.move_time.is_some();
        Limits {
            clock,
            move_time: own
                .move_time
                .or((clock.is_none() && !is_limited).then_some(USUAL_MOVE_TIME)),
            ..own.clone()
        }
    }

    /// Whether we give up instead of making the move.
    fn gives_up(&mut self, decision: &Decision) -> bool {
        let (Some(resign), Some(report)) = (self.engine.resign, &decision.report) else {
            return false;
        };
        let is_low = i64::from(report.score.hundredths()) <= -i64::from(resign);
        self.low = if is_low { self.low + 1 } else { 0 };
        self.low >= LOW_MOVES
    }

    fn make_move(&mut self, best: Option<MoveText>, spent: Duration) -> Turn {
        let sent = best.and_then(|best| Some((numbers(&best, spent)?, best.text)));
        let played = sent.and_then(|(mv, text)| self.session.play(&text).ok().map(|_| mv));
        let Some(mv) = played else {
            log::error!(
                "the search has found no legal move in {}",
                self.session.fen()
            );
            return Ok(Some(self.end(Ending::Resigned(self.us))));
        };
        self.clocks.push(spent);
        self.peer.send(&Message::Move(mv))?;
        Ok(None)
    }

    fn their_turn(&mut self) -> Turn {
        let began = Instant::now();
        let is_over = self.session.outcome().is_some();
        let mut deadline = began + self.patience(is_over);
        loop {
            let heard = self.peer.hear(Some(deadline))?;
            match heard {
                Heard::Message(Message::Move(_)) if is_over => {
                    self.peer.trouble("a move although the game is over")?;
                    // By the rules; the side that has gone on has lost its turn.
                    let ending = self.decided().unwrap_or(Ending::EndedByPeer);
                    return Ok(Some(self.end(ending)));
                }
                Heard::Message(Message::Move(mv)) => return self.their_move(&mv, began.elapsed()),
                Heard::Message(Message::GameEnd { reason, stop }) => {
                    return Ok(Some(self.ended_by_peer(reason, stop)));
                }
                Heard::Message(Message::BackRequest { number, side }) => {
                    // It may be another side's turn now.
                    return self.take_back(number, side).map(|()| None);
                }
                Heard::Interrupted => deadline = deadline.min(Instant::now() + GRACE),
                Heard::Late => return self.late(is_over),
                other => self.peer.unexpected(&other)?,
            }
        }
    }

    /// How long the other side may be silent: to the end of its clock, and then as long as for any answer.
    fn patience(&self, is_over: bool) -> Duration {
        let left = match is_over {
            true => Duration::ZERO,
            false => self.clocks.left(self.us.opponent()).unwrap_or(UNTIMED),
        };
        left + self.peer.timeout()
    }

    fn late(&mut self, is_over: bool) -> Turn {
        if self.peer.was_interrupted() {
            // It is not our turn, and so nothing can be said.
            return Ok(Some(Ended {
                ending: self.decided().unwrap_or(Ending::Interrupted),
                claim: None,
                peer_stops: true,
                lost: None,
            }));
        }
        if is_over {
            return Err(DxpError::Silent {
                expected: "GAMEEND, since the game is over",
            });
        }
        Ok(Some(self.end(Ending::Time(self.us.opponent()))))
    }

    fn their_move(&mut self, mv: &Move, spent: Duration) -> Turn {
        let legal = self.session.moves();
        let found = legal.iter().find(|legal| is_same(legal, mv));
        let played = found.map(|found| self.session.play(&found.text));
        if let Some(Ok(_)) = played {
            self.clocks.push(spent);
            self.peer.went_on();
            return Ok(None);
        }
        let (side, text) = (self.us.opponent(), words(mv));
        let legal: Vec<_> = legal.into_iter().map(|mv| mv.text).collect();
        let legal = legal.join(", ");
        let told = format!("illegal move {text}, expected one of {legal}");
        self.peer.trouble(&told)?;
        let chat = told.chars().take(dxp::CHAT_CHARS).collect();
        self.peer.send(&Message::Chat(chat))?;
        Ok(Some(self.end(Ending::Illegal { side, text })))
    }

    /// Goes back to a move that one of the sides has made, if there is one.
    fn take_back(&mut self, number: u16, side: dxp::Side) -> Result<(), DxpError> {
        self.peer.disturbed()?;
        let plies = self.clocks.plies();
        let target = self.clocks.ply(number, board_side(side));
        let Some(target) = target.filter(|&target| target <= plies) else {
            let told = format!("BACKREQ to move {number}, which was not played yet");
            self.peer.trouble(&told)?;
            return self.peer.send(&Message::BackAccept(BackAnswer::Refused));
        };
        for _ in target..plies {
            self.session.undo();
        }
        self.clocks.truncate(target);
        self.low = 0;
        self.peer.watch().news(News::TakenBack(target));
        self.peer.send(&Message::BackAccept(BackAnswer::Done))
    }

    /// Ends the game instead of making a move, and waits for the answer.
    fn end(&mut self, ending: Ending) -> Ended {
        let reason = self.reason(&ending);
        let answered = self.send_end(reason).and_then(|()| self.hear_end());
        let (answer, lost) = match answered {
            Ok(answer) => (Some(answer), None),
            Err(lost) => (None, Some(lost)),
        };
        Ended {
            ending,
            claim: answer.and_then(|(reason, _)| claim(reason)),
            peer_stops: answer.is_some_and(|(_, stop)| stop),
            lost,
        }
    }

    fn send_end(&mut self, reason: Reason) -> Result<(), DxpError> {
        let stop = self.is_last || self.peer.was_interrupted();
        self.peer.send(&Message::GameEnd { reason, stop })
    }

    /// The result as we have to say it.
    fn reason(&self, ending: &Ending) -> Reason {
        match ending.result() {
            GameResult::Win(side) if side == self.us => Reason::IWin,
            GameResult::Win(_) => Reason::ILose,
            GameResult::Draw => Reason::Draw,
            GameResult::Open | GameResult::BothLose => Reason::Unknown,
        }
    }

    /// Waits for the answer to our GAMEEND: its reason, and whether the other side wants no more games.
    fn hear_end(&mut self) -> Result<(Reason, bool), DxpError> {
        let patience = match self.peer.was_interrupted() {
            true => GRACE.min(self.peer.timeout()),
            false => self.peer.timeout(),
        };
        let mut deadline = Instant::now() + patience;
        loop {
            match self.peer.hear(Some(deadline))? {
                Heard::Message(Message::GameEnd { reason, stop }) => return Ok((reason, stop)),
                Heard::Message(Message::BackRequest { .. }) => {
                    self.peer.disturbed()?;
                    self.peer.send(&Message::BackAccept(BackAnswer::Refused))?;
                }
                Heard::Interrupted => deadline = deadline.min(Instant::now() + GRACE),
                Heard::Late => {
                    let expected = "GAMEEND as the answer to ours";
                    return Err(DxpError::Silent { expected });
                }
                other => self.peer.unexpected(&other)?,
            }
        }
    }

    /// The other side has ended the game: an answer is all that is left to do.
    fn ended_by_peer(&mut self, reason: Reason, stop: bool) -> Ended {
        let ending = self.decided().unwrap_or_else(|| match reason {
            Reason::ILose => Ending::Resigned(self.us.opponent()),
            Reason::IWin if self.clocks.left(self.us) == Some(Duration::ZERO) => {
                Ending::Time(self.us)
            }
            _ => Ending::EndedByPeer,
        });
        Ended {
            ending,
            claim: claim(reason),
            peer_stops: stop,
            lost: self.send_end(Reason::Unknown).err(),
        }
    }
}

/// A reason says something of the result, or nothing.
fn claim(reason: Reason) -> Option<Reason> {
    (reason != Reason::Unknown).then_some(reason)
}

/// The side of the board that a message means.
pub const fn board_side(side: dxp::Side) -> Side {
    match side {
        dxp::Side::White => Side::White,
        dxp::Side::Black => Side::Black,
    }
}

/// A side in a message.
pub const fn wire_side(side: Side) -> dxp::Side {
    match side {
        Side::White => dxp::Side::White,
        Side::Black => dxp::Side::Black,
    }
}

/// A move as it is sent; `None` if its squares have no numbers, which is not so on 10x10.
fn numbers(mv: &MoveText, spent: Duration) -> Option<Move> {
    let number = |name: &String| name.parse().ok();
    Some(Move {
        // Rounded, and no more than fits: it only informs.
        seconds: spent.as_secs_f64().round().min(9999.0) as u16,
        from: number(&mv.from)?,
        to: number(&mv.to)?,
        captured: mv.captured.iter().map(number).collect::<Option<_>>()?,
    })
}

/// Whether a message means this legal move.
fn is_same(legal: &MoveText, mv: &Move) -> bool {
    let Some(mut legal) = numbers(legal, Duration::ZERO) else {
        return false;
    };
    let mut captured = mv.captured.clone();
    captured.sort_unstable();
    legal.captured.sort_unstable();
    (legal.from, legal.to, legal.captured) == (mv.from, mv.to, captured)
}

/// A move of the other side as it is told to people.
fn words(mv: &Move) -> String {
    if mv.captured.is_empty() {
        return format!("{}-{}", mv.from, mv.to);
    }
    let captured: Vec<_> = mv.captured.iter().map(ToString::to_string).collect();
    format!("{}x{} (captures {})", mv.from, mv.to, captured.join(", "))
}
