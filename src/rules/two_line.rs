//! Two-line draughts (warcaby dwuliniowe): two rows of men, whose first jump goes forward and the others anywhere.
//!
//! Source: the fifth seed text. It leaves open whether a king may turn right round: nothing forbids it, so it may; the
//! other reading is a game of its own, and so is its first optional rule. Its second optional rule is a set of draw rules.

use super::{
    DrawRules, Ending, EndingKind, KingRuns, NO_DRAWS, Naming, Nothing, Priority, Promotion,
    REPETITION_ONLY, Rules, Style,
};
use crate::board::{Board8, Directions};

const DRAW_RULES: &[DrawRules] = &[
    REPETITION_ONLY,
    DrawRules {
        name: "majority",
        summary: "threefold repetition; when only kings are left, the side with more of them wins",
        ..REPETITION_ONLY
    }
    .with_endings(&[Ending::new(EndingKind::UnequalKings, 0)]),
    NO_DRAWS,
];

/// The rules that all three games share.
macro_rules! two_line {
    () => {
        type Board = Board8;

        const GAME_TYPE: Option<u8> = None;
        const NAMING: Naming = Naming::Algebraic;
        const STYLE: Style = Style {
            quiet: ", ",
            capture: "*",
            promotion: "!",
            upper_case: true,
            whole_routes: true,
        };
        const MEN_ROWS: usize = 2;
        const MAN_CAPTURES: Directions = Directions::FORWARD;
        const MAN_FURTHER_CAPTURES: Directions = Directions::DIAGONAL;
        const REMOVES_AT_ONCE: bool = true;
        const PRIORITY: Priority = Priority::Free;
        const PROMOTION: Promotion = Promotion::Stops;
        const DRAW_RULES: &'static [DrawRules] = DRAW_RULES;
    };
}

/// Two-line draughts: 8x8, 8 men each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TwoLine;

impl Rules for TwoLine {
    type Memory = Nothing;

    two_line!();
    const NAME: &'static str = "twoline";
    const ALIASES: &'static [&'static str] = &["two-line", "two_line", "dwuliniowe"];
    const TITLE: &'static str = "Two-line draughts";
    const POLISH_TITLE: &'static str = "Warcaby dwuliniowe";
}

/// Two-line draughts in which a piece may not turn right round between two jumps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TwoLineNo180;

impl Rules for TwoLineNo180 {
    type Memory = Nothing;

    two_line!();
    const NAME: &'static str = "twoline_no180";
    const TITLE: &'static str = "Two-line draughts without turning back";
    const POLISH_TITLE: &'static str = "Warcaby dwuliniowe bez zawracania";
    const TURNS_BACK: bool = false;
}

/// Two-line draughts with the first optional rule: a side that has men and kings makes at most five moves with kings in
/// a row. A capture is no such move, and the rule is void while no man can move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TwoLineFive;

impl Rules for TwoLineFive {
    type Memory = KingRuns<5, false>;

    two_line!();
    const NAME: &'static str = "twoline_five";
    const TITLE: &'static str = "Two-line draughts, five king moves at most";
    const POLISH_TITLE: &'static str = "Warcaby dwuliniowe, najwyżej pięć ruchów damkami";
}
