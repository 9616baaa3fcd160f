//! One opened game with its options, behind one trait without type parameters.
//!
//! Protocols and commands work with [`Session`]; only this file turns a [`Variant`] into the types of a game. It
//! speaks in values and in the texts of the notation, and prints nothing.

mod play;
mod record;
mod sheet;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::board::{Geometry, Side};
use crate::dispatch;
use crate::endgame::{self, Value};
use crate::notation::{MoveError, fen, hub};
use crate::position::Outcome;
use crate::position::perft::Watch;
use crate::rules::variant::Variant;
use crate::rules::{DrawRules, Naming, Rules};
use crate::search::{Control, Limits, Score, Table};

use play::Play;
pub use record::record;
pub use sheet::Language;

/// A move in every form in which it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The square it starts from, as the game names it.
    pub from: String,
    /// The square it ends on.
    pub to: String,
    /// The captured squares, ascending.
    pub captured: Vec<String>,
    /// The short form, or the shortest that says which move it is: `32-28`, `19x30`.
    pub text: String,
    /// The form of the Hub protocol: `28x19x23`.
    pub hub: String,
}

/// What a search has found so far; see [`Info`](crate::search::Info).
#[derive(Clone, Debug)]
pub struct Report {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The mean distance of evaluated positions from the root, in plies.
    pub mean_depth: f64,
    /// The rank of this line among the best, from 1.
    pub line: usize,
    /// Whether the depth is finished for this line; otherwise a better move has come up on the way.
    pub is_finished: bool,
    /// The score for the side to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The expected moves.
    pub pv: Vec<MoveText>,
}

impl Report {
    /// Positions visited in a second; `None` while the time is too short to tell.
    #[must_use]
    pub fn nps(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (seconds >= 0.001).then(|| self.nodes as f64 / seconds)
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The best move; `None` when there is no legal move.
    pub best: Option<MoveText>,
    /// The reply that is expected.
    pub ponder: Option<MoveText>,
    /// The last report for the best move.
    pub report: Option<Report>,
    /// Positions visited.
    pub nodes: u64,
}

/// A square of the whole board as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The name of the square.
    pub name: String,
    /// The piece on it: its side, and whether it is a king.
    pub piece: Option<(Side, bool)>,
}

/// What the list of games says of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The name as a person writes it.
    pub title: &'static str,
    /// The number of the PDN standard.
    pub game_type: Option<u8>,
    /// Columns and rows of the board.
    pub board: (usize, usize),
    /// Squares that pieces stand on.
    pub squares: usize,
    /// Pieces of each side at the start.
    pub pieces: usize,
    /// The side that moves first.
    pub first: Side,
    /// Whether squares have names, and not numbers.
    pub names_squares: bool,
    /// The sets of draw rules, the default first.
    pub draw_rules: &'static [DrawRules],
}

/// Which endgame tables a session asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgames {
    /// The folder of tables beyond those that are part of the program.
    pub folder: Option<PathBuf>,
    /// Positions with more pieces are not looked up.
    pub most_pieces: u32,
}

impl Default for Endgames {
    fn default() -> Self {
        Self {
            folder: None,
            most_pieces: endgame::MOST_PIECES,
        }
    }
}

/// What endgame tables know of the position on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its value for the side to move.
    pub value: Value,
    /// The moves to the end of a game that is won or lost, with the best play of both sides.
    pub line: Vec<MoveText>,
}

/// Why a session refused something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The position in FEN cannot be read.
    Fen(fen::FenError),
    /// The position in Hub's form cannot be read.
    Hub(hub::HubPositionError),
    /// A move cannot be read, is not legal, or may mean several moves.
    Move {
        /// Its place among the moves given, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The game has no draw rules of this name.
    DrawRules {
        /// The name.
        name: String,
        /// The names that it has.
        known: Vec<&'static str>,
    },
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => write!(f, "bad position: {error}"),
            Self::Hub(error) => write!(f, "bad position: {error}"),
            Self::Move { number, error } => write!(f, "move {number}: {error}"),
            Self::DrawRules { name, known } => write!(
                f,
                "no draw rules \"{}\" (expected one of {})",
                name.escape_debug(),
                known.join(", ")
            ),
        }
    }
}

impl std::error::Error for SessionError {}

/// One opened game.
pub trait Session: Send + Sync {
    /// The game that is played.
    fn variant(&self) -> Variant;

    /// Begins again at the start position.
    fn set_start(&mut self);

    /// Begins at a position in FEN.
    ///
    /// # Errors
    ///
    /// When the text is no position of the game; the session stays as it was.
    fn set_fen(&mut self, fen: &str) -> Result<(), SessionError>;

