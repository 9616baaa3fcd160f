//! Building the tables of a game, from two pieces up.
//!
//! Each number of pieces has its file. It grows under another name, a pair of classes at a time, and gets its own name
//! when it is complete, so a build that was interrupted goes on where it was. The bytes of a file depend on the rules
//! of the game alone.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::file::{self, FileError, TableFile};
use super::index::{Class, Index};
use super::plan::{self, MOST_PIECES};
pub use super::solve::Watch;
use super::solve::{BYTES_PER_PLACE, Pair};
use super::{Tables, is_supported};
use crate::rules::Rules;

/// Why tables were not built.
#[derive(Debug)]
pub enum BuildError {
    /// The game remembers more than the pieces on the board.
    Unsupported,
    /// Tables for so many pieces cannot be built.
    Pieces(u32),
    /// More memory is needed than was allowed.
    Memory {
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that were allowed.
        allowed: u64,
    },
    /// A class has more places than this machine can count.
    TooLarge,
    /// A game lasts longer than a table can tell.
    TooLong,
    /// A class to which a move leads is not there.
    Missing,
    /// The check found a wrong value: a fault of the program or of the machine.
    Wrong {
        /// The class.
        class: Class,
        /// The place.
        place: u64,
    },
    /// The packed table does not unpack to what was packed: a fault of the program or of the machine.
    Packing(Class),
    /// A file that is there cannot be used.
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: FileError,
    },
    /// A file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The work was stopped; what was finished is kept.
    Stopped,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => f.write_str(
                "this game remembers moves of kings, so a position on the board has no single value: \
                 there are no tables for it",
            ),
            Self::Pieces(pieces) => {
                write!(f, "no tables for {pieces} pieces (expected 2 to {MOST_PIECES})")
            }
            Self::Memory { needed, allowed } => write!(
                f,
                "this takes {:.1} GiB of memory, and --memory allows {:.1}",
                gibibytes(*needed),
                gibibytes(*allowed)
            ),
            Self::TooLarge => f.write_str("a class has more places than this machine can count"),
            Self::TooLong => f.write_str("a win takes more plies than a table can tell"),
            Self::Missing => f.write_str("a class to which a move leads is not there"),
            Self::Wrong { class, place } => {
                write!(f, "class {class}: the value at place {place} is wrong")
            }
            Self::Packing(class) => write!(f, "class {class}: it does not unpack as it was packed"),
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Bytes in GiB.
#[must_use]
pub fn gibibytes(bytes: u64) -> f64 {
    bytes as f64 / (1u64 << 30) as f64
}

/// What a build tells about its progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A file is complete already.
    Kept(PathBuf),
    /// Classes are being solved.
    Solving(Vec<Class>),
    /// A file is complete now.
    Written(PathBuf),
}

/// The file of a game's tables for a number of pieces.
#[must_use]
pub fn path<R: Rules>(folder: &Path, pieces: u32) -> PathBuf {
    folder.join(format!("{}-{pieces}.end", R::NAME))
}

fn places<R: Rules>(class: Class) -> u64 {
    Index::<R>::new(class).map_or(u64::MAX, |index| index.places())
}

/// All places of the classes with so many pieces.
#[must_use]
pub fn places_of<R: Rules>(pieces: u32) -> u64 {
    let classes = plan::classes::<R>(pieces).into_iter();
    classes.map(places::<R>).fold(0, u64::saturating_add)
}

/// The bytes of memory that a build up to so many pieces takes: all tables as they are solved, unpacked, and beside them
/// the working memory of the largest pair of classes.
#[must_use]
pub fn memory<R: Rules>(pieces: u32) -> u64 {
    let tables = (2..=pieces)
        .map(places_of::<R>)
        .fold(0, u64::saturating_add);
    let pair = |pair: Vec<Class>| {
        pair.into_iter()
            .map(places::<R>)
            .fold(0, u64::saturating_add)
    };
    let largest = plan::pairs::<R>(pieces).into_iter().map(pair).max();
    tables.saturating_add(largest.unwrap_or(0).saturating_mul(BYTES_PER_PLACE))
}

/// The places that a build counts in its [`Watch`]: each one that is not in a complete file, as it is set up and as it
/// is checked.
#[must_use]
pub fn work<R: Rules>(folder: &Path, pieces: u32) -> u64 {
    let missing = (2..=pieces).filter(|&pieces| !path::<R>(folder, pieces).exists());
    2 * missing.map(places_of::<R>).sum::<u64>()
}

