//! What several tests share: data files, one case a line, and games and positions that a seed decides.

#![allow(dead_code, reason = "no test uses everything")]

pub mod wander;

use std::path::Path;

use damka::board::{Geometry, Side, Word};
use damka::notation::fen;
use damka::position::key::split_mix;
use damka::position::{Line, Move, MoveList, Position, Setup};
use damka::rules::{NO_DRAWS, Rules, Set};

/// A line of a data file: where it stands and its columns.
pub struct Case {
    pub place: String,
    columns: Vec<String>,
}

impl Case {
    /// A column; empty if the line is shorter.
    pub fn column(&self, place: usize) -> &str {
        self.columns.get(place).map_or("", String::as_str)
    }
}

/// The cases of a game in a folder of `tests/data`. Columns stand between semicolons, `#` begins a comment.
pub fn cases(folder: &str, game: &str) -> Vec<Case> {
    let name = format!("{folder}/{game}.txt");
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(&name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Vec<_> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
        .map(|(number, line)| Case {
            place: format!("{name}:{number}"),
            columns: line
                .split(';')
                .map(|column| column.trim().to_owned())
                .collect(),
        })
        .collect();
    assert!(!cases.is_empty(), "{name} has no case");
    cases
}

/// The position of a FEN.
pub fn position<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal moves of a position.
pub fn moves<R: Rules>(position: &Position<R>) -> Vec<Move<R>> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.to_vec()
}

/// Numbers that a seed decides.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        let (state, number) = split_mix(self.0);
        self.0 = state;
        number
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// A position with some pieces on random squares.
    pub fn position<R: Rules>(&mut self) -> Position<R> {
        let (pieces, kings) = (2 + self.below(R::pieces().max(10)), 1 + self.below(4));
        let side = Side::ALL[self.below(2)];
        let mut setup = Setup::<R> {
            side: Some(side),
            ..Setup::default()
        };
        for _ in 0..pieces {
            let one = Set::<R>::one(R::Board::square(self.below(R::Board::SQUARES)));
            let side = Side::ALL[self.below(2)];
            if (setup.white | setup.black).meets(one) {
                continue;
            }
            match side {
                Side::White => setup.white |= one,
                Side::Black => setup.black |= one,
            }
            if R::last_row(side).meets(one) || self.below(kings) == 0 {
                setup.kings |= one;
            }
        }
        setup
            .playable()
            .unwrap_or_else(|illegal| panic!("{setup:?}: {illegal}"))
    }

    /// A random game of at most so many plies.
    pub fn game<R: Rules>(&mut self, first: Position<R>, plies: usize) -> Line<R> {
        let mut line = Line::new(first, &NO_DRAWS);
        for _ in 0..plies {
            let legal = moves(line.position());
            if legal.is_empty() {
                break;
            }
            line.play(legal[self.below(legal.len())]);
        }
        line
    }
}
