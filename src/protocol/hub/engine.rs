//! The commands of the protocol, one after the other.
//!
//! Nothing in a line ends the talk but `quit`: what cannot be understood is answered by `error` and changes nothing,
//! and what is unknown is ignored, as the protocol has it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use super::Options;
use super::info;
use super::input::{Event, Inbox, Input};
use super::level::Level;
use super::output::Output;
use super::params::{ParamError, Params};
use super::table::Memory;
use super::thinking::{self, Manner};
use crate::search::{Control, Limits};
use crate::session::{self, Endgames, Session};
use crate::wire::hub::Line;

/// The engine as it is seen by the other side.
pub struct Engine<W> {
    inbox: Inbox,
    output: Output<W>,
    params: Params,
    session: Box<dyn Session>,
    memory: Memory,
    level: Level,
}

/// How a search was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The best move of the side to move, whose clock runs.
    Think,
    /// The move after the expected one, which has not been played yet.
    Ponder,
    /// Everything about a position.
    Analyse,
}

impl Kind {
    /// The kind of a `go` line; what is not known is a usual search, since a result is waited for in any case.
    fn of(line: &Line<'_>) -> Self {
        match line.arguments.first().map(|argument| argument.name) {
            Some("ponder") => Self::Ponder,
            Some("analyze" | "analyse") => Self::Analyse,
            _ => Self::Think,
        }
    }
}

/// Whether the talk goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    End,
}

impl<W: Write> Engine<W> {
    /// An engine with a small table; the one that is asked for is made when it is needed.
    ///
    /// # Errors
    ///
    /// When there is no memory at all.
    pub fn new(inbox: Inbox, output: Output<W>) -> io::Result<Self> {
        let params = Params::new();
        Ok(Self {
            inbox,
            output,
            session: session::open(params.variant()),
            params,
            memory: Memory::new()?,
            level: Level::default(),
        })
    }

    /// Answers lines until the other side ends the talk.
    ///
    /// # Errors
    ///
    /// When something cannot be written.
    pub fn run(mut self, options: &Options) -> io::Result<()> {
        for (name, value) in &options.settings {
            self.set(name, value)?;
        }
        loop {
            let flow = match self.inbox.next(None) {
                Some(Event::Input(Input::Line(text))) => self.answer(&text)?,
                Some(Event::Input(Input::Refused(error))) => {
                    self.output.error(&error)?;
                    Flow::On
                }
                Some(Event::Input(Input::End)) => Flow::End,
                // Searches send nothing after their end.
                Some(Event::Report(_) | Event::Found(_)) | None => Flow::On,
            };
            if flow == Flow::End {
                return Ok(());
            }
        }
    }

    fn answer(&mut self, text: &str) -> io::Result<Flow> {
        let line = match Line::parse(text) {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(Flow::On),
            Err(error) => {
                self.output.error(&error)?;
                return Ok(Flow::On);
            }
        };
        match line.command {
            "hub" => self.introduce()?,
            "init" => self.init()?,
            "set-param" => self.set_param(&line)?,
            "new-game" => self.memory.clear(),
            "pos" => self.set_position(&line)?,
            "level" => self.add_limits(&line)?,
            "go" => return self.go(Kind::of(&line)),
            "ping" => self.output.line("pong")?,
            "quit" => return Ok(Flow::End),
            "stop" | "ponder-hit" => log::debug!("{} without a search ignored", line.command),
            other => log::debug!("unknown command {other} ignored"),
        }
        Ok(Flow::On)
    }

    /// Says who the engine is and what can be set.
    fn introduce(&mut self) -> io::Result<()> {
        self.output.line(&info::id())?;
        for declaration in self.params.declarations() {
            self.output.line(&declaration)?;
        }
        self.output.line_alone(self.params.done_gap(), "wait")
    }

    fn init(&mut self) -> io::Result<()> {
        self.prepare()?;
        self.session.prepare();
        self.output.line_alone(self.params.done_gap(), "ready")
    }

