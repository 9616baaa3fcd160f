//! The files of tables. All numbers are little-endian.
//!
//! ```text
//! bytes  what
//! 8      "damkaend"
//! 2      version of the format
//! 1      pieces
//! 1+n    length of the game's name; the name
//! 8      fingerprint of the rules
//! 4      CRC-32 of all bytes before
//! ..     sections, one for each class, in the order in which they are solved
//!
//! section:
//! 8      its length in bytes
//! 4      the class
//! 8      places
//! 4      blocks
//! 4*n    the length of each packed block
//! 4      the length of the packed counts
//! ..     the packed counts
//! ..     the packed blocks
//! 4      CRC-32 of all bytes of the section before
//! ```
//!
//! A place holds 0 for a draw, and plies and 1 for a win or a loss; whose win it is follows from the plies. In holes,
//! and where the side to move can capture, it holds what packs best. Blocks are packed by deflate (RFC 1951).

mod error;
mod read;

use std::sync::Arc;

use miniz_oxide::{deflate, inflate};
use rayon::prelude::*;

use super::index::{Class, Index};
use super::{Counts, plan};
use crate::board::Geometry;
use crate::rules::Rules;

pub use error::FileError;
use read::Reader;

const MAGIC: &[u8; 8] = b"damkaend";
const VERSION: u16 = 1;

/// Of classes with more pieces only what was used lately is kept decoded.
const MOST_PIECES_OF_SMALL: u32 = 4;

/// Places in a block of a class that is kept decoded.
const BLOCK_OF_SMALL: usize = 1 << 16;

/// Places in a block of a larger class.
pub(super) const BLOCK_OF_LARGE: usize = 1 << 12;

/// How hard the packing tries, from 0 to 10.
const EFFORT: u8 = 9;

