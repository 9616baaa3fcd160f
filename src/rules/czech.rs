//! Czech draughts: men that capture forward only, flying kings, which must capture before men.
//!
//! Source: the game type 29 of the PDN standard.

use super::{DrawRules, NO_DRAWS, Naming, Nothing, Priority, REPETITION_ONLY, Rules};
use crate::board::{Board8, Directions};

/// Czech draughts: 8x8, 12 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Czech;

impl Rules for Czech {
    type Board = Board8;
    type Memory = Nothing;

    const NAME: &'static str = "czech";
    const ALIASES: &'static [&'static str] = &["slovak"];
    const TITLE: &'static str = "Czech draughts";
    const POLISH_TITLE: &'static str = "Warcaby czeskie";
    const GAME_TYPE: Option<u8> = Some(29);
    const NAMING: Naming = Naming::Algebraic;
    const MEN_ROWS: usize = 3;
    const MAN_CAPTURES: Directions = Directions::FORWARD;
    const PRIORITY: Priority = Priority::KingFirst;
    const DRAW_RULES: &'static [DrawRules] = &[REPETITION_ONLY, NO_DRAWS];
}
