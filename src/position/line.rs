//! The game so far: the positions of a game in order, with everything that the draw rules count.
//!
//! The same type serves the game that is played, the search, which plays and takes back moves on it, and the referee.

use std::fmt;

use super::{Counters, Key, Move, MoveList, Position};
use crate::board::{Side, Square, Word};
use crate::rules::{DrawRules, EndingKind, Rules};

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The same position with the same side to move has occurred too often.
    Repetition,
    /// Too many plies of kings only, without a capture.
    KingMoves,
    /// An ending has lasted too long.
    Ending(EndingKind),
    /// A lone king has held the main road for too long.
    MainRoad,
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repetition => "repetition of the position",
            Self::KingMoves => "too many moves of kings only, without a capture",
            Self::MainRoad => "a lone king has held the main road for too long",
            Self::Ending(kind) => match kind {
                EndingKind::ThreeAgainstKing => "three pieces against a king for too long",
                EndingKind::UpToTwoAgainstKing => "one or two pieces against a king for too long",
                EndingKind::KingsAgainstKing => "three or more kings against a king for too long",
                EndingKind::ThreeKingsAgainstKing => "three kings against a king for too long",
                EndingKind::TwoKingsAgainstKing => "two kings against a king for too long",
                EndingKind::KingAgainstKing | EndingKind::SafeKingAgainstKing => "one king each",
                EndingKind::KingsOnBothSides { .. } => {
                    "kings on both sides for too long without a change"
                }
                EndingKind::UnequalKings => "only kings",
            },
        })
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side has won.
    Win(Side),
    /// Nobody has won.
    Draw(DrawReason),
}

#[derive(Clone, Copy, Debug)]
struct Entry<R: Rules> {
    position: Position<R>,
    key: Key,
    counters: Counters,
}

/// A game from some position on, under a set of draw rules.
#[derive(Clone, Debug)]
pub struct Line<R: Rules> {
    rules: &'static DrawRules,
    /// The first position and the one after each move: never empty.
    entries: Vec<Entry<R>>,
    moves: Vec<Move<R>>,
}

impl<R: Rules> Line<R> {
    /// A game that begins with this position.
    #[must_use]
    pub fn new(position: Position<R>, rules: &'static DrawRules) -> Self {
        let entry = Entry {
            position,
            key: Key::of(&position),
            counters: Counters::of(&position, rules),
        };
        Self {
            rules,
            entries: vec![entry],
            moves: Vec::new(),
        }
    }

    #[inline(always)]
    fn last(&self) -> &Entry<R> {
        &self.entries[self.entries.len() - 1]
    }

    /// The position that is on the board.
    #[must_use]
    #[inline(always)]
    pub fn position(&self) -> &Position<R> {
        &self.last().position
    }

    /// The position with which the game began.
    #[must_use]
    pub fn first(&self) -> &Position<R> {
        &self.entries[0].position
    }

