//! `damka match`: games between engines, and what they tell.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use clap::Args;
use damka::arena::compliance::{self, Point};
use damka::arena::contender::{Contender, Kind};
use damka::arena::openings::{self, Opening};
use damka::arena::record::Record;
use damka::arena::referee::{Adjudication, DrawAgreement, Resign};
use damka::arena::schedule::Format;
use damka::arena::standing::{Effort, Pairing, Standings};
use damka::arena::statistics::{Interval, Model, Test, Verdict};
use damka::arena::tournament::Match;
use damka::protocol::interrupt::{Interrupt, Work};
use damka::wire::hub::Line;
use serde::Serialize;

use super::Failure;
use super::game::GameArguments;
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
    /// Openings: a position a line (FEN or Hub), or JSON. [default: the start position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The list of openings in a JSON file that has several.
    #[arg(long, value_name = "NAME", requires = "openings")]
    set: Option<String>,
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
            progress.show(&brief(standings, plan.test.as_ref()));
        }
    };
    let standings = interrupt.run(Work::Games(Arc::clone(&stop)), || plan.run(&stop, &report));
    drop(progress);
    let standings = standings.map_err(|error| Failure::Match(error.to_string()))?;
    if arguments.json {
        output::json(&standings.json(plan.test.as_ref()))?;
    } else {
        for line in lines(&standings, plan.test.as_ref()) {
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
        openings: openings(arguments)?,
        format: match arguments.gauntlet {
            true => Format::Gauntlet,
            false => Format::RoundRobin,
        },
        pairs: arguments.pairs as usize,
        seed: arguments.seed,
        concurrency: arguments.concurrency.into(),
        adjudication: adjudication(arguments)?,
        test: arguments.sprt.as_deref().map(test).transpose()?,
        folder: arguments.out.clone(),
    })
}

fn openings(arguments: &Arguments) -> Result<Vec<Opening>, Failure> {
    let variant = arguments.game.chosen();
    if let Some(plies) = arguments.ballots {
        return Ok(openings::ballots(variant, plies.into()));
    }
    let Some(path) = &arguments.openings else {
        return Ok(openings::start(variant));
    };
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let read = openings::read(&text, arguments.set.as_deref(), variant);
    read.map_err(|error| Failure::file(Path::new(path), &error))
}

/// Numbers by name, from one argument.
struct Keys<'a> {
    option: &'static str,
    line: Line<'a>,
}

impl<'a> Keys<'a> {
    fn parse(
        option: &'static str,
        text: &'a str,
        buffer: &'a mut String,
        known: &[&str],
    ) -> Result<Self, Failure> {
        *buffer = format!("{option} {text}");
        let wrong = |reason: String| Failure::Match(format!("--{option} '{text}': {reason}"));
        let line = Line::parse(buffer).map_err(|error| wrong(error.to_string()))?;
        let line = line.ok_or_else(|| wrong("expected key=value".to_owned()))?;
        for argument in &line.arguments {
            if !known.contains(&argument.name) {
                let (name, known) = (argument.name.escape_debug(), known.join(", "));
                return Err(wrong(format!("unknown key \"{name}\" (expected {known})")));
            }
        }
        Ok(Self { option, line })
    }

    fn number(&self, name: &str, default: Option<f64>) -> Result<f64, Failure> {
        let wrong = |reason: &str| Failure::Match(format!("--{}: {name}: {reason}", self.option));
        match (self.line.get(name), default) {
            (None, Some(default)) => Ok(default),
            (None, None) => Err(wrong("expected a number, found none")),
            (Some(text), _) => match text.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ => Err(wrong(&format!(
                    "expected a number, found \"{}\"",
                    text.escape_debug()
                ))),
            },
        }
    }
}

fn adjudication(arguments: &Arguments) -> Result<Adjudication, Failure> {
    let mut buffer = String::new();
    let resign = match &arguments.resign {
        None => None,
        Some(text) => {
            let keys = Keys::parse("resign", text, &mut buffer, &["score", "moves"])?;
            Some(Resign {
                score: keys.number("score", None)?,
                moves: keys.number("moves", Some(3.0))?.max(1.0) as usize,
            })
        }
    };
    let mut buffer = String::new();
    let draw = match &arguments.draw {
        None => None,
        Some(text) => {
            let keys = Keys::parse("draw", text, &mut buffer, &["score", "moves", "from"])?;
            Some(DrawAgreement {
                score: keys.number("score", None)?,
                moves: keys.number("moves", Some(8.0))?.max(1.0) as usize,
                from: keys.number("from", Some(40.0))?.max(0.0) as usize,
            })
        }
    };
    Ok(Adjudication {
        resign,
        draw,
        most_plies: arguments.most_plies,
        by_material: arguments.by_material,
    })
}