/// Builds the files of a game for 2, 3, .. pieces in a folder, as far as they are not there, on all threads of the
/// current rayon pool.
///
/// # Errors
///
/// When there are no such tables, they take more bytes of memory than allowed, a file cannot be used, or `watch` stopped
/// the work.
pub fn build<R: Rules>(
    folder: &Path,
    pieces: u32,
    allowed: u64,
    watch: &Watch,
    report: &(dyn Fn(Step) + Sync),
) -> Result<(), BuildError> {
    if !is_supported::<R>() {
        return Err(BuildError::Unsupported);
    }
    if !(2..=MOST_PIECES).contains(&pieces) {
        return Err(BuildError::Pieces(pieces));
    }
    let needed = memory::<R>(pieces);
    if needed > allowed {
        return Err(BuildError::Memory { needed, allowed });
    }
    let mut tables = Tables::<R>::unpacked();
    for pieces in 2..=pieces {
        let path = path::<R>(folder, pieces);
        if path.exists() {
            let bytes = fs::read(&path).map_err(io_error(&path))?;
            let added = tables.add(TableFile::read(bytes));
            added.map_err(|error| BuildError::File {
                path: path.clone(),
                error,
            })?;
            report(Step::Kept(path));
        } else {
            build_file(&path, pieces, &mut tables, watch, report)?;
            report(Step::Written(path));
        }
    }
    Ok(())
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> BuildError {
    let path = path.to_owned();
    |error| BuildError::Io { path, error }
}

/// Builds one file, or what is missing of it.
fn build_file<R: Rules>(
    path: &Path,
    pieces: u32,
    tables: &mut Tables<R>,
    watch: &Watch,
    report: &(dyn Fn(Step) + Sync),
) -> Result<(), BuildError> {
    let part_path = path.with_extension("end.part");
    let (mut part, finished) = open_part(&part_path, pieces, tables)?;
    for pair in plan::pairs::<R>(pieces) {
        let is_finished = pair.iter().all(|class| finished.contains(class));
        if is_finished {
            let places = pair.iter().map(|&class| places::<R>(class)).sum::<u64>();
            watch.count(2 * places)?;
            continue;
        }
        report(Step::Solving(pair.clone()));
        let mut sections = Vec::new();
        for solved in Pair::new(&pair, tables, watch)?.solve()? {
            let packed = file::section(solved.class, &solved.counts, &solved.places);
            part.write_all(&packed).map_err(io_error(&part_path))?;
            let section = file::single_section::<R>(packed, solved.class);
            let section = section.map_err(|_| BuildError::Packing(solved.class))?;
            if !section.unpacks_to(&solved.places) {
                return Err(BuildError::Packing(solved.class));
            }
            sections.push(section);
        }
        part.sync_data().map_err(io_error(&part_path))?;
        for section in sections {
            tables.add_section(section);
        }
    }
    fs::rename(&part_path, path).map_err(io_error(path))
}

/// Opens the part of a file that is there, behind its last whole pair, and adds its classes to the tables.
fn open_part<R: Rules>(
    path: &Path,
    pieces: u32,
    tables: &mut Tables<R>,
) -> Result<(File, Vec<Class>), BuildError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(io_error(path)(error)),
    };
    let file = TableFile::read(bytes);
    let (found, mut sections) = match file.whole_sections::<R>() {
        Ok((found, sections, _)) if found == pieces => (true, sections),
        _ => (false, Vec::new()),
    };
    // Of a pair both classes or none.
    let mut whole = 0;
    for pair in plan::pairs::<R>(pieces) {
        if whole + pair.len() <= sections.len() {
            whole += pair.len();
        } else {
            break;
        }
    }
    sections.truncate(whole);
    let header = file::header::<R>(pieces);
    let end = sections.last().map_or(header.len(), file::Section::end);
    let classes = sections.iter().map(file::Section::class).collect();
    for section in sections {
        tables.add_section(section);
    }
    let open = || -> io::Result<File> {
        let mut part = OpenOptions::new().append(true).create(true).open(path)?;
        if found {
            part.set_len(end as u64)?;
        } else {
            part.set_len(0)?;
            part.write_all(&header)?;
        }
        Ok(part)
    };
    Ok((open().map_err(io_error(path))?, classes))
}
