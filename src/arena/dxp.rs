//! An engine that speaks the DamExchange protocol. The match is the initiator; the engine is reached over TCP, whoever
//! of the two listens.
//!
//! The protocol knows the time of a game in minutes and nothing else. Other limits go to the standard input of the
//! program, in its own words, or are its own affair.

use std::collections::VecDeque;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::clock::Clock;
use super::contender::{Contender, Peer, Program};
use super::player::{Answer, Fault, Player, Start, Table, Turn};
use super::process::Process;
use crate::board::Side;
use crate::notation::pdn::GameResult;
use crate::rules::variant::Variant;
use crate::session::{self, MoveText};
use crate::wire::dxp::{self, BackAnswer, Framer, GameRequest, Message, Move, Reason, Setup};

/// The time between two tries to connect, and between two looks for a connection.
const PAUSE: Duration = Duration::from_millis(20);

/// The engine is given so long to take in what is said to its standard input.
const SETTLING: Duration = Duration::from_millis(200);

/// The most minutes that the protocol has.
const MOST_MINUTES: u16 = 999;

/// Messages of the talk that are kept for a report.
const KEPT_MESSAGES: usize = 50;

/// An engine behind a socket.
pub struct DxpEngine {
    contender: Contender,
    peer: Peer,
    process: Option<Process>,
    talk: Option<Talk>,
    /// The side of the engine.
    side: Side,
    /// Moves of the game that the engine knows.
    known: usize,
    /// Whether the engine has ended the game by itself.
    has_ended: bool,
}

/// A connection.
struct Talk {
    stream: TcpStream,
    framer: Framer,
    waiting: VecDeque<Message>,
    traffic: VecDeque<String>,
}

impl DxpEngine {
    /// The engine; it is started when it is needed.
    #[must_use]
    pub fn new(contender: Contender, peer: Peer) -> Self {
        Self {
            contender,
            peer,
            process: None,
            talk: None,
            side: Side::White,
            known: 0,
            has_ended: false,
        }
    }

    fn talk(&mut self) -> Result<&mut Talk, Fault> {
        self.talk
            .as_mut()
            .ok_or_else(|| Fault::Start("it is not connected".to_owned()))
    }

    fn patience(&self) -> Instant {
        Instant::now() + self.contender.patience
    }

