//! Perft: the move generator against published numbers of leaves, in `tests/data/perft`.

mod common;

use damka::board::{Side, Word};
use damka::position::Position;
use damka::position::perft::{divide, perft};
use damka::rules::Rules;
use damka::rules::variant::Variant;
use rayon::prelude::*;

/// The most leaves of one count. The optimiser makes a hundred times more of them bearable.
struct Limits {
    start: u64,
    other: u64,
}

const DEFAULT: Limits = if cfg!(debug_assertions) {
    Limits {
        start: 1_000_000,
        other: 20_000,
    }
} else {
    Limits {
        start: 130_000_000,
        other: 300_000,
    }
};

const LONG: Limits = Limits {
    start: u64::MAX,
    other: 100_000_000,
};

/// Counts all positions of a game; returns the number of counts.
fn count<R: Rules>(limits: &Limits) -> usize {
    let cases: Vec<_> = common::cases("perft", R::NAME);
    assert_eq!(
        common::position::<R>(cases[0].column(0)),
        Position::start(),
        "the start position comes first"
    );
    let checks = cases.par_iter().map(|case| {
        let position = common::position::<R>(case.column(0));
        let most = if position == Position::start() {
            limits.start
        } else {
            limits.other
        };
        let counts = case
            .column(1)
            .split(' ')
            .map(|count| count.parse::<u64>().expect("a number of leaves"));
        let counts: Vec<_> = counts.take_while(|&count| count <= most).collect();
        for (depth, &expected) in (1..).zip(&counts) {
            let found: u64 = divide(&position, depth)
                .iter()
                .map(|(_, leaves)| leaves)
                .sum();
            assert_eq!(found, expected, "{} at depth {depth}", case.place);
        }
        counts.len()
    });
    checks.sum()
}

fn count_all(limits: &Limits) {
    for &variant in Variant::ALL {
        let counts = damka::dispatch!(variant, R => count::<R>(limits));
        assert!(counts > 20, "{variant} has only {counts} counts");
    }
}

#[test]
fn published_counts() {
    count_all(&DEFAULT);
}

#[test]
#[ignore = "minutes"]
fn published_counts_in_full() {
    count_all(&LONG);
}

#[test]
fn divide_and_perft_agree() {
    fn check<R: Rules>() {
        let start = Position::<R>::start();
        assert_eq!(perft(&start, 0), 1);
        assert_eq!(start.pieces(Side::White).count() as usize, R::pieces());
        for depth in 1..6 {
            let divided = divide(&start, depth);
            assert_eq!(
                divided.iter().map(|(_, leaves)| leaves).sum::<u64>(),
                perft(&start, depth)
            );
            for (mv, leaves) in divided {
                assert_eq!(perft(&start.play(mv), depth - 1), leaves);
            }
        }
    }
    for &variant in Variant::ALL {
        damka::dispatch!(variant, R => check::<R>());
    }
}
