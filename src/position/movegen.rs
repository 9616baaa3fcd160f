//! The move generator: one for all games, steered by the constants of their rules.
//!
//! First jumps and quiet moves are found for all men at once by shifting sets; a capture is then followed piece by
//! piece. Everything that the rules fix is a constant for the compiler, also the side to move.

use super::{Move, MoveList, Position};
use crate::board::{Direction, Directions, Geometry, Side, Square, Word, each_direction};
use crate::rules::{Priority, Promotion, Rules, Set};

impl<R: Rules> Position<R> {
    /// Fills the list with all legal moves. An empty list means that the game is over.
    #[inline]
    pub fn moves(&self, list: &mut MoveList<R>) {
        match self.side {
            Side::White => self.moves_of::<true>(list),
            Side::Black => self.moves_of::<false>(list),
        }
    }

    #[inline(always)]
    fn moves_of<const WHITE: bool>(&self, list: &mut MoveList<R>) {
        captures::<R, WHITE>(self, list);
        if list.is_empty() {
            quiets::<R, WHITE>(self, |mv| list.push(mv));
        }
    }

    /// Visits the position after each legal move. The list is room for captures; quiet moves are played as they are
    /// found, which is what perft lives on.
    #[inline]
    pub fn successors(&self, list: &mut MoveList<R>, visit: impl FnMut(Self)) {
        match self.side {
            Side::White => self.successors_of::<true>(list, visit),
            Side::Black => self.successors_of::<false>(list, visit),
        }
    }

    #[inline(always)]
    fn successors_of<const WHITE: bool>(
        &self,
        list: &mut MoveList<R>,
        mut visit: impl FnMut(Self),
    ) {
        captures::<R, WHITE>(self, list);
        if list.is_empty() {
            quiets::<R, WHITE>(self, |mv| visit(self.play(mv)));
        } else {
            list.iter().for_each(|&mv| visit(self.play(mv)));
        }
    }

    /// Whether the side to move can capture, and so must.
    #[must_use]
    #[inline]
    pub fn has_capture(&self) -> bool {
        match self.side {
            Side::White => has_capture::<R, true>(self),
            Side::Black => has_capture::<R, false>(self),
        }
    }

    /// Whether the side to move has a move that does not capture, captures apart.
    #[must_use]
    #[inline]
    pub fn has_quiet(&self) -> bool {
        match self.side {
            Side::White => has_quiet::<R, true>(self),
            Side::Black => has_quiet::<R, false>(self),
        }
    }
}

/// One step of a set.
#[inline(always)]
fn step<R: Rules>(set: Set<R>, direction: Direction) -> Set<R> {
    R::Board::step(set, direction)
}

/// A constant of White's as the side to move sees it.
#[inline(always)]
const fn seen<const WHITE: bool>(directions: Directions) -> Directions {
    directions.seen_by(if WHITE { Side::White } else { Side::Black })
}

/// The squares behind pieces of `them` that a short jump in this direction reaches.
#[inline(always)]
fn landings<R: Rules>(
    jumpers: Set<R>,
    them: Set<R>,
    empty: Set<R>,
    direction: Direction,
) -> Set<R> {
    step::<R>(step::<R>(jumpers, direction) & them, direction) & empty
}

fn has_capture<R: Rules, const WHITE: bool>(position: &Position<R>) -> bool {
    let empty = position.empty();
    let kings = position.us & position.kings;
    let mut found = Set::<R>::EMPTY;
    each_direction!(seen::<WHITE>(R::MAN_CAPTURES), direction => {
        found |= landings::<R>(position.us & !kings, position.them, empty, direction);
    });
    if !kings.is_empty() {
        each_direction!(R::KING_CAPTURES, direction => {
            let mut reached = kings;
            if R::FLYING_KINGS {
                let mut run = step::<R>(kings, direction) & empty;
                while !run.is_empty() {
                    reached |= run;
                    run = step::<R>(run, direction) & empty;
                }
            }
            found |= landings::<R>(reached, position.them, empty, direction);
        });
    }
    !found.is_empty()
}

