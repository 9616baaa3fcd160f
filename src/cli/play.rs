//! `damka play`: the interactive board.

use std::io;
use std::time::Duration;

use clap::{Args, ValueEnum};
use damka::board::Side;
use damka::protocol::console::{self, ConsoleError, Level, Options};
use damka::protocol::interrupt::Interrupt;

use super::Failure;
use super::analyse::seconds;
use super::engine::EngineArguments;
use super::game::{EndgameArguments, GameArguments};

/// Play in the terminal: your moves in any notation, undo, hints, draw offers, saving.
#[derive(Args, Debug, Default)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The side that you play. [default: the side to move]
    #[arg(long, value_enum)]
    side: Option<You>,
    /// Seconds that damka thinks for a move. [default: 2 without --depth]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "depth")]
    level_time: Option<Duration>,
    /// Plies that damka looks ahead, instead of a time.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: Option<u32>,
    /// The position to begin with, in FEN or as the Hub protocol writes it.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves that each side must have made before a draw can be offered.
    #[arg(long, value_name = "MOVES", default_value_t = 0)]
    draw_offers_after: usize,
    /// A capture can be missed, and costs the piece that could have made it if the other side claims it at once.
    #[arg(long)]
    huffing: bool,
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    endgames: EndgameArguments,
}

const EXAMPLES: &str = "\
At the board, help lists the commands. Ctrl-C makes damka move at once; quit or the end of input leaves.

Examples:
  damka play
  damka play --side black --level-time 0.5
  damka play --variant english --depth 4
  damka play --variant twoline --huffing --draw-offers-after 40
  printf '32-28\\nboard\\nsave game.pdn\\nquit\\n' | damka play --depth 4";

/// Whom the person plays.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum You {
    /// White.
    White,
    /// Black.
    Black,
    /// Both sides; damka moves when it is told to.
    Both,
}

/// Runs the command.
///
/// # Errors
///
/// When the position was refused, there is no memory for the table, or stdin or stdout fails.
pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    let mut session = arguments.game.open()?;
    session.set_endgames((&arguments.endgames).into());
    if let Some(fen) = &arguments.fen {
        session.set_position(fen)?;
    }
    let level = match (arguments.level_time, arguments.depth) {
        (_, Some(plies)) => Level::Depth(plies),
        (time, None) => Level::Time(time.unwrap_or(Duration::from_secs(2))),
    };
    let options = Options {
        side: match arguments.side {
            None => Some(session.side()),
            Some(You::White) => Some(Side::White),
            Some(You::Black) => Some(Side::Black),
            Some(You::Both) => None,
        },
        session,
        table: arguments.engine.table()?,
        level,
        threads: usize::from(arguments.engine.threads),
        draw_offers_after: arguments.draw_offers_after,
        huffing: arguments.huffing,
    };
    let played = console::run(options, io::stdin().lock(), io::stdout(), interrupt);
    played.map_err(|error| match error {
        ConsoleError::Input(error) => Failure::Input(error),
        ConsoleError::Output(error) => Failure::Output(error),
    })
}
