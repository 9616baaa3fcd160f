//! The root: iterative deepening, aspiration, several best lines, reports.

use std::mem;

use super::alphabeta::Pv;
use super::worker::{Stopped, Worker};
use super::{Found, Info, MAX_DEPTH, Score, prune};
use crate::eval::Evaluate;
use crate::position::{Line, Move, MoveList};
use crate::rules::Rules;

/// A move of the root with what is known of it.
pub(super) struct RootMove<R: Rules> {
    pub mv: Move<R>,
    /// From the last search in which it was among the best; what it is worth otherwise is not known.
    pub score: Score,
    pub pv: Vec<Move<R>>,
}

/// The moves of the root, the best first.
pub(super) struct RootMoves<R: Rules>(pub Vec<RootMove<R>>);

impl<R: Rules> RootMoves<R> {
    pub fn new(line: &Line<R>) -> Self {
        let mut moves = MoveList::new();
        line.position().moves(&mut moves);
        let known = |&mv| RootMove {
            mv,
            score: -Score::INFINITE,
            pv: vec![mv],
        };
        Self(moves.iter().map(known).collect())
    }
}

/// Depth to which a forced move is searched: enough for a score and an expected reply.
const FORCED_DEPTH: u32 = 4;

/// Searches as the leading thread, which reports and decides when to end.
pub(super) fn lead<R: Rules, E: Evaluate<R>>(
    worker: &mut Worker<'_, R, E>,
    report: &mut dyn FnMut(&Info<R>),
) -> Found<R> {
    let limits = worker.shared.limits;
    let mut moves = RootMoves::new(&worker.line);
    let mut last = None;
    if !moves.0.is_empty() {
        let report = &mut |info: &Info<R>| {
            if info.line == 1 {
                last = Some(info.clone());
            }
            report(info);
        };
        if !worker.settle(&mut moves, report) {
            let _ = deepen(worker, &mut moves, report);
        }
        worker.publish_nodes();
        worker.shared.control.wait(!limits.is_limited());
    }
    let best = moves.0.first().map(|best| best.mv);
    // The reply that was told, also when an iteration was broken off that saw another one.
    let told = last
        .as_ref()
        .filter(|info| info.pv.first() == best.as_ref());
    Found {
        best,
        ponder: told.and_then(|info| info.pv.get(1).copied()),
        info: last,
        nodes: 0,
    }
}

/// One iteration after the other until a limit is reached or nothing more can be found.
fn deepen<R: Rules, E: Evaluate<R>>(
    worker: &mut Worker<'_, R, E>,
    moves: &mut RootMoves<R>,
    report: &mut dyn FnMut(&Info<R>),
) -> Result<(), Stopped> {
    let limits = worker.shared.limits;
    let lines = limits.lines.clamp(1, moves.0.len());
    let forced = moves.0.len() == 1 && !limits.analyse && !worker.shared.control.is_pondering();
    let deepest = if forced { FORCED_DEPTH } else { MAX_DEPTH };
    let deepest = limits
        .depth
        .map_or(deepest, |depth| depth.clamp(1, deepest));
    for depth in 1..=deepest {
        worker.iteration = depth;
        let mut finished = 0;
        let searched = (0..lines).try_for_each(|line| {
            worker.search_root(moves, line, depth, &mut |worker, best| {
                if line == 0 {
                    report(&worker.info(depth, line, false, best));
                }
            })?;
            // A later line can turn out better than an earlier one, which was searched with less in the table.
            moves.0[..=line].sort_by_key(|best| std::cmp::Reverse(best.score));
            finished = line + 1;
            Ok(())
        });
        // Also when the search is stopped: the line told last as the best is the one that is played.
        for line in 0..finished {
            report(&worker.info(depth, line, true, &moves.0[line]));
        }
        searched?;
        let distance = moves.0[0].score.plies_to_end();
        let is_seen_to_end = distance.is_some_and(|plies| plies.unsigned_abs() <= depth);
        if worker.is_late() || (is_seen_to_end && !limits.analyse) {
            break;
        }
    }
    Ok(())
}

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// Finds the best of the moves from this place on and puts it in this place. Calls `found` whenever another move
    /// turns out to be the best.
    pub fn search_root(
        &mut self,
        moves: &mut RootMoves<R>,
        place: usize,
        depth: u32,
        found: &mut dyn FnMut(&Self, &RootMove<R>),
    ) -> Result<(), Stopped> {
        let Some(guess) = moves.0.get(place).map(|best| best.score) else {
            return Ok(());
        };
        let settled = depth >= prune::ASPIRATION_DEPTH && guess > -Score::INFINITE;
        let mut margin = if settled {
            prune::ASPIRATION_MARGIN
        } else {
            Score::INFINITE.hundredths()
        };
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if settled {
            (alpha, beta) = (guess - margin, guess + margin);
        }
        loop {
            let score = self.root_node(&mut moves.0, place, depth as i32, alpha, beta, found)?;
            margin *= 4;
            if score <= alpha && alpha > -Score::INFINITE {
                alpha = if score.is_decided() {
                    -Score::INFINITE
                } else {
                    score - margin
                };
            } else if score >= beta && beta < Score::INFINITE {
                beta = if score.is_decided() {
                    Score::INFINITE
                } else {
                    score + margin
                };
            } else {
                return Ok(());
            }
        }
    }

    fn root_node(
        &mut self,
        moves: &mut [RootMove<R>],
        place: usize,
        depth: i32,
        alpha: Score,
        beta: Score,
        found: &mut dyn FnMut(&Self, &RootMove<R>),
    ) -> Result<Score, Stopped> {
        self.visit(0)?;
        let (mut alpha, side) = (alpha, self.line.position().side());
        let mut best = -Score::INFINITE;
        for i in place..moves.len() {
            let mv = moves[i].mv;
            let tried = i - place;
            let reduction = if mv.is_capture() || mv.promotes() {
                0
            } else {
                prune::reduction(depth, tried, true, self.history.worth(side, mv))
            };
            self.line.play(mv);
            let score = if tried == 0 {
                -self.node::<Pv>(1, depth - 1, -beta, -alpha)?
            } else {
                self.scout::<Pv>(0, depth - 1, reduction, alpha, beta)?
            };
            self.line.undo();
            best = best.max(score);
            if tried == 0 || score > alpha {
                self.set_pv(0, mv);
                moves[i].score = score;
                mem::swap(&mut moves[i].pv, &mut self.frames[0].pv);
                moves[place..=i].rotate_right(1);
                if tried > 0 {
                    found(self, &moves[place]);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    pub fn info(&self, depth: u32, line: usize, is_finished: bool, best: &RootMove<R>) -> Info<R> {
        self.publish_nodes();
        Info {
            depth,
            mean_depth: self.leaf_plies as f64 / self.leaves.max(1) as f64,
            line: line + 1,
            is_finished,
            score: best.score,
            nodes: self.shared.nodes(),
            time: self.shared.control.time(),
            pv: best.pv.clone(),
        }
    }
}
