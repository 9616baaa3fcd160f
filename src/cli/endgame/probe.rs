//! `damka endgame probe`.

use std::ops::ControlFlow;

use clap::Args;
use damka::endgame::Value;
use damka::session::Session;
use serde::Serialize;

use super::super::game::{EndgameArguments, PositionArguments};
use super::super::{Failure, output};

/// Look positions up: who wins, in how many plies, and the best moves of both sides to the end. Draw rules are left
/// aside.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    endgames: EndgameArguments,
    /// One JSON object a position.
    #[arg(long)]
    json: bool,
}

/// What is known of a position, for a program; the value is for the side to move.
#[derive(Serialize)]
struct Answer {
    fen: String,
    value: Option<&'static str>,
    plies: Option<u16>,
    line: Vec<String>,
}

/// Runs the command.
///
/// # Errors
///
/// When a position was refused, or stdout cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments
        .position
        .for_each_with(arguments.json, &arguments.endgames, |session| {
            let answer = answer(session);
            if arguments.json {
                output::json(&answer)?;
            } else {
                output::line(&in_words(&answer))?;
            }
            Ok(ControlFlow::Continue(()))
        })
}

fn answer(session: &dyn Session) -> Answer {
    let known = session.known();
    let value = known.as_ref().map(|known| known.value);
    Answer {
        fen: session.fen(),
        value: value.map(|value| match value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        }),
        plies: value.and_then(Value::plies),
        line: known.map_or_else(Vec::new, |known| {
            known.line.into_iter().map(|mv| mv.text).collect()
        }),
    }
}

fn in_words(answer: &Answer) -> String {
    let Answer {
        fen,
        value,
        plies,
        line,
    } = answer;
    match (value, plies) {
        (Some(value), Some(plies)) => {
            format!("{fen}: {value} in {plies} plies: {}", line.join(" "))
        }
        (Some(value), None) => format!("{fen}: {value}"),
        (None, _) => format!("{fen}: not in the tables"),
    }
}
