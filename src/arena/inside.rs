//! damka itself, without a process of its own.

use std::time::Instant;

use super::clock::Clock;
use super::contender::Contender;
use super::player::{Answer, Fault, Player, Start, Table, Turn};
use crate::notation::pdn::GameResult;
use crate::search::{self, Control, Limits};

/// The size of the transposition table if none is given: so many entries, as a logarithm.
const TABLE_LOG2: u32 = 20;

/// The engine in this process.
pub struct Inside {
    contender: Contender,
    settings: Settings,
    table: Option<search::Table>,
}

/// What can be set, with the names of the Hub parameters.
#[derive(Clone, Copy)]
struct Settings {
    threads: usize,
    table_log2: u32,
}

impl Inside {
    /// The engine.
    ///
    /// # Errors
    ///
    /// When a parameter is unknown or out of range.
    pub fn new(contender: Contender) -> Result<Self, Fault> {
        let mut settings = Settings {
            threads: 1,
            table_log2: TABLE_LOG2,
        };
        for (name, value) in &contender.settings {
            let number = |least, most| {
                let found = value.parse().ok();
                let fits = found.filter(|number| (least..=most).contains(number));
                fits.ok_or_else(|| {
                    let value = value.escape_debug();
                    Fault::Start(format!(
                        "set.{name}=\"{value}\" (expected a number from {least} to {most})"
                    ))
                })
            };
            match name.as_str() {
                "threads" => settings.threads = number(1, 256)? as usize,
                "tt-size" => settings.table_log2 = number(10, 30)?,
                name => {
                    return Err(Fault::Start(format!(
                        "unknown parameter set.{} (expected threads or tt-size; a child has all of them: \
                         cmd=\"damka hub\")",
                        name.escape_debug()
                    )));
                }
            }
        }
        Ok(Self {
            contender,
            settings,
            table: None,
        })
    }
}

impl Player for Inside {
    fn begin(&mut self, _: &Start, _: &Table, _: &Clock) -> Result<(), Fault> {
        match &mut self.table {
            Some(table) => table.clear(),
            None => {
                let table = search::Table::new(self.settings.table_log2);
                self.table = Some(table.map_err(|error| Fault::Start(error.to_string()))?);
            }
        }
        Ok(())
    }

    fn think(&mut self, table: &Table, clock: &Clock) -> Result<Turn, Fault> {
        let not_begun = || Fault::Start("it is not ready".to_owned());
        let memory = self.table.as_ref().ok_or_else(not_begun)?;
        let limit = clock.limit();
        let limits = Limits {
            depth: limit.depth,
            nodes: limit.nodes,
            move_time: limit.move_time,
            clock: clock.left().map(|time| search::Clock {
                time,
                increment: limit.increment,
                moves: clock.moves(),
            }),
            lines: 1,
            threads: self.settings.threads,
            ..Limits::default()
        };
        let began = Instant::now();
        let control = Control::new(false);
        let decision = table.session.think(memory, &limits, &control, &mut |_| {});
        let report = decision.report.as_ref();
        let none = || Fault::Broken(format!("{} found no move", self.contender.name));
        Ok(Turn::Moves(Answer {
            mv: decision.best.ok_or_else(none)?.hub,
            ponder: None,
            score: report.map(|report| f64::from(report.score.hundredths()) / 100.0),
            depth: report.map(|report| report.depth),
            nodes: Some(decision.nodes),
            time: began.elapsed(),
        }))
    }

    fn ponder(&mut self, _: &Table, _: &Clock, _: Option<&str>) -> Result<(), Fault> {
        Ok(())
    }

    fn end(&mut self, _: &Table, _: GameResult) -> Result<(), Fault> {
        Ok(())
    }

    fn traffic(&self) -> Vec<String> {
        Vec::new()
    }
}
