//! Which games a match has, in which order.

use crate::position::key::split_mix;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first one meets all others.
    Gauntlet,
}

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the match, from 0; the games of a pair follow each other.
    pub number: usize,
    /// The place of the pairing among all pairings.
    pub pairing: usize,
    /// The contender that plays White.
    pub white: usize,
    /// The contender that plays Black.
    pub black: usize,
    /// The place of the opening.
    pub opening: usize,
}

/// All games of a match.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    pairs: usize,
    openings: Vec<usize>,
}

impl Schedule {
    /// The games of so many contenders; each pairing plays so many pairs. Openings come in an order drawn by the seed,
    /// the same for all pairings, and again from the beginning when all were played.
    #[must_use]
    pub fn new(
        format: Format,
        contenders: usize,
        pairs: usize,
        openings: usize,
        seed: u64,
    ) -> Self {
        let all = (0..contenders).flat_map(|a| (a + 1..contenders).map(move |b| (a, b)));
        let meets = |&(a, _): &(usize, usize)| format == Format::RoundRobin || a == 0;
        Self {
            pairings: all.filter(meets).collect(),
            pairs,
            openings: shuffled(openings, seed),
        }
    }

    /// Who meets whom.
    #[must_use]
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.pairs * self.pairings.len()
    }

    /// A game by its number.
    #[must_use]
    pub fn fixture(&self, number: usize) -> Fixture {
        let (pair, is_second) = (number / 2, number % 2 == 1);
        let pairing = pair % self.pairings.len();
        let round = pair / self.pairings.len();
        let (first, second) = self.pairings[pairing];
        let (white, black) = match is_second {
            false => (first, second),
            true => (second, first),
        };
        Fixture {
            number,
            pairing,
            white,
            black,
            opening: self.openings[round % self.openings.len()],
        }
    }
}

/// The numbers below a limit in an order drawn by a seed.
fn shuffled(limit: usize, seed: u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..limit).collect();
    let mut state = seed;
    for last in (1..limit).rev() {
        let (next, number) = split_mix(state);
        state = next;
        let other = ((u128::from(number) * (last as u128 + 1)) >> 64) as usize;
        numbers.swap(last, other);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_plays_each_opening_with_both_colours() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 4, 4, 7);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(schedule.games(), 24);
        let games: Vec<_> = (0..24).map(|number| schedule.fixture(number)).collect();
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            let openings = |white, black| {
                let own = games
                    .iter()
                    .filter(|game| game.white == white && game.black == black);
                let mut openings: Vec<_> = own.map(|game| game.opening).collect();
                openings.sort_unstable();
                openings
            };
            assert_eq!(openings(a, b), [0, 1, 2, 3]);
            assert_eq!(openings(b, a), [0, 1, 2, 3]);
        }
        for pair in games.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(
                (pair[0].white, pair[0].black),
                (pair[1].black, pair[1].white)
            );
        }
    }

    #[test]
    fn the_first_one_runs_the_gauntlet() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 1, 1, 1);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn the_order_depends_on_the_seed_alone() {
        assert_eq!(shuffled(20, 1), shuffled(20, 1));
        assert_ne!(shuffled(20, 1), shuffled(20, 2));
        let mut sorted = shuffled(20, 3);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..20).collect::<Vec<_>>());
    }
}
