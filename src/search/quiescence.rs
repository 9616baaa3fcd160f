//! Quiescence: the leaves are positions in which nothing hangs.

use super::alphabeta::Node;
use super::worker::{Stopped, Worker};
use super::{MAX_PLY, Score};
use crate::board::Word;
use crate::eval::Evaluate;
use crate::rules::Rules;

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// Plays captures out and evaluates what is left.
    ///
    /// Captures are compulsory, so where there is one nobody can stand pat. Nor can who is threatened with one: then
    /// all moves are tried, once in a line (`may_parry`), since parries that threaten in turn would never end. Where
    /// kings are on the board nearly every position threatens something, and that would cost more than it finds.
    pub fn quiescence<N: Node>(
        &mut self,
        ply: usize,
        alpha: Score,
        beta: Score,
        may_parry: bool,
    ) -> Result<Score, Stopped> {
        self.visit(ply)?;
        if N::PV {
            self.frames[ply].pv.clear();
        }
        if let Some(score) = self.ended_by_rule(ply) {
            return Ok(score);
        }
        let position = *self.line.position();
        if ply >= MAX_PLY {
            return Ok(self.evaluate(ply));
        }
        let captures = position.has_capture();
        if !captures {
            if !position.has_quiet() {
                return Ok(self.without_moves(ply));
            }
            if let Some(score) = self.tabled_quiet(ply) {
                return Ok(score);
            }
            let parries = may_parry && position.kings().is_empty();
            if !(parries && position.passed().has_capture()) {
                return Ok(self.evaluate(ply));
            }
        }
        position.moves(&mut self.frames[ply].moves);
        let mut alpha = alpha;
        let mut best = -Score::INFINITE;
        for place in 0..self.frames[ply].moves.len() {
            let mv = self.frames[ply].moves[place];
            self.line.play(mv);
            let score = -self.quiescence::<N>(ply + 1, -beta, -alpha, may_parry && captures)?;
            self.line.undo();
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if N::PV {
                        self.set_pv(ply, mv);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        Ok(best)
    }
}
