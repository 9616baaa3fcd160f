//! Games checked move by move with the rules of their kind.

use std::fmt;

use crate::board::Side;
use crate::dispatch;
use crate::notation::pdn::{Fault, Game, GameResult, Moves, PASS, Parsed, PdnError};
use crate::notation::{MoveError, fen};
use crate::position::{MoveList, Position};
use crate::rules::Rules;
use crate::rules::variant::Variant;

use super::follow::{Followed, Stop, follow};
use super::kind::{self, KindError};

/// How games are checked.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The kind of draughts of games that do not name it.
    pub variant: Variant,
    /// Whether a game is refused for anything that is not regular.
    pub strict: bool,
}

/// A game that was understood.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The kind of draughts.
    pub variant: Variant,
    /// The line on which it begins.
    pub line: usize,
    /// Its moves, without passed turns.
    pub plies: usize,
    /// The result that is written.
    pub result: GameResult,
    /// What is not regular in it.
    pub notes: Vec<Note>,
}

/// A game that was refused.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The line of the fault.
    pub line: usize,
    /// The players, where they are known.
    pub players: Option<String>,
    /// Why.
    pub reason: Reason,
}

/// Why a game was refused.
#[derive(Clone, Debug)]
pub enum Reason {
    /// Its text cannot be read.
    Text(Fault),
    /// Its kind of draughts is none that damka plays.
    Kind(KindError),
    /// Its first position.
    Position(fen::FenError),
    /// A position that is set up before a ply.
    Setup(usize, fen::FenError),
    /// A ply, counted from 1.
    Move(usize, MoveError),
    /// It is not regular, and that was not to be allowed.
    Irregular(Vec<Note>),
}

/// Something in a game that is not regular, with its line.
#[derive(Clone, Debug)]
pub struct Note {
    /// The line.
    pub line: usize,
    /// What it is.
    pub oddity: Oddity,
}

/// Something that is not regular.
#[derive(Clone, Debug)]
pub enum Oddity {
    /// In the text.
    Text(Fault),
    /// A move that could mean several captures; the rest of the game tells which.
    Resolved(String),
    /// A move that is written as a capture and is none.
    NoCapture(String),
    /// A variation goes wrong.
    Variation(String),
    /// The first position does not say who is to move.
    NoSide,
    /// The result is no result.
    Result(String),
    /// The result behind the moves is another one than that of the tag.
    Results {
        /// Of the tag.
        tag: String,
        /// Behind the moves.
        behind: String,
    },
    /// The last position is won for another side than the result says.
    Winner {
        /// The result.
        result: String,
        /// The winner on the board.
        winner: Side,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.reason)?;
        match &self.players {
            Some(players) => write!(f, " ({players})"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(fault) => fault.fmt(f),
            Self::Kind(error) => error.fmt(f),
            Self::Position(error) => write!(f, "bad position: {error}"),
            Self::Setup(ply, error) => write!(f, "bad position before ply {ply}: {error}"),
            Self::Move(ply, error) => write!(f, "ply {ply}: {error}"),
            Self::Irregular(notes) => {
                let notes: Vec<_> = notes.iter().map(|note| note.oddity.to_string()).collect();
                write!(f, "not regular: {}", notes.join("; "))
            }
        }
    }
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(fault) => fault.fmt(f),
            Self::Resolved(text) => write!(
                f,
                "move '{}' could mean several captures, and only one of them lets the rest be legal",
                text.escape_debug()
            ),
            Self::NoCapture(text) => write!(
                f,
                "move '{}' is written as a capture and is none, expected '-'",
                text.escape_debug()
            ),
            Self::Variation(words) => write!(f, "in a variation, {words}"),
            Self::NoSide => {
                f.write_str("the position does not say who is to move, expected W or B")
            }
            Self::Result(text) => write!(
                f,
                "'{}' is no result, expected one such as 2-0, 1/2-1/2 or *",
                text.escape_debug()
            ),
            Self::Results { tag, behind } => write!(
                f,
                "the result is {} in the tag and {behind} behind the moves, expected the same",
                tag.escape_debug()
            ),
            Self::Winner { result, winner } => write!(
                f,
                "the result is {}, but {} has won: the other side has no move",
                result.escape_debug(),
                winner.name()
            ),
        }
    }
}

impl Refused {
    /// A text that cannot be read.
    #[must_use]
    pub fn text(error: PdnError) -> Self {
        Self {
            line: error.line,
            players: None,
            reason: Reason::Text(error.fault),
        }
    }

    pub(super) fn of(game: &Game, line: usize, reason: Reason) -> Self {
        let names = ["White", "Black"].map(|name| game.tag(name).unwrap_or("?"));
        let is_known = names.iter().any(|name| !matches!(*name, "" | "?"));
        Self {
            line,
            players: is_known.then(|| names.join(" - ")),
            reason,
        }
    }
}

/// The kind of draughts of a game.
pub(super) fn variant_of(game: &Game, otherwise: Variant) -> Result<Variant, Refused> {
    let named = kind::named(game);
    let named = named.map_err(|error| Refused::of(game, game.line, Reason::Kind(error)))?;
    Ok(named.unwrap_or(otherwise))
}

/// Plays a game by its rules.
///
/// # Errors
///
/// The first thing that makes the game unreadable or illegal.
pub fn check(parsed: &Parsed, options: Options) -> Result<Checked, Refused> {
    let variant = variant_of(&parsed.game, options.variant)?;
    dispatch!(variant, R => check_as::<R>(parsed, variant, options.strict))
}

