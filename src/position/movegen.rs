//! The move generator: one for all games, steered by the constants of their rules.
//!
//! First jumps and quiet moves are found for all men at once by shifting sets; a capture is then followed piece by
//! piece, in `captures`. Everything that the rules fix is a constant for the compiler, also the side to move.

use super::captures::captures;
use super::{Move, MoveList, Position};
use crate::board::{Direction, Directions, Geometry, Side, Word, each_direction};
use crate::rules::{Memory, Rules, Set};

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

    /// Fills the list with all moves that do not capture, also where a capture is compulsory.
    pub fn quiet_moves(&self, list: &mut MoveList<R>) {
        list.clear();
        match self.side {
            Side::White => quiets::<R, true>(self, |mv| list.push(mv)),
            Side::Black => quiets::<R, false>(self, |mv| list.push(mv)),
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
pub(super) fn step<R: Rules>(set: Set<R>, direction: Direction) -> Set<R> {
    R::Board::step(set, direction)
}

/// A constant of White's as the side to move sees it.
#[inline(always)]
pub(super) const fn seen<const WHITE: bool>(directions: Directions) -> Directions {
    directions.seen_by(if WHITE { Side::White } else { Side::Black })
}

/// The squares behind pieces of `them` that a short jump in this direction reaches.
#[inline(always)]
pub(super) fn landings<R: Rules>(
    jumpers: Set<R>,
    them: Set<R>,
    empty: Set<R>,
    direction: Direction,
) -> Set<R> {
    step::<R>(step::<R>(jumpers, direction) & them, direction) & empty
}

/// The pieces that men may capture.
#[inline(always)]
pub(super) fn prey<R: Rules>(position: &Position<R>) -> Set<R> {
    if R::MEN_CAPTURE_KINGS {
        position.them
    } else {
        position.them & !position.kings
    }
}

/// The kings of the side to move that may make no quiet move.
#[inline(always)]
fn barred<R: Rules, const WHITE: bool>(position: &Position<R>) -> Set<R> {
    if R::Memory::LIMIT.is_none() {
        return Set::<R>::EMPTY;
    }
    let kings = position.us & position.kings;
    let can_man_move = || !man_steps::<R, WHITE>(position).is_empty();
    position.memory.barred(position.side, kings, can_man_move)
}

/// The squares to which men can move without capturing.
#[inline(always)]
fn man_steps<R: Rules, const WHITE: bool>(position: &Position<R>) -> Set<R> {
    let (empty, men) = (position.empty(), position.us & !position.kings);
    let mut found = Set::<R>::EMPTY;
    each_direction!(seen::<WHITE>(R::MAN_MOVES), direction => {
        found |= step::<R>(men, direction) & empty;
    });
    found
}

fn has_capture<R: Rules, const WHITE: bool>(position: &Position<R>) -> bool {
    if position.is_over() {
        return false;
    }
    let empty = position.empty();
    let kings = position.us & position.kings;
    let mut found = Set::<R>::EMPTY;
    each_direction!(seen::<WHITE>(R::MAN_CAPTURES), direction => {
        found |= landings::<R>(position.us & !kings, prey(position), empty, direction);
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
    if position.is_over() {
        return false;
    }
    let (empty, kings) = (position.empty(), position.us & position.kings);
    let free_kings = kings & !barred::<R, WHITE>(position);
    let mut found = man_steps::<R, WHITE>(position);
    each_direction!(R::KING_MOVES, direction => {
        found |= step::<R>(free_kings, direction) & empty;
    });
    !found.is_empty()
}

/// Visits the moves that do not capture; they are legal where there is no capture.
#[inline(always)]
fn quiets<R: Rules, const WHITE: bool>(position: &Position<R>, mut visit: impl FnMut(Move<R>)) {
    if position.is_over() {
        return;
    }
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
    let kings = kings & !barred::<R, WHITE>(position);
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
