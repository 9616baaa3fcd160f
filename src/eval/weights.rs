//! The file of a network: a header, the numbers, a checksum.
//!
//! All numbers are little-endian. Vectors of pattern states that never came up in training are all zero, so runs of
//! zero vectors are stored as their length.
//!
//! ```text
//! bytes  what
//! 8      "damkanet"
//! 2      version of the format
//! 2      length of the vectors
//! 2      phases
//! 2+n    length of the game's name; the name
//! 4      pattern vectors
//! 4      feature vectors
//! 4      scale
//! ..     pattern vectors: runs of (zero vectors: u32, other vectors: u32, their numbers)
//! ..     feature vectors
//! ..     heads: bias i32, linear, clipped
//! 4      CRC-32 of all bytes before
//! ```

use std::fmt;

use super::network::{DIM, Head, Network, PHASES, Row, Weights};
use crate::rules::Rules;

const MAGIC: &[u8; 8] = b"damkanet";
const VERSION: u16 = 1;

/// Why a file is no network for the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// The file does not begin as a network does.
    NotANetwork,
    /// The format has another version, or vectors or phases of another number.
    Version {
        /// What was found.
        found: u16,
        /// What was expected.
        expected: u16,
    },
    /// The network is for another game.
    Game {
        /// The game that the file names.
        found: String,
        /// The game for which it was to be used.
        expected: &'static str,
    },
    /// The file ends too early, or its contents contradict its header.
    Damaged {
        /// The byte at which it was noticed.
        at: usize,
    },
    /// The checksum does not fit the contents.
    Checksum,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANetwork => {
                f.write_str("not a network file (it does not begin with \"damkanet\")")
            }
            Self::Version { found, expected } => {
                write!(
                    f,
                    "a network of version or size {found} (expected {expected})"
                )
            }
            Self::Game { found, expected } => {
                write!(
                    f,
                    "a network for {} (expected {expected})",
                    found.escape_debug()
                )
            }
            Self::Damaged { at } => write!(f, "damaged or cut off at byte {at}"),
            Self::Checksum => f.write_str("damaged: the checksum does not fit the contents"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// The network that is part of the program, for games that have one.
#[must_use]
pub fn embedded(game: &str) -> Option<&'static [u8]> {
    EMBEDDED
        .iter()
        .find(|(name, _)| *name == game)
        .map(|&(_, bytes)| bytes)
}

const EMBEDDED: &[(&str, &[u8])] = &[(
    "international",
    include_bytes!("../../nets/international.net"),
)];

