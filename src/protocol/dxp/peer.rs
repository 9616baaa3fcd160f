//! The other side: what it says, apart from what concerns no game, and what is said to it.

use std::collections::VecDeque;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use super::connection::{Connection, Event};
use super::{DxpError, News, Watch};
use crate::wire::dxp::{DecodeError, Message};

/// Something to react to.
#[derive(Debug)]
pub enum Heard {
    /// A message other than a chat.
    Message(Message),
    /// A request for a game in another version of the protocol.
    OtherVersion,
    /// The search has ended.
    Found,
    /// The user wants to end.
    Interrupted,
    /// Nothing has come before the deadline.
    Late,
}

/// So many chats, bad messages and the like are taken between two moves.
const MOST_DISTURBANCES: usize = 200;

/// How long a connection may take to close.
const CLOSING: Duration = Duration::from_millis(500);

/// The other side.
pub struct Peer<'a> {
    connection: Connection<'a>,
    timeout: Duration,
    watch: &'a mut dyn Watch,
    disturbances: usize,
    /// What was heard and put back.
    pending: VecDeque<Heard>,
}

impl<'a> Peer<'a> {
    /// Whoever is at the other end of the connection.
    pub fn new(connection: Connection<'a>, timeout: Duration, watch: &'a mut dyn Watch) -> Self {
        Self {
            connection,
            timeout,
            watch,
            disturbances: 0,
            pending: VecDeque::new(),
        }
    }

    /// Whoever watches.
    pub fn watch(&mut self) -> &mut dyn Watch {
        self.watch
    }

    /// How long an answer may take that needs no thought.
    pub const fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Whether the user wants to end.
    pub const fn was_interrupted(&self) -> bool {
        self.connection.was_interrupted()
    }

    /// Where a search tells that it has ended.
    pub fn sender(&self) -> SyncSender<Event> {
        self.connection.sender()
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// When it cannot be written or sent.
    pub fn send(&mut self, message: &Message) -> Result<(), DxpError> {
        log::debug!("sent {message:?}");
        let bytes = message.encode().map_err(DxpError::Encode)?;
        self.connection.send(&bytes).map_err(DxpError::Broken)
    }

    /// Waits for something to react to. Chats are shown, and what is no message is reported.
    ///
    /// # Errors
    ///
    /// When nothing will come any more.
    pub fn hear(&mut self, deadline: Option<Instant>) -> Result<Heard, DxpError> {
        if let Some(heard) = self.pending.pop_front() {
            return Ok(heard);
        }
        loop {
            match self.connection.next(deadline) {
                Event::Message(Message::Chat(text)) => {
                    self.watch.news(News::Chat(&text));
                    self.disturbed()?;
                }
                Event::Message(message) => {
                    log::debug!("heard {message:?}");
                    return Ok(Heard::Message(message));
                }
                Event::Refused(DecodeError::Version { .. }) => return Ok(Heard::OtherVersion),
                Event::Refused(error) => self.trouble(&format!("bad message: {error}"))?,
                Event::Gone(None) => return Err(DxpError::Closed),
                Event::Gone(Some(error)) => return Err(DxpError::Broken(error)),
                Event::Found => return Ok(Heard::Found),
                Event::Interrupted => return Ok(Heard::Interrupted),
                Event::Late => return Ok(Heard::Late),
            }
        }
    }

    /// Puts back what was heard, to be heard again before anything else.
    pub fn put_back(&mut self, heard: Vec<Heard>) {
        self.pending.extend(heard);
    }

    /// Reports something that is not as it should be.
    ///
    /// # Errors
    ///
    /// When there was too much of that.
    pub fn trouble(&mut self, text: &str) -> Result<(), DxpError> {
        self.watch.news(News::Trouble(text));
        self.disturbed()
    }

    /// Reports something that has no place here.
    ///
    /// # Errors
    ///
    /// When there was too much of that.
    pub fn unexpected(&mut self, heard: &Heard) -> Result<(), DxpError> {
        match heard {
            Heard::Message(message) => {
                self.trouble(&format!("{} out of place, ignored", message.name()))
            }
            Heard::OtherVersion => self.trouble("GAMEREQ out of place, ignored"),
            Heard::Found | Heard::Interrupted | Heard::Late => Ok(()),
        }
    }

    /// Counts something that is not a part of the game.
    ///
    /// # Errors
    ///
    /// When there was too much of that.
    pub fn disturbed(&mut self) -> Result<(), DxpError> {
        self.disturbances += 1;
        if self.disturbances > MOST_DISTURBANCES {
            return Err(DxpError::Nuisance);
        }
        Ok(())
    }

    /// The game has gone on: whatever has disturbed it before is forgiven.
    pub fn went_on(&mut self) {
        self.disturbances = 0;
    }

    /// Closes the connection so that the last message arrives.
    pub fn close(self) {
        self.connection.close(CLOSING);
    }
}
