//! The connection: how it comes about, what is sent over it, and the thread that reads from it.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::Address;
use crate::wire::dxp::{DecodeError, Framer, Message};

/// Something that happened.
#[derive(Debug)]
pub enum Event {
    /// A message of the other side.
    Message(Message),
    /// Something that is no message.
    Refused(DecodeError),
    /// Nothing more will come; why, unless the other side has closed the connection.
    Gone(Option<io::Error>),
    /// The search has ended.
    Found,
    /// The user wants to end; told once.
    Interrupted,
    /// Nothing has come before the deadline.
    Late,
}

/// Events that may wait; whoever brings more has to wait too.
pub const WAITING_EVENTS: usize = 64;

/// How often it is looked whether the user wants to end.
const LOOK: Duration = Duration::from_millis(50);

/// The longest time in which the other side does not take what is sent to it.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);

/// The longest attempt to connect.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// Waits a little; returns whether the user wants to end.
fn pause(stop: &AtomicBool) -> bool {
    thread::sleep(LOOK);
    stop.load(Ordering::Relaxed)
}

/// Opens a place where others can connect.
///
/// # Errors
///
/// When the address is not one of this machine, or in use.
pub fn listen(address: &Address) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address.resolve()?.as_slice())?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Waits for somebody to connect; `None` when the user wants to end.
///
/// # Errors
///
/// When the system does not let anybody in any more.
pub fn accept(
    listener: &TcpListener,
    stop: &AtomicBool,
) -> io::Result<Option<(TcpStream, SocketAddr)>> {
    loop {
        match listener.accept() {
            Ok((stream, from)) => {
                stream.set_nonblocking(false)?;
                return Ok(Some((stream, from)));
            }
            // Whoever has gone before he was let in does not matter.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::WouldBlock
                        | io::ErrorKind::Interrupted
                        | io::ErrorKind::ConnectionAborted
                ) => {}
            Err(error) => return Err(error),
        }
        if pause(stop) {
            return Ok(None);
        }
    }
}

/// Connects, and tries again for some time when nobody listens there; `None` when the user wants to end.
///
/// # Errors
///
/// That of the last attempt.
pub fn connect(
    address: &Address,
    retry: Duration,
    stop: &AtomicBool,
) -> io::Result<Option<(TcpStream, SocketAddr)>> {
    let began = Instant::now();
    loop {
        let error = match connect_once(address) {
            Ok(connected) => return Ok(Some(connected)),
            Err(error) => error,
        };
        if began.elapsed() >= retry {
            return Err(error);
        }
        if pause(stop) {
            return Ok(None);
        }
    }
}

fn connect_once(address: &Address) -> io::Result<(TcpStream, SocketAddr)> {
    let mut failed = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for to in address.resolve()? {
        match TcpStream::connect_timeout(&to, CONNECT_PATIENCE) {
            Ok(stream) => return Ok((stream, to)),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// An open connection.
pub struct Connection<'a> {
    stream: TcpStream,
    events: Receiver<Event>,
    sender: SyncSender<Event>,
    stop: &'a AtomicBool,
    was_interrupted: bool,
    /// Whether nothing more will come.
    is_gone: bool,
}

impl<'a> Connection<'a> {
    /// Starts to read. `stop` is set when the user wants to end.
    ///
    /// # Errors
    ///
    /// When the system has no thread, or the connection is broken.
    pub fn new(stream: TcpStream, stop: &'a AtomicBool) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_PATIENCE))?;
        let (sender, events) = mpsc::sync_channel(WAITING_EVENTS);
        let (input, messages) = (stream.try_clone()?, sender.clone());
        thread::Builder::new()
            .name("dxp input".to_owned())
            .spawn(move || read(input, &mut |event| messages.send(event).is_ok()))?;
        Ok(Self {
            stream,
            events,
            sender,
            stop,
            was_interrupted: false,
            is_gone: false,
        })
    }

    /// Where a search tells that it has ended.
    pub fn sender(&self) -> SyncSender<Event> {
        self.sender.clone()
    }

    /// Sends bytes.
    ///
    /// # Errors
    ///
    /// When they cannot be sent, also because the other side does not take them.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Waits for the next event, at most until the deadline.
    pub fn next(&mut self, deadline: Option<Instant>) -> Event {
        loop {
            let is_stopped = self.stop.load(Ordering::Relaxed);
            if is_stopped && !self.was_interrupted {
                self.was_interrupted = true;
                return Event::Interrupted;
            }
            let left = deadline.map_or(LOOK, |deadline| {
                deadline.saturating_duration_since(Instant::now()).min(LOOK)
            });
            match self.events.recv_timeout(left) {
                Ok(event) => {
                    self.is_gone |= matches!(event, Event::Gone(_));
                    return event;
                }
                // Cannot be while `sender` lives.
                Err(RecvTimeoutError::Disconnected) => return Event::Gone(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                return Event::Late;
            }
        }
    }

    /// Whether the user wants to end.
    pub const fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }

    /// Says that nothing more will be sent, and waits a little for the other side to take the last message: closing
    /// at once may throw it away.
    pub fn close(mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        self.is_gone |= self.stream.shutdown(Shutdown::Write).is_err();
        // Whoever goes on sending is not listened to for longer either.
        while !self.is_gone && Instant::now() < deadline {
            self.next(Some(deadline));
        }
    }
}

impl Drop for Connection<'_> {
    /// Ends the thread that reads.
    fn drop(&mut self) {
        // It may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Reads to the end, or until nobody takes the messages any more.
fn read(mut input: impl Read, take: &mut dyn FnMut(Event) -> bool) {
    let (mut framer, mut bytes) = (Framer::default(), [0; 1024]);
    let gone = loop {
        let count = match input.read(&mut bytes) {
            Ok(0) => break None,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => break Some(error),
        };
        for message in framer.push(&bytes[..count]) {
            if !take(message.map_or_else(Event::Refused, Event::Message)) {
                return;
            }
        }
    };
    take(Event::Gone(gone));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_taken_up_to_the_end() {
        let mut seen = Vec::new();
        read(&b"E00\0nonsense\0Cx\0half"[..], &mut |event| {
            seen.push(event);
            true
        });
        assert!(matches!(
            seen.as_slice(),
            [
                Event::Message(Message::GameEnd { .. }),
                Event::Refused(DecodeError::Kind { found: 'n' }),
                Event::Message(Message::Chat(_)),
                Event::Gone(None)
            ]
        ));
    }

    #[test]
    fn whoever_listens_no_more_ends_the_reading() {
        let mut count = 0;
        read(io::repeat(0), &mut |_| {
            count += 1;
            count < 3
        });
        assert_eq!(count, 3);
    }
}
