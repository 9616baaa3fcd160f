//! `damka variants`: the games.

use clap::Args;
use damka::rules::variant::Variant;
use damka::session;
use serde::Serialize;

use super::{Failure, output};

/// List the games with their names, boards and draw rules.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// One JSON object a game.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
The first of the draw rules is the default of the game.

Examples:
  damka variants
  damka variants --json";

#[derive(Serialize)]
struct Game {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    game_type: Option<u8>,
    columns: usize,
    rows: usize,
    squares: usize,
    pieces: usize,
    first: &'static str,
    draw_rules: Vec<Draws>,
}

#[derive(Serialize)]
struct Draws {
    name: &'static str,
    summary: &'static str,
}

impl Game {
    fn of(variant: Variant) -> Self {
        let about = session::describe(variant);
        let draw_rules = about.draw_rules.iter().map(|rules| Draws {
            name: rules.name,
            summary: rules.summary,
        });
        Self {
            name: about.name,
            aliases: about.aliases,
            title: about.title,
            game_type: about.game_type,
            columns: about.board.0,
            rows: about.board.1,
            squares: about.squares,
            pieces: about.pieces,
            first: about.first.name(),
            draw_rules: draw_rules.collect(),
        }
    }

    fn describe(&self) -> String {
        let mut text = format!(
            "{:<14} {}, {}x{}, {} pieces each, {} begins",
            self.name, self.title, self.columns, self.rows, self.pieces, self.first
        );
        if !self.aliases.is_empty() {
            text += &format!("\n  also called  {}", self.aliases.join(", "));
        }
        for rules in &self.draw_rules {
            text += &format!("\n  --draw-rules {:<10} {}", rules.name, rules.summary);
        }
        text
    }
}

/// Runs the command.
///
/// # Errors
///
/// When stdout cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    for game in Variant::ALL.iter().map(|&variant| Game::of(variant)) {
        if arguments.json {
            output::json(&game)?;
        } else {
            output::line(&game.describe())?;
        }
    }
    Ok(())
}
