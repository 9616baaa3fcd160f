//! The list of all games. Nothing below the session knows it; a new game is added here and in its own file.

use std::fmt;
use std::str::FromStr;

use super::Rules;

/// A game, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// See [`International`](super::International).
    International,
    /// See [`Brazilian`](super::Brazilian).
    Brazilian,
    /// See [`English`](super::English).
    English,
    /// See [`Canadian`](super::Canadian).
    Canadian,
    /// See [`Russian`](super::Russian).
    Russian,
    /// See [`Pool`](super::Pool).
    Pool,
    /// See [`Italian`](super::Italian).
    Italian,
    /// See [`Spanish`](super::Spanish).
    Spanish,
    /// See [`Portuguese`](super::Portuguese).
    Portuguese,
    /// See [`Czech`](super::Czech).
    Czech,
    /// See [`Thai`](super::Thai).
    Thai,
    /// See [`Turkish`](super::Turkish).
    Turkish,
    /// See [`TurkishUpgrade`](super::TurkishUpgrade).
    TurkishUpgrade,
    /// See [`TurkishStop`](super::TurkishStop).
    TurkishStop,
    /// See [`TwoLine`](super::TwoLine).
    TwoLine,
    /// See [`TwoLineNo180`](super::TwoLineNo180).
    TwoLineNo180,
    /// See [`TwoLineFive`](super::TwoLineFive).
    TwoLineFive,
    /// See [`Spantsiretti`](super::Spantsiretti).
    Spantsiretti,
    /// See [`SriLankan`](super::SriLankan).
    SriLankan,
    /// See [`Filipino`](super::Filipino).
    Filipino,
    /// See [`Frisian`](super::Frisian).
    Frisian,
    /// See [`Frysk`](super::Frysk).
    Frysk,
    /// See [`Killer`](super::Killer).
    Killer,
    /// See [`Breakthrough`](super::Breakthrough).
    Breakthrough,
    /// See [`Losing`](super::Losing).
    Losing,
    /// See [`LosingBrazilian`](super::LosingBrazilian).
    LosingBrazilian,
    /// See [`LosingRussian`](super::LosingRussian).
    LosingRussian,
    /// See [`LosingEnglish`](super::LosingEnglish).
    LosingEnglish,
}

/// Evaluates an expression with an alias for the type of a variant's rules: `dispatch!(variant, R => R::NAME)`.
#[macro_export]
macro_rules! dispatch {
    ($variant:expr, $rules:ident => $body:expr) => {
        $crate::dispatch!(
            @games $variant, $rules, $body,
            International, Brazilian, English, Canadian, Russian, Pool, Italian, Spanish,
            Portuguese, Czech, Thai, Turkish, TurkishUpgrade, TurkishStop, TwoLine, TwoLineNo180,
            TwoLineFive, Spantsiretti, SriLankan, Filipino, Frisian, Frysk, Killer, Breakthrough,
            Losing, LosingBrazilian, LosingRussian, LosingEnglish
        )
    };
    (@games $variant:expr, $rules:ident, $body:expr, $($game:ident),*) => {
        match $variant {
            $($crate::rules::variant::Variant::$game => {
                type $rules = $crate::rules::$game;
                $body
            })*
        }
    };
}

impl Variant {
    /// Every game, the default first.
    pub const ALL: &'static [Self] = &[
        Self::International,
        Self::Brazilian,
        Self::English,
        Self::Canadian,
        Self::Russian,
        Self::Pool,
        Self::Italian,
        Self::Spanish,
        Self::Portuguese,
        Self::Czech,
        Self::Thai,
        Self::Turkish,
        Self::TurkishUpgrade,
        Self::TurkishStop,
        Self::TwoLine,
        Self::TwoLineNo180,
        Self::TwoLineFive,
        Self::Spantsiretti,
        Self::SriLankan,
        Self::Filipino,
        Self::Frisian,
        Self::Frysk,
        Self::Killer,
        Self::Breakthrough,
        Self::Losing,
        Self::LosingBrazilian,
        Self::LosingRussian,
        Self::LosingEnglish,
    ];

    /// The name of the game.
    #[must_use]
    pub fn name(self) -> &'static str {
        dispatch!(self, R => R::NAME)
    }

    /// Other names by which the game is known.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        dispatch!(self, R => R::ALIASES)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariant(pub String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
        write!(
            f,
            "no variant \"{}\" (expected one of {})",
            self.0.escape_debug(),
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownVariant {}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        let wanted = name.to_ascii_lowercase();
        Self::ALL
            .iter()
            .copied()
            .find(|variant| {
                variant.name() == wanted || variant.aliases().contains(&wanted.as_str())
            })
            .ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_back() {
        let mut seen = Vec::new();
        for &variant in Variant::ALL {
            for name in std::iter::once(&variant.name()).chain(variant.aliases()) {
                assert!(!seen.contains(name), "{name} names two games");
                seen.push(name);
                assert_eq!(name.parse(), Ok(variant));
                assert_eq!(name.to_uppercase().parse(), Ok(variant));
            }
        }
        assert!("chess".parse::<Variant>().is_err());
    }
}
