//! What a referee decides beside the draw rules: games that are stopped, draw offers, and captures that were missed.
//!
//! Sources: the third seed text (a stopped game, offers after 40 moves), the fifth (huffing).

use super::{Line, Move, MoveList, Position};
use crate::board::{Side, Square, Word};
use crate::rules::{Rules, Set};

impl<R: Rules> Position<R> {
    /// The side to which a game is given that is stopped here: the one with more pieces or, if they have as many, with
    /// more kings. `None` for a draw.
    #[must_use]
    pub fn ahead(&self) -> Option<Side> {
        let worth = |pieces: Set<R>| (pieces.count(), (pieces & self.kings()).count());
        match worth(self.us()).cmp(&worth(self.them())) {
            std::cmp::Ordering::Greater => Some(self.side()),
            std::cmp::Ordering::Less => Some(self.side().opponent()),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The pieces of the side to move that can capture.
    #[must_use]
    pub fn capturers(&self) -> Set<R> {
        let mut moves = MoveList::new();
        self.moves(&mut moves);
        let captures = moves.iter().filter(|mv| mv.is_capture());
        captures.fold(Set::<R>::EMPTY, |set, mv| set | Set::<R>::one(mv.from()))
    }
}

impl<R: Rules> Line<R> {
    /// Whether each side has made so many moves, after which draws may be offered.
    #[must_use]
    pub fn may_offer_draw(&self, moves: usize) -> bool {
        self.plies() >= 2 * moves
    }

    /// The pieces that the side to move may huff: those that could have captured when the opponent moved without a
    /// capture. The one that has moved stands where it is now. Empty unless a capture was missed, and after the claim.
    #[must_use]
    pub fn huffable(&self) -> Set<R> {
        let Some((before, mv)) = self.steps().last().filter(|(_, mv)| !mv.is_capture()) else {
            return Set::<R>::EMPTY;
        };
        let capturers = before.capturers();
        if before.play(mv) != *self.position() {
            return Set::<R>::EMPTY;
        }
        let (from, to) = (Set::<R>::one(mv.from()), Set::<R>::one(mv.to()));
        if capturers.meets(from) {
            (capturers & !from) | to
        } else {
            capturers
        }
    }

    /// The square of the piece that was huffed after each move, for all moves of the game in order.
    pub fn huffed(&self) -> impl Iterator<Item = Option<Square>> {
        let after = self
            .steps()
            .map(|(before, mv): (_, Move<R>)| before.play(mv));
        after.zip(self.positions().skip(1)).map(|(played, stands)| {
            let taken = played.them() & !stands.them();
            (!taken.is_empty()).then(|| taken.lowest())
        })
    }
}
