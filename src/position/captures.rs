//! Captures: each is followed jump by jump to its end, and the rules say which of them may be played.

use super::movegen::{landings, prey, seen, step};
use super::{Move, MoveList, Position};
use crate::board::{Direction, Directions, Side, Square, Word, each_direction};
use crate::rules::{Landing, Priority, Promotion, Rules, Set, Worth};

/// Fills the list with the legal captures.
#[inline(always)]
pub(super) fn captures<R: Rules, const WHITE: bool>(
    position: &Position<R>,
    list: &mut MoveList<R>,
) {
    list.clear();
    if position.is_over() {
        return;
    }
    let kings = position.us & position.kings;
    let mut generator = Generator::<R, WHITE>::new(position, list);
    generator.man_captures(position.us & !kings);
    if !kings.is_empty() {
        generator.king_captures(kings);
    }
}

/// The way of a capture so far.
#[derive(Clone, Copy)]
struct Trail<R: Rules> {
    /// The square where it began.
    origin: Set<R>,
    captured: Set<R>,
}

/// The directions in which a piece may go on after a jump in this one.
#[inline(always)]
const fn onward<R: Rules>(direction: Direction) -> Directions {
    if R::TURNS_BACK {
        Directions::ALL
    } else {
        Directions::ALL.without(direction.opposite())
    }
}

struct Generator<'a, R: Rules, const WHITE: bool> {
    position: &'a Position<R>,
    empty: Set<R>,
    list: &'a mut MoveList<R>,
    /// Whether the piece was promoted during the capture that is being followed. Unused where that cannot be.
    promoted: bool,
    /// The kinds of the pieces captured so far, in order. Unused where the order does not matter.
    order: u32,
}

impl<'a, R: Rules, const WHITE: bool> Generator<'a, R, WHITE> {
    #[inline(always)]
    fn new(position: &'a Position<R>, list: &'a mut MoveList<R>) -> Self {
        Self {
            position,
            empty: position.empty(),
            list,
            promoted: false,
            order: 0,
        }
    }

    #[inline(always)]
    fn last_row() -> Set<R> {
        R::last_row(if WHITE { Side::White } else { Side::Black })
    }

