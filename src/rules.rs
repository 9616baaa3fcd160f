//! The rules of a game as constants. It knows boards, not positions.
//!
//! A game is a type without values that states only what differs from the defaults of [`Rules`], each constant with
//! the article of its rulebook. The move generator, the search and the notation read the constants; none of them knows
//! a game by name. The one list of all games is [`variant`].

mod czech;
mod draws;
mod english;
mod frisian;
mod international;
mod italian;
mod memory;
mod names;
mod russian;
mod spanish;
mod thai;
mod turkish;
mod two_line;
pub mod variant;
mod wrapped;

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::{Directions, Geometry, Side, Square, Word};

pub use czech::Czech;
pub use draws::{
    ARENA, CLASSIC, DrawRules, Ending, EndingKind, FIFTY, FMJD, FMJD64, LIDRAUGHTS64, NO_DRAWS,
    REPETITION_ONLY, Restart,
};
pub use english::English;
pub use frisian::{Frisian, Frysk};
pub use international::{Brazilian, Canadian, Filipino, International, SriLankan};
pub use italian::Italian;
pub use memory::{Event, KingRuns, Memory, Nothing, Run};
pub use names::{Naming, Style};
pub use russian::{Pool, Russian, Spantsiretti};
pub use spanish::{Portuguese, Spanish};
pub use thai::Thai;
pub use turkish::{Turkish, TurkishStop, TurkishUpgrade};
pub use two_line::{TwoLine, TwoLineFive, TwoLineNo180};
pub use wrapped::{
    Breakthrough, Killer, Label, Losing, LosingBrazilian, LosingEnglish, LosingRussian,
};

/// The set of squares on the board of a game.
pub type Set<R> = <<R as Rules>::Board as Geometry>::Word;

/// Which captures must be chosen when several are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Any capture.
    Free,
    /// The captures that take most pieces.
    Most,
    /// The captures that take most pieces; among them those that take most kings.
    MostThenKings,
    /// A capture with a king, if there is one.
    KingFirst,
    /// Most pieces; then with a king; then most kings; then the kings as early as possible.
    Italian,
    /// The highest value, where a king is worth a little less than two men; then with a king.
    Frisian,
}

/// What decides between captures.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// The pieces taken.
    pub pieces: u32,
    /// The kings among them.
    pub kings: u32,
    /// Whether a king captures.
    pub by_king: bool,
    /// The kinds of the pieces taken in their order: a bit for each, 1 for a king, the first one highest.
    pub order: u32,
}

impl Priority {
    /// The rank of a capture: only captures of the highest rank are legal.
    #[must_use]
    #[inline(always)]
    pub const fn rank(self, worth: Worth) -> u32 {
        let Worth {
            pieces,
            kings,
            by_king,
            order,
        } = worth;
        match self {
            Self::Free => 0,
            Self::Most => pieces,
            Self::MostThenKings => pieces << 8 | kings,
            Self::KingFirst => by_king as u32,
            Self::Italian => pieces << 22 | (by_king as u32) << 21 | kings << 16 | order,
            // n kings are worth less than 2n men and more than 2n - 1.
            Self::Frisian => (pieces + kings) << 8 | (0x7f - kings) << 1 | by_king as u32,
        }
    }
}

/// What happens to a man that lands on the last row and could go on capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// It goes on as a man, and is promoted only if the capture ends on the last row.
    AtEnd,
    /// It is promoted and the move is over.
    Stops,
    /// It is promoted and goes on as a king.
    InPassing,
}

/// Where a flying king may land behind the piece that it jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On any free square in line.
    Anywhere,
    /// Right behind it only.
    Behind,
    /// On any free square in line, but at the end of the move right behind the last piece if that was a king.
    BehindKing,
}

/// How a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The side to move loses when it has no move.
    Block,
    /// The side to move wins when it has no move.
    Lose,
    /// The first king on the board ends the game and wins it; otherwise as [`Objective::Block`].
    FirstKing,
}

