//! Limits of a search, and how much of the clock a move may take.

use std::time::Duration;

/// When a search ends. Limits combine; without any it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The deepest iteration, in plies; below 1 counts as 1.
    pub depth: Option<u32>,
    /// Positions to visit, by all threads.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the game.
    pub clock: Option<Clock>,
    /// Kept back from every time limit for the way of the move to the other side.
    pub lag: Duration,
    /// Whether a position with a single legal move is searched all the same.
    pub analyse: bool,
    /// How many best lines are wanted, at least 1.
    pub lines: usize,
    /// Threads, at least 1.
    pub threads: usize,
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left, without the increment of this move.
    pub time: Duration,
    /// Added before every move.
    pub increment: Duration,
    /// Moves to play until more time is given.
    pub moves: Option<u32>,
}

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// No new iteration begins after this time.
    pub soft: Duration,
    /// The search is broken off.
    pub hard: Duration,
}

/// Moves that a game is expected to last when no number is given.
const USUAL_MOVES: u32 = 28;

/// The part of the clock that a single move may take at most.
const MOST_OF_CLOCK: f64 = 0.35;

impl Limits {
    /// Whether the search ends by itself.
    pub(super) fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.is_timed()
    }

    /// Whether the search looks at the time.
    fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clock.is_some()
    }

    /// The time for this move, or `None` where time does not matter.
    pub(super) fn budget(&self) -> Option<Budget> {
        let fixed = self.move_time.map(|time| {
            let time = self.less_lag(time);
            Budget {
                soft: time,
                hard: time,
            }
        });
        let share = self.clock.map(|clock| self.share(clock));
        match (fixed, share) {
            (Some(a), Some(b)) => Some(Budget {
                soft: a.soft.min(b.soft),
                hard: a.hard.min(b.hard),
            }),
            (a, b) => a.or(b),
        }
    }

    fn share(&self, clock: Clock) -> Budget {
        let usable = self.less_lag(clock.time + clock.increment);
        let moves = clock.moves.unwrap_or(USUAL_MOVES).clamp(1, USUAL_MOVES);
        let share = clock.time / moves + clock.increment.mul_f64(0.8);
        // The last move before more time comes may take nearly all of it.
        let most = if moves == 1 {
            usable.mul_f64(0.9)
        } else {
            usable.mul_f64(MOST_OF_CLOCK)
        };
        let hard = self.less_lag(share.mul_f64(2.5)).min(most);
        Budget {
            soft: share.mul_f64(0.6).min(hard),
            hard,
        }
    }

    /// What is left of a time for thinking. At least half a millisecond: a move must come in any case.
    fn less_lag(&self, time: Duration) -> Duration {
        let lag = self.lag.min(time / 2);
        (time - lag).max(Duration::from_micros(500))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(time_ms: u64, increment_ms: u64, moves: Option<u32>) -> u128 {
        let clock = Clock {
            time: Duration::from_millis(time_ms),
            increment: Duration::from_millis(increment_ms),
            moves,
        };
        let lag = Duration::from_millis(10);
        let limits = Limits {
            clock: Some(clock),
            lag,
            ..Limits::default()
        };
        let budget = limits.budget().unwrap();
        assert!(budget.soft <= budget.hard);
        budget.hard.as_millis()
    }

    #[test]
    fn a_move_never_takes_the_whole_clock() {
        assert!(hard(50, 0, None) <= 20);
        assert!(hard(0, 10, None) <= 5);
        assert!(hard(0, 0, None) <= 1);
        assert!(hard(60_000, 0, Some(1)) <= 55_000);
        assert!(hard(60_000, 1_000, None) <= 10_000);
        for time in [1, 10, 100, 1_000, 10_000] {
            for increment in [0, 10, 100, 1_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let all = u128::from(time + increment);
                    assert!(
                        hard(time, increment, moves) <= all.max(1),
                        "{time} {increment} {moves:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_keeps_the_lag_back() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(100)),
            lag: Duration::from_millis(10),
            ..Limits::default()
        };
        assert_eq!(limits.budget().unwrap().hard, Duration::from_millis(90));
        assert!(Limits::default().budget().is_none());
    }
}