    /// Starts the program, if there is one to start, and connects.
    fn connect(&mut self) -> Result<(), Fault> {
        let failed = |error: std::io::Error| Fault::Start(error.to_string());
        let deadline = self.patience();
        let stream = match self.peer.address.clone() {
            Some(address) => {
                self.run_program(port_of(&address))?;
                loop {
                    match TcpStream::connect(&address) {
                        Ok(stream) => break stream,
                        Err(error) if Instant::now() > deadline => {
                            return Err(Fault::Start(format!("{address}: {error}")));
                        }
                        Err(_) => std::thread::sleep(PAUSE),
                    }
                }
            }
            None => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
                let port = listener.local_addr().map_err(failed)?.port();
                self.run_program(port)?;
                listener.set_nonblocking(true).map_err(failed)?;
                loop {
                    match listener.accept() {
                        Ok((stream, _)) => break stream,
                        Err(_) if Instant::now() > deadline => {
                            return Err(Fault::Start(format!("it did not connect to port {port}")));
                        }
                        Err(error) if error.kind() == ErrorKind::WouldBlock => {
                            std::thread::sleep(PAUSE);
                        }
                        Err(error) => return Err(failed(error)),
                    }
                }
            }
        };
        stream.set_nonblocking(false).map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        self.talk = Some(Talk {
            stream,
            framer: Framer::default(),
            waiting: VecDeque::new(),
            traffic: VecDeque::new(),
        });
        self.say_limits()
    }

    fn run_program(&mut self, port: u16) -> Result<(), Fault> {
        let Some(program) = &self.peer.program else {
            return Ok(());
        };
        let port = port.to_string();
        let fill = |text: &String| text.replace("{port}", &port);
        let folder = program.folder.as_ref().map(|folder| {
            let text = folder.to_string_lossy().into_owned();
            PathBuf::from(fill(&text))
        });
        if let Some(folder) = &folder {
            fs::create_dir_all(folder)
                .map_err(|error| Fault::Start(format!("{}: {error}", folder.display())))?;
        }
        let program = Program {
            words: program.words.iter().map(fill).collect(),
            folder,
        };
        self.process = Some(Process::start(&self.contender.name, &program)?);
        Ok(())
    }

    /// Tells the program the limits of a move, in its own words. A line about a limit that is not set is left out.
    fn say_limits(&mut self) -> Result<(), Fault> {
        let limit = self.contender.limit;
        let values = [
            (
                "{ms}",
                limit.move_time.map(|time| time.as_millis().to_string()),
            ),
            ("{nodes}", limit.nodes.map(|nodes| nodes.to_string())),
            ("{depth}", limit.depth.map(|depth| depth.to_string())),
        ];
        let Some(process) = &mut self.process else {
            return Ok(());
        };
        for line in &self.peer.says {
            let unset =
                |(sign, value): &(&str, Option<String>)| value.is_none() && line.contains(sign);
            if values.iter().any(unset) {
                continue;
            }
            let filled = values.iter().fold(line.clone(), |line, (sign, value)| {
                line.replace(sign, value.as_deref().unwrap_or_default())
            });
            process.send(&filled)?;
        }
        if !self.peer.says.is_empty() {
            std::thread::sleep(SETTLING);
        }
        Ok(())
    }

    fn request(&mut self, start: &Start, table: &Table, clock: &Clock) -> Result<(), Fault> {
        let time = clock.left().unwrap_or(Duration::MAX).as_secs().div_ceil(60);
        let is_start = table.start == session::open(start.variant).hub();
        let setup = (!is_start).then(|| Setup::of_hub(&table.start)).flatten();
        let request = GameRequest {
            name: start.opponent.clone(),
            follower: match start.side {
                Side::White => dxp::Side::White,
                Side::Black => dxp::Side::Black,
            },
            minutes: u16::try_from(time)
                .unwrap_or(MOST_MINUTES)
                .min(MOST_MINUTES),
            moves: u16::try_from(clock.moves().unwrap_or(0)).unwrap_or(0),
            setup,
        };
        let deadline = self.patience();
        let talk = self.talk()?;
        talk.send(&Message::GameRequest(request))?;
        loop {
            match talk.hear(deadline)?.1 {
                Message::GameAccept {
                    answer: dxp::Answer::Accepted,
                    ..
                } => return Ok(()),
                Message::GameAccept { answer, .. } => {
                    return Err(Fault::Start(format!("it refused the game: {answer:?}")));
                }
                // What is left of the game before.
                _ => {}
            }
        }
    }
}

impl Player for DxpEngine {
    fn begin(&mut self, start: &Start, table: &Table, clock: &Clock) -> Result<(), Fault> {
        if start.variant != Variant::ALL[0] {
            return Err(Fault::Start(
                "DXP knows international draughts only".to_owned(),
            ));
        }
        if self.talk.is_none() {
            self.process = None;
            self.connect()?;
        }
        (self.side, self.known, self.has_ended) = (start.side, 0, false);
        self.request(start, table, clock)
    }

    fn think(&mut self, table: &Table, clock: &Clock) -> Result<Turn, Fault> {
        let patience = self.contender.patience;
        let news = table.moves.get(self.known..).unwrap_or_default();
        let mut from = Instant::now();
        if let Some(mv) = news.last() {
            let message = Message::Move(message_of(mv)?);
            self.talk()?.send(&message)?;
            from = Instant::now();
        }
        self.known = table.moves.len() + 1;
        let deadline = from + clock.allowed().unwrap_or_default() + patience;
        loop {
            let (at, message) = self.talk()?.hear(deadline)?;
            match message {
                Message::Move(mv) => {
                    return Ok(Turn::Moves(Answer {
                        mv: text_of(&mv),
                        time: at.saturating_duration_since(from),
                        ..Answer::default()
                    }));
                }
                Message::GameEnd { reason, .. } => {
                    self.has_ended = true;
                    return match reason {
                        Reason::ILose => Ok(Turn::Resigns),
                        Reason::Draw => Ok(Turn::ClaimsDraw),
                        reason => Err(Fault::Broken(format!(
                            "it ended a game that is not over ({reason:?})"
                        ))),
                    };
                }
                Message::BackRequest { .. } => {
                    let refused = Message::BackAccept(BackAnswer::NotSupported);
                    self.talk()?.send(&refused)?;
                }
                Message::Chat(text) => {
                    log::info!("{}: {}", self.contender.name, text.escape_debug());
                }
                other => return Err(Fault::Broken(format!("unexpected {other:?}"))),
            }
        }
    }

