//! The scripted peer: it speaks with damka, which plays in a thread of its own, and sees what damka tells of it.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use damka::board::Side;
use damka::protocol::dxp::{self, Ending, Endpoint, News, Options, Proposal, Report, Role, Watch};
use damka::rules::variant::Variant;
use damka::search::{Limits, Table};
use damka::session::{self, MoveText, Session};
use damka::wire::dxp::{Answer, Framer, GameRequest, Message, Move, Reason, Setup};

/// Longer than any answer takes, even on a busy machine.
pub const LONG: Duration = Duration::from_secs(30);

/// What damka tells whoever watches.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    Listening(SocketAddr),
    Connected,
    Begun { white: String, black: String },
    Chat(String),
    TakenBack(usize),
    Trouble(String),
    Ended(Over),
}

/// A game that is over, as damka reports it.
#[derive(Clone, Debug, PartialEq)]
pub struct Over {
    pub number: usize,
    pub us: Side,
    pub result: &'static str,
    pub ending: Ending,
    pub claim: Option<Reason>,
    pub moves: Vec<String>,
    pub spent: [Duration; 2],
    pub pdn: String,
}

struct Notes(Sender<Note>);

impl Notes {
    fn note(&self, note: Note) {
        // The test may have seen all that it wants.
        let _ = self.0.send(note);
    }
}

impl Watch for Notes {
    fn news(&mut self, news: News<'_>) {
        self.note(match news {
            News::Listening(address) => Note::Listening(address),
            News::Connected(_) => Note::Connected,
            News::Begun { white, black, .. } => Note::Begun {
                white: white.to_owned(),
                black: black.to_owned(),
            },
            News::Chat(text) => Note::Chat(text.to_owned()),
            News::TakenBack(plies) => Note::TakenBack(plies),
            News::Trouble(text) => Note::Trouble(text.to_owned()),
        });
    }

    fn ended(&mut self, report: &Report<'_>) -> io::Result<()> {
        let history = report.session.history().into_iter();
        self.note(Note::Ended(Over {
            number: report.number,
            us: report.us,
            result: report.result_text(),
            ending: report.ending.clone(),
            claim: report.claim,
            moves: history.map(|mv| mv.text).collect(),
            spent: report.spent,
            pdn: report.pdn().to_string(),
        }));
        Ok(())
    }
}

/// A follower that listens, searches two plies and has little patience.
pub fn follower() -> Options {
    Options {
        endpoint: Endpoint::Listen("127.0.0.1:0".parse().unwrap()),
        role: Role::Follower { side: None },
        games: None,
        name: "damka".to_owned(),
        session: session::open(Variant::International),
        table: Table::new(14).unwrap(),
        limits: Limits {
            depth: Some(2),
            lines: 1,
            threads: 1,
            ..Limits::default()
        },
        resign: None,
        timeout: LONG,
        retry: Duration::ZERO,
    }
}

/// A follower that thinks for so long.
pub fn thinking_for(time: Duration) -> Options {
    Options {
        limits: Limits {
            move_time: Some(time),
            lines: 1,
            threads: 1,
            ..Limits::default()
        },
        ..follower()
    }
}

/// An initiator that listens and otherwise as [`follower`]; it plays White.
pub fn initiator(games: usize) -> Options {
    Options {
        role: Role::Initiator(proposal()),
        games: Some(games),
        ..follower()
    }
}

pub fn proposal() -> Proposal {
    Proposal {
        side: Side::White,
        alternate: false,
        minutes: 5,
        moves: 0,
        openings: Vec::new(),
    }
}

/// An initiator that asks for games from a position.
pub fn initiator_from(fen: &str, side: Side) -> Options {
    Options {
        role: Role::Initiator(Proposal {
            side,
            openings: vec![fen.to_owned()],
            ..proposal()
        }),
        ..initiator(1)
    }
}

/// damka, playing in a thread.
pub struct Damka {
    notes: Receiver<Note>,
    stop: Arc<AtomicBool>,
    run: JoinHandle<Result<(), String>>,
}

impl Damka {
    pub fn start(mut options: Options) -> Self {
        let (sender, notes) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let run = thread::spawn(move || {
            let played = dxp::run(&mut options, &told, &mut Notes(sender));
            played.map_err(|error| error.to_string())
        });
        Self { notes, stop, run }
    }

    /// Starts damka, which listens, and connects to it.
    pub fn connected(options: Options) -> (Self, Peer) {
        let damka = Self::start(options);
        let Note::Listening(address) = damka.note() else {
            panic!("it listens first")
        };
        let peer = Peer::new(TcpStream::connect(address).unwrap());
        assert_eq!(damka.note(), Note::Connected);
        (damka, peer)
    }

    /// The next thing that damka tells.
    #[track_caller]
    pub fn note(&self) -> Note {
        self.notes.recv_timeout(LONG).expect("a note in time")
    }

    /// The next trouble or chat; what else it tells before is passed over.
    #[track_caller]
    pub fn words(&self) -> String {
        loop {
            if let Note::Trouble(text) | Note::Chat(text) = self.note() {
                return text;
            }
        }
    }

