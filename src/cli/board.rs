//! `damka board`: a position drawn.

use std::ops::ControlFlow;

use clap::Args;
use damka::games::svg::{self, Marks};
use damka::protocol::console::board;

use super::game::PositionArguments;
use super::{Failure, output};

/// Draw a position, as text or as a picture.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// With letters: `w` and `b` men, `W` and `B` kings. This is what is done without a choice.
    #[arg(long, group = "form")]
    text: bool,
    /// As a picture in SVG.
    #[arg(long, group = "form")]
    svg: bool,
    /// Squares that are framed in the picture, with commas between them.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', requires = "svg")]
    mark: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  damka board
  damka board W:W27,28,32,K37:B13,18,19,K24 --svg --mark 28,19 > board.svg
  damka board --variant turkish --moves \"a3-a4\" --text
  damka board W:Wa1,c3:Bf6,Kh8 --variant brazilian";

/// Runs the command.
///
/// # Errors
///
/// When a position was refused or stdout cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let squares: Vec<_> = arguments.mark.iter().map(|square| square.trim()).collect();
    let marks = Marks {
        squares: &squares,
        is_file: true,
    };
    arguments.position.for_each(false, |session| {
        if arguments.svg {
            output::line(&svg::draw(session, marks))?;
        } else {
            output::line(&format!("{}{}", board::draw(session), session.fen()))?;
        }
        Ok(ControlFlow::Continue(()))
    })
}
