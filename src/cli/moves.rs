//! `damka moves`: the legal moves of positions.

use std::ops::ControlFlow;

use clap::Args;
use damka::protocol::console::words;
use damka::session::Session;
use serde::Serialize;

use super::game::{self, MoveJson, PositionArguments};
use super::{Failure, output};

/// List the legal moves of a position.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// One JSON object a position.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A game that is over is listed with its result, which counts repetitions among --moves.

Examples:
  damka moves
  damka moves W:WK47:B14,19,29,31,42
  damka moves --moves \"32-28 19-23 28x19\" --json
  damka moves W:Wa1,c3:Bf6,Kh8 --variant brazilian
  printf 'W:W31-50:B1-20\\n# a comment\\nB:W50:BK1\\n' | damka moves - --json";

#[derive(Serialize)]
struct Answer {
    fen: String,
    /// The position as the Hub protocol writes it.
    hub: String,
    /// `null`, `white`, `black` or `draw`.
    result: Option<&'static str>,
    moves: Vec<MoveJson>,
}

/// Runs the command.
///
/// # Errors
///
/// When a position was refused or stdout cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.position.for_each(arguments.json, |session| {
        if arguments.json {
            output::json(&Answer {
                fen: session.fen(),
                hub: session.hub(),
                result: game::result(session),
                moves: session.moves().into_iter().map(MoveJson::from).collect(),
            })?;
        } else {
            output::line(&describe(session))?;
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// The position, how the game stands, and the moves, each on a line of its own.
fn describe(session: &dyn Session) -> String {
    let moves = session.moves();
    let count = match moves.len() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    };
    let mut text = format!(
        "{}\n{} to move, {count}",
        session.fen(),
        words::name(session.side())
    );
    if let Some(outcome) = session.outcome() {
        text += &format!("\n{}", words::ending(outcome));
    }
    for mv in moves {
        text += &format!("\n{}", mv.text);
    }
    text
}
