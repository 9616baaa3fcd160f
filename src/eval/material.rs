//! The evaluation by hand: material, tempo and a few well-known structures, for every board and rulebook.

use super::Evaluate;
use crate::board::{Direction, Geometry, Side, Word};
use crate::position::Position;
use crate::rules::{Objective, Rules, Set};

const MAN: i32 = 100;
const FLYING_KING: i32 = 290;
const SHORT_KING: i32 = 140;
/// For the side to move.
const TURN: i32 = 4;
/// For each row that a man has advanced, with all men on the board and with none.
const TEMPO: (i32, i32) = (1, 7);
/// For a man in the middle third of the columns.
const CENTRE: i32 = 4;
/// For a man on an edge column, where it can go one way only.
const EDGE: i32 = -3;
/// For a man behind another man, diagonally: neither can be jumped along that line.
const SUPPORT: i32 = 3;
/// For a man on the first row, while the other side has no king.
const HOME: i32 = 5;
/// For each man more on one wing than on the other.
const IMBALANCE: i32 = -2;
/// Material and structure by hand, with the masks of the board of a game.
#[derive(Clone, Debug)]
pub struct Material<R: Rules> {
    /// For White and Black: the squares whose row, counted from the side's first row, has this bit set.
    row_bits: [[Set<R>; 4]; 2],
    centre: Set<R>,
    edges: Set<R>,
    west: Set<R>,
    east: Set<R>,
}

impl<R: Rules> Material<R> {
    /// The evaluation for a game.
    #[must_use]
    pub fn new() -> Self {
        let (width, height) = (R::Board::WIDTH, R::Board::HEIGHT);
        let squares = |wanted: &dyn Fn(usize, usize) -> bool| {
            R::Board::board()
                .squares()
                .fold(Set::<R>::EMPTY, |set, square| {
                    let (row, column) = R::Board::coordinates(square);
                    if wanted(row, column) {
                        set | Set::<R>::one(square)
                    } else {
                        set
                    }
                })
        };
        let rows = |side: Side, bit: usize| {
            squares(&|row, _| {
                let advanced = if side == Side::White {
                    height - 1 - row
                } else {
                    row
                };
                advanced >> bit & 1 != 0
            })
        };
        Self {
            row_bits: Side::ALL.map(|side| [0, 1, 2, 3].map(|bit| rows(side, bit))),
            centre: squares(&|_, column| (width / 3..width - width / 3).contains(&column)),
            edges: squares(&|_, column| column == 0 || column == width - 1),
            west: squares(&|_, column| column < width / 2),
            east: squares(&|_, column| column >= width / 2),
        }
    }

    /// The worth of a side's pieces by themselves.
    #[inline(always)]
    fn side_worth(&self, position: &Position<R>, side: Side, all_men: i32) -> i32 {
        let pieces = position.pieces(side);
        let (men, kings) = (pieces & !position.kings(), pieces & position.kings());
        let count = |set: Set<R>| set.count() as i32;

        let rows: i32 = (0..)
            .zip(&self.row_bits[side as usize])
            .map(|(bit, &row)| count(men & row) << bit)
            .sum();
        let full = 2 * R::pieces() as i32;
        let tempo = rows * (TEMPO.0 * all_men + TEMPO.1 * (full - all_men)) / full;

        // A pair along a diagonal counts for whichever side it is, so the direction does not matter.
        let supported = |direction| count(R::Board::step(men, direction) & men);
        let support = supported(Direction::NorthWest) + supported(Direction::NorthEast);

        let king = if R::FLYING_KINGS {
            FLYING_KING
        } else {
            SHORT_KING
        };
        MAN * count(men)
            + king * count(kings)
            + tempo
            + CENTRE * count(men & self.centre)
            + EDGE * count(men & self.edges)
            + SUPPORT * support
            + IMBALANCE * (count(men & self.west) - count(men & self.east)).abs()
    }

    #[inline(always)]
    fn home(position: &Position<R>, side: Side) -> i32 {
        let men = position.pieces(side) & !position.kings();
        let opponent_kings = position.pieces(side.opponent()) & position.kings();
        if opponent_kings.is_empty() {
            HOME * (men & R::last_row(side.opponent())).count() as i32
        } else {
            0
        }
    }
}

impl<R: Rules> Default for Material<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rules> Evaluate<R> for Material<R> {
    fn evaluate(&self, position: &Position<R>) -> i32 {
        let (us, them) = (position.side(), position.side().opponent());
        let men = ((position.us() | position.them()) & !position.kings()).count() as i32;
        let worth = |side| self.side_worth(position, side, men) + Self::home(position, side);
        let score = worth(us) - worth(them);
        match R::OBJECTIVE {
            Objective::Block | Objective::FirstKing => score + TURN,
            // Whoever has less is nearer to having nothing.
            Objective::Lose => TURN - score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::MoveList;
    use crate::rules::{Brazilian, Canadian, English, International};

    /// Both sides see the same position alike, through a whole game.
    fn symmetric<R: Rules>() {
        let evaluator = Material::<R>::new();
        let mut position = Position::<R>::start();
        let mut moves = MoveList::new();
        assert_eq!(evaluator.evaluate(&position), TURN);
        for ply in 0..120 {
            position.moves(&mut moves);
            let Some(&mv) = moves.get(ply % moves.len().max(1)) else {
                break;
            };
            position = position.play(mv);
            assert_eq!(
                evaluator.evaluate(&position),
                evaluator.evaluate(&position.turned())
            );
        }
    }

    #[test]
    fn both_sides_see_a_position_alike() {
        symmetric::<International>();
        symmetric::<Brazilian>();
        symmetric::<English>();
        symmetric::<Canadian>();
    }
}
