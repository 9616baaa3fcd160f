//! `damka pdn convert`: games in another form.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use damka::games::check::{self, Refused};
use damka::games::convert::{self, Results, Target};
use damka::notation::pdn;
use damka::notation::text::{Form, Spelling};

use super::super::Failure;
use super::{FileArguments, report};

/// Write games in another form: regular PDN, FEN, Hub, or JSON.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    files: FileArguments,
    /// The form.
    #[arg(long, value_name = "FORM", default_value = "pdn")]
    to: To,
    /// Captures in PDN: short where that is clear, or always with the whole route.
    #[arg(long, value_name = "FORM", default_value = "short")]
    captures: Captures,
    /// Squares in PDN: as the game names them, as numbers, or as names (8x8 and 10x8 only).
    #[arg(long, value_name = "FORM", default_value = "own")]
    squares: Squares,
    /// Results in PDN: as the standard has it for the game, 2-0, 1-0, or as they are.
    #[arg(long, value_name = "FORM", default_value = "standard")]
    results: ResultForm,
    /// With `--to fen`: only the position after so many plies.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The file to write. [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
PDN keeps comments, variations and unknown tags. The output is in UTF-8 whatever the input was in. With --to fen every
position is a line, with --to hub every game is a `pos` line of the Hub protocol, with --to json it is an object.

Examples:
  echo '1. 3228 1923 2. 2819 *' | damka pdn convert -
  echo '[GameType \"25\"] 1. c3-d4 d6-c5 2. b2-c3 *' | damka pdn convert - --squares numbers
  echo '1. 32-28 18-23 2. 38-32 2-0' | damka pdn convert - --results one --captures full
  echo '1. 32-28 18-23 2. 38-32 *' | damka pdn convert - --to fen --ply 2
  echo '1. 32-28 18-23 2. 38-32 *' | damka pdn convert - --to json --out games.jsonl";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum To {
    Pdn,
    Fen,
    Hub,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Captures {
    Short,
    Full,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Squares {
    Own,
    Numbers,
    Names,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ResultForm {
    Standard,
    Two,
    One,
    Kept,
}

impl Arguments {
    fn target(&self) -> Target {
        match self.to {
            To::Fen => Target::Fen(self.ply),
            To::Hub => Target::Hub,
            To::Json => Target::Json,
            To::Pdn => {
                let moves = Form {
                    whole_routes: self.captures == Captures::Full,
                    squares: match self.squares {
                        Squares::Own => Spelling::Own,
                        Squares::Numbers => Spelling::Numbers,
                        Squares::Names => Spelling::Names,
                    },
                };
                let results = match self.results {
                    ResultForm::Standard => Results::OfGame,
                    ResultForm::Two => Results::As(pdn::Form::TwoPoints),
                    ResultForm::One => Results::As(pdn::Form::OnePoint),
                    ResultForm::Kept => Results::Kept,
                };
                Target::Pdn(moves, results)
            }
        }
    }
}

/// Runs the command.
///
/// # Errors
///
/// When a file cannot be read, a game was refused, or the output cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (target, mut refused) = (arguments.target(), false);
    let mut out: Box<dyn Write> = match &arguments.out {
        None => Box::new(BufWriter::new(io::stdout().lock())),
        Some(path) => {
            let file = File::create(path).map_err(|error| Failure::file(path, &error))?;
            Box::new(BufWriter::new(file))
        }
    };
    let written = |error| match &arguments.out {
        None => Failure::Output(error),
        Some(path) => Failure::file(path, &error),
    };
    let read = arguments.files.for_each(
        |read, options| {
            let parsed = read.map_err(Refused::text)?;
            if options.strict {
                check::check(&parsed, options)?;
            }
            convert::convert(&parsed.game, options, target)
        },
        |file, result| match result {
            Ok(text) => out.write_all(text.as_bytes()).map_err(written),
            Err(error) => {
                refused = true;
                report(file, &error);
                Ok(())
            }
        },
    );
    out.flush().map_err(written)?;
    read?;
    if refused { Err(Failure::Lines) } else { Ok(()) }
}