fn has_quiet<R: Rules, const WHITE: bool>(position: &Position<R>) -> bool {
    let (empty, kings) = (position.empty(), position.us & position.kings);
    let mut found = Set::<R>::EMPTY;
    each_direction!(seen::<WHITE>(R::MAN_MOVES), direction => {
        found |= step::<R>(position.us & !kings, direction) & empty;
    });
    each_direction!(R::KING_MOVES, direction => {
        found |= step::<R>(kings, direction) & empty;
    });
    !found.is_empty()
}

/// Fills the list with the legal captures.
#[inline(always)]
fn captures<R: Rules, const WHITE: bool>(position: &Position<R>, list: &mut MoveList<R>) {
    list.clear();
    let kings = position.us & position.kings;
    let mut generator = Generator::<R, WHITE>::new(position, list);
    generator.man_captures(position.us & !kings);
    if !kings.is_empty() {
        generator.king_captures(kings);
    }
}

/// Visits the moves that do not capture; they are legal where there is no capture.
#[inline(always)]
fn quiets<R: Rules, const WHITE: bool>(position: &Position<R>, mut visit: impl FnMut(Move<R>)) {
    let (empty, kings) = (position.empty(), position.us & position.kings);
    let last_row = R::last_row(if WHITE { Side::White } else { Side::Black });
    let quiet = |from, to, promotes| Move::new(from, to, Set::<R>::EMPTY, promotes);
    each_direction!(seen::<WHITE>(R::MAN_MOVES), direction => {
        for to in (step::<R>(position.us & !kings, direction) & empty).squares() {
            visit(quiet(to.moved(-R::Board::offset(direction)), to, last_row.has(to)));
        }
    });
    if kings.is_empty() {
        return;
    }
    each_direction!(R::KING_MOVES, direction => {
        let mut back = 0;
        let mut run = step::<R>(kings, direction) & empty;
        while !run.is_empty() {
            back -= R::Board::offset(direction);
            for to in run.squares() {
                visit(quiet(to.moved(back), to, false));
            }
            run = if R::FLYING_KINGS { step::<R>(run, direction) & empty } else { Set::<R>::EMPTY };
        }
    });
}

/// The way of a capture so far.
#[derive(Clone, Copy)]
struct Trail<R: Rules> {
    /// The square where it began.
    origin: Set<R>,
    captured: Set<R>,
}

struct Generator<'a, R: Rules, const WHITE: bool> {
    position: &'a Position<R>,
    empty: Set<R>,
    list: &'a mut MoveList<R>,
}

impl<'a, R: Rules, const WHITE: bool> Generator<'a, R, WHITE> {
    #[inline(always)]
    fn new(position: &'a Position<R>, list: &'a mut MoveList<R>) -> Self {
        Self {
            position,
            empty: position.empty(),
            list,
        }
    }

    #[inline(always)]
    fn last_row() -> Set<R> {
        R::last_row(if WHITE { Side::White } else { Side::Black })
    }

    #[inline(always)]
    fn man_captures(&mut self, men: Set<R>) {
        each_direction!(seen::<WHITE>(R::MAN_CAPTURES), direction => {
            let landings = landings::<R>(men, self.position.them, self.empty, direction);
            for to in landings.squares() {
                let to = Set::<R>::one(to);
                let captured = step::<R>(to, direction.opposite());
                let origin = step::<R>(captured, direction.opposite());
                self.man_landed(Trail { origin, captured }, to);
            }
        });
    }

    fn king_captures(&mut self, kings: Set<R>) {
        for king in kings.squares() {
            let origin = Set::<R>::one(king);
            let trail = Trail {
                origin,
                captured: Set::<R>::EMPTY,
            };
            if R::FLYING_KINGS {
                self.go_on_flying(trail, origin, Directions::ALL);
            } else {
                self.short_king_goes_on(trail, origin);
            }
        }
    }

    /// The squares on which a capture may land or fly over. The origin is empty, captured pieces still stand.
    #[inline(always)]
    fn free(&self, trail: Trail<R>) -> Set<R> {
        self.empty | trail.origin
    }

    /// The pieces that may still be captured: passing a captured piece again is barred (coup turc).
    #[inline(always)]
    fn targets(&self, trail: Trail<R>) -> Set<R> {
        self.position.them & !trail.captured
    }

