//! From the texts of moves to the moves.

use crate::board::Word;
use crate::notation::pdn::{PASS, Ply};
use crate::notation::{MoveError, fen, text};
use crate::position::{Move, Position};
use crate::rules::Rules;

/// A ply that was understood.
pub(super) struct Step<R: Rules> {
    /// The position in which it was made.
    pub before: Position<R>,
    /// The move; `None` for a turn that was passed.
    pub mv: Option<Move<R>>,
}

impl<R: Rules> Step<R> {
    /// The position that it leads to.
    pub fn after(&self) -> Position<R> {
        match self.mv {
            Some(mv) => self.before.play(mv),
            None => self.before.passed(),
        }
    }
}

/// Why a ply was not understood.
pub(super) enum Stop {
    /// The move.
    Move(MoveError),
    /// The position that is set up before it.
    Setup(fen::FenError),
}

/// Moves as far as they were understood.
pub(super) struct Followed<R: Rules> {
    /// The plies that were understood.
    pub steps: Vec<Step<R>>,
    /// The position after them.
    pub last: Position<R>,
    /// The places of plies that could mean several captures, where only one of them lets the rest be legal.
    pub resolved: Vec<usize>,
    /// The places of plies that are written as captures and are none.
    pub no_captures: Vec<usize>,
    /// Why the ply after them was not understood, if there is one.
    pub stop: Option<Stop>,
}

/// Plays moves from a position on. If `lenient`, a text that means several captures is understood by what follows.
pub(super) fn follow<R: Rules>(first: Position<R>, plies: &[Ply], lenient: bool) -> Followed<R> {
    let mut found = Followed {
        steps: Vec::with_capacity(plies.len()),
        last: first,
        resolved: Vec::new(),
        no_captures: Vec::new(),
        stop: None,
    };
    let mut tries = TRIES;
    for (place, ply) in plies.iter().enumerate() {
        let before = match set_up(&found.last, ply) {
            Ok(position) => position,
            Err(error) => {
                found.stop = Some(Stop::Setup(error));
                break;
            }
        };
        let mv = match read(&before, ply) {
            Err(MoveError::Ambiguous { text, moves }) if lenient => {
                let resolved = resolve(&before, &moves, &plies[place + 1..], &mut tries);
                found.resolved.push(place);
                resolved
                    .map(Some)
                    .ok_or(MoveError::Ambiguous { text, moves })
            }
            Err(error @ MoveError::Illegal { .. }) if lenient => {
                found.no_captures.push(place);
                quiet(&before, &ply.text).map(Some).ok_or(error)
            }
            read => read,
        };
        match mv {
            Ok(mv) => {
                let step = Step { before, mv };
                found.last = step.after();
                found.steps.push(step);
            }
            Err(error) => {
                found.stop = Some(Stop::Move(error));
                break;
            }
        }
    }
    found
}

/// The position on the board before a ply. A set-up without pieces, `B::`, only says who is to move.
fn set_up<R: Rules>(position: &Position<R>, ply: &Ply) -> Result<Position<R>, fen::FenError> {
    let Some(text) = &ply.setup else {
        return Ok(*position);
    };
    let setup = fen::parse_setup::<R>(text)?;
    let has_pieces = !(setup.white | setup.black).is_empty();
    match setup.side {
        Some(side) if !has_pieces && side == position.side() => Ok(*position),
        Some(_) if !has_pieces => Ok(position.passed()),
        _ => Ok(setup.playable()?),
    }
}

fn read<R: Rules>(position: &Position<R>, ply: &Ply) -> Result<Option<Move<R>>, MoveError> {
    if ply.text == PASS {
        return Ok(None);
    }
    text::parse(position, &ply.text).map(Some)
}

/// The quiet move that is written as a capture: `38x33`.
fn quiet<R: Rules>(position: &Position<R>, text: &str) -> Option<Move<R>> {
    let dashed = text.replace(['x', 'X', ':'], "-");
    let mv = text::parse(position, &dashed).ok()?;
    (!mv.is_capture()).then_some(mv)
}

/// So many plies are tried at most in order to understand those moves of a game that could mean several.
const TRIES: usize = 100_000;

/// A further such move behind it counts as so many plies, which also limits how many can be behind each other.
const FURTHER: usize = 1_000;

/// The one of several moves after which the rest is legal. If there is none, the one after which most of the rest is;
/// nothing if there are several.
fn resolve<R: Rules>(
    position: &Position<R>,
    moves: &[String],
    rest: &[Ply],
    tries: &mut usize,
) -> Option<Move<R>> {
    let reached: Vec<_> = candidates(position, moves)
        .map(|mv| (legal_plies(position.play(mv), rest, tries), mv))
        .collect();
    let most = reached.iter().map(|(plies, _)| *plies).max()?;
    let mut furthest = reached.iter().filter(|(plies, _)| *plies == most);
    let (_, mv) = furthest.next()?;
    (most < rest.len() || furthest.next().is_none()).then_some(*mv)
}

fn candidates<R: Rules>(position: &Position<R>, moves: &[String]) -> impl Iterator<Item = Move<R>> {
    moves.iter().filter_map(|mv| text::parse(position, mv).ok())
}

/// The number of plies that are legal if every move that could mean several is understood in the best way; all, if too
/// many plies would have to be tried.
fn legal_plies<R: Rules>(mut position: Position<R>, rest: &[Ply], tries: &mut usize) -> usize {
    for (place, ply) in rest.iter().enumerate() {
        let Some(left) = tries.checked_sub(1) else {
            return rest.len();
        };
        *tries = left;
        let Ok(before) = set_up(&position, ply) else {
            return place;
        };
        match read(&before, ply) {
            Ok(mv) => position = Step { before, mv }.after(),
            Err(MoveError::Ambiguous { moves, .. }) => {
                *tries = tries.saturating_sub(FURTHER);
                let behind = &rest[place + 1..];
                let reached = candidates(&before, &moves)
                    .map(|mv| place + 1 + legal_plies(before.play(mv), behind, tries));
                return reached.max().unwrap_or(place);
            }
            Err(_) => return place,
        }
    }
    rest.len()
}
