//! A running search: what is written of it, and what the other side may say meanwhile.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use super::info;
use super::input::{Event, Inbox, Input};
use super::output::Output;
use super::reports::Reports;
use crate::protocol::guarded;
use crate::search::{Control, Limits, Table};
use crate::session::{Decision, Session};
use crate::wire::hub::Line;

/// How the search is to be talked about.
pub struct Manner {
    /// Whether it goes on until it is told to stop.
    pub is_endless: bool,
    /// What [`Output::line_alone`] needs for the result; zero if the other side reads properly for certain.
    pub gap: Duration,
}

/// Searches, listens meanwhile and writes the result: exactly one `done`, unless the other side has gone.
/// Returns whether it wants to end the talk.
///
/// # Errors
///
/// When something cannot be written; the search has ended then too.
pub fn think<W: Write>(
    session: &dyn Session,
    table: &Table,
    limits: &Limits,
    control: &Control,
    manner: &Manner,
    inbox: &mut Inbox,
    output: &mut Output<W>,
) -> io::Result<bool> {
    let sender = inbox.sender();
    let mut watch = Watch {
        control,
        reports: Reports::new(limits.lines.min(session.moves().len())),
        is_endless: manner.is_endless,
        deferred: Deferred::default(),
        is_stopped: false,
        wants_end: false,
        output,
    };
    let (decision, written) = thread::scope(|scope| {
        let search = move || search(session, table, limits, control, &sender);
        let started = thread::Builder::new()
            .name("search".to_owned())
            .spawn_scoped(scope, search);
        match started {
            Ok(_) => watch.listen(inbox),
            Err(error) => (None, watch.output.error(&error)),
        }
    });
    inbox.put_back(watch.deferred.inputs);
    written?;
    if watch.wants_end {
        return Ok(true);
    }
    let decision = decision.map_or_else(|| guarded::without_search(session), |found| *found);
    watch.reports.end(&decision, watch.output)?;
    let done = info::done(&decision);
    if watch.is_stopped {
        watch.output.line(&done)?;
    } else {
        watch.output.line_alone(manner.gap, &done)?;
    }
    Ok(false)
}

/// What the search thread does.
fn search(
    session: &dyn Session,
    table: &Table,
    limits: &Limits,
    control: &Control,
    events: &SyncSender<Event>,
) {
    let found = guarded::think(session, table, limits, control, &mut |report| {
        // Whoever listens does so until the search has ended.
        let _ = events.send(Event::Report(report.clone()));
    });
    let _ = events.send(Event::Found(found.map(Box::new)));
}

/// Inputs that wait for the end of the search.
#[derive(Default)]
struct Deferred {
    inputs: VecDeque<Input>,
    bytes: usize,
    /// Whether another search is among them: what is said after it is meant for that one.
    has_go: bool,
}

/// The most that may wait for the end of a search.
const DEFERRED_BYTES: usize = 64 << 20;

/// What each input takes besides its text.
const INPUT_BYTES: usize = 64;

struct Watch<'a, W> {
    control: &'a Control,
    reports: Reports,
    is_endless: bool,
    deferred: Deferred,
    is_stopped: bool,
    wants_end: bool,
    output: &'a mut Output<W>,
}

impl<W: Write> Watch<'_, W> {
    /// Listens until the search has ended. After an error, or when the other side wants to end, it only waits: the
    /// search must not be left behind.
    fn listen(&mut self, inbox: &mut Inbox) -> (Option<Box<Decision>>, io::Result<()>) {
        let mut written = Ok(());
        loop {
            let deadline = self.reports.due();
            let event = inbox.next(deadline);
            let is_over = written.is_err() || self.wants_end;
            let result = match event {
                Some(Event::Found(decision)) => return (decision, written),
                _ if is_over => continue,
                None => self.reports.settle(self.output),
                Some(Event::Report(report)) => self.reports.take(report, self.output),
                Some(Event::Input(input)) => self.hear(input),
            };
            if result.is_err() {
                written = result;
                self.stop();
            }
        }
    }

    fn stop(&mut self) {
        self.is_stopped = true;
        self.control.stop();
    }

    fn end(&mut self) -> io::Result<()> {
        self.wants_end = true;
        self.stop();
        Ok(())
    }

    fn hear(&mut self, input: Input) -> io::Result<()> {
        let text = match input {
            Input::Line(text) => text,
            Input::Refused(error) => return self.output.error(&error),
            Input::End => return self.end(),
        };
        let command = match Line::parse(&text) {
            Ok(Some(line)) => line.command,
            Ok(None) => return Ok(()),
            Err(error) => return self.output.error(&error),
        };
        match command {
            "ping" => self.output.line("pong"),
            "quit" => self.end(),
            "stop" => {
                self.stop();
                if self.deferred.has_go {
                    return self.defer(text);
                }
                Ok(())
            }
            "ponder-hit" if self.deferred.has_go => self.defer(text),
            "ponder-hit" => {
                self.control.ponder_hit();
                Ok(())
            }
            "hub" | "init" | "set-param" | "new-game" | "pos" | "level" | "go" => {
                self.deferred.has_go |= command == "go";
                // It would wait for ever.
                if self.is_endless || self.control.is_pondering() {
                    self.stop();
                }
                self.defer(text)
            }
            other => {
                log::debug!("unknown command {other} ignored");
                Ok(())
            }
        }
    }

    fn defer(&mut self, line: String) -> io::Result<()> {
        let bytes = self.deferred.bytes + line.len() + INPUT_BYTES;
        if bytes > DEFERRED_BYTES {
            let message = "too much input during a search, a line was dropped";
            return self.output.error(&message);
        }
        self.deferred.bytes = bytes;
        self.deferred.inputs.push_back(Input::Line(line));
        Ok(())
    }
}
