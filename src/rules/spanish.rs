//! Spanish and Portuguese draughts: men that capture forward only, flying kings, most pieces and then most kings.
//!
//! Sources: the fourth seed text; the game types 24 and 28 of the PDN standard; draws as the game site Ludoteka has them.

use super::{
    DrawRules, Ending, EndingKind, FIFTY, NO_DRAWS, Naming, Nothing, Priority, REPETITION_ONLY,
    Rules,
};
use crate::board::{Directions, MirroredBoard8};

const DRAW_RULES: &[DrawRules] = &[
    DrawRules {
        name: "ludoteka",
        summary: "threefold repetition; 20 moves by each side with kings only and no capture; \
                  3 kings against a lone king that holds the main road 12 moves each",
        repetition: Some(3),
        king_moves: Some(40),
        main_road: Some(Ending::new(EndingKind::ThreeKingsAgainstKing, 24)),
        ..NO_DRAWS
    },
    FIFTY,
    REPETITION_ONLY,
    NO_DRAWS,
];

/// Spanish draughts: 8x8 with the corner on White's left empty, 12 men each, square 1 at White's right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spanish;

impl Rules for Spanish {
    type Board = MirroredBoard8;
    type Memory = Nothing;

    const NAME: &'static str = "spanish";
    const ALIASES: &'static [&'static str] = &["spain"];
    const TITLE: &'static str = "Spanish draughts";
    const POLISH_TITLE: &'static str = "Warcaby hiszpańskie";
    const GAME_TYPE: Option<u8> = Some(24);
    const NAMING: Naming = Naming::FromSouthEast;
    const MEN_ROWS: usize = 3;
    const MAN_CAPTURES: Directions = Directions::FORWARD;
    const PRIORITY: Priority = Priority::MostThenKings;
    const DRAW_RULES: &'static [DrawRules] = DRAW_RULES;
}

/// Portuguese draughts: Spanish draughts by another name and number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Portuguese;

impl Rules for Portuguese {
    type Board = MirroredBoard8;
    type Memory = Nothing;

    const NAME: &'static str = "portuguese";
    const ALIASES: &'static [&'static str] = &["portugal"];
    const TITLE: &'static str = "Portuguese draughts";
    const POLISH_TITLE: &'static str = "Warcaby portugalskie";
    const GAME_TYPE: Option<u8> = Some(28);
    const NAMING: Naming = Naming::FromSouthEast;
    const MEN_ROWS: usize = 3;
    const MAN_CAPTURES: Directions = Directions::FORWARD;
    const PRIORITY: Priority = Priority::MostThenKings;
    const DRAW_RULES: &'static [DrawRules] = DRAW_RULES;
}
