//! English draughts, also called checkers: short kings, men that capture forward only.
//!
//! Source: WCDF, "Rules of draughts (checkers)", articles 1.10 to 1.32; the fourth seed text ("classic").

use super::{DrawRules, NO_DRAWS, Nothing, Priority, Promotion, REPETITION_ONLY, Rules};
use crate::board::{Board8, Directions, Side};

/// English draughts: 8x8, 12 men each, Black (the dark side) moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct English;

impl Rules for English {
    type Board = Board8;
    type Memory = Nothing;

    const NAME: &'static str = "english";
    const ALIASES: &'static [&'static str] = &["american", "checkers", "classic"];
    const TITLE: &'static str = "English draughts (checkers)";
    const POLISH_TITLE: &'static str = "Warcaby klasyczne (angielskie)";
    const GAME_TYPE: Option<u8> = Some(21);
    const FIRST: Side = Side::Black; // 1.11
    const MEN_ROWS: usize = 3;
    const MAN_CAPTURES: Directions = Directions::FORWARD; // 1.16
    const FLYING_KINGS: bool = false; // 1.17
    const PRIORITY: Priority = Priority::Free; // 1.20
    const PROMOTION: Promotion = Promotion::Stops; // 1.15, 1.19
    const DRAW_RULES: &'static [DrawRules] = &[
        // "Classic" in the fourth seed text: third repetition, or 50 moves each without a capture or a man's move.
        DrawRules {
            name: "classic",
            summary: "threefold repetition; 50 moves by each side without a capture or a move of a man",
            repetition: Some(3),
            king_moves: Some(100),
            ..NO_DRAWS
        },
        DrawRules {
            name: "wcdf", // 1.32
            summary: "threefold repetition; 40 moves by each side without a capture or a move of a man",
            repetition: Some(3),
            king_moves: Some(80),
            ..NO_DRAWS
        },
        REPETITION_ONLY,
        NO_DRAWS,
    ];
}