fn test(text: &str) -> Result<Test, Failure> {
    let mut buffer = String::new();
    let known = ["elo0", "elo1", "alpha", "beta", "model"];
    let keys = Keys::parse("sprt", text, &mut buffer, &known)?;
    let wrong = |reason: &str| Failure::Match(format!("--sprt '{text}': {reason}"));
    let test = Test {
        elo0: keys.number("elo0", None)?,
        elo1: keys.number("elo1", None)?,
        alpha: keys.number("alpha", Some(0.05))?,
        beta: keys.number("beta", Some(0.05))?,
        model: match keys.line.get("model") {
            None | Some("normalized") => Model::Normalized,
            Some("logistic") => Model::Logistic,
            Some(_) => return Err(wrong("model: expected normalized or logistic")),
        },
    };
    let is_chance = |part: f64| part > 0.0 && part < 0.5;
    match () {
        () if test.elo0 >= test.elo1 => Err(wrong("expected elo0 below elo1")),
        () if !is_chance(test.alpha) || !is_chance(test.beta) => {
            Err(wrong("expected alpha and beta between 0 and 0.5"))
        }
        () => Ok(test),
    }
}

/// How the match stands, on one line.
fn brief(standings: &Standings, test: Option<&Test>) -> String {
    let [pairing] = standings.pairings() else {
        let games: u64 = standings.pairings().iter().map(Pairing::games).sum();
        return format!("{games} games");
    };
    let mut line = score(pairing);
    if let Some(rating) = pairing.rating() {
        line += &format!(", Elo {}", interval(rating.elo));
    }
    if let Some(test) = test {
        line += &format!(", ratio {:.2}", test.ratio(&pairing.pairs()));
    }
    line
}

fn score(pairing: &Pairing) -> String {
    let ([won, drawn, lost], games) = (pairing.results, pairing.games());
    let (first, second) = (&pairing.first, &pairing.second);
    let points = won as f64 + drawn as f64 / 2.0;
    let share = 100.0 * points / games.max(1) as f64;
    format!("{first} v {second}: {games} games, +{won} ={drawn} -{lost}, {share:.1} %")
}

fn interval(interval: Interval) -> String {
    let Interval { value, low, high } = interval;
    format!("{value:+.1} [{low:.1}, {high:.1}]")
}

/// The result for people.
fn lines(standings: &Standings, test: Option<&Test>) -> Vec<String> {
    let mut lines = Vec::new();
    for pairing in standings.pairings() {
        lines.push(score(pairing));
        let Some(rating) = pairing.rating() else {
            continue;
        };
        let pairs = pairing.pairs().map(|count| count.to_string()).join(" ");
        lines.push(format!(
            "  Elo {}, normalized {}, superior with {:.1} %, pairs {pairs}",
            interval(rating.elo),
            interval(rating.normalized),
            100.0 * rating.superiority
        ));
        if let Some(test) = test {
            lines.push(format!("  {}", test_line(test, pairing)));
        }
    }
    let efforts = standings.names().iter();
    lines.extend(efforts.map(|name| effort_line(name, &standings.effort(name))));
    lines
}

fn test_line(test: &Test, pairing: &Pairing) -> String {
    let (pairs, (low, high)) = (pairing.pairs(), test.bounds());
    let verdict = match test.verdict(&pairs) {
        Some(Verdict::Passed) => "passed",
        Some(Verdict::Failed) => "failed",
        None => "undecided",
    };
    format!(
        "test of {} against {}: ratio {:.2} of [{low:.2}, {high:.2}], {verdict}",
        test.elo1,
        test.elo0,
        test.ratio(&pairs)
    )
}

fn effort_line(name: &str, effort: &Effort) -> String {
    let moves = effort.moves.max(1) as f64;
    let mut line = format!("{name}: {:.4} s a move", effort.time / moves);
    if let Some(depth) = effort.depth() {
        line += &format!(", mean depth {depth:.1}");
    }
    if effort.nodes > 0 {
        line += &format!(", {:.0} nodes a move", effort.nodes as f64 / moves);
    }
    for (kind, count) in &effort.faults {
        line += &format!(", {kind} {count}");
    }
    line
}
