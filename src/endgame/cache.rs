//! Decoded blocks of tables that are too large to be kept decoded as a whole.

use std::sync::Mutex;

use super::file::{BLOCK_OF_LARGE, Section};

/// The block of a section: the identity of the section, and the number of the block.
type Key = (usize, usize);

/// A decoded block, or an empty one if it cannot be decoded.
type Slot = Mutex<(Key, Box<[u8]>)>;

/// Blocks that were used lately. Each has one place, from which the next one with the same place drives it out.
pub(super) struct Cache(Vec<Slot>);

impl Cache {
    /// A cache of so many bytes, and at least one block.
    pub fn new(bytes: usize) -> Self {
        let blocks = (bytes / BLOCK_OF_LARGE).max(1);
        let empty = || Mutex::new(((usize::MAX, 0), Box::default()));
        Self(std::iter::repeat_with(empty).take(blocks).collect())
    }

    /// A byte of a block of a section. Whoever finds the place of the block in use by another thread decodes the block
    /// for itself, so nobody waits.
    pub fn byte(&self, section: &Section, block: usize, within: usize) -> Option<u8> {
        let key = (section.identity(), block);
        let mixed = ((key.0 ^ block) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let slot = &self.0[mixed as usize % self.0.len()];
        let Ok(mut slot) = slot.try_lock() else {
            return section.decode_block(block)?.get(within).copied();
        };
        if slot.0 != key {
            *slot = (key, section.decode_block(block).unwrap_or_default());
        }
        slot.1.get(within).copied()
    }
}