/// How much of a game is legal as this kind of draughts: whether all is, and the number of plies that are. `None` if not
/// even its first position can be put on the board.
pub(super) fn fit(game: &Game, variant: Variant) -> Option<(bool, usize)> {
    dispatch!(variant, R => {
        let (first, _) = first_position::<R>(game).ok()?;
        let followed = follow(first, &game.moves.plies, true);
        Some((followed.stop.is_none(), followed.steps.len()))
    })
}

fn check_as<R: Rules>(parsed: &Parsed, variant: Variant, strict: bool) -> Result<Checked, Refused> {
    let game = &parsed.game;
    let (followed, mut notes) = play::<R>(game, !strict)?;
    let faults = parsed.faults.iter().map(|error| Note {
        line: error.line,
        oddity: Oddity::Text(error.fault.clone()),
    });
    notes.extend(faults);
    look_at_variations(&game.moves, &followed, &mut notes);
    notes.extend(look_at_result(game, &followed.last));
    if strict && !notes.is_empty() {
        let line = notes[0].line;
        return Err(Refused::of(game, line, Reason::Irregular(notes)));
    }
    let result = game.result_text().and_then(GameResult::read);
    Ok(Checked {
        variant,
        line: game.line,
        plies: game
            .moves
            .plies
            .iter()
            .filter(|ply| ply.text != PASS)
            .count(),
        result: result.unwrap_or(GameResult::Open),
        notes,
    })
}

/// Plays the moves of a game from its first position on.
pub(super) fn play<R: Rules>(
    game: &Game,
    lenient: bool,
) -> Result<(Followed<R>, Vec<Note>), Refused> {
    let (first, note) = first_position::<R>(game)?;
    let mut followed = follow(first, &game.moves.plies, lenient);
    let place = followed.steps.len();
    if let Some(stop) = followed.stop.take() {
        let line = game
            .moves
            .plies
            .get(place)
            .map_or(game.line, |ply| ply.line);
        let reason = match stop {
            Stop::Move(error) => Reason::Move(place + 1, error),
            Stop::Setup(error) => Reason::Setup(place + 1, error),
        };
        return Err(Refused::of(game, line, reason));
    }
    let note_on = |place: &usize, oddity: fn(String) -> Oddity| {
        let ply = &game.moves.plies[*place];
        let (line, oddity) = (ply.line, oddity(ply.text.clone()));
        Note { line, oddity }
    };
    let resolved = followed.resolved.iter();
    let resolved = resolved.map(|place| note_on(place, Oddity::Resolved));
    let no_captures = followed.no_captures.iter();
    let no_captures = no_captures.map(|place| note_on(place, Oddity::NoCapture));
    let notes = note
        .into_iter()
        .chain(resolved)
        .chain(no_captures)
        .collect();
    Ok((followed, notes))
}

/// The position with which a game begins. Where nobody moves, it may be left open who is to move.
fn first_position<R: Rules>(game: &Game) -> Result<(Position<R>, Option<Note>), Refused> {
    let refused = |error| Refused::of(game, game.line, Reason::Position(error));
    let fen = game.tag("FEN").filter(|fen| !fen.trim().is_empty());
    let Some(fen) = fen else {
        return Ok((Position::start(), None));
    };
    let mut setup = fen::parse_setup::<R>(fen).map_err(refused)?;
    let is_open = setup.side.is_none() && game.moves.plies.is_empty();
    if is_open {
        setup.side = Some(R::FIRST);
    }
    let position = setup
        .playable()
        .map_err(|illegal| refused(illegal.into()))?;
    let note = is_open.then_some(Note {
        line: game.line,
        oddity: Oddity::NoSide,
    });
    Ok((position, note))
}

/// Variations that go wrong do not make a game illegal.
fn look_at_variations<R: Rules>(moves: &Moves, followed: &Followed<R>, notes: &mut Vec<Note>) {
    for (ply, step) in moves.plies.iter().zip(&followed.steps) {
        for variation in &ply.variations {
            let inner = follow(step.before, &variation.plies, true);
            look_at_variations(variation, &inner, notes);
            let place = inner.steps.len();
            let (Some(stop), Some(ply)) = (inner.stop, variation.plies.get(place)) else {
                continue;
            };
            let words = match stop {
                Stop::Move(error) => error.to_string(),
                Stop::Setup(error) => format!("bad position: {error}"),
            };
            notes.push(Note {
                line: ply.line,
                oddity: Oddity::Variation(words),
            });
        }
    }
}

/// Whether the results agree with each other and with the last position.
fn look_at_result<R: Rules>(game: &Game, last: &Position<R>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut note = |oddity| {
        let line = game.line;
        notes.push(Note { line, oddity });
    };
    let (tag, behind) = (game.tag("Result"), game.result.as_deref());
    for text in tag.into_iter().chain(behind) {
        if GameResult::read(text).is_none() {
            note(Oddity::Result(text.to_owned()));
        }
    }
    if let Some((tag, behind)) = game.contradiction() {
        let (tag, behind) = (tag.to_owned(), behind.to_owned());
        note(Oddity::Results { tag, behind });
    }
    let Some(text) = game.result_text() else {
        return notes;
    };
    let mut moves = MoveList::new();
    last.moves(&mut moves);
    let winner = last.winner_without_moves();
    let fits = match GameResult::read(text) {
        // Where Black begins, many files write its points first.
        Some(GameResult::Win(side)) => side == winner || R::FIRST == Side::Black,
        Some(GameResult::Draw) => false,
        _ => true,
    };
    let was_played = !game.moves.plies.is_empty();
    if moves.is_empty() && was_played && !fits {
        let result = text.to_owned();
        note(Oddity::Winner { result, winner });
    }
    notes
}
