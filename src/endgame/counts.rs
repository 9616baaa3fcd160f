//! What a class holds: how many positions are won, drawn and lost, and in how many plies.

use super::Value;
use crate::rules::Rules;

/// Counts of the positions of a class by the byte of their value: 0 is a draw, others are plies and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Positions in which the side to move cannot capture.
    quiet: Vec<u64>,
    /// Positions in which it can, and must.
    capture: Vec<u64>,
    /// The byte of the longest win of a quiet position, and the first place that has it.
    longest: Option<(u8, u64)>,
}

/// Won, drawn and lost positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The side to move wins.
    pub win: u64,
    /// Nobody wins.
    pub draw: u64,
    /// The side to move loses.
    pub loss: u64,
}

const BYTES: usize = 256;

impl Counts {
    /// Nothing is counted yet.
    pub(super) fn new() -> Self {
        Self {
            quiet: vec![0; BYTES],
            capture: vec![0; BYTES],
            longest: None,
        }
    }

    /// Counts a position.
    #[inline]
    pub(super) fn add<R: Rules>(&mut self, place: u64, byte: u8, is_quiet: bool) {
        if !is_quiet {
            self.capture[usize::from(byte)] += 1;
            return;
        }
        self.quiet[usize::from(byte)] += 1;
        let is_longer = self.longest.is_none_or(|(longest, _)| byte > longest);
        if is_longer && matches!(Value::of_byte::<R>(byte), Value::Win(_)) {
            self.longest = Some((byte, place));
        }
    }

    /// The counts of two parts of a class.
    pub(super) fn with(mut self, other: Self) -> Self {
        for (own, others) in [
            (&mut self.quiet, &other.quiet),
            (&mut self.capture, &other.capture),
        ] {
            for (count, more) in own.iter_mut().zip(others) {
                *count += more;
            }
        }
        let first_longest = |longest: &(u8, u64)| (longest.0, u64::MAX - longest.1);
        let both = [self.longest, other.longest].into_iter().flatten();
        self.longest = both.max_by_key(first_longest);
        self
    }

    /// Won, drawn and lost positions in which the side to move cannot capture.
    #[must_use]
    pub fn quiet<R: Rules>(&self) -> Results {
        results::<R>(&self.quiet)
    }

    /// Won, drawn and lost positions in which it must.
    #[must_use]
    pub fn capture<R: Rules>(&self) -> Results {
        results::<R>(&self.capture)
    }

    /// The number of positions of each value, quiet ones and captures together: draws first, then by plies.
    pub fn by_value<R: Rules>(&self) -> impl Iterator<Item = (Value, u64)> {
        let both = self.quiet.iter().zip(&self.capture);
        let counts = (0..).zip(both.map(|(quiet, capture)| quiet + capture));
        counts
            .filter(|&(_, count)| count > 0)
            .map(|(byte, count)| (Value::of_byte::<R>(byte), count))
    }

    /// The place of the first quiet position with the longest win.
    #[must_use]
    pub fn longest(&self) -> Option<u64> {
        self.longest.map(|(_, place)| place)
    }

    /// The counts as bytes of a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let (byte, place) = self.longest.unwrap_or_default();
        let longest = [u64::from(byte), place];
        let numbers = self.quiet.iter().chain(&self.capture).chain(&longest);
        numbers.flat_map(|number| number.to_le_bytes()).collect()
    }

    /// The inverse of [`Self::to_bytes`].
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut numbers = Vec::new();
        for bytes in bytes.chunks(8) {
            numbers.push(u64::from_le_bytes(bytes.try_into().ok()?));
        }
        let (quiet, rest) = numbers.split_at_checked(BYTES)?;
        let (capture, rest) = rest.split_at_checked(BYTES)?;
        let &[byte, place] = rest else {
            return None;
        };
        let byte = u8::try_from(byte).ok()?;
        Some(Self {
            quiet: quiet.to_vec(),
            capture: capture.to_vec(),
            longest: (byte > 0).then_some((byte, place)),
        })
    }

    /// The bytes that [`Self::to_bytes`] gives.
    pub(super) const LENGTH: usize = 8 * (2 * BYTES + 2);
}

fn results<R: Rules>(counts: &[u64]) -> Results {
    let mut results = Results::default();
    for (byte, count) in (0..=u8::MAX).zip(counts) {
        match Value::of_byte::<R>(byte) {
            Value::Win(_) => results.win += count,
            Value::Draw => results.draw += count,
            Value::Loss(_) => results.loss += count,
        }
    }
    results
}
