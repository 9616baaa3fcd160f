//! `damka dxp`: games against another program over a network.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use damka::board::Side;
use damka::notation::pdn::GameResult;
use damka::protocol::dxp::{
    self, Address, DxpError, Endpoint, News, Options, Proposal, Report, Role, Watch,
};
use damka::protocol::interrupt::{Interrupt, Work};
use damka::search::Limits;
use damka::session::Session;
use damka::wire::dxp::Reason;
use damka::wire::lines;
use serde::Serialize;

use super::analyse::seconds;
use super::engine::EngineArguments;
use super::game::GameArguments;
use super::{Failure, output};

/// Play games against another program over a network, in the DamExchange protocol (DXP).
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Wait for the other side to connect here. Without a host, only programs on this machine can.
    /// [default: 127.0.0.1:27531]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = "", group = "endpoint")]
    listen: Option<Address>,
    /// Connect to the other side, which listens there.
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = "", group = "endpoint")]
    connect: Option<Address>,
    /// Ask for the games. [default: whoever connects does]
    #[arg(long, group = "role")]
    initiator: bool,
    /// Let the other side ask for the games.
    #[arg(long, group = "role")]
    follower: bool,
    /// Games to play. [default: 1 for whoever asks for them, otherwise as many as are asked for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Our side in the first game; a follower refuses games with the other side. [default: white, or any]
    #[arg(long, value_enum)]
    color: Option<Color>,
    /// Change sides after each game that we ask for; each opening is played with both sides.
    #[arg(long, conflicts_with = "follower")]
    alternate: bool,
    /// Minutes of each side for a game that we ask for.
    #[arg(long, value_name = "MINUTES", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=999))]
    time: u16,
    /// Moves of each side after which a game that we ask for is broken off; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=999))]
    moves: u16,
    /// Seconds that damka thinks for a move at most, besides what the time of the game allows.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    move_time: Option<Duration>,
    /// Plies that damka looks ahead at most.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: Option<u32>,
    /// Positions that damka visits for a move at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Give up when the score was so many men below zero in three moves in a row. [default: never]
    #[arg(long, value_name = "MEN", value_parser = clap::value_parser!(u32).range(1..=100))]
    resign: Option<u32>,
    /// The position to begin with, in FEN or as the Hub protocol writes it.
    #[arg(long, value_name = "FEN", group = "start")]
    fen: Option<String>,
    /// A file of positions to begin with, one a line; games take them in turn.
    #[arg(long, value_name = "FILE", group = "start")]
    openings: Option<PathBuf>,
    /// Our name, of which the protocol has room for 32 characters.
    #[arg(long, default_value = concat!("damka ", env!("CARGO_PKG_VERSION")))]
    name: String,
    /// Append the games to this PDN file.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// The games as JSON, one object a line.
    #[arg(long)]
    json: bool,
    /// Seconds in which it is tried again to connect when nobody listens yet.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    retry: Option<Duration>,
    /// Seconds that the other side may take for an answer that needs no thought.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    timeout: Duration,
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

const EXAMPLES: &str = "\
Who listens and who asks for games are two questions: --listen --initiator waits for a program that connects, and then
asks it for games. Only games on 10x10 can be played; both sides must know which. Ctrl-C ends the game at our next turn,
a second one at once.

Examples:
  damka dxp --listen :27601 --games 2 --depth 4 & damka dxp --connect :27601 --games 2 --alternate --depth 2 --retry 20
  damka dxp --listen :27602 --initiator --nodes 9 --pdn dxp.pdn & damka dxp --connect :27602 --follower --nodes 9 --retry 20
  damka dxp --listen :27603 --depth 2 & damka dxp --connect :27603 --fen W:WK48:BK3,9 --depth 2 --json --retry 20";

