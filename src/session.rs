//! One opened game with its options, behind one trait without type parameters.
//!
//! Protocols and commands work with [`Session`]; only this file turns a [`Variant`] into the types of a game. It
//! speaks in values and in the texts of the notation, and prints nothing.

mod sheet;

use std::fmt;
use std::time::Duration;

use once_cell::sync::OnceCell;

use crate::board::{Geometry, Side, Square, Word};
use crate::dispatch;
use crate::eval::Evaluator;
use crate::notation::{MoveError, fen, hub, text};
use crate::position::perft::{self, Watch};
use crate::position::{Line, Move, MoveList, Outcome, Position};
use crate::rules::variant::Variant;
use crate::rules::{DrawRules, Rules};
use crate::search::{self, Control, Limits, Score, Table};

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

/// What a search has found so far; see [`search::Info`].
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
    /// The sets of draw rules, the default first.
    pub draw_rules: &'static [DrawRules],
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
        draw_rules: R::DRAW_RULES,
    })
}

/// A game with the types of its rules.
struct Play<R: Rules> {
    variant: Variant,
    line: Line<R>,
    /// Read when it is first needed.
    evaluator: OnceCell<Evaluator<R>>,
}

impl<R: Rules> Play<R> {
    fn new(variant: Variant) -> Self {
        Self {
            variant,
            line: Line::new(Position::start(), &R::DRAW_RULES[0]),
            evaluator: OnceCell::new(),
        }
    }

    fn begin(&mut self, position: Position<R>) {
        self.line = Line::new(position, self.line.draw_rules());
    }

    fn text_of(position: &Position<R>, mv: Move<R>) -> MoveText {
        let mut captured: Vec<Square> = mv.captured().squares().collect();
        captured.sort_by_key(|&square| R::number(square));
        MoveText {
            from: R::square_name(mv.from()),
            to: R::square_name(mv.to()),
            captured: captured.into_iter().map(R::square_name).collect(),
            text: text::write(position, mv),
            hub: hub::write_move(mv),
        }
    }

    /// The texts of moves that follow each other from a position.
    fn texts(position: &Position<R>, moves: &[Move<R>]) -> Vec<MoveText> {
        let mut position = *position;
        let text = |&mv: &Move<R>| {
            let text = Self::text_of(&position, mv);
            position = position.play(mv);
            text
        };
        moves.iter().map(text).collect()
    }

    fn report(&self, info: &search::Info<R>) -> Report {
        Report {
            depth: info.depth,
            mean_depth: info.mean_depth,
            line: info.line,
            is_finished: info.is_finished,
            score: info.score,
            nodes: info.nodes,
            time: info.time,
            pv: Self::texts(self.line.position(), &info.pv),
        }
    }
}

impl<R: Rules> Session for Play<R> {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn set_start(&mut self) {
        self.begin(Position::start());
    }

    fn set_fen(&mut self, fen: &str) -> Result<(), SessionError> {
        self.begin(fen::parse(fen).map_err(SessionError::Fen)?);
        Ok(())
    }

    fn set_hub(&mut self, position: &str, moves: &[&str]) -> Result<(), SessionError> {
        let position = hub::parse_position(position).map_err(SessionError::Hub)?;
        let mut line = Line::new(position, self.line.draw_rules());
        for (number, mv) in (1..).zip(moves) {
            let mv = hub::parse_move(line.position(), mv)
                .map_err(|error| SessionError::Move { number, error })?;
            line.play(mv);
        }
        self.line = line;
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<MoveText, MoveError> {
        let mv = text::parse(self.line.position(), mv)?;
        let text = Self::text_of(self.line.position(), mv);
        self.line.play(mv);
        Ok(text)
    }

    fn undo(&mut self) -> bool {
        self.line.undo().is_some()
    }

    fn set_draw_rules(&mut self, name: &str) -> Result<(), SessionError> {
        let Some(rules) = R::draw_rules(name) else {
            let known = R::DRAW_RULES.iter().map(|rules| rules.name).collect();
            return Err(SessionError::DrawRules {
                name: name.to_owned(),
                known,
            });
        };
        let mut line = Line::new(*self.line.first(), rules);
        for &mv in self.line.moves() {
            line.play(mv);
        }
        self.line = line;
        Ok(())
    }

    fn draw_rules(&self) -> &'static DrawRules {
        self.line.draw_rules()
    }

    fn sheet(&self, language: Language) -> String {
        sheet::of::<R>(self.line.draw_rules(), language)
    }

    fn side(&self) -> Side {
        self.line.position().side()
    }

    fn fen(&self) -> String {
        fen::write(self.line.position())
    }

    fn hub(&self) -> String {
        hub::write_position(self.line.position())
    }

    fn setup(&self) -> Option<String> {
        let first = self.line.first();
        (*first != Position::start()).then(|| fen::write(first))
    }

    fn rows(&self) -> Vec<Vec<Option<Cell>>> {
        let position = self.line.position();
        let mut rows = vec![vec![None; R::Board::WIDTH]; R::Board::HEIGHT];
        for square in R::Board::board().squares() {
            let (row, column) = R::Board::coordinates(square);
            let standing = |side: &Side| position.pieces(*side).has(square);
            let piece = Side::ALL
                .into_iter()
                .find(standing)
                .map(|side| (side, position.kings().has(square)));
            rows[row][column] = Some(Cell {
                name: R::square_name(square),
                piece,
            });
        }
        rows
    }

    fn moves(&self) -> Vec<MoveText> {
        let mut moves = MoveList::new();
        self.line.position().moves(&mut moves);
        moves
            .iter()
            .map(|&mv| Self::text_of(self.line.position(), mv))
            .collect()
    }

    fn history(&self) -> Vec<MoveText> {
        Self::texts(self.line.first(), self.line.moves())
    }

    fn material(&self, side: Side) -> (u32, u32) {
        let (pieces, kings) = (
            self.line.position().pieces(side),
            self.line.position().kings(),
        );
        ((pieces & !kings).count(), (pieces & kings).count())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn think(
        &self,
        table: &Table,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Decision {
        let by_hand;
        let evaluator = match self.evaluator.get_or_try_init(Evaluator::embedded) {
            Ok(evaluator) => evaluator,
            Err(error) => {
                log::error!("evaluating {} by hand: {error}", R::NAME);
                by_hand = Evaluator::by_hand();
                &by_hand
            }
        };
        let report = &mut |info: &search::Info<R>| report(&self.report(info));
        let found = search::think(&self.line, table, evaluator, limits, control, report);
        let replies: Vec<_> = found.best.into_iter().chain(found.ponder).collect();
        let mut texts = Self::texts(self.line.position(), &replies).into_iter();
        Decision {
            best: texts.next(),
            ponder: texts.next(),
            report: found.info.as_ref().map(|info| self.report(info)),
            nodes: found.nodes,
        }
    }

    fn divide(&self, depth: usize, watch: &Watch) -> Vec<(MoveText, Option<u64>)> {
        let position = self.line.position();
        let counts = perft::divide_watched(position, depth, watch);
        counts
            .into_iter()
            .map(|(mv, count)| (Self::text_of(position, mv), count))
            .collect()
    }
}
