//! The node: principal variation search.

use super::prune;
use super::table::{Bound, Entry};
use super::worker::{Stopped, Worker};
use super::{MAX_PLY, Score};
use crate::board::Side;
use crate::eval::Evaluate;
use crate::rules::Rules;

/// The kind of a node, known when the program is compiled.
pub(super) trait Node {
    /// Whether the window is open: the node may lie on the principal variation.
    const PV: bool;
    /// Whether a shallow search may decide the node.
    const PROBES: bool;
    /// The kind of the nodes below that are searched with an empty window.
    type Below: Node;
}

/// A node on the principal variation.
pub(super) struct Pv;
/// A node that is searched only to show that it is no better.
pub(super) struct Scout;
/// A node of a shallow search that decides a deeper one; it must be sound itself.
pub(super) struct Probe;

impl Node for Pv {
    const PV: bool = true;
    const PROBES: bool = false;
    type Below = Scout;
}

impl Node for Scout {
    const PV: bool = false;
    const PROBES: bool = true;
    type Below = Self;
}

impl Node for Probe {
    const PV: bool = false;
    const PROBES: bool = false;
    type Below = Self;
}

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// Searches the position on the board, `ply` plies from the root, to a depth. Fail-soft: the score may lie
    /// outside the window.
    pub fn node<N: Node>(
        &mut self,
        ply: usize,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        debug_assert!(N::PV || alpha + 1 == beta);
        if depth <= 0 {
            return self.quiescence::<N>(ply, alpha, beta, true);
        }
        self.visit(ply)?;
        if N::PV {
            self.frames[ply].pv.clear();
        }

        // A draw by rule, unless the game has been won already.
        if let Some(score) = self.ended_by_rule(ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate(ply));
        }
        let (mut alpha, beta) = prune::shrink_to_distance::<R>(alpha, beta, ply);
        if alpha >= beta {
            return Ok(alpha);
        }

        if let Some(score) = self.tabled(ply) {
            return Ok(score);
        }

        // What the table knows decides, unless a repetition is at hand of which it knows nothing.
        let key = self.table_key();
        let known = self.shared.table.probe(key, ply);
        let position = *self.line.position();
        let cut = known.filter(|entry| !N::PV && entry.cuts(depth, alpha, beta));
        if let Some(entry) = cut
            && self.line.counters().king_moves < 3
        {
            return Ok(entry.score);
        }
        if N::PROBES
            && let Some((margin, shallow)) = prune::probe(depth)
            && !beta.is_decided()
        {
            let bound = beta + margin;
            let score = self.node::<Probe>(ply, shallow, bound - 1, bound)?;
            if score >= bound {
                return Ok(score - margin);
            }
        }
        position.moves(&mut self.frames[ply].moves);
        let count = self.frames[ply].moves.len();
        if count == 0 {
            return Ok(self.without_moves(ply));
        }
        if let Some(entry) = cut
            && !self.line.can_repeat(&self.frames[ply].moves)
        {
            return Ok(entry.score);
        }

        // Moves in order: the first with the full window, the others to show that they are no better.
        let best_known = known.and_then(|entry| entry.best);
        let frame = &mut self.frames[ply];
        frame
            .picker
            .start(&frame.moves, best_known, position.side(), &self.history);
        let next_depth = depth - prune::depth_cost(count);
        let old_alpha = alpha;
        let mut best = (-Score::INFINITE, None);
        let mut tried = 0;
        while let Some(place) = self.frames[ply].picker.next() {
            let mv = self.frames[ply].moves[place];
            let reduction = if mv.is_capture() || mv.promotes() {
                0
            } else {
                prune::reduction(depth, tried, N::PV, self.history.worth(position.side(), mv))
            };
            self.line.play(mv);
            let score = if N::PV && tried == 0 {
                -self.node::<Pv>(ply + 1, next_depth, -beta, -alpha)?
            } else {
                self.scout::<N>(ply, next_depth, reduction, alpha, beta)?
            };
            self.line.undo();
            tried += 1;
            if score > best.0 {
                best = (score, Some(place));
                if score > alpha {
                    alpha = score;
                    if N::PV {
                        self.set_pv(ply, mv);
                    }
                    if alpha >= beta {
                        self.learn(ply, place, depth);
                        break;
                    }
                }
            }
        }

        let bound = match best.0 {
            score if score >= beta => Bound::Lower,
            score if score > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let best_place = if bound == Bound::Upper { None } else { best.1 };
        let entry = Entry {
            best: best_place,
            score: best.0,
            depth,
            bound,
        };
        self.shared.table.store(key, ply, &entry);
        Ok(best.0)
    }

    /// Searches the position after a move that is not the first: with an empty window and perhaps less deeply, and
    /// again if it turns out to be better than thought.
    #[inline]
    pub fn scout<N: Node>(
        &mut self,
        ply: usize,
        depth: i32,
        reduction: i32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if N::PV
            && let Some(below) = self.frames.get_mut(ply + 1)
        {
            // A scout that fails high leaves no line behind it: without this an old one would be taken for it.
            below.pv.clear();
        }
        let mut score = -self.node::<N::Below>(ply + 1, depth - reduction, -(alpha + 1), -alpha)?;
        if reduction > 0 && score > alpha {
            score = -self.node::<N::Below>(ply + 1, depth, -(alpha + 1), -alpha)?;
        }
        if N::PV && score > alpha && score < beta {
            score = -self.node::<Pv>(ply + 1, depth, -beta, -alpha)?;
        }
        Ok(score)
    }

    /// The score of a position that a draw rule ends. A game without moves is won or lost all the same.
    #[inline]
    pub fn ended_by_rule(&mut self, ply: usize) -> Option<Score> {
        let counters = self.line.counters();
        if counters.are_clear() {
            return None;
        }
        let majority = self.line.majority();
        let ended = majority.is_some()
            || counters.draw(self.line.draw_rules()).is_some()
            || self.line.repeats(self.root);
        if !ended {
            return None;
        }
        let moves = &mut self.frames[ply].moves;
        self.line.position().moves(moves);
        if moves.is_empty() {
            return Some(self.without_moves(ply));
        }
        Some(match majority {
            Some(winner) => self.won_by(winner, ply),
            None => Score::DRAW,
        })
    }

    /// The score of a position in which there is no legal move.
    #[inline]
    pub fn without_moves(&self, ply: usize) -> Score {
        self.won_by(self.line.position().winner_without_moves(), ply)
    }

    #[inline]
    fn won_by(&self, winner: Side, ply: usize) -> Score {
        if winner == self.line.position().side() {
            Score::win(ply)
        } else {
            Score::loss(ply)
        }
    }

    /// A move has caused a cut-off: it, and those tried before it, change their worth.
    #[inline]
    fn learn(&mut self, ply: usize, place: usize, depth: i32) {
        let side = self.line.position().side();
        let frame = &self.frames[ply];
        let mv = frame.moves[place];
        if mv.is_capture() {
            return;
        }
        self.history.reward(side, mv, depth);
        for earlier in frame.picker.tried_before() {
            self.history.punish(side, frame.moves[earlier], depth);
        }
    }
}
