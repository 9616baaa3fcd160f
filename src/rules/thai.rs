//! Thai draughts, makhos: two rows of men, and kings that fly but land right behind what they capture.
//!
//! Source: the game type 31 of the PDN standard; accounts of makhos, which agree that pieces leave the board as they are
//! jumped, that a king may turn right round, and that promotion ends the move.

use super::{
    DrawRules, Landing, NO_DRAWS, Naming, Nothing, Priority, Promotion, REPETITION_ONLY, Rules,
    Style,
};
use crate::board::{Board8, Directions, Side};

/// Thai draughts: 8x8, 8 men each, Black moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Thai;

impl Rules for Thai {
    type Board = Board8;
    type Memory = Nothing;

    const NAME: &'static str = "thai";
    const ALIASES: &'static [&'static str] = &["makhos", "makhot"];
    const TITLE: &'static str = "Thai draughts (makhos)";
    const POLISH_TITLE: &'static str = "Warcaby tajskie (makhos)";
    const GAME_TYPE: Option<u8> = Some(31);
    const NAMING: Naming = Naming::FromSouthEast;
    const STYLE: Style = Style {
        capture: "-",
        ..Style::USUAL
    };
    const FIRST: Side = Side::Black;
    const MEN_ROWS: usize = 2;
    const MAN_CAPTURES: Directions = Directions::FORWARD;
    const KING_LANDING: Landing = Landing::Behind;
    const REMOVES_AT_ONCE: bool = true;
    const PRIORITY: Priority = Priority::Free;
    const PROMOTION: Promotion = Promotion::Stops;
    const DRAW_RULES: &'static [DrawRules] = &[REPETITION_ONLY, NO_DRAWS];
}
