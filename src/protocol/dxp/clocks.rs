//! The clocks of both sides. Nothing is counted down: what each move has taken is kept, so that moves can be taken
//! back together with their time.

use std::time::Duration;

use crate::board::Side;
use crate::search::Clock;

/// The time control of a game, and what its moves have taken.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// The time of each side for the game; `None` if there is no limit.
    time: Option<Duration>,
    /// The moves of each side after which the game is broken off.
    moves: Option<usize>,
    /// The side that has begun.
    first: Side,
    spent: Vec<Duration>,
}

impl Clocks {
    /// The clocks of a game that begins: minutes and moves as the protocol has them, where 0 stands for no limit.
    pub fn new(minutes: u16, moves: u16, first: Side) -> Self {
        let minutes = u64::from(minutes);
        Self {
            time: (minutes > 0).then(|| Duration::from_secs(60 * minutes)),
            moves: (moves > 0).then(|| moves.into()),
            first,
            spent: Vec::new(),
        }
    }

    /// A move was made in this time.
    pub fn push(&mut self, spent: Duration) {
        self.spent.push(spent);
    }

    /// Goes back to when so many plies had been played.
    pub fn truncate(&mut self, plies: usize) {
        self.spent.truncate(plies);
    }

    /// The plies that have been played.
    pub fn plies(&self) -> usize {
        self.spent.len()
    }

    /// The ply, from 0, that is the move of a side with this number, from 1; `None` for number 0.
    pub fn ply(&self, number: u16, side: Side) -> Option<usize> {
        let before = usize::from(number).checked_sub(1)?;
        Some(2 * before + self.offset(side))
    }

    fn offset(&self, side: Side) -> usize {
        usize::from(side != self.first)
    }

    fn of(&self, side: Side) -> impl Iterator<Item = &Duration> {
        self.spent.iter().skip(self.offset(side)).step_by(2)
    }

    /// What a side has taken in all.
    pub fn spent(&self, side: Side) -> Duration {
        self.of(side).sum()
    }

    /// What a side has left; `None` if there is no limit.
    pub fn left(&self, side: Side) -> Option<Duration> {
        let spent = self.spent(side);
        self.time.map(|time| time.saturating_sub(spent))
    }

    /// The clock of a side for its next move; `None` if there is no limit.
    pub fn clock(&self, side: Side) -> Option<Clock> {
        let made = self.of(side).count();
        let moves = self.moves.map(|moves| moves.saturating_sub(made).max(1));
        Some(Clock {
            time: self.left(side)?,
            increment: Duration::ZERO,
            moves: moves.and_then(|moves| u32::try_from(moves).ok()),
        })
    }

    /// Whether both sides have made all their moves.
    pub fn is_complete(&self) -> bool {
        self.moves.is_some_and(|moves| self.plies() >= 2 * moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn each_side_pays_for_its_moves_and_gets_them_back() {
        let mut clocks = Clocks::new(1, 2, Side::Black);
        for seconds in [1, 2, 4] {
            clocks.push(seconds * SECOND);
        }
        assert_eq!(clocks.spent(Side::Black), 5 * SECOND);
        assert_eq!(clocks.left(Side::White), Some(58 * SECOND));
        let clock = clocks.clock(Side::White).unwrap();
        assert_eq!((clock.time, clock.moves), (58 * SECOND, Some(1)));
        assert!(!clocks.is_complete());
        clocks.push(100 * SECOND);
        assert_eq!(clocks.left(Side::White), Some(Duration::ZERO));
        assert!(clocks.is_complete());
        clocks.truncate(1);
        assert_eq!(clocks.left(Side::White), Some(60 * SECOND));
        assert_eq!(clocks.left(Side::Black), Some(59 * SECOND));
    }

    #[test]
    fn moves_are_counted_from_the_side_that_begins() {
        let white = Clocks::new(5, 0, Side::White);
        assert_eq!(white.ply(1, Side::White), Some(0));
        assert_eq!(white.ply(3, Side::Black), Some(5));
        assert_eq!(white.ply(0, Side::Black), None);
        assert!(white.clock(Side::White).unwrap().moves.is_none() && !white.is_complete());
        let black = Clocks::new(0, 5, Side::Black);
        assert_eq!(black.ply(1, Side::White), Some(1));
        assert_eq!(black.clock(Side::White), None);
    }
}
