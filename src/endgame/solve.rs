//! Solving a pair of classes that lead to each other, backwards from the ends of the game.
//!
//! Every place has a value in plies and the number of its quiet moves that are not known to lose. First all that
//! captures, promotions and the lack of moves decide is entered. Then, for 0, 1, 2, .. plies, the positions that end
//! so soon are taken back: who can move to a lost position wins one ply later, and who has no other moves left than to
//! won positions loses one ply later. What is never reached is drawn.
//!
//! Within a step of so many plies only larger numbers are written, so the result does not depend on the order in which
//! threads do it.

use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::build::BuildError;
use super::chunks;
use super::index::{Class, Index};
use super::{Counts, Room, Tables, Value, is_win};
use crate::position::{MoveList, Position};
use crate::rules::Rules;

/// The value of a place that nothing has reached.
const UNKNOWN: u8 = u8::MAX;

/// Longer than this no game may last: one more must still fit a byte of the table.
const MOST_PLIES: u8 = 250;

/// Instead of the number of moves: a hole, or a position with captures. Its value was found at once.
const FIXED: u8 = u8::MAX;

/// Instead of the number of moves: a promotion at least draws.
const NEVER_LOST: u8 = u8::MAX - 1;

/// Bytes that are needed for each place while a pair is solved and packed.
pub(super) const BYTES_PER_PLACE: u64 = 3;

/// A look at the work that is under way, and the means to stop it.
#[derive(Debug, Default)]
pub struct Watch {
    stop: AtomicBool,
    done: AtomicU64,
}

impl Watch {
    /// Ends the work soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Places that have been set up or checked so far.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Counts places; fails when the work is to stop.
    pub(super) fn count(&self, places: u64) -> Result<(), BuildError> {
        self.done.fetch_add(places, Ordering::Relaxed);
        self.go_on()
    }

    fn go_on(&self) -> Result<(), BuildError> {
        if self.stop.load(Ordering::Relaxed) {
            Err(BuildError::Stopped)
        } else {
            Ok(())
        }
    }
}

/// The table of a class as it is being solved.
struct Half<R: Rules> {
    index: Index<R>,
    values: Vec<AtomicU8>,
    moves: Vec<AtomicU8>,
}

impl<R: Rules> Half<R> {
    fn new(class: Class) -> Option<Self> {
        let index = Index::new(class)?;
        let places = usize::try_from(index.places()).ok()?;
        Some(Self {
            index,
            values: chunks::bytes(places, UNKNOWN),
            moves: chunks::bytes(places, FIXED),
        })
    }

    #[inline(always)]
    fn at(&self, place: usize) -> (u8, u8) {
        let (values, moves) = (&self.values[place], &self.moves[place]);
        (
            values.load(Ordering::Relaxed),
            moves.load(Ordering::Relaxed),
        )
    }

    fn set(&self, place: usize, value: u8, moves: u8) {
        self.values[place].store(value, Ordering::Relaxed);
        self.moves[place].store(moves, Ordering::Relaxed);
    }

    /// The byte of the table when all is solved: 0 for a draw, otherwise plies and 1.
    #[inline(always)]
    fn byte(&self, place: usize) -> u8 {
        let (value, moves) = self.at(place);
        let is_decided = is_win::<R>(value) || matches!(moves, 0 | FIXED);
        if value != UNKNOWN && is_decided {
            value + 1
        } else {
            0
        }
    }

    /// Does work for all places, in parallel. Returns the most plies that it found.
    fn each(
        &self,
        work: &(dyn Fn(Range<u64>) -> Result<u8, BuildError> + Sync),
    ) -> Result<u8, BuildError> {
        chunks::each(self.index.places(), || 0, u8::max, work)
    }
}

/// What leads out of a pair: captures and promotions.
#[derive(Default)]
struct Exits {
    /// The shortest win.
    win: Option<u8>,
    /// The longest loss.
    loss: Option<u8>,
    draws: bool,
    /// Quiet moves that stay in the pair.
    inside: u8,
}

