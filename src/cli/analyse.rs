//! `damka analyse`: the best move of positions, what the engine thinks of them, and whole games.

mod games;

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use damka::protocol::console::{board, words};
use damka::protocol::interrupt::{Interrupt, Work};
use damka::search::{Control, Limits, Score, Table};
use damka::session::{Decision, MoveText, Report, Session};
use serde::Serialize;

use super::engine::EngineArguments;
use super::game::{self, EndgameArguments, PositionArguments};
use super::{Failure, output};

/// Analyse positions, depth by depth, or all games of a PDN file, move by move.
#[derive(Args, Debug)]
#[command(visible_alias = "analyze", after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Seconds for each position. [default: 5, in a file of games 0.5, when there is no other limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, group = "limit")]
    time: Option<Duration>,
    /// Plies to look ahead.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=99), group = "limit")]
    depth: Option<u32>,
    /// Positions to visit.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), group = "limit")]
    nodes: Option<u64>,
    /// How many of the best moves to compare.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,
    #[command(flatten)]
    output: games::OutputArguments,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    endgames: EndgameArguments,
    /// JSON objects, one a line.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Scores are in men, for the side to move; 99.95 is a win in 5 plies. Ctrl-C ends the search and shows what it has
found.

Instead of a FEN, the name of a file of games in PDN may be given: every position of every game is searched, --threads
games at a time, each move is judged by the expected points it costs, and the games are written with the better lines.
Ctrl-C keeps the games that are finished.

Examples:
  damka analyse --time 1
  damka analyse W:W27,28,32,37,38:B13,18,19,24,26 --depth 12
  damka analyse --moves \"32-28 19-23 28x19 14x23\" --nodes 200000 --multipv 3
  damka analyse W:Wa1,c3,e3:Bf6,h8,b6 --variant brazilian --time 0.5 --json
  printf 'W:W31-50:B1-20\\nB:W28,33:B9,12\\n' | damka analyse - --depth 8 --json
  echo '1. 32-28 18-23 2. 37-32 23-29' > game.txt.pdn && damka analyse game.txt.pdn --depth 6
  damka analyse game.txt.pdn --nodes 1000 --out game.jsonl --pdn judged.pdn --html game.html";

/// Reads a time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || "expected seconds, more than 0 and at most 1000000".to_owned();
    let seconds: f64 = text.parse().map_err(|_| expected())?;
    if seconds > 0.0 && seconds <= 1e6 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(expected())
    }
}

#[derive(Serialize)]
struct Line {
    depth: u32,
    multipv: usize,
    score: f64,
    nodes: u64,
    seconds: f64,
    nps: u64,
    pv: Vec<String>,
}

impl From<&Report> for Line {
    fn from(report: &Report) -> Self {
        Self {
            depth: report.depth,
            multipv: report.line,
            score: in_men(report.score),
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            nps: report.nps().unwrap_or_default() as u64,
            pv: report.pv.iter().map(|mv| mv.text.clone()).collect(),
        }
    }
}

#[derive(Serialize)]
struct Answer {
    best: Option<String>,
    ponder: Option<String>,
    score: Option<f64>,
    fen: String,
    /// `null`, `white`, `black` or `draw`.
    result: Option<&'static str>,
}

fn in_men(score: Score) -> f64 {
    f64::from(score.hundredths()) / 100.0
}

/// Runs the command.
///
/// # Errors
///
/// When a position was refused, there is no memory for the table, or stdout cannot be written.
pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    if let Some(file) = arguments.position.file() {
        if arguments.position.is_position() || arguments.multipv > 1 {
            let reason = "--moves, --draw-rules and --multipv are for positions, and this is a file of games";
            return Err(Failure::file(file, &reason));
        }
        return games::run(&arguments.task(file), interrupt);
    }
    if arguments.output.is_asked_for() {
        return Err(Failure::NoGames);
    }
    let mut table = arguments.engine.table()?;
    arguments
        .position
        .for_each_with(arguments.json, &arguments.endgames, |session| {
            // What is found does not depend on the positions before.
            table.clear();
            if !arguments.json {
                output::line(introduction(session).trim_end())?;
            }
            let decision = match session.outcome() {
                Some(_) => None,
                None => Some(think(session, arguments, &table, interrupt)?),
            };
            conclude(session, decision, arguments.json)?;
            Ok(if interrupt.was_stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })
}

