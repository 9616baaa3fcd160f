//! A game between two engines, from the opening to the result.

use std::fmt;
use std::time::Duration;

use super::clock::Clock;
use super::contender::Contender;
use super::player::{Answer, Fault, Player, Start, Table, Turn};
use crate::board::Side;
use crate::endgame::{self, Value};
use crate::notation::pdn::GameResult;
use crate::position::Outcome;
use crate::session::{MoveText, Session};

/// When a game is given to somebody before its end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// A side has lost when it says so.
    pub resign: Option<Resign>,
    /// A game is drawn when both sides say so.
    pub draw: Option<DrawAgreement>,
    /// A game is over when the endgame tables know how it ends, with the best play of both sides and by the draw rules.
    pub by_tables: bool,
    /// Games that last so many plies are stopped.
    pub most_plies: Option<usize>,
    /// A stopped game goes to the side with more pieces or, if equal, more kings; otherwise it is drawn.
    pub by_material: bool,
}

/// Both sides agree that one of them has lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resign {
    /// The score in men for the side that wins, at least.
    pub score: f64,
    /// In so many moves of each side, one after the other.
    pub moves: usize,
}

/// Both sides agree that nobody wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawAgreement {
    /// The score in men, at most, for either side.
    pub score: f64,
    /// In so many moves of each side, one after the other.
    pub moves: usize,
    /// Not before this move of the game.
    pub from: usize,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules of the game.
    Rules(Outcome),
    /// A side gave up.
    Resigned(Side),
    /// A side said that it is a draw, by its own rules.
    ClaimedDraw(Side),
    /// Both sides agreed on the score.
    Agreed,
    /// The endgame tables know how it ends.
    Tables,
    /// It lasted too long.
    Stopped,
    /// A side did something wrong and has lost.
    Fault(Side, Fault),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(Outcome::Win(side)) => {
                write!(f, "{} cannot move", side.opponent().name())
            }
            Self::Rules(Outcome::Draw(reason)) => write!(f, "draw: {reason}"),
            Self::Resigned(side) => write!(f, "{} resigned", side.name()),
            Self::ClaimedDraw(side) => write!(f, "draw claimed by {}", side.name()),
            Self::Agreed => f.write_str("adjudicated by score"),
            Self::Tables => f.write_str("adjudicated by endgame tables"),
            Self::Stopped => f.write_str("stopped"),
            Self::Fault(side, fault) => write!(f, "{} {fault}", side.name()),
        }
    }
}

/// A move as it was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The move.
    pub mv: MoveText,
    /// The score in men for the side that moved.
    pub score: Option<f64>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The time taken.
    pub time: Duration,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The result.
    pub result: GameResult,
    /// Why it ended.
    pub end: End,
    /// The moves.
    pub moves: Vec<Played>,
    /// The last lines of the talk with the engine that did something wrong.
    pub traffic: Vec<String>,
}

/// One side of the board.
pub struct Seat<'a> {
    /// Who plays.
    pub contender: &'a Contender,
    /// The engine.
    pub player: &'a mut dyn Player,
}