/// The rules of a game.
pub trait Rules: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The board.
    type Board: Geometry;
    /// What the game remembers beyond the board.
    type Memory: Memory;

    /// The name of the game: lower case, unique.
    const NAME: &'static str;
    /// Other names by which the game is known.
    const ALIASES: &'static [&'static str] = &[];
    /// The name as a person writes it.
    const TITLE: &'static str;
    /// The name in Polish.
    const POLISH_TITLE: &'static str;
    /// The number of the game in the PDN standard's table of game types, or in the files of sites, where it has one.
    const GAME_TYPE: Option<u8>;
    /// How squares are named.
    const NAMING: Naming = Naming::FromNorthWest;
    /// How moves are written.
    const STYLE: Style = Style::USUAL;

    /// The side that moves first.
    const FIRST: Side = Side::White;
    /// Rows of men of each side at the start.
    const MEN_ROWS: usize;
    /// Rows that are empty at the start between the men of a side and its edge of the board.
    const ROWS_BEHIND: usize = 0;

    /// The directions in which White's men move.
    const MAN_MOVES: Directions = Directions::FORWARD;
    /// The directions in which White's men capture.
    const MAN_CAPTURES: Directions = Directions::DIAGONAL;
    /// The directions in which White's men capture from the second jump of a move on.
    const MAN_FURTHER_CAPTURES: Directions = Self::MAN_CAPTURES;
    /// Whether men capture kings.
    const MEN_CAPTURE_KINGS: bool = true;
    /// The directions in which kings move.
    const KING_MOVES: Directions = Directions::DIAGONAL;
    /// The directions in which kings capture.
    const KING_CAPTURES: Directions = Directions::DIAGONAL;
    /// Whether kings move any distance; otherwise they move one square.
    const FLYING_KINGS: bool = true;
    /// Where flying kings land.
    const KING_LANDING: Landing = Landing::Anywhere;
    /// Whether a piece may turn right round between two jumps.
    const TURNS_BACK: bool = true;
    /// Whether captured pieces are taken off as they are jumped, and not when the move is over.
    const REMOVES_AT_ONCE: bool = false;
    /// Which captures must be chosen.
    const PRIORITY: Priority = Priority::Most;
    /// What becomes of a man that reaches the last row while capturing.
    const PROMOTION: Promotion = Promotion::AtEnd;
    /// How the game is won.
    const OBJECTIVE: Objective = Objective::Block;

    /// The sets of draw rules by which the game is played; the first is the default.
    const DRAW_RULES: &'static [DrawRules];

    /// Pieces of each side at the start, and the most that a regular position can have.
    #[must_use]
    fn pieces() -> usize {
        Self::MEN_ROWS * Self::Board::SQUARES / Self::Board::HEIGHT
    }

    /// The men of a side at the start.
    #[must_use]
    fn start(side: Side) -> Set<Self> {
        let rows = Self::ROWS_BEHIND..Self::ROWS_BEHIND + Self::MEN_ROWS;
        rows.fold(Set::<Self>::EMPTY, |men, row| {
            men | row_of::<Self>(side, row)
        })
    }

    /// The row on which the men of a side are promoted.
    #[must_use]
    #[inline(always)]
    fn last_row(side: Side) -> Set<Self> {
        row_of::<Self>(side.opponent(), 0)
    }

    /// The name of a square: a number without leading zeros, or a file and a rank.
    #[must_use]
    fn square_name(square: Square) -> String {
        names::name::<Self>(square)
    }

    /// The square with this number, counted as the game's own numbers are; for games with algebraic names from the
    /// north-west.
    #[must_use]
    fn square_numbered(number: usize) -> Option<Square> {
        names::numbered::<Self>(number)
    }

    /// The number of a square; the inverse of [`Self::square_numbered`].
    #[must_use]
    fn number(square: Square) -> usize {
        names::number::<Self>(square)
    }

    /// The square on this file (from 0 in the west) and rank (from 1 in the south).
    #[must_use]
    fn square_at(file: usize, rank: usize) -> Option<Square> {
        names::at::<Self>(file, rank)
    }

    /// The game type as the PDN standard writes it in full: `21,B,8,8,N1,0`.
    #[must_use]
    fn game_type() -> Option<String> {
        names::game_type::<Self>()
    }

    /// The draw rules of this name.
    #[must_use]
    fn draw_rules(name: &str) -> Option<&'static DrawRules> {
        Self::DRAW_RULES.iter().find(|rules| rules.name == name)
    }
}

/// A row counted from the side's own edge of the board.
#[inline(always)]
fn row_of<R: Rules>(side: Side, row: usize) -> Set<R> {
    match side {
        Side::White => R::Board::row(R::Board::HEIGHT - 1 - row),
        Side::Black => R::Board::row(row),
    }
}
