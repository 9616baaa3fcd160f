//! The clock of a player during a game.

use std::time::Duration;

use super::contender::Limit;

/// What a player has left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    limit: Limit,
    /// Time left in the game, without the increment of the next move.
    left: Option<Duration>,
    /// Moves until more time is given.
    moves: Option<u32>,
}

impl Clock {
    /// The clock at the start of a game.
    #[must_use]
    pub fn new(limit: Limit) -> Self {
        Self {
            limit,
            left: limit.time,
            moves: limit.moves,
        }
    }

    /// What a move may cost by itself.
    #[must_use]
    pub fn limit(&self) -> &Limit {
        &self.limit
    }

    /// Time left in the game, without the increment of the next move; `None` where only moves are limited.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Moves until more time is given.
    #[must_use]
    pub fn moves(&self) -> Option<u32> {
        self.moves
    }

    /// The longest time that the next move may take; `None` where time is not limited.
    #[must_use]
    pub fn allowed(&self) -> Option<Duration> {
        let left = self.left.map(|left| left + self.limit.increment);
        match (self.limit.move_time, left) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Counts a move. Whether it was in time is for [`Self::allowed`] to say before.
    pub fn charge(&mut self, used: Duration) {
        let Some(left) = self.left else {
            return;
        };
        self.left = Some((left + self.limit.increment).saturating_sub(used));
        self.moves = self.moves.map(|moves| moves - 1);
        if self.moves == Some(0) {
            self.moves = self.limit.moves;
            self.left = self
                .left
                .zip(self.limit.time)
                .map(|(left, more)| left + more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_increment_comes_before_the_move() {
        let mut clock = Clock::new(Limit {
            time: Some(10 * SECOND),
            increment: SECOND,
            ..Limit::default()
        });
        assert_eq!(clock.allowed(), Some(11 * SECOND));
        clock.charge(3 * SECOND);
        assert_eq!(clock.left(), Some(8 * SECOND));
        clock.charge(9 * SECOND + SECOND / 2);
        assert_eq!(clock.left(), Some(Duration::ZERO));
        assert_eq!(clock.allowed(), Some(SECOND));
    }

    #[test]
    fn more_time_comes_after_the_moves() {
        let mut clock = Clock::new(Limit {
            time: Some(10 * SECOND),
            moves: Some(2),
            ..Limit::default()
        });
        clock.charge(SECOND);
        assert_eq!((clock.left(), clock.moves()), (Some(9 * SECOND), Some(1)));
        clock.charge(SECOND);
        assert_eq!((clock.left(), clock.moves()), (Some(18 * SECOND), Some(2)));
    }

    #[test]
    fn limits_of_a_move_are_not_used_up() {
        let mut clock = Clock::new(Limit {
            move_time: Some(SECOND),
            ..Limit::default()
        });
        clock.charge(SECOND / 2);
        assert_eq!(clock.allowed(), Some(SECOND));
        assert_eq!(Clock::new(Limit::default()).allowed(), None);
    }
}
