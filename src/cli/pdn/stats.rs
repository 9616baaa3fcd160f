//! `damka pdn stats`: what many games have in common.

use std::collections::BTreeMap;

use clap::Args;
use damka::games::check::Refused;
use damka::games::stats::{self, Stats, Tally};
use serde::Serialize;

use super::super::{Failure, output};
use super::{FileArguments, report};

/// Count games, results, openings and players.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    files: FileArguments,
    /// How many of the most frequent openings and players to show.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Only legal games are counted. White's results are counted in openings, the player's own in the list of players.

Examples:
  echo '[White \"A\"] 1. 32-28 19-23 2. 28x19 14x23 2-0' | damka pdn stats -
  echo '1. 32-28 19-23 2. 28x19 14x23 *' | damka pdn stats - --top 3 --json";

#[derive(Serialize)]
struct Counts {
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    score: Option<f64>,
}

impl From<Tally> for Counts {
    fn from(tally: Tally) -> Self {
        Self {
            games: tally.games,
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            score: tally.score(),
        }
    }
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    #[serde(flatten)]
    counts: Counts,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    counts: Counts,
    refused: usize,
    moves: usize,
    longest: usize,
    variants: BTreeMap<&'static str, Counts>,
    openings: Vec<Named<'a>>,
    players: Vec<Named<'a>>,
}

fn named<'a>(tallies: Vec<(&'a str, Tally)>) -> Vec<Named<'a>> {
    let name = |(name, tally): (&'a str, Tally)| Named {
        name,
        counts: tally.into(),
    };
    tallies.into_iter().map(name).collect()
}

/// Runs the command.
///
/// # Errors
///
/// When a file cannot be read, a game was refused, or stdout cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (mut stats, mut refused) = (Stats::default(), 0);
    let read = arguments.files.for_each(
        |read, options| match read {
            Ok(parsed) => stats::facts(&parsed, options),
            Err(error) => Err(Refused::text(error)),
        },
        |file, result| {
            match result {
                Ok(facts) => stats.add(facts),
                Err(error) => {
                    refused += 1;
                    report(file, &error);
                }
            }
            Ok(())
        },
    );
    let answer = Answer {
        counts: stats.all.into(),
        refused,
        moves: stats.plies,
        longest: stats.longest,
        variants: stats
            .variants
            .iter()
            .map(|&(kind, tally)| (kind.name(), tally.into()))
            .collect(),
        openings: named(stats.openings(arguments.top)),
        players: named(stats.players(arguments.top)),
    };
    if arguments.json {
        output::json(&answer)?;
    } else {
        output::line(&describe(&answer))?;
    }
    read?;
    if refused > 0 {
        Err(Failure::Lines)
    } else {
        Ok(())
    }
}

fn describe(answer: &Answer) -> String {
    let Answer {
        counts,
        refused,
        moves,
        longest,
        ..
    } = answer;
    let mean = *moves as f64 / counts.games.max(1) as f64;
    let mut text = format!(
        "{} games, {refused} refused\n{moves} plies, {mean:.1} a game, at most {longest}\n\
         White won {}, drawn {}, Black won {}, open {}",
        counts.games,
        counts.won,
        counts.drawn,
        counts.lost,
        counts.games - counts.won - counts.drawn - counts.lost
    );
    for (name, counts) in &answer.variants {
        text += &format!("\n  {name}: {}", row(counts));
    }
    for (title, list) in [("openings", &answer.openings), ("players", &answer.players)] {
        if list.is_empty() {
            continue;
        }
        text += &format!("\n\n{title}");
        for Named { name, counts } in list {
            text += &format!("\n  {name:<28} {}", row(counts));
        }
    }
    text
}

fn row(counts: &Counts) -> String {
    let score = counts
        .score
        .map(|score| format!(", {:.1} %", 100.0 * score));
    format!(
        "{} games, +{} ={} -{}{}",
        counts.games,
        counts.won,
        counts.drawn,
        counts.lost,
        score.unwrap_or_default()
    )
}
