//! International, Brazilian and Canadian draughts: one rulebook on three boards.
//!
//! Source: FMJD, Annex 1 "Official rules of international draughts", articles 2 to 4 and 6; the defaults of [`Rules`]
//! are this rulebook.

use super::{ARENA, CLASSIC, DrawRules, FMJD, NO_DRAWS, Naming, REPETITION_ONLY, Rules};
use crate::board::{Board8, Board10, Board12};

/// International draughts, also called Polish: 10x10, 20 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct International;

impl Rules for International {
    type Board = Board10;

    const NAME: &'static str = "international";
    const ALIASES: &'static [&'static str] = &["normal", "standard", "polish", "10x10"];
    const TITLE: &'static str = "International draughts";
    const GAME_TYPE: Option<u8> = Some(20);
    const MEN_ROWS: usize = 4; // 2.6
    const DRAW_RULES: &'static [DrawRules] = &[FMJD, CLASSIC, ARENA, REPETITION_ONLY, NO_DRAWS];
}

/// Brazilian draughts: the international rules on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Board = Board8;

    const NAME: &'static str = "brazilian";
    const ALIASES: &'static [&'static str] = &["brazil"];
    const TITLE: &'static str = "Brazilian draughts";
    const GAME_TYPE: Option<u8> = Some(26);
    const NAMING: Naming = Naming::Algebraic;
    const MEN_ROWS: usize = 3;
    const DRAW_RULES: &'static [DrawRules] = &[FMJD, REPETITION_ONLY, NO_DRAWS];
}

/// Canadian draughts: the international rules on 12x12, 30 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Canadian;

impl Rules for Canadian {
    type Board = Board12;

    const NAME: &'static str = "canadian";
    const ALIASES: &'static [&'static str] = &["canada", "12x12"];
    const TITLE: &'static str = "Canadian draughts";
    const GAME_TYPE: Option<u8> = Some(27);
    const MEN_ROWS: usize = 5;
    const DRAW_RULES: &'static [DrawRules] = &[FMJD, REPETITION_ONLY, NO_DRAWS];
}
