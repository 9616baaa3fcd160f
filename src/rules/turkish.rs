//! Turkish draughts, dama: all 64 squares, straight moves, pieces that leave the board as they are jumped.
//!
//! Sources: the fourth seed text; the game type 30 of the PDN standard. Texts disagree about a man that reaches the last
//! row while it captures: here it goes on as a man, and the two other readings are games of their own.

use super::{
    DrawRules, Ending, EndingKind, FIFTY, NO_DRAWS, Naming, Nothing, Promotion, REPETITION_ONLY,
    Rules,
};
use crate::board::{Directions, FullBoard8};

const DRAW_RULES: &[DrawRules] = &[
    DrawRules {
        name: "turkish",
        summary: "threefold repetition; one king each at once; \
                  50 moves by each side without a capture or a move of a man forward",
        ..FIFTY
    }
    .with_endings(&[Ending::new(EndingKind::KingAgainstKing, 0)]),
    FIFTY,
    REPETITION_ONLY,
    NO_DRAWS,
];

/// The rules that all three games share.
macro_rules! turkish {
    () => {
        type Board = FullBoard8;
        type Memory = Nothing;

        const NAMING: Naming = Naming::Algebraic;
        const MEN_ROWS: usize = 2;
        const ROWS_BEHIND: usize = 1;
        const MAN_MOVES: Directions = Directions::FORWARD_AND_SIDEWAYS;
        const MAN_CAPTURES: Directions = Directions::FORWARD_AND_SIDEWAYS;
        const KING_MOVES: Directions = Directions::STRAIGHT;
        const KING_CAPTURES: Directions = Directions::STRAIGHT;
        const TURNS_BACK: bool = false;
        const REMOVES_AT_ONCE: bool = true;
        const DRAW_RULES: &'static [DrawRules] = DRAW_RULES;
    };
}

/// Turkish draughts: 8x8, 16 men each on the second and third row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turkish;

impl Rules for Turkish {
    turkish!();
    const NAME: &'static str = "turkish";
    const ALIASES: &'static [&'static str] = &["turkey", "dama"];
    const TITLE: &'static str = "Turkish draughts";
    const POLISH_TITLE: &'static str = "Warcaby tureckie";
    const GAME_TYPE: Option<u8> = Some(30);
}

/// Turkish draughts in which a man is promoted in mid-capture and goes on as a king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TurkishUpgrade;

impl Rules for TurkishUpgrade {
    turkish!();
    const NAME: &'static str = "turkish_upgrade";
    const TITLE: &'static str = "Turkish draughts, promotion in passing";
    const POLISH_TITLE: &'static str = "Warcaby tureckie, awans w trakcie bicia";
    const GAME_TYPE: Option<u8> = None;
    const PROMOTION: Promotion = Promotion::InPassing;
}

/// Turkish draughts in which promotion in mid-capture ends the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TurkishStop;

impl Rules for TurkishStop {
    turkish!();
    const NAME: &'static str = "turkish_stop";
    const TITLE: &'static str = "Turkish draughts, promotion ends the move";
    const POLISH_TITLE: &'static str = "Warcaby tureckie, awans kończy ruch";
    const GAME_TYPE: Option<u8> = None;
    const PROMOTION: Promotion = Promotion::Stops;
}