/// A number for all rules on which the values of a game's tables depend: FNV-1a of their names (Fowler, Noll, Vo).
#[must_use]
pub fn fingerprint<R: Rules>() -> u64 {
    let board = (
        <R::Board as Geometry>::WIDTH,
        <R::Board as Geometry>::HEIGHT,
        <R::Board as Geometry>::SQUARES,
        <R::Board as Geometry>::MIRRORED,
    );
    let men = (
        R::MAN_MOVES,
        R::MAN_CAPTURES,
        R::MAN_FURTHER_CAPTURES,
        R::MEN_CAPTURE_KINGS,
    );
    let kings = (
        R::KING_MOVES,
        R::KING_CAPTURES,
        R::FLYING_KINGS,
        R::KING_LANDING,
    );
    let captures = (R::TURNS_BACK, R::REMOVES_AT_ONCE, R::PRIORITY, R::PROMOTION);
    let rules = format!(
        "{board:?} {men:?} {kings:?} {captures:?} {:?}",
        R::OBJECTIVE
    );
    rules.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The first bytes of a file of tables.
#[must_use]
pub(super) fn header<R: Rules>(pieces: u32) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([pieces as u8, R::NAME.len() as u8]);
    bytes.extend(R::NAME.as_bytes());
    bytes.extend(fingerprint::<R>().to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// A section that stands for itself.
pub(super) fn single_section<R: Rules>(bytes: Vec<u8>, class: Class) -> Result<Section, FileError> {
    let file = TableFile::read(bytes);
    Reader {
        bytes: file.bytes(),
        at: 0,
    }
    .section(&file, class, places_of::<R>(class))
}

/// The places of a class of the game.
fn places_of<R: Rules>(class: Class) -> Option<u64> {
    Index::<R>::new(class).map(|index| index.places())
}

const fn block_size(class_pieces: u32) -> usize {
    if class_pieces <= MOST_PIECES_OF_SMALL {
        BLOCK_OF_SMALL
    } else {
        BLOCK_OF_LARGE
    }
}

/// The section of a class, packed on all threads of the current rayon pool.
#[must_use]
pub(super) fn section(class: Class, counts: &Counts, places: &[u8]) -> Vec<u8> {
    let pack = |bytes: &[u8]| deflate::compress_to_vec(bytes, EFFORT);
    let counts = pack(&counts.to_bytes());
    let blocks = places.par_chunks(block_size(class.pieces()));
    let blocks: Vec<Vec<u8>> = blocks.map(pack).collect();
    let mut bytes = vec![0; 8];
    bytes.extend(class.0);
    bytes.extend((places.len() as u64).to_le_bytes());
    bytes.extend((blocks.len() as u32).to_le_bytes());
    for length in blocks.iter().map(Vec::len).chain([counts.len()]) {
        bytes.extend((length as u32).to_le_bytes());
    }
    bytes.extend(counts);
    bytes.extend(blocks.into_iter().flatten());
    let length = bytes.len() as u64 + 4;
    bytes[..8].copy_from_slice(&length.to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The bytes of a file of tables, shared by its sections.
#[derive(Clone, Debug)]
pub enum TableFile {
    /// Part of the program.
    Embedded(&'static [u8]),
    /// Read from a file.
    Read(Arc<Vec<u8>>),
}

impl TableFile {
    /// A file that was read.
    #[must_use]
    pub fn read(bytes: Vec<u8>) -> Self {
        Self::Read(Arc::new(bytes))
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Embedded(bytes) => bytes,
            Self::Read(bytes) => bytes,
        }
    }

    /// The sections of all classes.
    ///
    /// # Errors
    ///
    /// When the file is for another game, is damaged, or lacks a class.
    pub fn sections<R: Rules>(&self) -> Result<Vec<Section>, FileError> {
        let (pieces, sections, end) = self.whole_sections::<R>()?;
        let is_whole = sections.len() == plan::classes::<R>(pieces).len();
        if is_whole && end == self.bytes().len() {
            return Ok(sections);
        }
        // What follows is no section: say why.
        let mut reader = Reader {
            bytes: self.bytes(),
            at: end,
        };
        let expected = plan::classes::<R>(pieces).get(sections.len()).copied();
        match expected {
            Some(class) => Err(reader
                .section(self, class, places_of::<R>(class))
                .err()
                .unwrap_or(FileError::Damaged { at: end })),
            None => Err(FileError::Damaged { at: end }),
        }
    }

    /// The number of pieces, the sections that are whole, as far as none is missing or damaged, and where they end.
    ///
    /// # Errors
    ///
    /// When the file does not begin as tables of this game do.
    pub(super) fn whole_sections<R: Rules>(&self) -> Result<(u32, Vec<Section>, usize), FileError> {
        let mut reader = Reader {
            bytes: self.bytes(),
            at: 0,
        };
        let pieces = reader.header(R::NAME, fingerprint::<R>())?;
        let mut sections = Vec::new();
        for class in plan::classes::<R>(pieces) {
            let begin = reader.at;
            match reader.section(self, class, places_of::<R>(class)) {
                Ok(section) => sections.push(section),
                Err(_) => {
                    reader.at = begin;
                    break;
                }
            }
        }
        Ok((pieces, sections, reader.at))
    }
}

/// The packed table of a class.
#[derive(Clone, Debug)]
pub struct Section {
    file: TableFile,
    class: Class,
    places: u64,
    counts: Counts,
    /// Where the blocks begin, and where the last one ends.
    ends: Vec<usize>,
}

impl Section {
    /// Where the section ends in its file.
    pub(super) fn end(&self) -> usize {
        self.ends.last().map_or(0, |end| end + 4)
    }

    /// The class.
    #[must_use]
    pub const fn class(&self) -> Class {
        self.class
    }

    /// What the class holds.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// A number that tells the sections in memory apart.
    pub(super) fn identity(&self) -> usize {
        self.file.bytes()[self.ends[0]..].as_ptr() as usize
    }

    /// Whether what was decoded of the table is kept.
    pub(super) fn is_small(&self) -> bool {
        self.class.pieces() <= MOST_PIECES_OF_SMALL
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.ends.len() - 1
    }

    /// The block of a place, and where in it the place is.
    #[inline(always)]
    pub(super) fn block_of(&self, place: u64) -> (usize, usize) {
        let size = block_size(self.class.pieces()) as u64;
        ((place / size) as usize, (place % size) as usize)
    }

    /// Bytes of the packed blocks.
    #[must_use]
    pub fn packed(&self) -> usize {
        self.ends.last().map_or(0, |end| end - self.ends[0])
    }

    /// A block, decoded; `None` if it cannot be.
    #[must_use]
    pub(super) fn decode_block(&self, block: usize) -> Option<Box<[u8]>> {
        let size = block_size(self.class.pieces()) as u64;
        let left = self.places.checked_sub(size.checked_mul(block as u64)?)?;
        let packed = *self.ends.get(block)?..*self.ends.get(block + 1)?;
        let mut places = vec![0; left.min(size) as usize];
        unpack(&self.file.bytes()[packed], &mut places)?;
        Some(places.into())
    }

    /// Whether the section unpacks to these places.
    pub(super) fn unpacks_to(&self, places: &[u8]) -> bool {
        let chunks = places.chunks(block_size(self.class.pieces()));
        let is_same =
            |(block, chunk): (usize, &[u8])| self.decode_block(block).as_deref() == Some(chunk);
        self.places == places.len() as u64 && chunks.enumerate().all(is_same)
    }
}

/// Unpacks bytes that must fill the room exactly.
fn unpack(packed: &[u8], room: &mut [u8]) -> Option<()> {
    let length = room.len();
    let unpacked = inflate::decompress_slice_iter_to_slice(room, [packed].into_iter(), false, true);
    (unpacked == Ok(length)).then_some(())
}
