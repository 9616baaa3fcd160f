//! `damka play`: the interactive board.

use clap::Args;
use damka::protocol::interrupt::Interrupt;

use super::Failure;

/// Play in the terminal.
#[derive(Args, Debug, Default)]
pub struct Arguments {}

/// Runs the command.
///
/// # Errors
///
/// When stdout cannot be written.
pub fn run(_arguments: &Arguments, _interrupt: &Interrupt) -> Result<(), Failure> {
    Ok(())
}
