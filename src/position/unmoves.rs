//! Quiet moves taken back: the positions from which a position can have come about. Endgame tables are made with them.

use super::Position;
use super::movegen::step;
use crate::board::{Geometry, Side, Word, each_direction};
use crate::rules::{Rules, Set};

impl<R: Rules> Position<R> {
    /// Visits every position in which a quiet move that promotes nothing leads to this one. Whether the move was legal
    /// there, or a capture was compulsory, is not looked at; nothing is remembered in the positions visited.
    #[inline]
    pub fn quiet_predecessors(&self, visit: impl FnMut(Self)) {
        match self.side {
            Side::White => self.predecessors_of::<false>(visit),
            Side::Black => self.predecessors_of::<true>(visit),
        }
    }

    /// The predecessors in which White (or Black) was to move.
    #[inline(always)]
    fn predecessors_of<const WHITE: bool>(&self, mut visit: impl FnMut(Self)) {
        let side = if WHITE { Side::White } else { Side::Black };
        let (empty, kings) = (self.empty(), self.them & self.kings);
        let mut back = |from: Set<R>, to: Set<R>, is_king: bool| {
            let shift = from | to;
            visit(Self {
                us: self.them ^ shift,
                them: self.us,
                kings: if is_king {
                    self.kings ^ shift
                } else {
                    self.kings
                },
                side,
                memory: R::Memory::default(),
            });
        };
        // Nowhere can a man have come from the row on which it would have been promoted.
        let (men, origins) = (self.them & !self.kings, empty & !R::last_row(side));
        each_direction!(R::MAN_MOVES.seen_by(side), direction => {
            let back_way = direction.opposite();
            for from in (step::<R>(men, back_way) & origins).squares() {
                let to = Set::<R>::one(from.moved(R::Board::offset(direction)));
                back(Set::<R>::one(from), to, false);
            }
        });
        each_direction!(R::KING_MOVES, direction => {
            let mut away = 0;
            let mut run = step::<R>(kings, direction) & empty;
            while !run.is_empty() {
                away += R::Board::offset(direction);
                for from in run.squares() {
                    back(Set::<R>::one(from), Set::<R>::one(from.moved(-away)), true);
                }
                run = if R::FLYING_KINGS {
                    step::<R>(run, direction) & empty
                } else {
                    Set::<R>::EMPTY
                };
            }
        });
    }
}
