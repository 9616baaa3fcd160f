//! `damka match`: games between engines, and what they tell.

mod keys;
mod openings;
mod words;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use clap::Args;
use damka::arena::compliance::{self, Point};
use damka::arena::contender::{Contender, Kind};
use damka::arena::record::Record;
use damka::arena::schedule::Format;
use damka::arena::standing::Standings;
use damka::arena::tournament::Match;
use damka::protocol::interrupt::{Interrupt, Work};
use serde::Serialize;

use super::Failure;
use super::game::{EndgameArguments, GameArguments};
use super::output::{self, Progress};

/// Play engines against each other: damka itself, programs that speak Hub, and programs that speak DXP.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = LONG_HELP)]
pub struct Arguments {
    /// An engine: its name, then key=value (see below); give it once for each engine.
    #[arg(
        long = "engine",
        value_name = "ENGINE",
        required_unless_present = "compliance"
    )]
    engines: Vec<String>,
    /// Instead of a match: look whether an engine keeps to the Hub protocol, point by point.
    #[arg(long, value_name = "ENGINE", conflicts_with = "engines")]
    compliance: Option<String>,
    /// What is common to all engines: key=value as for an engine.
    #[arg(
        long,
        value_name = "KEYS",
        default_value = "",
        hide_default_value = true
    )]
    each: String,
    /// Pairs of games for each two engines; a pair is an opening with both colours.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Only the first engine meets the others.
    #[arg(long)]
    gauntlet: bool,
    /// Games at a time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Openings: a position a line (FEN or Hub), JSON, or the games of a PDN file. [default: the start position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The list of openings in a JSON file that has several.
    #[arg(long, value_name = "NAME", requires = "openings")]
    set: Option<String>,
    /// Games of a PDN file are followed for so many plies. [default: to their ends]
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// Begin at the positions that so many plies lead to, drawn by lot.
    #[arg(long, value_name = "PLIES", conflicts_with = "openings", value_parser = clap::value_parser!(u8).range(1..=4))]
    ballots: Option<u8>,
    /// Draws the order of the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop as soon as a sequential test is decided: `elo0=0 elo1=5 [alpha=0.05 beta=0.05 model=normalized|logistic]`.
    #[arg(long, value_name = "KEYS")]
    sprt: Option<String>,
    /// A game is won when both sides say so: `score=4 [moves=3]`, in men.
    #[arg(long, value_name = "KEYS")]
    resign: Option<String>,
    /// A game is drawn when both sides say so: `score=0.1 [moves=8 from=40]`.
    #[arg(long, value_name = "KEYS")]
    draw: Option<String>,
    /// A game is over when the endgame tables know how it ends.
    #[arg(long)]
    by_tables: bool,
    /// A game of so many plies is stopped, and drawn.
    #[arg(long, value_name = "N")]
    most_plies: Option<usize>,
    /// A stopped game goes to the side with more pieces or, if equal, more kings.
    #[arg(long, requires = "most_plies")]
    by_material: bool,
    /// The folder for the games (JSON lines and PDN), faults and the result. The same command goes on there.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// The result as one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    endgames: EndgameArguments,
}

const EXAMPLES: &str = "\
Examples:
  damka match --engine 'new nodes=200' --engine 'old nodes=100' --pairs 2 --ballots 2
  damka match --help   (how engines are described)";

const LONG_HELP: &str = "\
Engines are described by a name and key=value, with double quotes around values with blanks:
  cmd=\"PROGRAM ARGUMENTS\"  the program; without it damka plays inside this process
  dir=FOLDER               where it runs
  proto=hub|hub1|dxp       Hub 2 (the default), Hub 1 (Scan 2.0), DXP; DXP programs connect to the match, which puts
                           its port for {port} in cmd and dir, or listen: connect=127.0.0.1:27531
  say=\"time {ms}\"          for DXP: a line for its standard input, with {ms}, {nodes} or {depth} of a move
  set.NAME=VALUE           a parameter; inside this process: threads, tt-size (logarithm of the entries)
  move=SECONDS nodes=N depth=N   limits of a move
  time=SECONDS inc=SECONDS moves=N   the clock of a game, more time before each move or after so many
  ponder                   think in the time of the other side (Hub 2)
  margin=SECONDS           so much later than allowed a move may come [default: 0.05]
  patience=SECONDS         for getting ready, and beyond the time of a move, before it is given up [default: 30]
  restart                  start it afresh for each game
Limits of an engine replace those of --each. An engine that crashes, hangs, moves illegally, too late or breaks the
protocol loses the game and is started again; the last lines of the talk with it are kept in the folder of the match.

Elo, normalized Elo and the test are computed from pairs of games (pentanomial), with 95 % intervals.

