//! Results of games, and the forms in which they are written.

use crate::board::Side;
use crate::position::Outcome;

/// How a game came out.
///
/// White's points are written first in every game, as PDN 3.0 has it: `1-0` is a win for White also where Black begins.
/// Older files of English draughts (PDN 2.0, CheckerBoard) write the points of the side that begins first, and nothing
/// in them says so; a result is therefore read as the standard means it, and whoever compares it with the moves must
/// allow for the other reading where Black begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// A side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
    /// Both have lost.
    BothLose,
    /// It is not over, or it is not known how it ended.
    Open,
}

/// The form in which the results of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `2-0`, `1-1`, `0-2`.
    TwoPoints,
    /// `1-0`, `1/2-1/2`, `0-1`.
    OnePoint,
}

impl Form {
    /// The form that the standard gives to the game of a number: two points for a win in international and Canadian
    /// draughts, one in all others.
    #[must_use]
    pub const fn of_game(game_type: Option<u8>) -> Self {
        match game_type {
            Some(20 | 27) => Self::TwoPoints,
            _ => Self::OnePoint,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(side) => Self::Win(side),
            Outcome::Draw(_) => Self::Draw,
        }
    }
}

impl GameResult {
    /// The result of a game that is over: the side that has won, or nobody.
    #[must_use]
    pub const fn won_by(winner: Option<Side>) -> Self {
        match winner {
            Some(side) => Self::Win(side),
            None => Self::Draw,
        }
    }

    /// The result with the sides exchanged.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Win(side) => Self::Win(side.opponent()),
            other => other,
        }
    }

    /// The result as the standard writes it.
    #[must_use]
    pub const fn text(self, form: Form) -> &'static str {
        match (self, form) {
            (Self::Win(Side::White), Form::TwoPoints) => "2-0",
            (Self::Win(Side::White), Form::OnePoint) => "1-0",
            (Self::Win(Side::Black), Form::TwoPoints) => "0-2",
            (Self::Win(Side::Black), Form::OnePoint) => "0-1",
            (Self::Draw, Form::TwoPoints) => "1-1",
            (Self::Draw, Form::OnePoint) => "1/2-1/2",
            (Self::BothLose, _) => "0-0",
            (Self::Open, _) => "*",
        }
    }

    /// Reads a result in any usual form: the two of the standard, halves as `½` or `0.5`, and points of other scales
    /// such as `4-6`. Nothing and `?` are an open result. `None` for anything else.
    ///
    /// ```
    /// use damka::board::Side;
    /// use damka::notation::pdn::GameResult;
    ///
    /// assert_eq!(GameResult::read("0-2"), Some(GameResult::Win(Side::Black)));
    /// assert_eq!(GameResult::read("½-½"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::read("4 - 6"), Some(GameResult::Win(Side::Black)));
    /// assert_eq!(GameResult::read("White won"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if matches!(text.trim(), "" | "?" | "*") {
            return Some(Self::Open);
        }
        let (white, black) = both_half_points(text)?;
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => Self::Win(Side::White),
            std::cmp::Ordering::Less => Self::Win(Side::Black),
            std::cmp::Ordering::Equal if white == 0 => Self::BothLose,
            std::cmp::Ordering::Equal => Self::Draw,
        })
    }
}

/// Whether a result counts one or two points for a win, so that it says no more than who has won.
#[must_use]
pub fn is_usual(text: &str) -> bool {
    both_half_points(text).is_none_or(|(white, black)| white + black <= 4)
}

/// The points of White and Black in halves.
fn both_half_points(text: &str) -> Option<(u32, u32)> {
    let dash = |sign| matches!(sign, '-' | '\u{2010}'..='\u{2014}');
    let (white, black) = text.split_once(dash)?;
    Some((half_points(white)?, half_points(black)?))
}

/// Points counted in halves: `2`, `1/2`, `½`, `1½`, `0.5`, `0,5`.
fn half_points(text: &str) -> Option<u32> {
    let text = text.trim();
    if text == "1/2" {
        return Some(1);
    }
    let whole = text
        .strip_suffix('½')
        .or_else(|| text.strip_suffix(".5"))
        .or_else(|| text.strip_suffix(",5"));
    let half = u32::from(whole.is_some());
    let digits = whole.unwrap_or(text);
    let digits = digits.strip_suffix(".0").unwrap_or(digits);
    let points = match digits {
        "" if half == 1 => 0,
        digits if digits.len() <= 3 && digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            digits.parse::<u32>().ok()?
        }
        _ => return None,
    };
    Some(2 * points + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_all_forms_are_read() {
        use GameResult::{BothLose, Draw, Open, Win};
        let (white, black) = (Win(Side::White), Win(Side::Black));
        for (text, result) in [
            ("2-0", Some(white)),
            ("1-0", Some(white)),
            ("0-1", Some(black)),
            (" 0 - 2 ", Some(black)),
            ("1-1", Some(Draw)),
            ("1/2-1/2", Some(Draw)),
            ("½–½", Some(Draw)),
            ("0.5-0.5", Some(Draw)),
            ("1½-½", Some(white)),
            ("1-9", Some(black)),
            ("10-10", Some(Draw)),
            ("0-0", Some(BothLose)),
            ("*", Some(Open)),
            ("?", Some(Open)),
            ("", Some(Open)),
            ("1-0-0", None),
            ("-", None),
            ("x-1", None),
            ("99999999-1", None),
        ] {
            assert_eq!(GameResult::read(text), result, "{text}");
        }
    }

    #[test]
    fn points_of_other_scales_are_told_apart() {
        let usual = ["2-0", "0-1", "1-1", "1/2-1/2", "0-0", "*", "4-6", "10-10"].map(is_usual);
        assert_eq!(usual, [true, true, true, true, true, true, false, false]);
    }

    #[test]
    fn what_is_written_is_read() {
        for form in [Form::TwoPoints, Form::OnePoint] {
            for result in [
                GameResult::Win(Side::White),
                GameResult::Win(Side::Black),
                GameResult::Draw,
                GameResult::BothLose,
                GameResult::Open,
            ] {
                assert_eq!(GameResult::read(result.text(form)), Some(result));
                assert_eq!(result.turned().turned(), result);
            }
        }
    }
}
