//! The check of tables at hand: every value is computed again from those of the positions to which it leads.

use std::fmt;
use std::ops::Range;

use super::build::{BuildError, Watch};
use super::chunks;
use super::index::Class;
use super::{Counts, Room, Table, Tables};
use crate::position::{MoveList, Position};
use crate::rules::Rules;

/// Why tables did not stand the check.
#[derive(Debug)]
pub enum Fault {
    /// A value does not follow from those of the positions to which its position leads.
    Value {
        /// The class.
        class: Class,
        /// The place.
        place: u64,
    },
    /// A class to which a move leads is not at hand.
    Missing {
        /// The class from which it leads.
        class: Class,
    },
    /// The counts of a class are not those of its values.
    Counts(Class),
    /// The check was stopped.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { class, place } => {
                write!(f, "class {class}: the value at place {place} is wrong")
            }
            Self::Missing { class } => {
                write!(f, "class {class} leads to a class that is missing")
            }
            Self::Counts(class) => write!(f, "class {class}: the counts are wrong"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Fault {}

impl<R: Rules> Tables<R> {
    /// The places of all tables at hand: the work of a check.
    #[must_use]
    pub fn places(&self) -> u64 {
        let tables = self.tables.iter().flatten();
        tables.map(|table| table.index.places()).sum()
    }

    /// Checks all tables at hand on all threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// The first fault that is found.
    pub fn verify(&self, watch: &Watch) -> Result<(), Fault> {
        self.tables
            .iter()
            .flatten()
            .try_for_each(|table| self.verify_class(table, watch))
    }

    fn verify_class(&self, table: &Table<R>, watch: &Watch) -> Result<(), Fault> {
        let places = table.index.places();
        let counts = chunks::each(places, Counts::new, Counts::with, &|places| {
            let counted = watch.count(places.end - places.start);
            counted.map_err(|_: BuildError| Fault::Stopped)?;
            self.verify_places(table, places)
        })?;
        if counts == *table.section.counts() {
            Ok(())
        } else {
            Err(Fault::Counts(table.index.class()))
        }
    }

    fn verify_places(&self, table: &Table<R>, places: Range<u64>) -> Result<Counts, Fault> {
        let class = table.index.class();
        let (mut counts, mut room) = (Counts::new(), Room::new());
        let mut walk = table.index.walk(places.start);
        let inside = |next: &Position<R>, lists: &mut [MoveList<R>]| self.value_below(next, lists);
        for place in places {
            if let Some(position) = walk.position() {
                let value = self.recomputed(&position, &mut room, inside);
                let value = value.ok_or(Fault::Missing { class })?;
                let is_quiet = !position.has_capture();
                if is_quiet && self.probe(&position) != Some(value) {
                    return Err(Fault::Value { class, place });
                }
                counts.add::<R>(place, value.to_byte(), is_quiet);
            }
            walk.step();
        }
        Ok(counts)
    }
}
