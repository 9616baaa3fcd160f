//! `damka train`: self-play and the fit of networks.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::{Args, Subcommand};
use damka::dispatch;
use damka::eval::{Evaluator, weights};
use damka::protocol::interrupt::{Interrupt, Work};
use damka::rules::Rules;
use damka::rules::variant::Variant;
use damka::train::fit::{self, Loss};
use damka::train::record::{Reader, Recipe, Record, RecordError};
use damka::train::selfplay::{self, Plan};
use damka::wire::files;
use rayon::ThreadPoolBuilder;
use serde::Serialize;

use super::Failure;
use super::output::{self, Progress};

/// Learn an evaluation: games of the engine against itself, and a network that is fitted to them.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  damka train selfplay --out games.rec --blocks 2 --nodes 100
  damka train fit --out damka.net --epochs 1 games.rec
  damka net info damka.net";

#[derive(Debug, Subcommand)]
enum Command {
    Selfplay(SelfplayArguments),
    Fit(FitArguments),
}

/// Play games and append their quiet positions to a file. An interrupted run goes on where it was.
#[derive(Args, Debug)]
struct SelfplayArguments {
    /// The file of positions; it is completed if it exists.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game.
    #[arg(long, value_name = "NAME", default_value = "international")]
    variant: Variant,
    /// Blocks of 64 games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    blocks: u32,
    /// Positions that a search visits for each move.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    nodes: u64,
    /// The seed; a block depends on the seed and its number alone.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play only share I of N (from 0), so that several machines share the work.
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = shard)]
    shard: (u32, u32),
    /// The network that plays, or `hand` for the evaluation by hand. [default: the one of the program]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Threads. [default: all of the machine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Fit a network to files of positions.
#[derive(Args, Debug)]
struct FitArguments {
    /// The files of positions.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file of the network.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game.
    #[arg(long, value_name = "NAME", default_value = "international")]
    variant: Variant,
    /// Times that all positions are seen.
    #[arg(long, value_name = "N", default_value_t = 3)]
    epochs: usize,
    /// The first step of the descent; it falls to zero in the end.
    #[arg(long, value_name = "STEP", default_value_t = 0.03)]
    rate: f32,
    /// The share of the game's result in what is learned; the rest is the score of the search.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7)]
    result_share: f32,
    /// One block of so many is kept back to measure the loss.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..))]
    held_out: u32,
    /// The seed of the first weights and of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The learning curve as JSON, one object a line.
    #[arg(long)]
    json: bool,
}

fn shard(text: &str) -> Result<(u32, u32), String> {
    let expected = || {
        format!(
            "\"{}\" is no share (expected I/N with I below N)",
            text.escape_debug()
        )
    };
    let (share, shares) = text.split_once('/').ok_or_else(expected)?;
    let number = |text: &str| text.parse::<u32>().map_err(|_| expected());
    let (share, shares) = (number(share)?, number(shares)?);
    if share < shares {
        Ok((share, shares))
    } else {
        Err(expected())
    }
}

/// Runs the command.
///
/// # Errors
///
/// When a file cannot be used, it was interrupted, or stdout cannot be written.
pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    match &arguments.command {
        Command::Selfplay(arguments) => {
            dispatch!(arguments.variant, R => play::<R>(arguments, interrupt))
        }
        Command::Fit(arguments) => dispatch!(arguments.variant, R => fit::<R>(arguments)),
    }
}

fn evaluator<R: Rules>(net: Option<&Path>) -> Result<Evaluator<R>, Failure> {
    match net {
        None => Evaluator::embedded().map_err(|error| Failure::Training(error.to_string())),
        Some(path) if path == Path::new("hand") => Ok(Evaluator::by_hand()),
        Some(path) => {
            let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
            let network = weights::read(&bytes).map_err(|error| Failure::file(path, &error))?;
            Ok(Evaluator::Learned(Box::new(network)))
        }
    }
}

fn play<R: Rules>(arguments: &SelfplayArguments, interrupt: &Interrupt) -> Result<(), Failure> {
    let evaluator = evaluator::<R>(arguments.net.as_deref())?;
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads.unwrap_or(0).into());
    let pool = pool.build().map_err(Failure::Threads)?;
    let plan = Plan {
        recipe: Recipe {
            seed: arguments.seed,
            nodes: arguments.nodes,
        },
        blocks: arguments.blocks,
        shard: arguments.shard,
    };
    let (progress, began) = (Progress::new(), Instant::now());
    let stop = Arc::new(AtomicBool::new(false));
    let show = |now: selfplay::Progress| {
        let rate = now.positions as f64 / began.elapsed().as_secs_f64();
        let (done, all) = now.blocks;
        progress.show(&format!(
            "{done} of {all} blocks, {:.0} positions a second",
            rate
        ));
    };
    let played = interrupt.run(Work::Games(Arc::clone(&stop)), || {
        pool.install(|| selfplay::play::<R, _>(&arguments.out, &evaluator, &plan, &stop, show))
    });
    drop(progress);
    played.map_err(|error| Failure::Training(error.to_string()))?;
    if stop.load(Ordering::Relaxed) {
        output::note("interrupted; the same command goes on with the blocks that are missing");
        return Err(Failure::Interrupted);
    }
    Ok(())
}

#[derive(Serialize)]
struct Curve {
    seen: usize,
    training: f64,
    held_out: f64,
}

fn fit<R: Rules>(arguments: &FitArguments) -> Result<(), Failure> {
    let refused = |error: RecordError| Failure::Training(error.to_string());
    let (mut records, mut held_out): (Vec<Record<R>>, Vec<Record<R>>) = Default::default();
    for path in &arguments.files {
        for block in Reader::<R>::open(path).map_err(refused)? {
            let kept_back = block.number % arguments.held_out == arguments.held_out - 1;
            if kept_back {
                &mut held_out
            } else {
                &mut records
            }
            .extend(block.records);
        }
    }
    if records.is_empty() {
        return Err(Failure::Training(
            "the files hold no positions to learn from".to_owned(),
        ));
    }
    let options = fit::Options {
        epochs: arguments.epochs.max(1),
        rate: arguments.rate,
        result_share: arguments.result_share,
        seed: arguments.seed,
        ..fit::Options::default()
    };
    if !arguments.json {
        let (known, kept) = (records.len(), held_out.len());
        output::line(&format!("{known} positions, {kept} kept back"))?;
    }
    let mut curve = Vec::new();
    let fitted = fit::fit(&records, &held_out, &options, |loss| {
        curve.push(report(loss, arguments.json));
    });
    curve.into_iter().collect::<Result<(), _>>()?;
    files::write(&arguments.out, &weights::write::<R>(&fitted))
        .map_err(|error| Failure::file(&arguments.out, &error))
}

fn report(loss: Loss, json: bool) -> Result<(), Failure> {
    let Loss {
        seen,
        training,
        held_out,
    } = loss;
    if json {
        return output::json(&Curve {
            seen,
            training,
            held_out,
        });
    }
    output::line(&format!(
        "seen {seen:>10}  loss {training:.5}  on positions kept back {held_out:.5}"
    ))
}
