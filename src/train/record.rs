//! Training positions, and the files that hold them.
//!
//! A file has a header and blocks. A block holds the positions of a fixed number of games and its own checksum; it is
//! written in one piece when its games are finished. A file that was cut off anywhere is therefore good up to its last
//! whole block, and self-play goes on from there.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::board::{Geometry, Word};
use crate::eval::network::View;
use crate::rules::{Rules, Set};

/// A position with what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<R: Rules> {
    /// The position, seen from the side to move.
    pub view: View<R>,
    /// The score of the search for the side to move, in hundredths of a man.
    pub score: i16,
    /// How the game ended for the side to move: 1, 0 or -1.
    pub result: i8,
    /// Plies played before, up to 255.
    pub ply: u8,
}

/// Bytes of a record in a file: three sets of up to 72 squares, score, result, ply, one to spare.
pub const BYTES: usize = 32;

/// Bytes of a set.
const SET_BYTES: usize = 9;

impl<R: Rules> Record<R> {
    /// The record as it is stored.
    #[must_use]
    pub fn encode(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        for (place, set) in [self.view.us, self.view.them, self.view.kings]
            .into_iter()
            .enumerate()
        {
            let packed = set
                .squares()
                .fold(0u128, |bits, square| bits | 1 << R::Board::index(square));
            let packed = packed.to_le_bytes();
            bytes[place * SET_BYTES..][..SET_BYTES].copy_from_slice(&packed[..SET_BYTES]);
        }
        bytes[27..29].copy_from_slice(&self.score.to_le_bytes());
        bytes[29] = self.result as u8;
        bytes[30] = self.ply;
        bytes
    }

    /// The record that these bytes store; `None` when they are none.
    #[must_use]
    pub fn decode(bytes: &[u8; BYTES]) -> Option<Self> {
        let mut sets = [Set::<R>::EMPTY; 3];
        for (place, set) in sets.iter_mut().enumerate() {
            let mut packed = [0; 16];
            packed[..SET_BYTES].copy_from_slice(&bytes[place * SET_BYTES..][..SET_BYTES]);
            let mut bits = u128::from_le_bytes(packed);
            if bits >> R::Board::SQUARES != 0 {
                return None;
            }
            while bits != 0 {
                *set |= Set::<R>::one(R::Board::square(bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
        let [us, them, kings] = sets;
        let result = bytes[29] as i8;
        let sound = !us.meets(them) && (kings & !(us | them)).is_empty() && result.abs() <= 1;
        sound.then_some(Self {
            view: View { us, them, kings },
            score: i16::from_le_bytes([bytes[27], bytes[28]]),
            result,
            ply: bytes[30],
        })
    }
}

/// How the games of a file were made; blocks of files with equal recipes can be mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The seed of all games.
    pub seed: u64,
    /// Positions visited by the search for a move.
    pub nodes: u64,
}

/// Why a file of records cannot be used.
#[derive(Debug)]
pub enum RecordError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// The file does not begin as a file of records does.
    NotRecords(PathBuf),
    /// The file holds positions of another game.
    Game {
        /// The file.
        path: PathBuf,
        /// The game that it names.
        found: String,
        /// The game for which it was to be used.
        expected: &'static str,
    },
    /// The file was made with another seed or node count.
    Recipe {
        /// The file.
        path: PathBuf,
        /// How it was made.
        found: Recipe,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::NotRecords(path) => {
                write!(f, "{}: not a file of training positions", path.display())
            }
            Self::Game {
                path,
                found,
                expected,
            } => write!(
                f,
                "{}: positions of {} (expected {expected})",
                path.display(),
                found.escape_debug()
            ),
            Self::Recipe { path, found } => write!(
                f,
                "{}: made with seed {} and {} nodes a move; give the same to go on with it",
                path.display(),
                found.seed,
                found.nodes
            ),
        }
    }
}

impl std::error::Error for RecordError {}

const MAGIC: &[u8; 8] = b"damkarec";
const VERSION: u32 = 1;
const NAME_BYTES: usize = 28;
const HEADER_BYTES: usize = 8 + 4 + NAME_BYTES + 8 + 8;
const BLOCK_MAGIC: &[u8; 4] = b"BLCK";
const BLOCK_HEADER_BYTES: usize = 16;

fn header<R: Rules>(recipe: Recipe) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    let mut name = [0; NAME_BYTES];
    name[..R::NAME.len()].copy_from_slice(R::NAME.as_bytes());
    bytes.extend(name);
    bytes.extend(recipe.seed.to_le_bytes());
    bytes.extend(recipe.nodes.to_le_bytes());
    bytes
}

