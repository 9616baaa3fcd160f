//! Every margin, reduction and extension of the search, each with the reason why it is sound.

use super::Score;
use crate::rules::{Objective, Rules};

/// Aspiration begins at this depth: before, the score has not settled.
pub(super) const ASPIRATION_DEPTH: u32 = 6;

/// Half the width of the first aspiration window, in hundredths of a man: scores of successive depths rarely differ
/// by more.
pub(super) const ASPIRATION_MARGIN: i32 = 12;

/// A forced reply costs no depth: it adds one node, and sequences of exchanges are seen to their end.
pub(super) const fn depth_cost(legal_moves: usize) -> i32 {
    if legal_moves == 1 { 0 } else { 1 }
}

/// Late quiet moves are searched less deeply: by then the good moves have been tried, and a reduced search that
/// beats alpha is repeated in full. Moves with good experience are reduced less.
pub(super) fn reduction(depth: i32, tried: usize, pv: bool, worth: i32) -> i32 {
    let first = if pv { 3 } else { 1 };
    if depth < 2 || tried < first {
        return 0;
    }
    let usual = (depth.ilog2() as usize * 2 + tried.ilog2() as usize * 3) as i32 / 4;
    let reduction = 1 + usual - i32::from(pv) - worth / 6_000;
    reduction.clamp(0, depth - 1)
}

/// Nothing in a line can be better than winning as early or worse than losing as early as the game can still end, so
/// the window shrinks to what is left at this ply. Whoever has no move has lost at once, or in a losing game won.
pub(super) fn shrink_to_distance<R: Rules>(
    alpha: Score,
    beta: Score,
    ply: usize,
) -> (Score, Score) {
    let (lost, won) = match R::OBJECTIVE {
        Objective::Block | Objective::FirstKing => (ply, ply + 1),
        Objective::Lose => (ply + 1, ply),
    };
    (alpha.max(Score::loss(lost)), beta.min(Score::win(won)))
}

/// A shallow search that finds a position far better than asked for is believed: a deeper one would hardly find it
/// worse by so much. Returns the margin and the depth of the shallow search, for nodes of this depth.
///
/// Idea: M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 18, 1995.
pub(super) const fn probe(depth: i32) -> Option<(i32, i32)> {
    if depth < 3 {
        None
    } else {
        Some((10 * depth, depth * 2 / 5))
    }
}