/// Plays a game from a position; `None` when it was broken off since `is_over` says so before a move.
pub fn play(
    table: &mut Table,
    seats: [Seat<'_>; 2],
    adjudication: &Adjudication,
    is_over: &dyn Fn() -> bool,
) -> Option<Finished> {
    let clocks = [0, 1].map(|place: usize| Clock::new(seats[place].contender.limit));
    let mut game = Game {
        seats,
        clocks,
        played: Vec::new(),
    };
    let ended = game.run(table, adjudication, is_over);
    let (result, end) = match ended {
        Some(ended) => ended,
        None => {
            game.leave(table, GameResult::Open, None);
            return None;
        }
    };
    let guilty = match &end {
        End::Fault(side, _) => Some(*side),
        _ => None,
    };
    let traffic = guilty.map(|side| game.seats[place(side)].player.traffic());
    game.leave(table, result, guilty);
    Some(Finished {
        result,
        end,
        moves: game.played,
        traffic: traffic.unwrap_or_default(),
    })
}

/// The place of a side in arrays of two.
pub(super) const fn place(side: Side) -> usize {
    match side {
        Side::White => 0,
        Side::Black => 1,
    }
}

struct Game<'a> {
    seats: [Seat<'a>; 2],
    clocks: [Clock; 2],
    played: Vec<Played>,
}

type Ended = (GameResult, End);

impl Game<'_> {
    fn run(
        &mut self,
        table: &mut Table,
        adjudication: &Adjudication,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Ended> {
        for side in Side::ALL {
            if let Err(fault) = self.begin(side, table) {
                return Some(lost(side, fault));
            }
        }
        loop {
            if let Some(outcome) = table.session.outcome() {
                return Some((outcome.into(), End::Rules(outcome)));
            }
            if let Some(ended) = self.adjudicate(table, adjudication) {
                return Some(ended);
            }
            if is_over() {
                return None;
            }
            let side = table.session.side();
            match self.turn(side, table) {
                Ok(None) => {}
                Ok(Some(ended)) => return Some(ended),
                Err(fault) => return Some(lost(side, fault)),
            }
        }
    }

    fn begin(&mut self, side: Side, table: &Table) -> Result<(), Fault> {
        let start = Start {
            variant: table.session.variant(),
            side,
            opponent: self.seats[place(side.opponent())].contender.name.clone(),
        };
        let clock = &self.clocks[place(side)];
        self.seats[place(side)].player.begin(&start, table, clock)
    }

    /// Lets a side move. Returns the end of the game if it ends it in another way.
    fn turn(&mut self, side: Side, table: &mut Table) -> Result<Option<Ended>, Fault> {
        let (seat, clock) = (&mut self.seats[place(side)], &mut self.clocks[place(side)]);
        let answer = match seat.player.think(table, clock)? {
            Turn::Moves(answer) => answer,
            Turn::Resigns => {
                let winner = GameResult::Win(side.opponent());
                return Ok(Some((winner, End::Resigned(side))));
            }
            Turn::ClaimsDraw => return Ok(Some((GameResult::Draw, End::ClaimedDraw(side)))),
        };
        let allowed = clock.allowed();
        if let Some(allowed) = allowed
            && answer.time > allowed + seat.contender.margin
        {
            return Err(Fault::Late {
                used: answer.time,
                allowed,
            });
        }
        let mv = table.session.play(&answer.mv);
        let mv = mv.map_err(|error| Fault::Illegal {
            mv: answer.mv.clone(),
            reason: error.to_string(),
        })?;
        clock.charge(answer.time);
        table.moves.push(mv.clone());
        let Answer {
            ponder,
            score,
            depth,
            nodes,
            time,
            ..
        } = answer;
        self.played.push(Played {
            mv,
            score,
            depth,
            nodes,
            time,
        });
        seat.player.ponder(table, clock, ponder.as_deref())?;
        Ok(None)
    }

    fn adjudicate(&self, table: &mut Table, adjudication: &Adjudication) -> Option<Ended> {
        if adjudication.by_tables
            && let Some(outcome) = by_tables(&mut *table.session)
        {
            return Some((outcome, End::Tables));
        }
        if let Some(Resign { score, moves }) = adjudication.resign
            && let Some(last) = self.last_scores(moves)
        {
            // The scores of the side that moved last come first.
            let mover = table.session.side().opponent();
            for (winner, sign) in [(mover, 1.0), (mover.opponent(), -1.0)] {
                let agrees = |(place, own): (usize, &f64)| {
                    own * sign * if place % 2 == 0 { 1.0 } else { -1.0 } >= score
                };
                if last.iter().enumerate().all(agrees) {
                    return Some((GameResult::Win(winner), End::Agreed));
                }
            }
        }
        if let Some(DrawAgreement { score, moves, from }) = adjudication.draw
            && self.played.len() >= 2 * from
            && let Some(last) = self.last_scores(moves)
            && last.iter().all(|own| own.abs() <= score)
        {
            return Some((GameResult::Draw, End::Agreed));
        }
        if adjudication
            .most_plies
            .is_some_and(|most| self.played.len() >= most)
        {
            let winner = match adjudication.by_material {
                true => table.session.ahead(),
                false => None,
            };
            return Some((GameResult::won_by(winner), End::Stopped));
        }
        None
    }

    /// The scores of the last moves of both sides, the last one first, each for the side that moved; `None` if there
    /// are not so many.
    fn last_scores(&self, moves: usize) -> Option<Vec<f64>> {
        let last = self.played.iter().rev().map(|played| played.score);
        let scores: Vec<f64> = last.take(2 * moves).collect::<Option<_>>()?;
        (scores.len() == 2 * moves && moves > 0).then_some(scores)
    }

    /// Tells the engines that the game is over, but not the one that did something wrong.
    fn leave(&mut self, table: &Table, result: GameResult, guilty: Option<Side>) {
        for side in Side::ALL {
            if guilty == Some(side) {
                continue;
            }
            let seat = &mut self.seats[place(side)];
            if let Err(fault) = seat.player.end(table, result) {
                log::warn!("{} after the game: {fault}", seat.contender.name);
            }
        }
    }
}

/// How a position ends that endgame tables know. A win counts if it comes before the draw rules end the game.
fn by_tables(session: &mut dyn Session) -> Option<GameResult> {
    let pieces = |side| {
        let (men, kings) = session.material(side);
        men + kings
    };
    if pieces(Side::White) + pieces(Side::Black) > endgame::MOST_PIECES {
        return None;
    }
    let known = session.known()?;
    if known.value == Value::Draw {
        return Some(GameResult::Draw);
    }
    let played = known
        .line
        .iter()
        .take_while(|mv| session.play(&mv.hub).is_ok());
    let played = played.count();
    let outcome = session.outcome();
    for _ in 0..played {
        session.undo();
    }
    outcome.map(GameResult::from)
}

fn lost(side: Side, fault: Fault) -> Ended {
    (GameResult::Win(side.opponent()), End::Fault(side, fault))
}
