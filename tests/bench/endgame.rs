//! How long a look into the endgame tables takes: `cargo bench --bench endgame`.

#![allow(clippy::print_stdout, reason = "a bench prints its result")]

use std::hint::black_box;
use std::time::Instant;

use damka::endgame::{Class, Index, Tables, Value};
use damka::position::Position;
use damka::position::key::split_mix;
use damka::rules::International;

/// Positions without captures, drawn at random from a class.
fn positions(class: Class) -> Vec<Position<International>> {
    let Some(index) = Index::<International>::new(class) else {
        return Vec::new();
    };
    let (mut state, mut found) = (1, Vec::new());
    while found.len() < 100_000 {
        let (next, number) = split_mix(state);
        state = next;
        found.extend(
            index
                .position(number % index.places())
                .filter(|at| !at.has_capture()),
        );
    }
    found
}

/// Looks all positions up; after the first time all blocks are decoded.
fn seconds_for_all(tables: &Tables<International>, positions: &[Position<International>]) -> f64 {
    let began = Instant::now();
    let mut plies = 0;
    for position in positions {
        let value = tables.probe(black_box(position));
        plies += value.and_then(Value::plies).map_or(0, u64::from);
    }
    black_box(plies);
    began.elapsed().as_secs_f64()
}

fn main() {
    let tables = Tables::<International>::embedded(4);
    println!("class    probe ns   first probe ms");
    for class in [
        [0, 0, 1, 1],
        [1, 1, 1, 0],
        [0, 0, 3, 1],
        [1, 1, 1, 1],
        [2, 2, 0, 0],
    ] {
        let positions = positions(Class(class));
        let began = Instant::now();
        black_box(positions.first().and_then(|first| tables.probe(first)));
        let first = began.elapsed();
        let best = (0..5)
            .map(|_| seconds_for_all(&tables, &positions))
            .fold(f64::MAX, f64::min);
        println!(
            "{}    {:>9.1} {:>13.2}",
            Class(class),
            best * 1e9 / positions.len() as f64,
            first.as_secs_f64() * 1e3
        );
    }
}
