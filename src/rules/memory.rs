//! What a game remembers beyond the pieces on the board. It belongs to the position: to its equality and to its key.
//!
//! Most games remember [`Nothing`]. Frisian draughts and an option of two-line draughts count quiet moves of kings in a
//! row, [`KingRuns`], and bar a king that has made too many.

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::{Side, Square, Word};

/// Quiet moves that a side has made in a row with its kings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Run {
    /// How many.
    pub moves: u8,
    /// Where the king stands that has made them, if one and the same king is counted.
    pub king: Option<Square>,
}

/// A move as far as memories care for it.
#[derive(Clone, Copy, Debug)]
pub struct Event<W> {
    /// The side that has moved.
    pub side: Side,
    /// Where the piece stood.
    pub from: Square,
    /// Where it has come to stand.
    pub to: Square,
    /// Whether it was a king before.
    pub king: bool,
    /// The pieces that it has taken.
    pub captured: W,
    /// Whether White and Black have a man after the move.
    pub men: [bool; 2],
}

/// What a game remembers of the moves so far.
pub trait Memory: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The most quiet moves in a row that kings may make while their side has a man; `None` where nothing is counted.
    const LIMIT: Option<u8>;
    /// Whether moves of one and the same king are counted, and not those of any king.
    const SAME_KING: bool;

    /// The runs of White and Black.
    fn runs(self) -> [Run; 2];

    /// A memory of these runs.
    fn of(runs: [Run; 2]) -> Self;

    /// The memory after a move.
    #[must_use]
    #[inline]
    fn after<W: Word>(self, event: &Event<W>) -> Self {
        let Some(limit) = Self::LIMIT else {
            return self;
        };
        let mut runs = self.runs();
        let [own, other] = [event.side, event.side.opponent()].map(|side| side as usize);
        runs[own] = if event.king && event.captured.is_empty() {
            let goes_on = !Self::SAME_KING || runs[own].king == Some(event.from);
            Run {
                moves: if goes_on { runs[own].moves + 1 } else { 1 }.min(limit),
                king: Some(event.to).filter(|_| Self::SAME_KING),
            }
        } else {
            Run::default()
        };
        let is_taken = |king| event.captured.has(king);
        if runs[other].king.is_some_and(is_taken) {
            runs[other] = Run::default();
        }
        for (run, has_man) in runs.iter_mut().zip(event.men) {
            if !has_man {
                *run = Run::default();
            }
        }
        Self::of(runs)
    }

    /// The kings of a side that may make no quiet move.
    #[must_use]
    #[inline]
    fn barred<W: Word>(self, side: Side, kings: W, can_man_move: impl FnOnce() -> bool) -> W {
        let run = self.runs()[side as usize];
        if Self::LIMIT.is_none_or(|limit| run.moves < limit) {
            return W::EMPTY;
        }
        match run.king {
            Some(king) => W::one(king) & kings,
            // Without this a side whose men are blocked would lose for having moved its kings.
            None if can_man_move() => kings,
            None => W::EMPTY,
        }
    }

    /// The memory as far as it fits to the men and kings of White and Black.
    #[must_use]
    fn settled<W: Word>(self, men: [W; 2], kings: [W; 2]) -> Self {
        let Some(limit) = Self::LIMIT else {
            return self;
        };
        let mut runs = self.runs();
        for (run, (men, kings)) in runs.iter_mut().zip(men.into_iter().zip(kings)) {
            let king = run.king.filter(|_| Self::SAME_KING);
            let is_true = match king {
                Some(king) => kings.has(king),
                None => !Self::SAME_KING,
            };
            *run = if is_true && run.moves > 0 && !men.is_empty() {
                let moves = run.moves.min(limit);
                Run { moves, king }
            } else {
                Run::default()
            };
        }
        Self::of(runs)
    }

    /// The memory as the other side sees it on the turned board.
    #[must_use]
    fn turned(self, turn: impl Fn(Square) -> Square) -> Self {
        let [white, black] = self.runs().map(|run| Run {
            king: run.king.map(&turn),
            ..run
        });
        Self::of([black, white])
    }

    /// A number that tells memories apart; 0 when there is nothing to remember.
    #[must_use]
    #[inline]
    fn number(self) -> u64 {
        let number = |run: Run| {
            let king = run.king.map_or(0, |king| u64::from(king.bit()) + 1);
            u64::from(run.moves) << 8 | king
        };
        let [white, black] = self.runs().map(number);
        white << 16 | black
    }
}

/// Nothing is remembered, and it costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Nothing;

impl Memory for Nothing {
    const LIMIT: Option<u8> = None;
    const SAME_KING: bool = false;

    #[inline(always)]
    fn runs(self) -> [Run; 2] {
        [Run::default(); 2]
    }

    #[inline(always)]
    fn of(_: [Run; 2]) -> Self {
        Self
    }
}

/// The runs of kings, of which each may have so many moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KingRuns<const LIMIT: u8, const SAME_KING: bool>([Run; 2]);

impl<const LIMIT: u8, const SAME_KING: bool> Memory for KingRuns<LIMIT, SAME_KING> {
    const LIMIT: Option<u8> = Some(LIMIT);
    const SAME_KING: bool = SAME_KING;

    #[inline(always)]
    fn runs(self) -> [Run; 2] {
        self.0
    }

    #[inline(always)]
    fn of(runs: [Run; 2]) -> Self {
        Self(runs)
    }
}
