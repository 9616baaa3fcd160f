//! What Ctrl-C stops: the search that is running, whoever runs it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::endgame::build;
use crate::position::perft::Watch;
use crate::search::{Control, Group};

/// Something long that can be told to stop.
#[derive(Clone)]
pub enum Work {
    /// A search: it still gives its best move.
    Search(Arc<Control>),
    /// Searches beside each other.
    Searches(Arc<Group>),
    /// A count: it still gives what is finished.
    Count(Arc<Watch>),
    /// Games, one after the other: what is not finished is given up.
    Games(Arc<AtomicBool>),
    /// The building or the check of endgame tables: what is finished is kept.
    Tables(Arc<build::Watch>),
}

impl Work {
    fn stop(&self) {
        match self {
            Self::Search(control) => control.stop(),
            Self::Searches(group) => group.stop(),
            Self::Count(watch) => watch.stop(),
            Self::Games(stop) => stop.store(true, Ordering::Release),
            Self::Tables(watch) => watch.stop(),
        }
    }
}

/// The work that is running, shared with whoever hears the signal. Copies share their state.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<State>);

#[derive(Default)]
struct State {
    running: Mutex<Option<Work>>,
    stopped: AtomicBool,
}

impl Interrupt {
    /// An interrupt with no work to stop yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Does some work that can be stopped until it returns.
    pub fn run<T>(&self, work: Work, run: impl FnOnce() -> T) -> T {
        self.set(Some(work));
        let result = run();
        self.set(None);
        result
    }

    /// Stops the work that is running. Returns whether there was some that had not been stopped before.
    #[must_use]
    pub fn stop(&self) -> bool {
        let running = self
            .0
            .running
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let Some(work) = running.as_ref() else {
            return false;
        };
        work.stop();
        !self.0.stopped.swap(true, Ordering::AcqRel)
    }

    /// Whether the last work that was running was stopped.
    #[must_use]
    pub fn was_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Acquire)
    }

    fn set(&self, work: Option<Work>) {
        let mut running = self
            .0
            .running
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if work.is_some() {
            self.0.stopped.store(false, Ordering::Release);
        }
        *running = work;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_running_work_is_stopped_and_only_once() {
        let interrupt = Interrupt::new();
        assert!(!interrupt.stop());
        let control = Arc::new(Control::new(false));
        interrupt.run(Work::Search(control.clone()), || {
            assert!(interrupt.stop());
            assert!(!interrupt.stop());
        });
        assert!(control.is_stopped() && interrupt.was_stopped());
        assert!(!interrupt.stop());
        interrupt.run(Work::Count(Arc::default()), || ());
        assert!(!interrupt.was_stopped());
    }
}
