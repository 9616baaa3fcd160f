//! The network while it is learned: real numbers, their errors and their changes.

use rayon::prelude::*;

use super::super::record::Record;
use crate::board::{Geometry, Word};
use crate::eval::network::{DIM, Features, HEAD_ONE, Head, ONE, PHASES, View, Weights};
use crate::eval::patterns::{Patterns, STATES};
use crate::position::key::split_mix;
use crate::rules::Rules;

type Vector = [f32; DIM];

/// Vectors with the squares of their changes so far.
struct Vectors {
    values: Vec<Vector>,
    squares: Vec<Vector>,
}

impl Vectors {
    fn new(count: usize, prior: f32) -> Self {
        Self {
            values: vec![[0.0; DIM]; count],
            squares: vec![[prior; DIM]; count],
        }
    }

    #[inline]
    fn change(&mut self, place: usize, gradient: &Vector, rate: f32) {
        let (value, square) = (&mut self.values[place], &mut self.squares[place]);
        for lane in 0..DIM {
            square[lane] += gradient[lane] * gradient[lane];
            value[lane] -= rate * gradient[lane] / square[lane].sqrt();
        }
    }
}

/// The weights while they are learned. The vectors of single men on their squares exist only here: in the end they
/// are added to the patterns.
pub struct Model<R: Rules> {
    layout: Patterns,
    features: Features,
    /// By block, each with its states.
    patterns: Vec<Vectors>,
    /// By feature of the network, then the men of each side by square.
    small: Vectors,
    /// By phase: bias, linear, clipped.
    heads: Vec<[Vector; 3]>,
    head_squares: Vec<[Vector; 3]>,
    rules: std::marker::PhantomData<R>,
}

/// What a position puts into the model.
pub struct Sample {
    numbers: Vec<u16>,
    small: Vec<u16>,
    phase: usize,
    target: f32,
}

/// What the first pass finds for a position.
#[derive(Clone, Copy, Default)]
struct Error {
    sum: Vector,
    /// The derivative of the loss by the outcome.
    outcome: f32,
    loss: f32,
}

const PATTERN_PRIOR: f32 = 1.0;
const SMALL_PRIOR: f32 = 1e-3;
const HEAD_PRIOR: f32 = 1e-2;

pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl<R: Rules> Model<R> {
    /// The first weights: patterns at zero, the rest at random.
    pub fn new(seed: u64) -> Self {
        let (layout, features) = (Patterns::of::<R::Board>(), Features::of::<R>());
        let mut state = seed;
        // Evenly between -size and size.
        let mut random = |size: f32| {
            let (next, number) = split_mix(state);
            state = next;
            size * ((number >> 40) as f32 / (1u64 << 23) as f32 - 1.0)
        };
        let mut small = Vectors::new(features.count() + 2 * R::Board::SQUARES, SMALL_PRIOR);
        for value in small.values.iter_mut().flatten() {
            *value = random(0.05);
        }
        let mut heads = vec![[[0.0; DIM]; 3]; PHASES];
        let first: [Vector; 2] = std::array::from_fn(|_| std::array::from_fn(|_| random(0.4)));
        for head in &mut heads {
            (head[1], head[2]) = (first[0], first[1]);
        }
        Self {
            patterns: (0..layout.len())
                .map(|_| Vectors::new(STATES, PATTERN_PRIOR))
                .collect(),
            layout,
            features,
            small,
            heads,
            head_squares: vec![[[HEAD_PRIOR; DIM]; 3]; PHASES],
            rules: std::marker::PhantomData,
        }
    }

    /// What a position puts into the model, and what is to be learned from it.
    pub fn sample(&self, record: &Record<R>, target: f32) -> Sample {
        let view: &View<R> = &record.view;
        let (us, them) = (view.us & !view.kings, view.them & !view.kings);
        let mut numbers = Vec::with_capacity(self.layout.len());
        self.layout
            .numbers::<R::Board>(us, them, |_, number| numbers.push(number as u16));
        let mut small = Vec::with_capacity(48);
        self.features
            .visit(view, |feature| small.push(feature as u16));
        for (side, men) in [us, them].into_iter().enumerate() {
            let first = self.features.count() + side * R::Board::SQUARES;
            small.extend(
                men.squares()
                    .map(|square| (first + R::Board::index(square)) as u16),
            );
        }
        Sample {
            numbers,
            small,
            phase: view.phase(),
            target,
        }
    }

    fn error(&self, sample: &Sample) -> Error {
        let mut sum = [0.0; DIM];
        let mut add = |row: &Vector| (0..DIM).for_each(|lane| sum[lane] += row[lane]);
        for (table, &number) in self.patterns.iter().zip(&sample.numbers) {
            add(&table.values[usize::from(number)]);
        }
        for &place in &sample.small {
            add(&self.small.values[usize::from(place)]);
        }
        let [bias, linear, clipped] = &self.heads[sample.phase];
        let outcome: f32 = bias[0]
            + (0..DIM)
                .map(|lane| linear[lane] * sum[lane] + clipped[lane] * sum[lane].clamp(0.0, 1.0))
                .sum::<f32>();
        let chance = sigmoid(outcome).clamp(1e-6, 1.0 - 1e-6);
        let loss = -(sample.target * chance.ln() + (1.0 - sample.target) * (1.0 - chance).ln());
        Error {
            sum,
            outcome: chance - sample.target,
            loss,
        }
    }

    /// The derivative of the loss by the sum of the vectors.
    fn gradient(&self, sample: &Sample, error: &Error) -> Vector {
        let [_, linear, clipped] = &self.heads[sample.phase];
        std::array::from_fn(|lane| {
            let inside = (0.0..1.0).contains(&error.sum[lane]);
            error.outcome * (linear[lane] + if inside { clipped[lane] } else { 0.0 })
        })
    }

    /// Learns from a batch and returns the sum of its losses.
    pub fn learn(&mut self, batch: &[Sample], rate: f32) -> f64 {
        let errors: Vec<Error> = batch.par_iter().map(|sample| self.error(sample)).collect();
        let pairs = || batch.iter().zip(&errors);
        let gradients: Vec<Vector> = pairs()
            .map(|(sample, error)| self.gradient(sample, error))
            .collect();
        self.patterns
            .par_iter_mut()
            .enumerate()
            .for_each(|(block, table)| {
                for (sample, gradient) in batch.iter().zip(&gradients) {
                    table.change(usize::from(sample.numbers[block]), gradient, rate);
                }
            });
        let mut sums = vec![[0.0; DIM]; self.small.values.len()];
        for (sample, gradient) in batch.iter().zip(&gradients) {
            for &place in &sample.small {
                let sum = &mut sums[usize::from(place)];
                (0..DIM).for_each(|lane| sum[lane] += gradient[lane]);
            }
        }
        for (place, sum) in sums.iter().enumerate() {
            if *sum != [0.0; DIM] {
                self.small
                    .change(place, &sum.map(|g| g / (batch.len() as f32).sqrt()), rate);
            }
        }
        self.learn_heads(batch, &errors, rate);
        errors.iter().map(|error| f64::from(error.loss)).sum()
    }

    fn learn_heads(&mut self, batch: &[Sample], errors: &[Error], rate: f32) {
        let mut sums = vec![[[0.0; DIM]; 3]; PHASES];
        for (sample, error) in batch.iter().zip(errors) {
            let [bias, linear, clipped] = &mut sums[sample.phase];
            bias[0] += error.outcome;
            for lane in 0..DIM {
                linear[lane] += error.outcome * error.sum[lane];
                clipped[lane] += error.outcome * error.sum[lane].clamp(0.0, 1.0);
            }
        }
        let (heads, squares) = (
            self.heads.iter_mut().flatten(),
            self.head_squares.iter_mut().flatten(),
        );
        for ((head, squares), sum) in heads.zip(squares).zip(sums.iter().flatten()) {
            for lane in 0..DIM {
                let gradient = sum[lane] / (batch.len() as f32).sqrt();
                squares[lane] += gradient * gradient;
                head[lane] -= 0.3 * rate * gradient / squares[lane].sqrt();
            }
        }
    }

    /// The mean loss on positions from which nothing is learned.
    pub fn loss(&self, samples: &[Sample]) -> f64 {
        let sum: f64 = samples
            .par_iter()
            .map(|sample| f64::from(self.error(sample).loss))
            .sum();
        sum / samples.len().max(1) as f64
    }

    /// The score for an outcome of 1 that makes a man worth 100 on average: one more man of the side to move against
    /// one more of the other side, in positions of the middle game.
    pub fn scale(&self, records: &[Record<R>]) -> f32 {
        let outcome = |view: View<R>| {
            let record = Record {
                view,
                score: 0,
                result: 0,
                ply: 0,
            };
            let chance = self.error(&self.sample(&record, 0.0)).outcome;
            (chance / (1.0 - chance)).ln()
        };
        let many = R::pieces() as u32 / 2;
        let middle = |record: &&Record<R>| {
            record.view.kings.is_empty()
                && record.view.us.count().min(record.view.them.count()) > many
        };
        let (mut sum, mut count) = (0.0, 0);
        for record in records.iter().filter(middle).step_by(7).take(10_000) {
            let View { us, them, .. } = record.view;
            let ahead = View {
                them: them.without_lowest(),
                ..record.view
            };
            let behind = View {
                us: us.without_lowest(),
                ..record.view
            };
            sum += (outcome(ahead) - outcome(behind)) / 2.0;
            count += 1;
        }
        if sum > 0.0 {
            100.0 * count as f32 / sum
        } else {
            100.0
        }
    }

    /// The network with rounded numbers; the vectors of single men go into one block that covers their square.
    pub fn weights(&self, scale: f32) -> Weights {
        let round = |value: f32, one: i32| {
            (value * one as f32)
                .round()
                .clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        let blocks = self.layout.blocks();
        let covering = |square| blocks.iter().position(|block| block.contains(&square));
        let mut patterns = Vec::with_capacity(blocks.len() * STATES);
        for (place, (block, table)) in blocks.iter().zip(&self.patterns).enumerate() {
            for (state, value) in table.values.iter().enumerate() {
                let mut value = *value;
                for (digit, &square) in (0..).zip(block) {
                    let man = state / 3usize.pow(digit) % 3;
                    if man > 0 && covering(square) == Some(place) {
                        let first = self.features.count() + (man - 1) * R::Board::SQUARES;
                        let row = &self.small.values[first + R::Board::index(square)];
                        (0..DIM).for_each(|lane| value[lane] += row[lane]);
                    }
                }
                patterns.push(value.map(|number| round(number, ONE)));
            }
        }
        let features = &self.small.values[..self.features.count()];
        Weights {
            patterns,
            features: features
                .iter()
                .map(|row| row.map(|number| round(number, ONE)))
                .collect(),
            heads: self
                .heads
                .iter()
                .map(|[bias, linear, clipped]| Head {
                    bias: (bias[0] * (ONE * HEAD_ONE) as f32).round() as i32,
                    linear: linear.map(|number| round(number, HEAD_ONE)),
                    clipped: clipped.map(|number| round(number, HEAD_ONE)),
                })
                .collect(),
            scale: scale.round() as i32,
        }
    }
}
