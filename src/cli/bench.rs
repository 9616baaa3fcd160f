//! `damka bench`: the speed and the signature of the search.

use std::sync::Arc;

use clap::Args;
use damka::bench::{self, Bench, Count};
use damka::protocol::interrupt::{Interrupt, Work};
use damka::search::Control;
use serde::Serialize;

use super::Failure;
use super::output::{self, Progress};

/// Search a fixed set of positions: how fast, and whether the search is still the same.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Plies to look ahead.
    #[arg(long, value_name = "PLIES", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
One thread searches with a fresh table of 16 MiB for each position. The number of nodes is the signature: it is the
same on every machine, and it changes only when the search or the evaluation does.

Examples:
  damka bench --depth 6
  damka bench --depth 5 --json";

#[derive(Serialize)]
struct Answer {
    nodes: u64,
    seconds: f64,
    nps: u64,
}

/// Runs the command.
///
/// # Errors
///
/// When there is no memory, it was interrupted, or stdout cannot be written.
pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    let progress = Progress::new();
    let mut bench = Bench::new(arguments.depth).map_err(Failure::Bench)?;
    while bench.goes_on() {
        let control = Arc::new(Control::new(false));
        interrupt.run(Work::Search(Arc::clone(&control)), || {
            bench.search(&control, || interrupt.was_stopped());
        });
        if interrupt.was_stopped() {
            drop(progress);
            output::note(&format!("interrupted: {}", describe(&bench.count())));
            return Err(Failure::Interrupted);
        }
        progress.show(&describe(&bench.count()));
    }
    drop(progress);
    let count = bench.count();
    let seconds = count.time.as_secs_f64();
    if arguments.json {
        return output::json(&Answer {
            nodes: count.nodes,
            seconds,
            nps: count.nps() as u64,
        });
    }
    output::line(&format!(
        "nodes {}\ntime {seconds:.3}\nnps {:.0}",
        count.nodes,
        count.nps()
    ))
}

fn describe(count: &Count) -> String {
    format!(
        "{} of {} positions, {} nodes, {:.1} s",
        count.positions,
        count.of,
        count.nodes,
        count.time.as_secs_f64()
    )
}
