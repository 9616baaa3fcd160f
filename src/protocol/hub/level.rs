//! The limits of the next search, as `level` lines give them: they add up until the search begins.

use std::fmt;
use std::time::Duration;

use crate::search::{Clock, Limits};
use crate::wire::hub::Argument;

/// The value of a limit is no number. The other limits of the line count all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    pub name: String,
    pub found: String,
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "level: expected a number for {}, found {}",
            self.name.escape_debug(),
            self.found.escape_debug()
        )
    }
}

impl std::error::Error for LevelError {}

/// The limits so far; without any the search goes on until it is stopped. Times are in seconds and may be negative
/// here: a clock that has run out is still a clock.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    depth: Option<f64>,
    nodes: Option<f64>,
    move_time: Option<f64>,
    time: Option<f64>,
    increment: Option<f64>,
    moves: Option<f64>,
}

/// More seconds than any game lasts, and few enough for every sum of times.
const LONGEST: f64 = 1e8;

impl Level {
    /// Adds a limit. Unknown ones are ignored: clients of other engines send `handicap`, `ply` and more.
    ///
    /// # Errors
    ///
    /// When the value of a known limit is no number; an earlier value is kept.
    pub fn add(&mut self, argument: &Argument<'_>) -> Result<(), LevelError> {
        let limit = match argument.name {
            "infinite" => {
                *self = Self::default();
                return Ok(());
            }
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "move-time" => &mut self.move_time,
            "time" => &mut self.time,
            "inc" => &mut self.increment,
            "moves" => &mut self.moves,
            other => {
                log::debug!("unknown limit {other} ignored");
                return Ok(());
            }
        };
        let text = argument.value.unwrap_or_default();
        *limit = Some(number(text).ok_or_else(|| LevelError {
            name: argument.name.to_owned(),
            found: text.to_owned(),
        })?);
        Ok(())
    }

    /// Whether the search ends by itself.
    pub fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.is_timed()
    }

    fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clock().is_some()
    }

    /// Whether the reader at the other side may be one that must get the result alone: those that are known to limit
    /// the depth or the time of a move and nothing else. Where a clock runs no time is given away.
    pub fn may_need_gap(&self) -> bool {
        (self.depth.is_some() || self.move_time.is_some())
            && self.clock().is_none()
            && self.nodes.is_none()
    }

    /// The limits in the form that the search knows; what does not come from `level` is left at its default.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth.map(|depth| depth.clamp(1.0, 1e6) as u32),
            nodes: self.nodes.map(|nodes| nodes.max(1.0) as u64),
            move_time: self.move_time.map(seconds),
            clock: self.clock(),
            ..Limits::default()
        }
    }

    fn clock(&self) -> Option<Clock> {
        if self.time.is_none() && self.increment.is_none() {
            return None;
        }
        let (time, increment) = (self.time.unwrap_or(0.0), self.increment.unwrap_or(0.0));
        // Some clients subtract the increment from what the clock shows, so the rest may be negative; then the
        // increment is what makes up for it, and only the sum is there to be used.
        Some(Clock {
            time: seconds(time),
            increment: seconds(increment + time.min(0.0)),
            moves: self
                .moves
                .map(|moves| moves as u32)
                .filter(|&moves| moves > 0),
        })
    }
}

/// A number of seconds that is not negative.
fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

/// A finite number with a point or, from programs that write as their country does, with a comma.
fn number(text: &str) -> Option<f64> {
    let value: f64 = text.trim().replace(',', ".").parse().ok()?;
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::hub::Line;

    fn level(texts: &[&str]) -> Level {
        let mut level = Level::default();
        for text in texts {
            for argument in Line::parse(text).unwrap().unwrap().arguments {
                level.add(&argument).unwrap();
            }
        }
        level
    }

    fn clock(text: &str) -> (u128, u128, Option<u32>) {
        let clock = level(&[text]).limits().clock.unwrap();
        (
            clock.time.as_millis(),
            clock.increment.as_millis(),
            clock.moves,
        )
    }

    #[test]
    fn limits_add_up() {
        let limits = level(&[
            "level depth=12",
            "level handicap=2 ply=7",
            "level nodes=500",
        ])
        .limits();
        assert_eq!((limits.depth, limits.nodes), (Some(12), Some(500)));
        assert!(limits.move_time.is_none() && limits.clock.is_none());
        assert!(!level(&["level depth=5 infinite"]).is_limited());
        assert!(!level(&["level handicap=2"]).is_limited());
        assert!(!level(&["level moves=5"]).is_limited());
    }

    #[test]
    fn every_way_to_write_a_time() {
        assert_eq!(
            clock("level time=180,000 inc=1,5 moves=40"),
            (180_000, 1_500, Some(40))
        );
        assert_eq!(clock("level time=1e-05"), (0, 0, None));
        assert_eq!(clock("level time=1e300"), (100_000_000_000, 0, None));
        assert_eq!(clock("level moves=0 time=9"), (9_000, 0, None));
        assert_eq!(clock("level inc=2"), (0, 2_000, None));
    }

    #[test]
    fn a_negative_time_is_taken_from_the_increment() {
        assert_eq!(clock("level time=-0.5 inc=2.0"), (0, 1_500, None));
        assert_eq!(clock("level time=-5 inc=2.0"), (0, 0, None));
        assert_eq!(clock("level time=-5"), (0, 0, None));
        let limits = level(&["level move-time=-3"]).limits();
        assert_eq!(limits.move_time, Some(Duration::ZERO));
    }

    #[test]
    fn depth_and_nodes_are_at_least_one() {
        for depth in ["0", "-7", "0.3"] {
            let text = format!("level depth={depth} nodes={depth}");
            let limits = level(&[&text]).limits();
            assert_eq!((limits.depth, limits.nodes), (Some(1), Some(1)));
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "level depth=",
            "level depth",
            "level depth=abc",
            "level depth=inf",
            "level depth=nan",
        ] {
            let line = Line::parse(text).unwrap().unwrap();
            let mut level = level(&["level depth=3"]);
            assert!(level.add(&line.arguments[0]).is_err(), "{text}");
            assert_eq!(level.limits().depth, Some(3));
        }
    }
}
