//! The handle by which others steer a running search: stop, and the ponder hit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Steers one search from other threads. An order that comes before the search has begun is not lost.
#[derive(Debug)]
pub struct Control {
    /// Read in every few nodes.
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the search was asked for.
    began: Instant,
    /// When the clock of the side to move began to run.
    clock: Mutex<Instant>,
    changed: Condvar,
}

impl Control {
    /// A control for a search that begins now. A search that ponders looks at no limit before the hit.
    #[must_use]
    pub fn new(pondering: bool) -> Self {
        let now = Instant::now();
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            began: now,
            clock: Mutex::new(now),
            changed: Condvar::new(),
        }
    }

    /// Ends the search as soon as possible; it still returns its best move.
    pub fn stop(&self) {
        let _clock = self.lock();
        self.pondering.store(false, Ordering::Release);
        self.stop.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// The expected move was played: the clock runs from now on.
    pub fn ponder_hit(&self) {
        let mut clock = self.lock();
        if self.is_pondering() {
            *clock = Instant::now();
            self.pondering.store(false, Ordering::Release);
            self.changed.notify_all();
        }
    }

    /// Whether the search was told to stop.
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search waits for the opponent's move.
    #[must_use]
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the search began.
    pub(super) fn time(&self) -> Duration {
        self.began.elapsed()
    }

    /// Time that the clock of the side to move has run.
    pub(super) fn clock(&self) -> Duration {
        if self.is_pondering() {
            Duration::ZERO
        } else {
            self.lock().elapsed()
        }
    }

    /// Tells all threads of the search that it is over.
    pub(super) fn end(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Waits while the search ponders or, if it is endless, until it is stopped.
    pub(super) fn wait(&self, endless: bool) {
        let mut clock = self.lock();
        while self.is_pondering() || (endless && !self.is_stopped()) {
            clock = self
                .changed
                .wait(clock)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The instant behind the lock is valid at any time, so a poisoned lock does no harm.
    fn lock(&self) -> MutexGuard<'_, Instant> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn orders_before_the_wait_are_not_lost() {
        let control = Control::new(true);
        control.ponder_hit();
        control.wait(false);
        assert!(!control.is_stopped());
        control.stop();
        control.wait(true);
        assert!(control.is_stopped());
    }

    #[test]
    fn a_stop_wakes_the_search() {
        let control = Control::new(true);
        thread::scope(|scope| {
            scope.spawn(|| control.wait(true));
            control.stop();
        });
    }

    #[test]
    fn the_clock_runs_from_the_hit() {
        let control = Control::new(true);
        thread::sleep(Duration::from_millis(20));
        assert_eq!(control.clock(), Duration::ZERO);
        control.ponder_hit();
        assert!(control.clock() < control.time());
    }
}
