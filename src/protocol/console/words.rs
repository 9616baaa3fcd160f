//! Scores and results in words.

use crate::board::Side;
use crate::position::Outcome;
use crate::search::Score;

/// The side as the subject of a sentence.
#[must_use]
pub const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// What a score for the side to move means.
///
/// ```
/// use damka::board::Side;
/// use damka::protocol::console::words;
/// use damka::search::Score;
///
/// assert_eq!(words::meaning(Score::eval(7), Side::White), "about equal");
/// assert_eq!(words::meaning(Score::win(5), Side::White), "White wins in 3 moves");
/// assert_eq!(words::meaning(Score::loss(2), Side::White), "Black wins in 1 move");
/// ```
#[must_use]
pub fn meaning(score: Score, to_move: Side) -> String {
    let ahead = if score >= Score::DRAW {
        to_move
    } else {
        to_move.opponent()
    };
    let ahead = name(ahead);
    if let Some(plies) = score.plies_to_end() {
        // The winner moves first in a win and second in a loss.
        return match plies.unsigned_abs().div_ceil(2) {
            0 => format!("{ahead} has won"),
            1 => format!("{ahead} wins in 1 move"),
            moves => format!("{ahead} wins in {moves} moves"),
        };
    }
    match score.hundredths().unsigned_abs() {
        0..=24 => "about equal".to_owned(),
        25..=69 => format!("{ahead} is slightly better"),
        70..=149 => format!("{ahead} is better"),
        150..=399 => format!("{ahead} is much better"),
        _ => format!("{ahead} is winning"),
    }
}

/// How a game has ended.
#[must_use]
pub fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(side) => {
            let loser = name(side.opponent());
            format!("{} wins: {loser} has no legal move", name(side))
        }
        Outcome::Draw(reason) => format!("Draw: {reason}"),
    }
}
