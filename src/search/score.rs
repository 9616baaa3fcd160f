//! Scores in hundredths of a man, with wins counted by their distance.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score for the side to move, in hundredths of a man.
///
/// A won game counts `10000 - plies` to its end. A win of which endgame tables know counts `9000 - plies`, since the
/// search has not seen it itself. Evaluations stay within [`Score::MAX_EVAL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A drawn game.
    pub const DRAW: Self = Self(0);
    /// More than any score.
    pub const INFINITE: Self = Self(10_001);
    /// The largest evaluation of a position that is not known to be won.
    pub const MAX_EVAL: i32 = 7_999;
    /// A win by endgame tables in no plies; wins that the search has seen count more.
    const TABLED: i32 = 9_000;

    /// An evaluation, kept within its range.
    #[must_use]
    #[inline]
    pub fn eval(hundredths: i32) -> Self {
        Self(hundredths.clamp(-Self::MAX_EVAL, Self::MAX_EVAL))
    }

    /// The side to move wins after this many plies.
    #[must_use]
    #[inline]
    pub const fn win(plies: usize) -> Self {
        Self(10_000 - plies as i32)
    }

    /// The side to move loses after this many plies.
    #[must_use]
    #[inline]
    pub const fn loss(plies: usize) -> Self {
        Self(plies as i32 - 10_000)
    }

    /// By the endgame tables the side to move wins after this many plies.
    #[must_use]
    #[inline]
    pub const fn tabled_win(plies: usize) -> Self {
        Self(Self::TABLED - plies as i32)
    }

    /// By the endgame tables the side to move loses after this many plies.
    #[must_use]
    #[inline]
    pub const fn tabled_loss(plies: usize) -> Self {
        Self(plies as i32 - Self::TABLED)
    }

    /// The score in hundredths of a man.
    #[must_use]
    #[inline]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// The distance of a certain win or loss in plies: positive for a win, negative or zero for a loss.
    #[must_use]
    pub fn plies_to_end(self) -> Option<i32> {
        match self.0 {
            won if won > Self::TABLED => Some(10_000 - won),
            won if won > Self::MAX_EVAL => Some(Self::TABLED - won),
            lost if lost < -Self::TABLED => Some(-10_000 - lost),
            lost if lost < -Self::MAX_EVAL => Some(-Self::TABLED - lost),
            _ => None,
        }
    }

    /// Whether the game is won or lost for certain, as the search or endgame tables have it.
    #[must_use]
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::MAX_EVAL
    }

    /// A score found at this ply as the table keeps it: distances are counted from the position itself.
    #[inline]
    pub(super) fn to_table(self, ply: usize) -> i16 {
        let ply = ply as i32;
        let stored = match self.0 {
            won if won > Self::MAX_EVAL => won + ply,
            lost if lost < -Self::MAX_EVAL => lost - ply,
            other => other,
        };
        stored as i16
    }

    /// The inverse of [`Self::to_table`].
    #[inline]
    pub(super) fn from_table(stored: i16, ply: usize) -> Self {
        let (stored, ply) = (i32::from(stored), ply as i32);
        Self(match stored {
            won if won > Self::MAX_EVAL => won - ply,
            lost if lost < -Self::MAX_EVAL => lost + ply,
            other => other,
        })
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, hundredths: i32) -> Self {
        Self((self.0 + hundredths).min(Self::INFINITE.0))
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, hundredths: i32) -> Self {
        Self((self.0 - hundredths).max(-Self::INFINITE.0))
    }
}

impl fmt::Display for Score {
    /// Men with two decimals: `0.07`, `-1.20`, `99.93`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        write!(f, "{sign}{}.{:02}", size / 100, size % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_two_decimals_and_its_sign() {
        let texts: Vec<_> = [0, 7, -7, -120, 9_993]
            .map(|score| Score(score).to_string())
            .into_iter()
            .collect();
        assert_eq!(texts, ["0.00", "0.07", "-0.07", "-1.20", "99.93"]);
    }

    #[test]
    fn the_table_counts_wins_from_the_position() {
        for score in [
            Score::win(9),
            Score::loss(12),
            Score::tabled_win(30),
            Score::tabled_loss(1),
            Score::eval(123),
            Score::eval(-20_000),
        ] {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        assert_eq!(
            Score::from_table(Score::win(9).to_table(5), 7),
            Score::win(11)
        );
        assert_eq!(Score::win(3).plies_to_end(), Some(3));
        assert_eq!(Score::loss(4).plies_to_end(), Some(-4));
        assert_eq!(Score::tabled_win(3).plies_to_end(), Some(3));
        assert_eq!(Score::tabled_loss(40).plies_to_end(), Some(-40));
        assert_eq!(Score::eval(9_999).plies_to_end(), None);
    }
}
