//! What the results of games tell: differences in strength with their errors, and sequential tests.
//!
//! Games are counted in pairs, the same opening with both colours, since the two games of a pair are not independent.
//! A pair yields 0 to 4 half points (the pentanomial model). All functions are pure.
//!
//! Sources: M. Van den Bergh, "The generalized sequential probability ratio test for normalized Elo" and "Comments on
//! normalized Elo", the methods of Fishtest; the examples of the tests were published with fastchess.

/// Pairs of games by the half points of the first player, 0 to 4.
pub type Pairs = [u64; 5];

/// Elo points in a unit of the logarithm of the odds.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Normalized Elo points in a standard deviation of one game.
const NORMALIZED_PER_DEVIATION: f64 = 2.0 * ELO_PER_LOGIT;

/// Half the width of a 95 % interval in standard deviations.
const DEVIATIONS: f64 = 1.959_963_985;

/// Stands for an outcome that was never seen, since nothing is impossible.
const UNSEEN: f64 = 1e-3;

/// The expected score of a game for a difference in Elo.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// The difference in Elo for an expected score; infinite for 0 and 1.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    ELO_PER_LOGIT * (score / (1.0 - score)).ln()
}

/// A difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The most likely value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What pairs of games say of the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The mean score of a game, 0 to 1.
    pub score: f64,
    /// The difference in Elo.
    pub elo: Interval,
    /// The difference in normalized Elo, which does not depend on how often games are drawn.
    pub normalized: Interval,
    /// The likelihood that the first player is the stronger one.
    pub superiority: f64,
}

/// Rates pairs of games; `None` without any.
#[must_use]
pub fn rate(pairs: &Pairs) -> Option<Rating> {
    let count: u64 = pairs.iter().sum();
    if count == 0 {
        return None;
    }
    let (mean, variance) = moments(&distribution(pairs, 0.0));
    let error = (variance / count as f64).sqrt();
    let score_at = |deviations: f64| elo_of((mean + deviations * error).clamp(0.0, 1.0));
    let per_game = (2.0 * variance).sqrt();
    let normalized = match per_game > 0.0 {
        true => (mean - 0.5) / per_game * NORMALIZED_PER_DEVIATION,
        false if mean == 0.5 => 0.0,
        false => (mean - 0.5) * f64::INFINITY,
    };
    let width = DEVIATIONS * NORMALIZED_PER_DEVIATION / (2.0 * count as f64).sqrt();
    Some(Rating {
        score: mean,
        elo: Interval {
            value: elo_of(mean),
            low: score_at(-DEVIATIONS),
            high: score_at(DEVIATIONS),
        },
        normalized: Interval {
            value: normalized,
            low: normalized - width,
            high: normalized + width,
        },
        superiority: match error > 0.0 {
            true => normal((mean - 0.5) / error),
            false if mean == 0.5 => 0.5,
            false => f64::from(mean > 0.5),
        },
    })
}

/// In what units the hypotheses of a test are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Elo.
    Logistic,
    /// Normalized Elo.
    Normalized,
}

/// A sequential probability ratio test: is the difference rather the second value than the first?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The difference in Elo if the change is worth nothing.
    pub elo0: f64,
    /// The difference in Elo if it is worth something.
    pub elo1: f64,
    /// How often a change that is worth nothing may pass.
    pub alpha: f64,
    /// How often a change that is worth something may fail.
    pub beta: f64,
    /// The units.
    pub model: Model,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The second value is likelier.
    Passed,
    /// The first value is likelier.
    Failed,
}

impl Test {
    /// The logarithm of the ratio of the likelihoods of both hypotheses; 0 without any pair.
    #[must_use]
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        let count: u64 = pairs.iter().sum();
        if count == 0 {
            return 0.0;
        }
        let seen = distribution(pairs, UNSEEN);
        let likely = |elo: f64| match self.model {
            Model::Logistic => with_mean(&seen, expected_score(elo)),
            Model::Normalized => {
                with_deviations(&seen, elo / NORMALIZED_PER_DEVIATION * 2f64.sqrt())
            }
        };
        let (first, second) = (likely(self.elo0), likely(self.elo1));
        let ratio = |place: usize| seen[place] * (second[place] / first[place]).ln();
        let total: f64 = pairs.iter().map(|&count| (count as f64).max(UNSEEN)).sum();
        total * (0..5).map(ratio).sum::<f64>()
    }

    /// The ratios at which the test ends: the lower and the upper one.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The verdict, or `None` while more games are needed.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let (ratio, (low, high)) = (self.ratio(pairs), self.bounds());
        match ratio {
            _ if ratio >= high => Some(Verdict::Passed),
            _ if ratio <= low => Some(Verdict::Failed),
            _ => None,
        }
    }
}

/// The score of a game in a pair that yields so many half points.
const fn score(half_points: usize) -> f64 {
    half_points as f64 / 4.0
}

