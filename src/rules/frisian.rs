//! Frisian draughts: captures also straight ahead and sideways, and by value.
//!
//! Source: the official rules of Frisian draughts of 2011, articles 11 and 12 (captures), 17 (the limit of king moves), 18
//! and 21 (draws).

use super::{
    DrawRules, Ending, EndingKind, KingRuns, NO_DRAWS, Priority, REPETITION_ONLY, Restart, Rules,
};
use crate::board::{Board10, Directions};

const DRAW_RULES: &[DrawRules] = &[
    DrawRules {
        name: "frisian", // 18, 21
        summary: "2 kings against a lone king 7 moves each; one king each at once, unless one is or will be \
                  captured by the next move",
        ..NO_DRAWS
    }
    .with_endings(&[
        Ending::new(EndingKind::TwoKingsAgainstKing, 14),
        Ending::new(EndingKind::SafeKingAgainstKing, 0),
    ]),
    DrawRules {
        name: "lidraughts",
        summary: "2 kings against a lone king 7 moves each; one king each 2 moves each",
        ..NO_DRAWS
    }
    .with_endings(&[
        Ending::new(EndingKind::TwoKingsAgainstKing, 14).restarting(Restart::OnChange),
        Ending::new(EndingKind::KingAgainstKing, 4).restarting(Restart::OnChange),
    ]),
    REPETITION_ONLY,
    NO_DRAWS,
];

/// The rules that both games share.
macro_rules! frisian {
    () => {
        type Board = Board10;
        /// While its side has a man, a king makes at most three quiet moves in a row. Article 17.
        type Memory = KingRuns<3, true>;

        const MAN_CAPTURES: Directions = Directions::ALL; // 11
        const KING_CAPTURES: Directions = Directions::ALL; // 11
        const PRIORITY: Priority = Priority::Frisian; // 12
        const DRAW_RULES: &'static [DrawRules] = DRAW_RULES;
    };
}

/// Frisian draughts: 10x10, 20 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frisian;

impl Rules for Frisian {
    frisian!();
    const NAME: &'static str = "frisian";
    const ALIASES: &'static [&'static str] = &["fries"];
    const TITLE: &'static str = "Frisian draughts";
    const POLISH_TITLE: &'static str = "Warcaby fryzyjskie";
    const GAME_TYPE: Option<u8> = Some(40);
    const MEN_ROWS: usize = 4;
}

/// Frysk!: Frisian draughts that begins with 5 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frysk;

impl Rules for Frysk {
    frisian!();
    const NAME: &'static str = "frysk";
    const ALIASES: &'static [&'static str] = &["frysk!"];
    const TITLE: &'static str = "Frysk!";
    const POLISH_TITLE: &'static str = "Frysk! (fryzyjskie z pięcioma pionkami)";
    const GAME_TYPE: Option<u8> = Some(97);
    const MEN_ROWS: usize = 1;
}
