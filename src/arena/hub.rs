//! An engine that speaks the Hub protocol, version 2.

use std::time::{Duration, Instant};

use super::clock::Clock;
use super::contender::{Contender, Program};
use super::player::{Answer, Fault, Player, Start, Table, Turn};
use super::process::{Process, Running};
use crate::notation::pdn::GameResult;
use crate::rules::variant::Variant;
use crate::session;
use crate::wire::hub::{Line, quote};

/// The parameter that chooses the game.
const VARIANT: &str = "variant";

/// An engine behind pipes.
pub struct HubEngine {
    contender: Contender,
    program: Program,
    running: Running,
    /// The names of the game that the engine knows; empty if it plays one game only.
    variants: Vec<String>,
    variant: Option<Variant>,
    pondering: Option<Pondering>,
}

/// The engine thinks in the time of the other side.
struct Pondering {
    /// The move that it expects, in Hub's form.
    expected: String,
}

impl HubEngine {
    /// The engine; it is started when it is needed.
    #[must_use]
    pub fn new(contender: Contender, program: Program) -> Self {
        Self {
            contender,
            program,
            running: Running::default(),
            variants: Vec::new(),
            variant: None,
            pondering: None,
        }
    }

    fn process(&mut self) -> Result<&mut Process, Fault> {
        self.running.process()
    }

    fn patience(&self) -> Instant {
        Instant::now() + self.contender.patience
    }

    /// Starts the engine and sets its parameters.
    fn start(&mut self, variant: Variant) -> Result<(), Fault> {
        self.running.start(&self.contender.name, &self.program)?;
        self.variant = Some(variant);
        self.process()?.send("hub")?;
        self.read_params().map_err(before_ready)?;
        if let Some(name) = self.name_of(variant)? {
            self.set(VARIANT, &name)?;
        }
        for (name, value) in self.contender.settings.clone() {
            self.set(&name, &value)?;
        }
        self.process()?.send("init")?;
        let deadline = self.patience();
        self.wait_for("ready", deadline).map_err(before_ready)
    }

    fn read_params(&mut self) -> Result<(), Fault> {
        let deadline = self.patience();
        self.variants.clear();
        loop {
            let (_, text) = self.process()?.hear(deadline)?;
            match Line::parse(&text) {
                Ok(Some(line)) if line.command == "wait" => return Ok(()),
                Ok(Some(line)) if line.command == "param" && line.get("name") == Some(VARIANT) => {
                    let values = line.get("values").unwrap_or_default();
                    self.variants = values.split_whitespace().map(str::to_owned).collect();
                }
                _ => {}
            }
        }
    }

    /// The engine's name for the game; `None` where it need not be told.
    fn name_of(&self, variant: Variant) -> Result<Option<String>, Fault> {
        let description = session::describe(variant);
        let means = |name: &&String| name.parse::<Variant>().is_ok_and(|known| known == variant);
        match self.variants.iter().find(means) {
            Some(name) => Ok(Some(name.clone())),
            None if variant == Variant::ALL[0] => Ok(None),
            None => Err(Fault::Start(format!(
                "it does not declare the game {}",
                description.name
            ))),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let line = format!("set-param name={} value={}", quote(name), quote(value));
        self.process()?.send(&line).map(drop)
    }

    fn wait_for(&mut self, command: &str, deadline: Instant) -> Result<(), Fault> {
        loop {
            let (_, text) = self.process()?.hear(deadline)?;
            if text.split_whitespace().next() == Some(command) {
                return Ok(());
            }
        }
    }

    fn set_board(&mut self, table: &Table, more: Option<&str>) -> Result<(), Fault> {
        let mut moves = table.hub_moves();
        if let Some(more) = more {
            moves.push_str(if moves.is_empty() { "" } else { " " });
            moves.push_str(more);
        }
        let line = match moves.as_str() {
            "" => format!("pos pos={}", table.start),
            moves => format!("pos pos={} moves={}", table.start, quote(moves)),
        };
        self.process()?.send(&line).map(drop)
    }

    fn set_level(&mut self, clock: &Clock) -> Result<(), Fault> {
        for line in levels(clock) {
            self.process()?.send(&line)?;
        }
        Ok(())
    }

    /// Listens until the move comes; `from` is when the clock began to run.
    fn answer(&mut self, from: Instant, deadline: Instant) -> Result<Turn, Fault> {
        let mut answer = Answer::default();
        loop {
            let (at, text) = self.process()?.hear(deadline)?;
            let line = match Line::parse(&text) {
                Ok(Some(line)) => line,
                Ok(None) => continue,
                Err(error) => {
                    log::warn!(
                        "{}: \"{}\": {error}",
                        self.contender.name,
                        text.escape_debug()
                    );
                    continue;
                }
            };
            match line.command {
                "info" => note(&mut answer, &line),
                "done" => {
                    answer.time = at.saturating_duration_since(from);
                    answer.mv = line.get("move").unwrap_or_default().to_owned();
                    answer.ponder = line.get("ponder").map(str::to_owned);
                    if answer.mv.is_empty() {
                        return Err(Fault::Broken("done without a move".to_owned()));
                    }
                    return Ok(Turn::Moves(answer));
                }
                "error" => {
                    let message = line.get("message").unwrap_or_default();
                    log::warn!("{}: {}", self.contender.name, message.escape_debug());
                }
                _ => {}
            }
        }
    }

    /// When the engine is given up.
    fn deadline(&self, from: Instant, clock: &Clock) -> Instant {
        from + clock.allowed().unwrap_or_default() + self.contender.patience
    }

    /// Ends the search in the time of the other side, whose move was another one.
    fn stop_pondering(&mut self) -> Result<(), Fault> {
        self.process()?.send("stop")?;
        let deadline = self.patience();
        self.wait_for("done", deadline)
    }
}

impl Player for HubEngine {
    fn begin(&mut self, start: &Start, _: &Table, _: &Clock) -> Result<(), Fault> {
        if !self.running.is_started() || self.variant != Some(start.variant) {
            self.start(start.variant)?;
        }
        self.process()?.send("new-game").map(drop)
    }