impl Exits {
    fn add(&mut self, value: Value) -> Result<(), BuildError> {
        let byte = |plies| u8::try_from(plies).map_err(|_| BuildError::TooLong);
        match value {
            Value::Win(plies) => {
                let plies = byte(plies)?;
                self.win = Some(self.win.map_or(plies, |win| win.min(plies)));
            }
            Value::Draw => self.draws = true,
            Value::Loss(plies) => self.loss = self.loss.max(Some(byte(plies)?)),
        }
        Ok(())
    }
}

/// A class that is solved.
pub(super) struct Solved {
    pub class: Class,
    pub counts: Counts,
    /// The bytes of the table.
    pub places: Vec<u8>,
}

/// A pair of classes that is being solved.
pub(super) struct Pair<'a, R: Rules> {
    halves: Vec<Half<R>>,
    /// All classes to which captures and promotions lead.
    tables: &'a Tables<R>,
    watch: &'a Watch,
}

impl<'a, R: Rules> Pair<'a, R> {
    /// A pair of classes, or one that is its own other side.
    pub fn new(
        classes: &[Class],
        tables: &'a Tables<R>,
        watch: &'a Watch,
    ) -> Result<Self, BuildError> {
        let halves = classes.iter().map(|&class| Half::new(class));
        let halves = halves.collect::<Option<_>>().ok_or(BuildError::TooLarge)?;
        Ok(Self {
            halves,
            tables,
            watch,
        })
    }

    /// Solves the pair, checks it, and returns the tables.
    pub fn solve(self) -> Result<Vec<Solved>, BuildError> {
        let mut last = 0;
        for half in &self.halves {
            last = last.max(self.set_up(half)?);
        }
        let mut plies = 0;
        while plies <= last {
            for side in 0..self.halves.len() {
                last = last.max(self.take_back(side, plies)?);
            }
            plies += 1;
        }
        for side in 0..self.halves.len() {
            self.check(side)?;
        }
        Ok(self.halves.into_iter().map(finish).collect())
    }

    /// The half that the other side sees.
    fn other(&self, side: usize) -> &Half<R> {
        &self.halves[self.halves.len() - 1 - side]
    }

    /// Enters all that is decided from outside. Returns the most plies entered.
    fn set_up(&self, half: &Half<R>) -> Result<u8, BuildError> {
        half.each(&|places| {
            self.watch.count(places.end - places.start)?;
            let (mut room, mut longest) = (Room::new(), 0);
            let mut walk = half.index.walk(places.start);
            for place in places {
                if let Some(position) = walk.position() {
                    let (value, moves) = self.first(&position.turned(), &mut room)?;
                    half.set(place as usize, value, moves);
                    if value != UNKNOWN {
                        longest = longest.max(value);
                    }
                }
                walk.step();
            }
            Ok(longest)
        })
    }

    /// The value and the number of moves with which a position begins.
    fn first(&self, position: &Position<R>, room: &mut Room<R>) -> Result<(u8, u8), BuildError> {
        let exits = self.exits(position, room)?;
        let is_capture = room.moves.first().is_some_and(|mv| mv.is_capture());
        let no_moves = if room.moves.is_empty() { Some(0) } else { None };
        // Whoever has no move has lost, or in a losing game won.
        let loss = exits.loss.or(no_moves);
        let decided = if exits.draws {
            exits.win
        } else {
            exits.win.or(loss)
        };
        let value = decided.unwrap_or(UNKNOWN);
        let moves = match (is_capture, exits.draws) {
            (true, _) => FIXED,
            (false, true) => NEVER_LOST,
            (false, false) => exits.inside,
        };
        if value != UNKNOWN && value > MOST_PLIES {
            return Err(BuildError::TooLong);
        }
        Ok((value, moves))
    }

    /// The values to which captures and promotions lead, and the number of the other moves. The moves are left in the
    /// room.
    fn exits(&self, position: &Position<R>, room: &mut Room<R>) -> Result<Exits, BuildError> {
        let mut exits = Exits::default();
        position.moves(&mut room.moves);
        for &mv in room.moves.iter() {
            if mv.is_capture() || mv.promotes() {
                let next = position.play(mv);
                let value = self.tables.value_below(&next, &mut room.captures);
                exits.add(value.ok_or(BuildError::Missing)?.before())?;
            } else {
                exits.inside += 1;
            }
        }
        Ok(exits)
    }

