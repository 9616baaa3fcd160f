//! The declared parameters with their types, ranges and values.

mod kinds;

use std::fmt;
use std::time::Duration;

use crate::endgame::MOST_PIECES;
use crate::rules::variant::Variant;
use crate::session;

use kinds::{Bool, Choice, Int, Param, Text};

/// A value was refused; the old one is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamError {
    /// `set-param` names no parameter.
    NoName,
    /// `set-param` gives no value.
    NoValue { name: String },
    /// The value is not of the parameter's type or outside its range.
    Value {
        name: &'static str,
        found: String,
        expected: String,
    },
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => f.write_str("set-param: expected name= and value="),
            Self::NoValue { name } => {
                write!(f, "set-param: expected value= for {}", name.escape_debug())
            }
            Self::Value {
                name,
                found,
                expected,
            } => write!(
                f,
                "parameter {name}: expected {expected}, found {}",
                found.escape_debug()
            ),
        }
    }
}

impl std::error::Error for ParamError {}

/// The draw rules that a game has unless others are asked for.
const DEFAULT_RULES: &str = "default";

/// All parameters. A value is only kept here; the engine acts on it when it is needed.
#[derive(Clone, Debug)]
pub struct Params {
    variant: Choice,
    /// Whether openings are played from the book.
    book: Bool,
    book_ply: Int,
    book_margin: Int,
    /// Whether the other side may let the engine ponder; it is asked only of engines that declare this.
    ponder: Bool,
    /// Search threads.
    pub threads: Int,
    /// The logarithm of the number of table entries of 16 bytes.
    pub tt_size: Int,
    /// The folder of endgame tables beyond those of the program.
    pub bb_path: Text,
    /// The most pieces of positions that are looked up in endgame tables.
    pub bb_size: Int,
    draw_rules: Choice,
    /// How many best lines are shown.
    pub multi_pv: Int,
    lag: Int,
    done_gap: Int,
}

impl Params {
    /// The parameters with their defaults.
    pub fn new() -> Self {
        let int = |name, value, min, max| Int {
            name,
            value,
            min,
            max,
        };
        let no = |name| Bool { name, value: false };
        Self {
            variant: Choice {
                name: "variant",
                value: "normal",
                values: variant_names(),
            },
            book: no("book"),
            book_ply: int("book-ply", 4, 0, 60),
            book_margin: int("book-margin", 4, 0, 100),
            ponder: no("ponder"),
            threads: int("threads", 1, 1, 256),
            tt_size: int("tt-size", 24, 10, 36),
            bb_path: Text {
                name: "bb-path",
                value: String::new(),
            },
            bb_size: int("bb-size", MOST_PIECES, 0, 7),
            draw_rules: Choice {
                name: "draw-rules",
                value: DEFAULT_RULES,
                values: draw_rule_names(),
            },
            multi_pv: int("multi-pv", 1, 1, 64),
            lag: int("lag", 10, 0, 1000),
            done_gap: int("done-gap", 20, 0, 1000),
        }
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant.get().parse().unwrap_or(Variant::ALL[0])
    }

    /// The draw rules that are asked for; the game's own if `None`.
    pub fn draw_rules(&self) -> Option<&'static str> {
        Some(self.draw_rules.get()).filter(|&name| name != DEFAULT_RULES)
    }

    /// Time kept back from every limit for the way to the other side.
    pub fn lag(&self) -> Duration {
        Duration::from_millis(self.lag.get().into())
    }

    /// The time between two lines that readers need who look at a buffered stream only when new data comes.
    pub fn done_gap(&self) -> Duration {
        Duration::from_millis(self.done_gap.get().into())
    }

    /// The lines that declare all parameters with their present values.
    pub fn declarations(&mut self) -> Vec<String> {
        self.all().map(|param| param.declaration()).into()
    }

    /// Sets a parameter; returns whether it is one of the declared.
    ///
    /// # Errors
    ///
    /// When the value does not fit; the old one is kept.
    pub fn set(&mut self, name: &str, text: &str) -> Result<bool, ParamError> {
        let mut all = self.all();
        let Some(param) = all.iter_mut().find(|param| param.name() == name) else {
            return Ok(false);
        };
        if param.accept(text.trim()) {
            return Ok(true);
        }
        Err(ParamError::Value {
            name: param.name(),
            found: text.to_owned(),
            expected: param.expected(),
        })
    }

    /// All of them, in the order in which they are declared.
    fn all(&mut self) -> [&mut dyn Param; 13] {
        [
            &mut self.variant,
            &mut self.book,
            &mut self.book_ply,
            &mut self.book_margin,
            &mut self.ponder,
            &mut self.threads,
            &mut self.tt_size,
            &mut self.bb_path,
            &mut self.bb_size,
            &mut self.draw_rules,
            &mut self.multi_pv,
            &mut self.lag,
            &mut self.done_gap,
        ]
    }
}

/// The names of all games, then their other names.
fn variant_names() -> Vec<&'static str> {
    let names = Variant::ALL.iter().map(|variant| variant.name());
    let aliases = Variant::ALL.iter().flat_map(|variant| variant.aliases());
    names.chain(aliases.copied()).collect()
}

/// The names of the draw rules of all games.
fn draw_rule_names() -> Vec<&'static str> {
    let mut names = vec![DEFAULT_RULES];
    for &variant in Variant::ALL {
        for rules in session::describe(variant).draw_rules {
            if !names.contains(&rules.name) {
                names.push(rules.name);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_name_value_type_and_range_in_this_order() {
        let lines = Params::new().declarations();
        assert!(
            lines[0].starts_with(
                "param name=variant value=normal type=enum values=\"international brazilian"
            ),
            "{}",
            lines[0]
        );
        assert!(lines[0].contains(" normal "));
        for line in [
            "param name=threads value=1 type=int min=1 max=256",
            "param name=tt-size value=24 type=int min=10 max=36",
            "param name=ponder value=false type=bool",
        ] {
            assert!(lines.iter().any(|declared| declared == line), "{line}");
        }
    }

    #[test]
    fn values_out_of_range_are_refused_and_the_old_ones_kept() {
        let mut params = Params::new();
        assert_eq!(params.set("threads", "4"), Ok(true));
        for value in ["0", "257", "-1", "x", "", "99999999999999999999", "4.5"] {
            let message = params.set("threads", value).unwrap_err().to_string();
            assert!(message.contains("from 1 to 256"), "{message}");
            assert_eq!(params.threads.get(), 4);
        }
        assert!(params.set("variant", "chess").is_err());
        assert!(params.set("ponder", "perhaps").is_err());
        assert_eq!(params.set("eval", "pst"), Ok(false));
    }

    #[test]
    fn variants_go_by_any_of_their_names() {
        let mut params = Params::new();
        assert_eq!(params.variant(), Variant::International);
        for &variant in Variant::ALL {
            for name in std::iter::once(&variant.name()).chain(variant.aliases()) {
                assert_eq!(params.set("variant", name), Ok(true));
                assert_eq!(params.variant(), variant);
            }
        }
    }
}
