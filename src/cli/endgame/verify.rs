//! `damka endgame verify`.

use clap::Args;
use damka::dispatch;
use damka::endgame::verify::Fault;
use damka::protocol::interrupt::Interrupt;
use damka::rules::Rules;

use super::super::{Failure, output};
use super::{TableArguments, pool, watched};

/// Check tables: compute every value again from those of the positions to which its position leads.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    tables: TableArguments,
    /// Threads. [default: all of the machine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Runs the command.
///
/// # Errors
///
/// When there are no tables, one of them is wrong, or the check was interrupted.
pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    dispatch!(arguments.tables.variant, R => verify::<R>(arguments, interrupt))
}

fn verify<R: Rules>(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    let tables = arguments.tables.tables::<R>()?;
    let pool = pool(arguments.threads)?;
    let what = || "checked".to_owned();
    let verified = watched(&pool, interrupt, tables.places(), &what, |watch| {
        tables.verify(watch)
    });
    match verified {
        Ok(()) => output::line(&format!(
            "{} classes up to {} pieces are sound",
            tables.counts().count(),
            tables.most_pieces()
        )),
        Err(Fault::Stopped) => Err(Failure::Interrupted),
        Err(fault) => Err(Failure::Endgame(fault.to_string())),
    }
}
