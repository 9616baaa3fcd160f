//! The routes of a capture. A move says where a piece starts, where it ends and what it takes, and often several
//! routes make the same move; text names the squares on which the piece lands.

use std::collections::HashSet;

use crate::board::{Direction, Directions, Geometry, Side, Square, Word};
use crate::position::{Move, Position};
use crate::rules::{Landing, Promotion, Rules, Set};

/// The squares on which the piece lands before the last one, on the first route of a capture that lands on all the
/// squares of `wanted`, in this order. With nothing wanted it is the route to be written: straight on over several
/// pieces, the piece lands right behind each.
///
/// `None` if there is no such route.
pub(super) fn landings<R: Rules>(
    position: &Position<R>,
    mv: Move<R>,
    wanted: &[Square],
) -> Option<Vec<Square>> {
    if wanted.len() >= mv.captured().count() as usize {
        return None;
    }
    let origin = Set::<R>::one(mv.from());
    let mut search = Search::<R> {
        free: position.empty() | origin,
        captured: mv.captured(),
        side: position.side(),
        to: mv.to(),
        wanted,
        dead: HashSet::new(),
        route: Vec::new(),
    };
    let start = State {
        at: mv.from(),
        left: mv.captured(),
        met: 0,
        king: position.kings().meets(origin),
        came: None,
    };
    search.reaches_end(start).then(|| {
        search.route.pop();
        search.route
    })
}

/// A capture under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State<W> {
    at: Square,
    /// The pieces still to be taken.
    left: W,
    /// How many of the wanted squares have been landed on.
    met: usize,
    /// Whether it is a king by now.
    king: bool,
    /// The direction of the last jump.
    came: Option<Direction>,
}

struct Search<'a, R: Rules> {
    /// Where the piece may land and fly at first: its own first square is empty.
    free: Set<R>,
    /// All the pieces that are taken.
    captured: Set<R>,
    side: Side,
    to: Square,
    wanted: &'a [Square],
    /// States from which no route leads to the end.
    dead: HashSet<State<Set<R>>>,
    /// The landings so far.
    route: Vec<Square>,
}

impl<R: Rules> Search<'_, R> {
    /// Completes the route from this state, and says whether that is possible. If not, the route is as before.
    fn reaches_end(&mut self, state: State<Set<R>>) -> bool {
        if state.left.is_empty() {
            return state.at == self.to && state.met == self.wanted.len();
        }
        if self.must_stop(state) || !self.dead.insert(state) {
            return false;
        }
        let mut found = false;
        self.directions(state).each(|direction| {
            found = found || self.reaches_end_by(state, direction);
        });
        found
    }

    /// The directions in which the piece may jump.
    fn directions(&self, state: State<Set<R>>) -> Directions {
        let directions = match (state.king, state.came) {
            (true, _) => R::KING_CAPTURES,
            (false, None) => R::MAN_CAPTURES.seen_by(self.side),
            (false, Some(_)) => R::MAN_FURTHER_CAPTURES.seen_by(self.side),
        };
        match state.came {
            Some(came) if !R::TURNS_BACK => directions.without(came.opposite()),
            _ => directions,
        }
    }

    fn on_last_row(&self, at: Square) -> bool {
        R::last_row(self.side).has(at)
    }

    /// Whether the move is over wherever the piece has come to.
    fn must_stop(&self, state: State<Set<R>>) -> bool {
        let has_jumped = state.came.is_some();
        R::PROMOTION == Promotion::Stops && !state.king && has_jumped && self.on_last_row(state.at)
    }

    fn reaches_end_by(&mut self, state: State<Set<R>>, direction: Direction) -> bool {
        let flies = state.king && R::FLYING_KINGS;
        let step = |set| R::Board::step(set, direction);
        // Pieces that were taken still stand, unless they are removed at once.
        let taken_before = self.captured & !state.left;
        let free = match R::REMOVES_AT_ONCE {
            true => self.free | taken_before,
            false => self.free,
        };
        let mut taken = step(Set::<R>::one(state.at));
        while flies && taken.meets(free) {
            taken = step(taken);
        }
        if !taken.meets(state.left) {
            return false;
        }
        let mut landing = step(taken) & free;
        while !landing.is_empty() {
            let at = landing.lowest();
            let meets = self.wanted.get(state.met) == Some(&at);
            let left = state.left & !taken;
            let next = State {
                at,
                left,
                // The last square is not among those wanted in between.
                met: state.met + usize::from(meets && !left.is_empty()),
                king: state.king || (R::PROMOTION == Promotion::InPassing && self.on_last_row(at)),
                came: Some(direction),
            };
            self.route.push(at);
            if self.reaches_end(next) {
                return true;
            }
            self.route.pop();
            landing = if flies && R::KING_LANDING != Landing::Behind {
                step(landing) & free
            } else {
                Set::<R>::EMPTY
            };
        }
        false
    }
}