/// Writes the weights of a game as a file.
#[must_use]
pub fn write<R: Rules>(weights: &Weights) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, DIM as u16, PHASES as u16, R::NAME.len() as u16] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(R::NAME.as_bytes());
    for count in [weights.patterns.len(), weights.features.len()] {
        bytes.extend((count as u32).to_le_bytes());
    }
    bytes.extend(weights.scale.to_le_bytes());
    let is_zero = |row: &Row| *row == [0; DIM];
    let mut rest = weights.patterns.as_slice();
    while !rest.is_empty() {
        let zeros = rest.iter().take_while(|row| is_zero(row)).count();
        let others = rest[zeros..].iter().take_while(|row| !is_zero(row)).count();
        for count in [zeros, others] {
            bytes.extend((count as u32).to_le_bytes());
        }
        write_rows(&mut bytes, &rest[zeros..zeros + others]);
        rest = &rest[zeros + others..];
    }
    write_rows(&mut bytes, &weights.features);
    for head in &weights.heads {
        bytes.extend(head.bias.to_le_bytes());
        write_rows(&mut bytes, &[head.linear, head.clipped]);
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn write_rows(bytes: &mut Vec<u8>, rows: &[Row]) {
    bytes.extend(
        rows.iter()
            .flatten()
            .flat_map(|number| number.to_le_bytes()),
    );
}

/// Reads the network of a game from the bytes of a file.
///
/// # Errors
///
/// When the bytes are no network, are damaged, or are for another game.
pub fn read<R: Rules>(bytes: &[u8]) -> Result<Network<R>, WeightsError> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.take(MAGIC.len()).ok() != Some(MAGIC.as_slice()) {
        return Err(WeightsError::NotANetwork);
    }
    for expected in [VERSION, DIM as u16, PHASES as u16] {
        let found = reader.u16()?;
        if found != expected {
            return Err(WeightsError::Version { found, expected });
        }
    }
    let length = usize::from(reader.u16()?);
    let name = String::from_utf8_lossy(reader.take(length)?).into_owned();
    if name != R::NAME {
        return Err(WeightsError::Game {
            found: name,
            expected: R::NAME,
        });
    }
    let (contents, checksum) = bytes.split_at(bytes.len().saturating_sub(4));
    if crc32fast::hash(contents).to_le_bytes() != checksum {
        return Err(WeightsError::Checksum);
    }
    let (patterns, features) = (reader.u32()? as usize, reader.u32()? as usize);
    let scale = reader.u32()? as i32;
    let mut weights = Weights {
        scale,
        ..Weights::default()
    };
    while weights.patterns.len() < patterns {
        let (zeros, others) = (reader.u32()? as usize, reader.u32()? as usize);
        let left = patterns - weights.patterns.len();
        if zeros + others == 0 || zeros > left || others > left - zeros {
            return Err(WeightsError::Damaged { at: reader.at });
        }
        weights
            .patterns
            .resize(weights.patterns.len() + zeros, [0; DIM]);
        reader.rows(others, &mut weights.patterns)?;
    }
    reader.rows(features, &mut weights.features)?;
    for _ in 0..PHASES {
        let bias = reader.u32()? as i32;
        let mut rows = Vec::new();
        reader.rows(2, &mut rows)?;
        weights.heads.push(Head {
            bias,
            linear: rows[0],
            clipped: rows[1],
        });
    }
    if reader.at != contents.len() {
        return Err(WeightsError::Damaged { at: reader.at });
    }
    Network::new(weights).ok_or(WeightsError::Damaged { at: reader.at })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], WeightsError> {
        let end = self
            .at
            .checked_add(count)
            .filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(WeightsError::Damaged {
            at: self.bytes.len(),
        })?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn u16(&mut self) -> Result<u16, WeightsError> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self) -> Result<u32, WeightsError> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn rows(&mut self, count: usize, rows: &mut Vec<Row>) -> Result<(), WeightsError> {
        let length = count
            .checked_mul(2 * DIM)
            .ok_or(WeightsError::Damaged { at: self.at })?;
        for bytes in self.take(length)?.chunks_exact(2 * DIM) {
            let mut row = [0; DIM];
            for (number, bytes) in row.iter_mut().zip(bytes.chunks_exact(2)) {
                *number = i16::from_le_bytes([bytes[0], bytes[1]]);
            }
            rows.push(row);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluate;
    use crate::eval::network::Features;
    use crate::eval::patterns::{Patterns, STATES};
    use crate::position::Position;
    use crate::position::key::split_mix;
    use crate::rules::{Brazilian, International};

    /// Weights that are mostly zero, like trained ones.
    fn weights() -> Weights {
        let blocks = Patterns::of::<<International as Rules>::Board>().len();
        let mut state = 7;
        let mut number = || {
            let (next, number) = split_mix(state);
            state = next;
            number as i16 >> 6
        };
        let mut weights = Weights {
            scale: 120,
            ..Weights::default()
        };
        for place in 0..blocks * STATES {
            let used = place % 7 < 2;
            weights
                .patterns
                .push(if used { [number(); DIM] } else { [0; DIM] });
        }
        weights.features = (0..Features::of::<International>().count())
            .map(|_| [number(); DIM])
            .collect();
        let head = || Head {
            bias: 3,
            linear: [number(); DIM],
            clipped: [-2; DIM],
        };
        weights.heads = std::iter::repeat_with(head).take(PHASES).collect();
        weights
    }

    #[test]
    fn a_file_reads_back() {
        let weights = weights();
        let bytes = write::<International>(&weights);
        let network = read::<International>(&bytes).unwrap();
        assert_eq!(network.weights(), &weights);
        let start = Position::start();
        assert_eq!(network.evaluate(&start), network.evaluate(&start.turned()));
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let bytes = write::<International>(&weights());
        let game = WeightsError::Game {
            found: "international".to_owned(),
            expected: "brazilian",
        };
        assert_eq!(read::<Brazilian>(&bytes).unwrap_err(), game);
        assert_eq!(
            read::<International>(b"PNG").unwrap_err(),
            WeightsError::NotANetwork
        );
        for length in (0..bytes.len()).step_by(bytes.len() / 97) {
            assert!(read::<International>(&bytes[..length]).is_err());
        }
        for at in (0..bytes.len()).step_by(bytes.len() / 97) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x10;
            assert!(read::<International>(&flipped).is_err(), "byte {at}");
        }
        let longer = [&bytes[..], &[0; 8]].concat();
        assert!(read::<International>(&longer).is_err());
    }
}
