//! Games searched position by position, and their moves judged.

use serde::{Deserialize, Serialize};

use crate::board::Side;
use crate::notation::pdn::{Game, PASS};
use crate::rules::variant::Variant;
use crate::search::{Group, Limits, Table};
use crate::session::{self, Session};

use super::judge::{Verdict, Worth};

/// A king counts as so many men when it is asked whether a line wins material.
const KING: i64 = 3;

/// So many plies of the expected line are kept.
const LINE: usize = 12;

/// The analysis of a game, complete in itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The kind of draughts.
    pub variant: String,
    /// How long each position was searched, in words.
    pub limits: String,
    /// The first position, in FEN.
    pub start: String,
    /// The names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub plies: Vec<Judged>,
    /// What the last position is worth.
    pub last: Worth,
}

/// A move, the position in which it was made, and what there was better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The move.
    pub text: String,
    /// Whether White has made it.
    pub by_white: bool,
    /// The position before it, in FEN.
    pub fen: String,
    /// What that position was worth with the best play.
    pub worth: Worth,
    /// The best line from there, the best move first.
    pub line: Vec<String>,
    /// The depth to which it was searched.
    pub depth: u32,
    /// The points of a game that the move has cost.
    pub loss: f64,
    /// The judgement.
    pub verdict: Verdict,
    /// Whether the best line, which was not played, gives pieces in order to win more.
    pub missed_shot: bool,
}

impl Judged {
    /// Who has made the move.
    #[must_use]
    pub const fn side(&self) -> Side {
        if self.by_white {
            Side::White
        } else {
            Side::Black
        }
    }
}

/// What tells the analysis of one game from that of another: the kind of draughts, the limits, the first position and
/// the moves.
pub type Key = (String, String, String, Vec<String>);

impl Analysis {
    /// What this is the analysis of.
    #[must_use]
    pub fn key(&self) -> Key {
        let moves = self.plies.iter().map(|ply| ply.text.clone()).collect();
        (
            self.variant.clone(),
            self.limits.clone(),
            self.start.clone(),
            moves,
        )
    }

    /// The mean loss of a side, in points of a game; `None` if it has made no move.
    #[must_use]
    pub fn mean_loss(&self, side: Side) -> Option<f64> {
        let own = self.plies.iter().filter(|ply| ply.side() == side);
        let (count, sum) = own.fold((0, 0.0), |(count, sum), ply| (count + 1, sum + ply.loss));
        (count > 0).then(|| sum / f64::from(count))
    }

    /// How many moves of a side have this verdict.
    #[must_use]
    pub fn count(&self, side: Side, verdict: Verdict) -> usize {
        let own = self.plies.iter().filter(|ply| ply.side() == side);
        own.filter(|ply| ply.verdict == verdict).count()
    }

    /// The worth of the position before each ply, and after the last.
    pub fn worths(&self) -> impl Iterator<Item = Worth> {
        self.plies.iter().map(|ply| ply.worth).chain([self.last])
    }
}

/// The moves of a regular game that can be analysed: up to a turn that is passed or a position that is set up.
fn moves(game: &Game) -> Vec<&str> {
    let plies = game.moves.plies.iter();
    let played = plies.take_while(|ply| ply.text != PASS && ply.setup.is_none());
    played.map(|ply| ply.text.as_str()).collect()
}

/// The game at its first position.
fn begin(game: &Game, variant: Variant) -> Box<dyn Session> {
    let mut session = session::open(variant);
    if let Some(Err(error)) = game.tag("FEN").map(|fen| session.set_fen(fen)) {
        log::error!("a regular game has a bad position: {error}");
    }
    session
}

/// What the analysis of a regular game within these limits would be of.
#[must_use]
pub fn key(game: &Game, variant: Variant, limits: &str) -> Key {
    let start = begin(game, variant).fen();
    let moves = moves(game).into_iter().map(str::to_owned).collect();
    (variant.name().to_owned(), limits.to_owned(), start, moves)
}

/// The number of positions that the analysis of a regular game searches.
#[must_use]
pub fn positions(game: &Game) -> usize {
    moves(game).len() + 1
}