/// A side.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Color {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// Runs the command.
///
/// # Errors
///
/// When an argument was refused, the connection or the other side fails, a file or stdout cannot be written, or it
/// was interrupted.
pub fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<(), Failure> {
    let mut options = arguments.options()?;
    let mut watcher = Watcher {
        json: arguments.json,
        pdn: arguments.pdn.as_deref().map(Pdn::open).transpose()?,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let played = interrupt.run(Work::Games(Arc::clone(&stop)), || {
        dxp::run(&mut options, &stop, &mut watcher)
    });
    match played {
        // What cannot be recorded tells itself.
        Err(DxpError::Record(error)) => Err(Failure::Output(error)),
        Err(error) => Err(Failure::Dxp(error)),
        Ok(()) if stop.load(Ordering::Relaxed) => Err(Failure::Interrupted),
        Ok(()) => Ok(()),
    }
}

impl Arguments {
    fn options(&self) -> Result<Options, Failure> {
        let session = self.game.open()?;
        dxp::can_play(&*session).map_err(Failure::Dxp)?;
        let endpoint = match (&self.connect, &self.listen) {
            (Some(address), _) => Endpoint::Connect(address.clone()),
            (None, address) => Endpoint::Listen(address.clone().unwrap_or_default()),
        };
        let connects = matches!(endpoint, Endpoint::Connect(_));
        let asks = self.initiator || (connects && !self.follower);
        let side = self.color.map(Side::from);
        let role = match asks {
            true => Role::Initiator(Proposal {
                side: side.unwrap_or(Side::White),
                alternate: self.alternate,
                minutes: self.time,
                moves: self.moves,
                openings: self.starts()?,
            }),
            false => Role::Follower { side },
        };
        Ok(Options {
            endpoint,
            role,
            games: self.games.or(asks.then_some(1)).map(|games| games as usize),
            name: self.name.clone(),
            session,
            table: self.engine.table()?,
            limits: Limits {
                depth: self.depth,
                nodes: self.nodes,
                move_time: self.move_time,
                lag: LAG,
                lines: 1,
                threads: self.engine.threads.into(),
                ..Limits::default()
            },
            resign: self.resign.map(|men| 100 * men),
            timeout: self.timeout,
            retry: self.retry.unwrap_or_default(),
        })
    }

    /// The positions to begin with; every one is looked at before the first game.
    fn starts(&self) -> Result<Vec<String>, Failure> {
        let mut session = self.game.open()?;
        if let Some(fen) = &self.fen {
            session.set_position(fen)?;
            return Ok(vec![fen.clone()]);
        }
        match &self.openings {
            Some(path) => read_openings(path, &mut *session),
            None => Ok(Vec::new()),
        }
    }
}

/// Kept back from every limit of time for the way of a move to the other side.
const LAG: Duration = Duration::from_millis(50);

fn read_openings(path: &Path, session: &mut dyn Session) -> Result<Vec<String>, Failure> {
    let failed = |error: io::Error| Failure::file(path, &error);
    let mut input = BufReader::new(File::open(path).map_err(failed)?);
    let mut openings = Vec::new();
    for number in 1.. {
        let Some(line) = lines::read(&mut input).map_err(failed)? else {
            break;
        };
        let refused = |reason: String| Failure::file(path, &format!("line {number}: {reason}"));
        let line = line.map_err(|error| refused(error.to_string()))?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let placed = session.set_position(line);
        placed.map_err(|error| refused(error.to_string()))?;
        openings.push(line.to_owned());
    }
    if openings.is_empty() {
        return Err(Failure::file(path, &"expected positions, found none"));
    }
    Ok(openings)
}

/// Tells what happens: the games on stdout, everything else on stderr.
struct Watcher {
    json: bool,
    pdn: Option<Pdn>,
}

impl Watch for Watcher {
    fn news(&mut self, news: News<'_>) {
        output::note(&match news {
            News::Listening(address) => format!("listening on {address}"),
            News::Connected(address) => format!("connected with {address}"),
            News::Begun {
                number,
                white,
                black,
                minutes,
                moves,
            } => {
                let limit = match moves {
                    0 => String::new(),
                    moves => format!(", {moves} moves"),
                };
                format!("game {number}: {white} - {black}, {minutes} min{limit}")
            }
            News::Chat(text) => format!("the other side says: {text}"),
            News::TakenBack(plies) => format!("moves are taken back, {plies} plies are left"),
            News::Trouble(text) => text.to_owned(),
        });
    }

    fn ended(&mut self, report: &Report<'_>) -> io::Result<()> {
        if let Some(pdn) = &mut self.pdn {
            pdn.append(report)?;
        }
        let text = if self.json {
            serde_json::to_string(&GameJson::from(report))?
        } else {
            let (white, black) = (report.white, report.black);
            let (result, ending) = (report.result_text(), &report.ending);
            let plies = report.session.history().len();
            format!("{white} - {black}  {result}  {ending} ({plies} plies)")
        };
        writeln!(io::stdout().lock(), "{text}")
    }
}

/// The file of games.
struct Pdn {
    path: PathBuf,
    file: File,
}

impl Pdn {
    fn open(path: &Path) -> Result<Self, Failure> {
        let file = OpenOptions::new().append(true).create(true).open(path);
        Ok(Self {
            path: path.to_owned(),
            file: file.map_err(|error| Failure::file(path, &error))?,
        })
    }

    fn append(&mut self, report: &Report<'_>) -> io::Result<()> {
        let text = format!("{}\n", report.pdn());
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| {
            let told = format!("{}: {error}", self.path.display());
            io::Error::new(error.kind(), told)
        })
    }
}

/// A game for a program.
#[derive(Serialize)]
struct GameJson<'a> {
    game: usize,
    white: &'a str,
    black: &'a str,
    /// Our side.
    side: &'static str,
    /// As in a PDN file.
    result: &'static str,
    /// `white`, `black`, or nobody.
    winner: Option<&'static str>,
    reason: String,
    /// What the other side says: `loss`, `draw` or `win`, as it sees it; or nothing.
    claim: Option<&'static str>,
    minutes: u16,
    moves_limit: u16,
    start: Option<String>,
    moves: Vec<String>,
    fen: String,
    seconds: Seconds,
}

#[derive(Serialize)]
struct Seconds {
    white: f64,
    black: f64,
}

impl<'a> From<&'a Report<'a>> for GameJson<'a> {
    fn from(report: &'a Report<'a>) -> Self {
        let [white, black] = report.spent.map(|spent| spent.as_secs_f64());
        let history = report.session.history();
        Self {
            game: report.number,
            white: report.white,
            black: report.black,
            side: report.us.name(),
            result: report.result_text(),
            winner: match report.ending.result() {
                GameResult::Win(side) => Some(side.name()),
                _ => None,
            },
            reason: report.ending.to_string(),
            claim: match report.claim {
                None | Some(Reason::Unknown) => None,
                Some(Reason::ILose) => Some("loss"),
                Some(Reason::Draw) => Some("draw"),
                Some(Reason::IWin) => Some("win"),
            },
            minutes: report.minutes,
            moves_limit: report.moves,
            start: report.session.setup(),
            moves: history.into_iter().map(|mv| mv.text).collect(),
            fen: report.session.fen(),
            seconds: Seconds { white, black },
        }
    }
}
