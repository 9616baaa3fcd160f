//! Russian draughts and its kin: free choice of capture, men that capture backward, flying kings.
//!
//! Sources: the rules of the federation for the 64-square board (FMJD-64), articles 1.5 and 7.2; for pool the rules of the
//! American Pool Checkers Association; the game types 23, 25 and 41 of the PDN standard.

use super::{
    DrawRules, Ending, EndingKind, FMJD64, LIDRAUGHTS64, NO_DRAWS, Naming, Nothing, Priority,
    Promotion, REPETITION_ONLY, Rules, Style,
};
use crate::board::{Board8, Board10x8, Side};

const RUSSIAN_STYLE: Style = Style {
    capture: ":",
    ..Style::USUAL
};

/// Russian draughts, shashki: 8x8, 12 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Russian;

impl Rules for Russian {
    type Board = Board8;
    type Memory = Nothing;

    const NAME: &'static str = "russian";
    const ALIASES: &'static [&'static str] = &["shashki"];
    const TITLE: &'static str = "Russian draughts";
    const POLISH_TITLE: &'static str = "Warcaby rosyjskie";
    const GAME_TYPE: Option<u8> = Some(25);
    const NAMING: Naming = Naming::Algebraic;
    const STYLE: Style = RUSSIAN_STYLE;
    const MEN_ROWS: usize = 3;
    const PRIORITY: Priority = Priority::Free;
    const PROMOTION: Promotion = Promotion::InPassing; // 1.5.15
    const DRAW_RULES: &'static [DrawRules] = &[FMJD64, LIDRAUGHTS64, REPETITION_ONLY, NO_DRAWS];
}

/// Spantsiretti: Russian draughts on 10 columns and 8 rows, 15 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spantsiretti;

impl Rules for Spantsiretti {
    type Board = Board10x8;
    type Memory = Nothing;

    const NAME: &'static str = "spantsiretti";
    const ALIASES: &'static [&'static str] = &["spantsireti", "10x8"];
    const TITLE: &'static str = "Spantsiretti draughts";
    const POLISH_TITLE: &'static str = "Warcaby Spantsiretti";
    const GAME_TYPE: Option<u8> = Some(41);
    const NAMING: Naming = Naming::Algebraic;
    const STYLE: Style = RUSSIAN_STYLE;
    const MEN_ROWS: usize = 3;
    const PRIORITY: Priority = Priority::Free;
    const PROMOTION: Promotion = Promotion::InPassing;
    const DRAW_RULES: &'static [DrawRules] = &[FMJD64, LIDRAUGHTS64, REPETITION_ONLY, NO_DRAWS];
}

/// American pool checkers: as Russian draughts, but a man that passes the last row while capturing stays a man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pool;

impl Rules for Pool {
    type Board = Board8;
    type Memory = Nothing;

    const NAME: &'static str = "pool";
    const ALIASES: &'static [&'static str] = &["pool_checkers"];
    const TITLE: &'static str = "American pool checkers";
    const POLISH_TITLE: &'static str = "Pool checkers (warcaby amerykańskie)";
    const GAME_TYPE: Option<u8> = Some(23);
    const FIRST: Side = Side::Black;
    const MEN_ROWS: usize = 3;
    const PRIORITY: Priority = Priority::Free;
    const DRAW_RULES: &'static [DrawRules] = &[
        DrawRules {
            name: "apca",
            summary: "threefold repetition; 3 kings against a lone king 13 moves each; \
                      15 moves by each side without a capture or a move of a man",
            repetition: Some(3),
            king_moves: Some(30),
            ..NO_DRAWS
        }
        .with_endings(&[Ending::new(EndingKind::ThreeKingsAgainstKing, 26)]),
        REPETITION_ONLY,
        NO_DRAWS,
    ];
}
