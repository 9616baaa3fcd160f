//! Games that are another game with one rule changed: the variants of the Hub protocol, over any game that has a name
//! for them.
//!
//! Sources: the read-me of Scan 3 (killer, breakthrough, losing); the game types 96 and 98 of the site Lidraughts.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use super::{
    Brazilian, DrawRules, Ending, EndingKind, English, FMJD, International, Landing, NO_DRAWS,
    Naming, Objective, Priority, Promotion, REPETITION_ONLY, Rules, Russian, Style,
};
use crate::board::{Directions, Side};

/// How a game is called when it is changed by the wrapper `W`.
pub trait Label<W>: Rules {
    /// See [`Rules::NAME`].
    const NAME: &'static str;
    /// See [`Rules::ALIASES`].
    const ALIASES: &'static [&'static str] = &[];
    /// See [`Rules::TITLE`].
    const TITLE: &'static str;
    /// See [`Rules::POLISH_TITLE`].
    const POLISH_TITLE: &'static str;
    /// See [`Rules::GAME_TYPE`].
    const GAME_TYPE: Option<u8> = None;
}

/// The names from the label, and all rules of the other game that no wrapper changes.
macro_rules! same_as {
    ($base:ident) => {
        type Board = $base::Board;
        type Memory = $base::Memory;

        const NAME: &'static str = <$base as Label<Self>>::NAME;
        const ALIASES: &'static [&'static str] = <$base as Label<Self>>::ALIASES;
        const TITLE: &'static str = <$base as Label<Self>>::TITLE;
        const POLISH_TITLE: &'static str = <$base as Label<Self>>::POLISH_TITLE;
        const GAME_TYPE: Option<u8> = <$base as Label<Self>>::GAME_TYPE;

        const NAMING: Naming = $base::NAMING;
        const STYLE: Style = $base::STYLE;
        const FIRST: Side = $base::FIRST;
        const MEN_ROWS: usize = $base::MEN_ROWS;
        const ROWS_BEHIND: usize = $base::ROWS_BEHIND;
        const MAN_MOVES: Directions = $base::MAN_MOVES;
        const MAN_CAPTURES: Directions = $base::MAN_CAPTURES;
        const MAN_FURTHER_CAPTURES: Directions = $base::MAN_FURTHER_CAPTURES;
        const MEN_CAPTURE_KINGS: bool = $base::MEN_CAPTURE_KINGS;
        const KING_MOVES: Directions = $base::KING_MOVES;
        const KING_CAPTURES: Directions = $base::KING_CAPTURES;
        const FLYING_KINGS: bool = $base::FLYING_KINGS;
        const TURNS_BACK: bool = $base::TURNS_BACK;
        const REMOVES_AT_ONCE: bool = $base::REMOVES_AT_ONCE;
        const PRIORITY: Priority = $base::PRIORITY;
        const PROMOTION: Promotion = $base::PROMOTION;
    };
}

/// A game in which a king that takes a king last must stop right behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Killer<R = International>(PhantomData<R>);

impl<R: Label<Self>> Rules for Killer<R> {
    same_as!(R);
    const KING_LANDING: Landing = Landing::BehindKing;
    const OBJECTIVE: Objective = R::OBJECTIVE;
    const DRAW_RULES: &'static [DrawRules] = &[
        // As in international draughts, but two kings win against one.
        DrawRules {
            name: "killer",
            summary: "threefold repetition; 25 moves by each side with kings only and no capture; \
                      3 pieces against a lone king 16 moves each",
            ..FMJD
        }
        .with_endings(&[Ending::new(EndingKind::ThreeAgainstKing, 32)]),
        REPETITION_ONLY,
        NO_DRAWS,
    ];
}

impl Label<Killer<Self>> for International {
    const NAME: &'static str = "killer";
    const TITLE: &'static str = "Killer draughts";
    const POLISH_TITLE: &'static str = "Warcaby killer";
}

/// A game that is won by whoever has no move left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Losing<R = International>(PhantomData<R>);

impl<R: Label<Self>> Rules for Losing<R> {
    same_as!(R);
    const KING_LANDING: Landing = R::KING_LANDING;
    const OBJECTIVE: Objective = Objective::Lose;
    // Draws are those of the game below.
    const DRAW_RULES: &'static [DrawRules] = R::DRAW_RULES;
}

impl Label<Losing<Self>> for International {
    const NAME: &'static str = "losing";
    const ALIASES: &'static [&'static str] = &["antidraughts", "giveaway", "suicide"];
    const TITLE: &'static str = "Losing draughts (antidraughts)";
    const POLISH_TITLE: &'static str = "Antywarcaby (wybijanka)";
    const GAME_TYPE: Option<u8> = Some(98);
}

impl Label<Losing<Self>> for Brazilian {
    const NAME: &'static str = "losing_brazilian";
    const TITLE: &'static str = "Losing Brazilian draughts";
    const POLISH_TITLE: &'static str = "Antywarcaby brazylijskie";
}

impl Label<Losing<Self>> for Russian {
    const NAME: &'static str = "losing_russian";
    const ALIASES: &'static [&'static str] = &["poddavki"];
    const TITLE: &'static str = "Losing Russian draughts (poddavki)";
    const POLISH_TITLE: &'static str = "Antywarcaby rosyjskie";
}

impl Label<Losing<Self>> for English {
    const NAME: &'static str = "losing_english";
    const TITLE: &'static str = "Losing English draughts (suicide checkers)";
    const POLISH_TITLE: &'static str = "Antywarcaby klasyczne";
}

/// Losing Brazilian draughts.
pub type LosingBrazilian = Losing<Brazilian>;
/// Losing Russian draughts.
pub type LosingRussian = Losing<Russian>;
/// Losing English draughts.
pub type LosingEnglish = Losing<English>;

/// A game that ends with the first king, who wins it. No king ever moves, so nothing is ever repeated or counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Breakthrough<R = International>(PhantomData<R>);

impl<R: Label<Self>> Rules for Breakthrough<R> {
    same_as!(R);
    const KING_LANDING: Landing = R::KING_LANDING;
    const OBJECTIVE: Objective = Objective::FirstKing;
    const DRAW_RULES: &'static [DrawRules] = &[NO_DRAWS];
}

impl Label<Breakthrough<Self>> for International {
    const NAME: &'static str = "breakthrough";
    const ALIASES: &'static [&'static str] = &["bt"];
    const TITLE: &'static str = "Breakthrough draughts";
    const POLISH_TITLE: &'static str = "Warcaby do pierwszej damki (breakthrough)";
    const GAME_TYPE: Option<u8> = Some(96);
}