    /// Begins at a position in Hub's form and plays moves from there.
    ///
    /// # Errors
    ///
    /// When the position or a move is refused; the session stays as it was.
    fn set_hub(&mut self, position: &str, moves: &[&str]) -> Result<(), SessionError>;

    /// Plays one move, given in any notation, and returns it.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is not legal, or may mean several moves.
    fn play(&mut self, mv: &str) -> Result<MoveText, MoveError>;

    /// Plays a move that does not capture although one must, as a table with huffing lets it happen.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is no such move.
    fn play_quiet(&mut self, mv: &str) -> Result<MoveText, MoveError>;

    /// The squares of the opponent's pieces that may be huffed, since they could have captured and did not.
    fn huffable(&self) -> Vec<String>;

    /// Takes a piece that may be huffed off the board, by its square. Returns whether it is one.
    fn huff(&mut self, square: &str) -> bool;

    /// The square of the piece that was huffed after each move of the game.
    fn huffed(&self) -> Vec<Option<String>>;

    /// The side to which the game is given if it is stopped here; `None` for a draw.
    fn ahead(&self) -> Option<Side>;

    /// Whether each side has made so many moves, after which draws may be offered.
    fn may_offer_draw(&self, moves: usize) -> bool;

    /// Takes the last move back. Returns whether there was one.
    fn undo(&mut self) -> bool;

    /// Chooses the draw rules by name; the moves played so far count.
    ///
    /// # Errors
    ///
    /// When the game has no rules of this name.
    fn set_draw_rules(&mut self, name: &str) -> Result<(), SessionError>;

    /// The draw rules in force.
    fn draw_rules(&self) -> &'static DrawRules;

    /// The rules in force as a short sheet for people.
    fn sheet(&self, language: Language) -> String;

    /// The side to move.
    fn side(&self) -> Side;

    /// The position on the board in FEN.
    fn fen(&self) -> String;

    /// The position on the board in Hub's form.
    fn hub(&self) -> String;

    /// The position with which the game began, in FEN, unless it is the start position.
    fn setup(&self) -> Option<String>;

    /// The rows of the board from north to south; `None` where no piece can stand.
    fn rows(&self) -> Vec<Vec<Option<Cell>>>;

    /// The legal moves.
    fn moves(&self) -> Vec<MoveText>;

    /// The moves played so far.
    fn history(&self) -> Vec<MoveText>;

    /// The pieces of a side: men, kings.
    fn material(&self, side: Side) -> (u32, u32);

    /// How the game has ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Chooses the endgame tables that are asked from now on; they are read when they are first needed.
    fn set_endgames(&mut self, endgames: Endgames);

    /// Reads all that a search needs, which otherwise the first one does.
    fn prepare(&self);

    /// What the endgame tables know of the position on the board, draw rules apart.
    fn known(&self) -> Option<Known>;

    /// Searches the position on the board.
    fn think(
        &self,
        table: &Table,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Decision;

    /// The leaves of the tree of legal moves below each move, on all threads of the current rayon pool; `None` for a
    /// move that was not finished when the count was stopped. The depth is at least 1 and includes the move itself.
    fn divide(&self, depth: usize, watch: &Watch) -> Vec<(MoveText, Option<u64>)>;

    /// Begins at a position in FEN or, when the text looks like one, in Hub's form.
    ///
    /// # Errors
    ///
    /// When the text is no position of the game; the session stays as it was.
    fn set_position(&mut self, text: &str) -> Result<(), SessionError> {
        let text = text.trim();
        let is_hub_letter = |letter| matches!(letter, 'w' | 'W' | 'b' | 'B' | 'e');
        if text.len() > 1 && text.chars().all(is_hub_letter) {
            self.set_hub(text, &[])
        } else {
            self.set_fen(text)
        }
    }
}

/// Opens a game at its start position under its default draw rules.
#[must_use]
pub fn open(variant: Variant) -> Box<dyn Session> {
    dispatch!(variant, R => Box::new(Play::<R>::new(variant)))
}

/// What the list of games says of a variant.
#[must_use]
pub fn describe(variant: Variant) -> Description {
    dispatch!(variant, R => Description {
        name: R::NAME,
        aliases: R::ALIASES,
        title: R::TITLE,
        game_type: R::GAME_TYPE,
        board: (<R as Rules>::Board::WIDTH, <R as Rules>::Board::HEIGHT),
        squares: <R as Rules>::Board::SQUARES,
        pieces: R::pieces(),
        first: R::FIRST,
        names_squares: R::NAMING == Naming::Algebraic,
        draw_rules: R::DRAW_RULES,
    })
}
