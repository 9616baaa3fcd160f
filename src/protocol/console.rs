//! The interactive board: a game in the terminal against the engine, or by both hands.
//!
//! It reads lines and writes text, wherever they come from and go to, so a test can play with it.

pub mod board;
mod claims;
mod command;
mod game;
mod save;
pub mod words;

use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::board::Side;
use crate::protocol::interrupt::{Interrupt, Work};
use crate::search::{Control, Limits, Table};
use crate::session::{Decision, Session};
use crate::wire::{files, lines};

use command::Command;
use game::Game;

/// How long the engine may think for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For a time.
    Time(Duration),
    /// To a depth in plies.
    Depth(u32),
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Self::Depth(1) => f.write_str("1 ply"),
            Self::Depth(plies) => write!(f, "{plies} plies"),
        }
    }
}

/// What is settled before the game begins.
pub struct Options {
    /// The game, at the position where it begins.
    pub session: Box<dyn Session>,
    /// The memory of the engine.
    pub table: Table,
    /// The side of the person; `None` for both.
    pub side: Option<Side>,
    /// How long the engine may think.
    pub level: Level,
    /// Threads of the engine.
    pub threads: usize,
    /// Moves that each side must have made before a draw can be offered.
    pub draw_offers_after: usize,
    /// Whether a capture can be missed, and costs the piece that could have made it.
    pub huffing: bool,
}

/// Why the dialogue broke off.
#[derive(Debug)]
pub enum ConsoleError {
    /// The input cannot be read.
    Input(io::Error),
    /// The output cannot be written.
    Output(io::Error),
}

impl fmt::Display for ConsoleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => write!(f, "cannot read the input: {error}"),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}

impl std::error::Error for ConsoleError {}

impl From<io::Error> for ConsoleError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Plays until the person quits or the input ends. What `interrupt` stops is the engine's thinking.
///
/// # Errors
///
/// When the input cannot be read or the output cannot be written.
pub fn run(
    options: Options,
    mut input: impl BufRead,
    output: impl Write,
    interrupt: &Interrupt,
) -> Result<(), ConsoleError> {
    let mut console = Console {
        game: Game::new(options.session),
        table: options.table,
        side: options.side,
        level: options.level,
        threads: options.threads,
        draw_offers_after: options.draw_offers_after,
        huffing: options.huffing,
        interrupt,
        output,
    };
    console.greet()?;
    loop {
        if console.engine_is_to_move() {
            console.go()?;
            continue;
        }
        console.prompt()?;
        let Some(line) = lines::read(&mut input).map_err(ConsoleError::Input)? else {
            return Ok(writeln!(console.output)?);
        };
        match line {
            Err(error) => writeln!(console.output, "{error}")?,
            Ok(line) => match Command::parse(&line) {
                Err(error) => writeln!(console.output, "{error}")?,
                Ok(Command::Quit) => return Ok(()),
                Ok(command) => console.execute(command)?,
            },
        }
    }
}

struct Console<'a, W> {
    game: Game,
    table: Table,
    side: Option<Side>,
    level: Level,
    threads: usize,
    draw_offers_after: usize,
    huffing: bool,
    interrupt: &'a Interrupt,
    output: W,
}

