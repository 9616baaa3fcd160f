//! `damka endgame`: build endgame tables, check them, and look into them.

mod build;
mod info;
mod probe;
mod verify;

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::{Args, Subcommand};
use damka::endgame::build::Watch;
use damka::endgame::{MOST_PIECES, Tables};
use damka::protocol::interrupt::{Interrupt, Work};
use damka::rules::Rules;
use damka::rules::variant::Variant;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Failure;
use super::game::EndgameArguments;
use super::output::Progress;

/// Endgame tables: the result of every position with few pieces, and how many plies it takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Tables for few pieces are part of the program. Larger ones are built into a folder, which analyse and play take as
--endgames, and Hub programs as the parameter bb-path.

Examples:
  damka endgame probe W:WK6,28,K41:BK33
  damka endgame info --json
  damka endgame build --variant russian --pieces 3 --out tables
  damka endgame verify --variant russian --endgames tables";

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Arguments),
    Verify(verify::Arguments),
    Info(info::Arguments),
    Probe(probe::Arguments),
}

/// The tables that a command looks into.
#[derive(Args, Debug)]
struct TableArguments {
    /// The game, by name or alias.
    #[arg(long, value_name = "NAME", default_value = "international")]
    variant: Variant,
    #[command(flatten)]
    folder: EndgameArguments,
}

impl TableArguments {
    /// The tables at hand; at least one.
    fn tables<R: Rules>(&self) -> Result<Tables<R>, Failure> {
        let tables = match &self.folder.endgames {
            Some(folder) => Tables::with_folder(folder, MOST_PIECES),
            None => Tables::embedded(MOST_PIECES),
        };
        if tables.most_pieces() == 0 {
            return Err(Failure::Endgame(format!(
                "there are no endgame tables for {}; damka endgame build makes them",
                R::NAME
            )));
        }
        Ok(tables)
    }
}

/// Runs the command.
///
/// # Errors
///
/// When tables cannot be built or used, it was interrupted, or stdout cannot be written.
pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments, interrupt),
        Command::Verify(arguments) => verify::run(arguments, interrupt),
        Command::Info(arguments) => info::run(arguments),
        Command::Probe(arguments) => probe::run(arguments),
    }
}

/// So many threads; all of the machine if no number is given.
fn pool(threads: Option<u16>) -> Result<ThreadPool, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into());
    pool.build().map_err(Failure::Threads)
}

/// Does work that is watched and can be interrupted, on the threads of a pool, and shows how far it is.
fn watched<T: Send>(
    pool: &ThreadPool,
    interrupt: &Interrupt,
    all: u64,
    what: &(dyn Fn() -> String + Sync),
    work: impl FnOnce(&Watch) -> T + Send,
) -> T {
    let watch = Arc::new(Watch::default());
    let (done, waits) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // Dropped also if the work panics: otherwise the scope would wait for ever.
        let _done = done;
        let shown = &watch;
        scope.spawn(move || {
            let progress = Progress::new();
            while waits.recv_timeout(Duration::from_millis(250)) == Err(RecvTimeoutError::Timeout) {
                let part = 100.0 * shown.done() as f64 / all.max(1) as f64;
                progress.show(&format!("{part:.1} % {}", what()));
            }
        });
        let running = Work::Tables(Arc::clone(&watch));
        interrupt.run(running, || pool.install(|| work(&watch)))
    })
}
