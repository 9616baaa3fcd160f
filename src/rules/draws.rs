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
    /// Plies in a row without a capture and without a move of a man forward.
    pub king_moves: Option<u16>,
    /// Endings that may last only so long; the first that fits a position counts.
    pub endings: &'static [Ending],
    /// An ending that may last only so long while the lone king alone stands on the main road.
    pub main_road: Option<Ending>,
    /// The most pieces with which a position can belong to one of the endings: a quick look before a thorough one.
    pub most_pieces: u32,
}

impl DrawRules {
    /// The same rules with these endings.
    #[must_use]
    pub const fn with_endings(self, endings: &'static [Ending]) -> Self {
        let (mut most, mut i) = (0, 0);
        while i < endings.len() {
            let pieces = endings[i].kind.most_pieces();
            if pieces > most {
                most = pieces;
            }
            i += 1;
        }
        Self {
            endings,
            most_pieces: most,
            ..self
        }
    }
}

/// An ending that is drawn when it has lasted for a number of plies.
#[derive(Debug, PartialEq, Eq)]
pub struct Ending {
    /// Which positions belong to it.
    pub kind: EndingKind,
    /// The plies after the move that brought the ending about.
    pub plies: u16,
    /// What starts the count anew while the ending lasts.
    pub restart: Restart,
}

impl Ending {
    /// An ending in which nothing starts the count anew.
    #[must_use]
    pub const fn new(kind: EndingKind, plies: u16) -> Self {
        Self {
            kind,
            plies,
            restart: Restart::Never,
        }
    }

    /// The same ending with another restart.
    #[must_use]
    pub const fn restarting(self, restart: Restart) -> Self {
        Self { restart, ..self }
    }
}

/// What starts the count of an ending anew while it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// Nothing.
    Never,
    /// A capture or a promotion.
    OnChange,
    /// A capture or any move of a man.
    OnManMove,
}

/// Endings that rulebooks limit: mostly a lone king, and what stands against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingKind {
    /// Exactly three pieces, at least one of them a king, against one king.
    ThreeAgainstKing,
    /// One or two pieces, at least one of them a king, against one king.
    UpToTwoAgainstKing,
    /// Three or more kings and no man against one king.
    KingsAgainstKing,
    /// Exactly three kings and no man against one king.
    ThreeKingsAgainstKing,
    /// Two kings against one king.
    TwoKingsAgainstKing,
    /// One king each.
    KingAgainstKing,
    /// One king each, and none can be captured now nor is bound to be captured by the next move.
    SafeKingAgainstKing,
    /// Both sides have kings, and there are so many pieces in all.
    KingsOnBothSides {
        /// The fewest pieces.
        least: u8,
        /// The most pieces.
        most: u8,
    },
    /// No man is left, and one side has more kings: it wins.
    UnequalKings,
}

impl EndingKind {
    const fn most_pieces(self) -> u32 {
        match self {
            Self::ThreeAgainstKing | Self::ThreeKingsAgainstKing => 4,
            Self::UpToTwoAgainstKing | Self::TwoKingsAgainstKing => 3,
            Self::KingAgainstKing | Self::SafeKingAgainstKing => 2,
            Self::KingsOnBothSides { most, .. } => most as u32,
            Self::KingsAgainstKing | Self::UnequalKings => u32::MAX,
        }
    }
}

/// No draw rule at all.
pub const NO_DRAWS: DrawRules = DrawRules {
    name: "none",
    summary: "no draw rule",
    repetition: None,
    king_moves: None,
    endings: &[],
    main_road: None,
    most_pieces: 0,
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
    ..NO_DRAWS
}
.with_endings(&[
    Ending::new(EndingKind::ThreeAgainstKing, 32),
    Ending::new(EndingKind::UpToTwoAgainstKing, 10),
]);

/// The rules of the federation for the 64-square board: articles 7.2.3 to 7.2.8.
pub const FMJD64: DrawRules = DrawRules {
    name: "fmjd64",
    summary: "threefold repetition; 15 moves by each side with kings only and no capture; \
              3 or more kings against a lone king 15 moves each, 2 or 1 pieces 5, 3 pieces while \
              the lone king holds the main road 5; kings on both sides and no capture or promotion: \
              4 or 5 pieces 30 moves each, 6 or 7 pieces 60",
    repetition: Some(3),
    king_moves: Some(30),
    main_road: Some(Ending::new(EndingKind::ThreeAgainstKing, 10)),
    ..NO_DRAWS
}
.with_endings(&[
    Ending::new(EndingKind::UpToTwoAgainstKing, 10),
    Ending::new(EndingKind::KingsAgainstKing, 30),
    FOUR_OR_FIVE,
    SIX_OR_SEVEN,
]);

/// The same rules as the site Lidraughts counts them: one clock, and longer limits go before shorter ones.
pub const LIDRAUGHTS64: DrawRules = DrawRules {
    name: "lidraughts",
    summary: "threefold repetition; a lone king against 2 or 1 pieces 5 moves each, against 3 pieces \
              or kings only 15, or 5 while it holds the main road; kings on both sides: 4 or 5 \
              pieces 30 moves each and 6 or 7 pieces 60 without a capture or promotion, more pieces \
              15 with kings only",
    repetition: Some(3),
    main_road: Some(Ending::new(EndingKind::ThreeAgainstKing, 10)),
    ..NO_DRAWS
}
.with_endings(&[
    Ending::new(EndingKind::UpToTwoAgainstKing, 10),
    Ending::new(EndingKind::ThreeAgainstKing, 30),
    Ending::new(EndingKind::KingsAgainstKing, 30),
    FOUR_OR_FIVE,
    SIX_OR_SEVEN,
    Ending::new(EndingKind::KingsOnBothSides { least: 8, most: u8::MAX }, 30)
        .restarting(Restart::OnManMove),
]);

const FOUR_OR_FIVE: Ending = Ending::new(EndingKind::KingsOnBothSides { least: 4, most: 5 }, 60)
    .restarting(Restart::OnChange);
const SIX_OR_SEVEN: Ending = Ending::new(EndingKind::KingsOnBothSides { least: 6, most: 7 }, 120)
    .restarting(Restart::OnChange);

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
    ..NO_DRAWS
}
.with_endings(&[
    Ending::new(EndingKind::KingAgainstKing, 0),
    Ending::new(EndingKind::ThreeAgainstKing, 32),
]);

/// One rule for all games (the fourth seed text).
pub const FIFTY: DrawRules = DrawRules {
    name: "fifty",
    summary: "threefold repetition; 50 moves by each side without a capture or a move of a man forward",
    repetition: Some(3),
    king_moves: Some(100),
    ..NO_DRAWS
};
