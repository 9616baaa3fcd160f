//! The program: reads the command line, starts the log, runs a command, and turns an error into an exit code.

mod cli;

use std::io::{self, Write};
use std::process::{self, ExitCode};

use clap::Parser;

use cli::Arguments;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    let arguments = Arguments::parse();
    let Err(failure) = cli::run(arguments, || process::exit(INTERRUPTED)) else {
        return ExitCode::SUCCESS;
    };
    if let Some(message) = failure.message() {
        // Nobody is left to be told when this fails.
        let _ = writeln!(io::stderr(), "damka: {message}");
    }
    failure.exit_code()
}