    /// Takes back all positions of a half that end in so many plies. Returns the most plies entered.
    fn take_back(&self, side: usize, plies: u8) -> Result<u8, BuildError> {
        let (half, before) = (&self.halves[side], self.other(side));
        let wins = is_win::<R>(plies);
        if plies >= MOST_PLIES {
            return Err(BuildError::TooLong);
        }
        half.each(&|places| {
            self.watch.go_on()?;
            let mut longest = 0;
            for place in places {
                let value = half.values[place as usize].load(Ordering::Relaxed);
                // A loss that is not certain yet only says how long it will take at least.
                if value != plies || !(wins || matches!(half.at(place as usize).1, 0 | FIXED)) {
                    continue;
                }
                let Some(position) = half.index.position(place) else {
                    continue;
                };
                position.turned().quiet_predecessors(|earlier| {
                    let place = before.index.place(&earlier) as usize;
                    let entered = if wins {
                        lose(before, place, plies + 1)
                    } else {
                        win(before, place, plies + 1)
                    };
                    longest = longest.max(entered.unwrap_or(0));
                });
            }
            Ok(longest)
        })
    }

    /// Recomputes every position from those to which it leads.
    fn check(&self, side: usize) -> Result<(), BuildError> {
        let (half, after) = (&self.halves[side], self.other(side));
        let inside = |next: &Position<R>, _: &mut [MoveList<R>]| {
            let place = after.index.place(next) as usize;
            Some(Value::of_byte::<R>(after.byte(place)))
        };
        let checked = half.each(&|places| {
            self.watch.count(places.end - places.start)?;
            let mut room = Room::new();
            let mut walk = half.index.walk(places.start);
            for place in places {
                if let Some(position) = walk.position() {
                    let value = self
                        .tables
                        .recomputed(&position.turned(), &mut room, inside);
                    if value.ok_or(BuildError::Missing)?.to_byte() != half.byte(place as usize) {
                        let class = half.index.class();
                        return Err(BuildError::Wrong { class, place });
                    }
                }
                walk.step();
            }
            Ok(0)
        });
        checked.map(|_| ())
    }
}

/// A position leads to a lost one: it is won, unless it is won sooner already. Returns the plies if they are new.
#[inline(always)]
fn win<R: Rules>(half: &Half<R>, place: usize, plies: u8) -> Option<u8> {
    let (value, moves) = half.at(place);
    if moves == FIXED || (value <= plies && is_win::<R>(value)) {
        return None;
    }
    half.values[place].store(plies, Ordering::Relaxed);
    Some(plies)
}

/// A position leads to a won one: a move less. It is lost if it was the last, at the earliest after these plies.
/// Returns the plies if they are new.
#[inline(always)]
fn lose<R: Rules>(half: &Half<R>, place: usize, plies: u8) -> Option<u8> {
    let (value, moves) = half.at(place);
    if moves >= NEVER_LOST || (value != UNKNOWN && is_win::<R>(value)) {
        return None;
    }
    if half.moves[place].fetch_sub(1, Ordering::Relaxed) > 1 {
        return None;
    }
    // The value so far, if there is one, is the longest loss by a promotion.
    let plies = if value == UNKNOWN {
        plies
    } else {
        plies.max(value)
    };
    half.values[place].store(plies, Ordering::Relaxed);
    Some(plies)
}

/// The table of a solved half. Where the value means nothing, the last one before it is repeated.
fn finish<R: Rules>(half: Half<R>) -> Solved {
    let counted = chunks::each(half.index.places(), Counts::new, Counts::with, &|places| {
        let mut counts = Counts::new();
        let mut walk = half.index.walk(places.start);
        for place in places {
            if walk.position().is_some() {
                let is_quiet = half.at(place as usize).1 != FIXED;
                counts.add::<R>(place, half.byte(place as usize), is_quiet);
            }
            walk.step();
        }
        Ok::<_, Infallible>(counts)
    });
    let Ok(counts) = counted;
    let mut last = 0;
    let places = (0..half.values.len()).map(|place| {
        if half.at(place).1 != FIXED {
            last = half.byte(place);
        }
        last
    });
    Solved {
        class: half.index.class(),
        counts,
        places: places.collect(),
    }
}
