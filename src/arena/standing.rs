//! How a match stands.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use super::record::Record;
use super::statistics::{self, Interval, Pairs, Rating, Test, Verdict};

/// How all contenders stand.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    pairings: Vec<Pairing>,
    engines: BTreeMap<String, Effort>,
}

/// How two contenders stand against each other.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The first contender.
    pub first: String,
    /// The second contender.
    pub second: String,
    /// Games that the first one has won, drawn, lost.
    pub results: [u64; 3],
    /// Half points of the first one in the games of each pair, by the number of the pair.
    halves: HashMap<usize, Vec<u8>>,
}

/// What an engine has spent and done wrong.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// Its moves.
    pub moves: u64,
    /// Seconds.
    pub time: f64,
    /// Moves of which a depth is known, and the sum of the depths.
    depths: (u64, u64),
    /// Positions visited.
    pub nodes: u64,
    /// What it did wrong, and how often.
    pub faults: BTreeMap<String, u64>,
}

impl Effort {
    /// The mean depth in plies.
    #[must_use]
    pub fn depth(&self) -> Option<f64> {
        let (count, sum) = self.depths;
        (count > 0).then(|| sum as f64 / count as f64)
    }
}

impl Pairing {
    /// Complete pairs by the half points of the first contender.
    #[must_use]
    pub fn pairs(&self) -> Pairs {
        let mut pairs = [0; 5];
        for halves in self.halves.values().filter(|halves| halves.len() == 2) {
            let sum: u8 = halves.iter().sum();
            pairs[usize::from(sum)] += 1;
        }
        pairs
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// What the complete pairs say of the first contender.
    #[must_use]
    pub fn rating(&self) -> Option<Rating> {
        statistics::rate(&self.pairs())
    }
}

impl Standings {
    /// Before the first game.
    #[must_use]
    pub fn new(names: Vec<String>, pairings: &[(usize, usize)]) -> Self {
        let pairing = |&(first, second): &(usize, usize)| Pairing {
            first: names[first].clone(),
            second: names[second].clone(),
            results: [0; 3],
            halves: HashMap::new(),
        };
        Self {
            pairings: pairings.iter().map(pairing).collect(),
            engines: BTreeMap::new(),
            names,
        }
    }

    /// Who takes part.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How they stand against each other.
    #[must_use]
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// What an engine has spent and done wrong.
    #[must_use]
    pub fn effort(&self, name: &str) -> Effort {
        self.engines.get(name).cloned().unwrap_or_default()
    }

    /// Counts a game of a pairing.
    pub fn count(&mut self, pairing: usize, record: &Record) {
        let pairing = &mut self.pairings[pairing];
        let halves = match record.white == pairing.first {
            true => record.white_half_points,
            false => 2 - record.white_half_points,
        };
        pairing.results[usize::from(2 - halves)] += 1;
        pairing
            .halves
            .entry(record.game / 2)
            .or_default()
            .push(halves);
        let begins = usize::from(!begins_white(record));
        for (ply, mv) in record.moves.iter().enumerate() {
            let name = match (ply + begins) % 2 {
                0 => &record.white,
                _ => &record.black,
            };
            let effort = self.engines.entry(name.clone()).or_default();
            effort.moves += 1;
            effort.time += mv.time;
            effort.nodes += mv.nodes.unwrap_or(0);
            if let Some(depth) = mv.depth {
                effort.depths.0 += 1;
                effort.depths.1 += u64::from(depth);
            }
        }
        if let Some(fault) = &record.fault {
            let effort = self.engines.entry(fault.engine.clone()).or_default();
            *effort.faults.entry(fault.kind.clone()).or_default() += 1;
        }
    }

    /// The standings for a program.
    #[must_use]
    pub fn json(&self, test: Option<&Test>) -> Value {
        let interval = |interval: Interval| json!([interval.value, interval.low, interval.high]);
        let pairing = |pairing: &Pairing| {
            let [won, drawn, lost] = pairing.results;
            let pairs = pairing.pairs();
            let rating = pairing.rating();
            json!({
                "first": pairing.first,
                "second": pairing.second,
                "won": won,
                "drawn": drawn,
                "lost": lost,
                "pairs": pairs,
                "score": rating.map(|rating| rating.score),
                "elo": rating.map(|rating| interval(rating.elo)),
                "normalized_elo": rating.map(|rating| interval(rating.normalized)),
                "superiority": rating.map(|rating| rating.superiority),
                "test": test.map(|test| json!({
                    "ratio": test.ratio(&pairs),
                    "bounds": test.bounds(),
                    "verdict": test.verdict(&pairs).map(|verdict| match verdict {
                        Verdict::Passed => "passed",
                        Verdict::Failed => "failed",
                    }),
                })),
            })
        };
        let engine = |name: &String| {
            let effort = self.effort(name);
            json!({
                "name": name,
                "moves": effort.moves,
                "seconds": effort.time,
                "nodes": effort.nodes,
                "mean_depth": effort.depth(),
                "faults": effort.faults,
            })
        };
        json!({
            "pairings": self.pairings.iter().map(pairing).collect::<Vec<_>>(),
            "engines": self.names.iter().map(engine).collect::<Vec<_>>(),
        })
    }
}

/// Whether White made the first move of a game.
fn begins_white(record: &Record) -> bool {
    !record.fen.starts_with(['B', 'b'])
}