    fn ponder(&mut self, _: &Table, _: &Clock, _: Option<&str>) -> Result<(), Fault> {
        Ok(())
    }

    fn end(&mut self, table: &Table, result: GameResult) -> Result<(), Fault> {
        // The engine has not seen the move of the other side that ended the game.
        let news = table.moves.get(self.known..).unwrap_or_default();
        let last = news.last().map(message_of).transpose()?;
        let end = Message::GameEnd {
            reason: match result {
                GameResult::Win(side) if side == self.side => Reason::ILose,
                GameResult::Win(_) => Reason::IWin,
                GameResult::Draw => Reason::Draw,
                GameResult::BothLose | GameResult::Open => Reason::Unknown,
            },
            stop: false,
        };
        let (has_ended, deadline) = (self.has_ended, self.patience());
        let talk = self.talk()?;
        if let Some(mv) = last.filter(|_| !has_ended) {
            talk.send(&Message::Move(mv))?;
        }
        talk.send(&end)?;
        if !has_ended {
            while !matches!(talk.hear(deadline)?.1, Message::GameEnd { .. }) {}
        }
        if self.contender.restart {
            self.talk = None;
            self.process = None;
        }
        Ok(())
    }

    fn traffic(&self) -> Vec<String> {
        let talk = self.talk.iter().flat_map(|talk| &talk.traffic);
        talk.cloned().collect()
    }
}

impl Talk {
    fn send(&mut self, message: &Message) -> Result<(), Fault> {
        let bytes = message
            .encode()
            .map_err(|error| Fault::Broken(error.to_string()))?;
        self.keep('>', message);
        self.stream
            .write_all(&bytes)
            .map_err(|error| Fault::Died(error.to_string()))
    }

    /// The next message and when it came.
    fn hear(&mut self, deadline: Instant) -> Result<(Instant, Message), Fault> {
        loop {
            if let Some(message) = self.waiting.pop_front() {
                self.keep('<', &message);
                return Ok((Instant::now(), message));
            }
            let wait = deadline.saturating_duration_since(Instant::now());
            if wait.is_zero() {
                return Err(Fault::Silent);
            }
            let died = |error: std::io::Error| Fault::Died(error.to_string());
            self.stream.set_read_timeout(Some(wait)).map_err(died)?;
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Err(Fault::Died("it closed the connection".to_owned())),
                Ok(count) => {
                    for message in self.framer.push(&bytes[..count]) {
                        let message = message.map_err(|error| Fault::Broken(error.to_string()))?;
                        self.waiting.push_back(message);
                    }
                }
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut => return Err(Fault::Silent),
                    ErrorKind::Interrupted => {}
                    _ => return Err(died(error)),
                },
            }
        }
    }

    fn keep(&mut self, way: char, message: &Message) {
        if self.traffic.len() == KEPT_MESSAGES {
            self.traffic.pop_front();
        }
        self.traffic.push_back(format!("{way} {message:?}"));
    }
}

fn port_of(address: &str) -> u16 {
    let port = address
        .rsplit_once(':')
        .and_then(|(_, port)| port.parse().ok());
    port.unwrap_or(dxp::PORT)
}

/// The move as a message.
fn message_of(mv: &MoveText) -> Result<Move, Fault> {
    let number = |square: &String| {
        square
            .parse()
            .map_err(|_| Fault::Broken(format!("no number of a square: {square}")))
    };
    Ok(Move {
        seconds: 0,
        from: number(&mv.from)?,
        to: number(&mv.to)?,
        captured: mv.captured.iter().map(number).collect::<Result<_, _>>()?,
    })
}

/// The move in Hub's form.
fn text_of(mv: &Move) -> String {
    if mv.captured.is_empty() {
        return format!("{}-{}", mv.from, mv.to);
    }
    let captured = mv.captured.iter().map(|square| format!("x{square}"));
    format!("{}x{}{}", mv.from, mv.to, captured.collect::<String>())
}
