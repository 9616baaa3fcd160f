//! `damka endgame info`.

use std::collections::BTreeMap;

use clap::Args;
use damka::dispatch;
use damka::endgame::{Class, Counts, Index, Results, Value};
use damka::notation::fen;
use damka::rules::Rules;
use serde::Serialize;

use super::super::{Failure, output};
use super::TableArguments;

/// Show what the tables hold: won, drawn and lost positions of each class, and the longest wins. A class is written as
/// four digits: men and kings of the side to move first and third, those of the other side second and fourth.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    tables: TableArguments,
    /// One JSON object, with the classes as names.
    #[arg(long)]
    json: bool,
}

/// What a class holds, for a program.
#[derive(Serialize)]
struct Answer {
    entries: u64,
    quiet: Shown,
    capture: Shown,
    max_plies: u16,
    dtw: BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_win: Option<Longest>,
}

#[derive(Serialize)]
struct Shown {
    win: u64,
    draw: u64,
    loss: u64,
}

#[derive(Serialize)]
struct Longest {
    fen: String,
    plies: u16,
}

impl From<Results> for Shown {
    fn from(results: Results) -> Self {
        let Results { win, draw, loss } = results;
        Self { win, draw, loss }
    }
}

/// Runs the command.
///
/// # Errors
///
/// When there are no tables, or stdout cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    dispatch!(arguments.tables.variant, R => info::<R>(arguments))
}

fn info<R: Rules>(arguments: &Arguments) -> Result<(), Failure> {
    let tables = arguments.tables.tables::<R>()?;
    let mut classes: Vec<_> = tables.counts().collect();
    classes.sort_by_key(|(class, _)| (class.pieces(), *class));
    if arguments.json {
        let answers = classes
            .into_iter()
            .map(|(class, counts)| (class.to_string(), answer::<R>(class, counts)));
        return output::json(&answers.collect::<BTreeMap<_, _>>());
    }
    output::line("class      quiet: won        drawn         lost    captures  longest win")?;
    for (class, counts) in classes {
        let (quiet, capture) = (counts.quiet::<R>(), counts.capture::<R>());
        let longest = longest::<R>(class, counts).map_or(String::new(), |longest| {
            format!("{:>3} plies  {}", longest.plies, longest.fen)
        });
        output::line(&format!(
            "{class}  {:>13} {:>12} {:>12} {:>11}  {longest}",
            quiet.win,
            quiet.draw,
            quiet.loss,
            capture.win + capture.draw + capture.loss
        ))?;
    }
    Ok(())
}

fn longest<R: Rules>(class: Class, counts: &Counts) -> Option<Longest> {
    let position = Index::<R>::new(class)?.position(counts.longest()?)?;
    let plies = counts.by_value::<R>().filter_map(|(value, _)| match value {
        Value::Win(plies) => Some(plies),
        Value::Draw | Value::Loss(_) => None,
    });
    Some(Longest {
        fen: fen::write(&position),
        plies: plies.max()?,
    })
}

fn answer<R: Rules>(class: Class, counts: &Counts) -> Answer {
    let name = |value| match value {
        Value::Win(plies) => format!("win_in_{plies}"),
        Value::Draw => "draw".to_owned(),
        Value::Loss(plies) => format!("loss_in_{plies}"),
    };
    let plies = counts
        .by_value::<R>()
        .filter_map(|(value, _)| value.plies());
    Answer {
        entries: Index::<R>::new(class).map_or(0, |index| index.places()),
        quiet: counts.quiet::<R>().into(),
        capture: counts.capture::<R>().into(),
        max_plies: plies.max().unwrap_or(0),
        dtw: counts
            .by_value::<R>()
            .map(|(value, count)| (name(value), count))
            .collect(),
        longest_win: longest::<R>(class, counts),
    }
}
