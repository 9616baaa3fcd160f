//! `damka pdn check`: are the games legal?

use std::collections::BTreeMap;

use clap::Args;
use damka::games::check::{self, Checked, Refused};
use serde::Serialize;

use super::super::{Failure, output};
use super::FileArguments;

/// Check files of games, move by move.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    files: FileArguments,
    /// Show also what is not regular but could be read: results that contradict each other, variations that go wrong.
    #[arg(long)]
    notes: bool,
    /// JSON objects, one a line: each game that was refused, then the sums of each file.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  echo '1. 32-28 19-23 2. 28x19 14x23 *' | damka pdn check - --json
  echo '[GameType \"25\"] 1. c3-d4 b6-a5 2. d4-c5 *' | damka pdn check - --notes
  echo '1. 32-28 (31-27 18-17) 1-0 *' | damka pdn check - --notes --variant international";

/// A game that was refused, or something in it that is not regular, for a program.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// The sums of a file.
#[derive(Serialize, Default)]
struct Sums {
    file: String,
    games: usize,
    legal: usize,
    refused: usize,
    moves: usize,
    notes: usize,
    variants: BTreeMap<&'static str, usize>,
}

impl Sums {
    fn of(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            ..Self::default()
        }
    }

    fn add(&mut self, result: &Result<Checked, Refused>) {
        self.games += 1;
        match result {
            Ok(checked) => {
                self.legal += 1;
                self.moves += checked.plies;
                self.notes += checked.notes.len();
                *self.variants.entry(checked.variant.name()).or_default() += 1;
            }
            Err(_) => self.refused += 1,
        }
    }

    fn describe(&self) -> String {
        let kinds = self
            .variants
            .iter()
            .map(|(name, games)| format!("{name} {games}"));
        let kinds: Vec<_> = kinds.collect();
        let kinds = match &kinds[..] {
            [] => String::new(),
            kinds => format!(" ({})", kinds.join(", ")),
        };
        let notes = match self.notes {
            0 => String::new(),
            notes => format!(", {notes} not regular"),
        };
        format!(
            "{}: {} games, {} legal{kinds}, {} refused, {} moves{notes}",
            self.file, self.games, self.legal, self.refused, self.moves
        )
    }
}

/// Runs the command.
///
/// # Errors
///
/// When a file cannot be read, a game was refused, or stdout cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut sums: Vec<Sums> = Vec::new();
    let mut all = Sums::of("all files");
    let read = arguments.files.for_each(
        |read, options| match read {
            Ok(parsed) => check::check(&parsed, options),
            Err(error) => Err(Refused::text(error)),
        },
        |file, result| {
            if sums.last().is_none_or(|sums| sums.file != file) {
                if let Some(sums) = sums.last() {
                    tell(sums, arguments.json)?;
                }
                sums.push(Sums::of(file));
            }
            all.add(&result);
            if let Some(sums) = sums.last_mut() {
                sums.add(&result);
            }
            show(arguments, file, &result)
        },
    );
    if let Some(sums) = sums.last() {
        tell(sums, arguments.json)?;
    }
    if sums.len() > 1 && !arguments.json {
        tell(&all, false)?;
    }
    read?;
    if all.refused > 0 {
        Err(Failure::Lines)
    } else {
        Ok(())
    }
}

fn tell(sums: &Sums, json: bool) -> Result<(), Failure> {
    if json {
        return output::json(sums);
    }
    output::line(&sums.describe())
}

fn show(
    arguments: &Arguments,
    file: &str,
    result: &Result<Checked, Refused>,
) -> Result<(), Failure> {
    let report = |line, error, note| Report {
        file,
        line,
        error,
        note,
    };
    let reports: Vec<_> = match result {
        Err(refused) => vec![report(refused.line, Some(refused.to_string()), None)],
        Ok(_) if !arguments.notes => Vec::new(),
        Ok(checked) => {
            let notes = checked.notes.iter();
            notes
                .map(|note| report(note.line, None, Some(note.oddity.to_string())))
                .collect()
        }
    };
    for report in reports {
        if arguments.json {
            output::json(&report)?;
            continue;
        }
        let (mark, words) = match (&report.error, &report.note) {
            (Some(error), _) => ("refused: ", error),
            (None, Some(note)) => ("", note),
            (None, None) => continue,
        };
        output::line(&format!("{file}:{}: {mark}{words}", report.line))?;
    }
    Ok(())
}
