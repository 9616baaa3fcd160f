//! `damka endgame build`.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::Args;
use damka::dispatch;
use damka::endgame::MOST_PIECES;
use damka::endgame::build::{self, BuildError, Step};
use damka::protocol::interrupt::Interrupt;
use damka::rules::Rules;
use damka::rules::variant::Variant;

use super::super::{Failure, output};
use super::{pool, watched};

/// Build the tables of a game from two pieces up. Files that are there are kept, and an interrupted build goes on where
/// it was.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The game, by name or alias.
    #[arg(long, value_name = "NAME", default_value = "international")]
    variant: Variant,
    /// The most pieces on the board.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_PIECES)))]
    pieces: u32,
    /// The folder of the files; it is made if it does not exist.
    #[arg(long, value_name = "DIR", default_value = "endgame")]
    out: PathBuf,
    /// Threads. [default: all of the machine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The most memory to use, in GiB; what would take more is not begun.
    #[arg(long, value_name = "GIB", default_value_t = 4.0)]
    memory: f64,
}

/// Runs the command.
///
/// # Errors
///
/// When the tables cannot be built, or the work was interrupted.
pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    dispatch!(arguments.variant, R => build::<R>(arguments, interrupt))
}

fn build<R: Rules>(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    let pool = pool(arguments.threads)?;
    let refused = |error: BuildError| Failure::Endgame(error.to_string());
    if !damka::endgame::is_supported::<R>() {
        return Err(refused(BuildError::Unsupported));
    }
    let folder = &arguments.out;
    fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    let needed = build::memory::<R>(arguments.pieces);
    output::note(&format!(
        "this takes {:.2} GiB of memory",
        build::gibibytes(needed)
    ));
    let allowed = (arguments.memory * build::gibibytes(1).recip()) as u64;

    let (began, now) = (Instant::now(), Mutex::new(String::new()));
    let report = |step: Step| match step {
        Step::Kept(path) => output::note(&format!("{} is there", path.display())),
        Step::Written(path) => {
            let seconds = began.elapsed().as_secs_f64();
            output::note(&format!("{} after {seconds:.1} s", path.display()));
        }
        Step::Solving(classes) => {
            let classes: Vec<_> = classes.iter().map(ToString::to_string).collect();
            *now.lock().unwrap_or_else(PoisonError::into_inner) = classes.join(" and ");
        }
    };
    let what = || now.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let built = watched(
        &pool,
        interrupt,
        build::work::<R>(folder, arguments.pieces),
        &what,
        |watch| build::build::<R>(folder, arguments.pieces, allowed, watch, &report),
    );
    match built {
        Err(BuildError::Stopped) => {
            output::note("interrupted; the same command goes on with the classes that are missing");
            Err(Failure::Interrupted)
        }
        built => built.map_err(refused),
    }
}
