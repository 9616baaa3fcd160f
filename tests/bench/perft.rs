//! How fast the parts are: `cargo bench`. On a busy machine compare runs in pairs, or count instructions.

#![allow(clippy::print_stdout, reason = "the figures are the output")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use damka::eval::{Evaluate, Material};
use damka::position::{Line, MoveList, Position, key, perft};
use damka::rules::{Brazilian, Canadian, English, International, NO_DRAWS, Rules};
use damka::search::{Control, Limits, Table, think};

/// Every part is measured for at least this long, and the best of some rounds counts.
const ROUND: Duration = Duration::from_millis(300);
const ROUNDS: usize = 5;

/// Seconds that one call takes in the best round.
fn seconds(mut call: impl FnMut()) -> f64 {
    let round = |_| {
        let (began, mut calls) = (Instant::now(), 0u32);
        while began.elapsed() < ROUND {
            call();
            calls += 1;
        }
        began.elapsed().as_secs_f64() / f64::from(calls)
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

/// Positions of pseudo-random games.
fn positions<R: Rules>() -> Vec<Position<R>> {
    let (mut positions, mut state, mut moves) = (Vec::new(), 1, MoveList::new());
    while positions.len() < 2_000 {
        let mut position = Position::<R>::start();
        for _ in 0..80 {
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let (next, number) = key::split_mix(state);
            state = next;
            position = position.play(moves[(number >> 8) as usize % moves.len()]);
            positions.push(position);
        }
    }
    positions
}

fn measure<R: Rules>(perft_depth: usize) {
    let start = Position::<R>::start();
    let leaves = perft::perft(&start, perft_depth) as f64;
    let counted = leaves / seconds(|| _ = black_box(perft::perft(&start, perft_depth))) / 1e6;

    let positions = positions::<R>();
    let count = positions.len() as f64;
    let mut moves = MoveList::new();
    let generated = seconds(|| {
        for position in &positions {
            position.moves(&mut moves);
            black_box(moves.len());
        }
    });
    let evaluator = Material::<R>::new();
    let evaluated = seconds(|| {
        for position in &positions {
            black_box(evaluator.evaluate(position));
        }
    });

    let (line, limits) = (
        Line::new(start, &NO_DRAWS),
        Limits {
            nodes: Some(1_000_000),
            analyse: true,
            lines: 1,
            threads: 1,
            ..Limits::default()
        },
    );
    let Ok(mut table) = Table::new(20) else {
        println!("no memory for the table");
        return;
    };
    let searched = seconds(|| {
        table.clear();
        let control = Control::new(false);
        think(
            &line,
            &table,
            &evaluator,
            None,
            &limits,
            &control,
            &mut |_| {},
        );
    });
    println!(
        "{:<14} {counted:>10.1} {:>11.1} {:>9.1} {:>11.2}",
        R::NAME,
        generated / count * 1e9,
        evaluated / count * 1e9,
        1.0 / searched
    );
}

fn main() {
    println!("game           perft M/s  movegen ns   eval ns  search M/s");
    measure::<International>(7);
    measure::<Brazilian>(7);
    measure::<English>(7);
    measure::<Canadian>(6);
}