/// How positions are searched.
pub struct Engine<'a> {
    /// When the search of a position ends.
    pub limits: &'a Limits,
    /// The same in words.
    pub words: &'a str,
    /// The transposition table.
    pub table: &'a mut Table,
    /// What stops the search.
    pub group: &'a Group,
}

/// What a search has found.
struct Found {
    fen: String,
    side: Side,
    worth: Worth,
    line: Vec<String>,
    depth: u32,
}

/// Searches all positions of a regular game, the last first, since what comes of a position helps to judge it. Tells
/// `step` of each position. `None` if it was stopped.
pub fn analyse(
    game: &Game,
    variant: Variant,
    engine: &mut Engine<'_>,
    mut step: impl FnMut(),
) -> Option<Analysis> {
    // What is found does not depend on the games before.
    engine.table.clear();
    let mut session = begin(game, variant);
    let start = session.fen();
    for mv in moves(game) {
        if let Err(error) = session.play(mv) {
            log::error!("a regular game has a bad move: {error}");
            break;
        }
    }
    let played: Vec<_> = session.history().into_iter().map(|mv| mv.text).collect();
    let mut found = Vec::with_capacity(played.len() + 1);
    loop {
        found.push(search(&*session, engine)?);
        step();
        if !session.undo() {
            break;
        }
    }
    found.reverse();
    let last = found.last().map(|found| found.worth)?;
    let judged = played.into_iter().zip(found.windows(2));
    let judged = judged
        .map(|(text, pair)| judge(text, pair, &mut *session))
        .collect();
    Some(Analysis {
        variant: variant.name().to_owned(),
        limits: engine.words.to_owned(),
        start,
        tags: game.tags.clone(),
        plies: judged,
        last,
    })
}

/// What the position on the board is worth. `None` if the search was stopped.
fn search(session: &dyn Session, engine: &Engine<'_>) -> Option<Found> {
    let found = |worth, line, depth| Found {
        fen: session.fen(),
        side: session.side(),
        worth,
        line,
        depth,
    };
    if let Some(outcome) = session.outcome() {
        return Some(found(Worth::over(outcome), Vec::new(), 0));
    }
    let decision = engine
        .group
        .run(|control| session.think(engine.table, engine.limits, control, &mut |_| ()))?;
    if engine.group.is_stopped() {
        return None;
    }
    let Some(report) = decision.report else {
        return Some(found(
            Worth::of(crate::search::Score::DRAW, Side::White),
            Vec::new(),
            0,
        ));
    };
    let line = report.pv.into_iter().take(LINE).map(|mv| mv.text).collect();
    Some(found(
        Worth::of(report.score, session.side()),
        line,
        report.depth,
    ))
}

/// Judges a move by what was found before and after it.
fn judge(text: String, pair: &[Found], session: &mut dyn Session) -> Judged {
    let (before, after) = (&pair[0], &pair[pair.len() - 1]);
    let is_best = before.line.first().is_none_or(|best| *best == text);
    let expected = |found: &Found| found.worth.expected_by(before.side);
    let loss = match is_best {
        true => 0.0,
        false => (expected(before) - expected(after)).max(0.0),
    };
    let verdict = Verdict::on(loss);
    Judged {
        text,
        by_white: before.side == Side::White,
        fen: before.fen.clone(),
        worth: before.worth,
        line: before.line.clone(),
        depth: before.depth,
        loss: (loss * 1e4).round() / 1e4,
        verdict,
        missed_shot: verdict > Verdict::Good && is_shot(before, session),
    }
}

/// Whether the side to move gives pieces in the line and has won more than them at its end.
fn is_shot(found: &Found, session: &mut dyn Session) -> bool {
    if session.set_fen(&found.fen).is_err() {
        return false;
    }
    let balance = |session: &dyn Session| {
        let worth = |side| {
            let (men, kings) = session.material(side);
            i64::from(men) + KING * i64::from(kings)
        };
        worth(found.side) - worth(found.side.opponent())
    };
    let start = balance(session);
    let (mut least, mut last) = (start, start);
    for mv in &found.line {
        if session.play(mv).is_err() {
            break;
        }
        last = balance(session);
        least = least.min(last);
    }
    least < start && last > start
}
