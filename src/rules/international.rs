//! International draughts and its kin: one rulebook on four boards.
//!
//! Source: FMJD, Annex 1 "Official rules of international draughts", articles 2 to 4 and 6; the defaults of [`Rules`]
//! are this rulebook.

use super::{
    ARENA, CLASSIC, DrawRules, FIFTY, FMJD, FMJD64, LIDRAUGHTS64, NO_DRAWS, Naming, Nothing,
    REPETITION_ONLY, Rules,
};
use crate::board::{Board8, Board10, Board12, MirroredBoard8, MirroredBoard12};

/// International draughts, also called Polish: 10x10, 20 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct International;

impl Rules for International {
    type Board = Board10;
    type Memory = Nothing;

    const NAME: &'static str = "international";
    const ALIASES: &'static [&'static str] = &["normal", "standard", "polish", "10x10"];
    const TITLE: &'static str = "International draughts";
    const POLISH_TITLE: &'static str = "Warcaby międzynarodowe (polskie, stupolowe)";
    const GAME_TYPE: Option<u8> = Some(20);
    const MEN_ROWS: usize = 4; // 2.6
    const DRAW_RULES: &'static [DrawRules] =
        &[FMJD, CLASSIC, ARENA, FIFTY, REPETITION_ONLY, NO_DRAWS];
}

/// Brazilian draughts: the international rules on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Board = Board8;
    type Memory = Nothing;

    const NAME: &'static str = "brazilian";
    const ALIASES: &'static [&'static str] = &["brazil"];
    const TITLE: &'static str = "Brazilian draughts";
    const POLISH_TITLE: &'static str = "Warcaby brazylijskie";
    const GAME_TYPE: Option<u8> = Some(26);
    const NAMING: Naming = Naming::Algebraic;
    const MEN_ROWS: usize = 3;
    const DRAW_RULES: &'static [DrawRules] =
        &[FMJD64, LIDRAUGHTS64, FMJD, FIFTY, REPETITION_ONLY, NO_DRAWS];
}

/// Canadian draughts: the international rules on 12x12, 30 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Canadian;

impl Rules for Canadian {
    type Board = Board12;
    type Memory = Nothing;

    const NAME: &'static str = "canadian";
    const ALIASES: &'static [&'static str] = &["canada", "12x12"];
    const TITLE: &'static str = "Canadian draughts";
    const POLISH_TITLE: &'static str = "Warcaby kanadyjskie";
    const GAME_TYPE: Option<u8> = Some(27);
    const MEN_ROWS: usize = 5;
    const DRAW_RULES: &'static [DrawRules] = &[FMJD, REPETITION_ONLY, NO_DRAWS];
}

/// Filipino draughts, dama: Brazilian draughts on the squares of the other colour, with numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filipino;

impl Rules for Filipino {
    type Board = MirroredBoard8;
    type Memory = Nothing;

    const NAME: &'static str = "filipino";
    const ALIASES: &'static [&'static str] = &["philippine"];
    const TITLE: &'static str = "Filipino draughts";
    const POLISH_TITLE: &'static str = "Warcaby filipińskie";
    const GAME_TYPE: Option<u8> = None;
    const MEN_ROWS: usize = 3;
    const DRAW_RULES: &'static [DrawRules] = &[FMJD, REPETITION_ONLY, NO_DRAWS];
}

/// Sri Lankan draughts: Canadian draughts on the squares of the other colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SriLankan;

impl Rules for SriLankan {
    type Board = MirroredBoard12;
    type Memory = Nothing;

    const NAME: &'static str = "srilankan";
    const ALIASES: &'static [&'static str] = &["sri_lankan"];
    const TITLE: &'static str = "Sri Lankan draughts";
    const POLISH_TITLE: &'static str = "Warcaby lankijskie";
    const GAME_TYPE: Option<u8> = None;
    const MEN_ROWS: usize = 5;
    const DRAW_RULES: &'static [DrawRules] = &[FMJD, REPETITION_ONLY, NO_DRAWS];
}
