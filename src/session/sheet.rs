//! The rules of a game as a short sheet for people, worded from the constants by which it is played.

mod english;
mod polish;

use crate::board::{Directions, Geometry, Side};
use crate::rules::{
    DrawRules, Landing, Memory, Naming, Objective, Priority, Promotion, Rules, Style,
};

/// A language in which rules can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Polish.
    Polish,
}

/// What the sheet tells: the constants of a game as values.
struct Facts {
    title: &'static str,
    polish_title: &'static str,
    columns: usize,
    rows: usize,
    squares: usize,
    mirrored: bool,
    men: usize,
    men_rows: usize,
    rows_behind: usize,
    first: Side,
    naming: Naming,
    style: Style,
    man_moves: Directions,
    man_captures: Directions,
    man_further_captures: Directions,
    men_capture_kings: bool,
    king_moves: Directions,
    king_captures: Directions,
    flying_kings: bool,
    landing: Landing,
    turns_back: bool,
    removes_at_once: bool,
    priority: Priority,
    promotion: Promotion,
    objective: Objective,
    /// The most quiet moves of kings in a row, and whether one king is counted alone.
    king_limit: Option<(u8, bool)>,
    draws: &'static DrawRules,
}

impl Facts {
    fn of<R: Rules>(draws: &'static DrawRules) -> Self {
        Self {
            title: R::TITLE,
            polish_title: R::POLISH_TITLE,
            columns: R::Board::WIDTH,
            rows: R::Board::HEIGHT,
            squares: R::Board::SQUARES,
            mirrored: R::Board::MIRRORED,
            men: R::pieces(),
            men_rows: R::MEN_ROWS,
            rows_behind: R::ROWS_BEHIND,
            first: R::FIRST,
            naming: R::NAMING,
            style: R::STYLE,
            man_moves: R::MAN_MOVES,
            man_captures: R::MAN_CAPTURES,
            man_further_captures: R::MAN_FURTHER_CAPTURES,
            men_capture_kings: R::MEN_CAPTURE_KINGS,
            king_moves: R::KING_MOVES,
            king_captures: R::KING_CAPTURES,
            flying_kings: R::FLYING_KINGS,
            landing: R::KING_LANDING,
            turns_back: R::TURNS_BACK,
            removes_at_once: R::REMOVES_AT_ONCE,
            priority: R::PRIORITY,
            promotion: R::PROMOTION,
            objective: R::OBJECTIVE,
            king_limit: R::Memory::LIMIT.map(|limit| (limit, R::Memory::SAME_KING)),
            draws,
        }
    }

    fn uses_all_squares(&self) -> bool {
        self.squares == self.columns * self.rows
    }

    /// Three squares for examples of moves: from, to, and to by a capture.
    fn example(&self) -> [&'static str; 3] {
        match self.naming {
            Naming::Algebraic if self.style.upper_case => ["C3", "D4", "E5"],
            Naming::Algebraic if self.uses_all_squares() => ["c3", "c4", "c5"],
            Naming::Algebraic => ["c3", "d4", "e5"],
            Naming::FromNorthWest if self.columns == 8 => ["22", "18", "15"],
            Naming::FromNorthWest if self.columns == 10 => ["32", "28", "23"],
            Naming::FromNorthWest => ["45", "39", "34"],
            Naming::FromSouthEast => ["11", "15", "18"],
        }
    }

    /// Whether a man can go on capturing after it has reached the last row.
    fn can_pass_last_row(&self) -> bool {
        self.man_further_captures != Directions::FORWARD || self.promotion != Promotion::AtEnd
    }
}

/// A heading and the sentences under it.
struct Section {
    heading: &'static str,
    sentences: Vec<String>,
}

/// The rules of a game under a set of draw rules.
pub(super) fn of<R: Rules>(draws: &'static DrawRules, language: Language) -> String {
    let facts = Facts::of::<R>(draws);
    let (title, sections) = match language {
        Language::English => (facts.title, english::sections(&facts)),
        Language::Polish => (facts.polish_title, polish::sections(&facts)),
    };
    let mut sheet = format!("{title}\n");
    for section in sections {
        sheet += &format!("\n{}\n", section.heading);
        for sentence in section.sentences {
            sheet += &format!("  {sentence}\n");
        }
    }
    sheet
}
