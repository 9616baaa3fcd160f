//! The routes of a capture. A move says where a piece starts, where it ends and what it takes, and often several
//! routes make the same move; text names the squares on which the piece lands.

use std::collections::HashSet;

use crate::board::{Direction, Directions, Geometry, Square, Word};
use crate::position::{Move, Position};
use crate::rules::{Promotion, Rules, Set};

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
        last_row: R::last_row(position.side()),
        king: position.kings().meets(origin),
        directions: Directions::seen_by(R::MAN_CAPTURES, position.side()),
        to: mv.to(),
        wanted,
        dead: HashSet::new(),
        route: Vec::new(),
    };
    if search.king {
        search.directions = R::KING_CAPTURES;
    }
    let start = State {
        at: mv.from(),
        left: mv.captured(),
        met: 0,
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
}

struct Search<'a, R: Rules> {
    /// Where the piece may land and fly: pieces that were taken still stand, its own first square is empty.
    free: Set<R>,
    last_row: Set<R>,
    king: bool,
    directions: Directions,
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
        if self.must_stop() || !self.dead.insert(state) {
            return false;
        }
        let mut found = false;
        self.directions.each(|direction| {
            found = found || self.reaches_end_by(state, direction);
        });
        found
    }

    /// Whether the move is over wherever the piece has come to.
    fn must_stop(&self) -> bool {
        match R::PROMOTION {
            Promotion::AtEnd => false,
            Promotion::Stops => {
                !self.king && self.route.last().is_some_and(|&at| self.last_row.has(at))
            }
        }
    }

    fn reaches_end_by(&mut self, state: State<Set<R>>, direction: Direction) -> bool {
        let flies = self.king && R::FLYING_KINGS;
        let step = |set| R::Board::step(set, direction);
        let mut taken = step(Set::<R>::one(state.at));
        while flies && taken.meets(self.free) {
            taken = step(taken);
        }
        if !taken.meets(state.left) {
            return false;
        }
        let mut landing = step(taken) & self.free;
        while !landing.is_empty() {
            let at = landing.lowest();
            let meets = self.wanted.get(state.met) == Some(&at);
            let left = state.left & !taken;
            // The last square is not among those wanted in between.
            let met = state.met + usize::from(meets && !left.is_empty());
            self.route.push(at);
            if self.reaches_end(State { at, left, met }) {
                return true;
            }
            self.route.pop();
            landing = if flies {
                step(landing) & self.free
            } else {
                Set::<R>::EMPTY
            };
        }
        false
    }
}
