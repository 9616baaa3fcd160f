//! Endgame tables in the search.
//!
//! A table knows nothing of what the draw rules count, so a win counts only if it comes before a counter runs out; if
//! not, the search goes on as if there were no table. Where the root itself is known, nothing is searched: the shortest
//! win is played, or the longest defence. In a drawn root the moves that keep the draw are searched without the tables
//! that would call them all equal, since the opponent may still go wrong.

use std::cmp::Reverse;

use super::root::RootMoves;
use super::worker::Worker;
use super::{Info, Score};
use crate::endgame::{Room, Tables, Value};
use crate::eval::Evaluate;
use crate::position::{Outcome, Position};
use crate::rules::{DrawRules, Rules};

/// Whether tables can be relied on under these draw rules: no ending decides the game as soon as it is reached, so what
/// is won on the board can be won.
pub(super) fn are_true_under(rules: &DrawRules) -> bool {
    rules.endings.iter().all(|ending| ending.plies > 0)
}

/// The most pieces of positions for which tables are asked. A root that they know is only searched when they do not
/// decide; then those for as many pieces would say nothing new.
pub(super) fn pieces_to_ask<R: Rules>(tables: Option<&Tables<R>>, root: &Position<R>) -> u32 {
    let known = tables.map_or(0, Tables::most_pieces);
    known.min(root.count().saturating_sub(1))
}

/// The score of a value found at this ply.
fn score(value: Value, ply: usize) -> Score {
    match value {
        Value::Win(plies) => Score::tabled_win(ply + usize::from(plies)),
        Value::Draw => Score::DRAW,
        Value::Loss(plies) => Score::tabled_loss(ply + usize::from(plies)),
    }
}

/// The score of a move of the root, whose line is played to the end of the game: as certain as if it had been searched.
fn certain_score(value: Value) -> Score {
    match value {
        Value::Win(plies) => Score::win(plies.into()),
        Value::Draw => Score::DRAW,
        Value::Loss(plies) => Score::loss(plies.into()),
    }
}

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// The score that the tables give to the position on the board.
    #[inline(always)]
    pub fn tabled(&self, ply: usize) -> Option<Score> {
        let position = self.line.position();
        if position.count() > self.tabled_pieces || position.has_capture() {
            return None;
        }
        self.look_up(ply)
    }

    /// The same where it is known that the side to move cannot capture.
    #[inline(always)]
    pub fn tabled_quiet(&self, ply: usize) -> Option<Score> {
        if self.line.position().count() > self.tabled_pieces {
            return None;
        }
        self.look_up(ply)
    }

    #[inline(never)]
    fn look_up(&self, ply: usize) -> Option<Score> {
        let value = self.shared.tables?.probe(self.line.position())?;
        self.is_in_time(value).then(|| score(value, ply))
    }

    /// Whether the game ends before a counter of the draw rules runs out.
    fn is_in_time(&self, value: Value) -> bool {
        let left = self.line.counters().plies_left(self.line.draw_rules());
        let late = |plies| left.is_some_and(|left| plies > left);
        !value.plies().is_some_and(late)
    }

    /// Whether the tables decide the root; then its moves are in order, and reported. Of a drawn root the moves that
    /// lose are dropped.
    pub fn settle(&mut self, moves: &mut RootMoves<R>, report: &mut dyn FnMut(&Info<R>)) -> bool {
        let Some(values) = self.values(moves) else {
            return false;
        };
        let Some(&best) = values.iter().max() else {
            return false;
        };
        let mut ranked: Vec<_> = moves.0.drain(..).zip(values).collect();
        ranked.sort_by_key(|&(_, value)| Reverse(value));
        if best == Value::Draw && !self.shared.limits.analyse {
            ranked.retain(|&(_, value)| value == Value::Draw);
        }
        let settled = best != Value::Draw && self.is_in_time(best);
        for (mut known, value) in ranked {
            if settled {
                known.score = certain_score(value);
                self.line.play(known.mv);
                let tables = self.shared.tables;
                let rest = tables.map(|tables| tables.line(self.line.position()));
                known.pv.extend(rest.into_iter().flatten());
                self.line.undo();
            }
            moves.0.push(known);
        }
        if settled {
            for line in 0..self.shared.limits.lines.clamp(1, moves.0.len()) {
                report(&self.info(1, line, true, &moves.0[line]));
            }
        }
        settled
    }

    /// The values of all moves of the root; `None` if the tables do not know one of them. A move that ends the game by
    /// a draw rule draws, whatever they say.
    fn values(&mut self, moves: &RootMoves<R>) -> Option<Vec<Value>> {
        let tables = self.shared.tables?;
        if self.line.position().count() > tables.most_pieces() {
            return None;
        }
        let mut room = Room::new();
        let mut value = |mv| {
            self.line.play(mv);
            let value = match self.line.outcome() {
                Some(Outcome::Draw(_)) => Some(Value::Draw),
                _ => tables.value(self.line.position(), &mut room),
            };
            self.line.undo();
            Some(value?.before())
        };
        moves.0.iter().map(|known| value(known.mv)).collect()
    }
}
