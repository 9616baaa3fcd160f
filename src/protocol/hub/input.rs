//! What reaches the engine: lines, read by a thread of their own, and what a running search reports.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Instant;

use crate::session::{Decision, Report};
use crate::wire::lines::{self, LineError};

/// Something from the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end.
    Line(String),
    /// A line that is too long or no text.
    Refused(LineError),
    /// There is nothing more to come.
    End,
}

/// Something that happened.
#[derive(Debug)]
pub enum Event {
    /// From the other side.
    Input(Input),
    /// The search has found something.
    Report(Report),
    /// The search is over; `None` if it failed.
    Found(Option<Box<Decision>>),
}

/// Events that may wait; whoever brings more has to wait too.
const WAITING_EVENTS: usize = 64;

/// Where all events arrive, in their order.
pub struct Inbox {
    events: Receiver<Event>,
    sender: SyncSender<Event>,
    /// What has been read and put back, before anything that comes from `events`.
    pending: VecDeque<Input>,
}

impl Inbox {
    /// An inbox for what a new thread reads.
    ///
    /// # Errors
    ///
    /// When no thread can be started.
    pub fn new(input: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, events) = mpsc::sync_channel(WAITING_EVENTS);
        let lines = sender.clone();
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || {
                read(BufReader::new(input), &mut |input| {
                    lines.send(Event::Input(input)).is_ok()
                })
            })?;
        Ok(Self {
            events,
            sender,
            pending: VecDeque::new(),
        })
    }

    /// Where a search sends what it finds.
    pub fn sender(&self) -> SyncSender<Event> {
        self.sender.clone()
    }

    /// Waits for the next event; `None` when it has not come before the deadline.
    pub fn next(&mut self, deadline: Option<Instant>) -> Option<Event> {
        if let Some(input) = self.pending.pop_front() {
            return Some(Event::Input(input));
        }
        let received = match deadline {
            Some(deadline) => self
                .events
                .recv_timeout(deadline.saturating_duration_since(Instant::now())),
            None => self
                .events
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            // Cannot be while `sender` lives.
            Err(RecvTimeoutError::Disconnected) => Some(Event::Input(Input::End)),
        }
    }

    /// Puts inputs back, to come before all others.
    pub fn put_back(&mut self, mut inputs: VecDeque<Input>) {
        inputs.append(&mut self.pending);
        self.pending = inputs;
    }
}

/// Reads to the end, or until nobody takes the lines any more.
fn read(mut input: impl BufRead, take: &mut dyn FnMut(Input) -> bool) {
    loop {
        let next = match lines::read(&mut input) {
            Ok(Some(Ok(line))) => Input::Line(plain(&line)),
            Ok(Some(Err(error))) => Input::Refused(error),
            Ok(None) => break,
            Err(error) => {
                log::warn!("input cannot be read any more: {error}");
                break;
            }
        };
        if !take(next) {
            return;
        }
    }
    take(Input::End);
}

/// A line without what some programs leave in it: NUL bytes, and the mark with which editors begin a text.
fn plain(line: &str) -> String {
    line.replace(['\0', '\u{feff}'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lines_of_all_systems() {
        let bytes = b"\xef\xbb\xbfhub\r\nin\0it\n\n\xff\ngo";
        let mut inputs = Vec::new();
        read(&bytes[..], &mut |input| {
            inputs.push(input);
            true
        });
        let refused = Input::Refused(LineError::NotUtf8 { at: 0 });
        assert_eq!(
            inputs,
            [
                line("hub"),
                line("init"),
                line(""),
                refused,
                line("go"),
                Input::End
            ]
        );
    }

    #[test]
    fn what_is_put_back_comes_first_and_in_order() {
        let mut inbox = Inbox::new(&b"c\n"[..]).unwrap();
        inbox.put_back([line("b")].into());
        inbox.put_back([line("z"), line("a")].into());
        for expected in ["z", "a", "b", "c"] {
            let event = inbox.next(None).unwrap();
            assert!(matches!(event, Event::Input(Input::Line(text)) if text == expected));
        }
    }
}
