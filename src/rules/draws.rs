//! Draw rules as named sets. The counters themselves are kept by the game's line.
//!
//! Rulebooks count moves of each side; here every limit counts plies, two for one move of each.

/// A named set of draw rules.
#[derive(Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// One sentence for a person.
    pub summary: &'static str,
    /// How often a position with the same side to move must stand on the board for a draw.
    pub repetition: Option<u8>,
    /// Plies in a row without a capture and without a move of a man.
    pub king_moves: Option<u16>,
    /// Endings that may last only so long; the first that fits a position counts.
    pub endings: &'static [Ending],
}

/// An ending that is drawn when it has lasted for a number of plies.
#[derive(Debug, PartialEq, Eq)]
pub struct Ending {
    /// Which positions belong to it.
    pub kind: EndingKind,
    /// The plies after the move that brought the ending about.
    pub plies: u16,
}

/// Endings that rulebooks limit: a lone king, and what stands against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingKind {
    /// Exactly three pieces, at least one of them a king, against one king.
    ThreeAgainstKing,
    /// One or two pieces, at least one of them a king, against one king.
    UpToTwoAgainstKing,
    /// One king each.
    KingAgainstKing,
}

/// No draw rule at all.
pub const NO_DRAWS: DrawRules = DrawRules {
    name: "none",
    summary: "no draw rule",
    repetition: None,
    king_moves: None,
    endings: &[],
};

/// Threefold repetition only.
pub const REPETITION_ONLY: DrawRules = DrawRules {
    name: "repetition",
    summary: "threefold repetition",
    repetition: Some(3),
    ..NO_DRAWS
};

/// The world federation's rules for the 10x10 board: FMJD, Annex 1, articles 6.1 to 6.4.
pub const FMJD: DrawRules = DrawRules {
    name: "fmjd",
    summary: "threefold repetition; 25 moves by each side with kings only and no capture; \
              3 pieces against a lone king 16 moves each; 2 or 1 against a lone king 5 moves each",
    repetition: Some(3),
    king_moves: Some(50),
    endings: &[
        Ending {
            kind: EndingKind::ThreeAgainstKing,
            plies: 32,
        },
        Ending {
            kind: EndingKind::UpToTwoAgainstKing,
            plies: 10,
        },
    ],
};

/// Polish draughts as the first seed text tells it: 15 king moves by each side while no piece is taken.
pub const CLASSIC: DrawRules = DrawRules {
    name: "classic",
    summary: "15 king moves by each side without a capture",
    king_moves: Some(30),
    ..NO_DRAWS
};

/// International draughts as game sites tell it (the third seed text, with its optional tournament rules).
pub const ARENA: DrawRules = DrawRules {
    name: "arena",
    summary: "threefold repetition; one king each at once; 25 moves by each side with kings only \
              and no capture; 3 pieces against a lone king 16 moves each",
    repetition: Some(3),
    king_moves: Some(50),
    endings: &[
        Ending {
            kind: EndingKind::KingAgainstKing,
            plies: 0,
        },
        Ending {
            kind: EndingKind::ThreeAgainstKing,
            plies: 32,
        },
    ],
};