    /// The key of the position on the board.
    #[must_use]
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.last().key
    }

    /// What the draw rules count.
    #[must_use]
    #[inline(always)]
    pub fn counters(&self) -> Counters {
        self.last().counters
    }

    /// The draw rules of the game.
    #[must_use]
    #[inline(always)]
    pub fn draw_rules(&self) -> &'static DrawRules {
        self.rules
    }

    /// The moves played so far.
    #[must_use]
    pub fn moves(&self) -> &[Move<R>] {
        &self.moves
    }

    /// The number of plies played so far.
    #[must_use]
    #[inline(always)]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move, which must be one of the legal moves of the position on the board.
    #[inline]
    pub fn play(&mut self, mv: Move<R>) {
        let last = *self.last();
        let position = last.position.play(mv);
        self.entries.push(Entry {
            position,
            key: last.key.after(&last.position, mv),
            counters: last
                .counters
                .after(&last.position, mv, &position, self.rules),
        });
        self.moves.push(mv);
    }

    /// Takes the last move back and returns it.
    #[inline]
    pub fn undo(&mut self) -> Option<Move<R>> {
        let mv = self.moves.pop()?;
        self.entries.pop();
        Some(mv)
    }

    /// The game as it stands under other draw rules.
    #[must_use]
    pub fn under(&self, rules: &'static DrawRules) -> Self {
        let mut line = Self::new(*self.first(), rules);
        for (mv, huffed) in self.moves.iter().zip(self.huffed()) {
            line.play(*mv);
            if let Some(square) = huffed {
                line.huff(square);
            }
        }
        line
    }

    /// The positions of the game from the first on.
    pub fn positions(&self) -> impl Iterator<Item = &Position<R>> {
        self.entries.iter().map(|entry| &entry.position)
    }

    /// The moves of the game with the positions in which they were made.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = (&Position<R>, Move<R>)> {
        let moves = self.moves.iter();
        moves
            .zip(&self.entries)
            .map(|(&mv, entry)| (&entry.position, mv))
    }

    /// Takes a piece off the board that could have captured and did not, one of [`Line::huffable`]. Nothing that was
    /// counted before counts any longer. [`Line::undo`] takes the claim back together with the move.
    pub fn huff(&mut self, square: Square) {
        let position = self.position().without(square);
        self.entries.pop();
        self.entries.push(Entry {
            position,
            key: Key::of(&position),
            counters: Counters::of(&position, self.rules),
        });
    }

    /// Plies ago at which the position on the board, or the one with this key and the other side to move, can have
    /// stood at the earliest.
    #[inline]
    fn reversible(&self) -> impl Iterator<Item = (usize, Key)> {
        let reach = usize::from(self.counters().king_moves).min(self.plies());
        let earlier = self.entries[self.plies() - reach..]
            .iter()
            .rev()
            .enumerate();
        earlier.map(|(ago, entry)| (ago, entry.key))
    }

    /// How often the position on the board has occurred before.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let key = self.key();
        self.reversible()
            .skip(1)
            .filter(|&(_, earlier)| earlier == key)
            .count()
    }

    /// Whether the position on the board counts as drawn by repetition in a search that began at this ply of the
    /// game: it has occurred since, or often enough before. Nobody gains by going round twice.
    #[must_use]
    #[inline]
    pub fn repeats(&self, since: usize) -> bool {
        let Some(limit) = self.rules.repetition else {
            return false;
        };
        let key = self.key();
        let mut before = 1;
        for (ago, earlier) in self.reversible().skip(4).step_by(2) {
            if earlier == key {
                before += 1;
                if ago <= self.plies() - since.min(self.plies()) || before >= usize::from(limit) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move can bring about a position that has been on the board since the last capture or
    /// move of a man.
    #[must_use]
    pub fn can_repeat(&self, moves: &[Move<R>]) -> bool {
        // The shortest way round takes four plies, so three must have been played.
        if self.rules.repetition.is_none() || self.counters().king_moves < 3 {
            return false;
        }
        let (position, key) = (self.position(), self.key());
        moves
            .iter()
            .filter(|&&mv| position.is_reversible(mv))
            .map(|&mv| key.after(position, mv))
            .any(|next| self.reversible().any(|(_, earlier)| earlier == next))
    }

    /// The draw rule that ends the game in the position on the board, if any.
    #[must_use]
    pub fn draw(&self) -> Option<DrawReason> {
        let often = |limit| self.repetitions() + 1 >= usize::from(limit);
        if self.rules.repetition.is_some_and(often) {
            return Some(DrawReason::Repetition);
        }
        self.counters().draw(self.rules)
    }

    /// The side that wins because only kings are left and it has more of them, under draw rules that say so.
    #[must_use]
    #[inline]
    pub fn majority(&self) -> Option<Side> {
        let place = usize::from(self.counters().ending?);
        if self.rules.endings.get(place)?.kind != EndingKind::UnequalKings {
            return None;
        }
        let position = self.position();
        Some(if position.us().count() > position.them().count() {
            position.side()
        } else {
            position.side().opponent()
        })
    }

    /// How the game has ended, or `None` while it goes on. A side that has no legal move has lost, or in some games
    /// won, also when a draw rule applies in the same position.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let mut moves = MoveList::new();
        self.position().moves(&mut moves);
        if moves.is_empty() {
            return Some(Outcome::Win(self.position().winner_without_moves()));
        }
        let won = self.majority().map(Outcome::Win);
        won.or_else(|| self.draw().map(Outcome::Draw))
    }
}
