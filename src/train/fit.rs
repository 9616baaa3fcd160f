//! The fit of a network to training positions.
//!
//! Batches are worked through in two parallel passes: first the outcome and its error for each position, then, table
//! by table, the changes of the vectors in the order of the positions. No vector is touched by two threads, so the
//! result does not depend on their number. Vectors change by AdaGrad (J. Duchi, E. Hazan, Y. Singer, 2011); pattern
//! states begin at zero with a strong prior, so rare ones stay near what their men and squares say by themselves.

mod model;

use rayon::prelude::*;

use super::record::Record;
use crate::eval::network::Weights;
use crate::position::key::split_mix;
use crate::rules::Rules;

use model::{Model, Sample, sigmoid};

/// How a network is fitted.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Times that all positions are seen.
    pub epochs: usize,
    /// Positions between two changes of the weights.
    pub batch: usize,
    /// The first step; it falls to zero in the end.
    pub rate: f32,
    /// The share of the game's result in what is learned; the rest is the score of the search.
    pub result_share: f32,
    /// The seed of the first weights and of the order of the positions.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            epochs: 2,
            batch: 4096,
            rate: 0.03,
            result_share: 0.7,
            seed: 1,
        }
    }
}

/// The loss after a part of the training: cross-entropy, on what is learned and on the positions kept back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loss {
    /// Positions seen so far.
    pub seen: usize,
    /// The mean loss since the last report.
    pub training: f64,
    /// The loss on positions that are never learned from.
    pub held_out: f64,
}

/// The score of the search, in hundredths of a man, at which the odds to win are e to 1: the one that explains the
/// results of these positions best.
#[must_use]
pub fn scale_of<R: Rules>(records: &[Record<R>]) -> f32 {
    let sample: Vec<_> = records
        .iter()
        .step_by((records.len() / 200_000).max(1))
        .collect();
    let loss = |scale: f32| -> f64 {
        let one = |record: &&Record<R>| {
            let chance = sigmoid(f32::from(record.score) / scale).clamp(1e-6, 1.0 - 1e-6);
            let target = (f32::from(record.result) + 1.0) / 2.0;
            f64::from(-(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln()))
        };
        sample.par_iter().map(one).sum()
    };
    let scales = (4..80).map(|step| 10.0 * step as f32);
    scales
        .min_by(|a, b| loss(*a).total_cmp(&loss(*b)))
        .unwrap_or(100.0)
}

/// Fits a network to positions, and reports the loss on others now and then.
#[must_use]
pub fn fit<R: Rules>(
    records: &[Record<R>],
    held_out: &[Record<R>],
    options: &Options,
    mut report: impl FnMut(Loss),
) -> Weights {
    let scale = scale_of(records);
    let target = |record: &Record<R>| {
        let result = (f32::from(record.result) + 1.0) / 2.0;
        let score = sigmoid(f32::from(record.score) / scale);
        options.result_share * result + (1.0 - options.result_share) * score
    };
    let mut model = Model::<R>::new(options.seed);
    let held_out: Vec<_> = held_out
        .iter()
        .map(|record| model.sample(record, target(record)))
        .collect();
    let batches = records.len().div_ceil(options.batch);
    let all = (batches * options.epochs).max(1);
    let every = (all / 20).max(1);
    let (mut loss, mut since) = (0.0, 0);
    for step in 0..all {
        let stride = stride(records.len(), options.seed + (step / batches) as u64);
        let first = step % batches * options.batch;
        let last = (first + options.batch).min(records.len());
        let place = |i: usize| (i as u128 * stride as u128 % records.len() as u128) as usize;
        let batch: Vec<Sample> = (first..last)
            .into_par_iter()
            .map(|i| &records[place(i)])
            .map(|record| model.sample(record, target(record)))
            .collect();
        let rate = options.rate * (1.0 - step as f32 / all as f32);
        loss += model.learn(&batch, rate);
        since += batch.len();
        if (step + 1) % every == 0 || step + 1 == all {
            let seen = (step / batches) * records.len() + last;
            report(Loss {
                seen,
                training: loss / since as f64,
                held_out: model.loss(&held_out),
            });
            (loss, since) = (0.0, 0);
        }
    }
    let scale = model.scale(records);
    model.weights(scale)
}

/// A stride that visits all of so many positions in an order that is as good as random, other for each seed.
fn stride(count: usize, seed: u64) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let mut stride = (split_mix(seed).1 % count.max(1) as u64) as usize | 1;
    while gcd(stride, count.max(1)) != 1 {
        stride += 1;
    }
    stride
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::eval::network::{Network, View};
    use crate::eval::{Evaluate, Material};
    use crate::position::Position;
    use crate::rules::Brazilian;
    use crate::train::record::Recipe;
    use crate::train::selfplay;
    use std::sync::atomic::AtomicBool;

    fn records(number: u32) -> Vec<Record<Brazilian>> {
        let recipe = Recipe { seed: 3, nodes: 60 };
        let hand = Material::new();
        selfplay::block(number, &hand, recipe, &AtomicBool::new(false)).records
    }

    fn fitted(threads: usize, losses: &mut Vec<Loss>) -> Weights {
        let (known, held_out) = ([records(0), records(1)].concat(), records(2));
        let options = Options {
            epochs: 4,
            batch: 256,
            ..Options::default()
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| fit(&known, &held_out, &options, |loss| losses.push(loss)))
    }

    #[test]
    fn a_fit_learns_and_does_not_depend_on_the_number_of_threads() {
        let (mut losses, mut others) = (Vec::new(), Vec::new());
        let weights = fitted(1, &mut losses);
        assert_eq!(weights, fitted(3, &mut others));
        let (first, last) = (losses[0], losses[losses.len() - 1]);
        assert!(last.training < first.training && last.held_out < first.held_out);

        // Of games that it has never seen it tells the won positions from the lost ones.
        let network = Network::<Brazilian>::new(weights).unwrap();
        let mean = |result: i8| {
            let records: Vec<_> = records(2);
            let scores = records
                .iter()
                .filter(|record| record.result == result)
                .map(|record| {
                    let View { us, them, kings } = record.view;
                    network.evaluate(&Position::from_sets(Side::White, us, them, kings))
                });
            let scores: Vec<_> = scores.collect();
            scores.iter().sum::<i32>() / scores.len() as i32
        };
        assert!(mean(1) > mean(0) + 20 && mean(0) > mean(-1) + 20);
    }

    #[test]
    fn a_stride_visits_every_position_once() {
        for count in [1, 2, 7, 100, 4096] {
            let stride = stride(count, 9);
            let mut seen: Vec<_> = (0..count).map(|i| i * stride % count).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..count));
        }
    }
}
