//! `damka pdn`: files of games checked, converted, counted and split.

mod check;
mod convert;
mod split;
mod stats;

use std::fs::File;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use damka::games::check::{Options, Refused};
use damka::games::source::{self, Read};
use damka::rules::variant::Variant;

use super::{Failure, output};

/// Check, convert, count and split files of games in PDN.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Every game is played by the rules of its GameType; where that is missing, the kind of draughts is guessed from the first
games of the file. A game that is refused is reported with file, line and reason, the others are read all the same, and
the exit code is 1.

Examples:
  echo '1. 32-28 19-23 2. 28x19 14x23 *' | damka pdn check -
  echo '1. 32-28 19-23 2. 28x19 14x23 *' | damka pdn convert - --to fen
  echo '1. 32-28 19-23 2. 28x19 14x23 *' | damka pdn stats - --json
  damka pdn check --help";

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Convert(convert::Arguments),
    Stats(stats::Arguments),
    Split(split::Arguments),
}

/// Runs the command.
///
/// # Errors
///
/// When a file cannot be read, a game was refused, or the output cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Split(arguments) => split::run(arguments),
    }
}

/// The files that are read.
#[derive(Args, Clone, Debug)]
pub struct FileArguments {
    /// The files; `-` is the standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The game of files that do not name it, by name or alias. [default: guessed from the first games of each file]
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// Refuse a game for anything that is not regular.
    #[arg(long)]
    strict: bool,
}

impl FileArguments {
    /// Reads the games of all files, does some work for each, and hands the results on with the name of the file and
    /// the kind of draughts that was meant. A file that cannot be read is reported, and the next one is read.
    ///
    /// # Errors
    ///
    /// When a file could not be read, or handing a result on failed.
    pub fn for_each<T: Send>(
        &self,
        work: impl Fn(Read, Options) -> T + Sync,
        mut done: impl FnMut(&str, T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut unread = false;
        for path in &self.files {
            let name = path.display().to_string();
            let mut failed = None;
            let work = |read, variant| {
                let strict = self.strict;
                work(read, Options { variant, strict })
            };
            let done = |result| match done(&name, result) {
                Ok(()) => ControlFlow::Continue(()),
                Err(failure) => {
                    failed = Some(failure);
                    ControlFlow::Break(())
                }
            };
            let read = read_file(path, self.variant, work, done);
            if let Some(failure) = failed {
                return Err(failure);
            }
            if let Err(error) = read {
                output::note(&format!("{name}: {error}"));
                unread = true;
            }
        }
        if unread { Err(Failure::Lines) } else { Ok(()) }
    }
}

fn read_file<T: Send>(
    path: &Path,
    variant: Option<Variant>,
    work: impl Fn(Read, Variant) -> T + Sync,
    done: impl FnMut(T) -> ControlFlow<()>,
) -> io::Result<()> {
    if path == Path::new("-") {
        return source::for_each(io::stdin().lock(), variant, work, done);
    }
    let input = BufReader::with_capacity(1 << 16, File::open(path)?);
    source::for_each(input, variant, work, done)
}

/// Reports a game that was refused to stderr: the results of the others go to stdout.
fn report(file: &str, refused: &Refused) {
    output::note(&format!("{file}:{}: {refused}", refused.line));
}
