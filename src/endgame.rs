//! Endgame tables: the result of every position with few pieces, and how many plies it takes.
//!
//! A table knows the board and the rules of moving and winning. What is counted from move to move, repetitions and
//! the limits of the draw rules, it does not know; whoever asks compares the distance with what is left. Tables are
//! made by [`build`], kept in files as [`file`] describes them, and asked by [`Tables::probe`].
//!
//! Games that remember more than the pieces on the board (Frisian draughts) have no tables.

pub mod build;
mod cache;
mod chunks;
mod counts;
mod embedded;
pub mod file;
mod index;
mod plan;
mod solve;
pub mod verify;

use std::cmp::Ordering;
use std::sync::OnceLock;

use crate::board::Word;
use crate::position::{Move, MoveList, Position};
use crate::rules::{Objective, Rules};

use cache::Cache;
pub use counts::{Counts, Results};
use file::{FileError, Section, TableFile};
pub use index::{Class, Index};
pub use plan::{MOST_PIECES, classes, is_supported};

/// What a position is worth to the side to move with the best play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The side to move wins in so many plies.
    Win(u16),
    /// Nobody wins.
    Draw,
    /// The side to move loses in so many plies.
    Loss(u16),
}

impl Value {
    /// The value of a position from which a move leads to a position of this value.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// The plies to the end of the game; `None` for a draw.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// Higher for what the side to move likes better: short wins, draws, long losses.
    const fn worth(self) -> i32 {
        match self {
            Self::Win(plies) => 1_000 - plies as i32,
            Self::Draw => 0,
            Self::Loss(plies) => plies as i32 - 1_000,
        }
    }

    /// The value that stands for this byte in the table of a game: 0 is a draw, others are plies and 1. Which of the
    /// two sides wins follows from the plies, since whoever has no move has lost (or in losing games won).
    fn of_byte<R: Rules>(byte: u8) -> Self {
        match byte.checked_sub(1) {
            None => Self::Draw,
            Some(plies) if is_win::<R>(plies) => Self::Win(plies.into()),
            Some(plies) => Self::Loss(plies.into()),
        }
    }
}

