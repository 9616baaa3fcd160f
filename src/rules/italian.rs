//! Italian draughts: short kings that men cannot capture, and four priorities between captures.
//!
//! Source: the technical rules of the Federazione Italiana Dama, articles 6.6 to 6.9 (captures), 9.3 and 10.4 (draws).

use super::{DrawRules, NO_DRAWS, Nothing, Priority, Promotion, REPETITION_ONLY, Rules};
use crate::board::{Directions, MirroredBoard8};

/// Italian draughts: 8x8 with the corner on White's left empty, 12 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Italian;

impl Rules for Italian {
    type Board = MirroredBoard8;
    type Memory = Nothing;

    const NAME: &'static str = "italian";
    const ALIASES: &'static [&'static str] = &["italy", "dama_italiana"];
    const TITLE: &'static str = "Italian draughts";
    const POLISH_TITLE: &'static str = "Warcaby włoskie";
    const GAME_TYPE: Option<u8> = Some(22);
    const MEN_ROWS: usize = 3;
    const MAN_CAPTURES: Directions = Directions::FORWARD;
    const MEN_CAPTURE_KINGS: bool = false;
    const FLYING_KINGS: bool = false;
    const PRIORITY: Priority = Priority::Italian; // 6.6 to 6.9
    const PROMOTION: Promotion = Promotion::Stops;
    const DRAW_RULES: &'static [DrawRules] = &[
        DrawRules {
            name: "fid", // 9.3, 10.4
            summary: "fourfold repetition; 40 moves by each side without a capture or a move of a man",
            repetition: Some(4),
            king_moves: Some(80),
            ..NO_DRAWS
        },
        REPETITION_ONLY,
        NO_DRAWS,
    ];
}