    /// A man has jumped: it goes on, or the move ends here.
    #[inline(always)]
    fn man_landed(&mut self, trail: Trail<R>, at: Set<R>) {
        let on_last_row = at.meets(Self::last_row());
        let stops = on_last_row && R::PROMOTION == Promotion::Stops;
        if !stops && self.can_jump_on(trail, at, seen::<WHITE>(R::MAN_CAPTURES)) {
            self.man_goes_on(trail, at);
        } else {
            self.capture(trail, at, on_last_row);
        }
    }

    fn man_goes_on(&mut self, trail: Trail<R>, at: Set<R>) {
        each_direction!(seen::<WHITE>(R::MAN_CAPTURES), direction => {
            if let Some((trail, to)) = self.short_jump(trail, at, direction) {
                self.man_landed(trail, to);
            }
        });
    }

    #[inline(always)]
    fn short_king_landed(&mut self, trail: Trail<R>, at: Set<R>) {
        if self.can_jump_on(trail, at, R::KING_CAPTURES) {
            self.short_king_goes_on(trail, at);
        } else {
            self.capture(trail, at, false);
        }
    }

    fn short_king_goes_on(&mut self, trail: Trail<R>, at: Set<R>) {
        each_direction!(R::KING_CAPTURES, direction => {
            if let Some((trail, to)) = self.short_jump(trail, at, direction) {
                self.short_king_landed(trail, to);
            }
        });
    }

    /// Whether a short jump is possible from a square.
    #[inline(always)]
    fn can_jump_on(&self, trail: Trail<R>, at: Set<R>, directions: Directions) -> bool {
        let (free, targets) = (self.free(trail), self.targets(trail));
        let mut landed = Set::<R>::EMPTY;
        each_direction!(directions, direction => {
            landed |= landings::<R>(at, targets, free, direction);
        });
        !landed.is_empty()
    }

    /// The trail after a short jump in a direction, and where it ends.
    #[inline(always)]
    fn short_jump(
        &self,
        trail: Trail<R>,
        at: Set<R>,
        direction: Direction,
    ) -> Option<(Trail<R>, Set<R>)> {
        let to = landings::<R>(at, self.targets(trail), self.free(trail), direction);
        let captured = trail.captured | step::<R>(to, direction.opposite());
        (!to.is_empty()).then_some((Trail { captured, ..trail }, to))
    }

    /// Makes every jump of a flying king from a square, in the given directions. Returns whether there was one.
    fn go_on_flying(&mut self, trail: Trail<R>, at: Set<R>, directions: Directions) -> bool {
        let (free, targets) = (self.free(trail), self.targets(trail));
        let mut any = false;
        each_direction!(R::KING_CAPTURES, direction => {
            if directions.has(direction) {
                let mut reached = step::<R>(at, direction);
                while reached.meets(free) {
                    reached = step::<R>(reached, direction);
                }
                let behind = step::<R>(reached & targets, direction) & free;
                if !behind.is_empty() {
                    any = true;
                    let captured = trail.captured | reached;
                    self.flying_king_landed(Trail { captured, ..trail }, behind, direction);
                }
            }
        });
        any
    }

    /// A flying king has jumped and may choose its square. It must choose one from which the capture goes on, if
    /// there is one.
    fn flying_king_landed(&mut self, trail: Trail<R>, behind: Set<R>, direction: Direction) {
        let free = self.free(trail);
        let mut goes_on = self.go_on_flying(trail, behind, Directions::ALL);
        // What lies straight ahead is the same for every square, so it was found from the first.
        let turns = Directions::ALL.without(direction);
        let mut at = step::<R>(behind, direction) & free;
        while !at.is_empty() {
            goes_on |= self.go_on_flying(trail, at, turns);
            at = step::<R>(at, direction) & free;
        }
        if goes_on {
            return;
        }
        let mut at = behind;
        while !at.is_empty() {
            self.capture(trail, at, false);
            at = step::<R>(at, direction) & free;
        }
    }

    /// Adds a complete capture to the list.
    #[inline(always)]
    fn capture(&mut self, trail: Trail<R>, at: Set<R>, promotes: bool) {
        let rank = match R::PRIORITY {
            Priority::Free => 0,
            Priority::Most => trail.captured.count(),
        };
        let (from, to): (Square, Square) = (trail.origin.lowest(), at.lowest());
        self.list
            .push_capture(Move::new(from, to, trail.captured, promotes), rank);
    }
}