Examples:
  damka match --engine 'new nodes=200' --engine 'old nodes=100' --pairs 2 --ballots 2
  printf '1. 32-28 19-23 *\\n1. 33-29 18-23 *\\n' > lines.pdn && damka match --engine 'a nodes=20' --engine 'b nodes=9' --openings lines.pdn
  damka match --engine 'a depth=3' --engine 'b depth=2' --engine 'c depth=1' --pairs 1 --variant russian --json
  damka match --engine 'a nodes=300' --engine 'b nodes=100' --pairs 500 --ballots 3 --sprt 'elo0=0 elo1=50'
  damka match --compliance 'damka cmd=\"damka hub\"'
  damka match --engine 'damka cmd=\"damka hub\"' --engine 'damka2 cmd=\"damka hub\"' --each depth=2 --pairs 1";

/// Runs the command.
///
/// # Errors
///
/// When the match cannot be played as asked for, it was interrupted, or stdout cannot be written.
pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    if let Some(engine) = &arguments.compliance {
        return comply(engine, arguments.json);
    }
    let plan = plan(arguments)?;
    let games = 2 * plan.pairs * plan.contenders.len();
    log::debug!("at most {games} games of each engine");
    let stop = Arc::new(AtomicBool::new(false));
    let progress = Mutex::new(Progress::new());
    let report = |record: &Record, standings: &Standings| {
        if let Some(fault) = &record.fault {
            let (number, name) = (record.game + 1, &fault.engine);
            log::warn!("game {number}: {name}: {}", record.end);
        }
        if let Ok(progress) = progress.lock() {
            progress.show(&words::brief(standings, plan.test.as_ref()));
        }
    };
    let standings = interrupt.run(Work::Games(Arc::clone(&stop)), || plan.run(&stop, &report));
    drop(progress);
    let standings = standings.map_err(|error| Failure::Match(error.to_string()))?;
    if arguments.json {
        output::json(&standings.json(plan.test.as_ref()))?;
    } else {
        for line in words::lines(&standings, plan.test.as_ref()) {
            output::line(&line)?;
        }
    }
    if stop.load(Ordering::Relaxed) {
        if plan.folder.is_some() {
            output::note("interrupted; the same command goes on where it was");
        }
        return Err(Failure::Interrupted);
    }
    Ok(())
}

#[derive(Serialize)]
struct PointJson {
    point: &'static str,
    fault: Option<String>,
}

/// Looks whether an engine keeps to the protocol.
fn comply(engine: &str, json: bool) -> Result<(), Failure> {
    let wrong = |reason: String| Failure::Match(format!("--compliance '{engine}': {reason}"));
    // The limits of the match do not matter here.
    let contender =
        Contender::parse(engine, "depth=1").map_err(|error| wrong(error.to_string()))?;
    let Kind::Hub(program) = &contender.kind else {
        return Err(wrong(
            "expected a program that speaks Hub: cmd=PROGRAM".to_owned(),
        ));
    };
    let points = compliance::check(&contender.name, program, &contender.settings);
    let points = points.map_err(wrong)?;
    let failed = points.iter().filter(|point| point.fault.is_some()).count();
    for Point { asked, fault } in points {
        if json {
            output::json(&PointJson {
                point: asked,
                fault,
            })?;
        } else {
            match fault {
                None => output::line(&format!("ok      {asked}"))?,
                Some(fault) => output::line(&format!("FAILED  {asked}: {fault}"))?,
            }
        }
    }
    match failed {
        0 => Ok(()),
        failed => Err(Failure::Match(format!("{failed} points failed"))),
    }
}

fn plan(arguments: &Arguments) -> Result<Match, Failure> {
    let refused = |text: String| Failure::Match(text);
    let contender = |text: &String| {
        Contender::parse(text, &arguments.each)
            .map_err(|error| refused(format!("--engine '{text}': {error}")))
    };
    let contenders = arguments.engines.iter().map(contender);
    Ok(Match {
        contenders: contenders.collect::<Result<_, _>>()?,
        lines: arguments
            .engines
            .iter()
            .map(|engine| format!("{engine} {}", arguments.each).trim().to_owned())
            .collect(),
        variant: arguments.game.chosen(),
        draw_rules: arguments.game.draw_rules.clone(),
        endgames: (&arguments.endgames).into(),
        openings: openings::openings(arguments)?,
        format: match arguments.gauntlet {
            true => Format::Gauntlet,
            false => Format::RoundRobin,
        },
        pairs: arguments.pairs as usize,
        seed: arguments.seed,
        concurrency: arguments.concurrency.into(),
        adjudication: keys::adjudication(arguments)?,
        test: arguments.sprt.as_deref().map(keys::test).transpose()?,
        folder: arguments.out.clone(),
    })
}
