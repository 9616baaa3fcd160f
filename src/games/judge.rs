//! What a move was worth: expected scores, and the names of bad moves.

use serde::{Deserialize, Serialize};

use crate::board::Side;
use crate::position::Outcome;
use crate::search::Score;

/// So many hundredths of a man make the odds `e` to one. It is the value that explains the results of 70 000 positions
/// of international draughts best which damka has played against itself with 1500 nodes a move; see
/// [`scale_of`](crate::train::fit::scale_of). With a man more one expects 0.73 points of a game, with half a man 0.62.
const SCALE: f64 = 100.0;

/// What a position is worth for White.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// The score in men.
    pub men: f64,
    /// The plies to the end of a game that is won or lost for certain.
    pub end: Option<i32>,
}

impl Worth {
    /// The worth of a score for the side to move.
    #[must_use]
    pub fn of(score: Score, side: Side) -> Self {
        let white = match side {
            Side::White => score,
            Side::Black => -score,
        };
        Self {
            men: f64::from(white.hundredths()) / 100.0,
            end: white.plies_to_end().map(i32::abs),
        }
    }

    /// The worth of a game that is over.
    #[must_use]
    pub fn over(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(side) => Self::of(Score::win(0), side),
            Outcome::Draw(_) => Self::of(Score::DRAW, Side::White),
        }
    }

    /// The points that White may expect, from 0 to 1: the logistic function of the score.
    #[must_use]
    pub fn expected(&self) -> f64 {
        match self.end {
            Some(_) if self.men > 0.0 => 1.0,
            Some(_) => 0.0,
            None => 1.0 / (1.0 + (-100.0 * self.men / SCALE).exp()),
        }
    }

    /// The points that a side may expect.
    #[must_use]
    pub fn expected_by(&self, side: Side) -> f64 {
        match side {
            Side::White => self.expected(),
            Side::Black => 1.0 - self.expected(),
        }
    }
}

impl std::fmt::Display for Worth {
    /// Men with their sign, or the moves to the end: `+0.35`, `-1.20`, `#4`, `#-4`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.end {
            Some(plies) => {
                let sign = if self.men < 0.0 { "-" } else { "" };
                write!(f, "#{sign}{}", (plies + 1) / 2)
            }
            None => write!(f, "{:+.2}", self.men),
        }
    }
}

/// The judgement on a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing to be said against it.
    #[default]
    Good,
    /// It costs at least 0.05 points.
    Dubious,
    /// It costs at least 0.1 points.
    Mistake,
    /// It costs at least 0.2 points.
    Blunder,
}

impl Verdict {
    /// The judgement on a move that costs so many points of a game.
    #[must_use]
    pub fn on(loss: f64) -> Self {
        match loss {
            loss if loss >= 0.2 => Self::Blunder,
            loss if loss >= 0.1 => Self::Mistake,
            loss if loss >= 0.05 => Self::Dubious,
            _ => Self::Good,
        }
    }

    /// What is written behind the move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Good => "",
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The judgement as a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Dubious => "dubious",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_scores_are_logistic_and_certain_at_the_end() {
        let expected = |hundredths| Worth::of(Score::eval(hundredths), Side::White).expected();
        assert_eq!(expected(0), 0.5);
        assert!((expected(100) - 0.731).abs() < 0.001);
        assert!((expected(100) + expected(-100) - 1.0).abs() < 1e-12);
        let lost = Worth::of(Score::loss(6), Side::White);
        assert_eq!((lost.expected(), lost.expected_by(Side::Black)), (0.0, 1.0));
        assert_eq!(Worth::over(Outcome::Win(Side::Black)).expected(), 0.0);
    }

    #[test]
    fn worths_have_short_texts() {
        let text = |score, side| Worth::of(score, side).to_string();
        assert_eq!(text(Score::eval(35), Side::White), "+0.35");
        assert_eq!(text(Score::eval(120), Side::Black), "-1.20");
        assert_eq!(text(Score::win(7), Side::White), "#4");
        assert_eq!(text(Score::win(7), Side::Black), "#-4");
    }

    #[test]
    fn verdicts_have_limits() {
        let signs = [0.0, 0.049, 0.05, 0.1, 0.2, 1.0].map(|loss| Verdict::on(loss).sign());
        assert_eq!(signs, ["", "", "?!", "?", "??", "??"]);
    }
}
