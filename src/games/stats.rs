//! What many games have in common: counts of results, lengths, openings and players.

use std::collections::HashMap;

use crate::board::Side;
use crate::notation::pdn::{Game, GameResult, Parsed};
use crate::rules::variant::Variant;

use super::check::{Checked, Options, Refused, check};
use super::convert;

/// The opening is this many plies.
const OPENING: usize = 3;

/// What is counted of one game.
#[derive(Clone, Debug)]
pub struct Facts {
    checked: Checked,
    players: [String; 2],
    opening: String,
}

/// What is counted of a game.
///
/// # Errors
///
/// The first thing that makes the game unreadable or illegal.
pub fn facts(parsed: &Parsed, options: Options) -> Result<Facts, Refused> {
    let checked = check(parsed, options)?;
    let game = &parsed.game;
    let name = |tag| {
        game.tag(tag)
            .map(str::trim)
            .filter(|name| *name != "?")
            .unwrap_or_default()
    };
    Ok(Facts {
        checked,
        players: ["White", "Black"].map(|tag| name(tag).to_owned()),
        opening: opening(game, options)?,
    })
}

/// The first plies of a game that begins at the start position.
fn opening(game: &Game, options: Options) -> Result<String, Refused> {
    if game.tag("FEN").is_some() || game.moves.plies.len() < OPENING {
        return Ok(String::new());
    }
    let mut start = game.clone();
    start.moves.plies.truncate(OPENING);
    for ply in &mut start.moves.plies {
        ply.variations.clear();
    }
    let (_, start) = convert::regular(&start, options)?;
    let texts: Vec<_> = start
        .moves
        .plies
        .iter()
        .map(|ply| ply.text.as_str())
        .collect();
    Ok(texts.join(" "))
}

/// Games, wins of White, draws, wins of Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All games.
    pub games: usize,
    /// Won by White, or by the player whom the tally is of.
    pub won: usize,
    /// Drawn.
    pub drawn: usize,
    /// Won by Black, or by the opponents.
    pub lost: usize,
}

impl Tally {
    /// Counts a game as White sees it, or as Black does.
    fn add(&mut self, result: GameResult, side: Side) {
        self.games += 1;
        match result {
            GameResult::Win(winner) if winner == side => self.won += 1,
            GameResult::Win(_) => self.lost += 1,
            GameResult::BothLose => self.lost += 1,
            GameResult::Draw => self.drawn += 1,
            GameResult::Open => {}
        }
    }

    /// The share of points of the games whose result is known.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let known = self.won + self.drawn + self.lost;
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        (known > 0).then(|| points / known as f64)
    }
}

/// The sums over many games.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// All games.
    pub all: Tally,
    /// Their plies.
    pub plies: usize,
    /// The plies of the longest.
    pub longest: usize,
    /// By kind of draughts.
    pub variants: Vec<(Variant, Tally)>,
    openings: HashMap<String, Tally>,
    players: HashMap<String, Tally>,
}

impl Stats {
    /// Counts a game.
    pub fn add(&mut self, facts: Facts) {
        let Facts {
            checked,
            players,
            opening,
        } = facts;
        let result = checked.result;
        self.all.add(result, Side::White);
        self.plies += checked.plies;
        self.longest = self.longest.max(checked.plies);
        let known = self
            .variants
            .iter()
            .position(|(variant, _)| *variant == checked.variant);
        let place = known.unwrap_or_else(|| {
            self.variants.push((checked.variant, Tally::default()));
            self.variants.len() - 1
        });
        self.variants[place].1.add(result, Side::White);
        if !opening.is_empty() {
            self.openings
                .entry(opening)
                .or_default()
                .add(result, Side::White);
        }
        for (name, side) in players.into_iter().zip(Side::ALL) {
            if !name.is_empty() {
                self.players.entry(name).or_default().add(result, side);
            }
        }
    }

    /// The most frequent openings, by their first moves.
    #[must_use]
    pub fn openings(&self, most: usize) -> Vec<(&str, Tally)> {
        most_frequent(&self.openings, most)
    }

    /// The players with most games.
    #[must_use]
    pub fn players(&self, most: usize) -> Vec<(&str, Tally)> {
        most_frequent(&self.players, most)
    }
}

fn most_frequent(tallies: &HashMap<String, Tally>, most: usize) -> Vec<(&str, Tally)> {
    let mut sorted: Vec<_> = tallies
        .iter()
        .map(|(name, tally)| (name.as_str(), *tally))
        .collect();
    sorted.sort_by(|a, b| b.1.games.cmp(&a.1.games).then(a.0.cmp(b.0)));
    sorted.truncate(most);
    sorted
}
