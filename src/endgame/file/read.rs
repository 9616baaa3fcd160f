//! Reading files of tables, which may be damaged in any way.

use std::ops::Range;

use super::{FileError, MAGIC, Section, TableFile, VERSION, block_size, unpack};
use crate::endgame::index::Class;
use crate::endgame::{Counts, plan};

pub(super) struct Reader<'a> {
    pub bytes: &'a [u8],
    /// The next byte.
    pub at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], FileError> {
        let range = self.range(count)?;
        Ok(&self.bytes[range])
    }

    fn range(&mut self, count: usize) -> Result<Range<usize>, FileError> {
        let end = self.at.checked_add(count);
        let end = end.filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(FileError::Damaged {
            at: self.bytes.len(),
        })?;
        let begin = std::mem::replace(&mut self.at, end);
        Ok(begin..end)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let at = self.at;
        self.take(N)?
            .try_into()
            .map_err(|_| FileError::Damaged { at })
    }

    fn length(&mut self) -> Result<usize, FileError> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    /// Checks the sum of all bytes from `begin` on.
    fn checksum(&mut self, begin: usize) -> Result<(), FileError> {
        let at = self.at;
        let sum = crc32fast::hash(&self.bytes[begin..at]);
        if self.array()? == sum.to_le_bytes() {
            Ok(())
        } else {
            Err(FileError::Checksum { at })
        }
    }

    /// Reads the head of a file and returns the number of pieces.
    pub fn header(&mut self, game: &'static str, rules: u64) -> Result<u32, FileError> {
        if self.take(MAGIC.len()).ok() != Some(MAGIC.as_slice()) {
            return Err(FileError::NotTables);
        }
        let found = u16::from_le_bytes(self.array()?);
        if found != VERSION {
            return Err(FileError::Version { found });
        }
        let [pieces, length] = self.array()?;
        let found = String::from_utf8_lossy(self.take(length.into())?).into_owned();
        if found != game {
            return Err(FileError::Game {
                found,
                expected: game,
            });
        }
        let found = u64::from_le_bytes(self.array()?);
        self.checksum(0)?;
        if found != rules {
            return Err(FileError::Rules);
        }
        if !(2..=plan::MOST_PIECES).contains(&pieces.into()) {
            return Err(FileError::Pieces { found: pieces });
        }
        Ok(pieces.into())
    }

    /// Reads the section of a class.
    pub fn section(
        &mut self,
        file: &TableFile,
        class: Class,
        expected: Option<u64>,
    ) -> Result<Section, FileError> {
        let begin = self.at;
        let damaged = FileError::Damaged { at: begin };
        let length = u64::from_le_bytes(self.array()?);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        // The sum first: nothing else is read before it is known to be sound.
        let end = begin
            .checked_add(length)
            .filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(FileError::Damaged {
            at: self.bytes.len(),
        })?;
        let content = end.checked_sub(4).filter(|&content| content >= self.at);
        let content = content.ok_or(damaged.clone())?;
        let mut sum = Reader {
            bytes: self.bytes,
            at: content,
        };
        sum.checksum(begin)?;

        let found = Class(self.array()?);
        let places = u64::from_le_bytes(self.array()?);
        let blocks = self.length()?;
        let needed = places.div_ceil(block_size(class.pieces()) as u64);
        if found != class || Some(places) != expected || blocks as u64 != needed {
            return Err(damaged);
        }
        let lengths = self.take(4 * blocks)?.chunks_exact(4);
        let lengths: Vec<usize> = lengths
            .map(|length| u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize)
            .collect();
        let packed_counts = self.length()?;
        let mut counts = vec![0; Counts::LENGTH];
        unpack(self.take(packed_counts)?, &mut counts).ok_or(damaged.clone())?;
        let counts = Counts::from_bytes(&counts).ok_or(damaged.clone())?;
        let mut ends = vec![self.at];
        for length in lengths {
            ends.push(self.range(length)?.end);
        }
        if self.at != content {
            return Err(damaged);
        }
        self.at = end;
        Ok(Section {
            file: file.clone(),
            class,
            places,
            counts,
            ends,
        })
    }
}
