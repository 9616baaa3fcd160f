//! The command line: the subcommands, their arguments and their output.

mod analyse;
mod bench;
mod board;
mod dxp;
mod endgame;
mod engine;
mod failure;
mod game;
mod hub;
mod matches;
mod moves;
mod net;
mod output;
mod pdn;
mod perft;
mod play;
mod rules;
mod train;
mod variants;

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand};
use damka::protocol::interrupt::Interrupt;

pub use failure::Failure;

/// A draughts engine: analyses positions, plays in the terminal, and plays in programs that speak the Hub protocol.
#[derive(Debug, Parser)]
#[command(version, about, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The examples of a help text begin with a line like this one; each is a shell command that works.
const EXAMPLES: &str = "\
Without a command: the interactive board on a terminal, the Hub protocol otherwise.
Logs go to stderr; RUST_LOG=debug shows more of them.

Examples:
  damka analyse --time 1
  damka moves W:W31-50:B1-20
  damka perft 6 --divide
  damka variants
  damka analyse --help";

#[derive(Debug, Subcommand)]
enum Command {
    Analyse(analyse::Arguments),
    Play(play::Arguments),
    Moves(moves::Arguments),
    Board(board::Arguments),
    Pdn(pdn::Arguments),
    Perft(perft::Arguments),
    Bench(bench::Arguments),
    Variants(variants::Arguments),
    Rules(rules::Arguments),
    Hub(hub::Arguments),
    Dxp(dxp::Arguments),
    Match(matches::Arguments),
    Train(train::Arguments),
    Net(net::Arguments),
    Endgame(endgame::Arguments),
}

/// Runs the command. `give_up` ends the program when it is interrupted and nothing is left to be finished.
///
/// # Errors
///
/// What kept the command from doing all that it was asked for.
pub fn run(arguments: Arguments, give_up: fn()) -> Result<(), Failure> {
    let interrupt = Interrupt::new();
    let command = arguments.command.unwrap_or_else(|| {
        if io::stdin().is_terminal() {
            Command::Play(play::Arguments::default())
        } else {
            Command::Hub(hub::Arguments::default())
        }
    });
    if !matches!(command, Command::Hub(_)) {
        listen(&interrupt, matches!(command, Command::Play(_)), give_up);
    }
    match command {
        Command::Analyse(arguments) => analyse::run(&arguments, &interrupt),
        Command::Play(arguments) => play::run(&arguments, &interrupt),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Board(arguments) => board::run(&arguments),
        Command::Pdn(arguments) => pdn::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments, &interrupt),
        Command::Bench(arguments) => bench::run(&arguments, &interrupt),
        Command::Variants(arguments) => variants::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Hub(_) => hub::run(),
        Command::Dxp(arguments) => dxp::run(&arguments, &interrupt),
        Command::Match(arguments) => matches::run(&arguments, &interrupt),
        Command::Train(arguments) => train::run(&arguments, &interrupt),
        Command::Net(arguments) => net::run(&arguments),
        Command::Endgame(arguments) => endgame::run(&arguments, &interrupt),
    }
}

/// A dialogue is given up at a second Ctrl-C within this time.
const PATIENCE: Duration = Duration::from_secs(3);

/// Makes Ctrl-C stop the work that is running. When there is none, or it has been stopped already, the program is
/// given up; `patient` is a dialogue that is given up at the second Ctrl-C in a row only.
fn listen(interrupt: &Interrupt, patient: bool, give_up: fn()) {
    let (interrupt, mut warned) = (interrupt.clone(), None::<Instant>);
    let heard = move || {
        if interrupt.stop() {
            return;
        }
        if patient && warned.is_none_or(|warned| warned.elapsed() > PATIENCE) {
            warned = Some(Instant::now());
            output::note("the game is not saved; quit or Ctrl-C again to leave");
        } else {
            give_up();
        }
    };
    if let Err(error) = ctrlc::set_handler(heard) {
        log::warn!("Ctrl-C ends the program at once: {error}");
    }
}