/// The part of each outcome; one that was not seen counts as `least`.
fn distribution(pairs: &Pairs, least: f64) -> [f64; 5] {
    let counts = pairs.map(|count| (count as f64).max(least));
    let total: f64 = counts.iter().sum();
    counts.map(|count| count / total)
}

/// Mean and variance of the score.
fn moments(distribution: &[f64; 5]) -> (f64, f64) {
    let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
        let parts = distribution.iter().enumerate();
        parts.map(|(place, part)| part * value(score(place))).sum()
    };
    let mean = sum(&|score| score);
    (mean, sum(&|score| (score - mean).powi(2)))
}

/// The likeliest distribution behind what was seen, among those for which the mean of `values` is zero.
fn with_zero_mean(seen: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // The multiplier of Lagrange lies where every part stays positive; the sum falls there.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let terms = seen.iter().zip(values);
        let sum: f64 = terms
            .map(|(part, value)| part * value / (1.0 + middle * value))
            .sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let factor = f64::midpoint(low, high);
    std::array::from_fn(|place| seen[place] / (1.0 + factor * values[place]))
}

/// The likeliest distribution with this mean score.
fn with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    with_zero_mean(seen, &std::array::from_fn(|place| score(place) - mean))
}

/// The likeliest distribution whose mean lies so many of its own standard deviations above one half.
fn with_deviations(seen: &[f64; 5], deviations: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..20 {
        let (mean, variance) = moments(&found);
        let deviation = variance.sqrt();
        let value = |place: usize| {
            let distance = (mean - score(place)) / deviation;
            score(place) - 0.5 - 0.5 * deviations * deviation * (1.0 + distance * distance)
        };
        let next = with_zero_mean(seen, &std::array::from_fn(value));
        let change = |place: usize| (next[place] - found[place]).abs();
        let largest = (0..5).map(change).fold(0.0, f64::max);
        found = next;
        if largest < 1e-9 {
            break;
        }
    }
    found
}

/// The part of a normal distribution below a value, by the error function of Abramowitz and Stegun, 7.1.26, which is
/// right to seven digits.
fn normal(value: f64) -> f64 {
    let x = value.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let polynomial = series.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let tail = 0.5 * polynomial * (-x * x).exp();
    if value < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Like the examples themselves: within one hundredth of the value.
    fn assert_near(found: f64, expected: f64) {
        let tolerance = 0.01 * (1.0 + expected.abs());
        assert!((found - expected).abs() < tolerance, "{found} {expected}");
    }

    #[test]
    fn published_ratings_are_found() {
        for (pairs, normalized, normalized_error, elo, error, superiority) in [
            ([34, 54, 63, 64, 75], 57.94, 28.28, 55.58, 27.65, 1.0),
            (
                [332, 433, 498, 333, 334],
                -9.17,
                10.96,
                -8.64,
                10.33,
                0.0505,
            ),
            (
                [7895, 8757, 5685, 568, 9999],
                -19.01,
                2.65,
                -21.04,
                2.95,
                0.0,
            ),
        ] {
            let rating = rate(&pairs).unwrap();
            assert_near(rating.normalized.value, normalized);
            let half = |interval: Interval| (interval.high - interval.low) / 2.0;
            assert_near(half(rating.normalized), normalized_error);
            assert_near(rating.elo.value, elo);
            assert_near(half(rating.elo), error);
            assert!((rating.superiority - superiority).abs() < 1e-4);
        }
    }

    #[test]
    fn published_ratios_are_found() {
        use Model::{Logistic, Normalized};
        for (pairs, elo0, elo1, model, ratio) in [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ] {
            let test = Test {
                elo0,
                elo1,
                alpha: 0.05,
                beta: 0.05,
                model,
            };
            assert_near(test.ratio(&pairs), ratio);
        }
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let test = Test {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Logistic,
        };
        let (low, high) = test.bounds();
        assert_near(low, -2.944);
        assert_near(high, 2.944);
        assert_eq!(test.ratio(&[0; 5]), 0.0);
        assert_eq!(test.verdict(&[10, 20, 40, 20, 10]), None);
        assert_eq!(
            test.verdict(&[10, 200, 400, 500, 100]),
            Some(Verdict::Passed)
        );
        assert_eq!(
            test.verdict(&[100, 500, 400, 200, 10]),
            Some(Verdict::Failed)
        );
    }

    #[test]
    fn extreme_results_have_extreme_ratings() {
        assert_eq!(rate(&[0; 5]), None);
        let all_won = rate(&[0, 0, 0, 0, 7]).unwrap();
        assert_eq!(all_won.score, 1.0);
        assert_eq!(all_won.elo.value, f64::INFINITY);
        assert_eq!(all_won.superiority, 1.0);
        let all_drawn = rate(&[0, 0, 7, 0, 0]).unwrap();
        assert_eq!(all_drawn.elo.value, 0.0);
        assert_eq!(all_drawn.normalized.value, 0.0);
        assert_eq!(all_drawn.superiority, 0.5);
        assert_near(expected_score(elo_of(0.64)), 0.64);
    }
}
