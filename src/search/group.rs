//! Searches that run beside each other and are stopped together.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Control;

/// Several searches, each with its own control, that one order stops.
#[derive(Debug, Default)]
pub struct Group {
    stopped: AtomicBool,
    running: Mutex<Vec<Arc<Control>>>,
}

impl Group {
    /// Does a search with a control of its own; nothing once the group has been stopped.
    pub fn run<T>(&self, search: impl FnOnce(&Control) -> T) -> Option<T> {
        let control = Arc::new(Control::new(false));
        self.lock().push(Arc::clone(&control));
        // An order between the two lines would be missed the other way round.
        if self.is_stopped() {
            control.stop();
        }
        let found = (!self.is_stopped()).then(|| search(&control));
        self.lock().retain(|other| !Arc::ptr_eq(other, &control));
        found
    }

    /// Stops all searches that are running, and lets none begin.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.lock().iter().for_each(|control| control.stop());
    }

    /// Whether the group was stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    /// The list is valid at any time, so a poisoned lock does no harm.
    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Control>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_order_stops_all_and_those_to_come() {
        let group = Group::default();
        let inner = group.run(|outer| {
            let stopped = group.run(|inner| {
                group.stop();
                inner.is_stopped() && outer.is_stopped()
            });
            (stopped, group.run(|_| ()))
        });
        assert_eq!(inner, Some((Some(true), None)));
        assert!(group.lock().is_empty());
    }
}