impl<W: Write> Console<'_, W> {
    fn greet(&mut self) -> io::Result<()> {
        let session = self.game.session();
        let about = crate::session::describe(session.variant());
        let rules = session.draw_rules();
        writeln!(
            self.output,
            "{}; draw rules {}: {}.\nEnter a move, or help.",
            about.title, rules.name, rules.summary
        )?;
        self.board()?;
        self.announce_end()
    }

    fn prompt(&mut self) -> io::Result<()> {
        let side = words::name(self.game.session().side());
        match self.game.ended() {
            Some(_) => write!(self.output, "game over> ")?,
            None => write!(self.output, "{side} to move> ")?,
        }
        self.output.flush()
    }

    fn engine_is_to_move(&self) -> bool {
        let to_move = self.game.session().side();
        self.game.ended().is_none() && self.side.is_some_and(|side| side != to_move)
    }

    fn execute(&mut self, command: Command<'_>) -> io::Result<()> {
        match command {
            Command::Nothing | Command::Quit => Ok(()),
            Command::Help => write!(self.output, "{}", command::HELP),
            Command::Move(text) => self.play(text),
            Command::Undo => self.undo(),
            Command::Go => self.take_over(),
            Command::Hint => self.hint(),
            Command::Draw => self.offer_draw(),
            Command::Resign => self.resign(),
            Command::Stop => self.stop(),
            Command::Huff(square) => self.huff(square),
            Command::New(position) => self.begin(position),
            Command::Level(level) => self.set_level(level),
            Command::Side(side) => self.set_side(side),
            Command::Moves => self.list_moves(),
            Command::Board => self.board(),
            Command::Fen => writeln!(self.output, "{}", self.game.session().fen()),
            Command::Save(path) => self.save(path),
        }
    }

    fn board(&mut self) -> io::Result<()> {
        write!(self.output, "\n{}\n", board::draw(self.game.session()))
    }

    fn announce_end(&mut self) -> io::Result<()> {
        match self.game.ended() {
            Some(ended) => writeln!(self.output, "{ended}. The game is over."),
            None => Ok(()),
        }
    }

    /// Tells the person that the game is over, if it is.
    fn refuse_when_over(&mut self) -> io::Result<bool> {
        let is_over = self.game.ended().is_some();
        if is_over {
            writeln!(
                self.output,
                "the game is over; try new, undo, save FILE or quit"
            )?;
        }
        Ok(is_over)
    }

    fn play(&mut self, text: &str) -> io::Result<()> {
        if self.refuse_when_over()? {
            return Ok(());
        }
        match self.game.play(text) {
            Ok(_) => self.after_move(),
            Err(_) if self.huffing && self.game.play_quiet(text).is_ok() => {
                let squares = self.game.session().huffable().join(", ");
                writeln!(self.output, "a capture was missed; to be huffed: {squares}")?;
                self.after_move()
            }
            Err(error) => writeln!(self.output, "{error}"),
        }
    }

    fn after_move(&mut self) -> io::Result<()> {
        self.board()?;
        self.announce_end()
    }

    /// The engine thinks about the position on the board.
    fn think(&self, level: Level) -> Decision {
        let (depth, move_time) = match level {
            Level::Time(time) => (None, Some(time)),
            Level::Depth(plies) => (Some(plies), None),
        };
        let limits = Limits {
            depth,
            move_time,
            lines: 1,
            threads: self.threads,
            ..Limits::default()
        };
        let control = Arc::new(Control::new(false));
        let work = Work::Search(Arc::clone(&control));
        let session = self.game.session();
        self.interrupt.run(work, || {
            session.think(&self.table, &limits, &control, &mut |_| {})
        })
    }

    /// What the engine thinks of a move: its score and the meaning.
    fn opinion(&self, decision: &Decision) -> String {
        let report = decision.report.as_ref();
        report.map_or_else(String::new, |report| {
            let meaning = words::meaning(report.score, self.game.session().side());
            format!(" ({}, {meaning})", report.score)
        })
    }

    /// The engine moves.
    fn go(&mut self) -> io::Result<()> {
        // The engine misses no claim.
        if let Some(square) = self.game.session().huffable().first() {
            let square = square.clone();
            self.huff(&square)?;
            if self.game.ended().is_some() {
                return Ok(());
            }
        }
        writeln!(self.output, "damka thinks; Ctrl-C makes it move now")?;
        self.output.flush()?;
        let decision = self.think(self.level);
        let opinion = self.opinion(&decision);
        let played = decision.best.map(|best| self.game.play(&best.hub));
        match played {
            Some(Ok(mv)) => writeln!(self.output, "damka plays {}{opinion}", mv.text)?,
            // Neither happens while the game goes on; the person must not be caught in a loop if it does.
            Some(Err(error)) => {
                self.side = None;
                return writeln!(self.output, "damka's move was refused: {error}");
            }
            None => {
                self.side = None;
                return writeln!(self.output, "damka found no move; you play both sides now");
            }
        }
        self.after_move()
    }

    /// The engine plays the side to move, and the person the other one.
    fn take_over(&mut self) -> io::Result<()> {
        if self.refuse_when_over()? {
            return Ok(());
        }
        if self.side.is_some() {
            self.side = Some(self.game.session().side().opponent());
        }
        self.go()
    }

    fn undo(&mut self) -> io::Result<()> {
        if !self.game.undo() {
            return writeln!(self.output, "there is no move to take back");
        }
        if self.engine_is_to_move() {
            self.game.undo();
        }
        self.board()
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.refuse_when_over()? {
            return Ok(());
        }
        let decision = self.think(self.level);
        let opinion = self.opinion(&decision);
        match decision.best {
            Some(best) => writeln!(self.output, "hint: {}{opinion}", best.text),
            None => writeln!(self.output, "no hint: no legal move"),
        }
    }

    fn begin(&mut self, position: Option<&str>) -> io::Result<()> {
        match self.game.begin(position) {
            Ok(()) => self.after_move(),
            Err(error) => writeln!(self.output, "{error}"),
        }
    }

    fn set_level(&mut self, level: Option<Level>) -> io::Result<()> {
        self.level = level.unwrap_or(self.level);
        writeln!(self.output, "level: {}", self.level)
    }

    fn set_side(&mut self, side: Option<Side>) -> io::Result<()> {
        self.side = side;
        match side {
            Some(side) => writeln!(self.output, "you play {}", side.name()),
            None => writeln!(self.output, "you play both sides"),
        }
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let moves = self.game.session().moves();
        let texts: Vec<_> = moves.iter().map(|mv| mv.text.as_str()).collect();
        match texts.as_slice() {
            [] => writeln!(self.output, "no legal move"),
            texts => writeln!(self.output, "{}", texts.join(" ")),
        }
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        let text = save::pdn(&self.game, self.side);
        match files::write(path.as_ref(), text.as_bytes()) {
            Ok(()) => writeln!(self.output, "saved as {path}"),
            Err(error) => writeln!(self.output, "cannot save as {path}: {error}"),
        }
    }
}
