//! Which classes a game has, and in which order they are solved.

use super::Class;
use super::index::MOST_ALIKE;
use crate::rules::{Memory, Objective, Rules};

/// The most pieces for which tables are built.
pub const MOST_PIECES: u32 = 6;

/// Whether tables can be made for the game: the pieces on the board are all that matters in it.
#[must_use]
pub fn is_supported<R: Rules>() -> bool {
    R::Memory::LIMIT.is_none()
}

/// The classes of a game with so many pieces, in the order in which they are solved: fewer men first, since men become
/// kings and never the other way round, and a class next to the one that sees it from the other side.
#[must_use]
pub fn classes<R: Rules>(pieces: u32) -> Vec<Class> {
    pairs::<R>(pieces).into_iter().flatten().collect()
}

/// The classes in pairs of those that lead to each other; some classes are their own other side.
pub(super) fn pairs<R: Rules>(pieces: u32) -> Vec<Vec<Class>> {
    pairs_of(pieces, R::OBJECTIVE != Objective::FirstKing)
}

/// The pairs of a game that goes on with kings on the board, or of one that does not.
fn pairs_of(pieces: u32, with_kings: bool) -> Vec<Vec<Class>> {
    let digits = || 0..=MOST_ALIKE as u8;
    let mut classes = Vec::new();
    for our_men in digits() {
        for their_men in digits() {
            for our_kings in digits() {
                let rest = i64::from(pieces) - i64::from(our_men + their_men + our_kings);
                if let Ok(their_kings) = u8::try_from(rest) {
                    classes.push(Class([our_men, their_men, our_kings, their_kings]));
                }
            }
        }
    }
    classes.retain(|class| {
        let [our_men, their_men, our_kings, their_kings] = class.0;
        let has_both = our_men + our_kings > 0 && their_men + their_kings > 0;
        let goes_on = with_kings || class.kings() == 0;
        // Of the two sides of a pair the one that is stronger by its digits stands for both.
        has_both && goes_on && class.code().is_some() && *class >= class.flipped()
    });
    classes.sort_by_key(|class| (class.men(), *class));
    let pair = |class: Class| match class.flipped() {
        other if other == class => vec![class],
        other => vec![class, other],
    };
    classes.into_iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Breakthrough, Frisian, International};

    #[test]
    fn numbers_of_classes_are_those_of_the_theory() {
        for (pieces, all, unordered) in
            [(2, 4, 3), (3, 12, 6), (4, 25, 14), (5, 44, 22), (6, 70, 37)]
        {
            assert_eq!(classes::<International>(pieces).len(), all);
            assert_eq!(pairs::<International>(pieces).len(), unordered);
        }
        assert_eq!(classes::<Breakthrough>(3).len(), 2);
        assert!(is_supported::<International>() && !is_supported::<Frisian>());
    }
}
