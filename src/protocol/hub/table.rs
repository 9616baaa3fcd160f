//! The transposition table as the protocol handles it: taken when it is needed, and never more than there is.

use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};

use crate::search::Table;

/// A table of the wanted size is not to be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMemory {
    wanted: u32,
    instead: u32,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no memory for tt-size {} ({} bytes), going on with {}",
            self.wanted,
            bytes(self.wanted),
            self.instead
        )
    }
}

impl std::error::Error for NoMemory {}

/// The size to begin with and of last resort: 16 KiB.
const SMALLEST: u32 = 10;

/// The table of the engine.
pub struct Memory {
    table: Table,
    log2_entries: u32,
    /// The size that was asked for, had or not.
    asked: Option<u32>,
    is_used: bool,
}

impl Memory {
    /// A small table, until another is asked for.
    ///
    /// # Errors
    ///
    /// When there is no memory at all.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            table: Table::new(SMALLEST)
                .map_err(|error| io::Error::new(ErrorKind::OutOfMemory, error))?,
            log2_entries: SMALLEST,
            asked: None,
            is_used: false,
        })
    }

    /// Makes a table of this size unless it was made already.
    ///
    /// # Errors
    ///
    /// When there is not enough memory; then there is a table of the old or of a small size. It is said once.
    pub fn prepare(&mut self, log2_entries: u32) -> Result<(), NoMemory> {
        if self.asked == Some(log2_entries) {
            return Ok(());
        }
        self.asked = Some(log2_entries);
        let old = self.log2_entries;
        // The old table must go before its memory can be had again.
        self.resize(SMALLEST);
        if self.resize(log2_entries) || self.resize(old) {
            log::debug!("table of 2^{} entries", self.log2_entries);
        }
        if self.log2_entries == log2_entries {
            return Ok(());
        }
        Err(NoMemory {
            wanted: log2_entries,
            instead: self.log2_entries,
        })
    }

    fn resize(&mut self, log2_entries: u32) -> bool {
        let Some(table) = make(log2_entries) else {
            return false;
        };
        (self.table, self.log2_entries, self.is_used) = (table, log2_entries, false);
        true
    }

    /// Forgets everything that was found.
    pub fn clear(&mut self) {
        if self.is_used {
            self.table.clear();
            self.is_used = false;
        }
    }

    /// The table for a search.
    pub const fn table(&mut self) -> &Table {
        self.is_used = true;
        &self.table
    }
}

const fn bytes(log2_entries: u32) -> u64 {
    (Table::ENTRY_BYTES as u64) << log2_entries
}

/// A table, if the machine has the memory for it. Systems promise more than they have and end the program later, so
/// it is not enough that the memory is granted.
fn make(log2_entries: u32) -> Option<Table> {
    if available_bytes().is_some_and(|available| bytes(log2_entries) > available) {
        return None;
    }
    let table = Table::new(log2_entries);
    table
        .inspect_err(|error| log::warn!("no table of 2^{log2_entries} entries: {error}"))
        .ok()
}

/// The memory that can be had: of the machine, and of the group to which the program belongs. `None` where the system
/// does not tell.
fn available_bytes() -> Option<u64> {
    let of_machine = fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| available_in(&text));
    let read = |path| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let of_group = read("/sys/fs/cgroup/memory.max").map(|limit| {
        let used = read("/sys/fs/cgroup/memory.current").unwrap_or(0);
        limit.saturating_sub(used)
    });
    of_machine.into_iter().chain(of_group).min()
}

/// The available bytes in the text of `/proc/meminfo`.
fn available_in(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_cannot_be_had_leaves_one_that_can() {
        let mut memory = Memory::new().unwrap();
        assert_eq!(memory.prepare(12), Ok(()));
        assert!(memory.prepare(58).is_err());
        assert_eq!(memory.log2_entries, 12);
        assert_eq!(memory.prepare(58), Ok(()), "said once");
        assert_eq!(memory.prepare(11), Ok(()));
        assert_eq!(memory.log2_entries, 11);
    }

    #[test]
    fn the_system_is_asked() {
        let text = "MemTotal:       16000000 kB\nMemAvailable:      2048 kB\n";
        assert_eq!(available_in(text), Some(2 << 20));
        assert_eq!(available_in("MemFree: 1 kB\n"), None);
    }
}
