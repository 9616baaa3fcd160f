//! `damka perft`: counts sequences of moves.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use damka::position::perft::Watch;
use damka::protocol::interrupt::{Interrupt, Work};
use damka::session::{MoveText, Session};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use super::Failure;
use super::game::PositionArguments;
use super::output::{self, Progress};

/// Count the sequences of legal moves of a length, the test of a move generator.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The length of the sequences, in plies.
    #[arg(value_parser = clap::value_parser!(u8).range(0..=64))]
    depth: u8,
    #[command(flatten)]
    position: PositionArguments,
    /// Show the count below each move.
    #[arg(long)]
    divide: bool,
    /// Threads that count. [default: all of the machine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// One JSON object a position.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A move is counted once for each (from, to, captured squares); no draw rule ends a sequence. Ctrl-C shows the moves
that are finished, with --divide, and ends.

Examples:
  damka perft 7
  damka perft 6 --divide
  damka perft 4 W:WK5,9,K12,23,K26,39:BK38 --threads 1
  damka perft 6 --variant english --json";

#[derive(Serialize)]
struct Answer {
    variant: &'static str,
    fen: String,
    depth: u8,
    nodes: u64,
    seconds: f64,
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Below>>,
}

#[derive(Serialize)]
struct Below {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

/// Runs the command.
///
/// # Errors
///
/// When a position was refused, the count was interrupted, or stdout cannot be written.
pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    let threads = usize::from(arguments.threads.unwrap_or(0));
    let pool = ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.build().map_err(Failure::Threads)?;
    arguments.position.for_each(arguments.json, |session| {
        let began = Instant::now();
        let counts = count(session, arguments.depth, &pool, interrupt);
        let finished = counts.iter().all(|(_, count)| count.is_some());
        let below = counts.into_iter().filter_map(|(mv, count)| {
            Some(Below {
                mv: mv.text,
                nodes: count?,
            })
        });
        let below: Vec<_> = below.collect();
        let nodes = match arguments.depth {
            0 => 1,
            _ => below.iter().map(|below| below.nodes).sum(),
        };
        let seconds = began.elapsed().as_secs_f64();
        let answer = Answer {
            variant: session.variant().name(),
            fen: session.fen(),
            depth: arguments.depth,
            nodes,
            seconds,
            nps: (nodes as f64 / seconds.max(1e-6)) as u64,
            divide: arguments.divide.then_some(below),
        };
        write(&answer, arguments.json, finished)?;
        Ok(ControlFlow::Continue(()))
    })
}

/// Counts below each move while the progress is shown.
fn count(
    session: &dyn Session,
    depth: u8,
    pool: &ThreadPool,
    interrupt: &Interrupt,
) -> Vec<(MoveText, Option<u64>)> {
    if depth == 0 {
        return Vec::new();
    }
    let watch = Arc::new(Watch::default());
    let (done, waits) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // Dropped also if the count panics: otherwise the scope would wait for ever.
        let _done = done;
        let (watch_shown, moves) = (&watch, session.moves().len());
        scope.spawn(move || show(watch_shown, moves, &waits));
        let work = Work::Count(Arc::clone(&watch));
        interrupt.run(work, || {
            pool.install(|| session.divide(usize::from(depth), &watch))
        })
    })
}

/// Shows how far the count is, until the other end of the channel is gone.
fn show(watch: &Watch, moves: usize, waits: &mpsc::Receiver<()>) {
    let (progress, began) = (Progress::new(), Instant::now());
    while waits.recv_timeout(Duration::from_millis(250)) == Err(RecvTimeoutError::Timeout) {
        let (leaves, seconds) = (watch.leaves(), began.elapsed().as_secs_f64());
        progress.show(&format!(
            "{} of {moves} moves, {leaves} leaves, {:.1} million/s",
            watch.moves(),
            leaves as f64 / seconds / 1e6
        ));
    }
}

/// Writes the answer. Of a count that was interrupted only what is finished is a result.
fn write(answer: &Answer, json: bool, finished: bool) -> Result<(), Failure> {
    if json && finished {
        return output::json(answer);
    }
    if !json {
        for below in answer.divide.iter().flatten() {
            output::line(&format!("{:<8} {}", below.mv, below.nodes))?;
        }
    }
    if !finished {
        output::note("interrupted, the moves that are missing were not finished");
        return Err(Failure::Interrupted);
    }
    output::line(&format!(
        "perft {} = {} ({:.3} s, {:.1} million/s)",
        answer.depth,
        answer.nodes,
        answer.seconds,
        answer.nps as f64 / 1e6
    ))
}
