//! `damka hub`: the engine in a program that speaks the Hub protocol.

use std::ffi::OsString;

use clap::Args;
use damka::protocol::hub;

use super::Failure;

/// Speak the Hub protocol (version 2) on stdin and stdout, as draughts programs expect of an engine.
#[derive(Args, Debug, Default)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Ignored: some programs add arguments of their own.
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

const EXAMPLES: &str = "\
Enter `damka hub` as the command of the engine. Further arguments are ignored.

Examples:
  (printf 'hub\\ninit\\nlevel depth=8\\ngo think\\n'; sleep 1; echo quit) | damka hub
  echo quit | damka hub";

/// Runs the command.
///
/// # Errors
///
/// When stdout cannot be written.
pub fn run() -> Result<(), Failure> {
    hub::run_stdio(&hub::Options::default()).map_err(Failure::Output)
}