    /// The next game that is over; what else it tells before is passed over.
    #[track_caller]
    pub fn over(&self) -> Over {
        loop {
            if let Note::Ended(over) = self.note() {
                return over;
            }
        }
    }

    /// Presses Ctrl-C.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How damka ends.
    #[track_caller]
    pub fn ends(self) -> Result<(), String> {
        let began = Instant::now();
        while !self.run.is_finished() {
            assert!(began.elapsed() < LONG, "damka does not end");
            thread::sleep(Duration::from_millis(2));
        }
        self.run.join().expect("no panic")
    }
}

/// The other side.
pub struct Peer {
    pub stream: TcpStream,
    framer: Framer,
    heard: VecDeque<Message>,
    /// The board of the peer.
    pub session: Box<dyn Session>,
}

impl Peer {
    pub fn new(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream,
            framer: Framer::default(),
            heard: VecDeque::new(),
            session: session::open(Variant::International),
        }
    }

    pub fn send(&mut self, message: &Message) {
        self.send_bytes(&message.encode().unwrap());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// The next message; `None` when damka has closed the connection.
    #[track_caller]
    pub fn next(&mut self) -> Option<Message> {
        let mut bytes = [0; 256];
        while self.heard.is_empty() {
            match self.stream.read(&mut bytes) {
                Ok(0) => return None,
                Ok(count) => {
                    let messages = self.framer.push(&bytes[..count]);
                    self.heard
                        .extend(messages.into_iter().map(|message| message.unwrap()));
                }
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("no message in time: {error}"),
            }
        }
        self.heard.pop_front()
    }

    /// The next message, which must come.
    #[track_caller]
    pub fn hears(&mut self) -> Message {
        self.next().expect("a message")
    }

    /// The next message as it is written.
    #[track_caller]
    pub fn text(&mut self) -> String {
        let bytes = self.hears().encode().unwrap();
        let text = String::from_utf8(bytes).unwrap();
        text.trim_end_matches('\0').to_owned()
    }

    /// damka has closed the connection.
    #[track_caller]
    pub fn is_closed(&mut self) {
        assert_eq!(self.next(), None);
    }

    /// Asks for a game in which damka has this side.
    pub fn ask(&mut self, damka: Side, fen: Option<&str>) {
        let setup = fen.map(|fen| {
            self.session.set_fen(fen).unwrap();
            Setup::of_hub(&self.session.hub()).unwrap()
        });
        if setup.is_none() {
            self.session.set_start();
        }
        let request = request(damka, setup);
        self.send(&Message::GameRequest(request));
    }

    /// Asks for a game, which must be accepted.
    #[track_caller]
    pub fn begin(&mut self, damka: Side, fen: Option<&str>) {
        self.ask(damka, fen);
        let name = "damka".to_owned();
        let answer = Answer::Accepted;
        assert_eq!(self.hears(), Message::GameAccept { name, answer });
    }

    /// Waits for damka's request and accepts it; the position is on the board then.
    #[track_caller]
    pub fn accept(&mut self) -> GameRequest {
        let Message::GameRequest(request) = self.hears() else {
            panic!("a request comes first")
        };
        match &request.setup {
            None => self.session.set_start(),
            Some(setup) => self.session.set_hub(&setup.hub(), &[]).unwrap(),
        }
        self.answer(Answer::Accepted);
        request
    }

    pub fn answer(&mut self, answer: Answer) {
        let name = "peer".to_owned();
        self.send(&Message::GameAccept { name, answer });
    }

    /// Makes a move, which must be legal.
    #[track_caller]
    pub fn plays(&mut self, mv: &str) {
        let played = self.session.play(mv).unwrap();
        self.send(&Message::Move(message(&played)));
    }

    /// Hears a move, which must be legal, and returns it.
    #[track_caller]
    pub fn hears_move(&mut self) -> String {
        let heard = self.hears();
        self.takes(&heard)
    }

    /// Takes a message as a legal move.
    #[track_caller]
    pub fn takes(&mut self, heard: &Message) -> String {
        let Message::Move(mv) = heard else {
            panic!("{heard:?} is no move")
        };
        let legal = self.session.moves().into_iter().find(|legal| {
            let legal = message(legal);
            (legal.from, legal.to, legal.captured) == (mv.from, mv.to, mv.captured.clone())
        });
        let text = legal.expect("a legal move").text;
        self.session.play(&text).unwrap();
        text
    }

    /// Sends an end.
    pub fn ends(&mut self, reason: Reason, stop: bool) {
        self.send(&Message::GameEnd { reason, stop });
    }
}

pub fn request(damka: Side, setup: Option<Setup>) -> GameRequest {
    let side = match damka {
        Side::White => damka::wire::dxp::Side::White,
        Side::Black => damka::wire::dxp::Side::Black,
    };
    GameRequest {
        name: "peer".to_owned(),
        follower: side,
        minutes: 5,
        moves: 0,
        setup,
    }
}

/// A move as it is sent.
pub fn message(mv: &MoveText) -> Move {
    let number = |text: &String| text.parse().unwrap();
    Move {
        seconds: 1,
        from: number(&mv.from),
        to: number(&mv.to),
        captured: mv.captured.iter().map(number).collect(),
    }
}
