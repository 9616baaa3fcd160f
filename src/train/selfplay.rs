//! Games of the engine against itself, and the quiet positions they leave.
//!
//! Games are made in blocks. A block depends on the seed and its number alone, so the work can be shared, interrupted
//! and repeated, and always gives the same positions.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::record::{Block, Recipe, Record, RecordError, Writer};
use crate::eval::Evaluate;
use crate::eval::network::View;
use crate::position::key::split_mix;
use crate::position::{Line, MoveList, Outcome, Position};
use crate::rules::Rules;
use crate::search::{self, Control, Limits, Score, Table};

/// Games of a block.
pub const BLOCK_GAMES: usize = 64;

/// Entries of the transposition table of a game, as a logarithm.
const TABLE_LOG2: u32 = 15;

/// Random moves at the beginning of a game: at least, and so many lengths.
const RANDOM_PLIES: (u64, u64) = (4, 10);

/// Openings that are decided already teach little: beyond this score another one is drawn.
const OPENING_LIMIT: i32 = 250;

/// A game that is as good as won is broken off after so many plies in a row at such a score.
const RESIGN: (i32, usize) = (900, 4);

/// No game is longer.
const MOST_PLIES: usize = 300;

/// What self-play is to do.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How the games are made.
    pub recipe: Recipe,
    /// The blocks: from the first on, so many.
    pub blocks: u32,
    /// The share of the work: of every so many blocks, the one with this number.
    pub shard: (u32, u32),
}

/// How far self-play has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Blocks that are finished, and all of this share.
    pub blocks: (u32, u32),
    /// Positions recorded in this run.
    pub positions: usize,
}

/// Plays games on all threads of the current rayon pool and appends their positions to a file, until the plan is
/// fulfilled or `stop` is set. Blocks that the file holds already are not played again.
///
/// # Errors
///
/// When the file cannot be used.
pub fn play<R: Rules, E: Evaluate<R>>(
    path: &Path,
    evaluator: &E,
    plan: &Plan,
    stop: &AtomicBool,
    progress: impl Fn(Progress) + Sync,
) -> Result<(), RecordError> {
    let (writer, done) = Writer::resume::<R>(path, plan.recipe)?;
    let (share, shares) = plan.shard;
    let mine = (0..plan.blocks).filter(|number| number % shares.max(1) == share);
    let todo: Vec<u32> = mine
        .clone()
        .filter(|number| !done.contains(number))
        .collect();
    let all = mine.count() as u32;
    let state = Mutex::new((writer, all - todo.len() as u32, 0));
    todo.into_par_iter().try_for_each(|number| {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let block = block(number, evaluator, plan.recipe, stop);
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut state = state
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        state.0.write(&block)?;
        state.1 += 1;
        state.2 += block.records.len();
        progress(Progress {
            blocks: (state.1, all),
            positions: state.2,
        });
        Ok(())
    })
}

/// Plays the games of a block.
pub fn block<R: Rules, E: Evaluate<R>>(
    number: u32,
    evaluator: &E,
    recipe: Recipe,
    stop: &AtomicBool,
) -> Block<R> {
    let mut random = Random(recipe.seed ^ split_mix(u64::from(number)).1);
    let mut records = Vec::new();
    let Ok(mut table) = Table::new(TABLE_LOG2) else {
        return Block { number, records };
    };
    for _ in 0..BLOCK_GAMES {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        table.clear();
        game(&mut random, &table, evaluator, recipe.nodes, &mut records);
    }
    Block { number, records }
}

/// Our own generator, so that games never change with a crate's version.
struct Random(u64);

impl Random {
    /// A number below the limit.
    fn below(&mut self, limit: u64) -> u64 {
        let (state, number) = split_mix(self.0);
        self.0 = state;
        ((u128::from(number) * u128::from(limit)) >> 64) as u64
    }
}

