//! The tables that are part of the program, and those of a folder.

use std::fs;
use std::path::Path;

use super::Tables;
use super::build;
use super::file::TableFile;
use super::plan::MOST_PIECES;
use crate::rules::Rules;

/// Bytes of the cache for tables that are not decoded as a whole.
const CACHE_BYTES: usize = 64 << 20;

/// The files that are part of the program.
macro_rules! files {
    ($($name:literal: $($pieces:literal)*;)*) => {
        &[$(($name, &[$(
            include_bytes!(concat!("../../endgame/", $name, "-", $pieces, ".end")) as &[u8],
        )*])),*]
    };
}

const EMBEDDED: &[(&str, &[&[u8]])] = files! {
    "international": 2 3 4;
    "brazilian": 2 3 4;
    "czech": 2 3 4;
    "filipino": 2 3 4;
    "pool": 2 3 4;
    "portuguese": 2 3 4;
    "russian": 2 3 4;
    "spanish": 2 3 4;
    "twoline": 2 3 4;
    "twoline_no180": 2 3 4;
    "english": 2 3;
    "italian": 2 3;
    "losing_brazilian": 2 3;
    "losing_english": 2 3;
    "losing_russian": 2 3;
    "thai": 2 3;
    "breakthrough": 2 3 4;
    "canadian": 2 3;
    "killer": 2 3;
    "losing": 2 3;
    "spantsiretti": 2 3;
    "srilankan": 2 3;
    "turkish": 2 3;
    "turkish_stop": 2 3;
    "turkish_upgrade": 2 3;
};

impl<R: Rules> Tables<R> {
    /// The tables that are part of the program, for positions of at most so many pieces.
    #[must_use]
    pub fn embedded(most_pieces: u32) -> Self {
        let mut tables = Self::new(CACHE_BYTES);
        let files = EMBEDDED.iter().find(|(name, _)| *name == R::NAME);
        for (pieces, &bytes) in (2..=most_pieces).zip(files.iter().flat_map(|(_, files)| *files)) {
            if let Err(error) = tables.add(TableFile::Embedded(bytes)) {
                log::error!(
                    "the {pieces}-piece tables of {} are left aside: {error}",
                    R::NAME
                );
            }
        }
        tables
    }

    /// The tables that are part of the program, and those of a folder. A file that cannot be used is reported in the
    /// log and left aside.
    #[must_use]
    pub fn with_folder(folder: &Path, most_pieces: u32) -> Self {
        let mut tables = Self::embedded(most_pieces);
        let mut found = false;
        for pieces in 2..=most_pieces.min(MOST_PIECES) {
            let path = build::path::<R>(folder, pieces);
            if !path.exists() {
                continue;
            }
            found = true;
            let bytes = fs::read(&path).map_err(|error| error.to_string());
            let added = bytes.and_then(|bytes| {
                let added = tables.add(TableFile::read(bytes));
                added.map_err(|error| error.to_string())
            });
            if let Err(error) = added {
                log::warn!("{} is left aside: {error}", path.display());
            }
        }
        if !found {
            log::warn!("{} has no endgame tables for {}", folder.display(), R::NAME);
        }
        tables
    }
}
