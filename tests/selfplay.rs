//! Games of the engine against itself in every variant, under a referee that recomputes everything after every move.

mod common;
#[path = "selfplay/referee.rs"]
mod referee;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;

use common::{Random, moves};
use damka::board::{Side, Word};
use damka::notation::{fen, text};
use damka::position::{Line, Outcome, Position};
use damka::rules::variant::Variant;
use damka::rules::{DrawRules, Rules};
use damka::search::{Control, Limits, Table};
use damka::session::{self, Session};
use rayon::prelude::*;
use referee::Referee;

/// A game that is longer is left without a verdict.
const MOST_PLIES: usize = 300;

/// Positions that the engine may visit for a move.
const NODES: u64 = 300;

/// Results of games of one variant.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    wins: [usize; 2],
    draws: BTreeMap<String, usize>,
    unfinished: usize,
    plies: usize,
}

impl Tally {
    fn of(results: Vec<(Option<Outcome>, usize)>) -> Self {
        let mut tally = Self::default();
        for (outcome, plies) in results {
            tally.add(outcome, plies);
        }
        tally
    }

    fn add(&mut self, outcome: Option<Outcome>, plies: usize) {
        self.games += 1;
        self.plies += plies;
        match outcome {
            None => self.unfinished += 1,
            Some(Outcome::Win(side)) => self.wins[side as usize] += 1,
            Some(Outcome::Draw(reason)) => {
                *self.draws.entry(reason.to_string()).or_default() += 1;
            }
        }
    }

    fn row(&self, name: &str) -> String {
        let (games, [white, black]) = (self.games.max(1), self.wins);
        let draws: usize = self.draws.values().sum();
        let mut row = format!(
            "{name} | {white} | {black} | {draws} | {} | {:.0} | ",
            self.unfinished,
            self.plies as f64 / games as f64
        );
        for (reason, count) in &self.draws {
            let _ = write!(row, "{count} {reason}; ");
        }
        row.trim_end_matches([' ', ';']).to_owned()
    }
}

/// The move of the engine, as text.
fn think(session: &dyn Session, table: &Table) -> String {
    let limits = Limits {
        nodes: Some(NODES),
        lines: 1,
        threads: 1,
        ..Limits::default()
    };
    let decision = session.think(table, &limits, &Control::new(false), &mut |_| {});
    decision.best.expect("a move where the game goes on").text
}

/// A game from a position, after some random plies, under a referee. The session plays, the line keeps the score.
fn play<R: Rules>(
    variant: Variant,
    first: Position<R>,
    rules: &'static DrawRules,
    random_plies: usize,
    random: &mut Random,
) -> (Option<Outcome>, usize) {
    let table = Table::new(12).expect("memory for a small table");
    let mut session = session::open(variant);
    session.set_fen(&fen::write(&first)).expect("a position");
    session.set_draw_rules(rules.name).expect("known rules");
    let mut line = Line::new(first, rules);
    let mut referee = Referee::new(&line);
    referee.check(&line);
    while line.outcome().is_none() && line.plies() < MOST_PLIES {
        let written = if line.plies() < random_plies {
            let legal = moves(line.position());
            text::write(line.position(), legal[random.below(legal.len())])
        } else {
            think(&*session, &table)
        };
        session.play(&written).expect("a legal move");
        let mv = text::parse(line.position(), &written).expect("a legal move");
        line.play(mv);
        referee.play(&written, &line);
        referee.check(&line);
        assert_eq!(session.outcome(), line.outcome(), "{}", session.fen());
    }
    (line.outcome(), line.plies())
}

/// Games from the start under the default draw rules.
fn games<R: Rules>(variant: Variant, seeds: Range<u64>) -> Tally {
    let play_one = |seed| {
        let mut random = Random(seed);
        let plies = 2 + random.below(5);
        play::<R>(
            variant,
            Position::start(),
            &R::DRAW_RULES[0],
            plies,
            &mut random,
        )
    };
    Tally::of(seeds.into_par_iter().map(play_one).collect())
}

/// A position with few pieces of both sides in which the game goes on.
fn ending<R: Rules>(random: &mut Random) -> Position<R> {
    loop {
        let position = random.position::<R>();
        let both = Side::ALL
            .iter()
            .all(|&side| !position.pieces(side).is_empty());
        if both && position.count() <= 6 && !moves(&position).is_empty() {
            return position;
        }
    }
}

/// Games from random endings under each set of draw rules.
fn endings<R: Rules>(variant: Variant, seeds: Range<u64>) -> Tally {
    let sets = R::DRAW_RULES.iter().filter(|rules| rules.name != "none");
    let games: Vec<_> = seeds
        .flat_map(|seed| sets.clone().map(move |rules| (seed, rules)))
        .collect();
    let play_one = |(seed, rules)| {
        let mut random = Random(seed);
        let first = ending(&mut random);
        play::<R>(variant, first, rules, 0, &mut random)
    };
    Tally::of(games.into_par_iter().map(play_one).collect())
}

#[test]
fn games_under_a_referee() {
    Variant::ALL.par_iter().for_each(|&variant| {
        let tally = damka::dispatch!(variant, R => games::<R>(variant, 0..2));
        assert!(tally.plies > 20, "{variant}: {tally:?}");
    });
}

#[test]
fn endings_under_a_referee_and_every_set_of_draw_rules() {
    Variant::ALL.par_iter().for_each(|&variant| {
        damka::dispatch!(variant, R => endings::<R>(variant, 0..3));
    });
}

/// Straight to stderr: the table is wanted where all is well, too.
fn show(title: &str, rows: &[String]) {
    let head = "game | White wins | Black wins | draws | unfinished | plies | draws by reason";
    let table = format!("\n{title}\n{head}\n{}\n", rows.join("\n"));
    let _ = std::io::stderr().write_all(table.as_bytes());
}

#[test]
#[ignore = "minutes"]
fn many_games_under_a_referee() {
    let row = |&variant: &Variant| {
        let tally = damka::dispatch!(variant, R => games::<R>(variant, 1_000..1_200));
        assert_eq!(tally.games, 200);
        tally.row(variant.name())
    };
    let rows: Vec<_> = Variant::ALL.iter().map(row).collect();
    show("Games from the start", &rows);
}

#[test]
#[ignore = "minutes"]
fn many_endings_under_a_referee_and_every_set_of_draw_rules() {
    let row = |&variant: &Variant| {
        let tally = damka::dispatch!(variant, R => endings::<R>(variant, 1_000..1_100));
        tally.row(variant.name())
    };
    let rows: Vec<_> = Variant::ALL.iter().map(row).collect();
    show("Games from random endings", &rows);
}
