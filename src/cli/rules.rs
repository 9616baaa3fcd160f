//! `damka rules`: the rules of a game in words.

use clap::{Args, ValueEnum};
use damka::rules::variant::Variant;
use damka::session::{self, Language};

use super::{Failure, output};

/// Tell the rules of a game on a short sheet.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game, by name or alias; `damka variants` lists them.
    #[arg(value_name = "NAME")]
    variant: Variant,
    /// The draw rules, by name. [default: the first of the game]
    #[arg(long, value_name = "NAME")]
    draw_rules: Option<String>,
    /// The language of the sheet.
    #[arg(long, value_enum, default_value = "en")]
    lang: Lang,
}

const EXAMPLES: &str = "\
The sheet is worded from what the program plays by.

Examples:
  damka rules international
  damka rules international --draw-rules classic --lang pl
  damka rules dwuliniowe --lang pl";

/// The languages, by their codes.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lang {
    /// English.
    En,
    /// Polish.
    Pl,
}

/// Runs the command.
///
/// # Errors
///
/// When the game has no such draw rules, or stdout cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut session = session::open(arguments.variant);
    if let Some(name) = &arguments.draw_rules {
        session.set_draw_rules(name)?;
    }
    let language = match arguments.lang {
        Lang::En => Language::English,
        Lang::Pl => Language::Polish,
    };
    output::line(session.sheet(language).trim_end())
}