/// A block of a file: its number, and the positions of its games.
pub struct Block<R: Rules> {
    /// The number of the block in the recipe.
    pub number: u32,
    /// The positions, game after game.
    pub records: Vec<Record<R>>,
}

/// Reads a file block by block, up to the first one that is damaged or cut off.
pub struct Reader<R: Rules> {
    file: BufReader<File>,
    /// How the file was made.
    pub recipe: Recipe,
    /// The byte after the last whole block.
    pub end: u64,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Reader<R> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is no file of records, or belongs to another game.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let io = |error| RecordError::Io(path.to_owned(), error);
        let mut file = BufReader::with_capacity(1 << 20, File::open(path).map_err(io)?);
        let mut bytes = [0; HEADER_BYTES];
        if file.read_exact(&mut bytes).is_err() || !bytes.starts_with(MAGIC) {
            return Err(RecordError::NotRecords(path.to_owned()));
        }
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        if number(8) as u32 != VERSION {
            return Err(RecordError::NotRecords(path.to_owned()));
        }
        let name = &bytes[12..12 + NAME_BYTES];
        let name = String::from_utf8_lossy(name)
            .trim_end_matches('\0')
            .to_owned();
        if name != R::NAME {
            return Err(RecordError::Game {
                path: path.to_owned(),
                found: name,
                expected: R::NAME,
            });
        }
        let recipe = Recipe {
            seed: number(12 + NAME_BYTES),
            nodes: number(20 + NAME_BYTES),
        };
        Ok(Self {
            file,
            recipe,
            end: HEADER_BYTES as u64,
            rules: std::marker::PhantomData,
        })
    }
}

impl<R: Rules> Iterator for Reader<R> {
    type Item = Block<R>;

    fn next(&mut self) -> Option<Block<R>> {
        let mut head = [0; BLOCK_HEADER_BYTES];
        self.file.read_exact(&mut head).ok()?;
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        if !head.starts_with(BLOCK_MAGIC) || number(8) > 1 << 24 {
            return None;
        }
        let mut bytes = vec![0; number(8) as usize * BYTES];
        self.file.read_exact(&mut bytes).ok()?;
        if crc32fast::hash(&bytes) != number(12) {
            return None;
        }
        let (chunks, _) = bytes.as_chunks::<BYTES>();
        let records = chunks.iter().map(Record::decode).collect::<Option<_>>()?;
        self.end += (BLOCK_HEADER_BYTES + bytes.len()) as u64;
        Some(Block {
            number: number(4),
            records,
        })
    }
}

/// Appends blocks to a file.
pub struct Writer {
    file: File,
    path: PathBuf,
}

impl Writer {
    /// Opens a file to go on with it, or begins it. Returns the numbers of the blocks that it holds; what follows the
    /// last whole block is cut off.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written, or was made by another recipe.
    pub fn resume<R: Rules>(path: &Path, recipe: Recipe) -> Result<(Self, Vec<u32>), RecordError> {
        let io = |error| RecordError::Io(path.to_owned(), error);
        let mut done = Vec::new();
        let mut end = 0;
        if path.exists() {
            let mut reader = Reader::<R>::open(path)?;
            if reader.recipe != recipe {
                return Err(RecordError::Recipe {
                    path: path.to_owned(),
                    found: reader.recipe,
                });
            }
            done.extend(reader.by_ref().map(|block| block.number));
            end = reader.end;
        }
        let options = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(path);
        let mut file = options.map_err(io)?;
        file.set_len(end).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if end == 0 {
            file.write_all(&header::<R>(recipe)).map_err(io)?;
        }
        Ok((
            Self {
                file,
                path: path.to_owned(),
            },
            done,
        ))
    }

    /// Appends a block in one piece.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write<R: Rules>(&mut self, block: &Block<R>) -> Result<(), RecordError> {
        let records: Vec<u8> = block.records.iter().flat_map(Record::encode).collect();
        let mut bytes = BLOCK_MAGIC.to_vec();
        for number in [
            block.number,
            block.records.len() as u32,
            crc32fast::hash(&records),
        ] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(records);
        self.file
            .write_all(&bytes)
            .map_err(|error| RecordError::Io(self.path.clone(), error))
    }
}
