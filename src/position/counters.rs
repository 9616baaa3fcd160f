//! What the draw rules count, kept from move to move.

use super::line::DrawReason;
use super::{Move, MoveList, Position};
use crate::board::{Geometry, Word};
use crate::rules::{DrawRules, Ending, EndingKind, Restart, Rules, Set};

/// What the draw rules count, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters {
    /// Plies in a row without a capture and without a move of a man forward: what can be repeated.
    pub king_moves: u16,
    /// Plies since the move that brought about the ending that is on the board.
    pub ending_plies: u16,
    /// The ending's place in the list of the draw rules.
    pub ending: Option<u8>,
    /// Plies for which the lone king has held the main road, while it does.
    pub road_plies: Option<u16>,
}

impl Counters {
    /// The counters of a game that begins with this position.
    #[must_use]
    pub fn of<R: Rules>(position: &Position<R>, rules: &DrawRules) -> Self {
        Self {
            ending: ending(position, rules),
            road_plies: is_on_road(position, rules).then_some(0),
            ..Self::default()
        }
    }

    /// The counters after a move.
    #[must_use]
    #[inline]
    pub fn after<R: Rules>(
        self,
        before: &Position<R>,
        mv: Move<R>,
        after: &Position<R>,
        rules: &DrawRules,
    ) -> Self {
        let ending = ending(after, rules);
        let goes_on = ending == self.ending
            && !ending.is_some_and(|place| {
                let restart = rules.endings[usize::from(place)].restart;
                restart != Restart::Never && restarts(restart, before, mv)
            });
        let plies = self.road_plies.map_or(0, |plies| plies.saturating_add(1));
        Self {
            king_moves: if before.is_reversible(mv) {
                self.king_moves.saturating_add(1)
            } else {
                0
            },
            ending_plies: if goes_on {
                self.ending_plies.saturating_add(1)
            } else {
                0
            },
            ending,
            road_plies: is_on_road(after, rules).then_some(plies),
        }
    }

    /// Whether nothing is being counted, so that no rule can end the game now.
    #[must_use]
    #[inline]
    pub const fn are_clear(&self) -> bool {
        self.king_moves == 0 && self.ending.is_none() && self.road_plies.is_none()
    }

    /// The plies that are left before a counter draws the game; `None` where nothing counts.
    #[must_use]
    #[inline]
    pub fn plies_left(&self, rules: &DrawRules) -> Option<u16> {
        let king_moves = rules
            .king_moves
            .map(|limit| limit.saturating_sub(self.king_moves));
        let ending = self
            .ending_of(rules)
            .map(|ending| ending.plies.saturating_sub(self.ending_plies));
        let road = self.road_plies.and_then(|plies| {
            let road = rules.main_road.as_ref()?;
            Some(road.plies.saturating_sub(plies))
        });
        [king_moves, ending, road].into_iter().flatten().min()
    }

    /// The rule that draws the game now, if any.
    #[must_use]
    pub fn draw(&self, rules: &DrawRules) -> Option<DrawReason> {
        let is_over = |limit: Option<u16>, plies| limit.is_some_and(|limit| plies >= limit);
        if is_over(rules.king_moves, self.king_moves) {
            return Some(DrawReason::KingMoves);
        }
        let road = rules.main_road.as_ref().map(|road| road.plies);
        if self.road_plies.is_some_and(|plies| is_over(road, plies)) {
            return Some(DrawReason::MainRoad);
        }
        let ending = self.ending_of(rules)?;
        let is_draw = ending.kind != EndingKind::UnequalKings && self.ending_plies >= ending.plies;
        is_draw.then_some(DrawReason::Ending(ending.kind))
    }

    fn ending_of(self, rules: &DrawRules) -> Option<&'static Ending> {
        rules.endings.get(usize::from(self.ending?))
    }
}

/// Whether a move starts the count of an ending anew that is on the board before and after it.
fn restarts<R: Rules>(restart: Restart, before: &Position<R>, mv: Move<R>) -> bool {
    match restart {
        Restart::Never => false,
        Restart::OnChange => mv.is_capture() || mv.promotes(),
        Restart::OnManMove => !before.is_reversible(mv),
    }
}

/// The ending on the board, as its place in the list of the draw rules.
#[inline]
fn ending<R: Rules>(position: &Position<R>, rules: &DrawRules) -> Option<u8> {
    if rules.most_pieces == 0 || position.count() > rules.most_pieces {
        return None;
    }
    let endings = &mut rules.endings.iter();
    let place = endings.position(|ending| belongs(position, ending.kind));
    place.map(|place| place as u8)
}

/// The lone king and what stands against it, where one side has nothing but a king and the other one at least a king.
fn against_king<R: Rules>(position: &Position<R>) -> Option<(Set<R>, Set<R>)> {
    let lone = |pieces: Set<R>| !pieces.is_empty() && pieces.without_lowest().is_empty();
    let fits = |weak: Set<R>, strong: Set<R>| {
        lone(weak) && position.kings().meets(weak) && position.kings().meets(strong)
    };
    let (us, them) = (position.us(), position.them());
    match (fits(us, them), fits(them, us)) {
        (true, _) => Some((us, them)),
        (false, true) => Some((them, us)),
        (false, false) => None,
    }
}

fn belongs<R: Rules>(position: &Position<R>, kind: EndingKind) -> bool {
    let (us, them, kings) = (position.us(), position.them(), position.kings());
    let only_kings = position.kings() == us | them;
    let is_against_king = |fits: &dyn Fn(u32) -> bool| {
        against_king(position).is_some_and(|(_, strong)| fits(strong.count()))
    };
    match kind {
        EndingKind::ThreeAgainstKing => is_against_king(&|strong| strong == 3),
        EndingKind::UpToTwoAgainstKing => is_against_king(&|strong| strong <= 2),
        EndingKind::KingsAgainstKing => only_kings && is_against_king(&|strong| strong >= 3),
        EndingKind::ThreeKingsAgainstKing => only_kings && is_against_king(&|strong| strong == 3),
        EndingKind::TwoKingsAgainstKing => only_kings && is_against_king(&|strong| strong == 2),
        EndingKind::KingAgainstKing => is_against_king(&|strong| strong == 1),
        EndingKind::SafeKingAgainstKing => {
            is_against_king(&|strong| strong == 1) && is_safe(position)
        }
        EndingKind::KingsOnBothSides { least, most } => {
            kings.meets(us)
                && kings.meets(them)
                && (u32::from(least)..=u32::from(most)).contains(&position.count())
        }
        EndingKind::UnequalKings => only_kings && us.count() != them.count(),
    }
}

/// Whether nobody can capture now, and the side to move can keep from being captured next.
fn is_safe<R: Rules>(position: &Position<R>) -> bool {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let is_calm = |mv: &Move<R>| !mv.is_capture() && !position.play(*mv).has_capture();
    moves.iter().any(is_calm)
}

/// Whether the lone king of an ending that is limited there stands on the main road, and no other piece does.
#[inline]
fn is_on_road<R: Rules>(position: &Position<R>, rules: &DrawRules) -> bool {
    let Some(road) = &rules.main_road else {
        return false;
    };
    let road_squares = Set::<R>::truncate(R::Board::MAIN_ROAD);
    let on_road = (position.us() | position.them()) & road_squares;
    position.count() <= 4
        && belongs(position, road.kind)
        && against_king(position).is_some_and(|(lone, _)| on_road == lone)
}