fn game<R: Rules, E: Evaluate<R>>(
    random: &mut Random,
    table: &Table,
    evaluator: &E,
    nodes: u64,
    records: &mut Vec<Record<R>>,
) {
    let limits = Limits {
        nodes: Some(nodes),
        lines: 1,
        threads: 1,
        ..Limits::default()
    };
    let think = |line: &Line<R>| {
        search::think(
            line,
            table,
            evaluator,
            None,
            &limits,
            &Control::new(false),
            &mut |_| {},
        )
    };
    let mut line = opening(random, think);
    let mut played: Vec<(Record<R>, crate::board::Side)> = Vec::new();
    let mut clear = 0;
    let winner = loop {
        match line.outcome() {
            Some(Outcome::Win(side)) => break Some(side),
            Some(Outcome::Draw(_)) => break None,
            None if line.plies() >= MOST_PLIES => break None,
            None => {}
        }
        let found = think(&line);
        let (Some(best), Some(info)) = (found.best, found.info) else {
            break None;
        };
        let (position, score) = (line.position(), info.score.hundredths());
        let quiet = !position.has_capture() && !info.score.is_decided();
        // The score of a forced move comes from a shallow search.
        if quiet && !is_forced(position) {
            let record = Record {
                view: View::of(position),
                score: score as i16,
                result: 0,
                ply: line.plies().min(255) as u8,
            };
            played.push((record, position.side()));
        }
        clear = if score.abs() >= RESIGN.0 {
            clear + 1
        } else {
            0
        };
        if clear >= RESIGN.1 {
            let side = position.side();
            break Some(if score > 0 { side } else { side.opponent() });
        }
        line.play(best);
    };
    records.extend(played.into_iter().map(|(record, side)| Record {
        result: winner.map_or(0, |winner| if winner == side { 1 } else { -1 }),
        ..record
    }));
}

fn is_forced<R: Rules>(position: &Position<R>) -> bool {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.len() == 1
}

/// A game with some random moves in which neither side has won yet.
fn opening<R: Rules>(random: &mut Random, think: impl Fn(&Line<R>) -> search::Found<R>) -> Line<R> {
    let mut moves = MoveList::new();
    loop {
        let mut line = Line::new(Position::start(), &R::DRAW_RULES[0]);
        let plies = RANDOM_PLIES.0 + random.below(RANDOM_PLIES.1);
        for _ in 0..plies {
            line.position().moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            line.play(moves[random.below(moves.len() as u64) as usize]);
        }
        let score = think(&line).info.map_or(Score::INFINITE, |info| info.score);
        if line.outcome().is_none() && score.hundredths().abs() <= OPENING_LIMIT {
            return line;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Material;
    use crate::rules::{Canadian, International};
    use crate::train::record::Reader;

    fn plan(blocks: u32) -> Plan {
        Plan {
            recipe: Recipe { seed: 5, nodes: 30 },
            blocks,
            shard: (0, 1),
        }
    }

    fn read<R: Rules>(path: &Path) -> Vec<(u32, Vec<Record<R>>)> {
        let mut blocks: Vec<_> = Reader::<R>::open(path)
            .unwrap()
            .map(|block| (block.number, block.records))
            .collect();
        blocks.sort_by_key(|block| block.0);
        blocks
    }

    fn go<R: Rules>(path: &Path, plan: &Plan) {
        play::<R, _>(
            path,
            &Material::new(),
            plan,
            &AtomicBool::new(false),
            |_| {},
        )
        .unwrap();
    }

    #[test]
    fn a_file_that_was_cut_off_is_completed_to_the_same_positions() {
        let path = std::env::temp_dir().join(format!("damka-selfplay-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        go::<International>(&path, &plan(3));
        let whole = read::<International>(&path);
        assert_eq!(whole.len(), 3);
        assert!(whole.iter().all(|(_, records)| records.len() > 1000));
        let length = std::fs::metadata(&path).unwrap().len();
        std::fs::OpenOptions::new()
            .write(true)
            .open(&path)
            .unwrap()
            .set_len(length - 5)
            .unwrap();
        assert_eq!(read::<International>(&path).len(), 2);
        go::<International>(&path, &plan(3));
        assert_eq!(read::<International>(&path), whole);
        assert!(Reader::<Canadian>::open(&path).is_err());
        let other = Plan {
            recipe: Recipe { seed: 6, nodes: 30 },
            ..plan(3)
        };
        let refused = Writer::resume::<International>(&path, other.recipe);
        assert!(matches!(refused, Err(RecordError::Recipe { .. })));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn records_of_the_largest_board_come_back() {
        let block = block::<Canadian, _>(
            0,
            &Material::new(),
            Recipe { seed: 1, nodes: 10 },
            &AtomicBool::new(false),
        );
        for record in &block.records {
            assert_eq!(Record::decode(&record.encode()), Some(*record));
        }
    }
}