fn introduction(session: &dyn Session) -> String {
    format!(
        "{}{}\n{} to move, draw rules {}\n",
        board::draw(session),
        session.fen(),
        words::name(session.side()),
        session.draw_rules().name
    )
}

/// The time for each position where there is no other limit, of the command line and of a file.
const USUAL_TIMES: [Duration; 2] = [Duration::from_secs(5), Duration::from_millis(500)];

impl Arguments {
    /// What is to be done with a file of games: each is searched by one thread.
    fn task<'a>(&'a self, file: &'a Path) -> games::Task<'a> {
        let limits = Limits {
            lines: 1,
            threads: 1,
            ..self.limits(USUAL_TIMES[1])
        };
        let words = match (self.depth, self.nodes, limits.move_time) {
            (Some(depth), _, _) => format!("depth {depth}"),
            (_, Some(nodes), _) => format!("{nodes} nodes"),
            (_, _, time) => format!("{} s", time.unwrap_or_default().as_secs_f64()),
        };
        games::Task {
            file,
            variant: self.position.variant(),
            limits,
            words,
            engine: &self.engine,
            output: &self.output,
            json: self.json,
        }
    }

    fn limits(&self, usual: Duration) -> Limits {
        let is_limited = self.depth.is_some() || self.nodes.is_some();
        let usual = (!is_limited).then_some(usual);
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time.or(usual),
            analyse: true,
            lines: usize::from(self.multipv),
            threads: usize::from(self.engine.threads),
            ..Limits::default()
        }
    }
}

/// Searches and writes each report as it comes. When stdout fails the search ends.
fn think(
    session: &dyn Session,
    arguments: &Arguments,
    table: &Table,
    interrupt: &Interrupt,
) -> Result<Decision, Failure> {
    let control = Arc::new(Control::new(false));
    let mut written = if arguments.json {
        Ok(())
    } else {
        output::line("\ndepth   score        nodes   seconds     kN/s  best line")
    };
    let work = Work::Search(Arc::clone(&control));
    let mut last = None;
    let decision = interrupt.run(work, || {
        session.think(
            table,
            &arguments.limits(USUAL_TIMES[0]),
            &control,
            &mut |report| {
                // A best move that changes is reported at once, and again when the depth is finished.
                let shown = Some((report.depth, report.line, report.score, texts(&report.pv)));
                let wanted = report.is_finished || !arguments.json;
                if written.is_ok() && wanted && shown != last {
                    last = shown;
                    written = write(report, arguments);
                }
                if written.is_err() {
                    control.stop();
                }
            },
        )
    });
    written.map(|()| decision)
}

fn write(report: &Report, arguments: &Arguments) -> Result<(), Failure> {
    if arguments.json {
        return output::json(&Line::from(report));
    }
    let rank = match arguments.multipv {
        1 => String::new(),
        _ => format!("{}. ", report.line),
    };
    output::line(&format!(
        "{:>5}  {:>6}  {:>11}  {:>8.2}  {:>7.0}  {rank}{}",
        report.depth,
        report.score.to_string(),
        report.nodes,
        report.time.as_secs_f64(),
        report.nps().unwrap_or_default() / 1000.0,
        texts(&report.pv)
    ))
}

fn texts(moves: &[MoveText]) -> String {
    let texts: Vec<_> = moves.iter().map(|mv| mv.text.as_str()).collect();
    texts.join(" ")
}

/// Writes the best move, or how the game has ended.
fn conclude(session: &dyn Session, decision: Option<Decision>, json: bool) -> Result<(), Failure> {
    let (best, ponder, report) = match decision {
        Some(decision) => (decision.best, decision.ponder, decision.report),
        None => (None, None, None),
    };
    if json {
        return output::json(&Answer {
            best: best.map(|mv| mv.text),
            ponder: ponder.map(|mv| mv.text),
            score: report.map(|report| in_men(report.score)),
            fen: session.fen(),
            result: game::result(session),
        });
    }
    if let Some(outcome) = session.outcome() {
        return output::line(&format!("\n{}; the game is over\n", words::ending(outcome)));
    }
    let Some(best) = best else {
        return Err(Failure::Output(io::Error::other(
            "the search found no move",
        )));
    };
    let score = report.map(|report| {
        let meaning = words::meaning(report.score, session.side());
        format!(", score {}: {meaning}", report.score)
    });
    let expected = ponder.map(|mv| format!(", expecting {}", mv.text));
    output::line(&format!(
        "\nbest move {}{}{}\n",
        best.text,
        expected.unwrap_or_default(),
        score.unwrap_or_default()
    ))
}
