//! Playing all games of a match: several at a time, watched, kept, and ended early when the question is answered.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde_json::{Value, json};

use super::contender::Contender;
use super::openings::Opening;
use super::player::{Fault, Player, Table};
use super::record::{Record, Store, StoreError};
use super::referee::{self, Adjudication, End, Finished, Seat, place};
use super::schedule::{Fixture, Format, Schedule};
use super::standing::Standings;
use super::statistics::{Test, Verdict};
use crate::arena;
use crate::rules::variant::Variant;
use crate::session::{self, Endgames, Session, SessionError};

/// What is told of each game, with the standings after it.
pub type Report<'a> = &'a (dyn Fn(&Record, &Standings) + Sync);

/// An engine that does not get ready so many times in a row ends the match.
const MOST_STARTS: usize = 3;

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Who takes part, at least two.
    pub contenders: Vec<Contender>,
    /// The lines that describe them, for the record.
    pub lines: Vec<String>,
    /// The game.
    pub variant: Variant,
    /// Its draw rules; the default ones without.
    pub draw_rules: Option<String>,
    /// The endgame tables of the referee, and of damka inside this process.
    pub endgames: Endgames,
    /// Where games begin, at least one.
    pub openings: Vec<Opening>,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games of each pairing.
    pub pairs: usize,
    /// Draws the order of the openings.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// When the match is ended early; it needs two contenders.
    pub test: Option<Test>,
    /// Where it is kept.
    pub folder: Option<PathBuf>,
}

/// Why a match broke off.
#[derive(Debug)]
pub enum MatchError {
    /// An engine does not get ready.
    Start {
        /// Its name.
        name: String,
        /// What it did.
        fault: Fault,
    },
    /// The games cannot be kept.
    Store(StoreError),
    /// A position or the draw rules were refused.
    Session(SessionError),
    /// The match makes no sense.
    Plan(&'static str),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { name, fault } => write!(f, "{name} {fault}"),
            Self::Store(error) => error.fmt(f),
            Self::Session(error) => error.fmt(f),
            Self::Plan(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for MatchError {}

impl From<StoreError> for MatchError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<SessionError> for MatchError {
    fn from(error: SessionError) -> Self {
        Self::Session(error)
    }
}

/// The state that all workers share.
struct Shared {
    /// The next game that was not begun.
    next: usize,
    /// Games that were broken off without a result.
    again: Vec<usize>,
    done: HashSet<usize>,
    standings: Standings,
    store: Option<Store>,
    /// Starts that failed, one after the other, by contender.
    failed_starts: BTreeMap<usize, usize>,
    error: Option<MatchError>,
}

impl Shared {
    /// The next game to be played.
    fn take(&mut self, schedule: &Schedule) -> Option<Fixture> {
        if let Some(number) = self.again.pop() {
            return Some(schedule.fixture(number));
        }
        while self.done.contains(&self.next) {
            self.next += 1;
        }
        let number = self.next;
        (number < schedule.games()).then(|| {
            self.next += 1;
            schedule.fixture(number)
        })
    }

    /// Counts and keeps a game.
    fn keep(&mut self, fixture: &Fixture, record: &Record, traffic: &[String]) {
        if let Some(store) = &mut self.store
            && let Err(error) = store.keep(record, traffic)
        {
            self.error = Some(error.into());
            return;
        }
        self.done.insert(fixture.number);
        self.standings.count(fixture.pairing, record);
    }
}

impl Match {
    /// Plays the match to its end, until its test is decided, or until `stop` is set. `report` is called after each
    /// game.
    ///
    /// # Errors
    ///
    /// When it cannot be begun or kept, or an engine does not get ready. Finished games are kept in any case.
    pub fn run(&self, stop: &AtomicBool, report: Report<'_>) -> Result<Standings, MatchError> {
        let schedule = self.schedule()?;
        let mut shared = self.shared(&schedule)?;
        let over = AtomicBool::new(self.verdict(&shared.standings).is_some());
        let is_over = || stop.load(Ordering::Relaxed) || over.load(Ordering::Relaxed);
        let state = Mutex::new(&mut shared);
        let report = |record: &Record, standings: &Standings| {
            if self.verdict(standings).is_some() {
                over.store(true, Ordering::Relaxed);
            }
            report(record, standings);
        };
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(|| {
                    self.work(&schedule, &state, &is_over, &report);
                    // The others have nothing to add after an error.
                    let failed = state
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .error
                        .is_some();
                    over.fetch_or(failed, Ordering::Relaxed);
                });
            }
        });
        if let Some(store) = &shared.store {
            store.finish(&shared.standings.json(self.test.as_ref()))?;
        }
        match shared.error {
            Some(error) => Err(error),
            None => Ok(shared.standings),
        }
    }

    fn schedule(&self) -> Result<Schedule, MatchError> {
        let mut names: Vec<_> = self.contenders.iter().map(|engine| &engine.name).collect();
        names.sort_unstable();
        names.dedup();
        match () {
            () if self.contenders.len() < 2 => {
                Err(MatchError::Plan("expected at least two engines"))
            }
            () if names.len() < self.contenders.len() => {
                Err(MatchError::Plan("expected another name for each engine"))
            }
            () if self.openings.is_empty() => {
                Err(MatchError::Plan("expected at least one opening"))
            }
            () if self.test.is_some() && self.contenders.len() > 2 => {
                Err(MatchError::Plan("a test needs exactly two engines"))
            }
            () => Ok(Schedule::new(
                self.format,
                self.contenders.len(),
                self.pairs,
                self.openings.len(),
                self.seed,
            )),
        }
    }

