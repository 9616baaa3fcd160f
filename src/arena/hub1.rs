//! An engine that speaks the Hub protocol, version 1, as Scan 2.0 does: words by place instead of by name, times in
//! milliseconds, international draughts only.

use std::time::{Duration, Instant};

use super::clock::Clock;
use super::contender::{Contender, Program};
use super::player::{Answer, Fault, Player, Start, Table, Turn};
use super::process::{Process, Running};
use crate::notation::pdn::GameResult;
use crate::rules::variant::Variant;

/// An engine behind pipes.
pub struct Hub1Engine {
    contender: Contender,
    program: Program,
    running: Running,
}

impl Hub1Engine {
    /// The engine; it is started when it is needed.
    #[must_use]
    pub fn new(contender: Contender, program: Program) -> Self {
        Self {
            contender,
            program,
            running: Running::default(),
        }
    }

    fn process(&mut self) -> Result<&mut Process, Fault> {
        self.running.process()
    }

    fn start(&mut self) -> Result<(), Fault> {
        self.running.start(&self.contender.name, &self.program)?;
        self.process()?.send("hub")?;
        self.wait_for("wait")?;
        for (name, value) in self.contender.settings.clone() {
            self.process()?.send(&format!("set {name} {value}"))?;
        }
        self.process()?.send("init")?;
        self.wait_for("ready")
    }

    fn wait_for(&mut self, command: &str) -> Result<(), Fault> {
        let deadline = Instant::now() + self.contender.patience;
        loop {
            let heard = self.process()?.hear(deadline);
            let (_, line) = heard.map_err(|fault| Fault::Start(fault.to_string()))?;
            if line.split_whitespace().next() == Some(command) {
                return Ok(());
            }
        }
    }
}

impl Player for Hub1Engine {
    fn begin(&mut self, start: &Start, _: &Table, _: &Clock) -> Result<(), Fault> {
        if start.variant != Variant::ALL[0] {
            return Err(Fault::Start(
                "Hub 1 knows international draughts only".to_owned(),
            ));
        }
        if !self.running.is_started() {
            self.start()?;
        }
        self.process()?.send("new").map(drop)
    }

    fn think(&mut self, table: &Table, clock: &Clock) -> Result<Turn, Fault> {
        let mut position = table.start.clone();
        // The side is a small letter there.
        position.replace_range(..1, &table.start[..1].to_ascii_lowercase());
        self.process()?.send(&format!("pos {position}"))?;
        for mv in &table.moves {
            self.process()?.send(&format!("move {}", mv.hub))?;
        }
        for line in levels(clock) {
            self.process()?.send(&line)?;
        }
        let from = self.process()?.send("go")?;
        let deadline = from + clock.allowed().unwrap_or_default() + self.contender.patience;
        let mut answer = Answer::default();
        loop {
            let (at, line) = self.process()?.hear(deadline)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => note(&mut answer, words),
                Some("move") => {
                    answer.time = at.saturating_duration_since(from);
                    answer.mv = words.next().unwrap_or_default().to_owned();
                    if answer.mv.is_empty() {
                        return Err(Fault::Broken("move without a move".to_owned()));
                    }
                    return Ok(Turn::Moves(answer));
                }
                _ => {}
            }
        }
    }

    fn ponder(&mut self, _: &Table, _: &Clock, _: Option<&str>) -> Result<(), Fault> {
        Ok(())
    }

    fn end(&mut self, _: &Table, _: GameResult) -> Result<(), Fault> {
        if self.contender.restart {
            self.running.end();
        }
        Ok(())
    }

    fn traffic(&self) -> Vec<String> {
        self.running.traffic()
    }
}

fn levels(clock: &Clock) -> Vec<String> {
    let limit = clock.limit();
    let mut lines = Vec::new();
    if let Some(left) = clock.left() {
        lines.push(format!(
            "level {} {} {}",
            clock.moves().unwrap_or(0),
            left.as_millis(),
            limit.increment.as_millis()
        ));
    }
    if let Some(time) = limit.move_time {
        lines.push(format!(
            "time {}",
            time.max(Duration::from_millis(1)).as_millis()
        ));
    }
    if let Some(depth) = limit.depth {
        lines.push(format!("depth {depth}"));
    }
    lines
}

/// Takes what an `info` line tells: depth, mean depth, score in hundredths of a man, nodes.
fn note<'a>(answer: &mut Answer, words: impl Iterator<Item = &'a str>) {
    let numbers: Vec<f64> = words.map_while(|word| word.parse().ok()).collect();
    if let [depth, _, score, nodes, ..] = numbers[..] {
        answer.depth = Some(depth as u32);
        answer.score = Some(score / 100.0);
        answer.nodes = Some(nodes as u64);
    }
}