    /// Makes the table unless it is there: the only thing that takes time.
    fn prepare(&mut self) -> io::Result<()> {
        match self.memory.prepare(self.params.tt_size.get()) {
            Ok(()) => Ok(()),
            Err(error) => self.output.error(&error),
        }
    }

    fn set_param(&mut self, line: &Line<'_>) -> io::Result<()> {
        let error = match (line.get("name"), line.get("value")) {
            (Some(name), Some(value)) if !name.is_empty() => return self.set(name, value),
            (Some(name), None) if !name.is_empty() => ParamError::NoValue {
                name: name.to_owned(),
            },
            _ => ParamError::NoName,
        };
        self.output.error(&error)
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.params.set(name, value) {
            Ok(true) => self.apply_game(),
            Ok(false) => log::debug!("unknown parameter {name} ignored"),
            Err(error) => self.output.error(&error)?,
        }
        Ok(())
    }

    /// Brings the session in line with the parameters. Another game begins at its start; the same one, by whichever
    /// name, goes on.
    fn apply_game(&mut self) {
        let variant = self.params.variant();
        if self.session.variant() != variant {
            self.session = session::open(variant);
            self.memory.clear();
        }
        self.session.set_endgames(Endgames {
            folder: self.params.bb_path.get().map(PathBuf::from),
            most_pieces: self.params.bb_size.get(),
        });
        let known = session::describe(variant).draw_rules;
        let wanted = self.params.draw_rules();
        let asked = known.iter().find(|rules| Some(rules.name) == wanted);
        let Some(rules) = asked.or(known.first()) else {
            return;
        };
        if self.session.draw_rules().name == rules.name {
            return;
        }
        match self.session.set_draw_rules(rules.name) {
            // What was found under other rules is not true any more.
            Ok(()) => self.memory.clear(),
            Err(error) => log::error!("{error}"),
        }
    }

    /// Sets the position; if it or one of the moves is refused, all stays as it was.
    fn set_position(&mut self, line: &Line<'_>) -> io::Result<()> {
        self.level = Level::default();
        let Some(position) = line.get("pos") else {
            return self.output.error(&"pos: expected pos=");
        };
        let moves = line.get("moves").unwrap_or_default();
        let moves: Vec<_> = moves.split_whitespace().collect();
        match self.session.set_hub(position, &moves) {
            Ok(()) => Ok(()),
            Err(error) => self.output.error(&error),
        }
    }

    /// Adds limits to those of earlier lines. One that is refused does not touch the others.
    fn add_limits(&mut self, line: &Line<'_>) -> io::Result<()> {
        for argument in &line.arguments {
            if let Err(error) = self.level.add(argument) {
                self.output.error(&error)?;
            }
        }
        Ok(())
    }

    fn go(&mut self, kind: Kind) -> io::Result<Flow> {
        // First of all, since the time of a move runs from here.
        let control = Control::new(kind == Kind::Ponder);
        self.prepare()?;
        let (limits, manner) = self.limits(kind);
        self.level = Level::default();
        let wants_end = thinking::think(
            self.session.as_ref(),
            self.memory.table(),
            &limits,
            &control,
            &manner,
            &mut self.inbox,
            &mut self.output,
        )?;
        Ok(if wants_end { Flow::End } else { Flow::On })
    }

    /// The limits of a search, and how it is talked about.
    fn limits(&self, kind: Kind) -> (Limits, Manner) {
        let lines = self.params.multi_pv.get() as usize;
        let mut limits = Limits {
            lag: self.params.lag(),
            analyse: kind == Kind::Analyse,
            lines,
            threads: self.params.threads.get() as usize,
            ..self.level.limits()
        };
        let mut manner = Manner {
            is_endless: !self.level.is_limited(),
            gap: Duration::ZERO,
        };
        if kind != Kind::Ponder && lines == 1 && self.level.may_need_gap() {
            manner.gap = self.params.done_gap();
            // The result must be there in time even if something is told at the last moment.
            limits.lag = limits.lag.max(self.output.usual_wait(manner.gap));
        }
        (limits, manner)
    }
}
