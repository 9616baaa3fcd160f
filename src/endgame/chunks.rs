//! Work on all places of a table, a chunk at a time, on all threads of the current rayon pool.
//!
//! It knows no game: so it is compiled once, and not for each of them.

use std::ops::Range;
use std::sync::atomic::AtomicU8;

use rayon::prelude::*;

/// Places that a thread works on at a time.
const CHUNK: u64 = 1 << 14;

/// Does the work for each chunk and joins the results; the first failure that is found ends it.
pub(super) fn each<T: Send, E: Send>(
    places: u64,
    nothing: fn() -> T,
    join: fn(T, T) -> T,
    work: &(dyn Fn(Range<u64>) -> Result<T, E> + Sync),
) -> Result<T, E> {
    let chunks = (0..places.div_ceil(CHUNK)).into_par_iter();
    let results = chunks.map(|chunk| work(chunk * CHUNK..places.min((chunk + 1) * CHUNK)));
    results.try_reduce(nothing, |one, other| Ok(join(one, other)))
}

/// So many bytes that threads can change.
pub(super) fn bytes(count: usize, byte: u8) -> Vec<AtomicU8> {
    let places = (0..count).into_par_iter();
    places.map(|_| AtomicU8::new(byte)).collect()
}