    #[inline(always)]
    fn man_captures(&mut self, men: Set<R>) {
        each_direction!(seen::<WHITE>(R::MAN_CAPTURES), direction => {
            let landings = landings::<R>(men, prey(self.position), self.empty, direction);
            for to in landings.squares() {
                let to = Set::<R>::one(to);
                let captured = step::<R>(to, direction.opposite());
                let origin = step::<R>(captured, direction.opposite());
                self.man_landed(Trail { origin, captured }, to, onward::<R>(direction));
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
                self.short_king_goes_on(trail, origin, Directions::ALL);
            }
        }
    }

    /// The squares on which a capture may land or fly over. The origin is empty; captured pieces still stand, unless
    /// they are removed at once.
    #[inline(always)]
    fn free(&self, trail: Trail<R>) -> Set<R> {
        if R::REMOVES_AT_ONCE {
            self.empty | trail.origin | trail.captured
        } else {
            self.empty | trail.origin
        }
    }

    /// The pieces that a king may still capture: passing a captured piece again is barred (coup turc).
    #[inline(always)]
    fn targets(&self, trail: Trail<R>) -> Set<R> {
        self.position.them & !trail.captured
    }

    /// The pieces that a man may still capture.
    #[inline(always)]
    fn prey(&self, trail: Trail<R>) -> Set<R> {
        prey(self.position) & !trail.captured
    }

    /// A man has jumped: it goes on in one of the directions, or the move ends here.
    #[inline(always)]
    fn man_landed(&mut self, trail: Trail<R>, at: Set<R>, directions: Directions) {
        let on_last_row = at.meets(Self::last_row());
        if on_last_row && R::PROMOTION == Promotion::InPassing {
            return self.promoted_man_landed(trail, at, directions);
        }
        let stops = on_last_row && R::PROMOTION == Promotion::Stops;
        let further = seen::<WHITE>(R::MAN_FURTHER_CAPTURES);
        if !stops && self.can_jump_on(trail, at, self.prey(trail), further, directions) {
            self.man_goes_on(trail, at, directions);
        } else {
            self.capture(trail, at, on_last_row);
        }
    }

    fn man_goes_on(&mut self, trail: Trail<R>, at: Set<R>, directions: Directions) {
        each_direction!(seen::<WHITE>(R::MAN_FURTHER_CAPTURES), direction => {
            if R::TURNS_BACK || directions.has(direction) {
                let prey = self.prey(trail);
                if let Some((trail, to)) = self.short_jump(trail, at, prey, direction) {
                    self.man_landed(trail, to, onward::<R>(direction));
                }
            }
        });
    }

    fn promoted_man_landed(&mut self, trail: Trail<R>, at: Set<R>, directions: Directions) {
        self.promoted = true;
        if !R::FLYING_KINGS {
            self.short_king_landed(trail, at, directions);
        } else if !self.go_on_flying(trail, at, directions) {
            self.capture(trail, at, true);
        }
        self.promoted = false;
    }

    #[inline(always)]
    fn short_king_landed(&mut self, trail: Trail<R>, at: Set<R>, directions: Directions) {
        if self.can_jump_on(trail, at, self.targets(trail), R::KING_CAPTURES, directions) {
            self.short_king_goes_on(trail, at, directions);
        } else {
            self.capture(trail, at, false);
        }
    }

    fn short_king_goes_on(&mut self, trail: Trail<R>, at: Set<R>, directions: Directions) {
        each_direction!(R::KING_CAPTURES, direction => {
            if R::TURNS_BACK || directions.has(direction) {
                let targets = self.targets(trail);
                if let Some((trail, to)) = self.short_jump(trail, at, targets, direction) {
                    let order = self.order;
                    if R::PRIORITY == Priority::Italian {
                        let taken = step::<R>(to, direction.opposite());
                        self.order = order << 1 | u32::from(self.position.kings.meets(taken));
                    }
                    self.short_king_landed(trail, to, onward::<R>(direction));
                    if R::PRIORITY == Priority::Italian {
                        self.order = order;
                    }
                }
            }
        });
    }

    /// Whether a short jump over one of the targets is possible from a square, in a direction of both sets.
    #[inline(always)]
    fn can_jump_on(
        &self,
        trail: Trail<R>,
        at: Set<R>,
        targets: Set<R>,
        known: Directions,
        directions: Directions,
    ) -> bool {
        let free = self.free(trail);
        let mut landed = Set::<R>::EMPTY;
        each_direction!(known, direction => {
            if R::TURNS_BACK || directions.has(direction) {
                landed |= landings::<R>(at, targets, free, direction);
            }
        });
        !landed.is_empty()
    }

    /// The trail after a short jump in a direction, and where it ends.
    #[inline(always)]
    fn short_jump(
        &self,
        trail: Trail<R>,
        at: Set<R>,
        targets: Set<R>,
        direction: Direction,
    ) -> Option<(Trail<R>, Set<R>)> {
        let to = landings::<R>(at, targets, self.free(trail), direction);
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
        let mut goes_on = self.go_on_flying(trail, behind, onward::<R>(direction));
        if R::KING_LANDING == Landing::Behind {
            if !goes_on {
                self.capture(trail, behind, false);
            }
            return;
        }
        // What lies straight ahead and straight back is the same for every square, so it was found from the first.
        let turns = Directions::ALL
            .without(direction)
            .without(direction.opposite());
        let mut at = step::<R>(behind, direction) & free;
        while !at.is_empty() {
            goes_on |= self.go_on_flying(trail, at, turns);
            at = step::<R>(at, direction) & free;
        }
        if goes_on {
            return;
        }
        let last = step::<R>(behind, direction.opposite());
        let must_stop = R::KING_LANDING == Landing::BehindKing && last.meets(self.position.kings);
        let mut at = behind;
        while !at.is_empty() {
            self.capture(trail, at, false);
            at = if must_stop {
                Set::<R>::EMPTY
            } else {
                step::<R>(at, direction) & free
            };
        }
    }

    /// Adds a complete capture to the list.
    #[inline(always)]
    fn capture(&mut self, trail: Trail<R>, at: Set<R>, promotes: bool) {
        let kings = self.position.kings;
        let rank = R::PRIORITY.rank(Worth {
            pieces: trail.captured.count(),
            kings: (trail.captured & kings).count(),
            by_king: kings.meets(trail.origin),
            order: self.order,
        });
        let promotes = promotes || (R::PROMOTION == Promotion::InPassing && self.promoted);
        let (from, to): (Square, Square) = (trail.origin.lowest(), at.lowest());
        self.list
            .push_capture(Move::new(from, to, trail.captured, promotes), rank);
    }
}