    fn think(&mut self, table: &Table, clock: &Clock) -> Result<Turn, Fault> {
        if let Some(pondering) = self.pondering.take() {
            let last = table.moves.last();
            if last.is_some_and(|mv| mv.hub == pondering.expected) {
                let from = self.process()?.send("ponder-hit")?;
                return self.answer(from, self.deadline(from, clock));
            }
            self.stop_pondering()?;
        }
        self.set_board(table, None)?;
        self.set_level(clock)?;
        let from = self.process()?.send("go think")?;
        self.answer(from, self.deadline(from, clock))
    }

    fn ponder(
        &mut self,
        table: &Table,
        clock: &Clock,
        expected: Option<&str>,
    ) -> Result<(), Fault> {
        let (true, Some(expected)) = (self.contender.ponder, expected) else {
            return Ok(());
        };
        let legal = table.session.moves();
        let Some(mv) = legal.iter().find(|mv| mv.hub == expected) else {
            log::warn!(
                "{}: expects \"{}\"",
                self.contender.name,
                expected.escape_debug()
            );
            return Ok(());
        };
        self.set_board(table, Some(&mv.hub))?;
        self.set_level(clock)?;
        self.process()?.send("go ponder")?;
        self.pondering = Some(Pondering {
            expected: mv.hub.clone(),
        });
        Ok(())
    }

    fn end(&mut self, _: &Table, _: GameResult) -> Result<(), Fault> {
        if self.pondering.take().is_some() {
            self.stop_pondering()?;
        }
        if self.contender.restart {
            self.running.end();
        }
        Ok(())
    }

    fn traffic(&self) -> Vec<String> {
        self.running.traffic()
    }
}

/// A fault before the engine is ready keeps it from playing at all.
fn before_ready(fault: Fault) -> Fault {
    match fault {
        Fault::Start(_) => fault,
        other => Fault::Start(other.to_string()),
    }
}

/// The limits of the next move, a line each: some engines take one limit a line only.
fn levels(clock: &Clock) -> Vec<String> {
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
    let limit = clock.limit();
    let mut lines = Vec::new();
    if let Some(left) = clock.left() {
        let moves = clock.moves().map(|moves| format!("moves={moves} "));
        let increment = limit.increment;
        let increment = (!increment.is_zero()).then(|| format!(" inc={}", seconds(increment)));
        lines.push(format!(
            "level {}time={}{}",
            moves.unwrap_or_default(),
            seconds(left),
            increment.unwrap_or_default()
        ));
    }
    if let Some(time) = limit.move_time {
        lines.push(format!("level move-time={}", seconds(time)));
    }
    if let Some(nodes) = limit.nodes {
        lines.push(format!("level nodes={nodes}"));
    }
    if let Some(depth) = limit.depth {
        lines.push(format!("level depth={depth}"));
    }
    lines
}

/// Takes what an `info` line tells; what it does not tell stays.
fn note(answer: &mut Answer, line: &Line<'_>) {
    fn number<T: std::str::FromStr>(line: &Line<'_>, name: &str) -> Option<T> {
        line.get(name)?.parse().ok()
    }
    answer.score = number(line, "score")
        .filter(|score: &f64| score.is_finite())
        .or(answer.score);
    answer.depth = number(line, "depth").or(answer.depth);
    answer.nodes = number(line, "nodes").or(answer.nodes);
}