impl Value {
    /// The inverse of [`Self::of_byte`].
    fn to_byte(self) -> u8 {
        let plies = self.plies().map_or(0, |plies| plies + 1);
        u8::try_from(plies).unwrap_or(u8::MAX)
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.worth().cmp(&other.worth())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Whether the side to move is the one that wins when the game ends after so many plies.
const fn is_win<R: Rules>(plies: u8) -> bool {
    match R::OBJECTIVE {
        Objective::Block | Objective::FirstKing => !plies.is_multiple_of(2),
        Objective::Lose => plies.is_multiple_of(2),
    }
}

/// The value of a position in which the pieces on the board end the game.
fn ended<R: Rules>(position: &Position<R>) -> Option<Value> {
    let by_king = R::OBJECTIVE == Objective::FirstKing && !position.kings().is_empty();
    if !by_king && !position.us().is_empty() {
        return None;
    }
    Some(if position.winner_without_moves() == position.side() {
        Value::Win(0)
    } else {
        Value::Loss(0)
    })
}

/// Room for moves: those of a position, and the captures that follow each other until a position is quiet.
pub struct Room<R: Rules> {
    moves: MoveList<R>,
    captures: Vec<MoveList<R>>,
}

impl<R: Rules> Room<R> {
    /// Room for positions of the tables.
    #[must_use]
    pub fn new() -> Self {
        // Each capture takes a piece.
        let most = MOST_PIECES as usize;
        Self {
            moves: MoveList::new(),
            captures: (0..most).map(|_| MoveList::new()).collect(),
        }
    }
}

impl<R: Rules> Default for Room<R> {
    fn default() -> Self {
        Self::new()
    }
}

/// The table of a class.
struct Table<R: Rules> {
    index: Index<R>,
    section: Section,
    /// The blocks, each decoded when it is first needed, and empty if it cannot be. There are none in a table that is
    /// too large to keep what was decoded.
    blocks: Vec<OnceLock<Box<[u8]>>>,
}

/// The tables of a game that are at hand. Threads share them.
pub struct Tables<R: Rules> {
    tables: Vec<Option<Box<Table<R>>>>,
    most_pieces: u32,
    /// Whether also large tables keep what was decoded.
    unpacked: bool,
    /// There once there is a table that does not.
    cache: Option<Cache>,
    cache_bytes: usize,
}

impl<R: Rules> Tables<R> {
    /// No tables. Of classes that are too large to keep all of them decoded, the blocks that were used lately are kept in
    /// a cache of so many bytes.
    #[must_use]
    pub fn new(cache_bytes: usize) -> Self {
        Self {
            tables: (0..Class::CODES).map(|_| None).collect(),
            most_pieces: 0,
            unpacked: false,
            cache: None,
            cache_bytes,
        }
    }

    /// No tables. Of all that are added, what was decoded once is kept.
    pub(crate) fn unpacked() -> Self {
        Self {
            unpacked: true,
            ..Self::new(0)
        }
    }

    /// Adds the tables of a file.
    ///
    /// # Errors
    ///
    /// When the bytes are no file of tables for the game, or are damaged. Nothing is added then.
    pub fn add(&mut self, file: TableFile) -> Result<(), FileError> {
        let sections = file.sections::<R>()?;
        for section in sections {
            self.add_section(section);
        }
        Ok(())
    }

    /// Adds the table of a class.
    fn add_section(&mut self, section: Section) {
        let class = section.class();
        let (Some(code), Some(index)) = (class.code(), Index::new(class)) else {
            return;
        };
        let mut blocks = Vec::new();
        if self.unpacked || section.is_small() {
            blocks.resize_with(section.blocks(), OnceLock::new);
        } else if self.cache.is_none() {
            self.cache = Some(Cache::new(self.cache_bytes));
        }
        self.most_pieces = self.most_pieces.max(class.pieces());
        self.tables[code] = Some(Box::new(Table {
            index,
            section,
            blocks,
        }));
    }

    /// The most pieces of a position that a table knows; 0 without tables.
    #[must_use]
    #[inline(always)]
    pub const fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// The classes at hand with their counts.
    pub fn counts(&self) -> impl Iterator<Item = (Class, &Counts)> {
        let tables = self.tables.iter().flatten();
        tables.map(|table| (table.index.class(), table.section.counts()))
    }

    /// The value of a position in which the side to move cannot capture; `None` where no table knows it. Where it can,
    /// the answer means nothing: [`Self::value`] is to be asked.
    #[must_use]
    #[inline]
    pub fn probe(&self, position: &Position<R>) -> Option<Value> {
        let table = self.tables[Class::of(position).code()?].as_deref()?;
        let place = table.index.place(position);
        let (block, within) = table.section.block_of(place);
        let byte = match table.blocks.get(block) {
            Some(decoded) => {
                let decode = || table.section.decode_block(block).unwrap_or_default();
                *decoded.get_or_init(decode).get(within)?
            }
            None => self.cache.as_ref()?.byte(&table.section, block, within)?,
        };
        Some(Value::of_byte::<R>(byte))
    }

    /// The moves by which a game goes on from a position if both sides play as well as can be: to the end, or until
    /// nobody wins.
    #[must_use]
    pub fn line(&self, position: &Position<R>) -> Vec<Move<R>> {
        let (mut position, mut line) = (*position, Vec::new());
        let (mut moves, mut room) = (MoveList::new(), Room::new());
        let mut left = self.value(&position, &mut room).and_then(Value::plies);
        while let Some(plies) = left.filter(|&plies| plies > 0) {
            position.moves(&mut moves);
            let mut value = |mv| self.value(&position.play(mv), &mut room);
            let values = moves.iter().map(|&mv| Some((value(mv)?, mv)));
            let best = values.flatten().min_by_key(|&(value, _)| value);
            let Some((_, mv)) = best else {
                break;
            };
            line.push(mv);
            position = position.play(mv);
            left = Some(plies - 1);
        }
        line
    }

    /// The value of any position; captures are followed until the position is quiet.
    #[must_use]
    pub fn value(&self, position: &Position<R>, room: &mut Room<R>) -> Option<Value> {
        self.value_below(position, &mut room.captures)
    }

    fn value_below(&self, position: &Position<R>, lists: &mut [MoveList<R>]) -> Option<Value> {
        if let Some(value) = ended(position) {
            return Some(value);
        }
        if !position.has_capture() {
            return self.probe(position);
        }
        let (list, deeper) = lists.split_first_mut()?;
        position.moves(list);
        let mut best = None;
        for &mv in list.iter() {
            let value = self.value_below(&position.play(mv), deeper)?.before();
            best = best.max(Some(value));
        }
        best
    }

    /// The value of a position by those to which its moves lead. `inside` gives those of quiet moves that promote
    /// nothing.
    fn recomputed(
        &self,
        position: &Position<R>,
        room: &mut Room<R>,
        inside: impl Fn(&Position<R>, &mut [MoveList<R>]) -> Option<Value>,
    ) -> Option<Value> {
        position.moves(&mut room.moves);
        let mut best = None;
        for &mv in room.moves.iter() {
            let next = position.play(mv);
            let value = if mv.is_capture() || mv.promotes() {
                self.value_below(&next, &mut room.captures)
            } else {
                inside(&next, &mut room.captures)
            };
            best = best.max(Some(value?.before()));
        }
        Some(best.unwrap_or(Value::of_byte::<R>(1)))
    }
}
