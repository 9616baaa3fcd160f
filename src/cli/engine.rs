//! The arguments that say how much of the machine the engine may take.

use clap::Args;
use damka::search::Table;

use super::Failure;

/// Threads and memory.
#[derive(Args, Clone, Debug)]
pub struct EngineArguments {
    /// Threads that search. One thread with a limit on depth or nodes gives the same result everywhere.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Memory for the transposition table, in MiB, rounded down to a power of two.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
}

impl Default for EngineArguments {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 256,
        }
    }
}

impl EngineArguments {
    /// The transposition table.
    ///
    /// # Errors
    ///
    /// When there is no memory for it.
    pub fn table(&self) -> Result<Table, Failure> {
        self.table_of(1)
    }

    /// One of several tables that share the memory.
    ///
    /// # Errors
    ///
    /// When there is no memory for it.
    pub fn table_of(&self, tables: usize) -> Result<Table, Failure> {
        let bytes = ((self.hash as usize) << 20) / tables.max(1);
        Table::new(Table::log2_entries(bytes)).map_err(|error| Failure::Table {
            mebibytes: self.hash,
            error,
        })
    }
}