    /// The state at the beginning: what an earlier run has left.
    fn shared(&self, schedule: &Schedule) -> Result<Shared, MatchError> {
        self.board(&self.openings[0])?;
        let names = self.contenders.iter().map(|engine| engine.name.clone());
        let mut standings = Standings::new(names.collect(), schedule.pairings());
        let mut done = HashSet::new();
        let store = match &self.folder {
            None => None,
            Some(folder) => {
                let event = self.contenders.iter().map(|engine| engine.name.as_str());
                let event = event.collect::<Vec<_>>().join(" - ");
                let (store, records) = Store::open(folder, &self.about(), self.variant, &event)?;
                for record in records {
                    if done.insert(record.game) {
                        standings.count(schedule.fixture(record.game).pairing, &record);
                    }
                }
                Some(store)
            }
        };
        Ok(Shared {
            next: 0,
            again: Vec::new(),
            done,
            standings,
            store,
            failed_starts: BTreeMap::new(),
            error: None,
        })
    }

    /// What makes this match another one than others. The number of games is no part of it: a match can be prolonged.
    fn about(&self) -> Value {
        let openings = self
            .openings
            .iter()
            .map(|opening| opening.position.as_str());
        let openings = openings.collect::<Vec<_>>().join("\n");
        json!({
            "variant": session::describe(self.variant).name,
            "draw_rules": self.draw_rules,
            "engines": self.lines,
            "openings": format!("{} ({:08x})", self.openings.len(), crc32fast::hash(openings.as_bytes())),
            "format": format!("{:?}", self.format),
            "seed": self.seed,
            "adjudication": format!("{:?}", self.adjudication),
        })
    }

    fn board(&self, opening: &Opening) -> Result<Box<dyn Session>, SessionError> {
        let mut session = session::open(self.variant);
        if let Some(name) = &self.draw_rules {
            session.set_draw_rules(name)?;
        }
        session.set_endgames(self.endgames.clone());
        session.set_position(&opening.position)?;
        Ok(session)
    }

    /// How the test of the match has ended; `None` without a test or before its end.
    #[must_use]
    pub fn verdict(&self, standings: &Standings) -> Option<Verdict> {
        let pairing = standings.pairings().first()?;
        self.test.as_ref()?.verdict(&pairing.pairs())
    }

    /// Plays games until there are none left.
    fn work(
        &self,
        schedule: &Schedule,
        state: &Mutex<&mut Shared>,
        is_over: &(dyn Fn() -> bool + Sync),
        report: Report<'_>,
    ) {
        let mut players = Vec::new();
        players.resize_with(self.contenders.len(), || None);
        // What the game needs is read once.
        let mut board = None;
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        while !is_over() {
            let Some(fixture) = lock().take(schedule) else {
                return;
            };
            let played = self.game(&fixture, &mut players, &mut board, is_over);
            let mut shared = lock();
            match played {
                Ok(Some((record, finished))) => {
                    self.settle(&mut shared, &fixture, &record, &finished);
                    report(&record, &shared.standings);
                }
                Ok(None) => return,
                Err(error) => shared.error = Some(error),
            }
            if shared.error.is_some() {
                return;
            }
        }
    }

    /// Plays a game; `None` when it was broken off.
    fn game(
        &self,
        fixture: &Fixture,
        players: &mut [Option<Box<dyn Player>>],
        board: &mut Option<Table>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<(Record, Finished)>, MatchError> {
        let opening = &self.openings[fixture.opening];
        let table = match board {
            Some(table) => table,
            None => board.insert(Table::new(self.board(opening)?)),
        };
        table.begin(&opening.position)?;
        let fen = table.session.fen();
        let sides = [fixture.white, fixture.black];
        for place in sides {
            if players[place].is_none() {
                let player = arena::player(&self.contenders[place]);
                players[place] = Some(player.map_err(|fault| self.no_start(place, fault))?);
            }
        }
        // A player cannot stand on both sides: a pairing has two.
        let (white, black) = match players.get_disjoint_mut(sides) {
            Ok([Some(white), Some(black)]) => (white, black),
            _ => {
                return Err(MatchError::Plan(
                    "expected two different engines in a pairing",
                ));
            }
        };
        let [a, b] = sides.map(|place| &self.contenders[place]);
        let seats = [
            Seat {
                contender: a,
                player: &mut **white,
            },
            Seat {
                contender: b,
                player: &mut **black,
            },
        ];
        let finished = referee::play(table, seats, &self.adjudication, is_over);
        if let Some(End::Fault(side, _)) = finished.as_ref().map(|finished| &finished.end) {
            // It is started afresh for its next game.
            players[sides[place(*side)]] = None;
        }
        let names = [a.name.as_str(), b.name.as_str()];
        Ok(finished.map(|finished| {
            let record = Record::new(fixture.number, &opening.name, fen, names, &finished);
            (record, finished)
        }))
    }

    fn no_start(&self, place: usize, fault: Fault) -> MatchError {
        MatchError::Start {
            name: self.contenders[place].name.clone(),
            fault,
        }
    }

    /// Counts a game, unless an engine did not even get ready for it: then it is played again, but not for ever.
    fn settle(&self, shared: &mut Shared, fixture: &Fixture, record: &Record, finished: &Finished) {
        let sides = [fixture.white, fixture.black];
        if let End::Fault(side, fault @ Fault::Start(_)) = &finished.end {
            let guilty = sides[place(*side)];
            let failed = shared.failed_starts.entry(guilty).or_default();
            *failed += 1;
            if *failed >= MOST_STARTS {
                shared.error = Some(self.no_start(guilty, fault.clone()));
            }
            log::warn!("{} {fault}", self.contenders[guilty].name);
            shared.again.push(fixture.number);
            return;
        }
        for place in sides {
            shared.failed_starts.remove(&place);
        }
        shared.keep(fixture, record, &finished.traffic);
    }
}
