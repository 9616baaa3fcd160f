//! Where the games of a match begin.

use std::collections::HashSet;
use std::fmt;

use serde_json::Value;

use crate::rules::variant::Variant;
use crate::session;

/// A position with which games begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its name in the results.
    pub name: String,
    /// The position, in FEN or Hub's form.
    pub position: String,
}

/// Why a list of openings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningsError {
    /// The text is no JSON.
    Json(String),
    /// The JSON holds no list where one is expected.
    NoList {
        /// The names of the lists that it holds.
        sets: Vec<String>,
    },
    /// A position cannot be used.
    Position {
        /// Its name.
        name: String,
        /// Why not.
        reason: String,
    },
    /// There is none.
    Empty,
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(reason) => write!(f, "expected JSON: {reason}"),
            Self::NoList { sets } if sets.is_empty() => f.write_str("expected a list of openings"),
            Self::NoList { sets } => {
                write!(f, "expected --set with one of {}", sets.join(", "))
            }
            Self::Position { name, reason } => write!(f, "opening {name}: {reason}"),
            Self::Empty => f.write_str("no openings in it"),
        }
    }
}

impl std::error::Error for OpeningsError {}

/// The start position alone.
#[must_use]
pub fn start(variant: Variant) -> Vec<Opening> {
    vec![Opening {
        name: "start".to_owned(),
        position: session::open(variant).fen(),
    }]
}

/// Reads a list: JSON if it begins like it (a list, or an object with a list of the name `set`; an entry is a position
/// or an object with `fen` or `pos`, and `id`), otherwise a position a line, with comments after `#`.
///
/// # Errors
///
/// When it cannot be read, or a position is none of the game.
pub fn read(
    text: &str,
    set: Option<&str>,
    variant: Variant,
) -> Result<Vec<Opening>, OpeningsError> {
    let openings = match text.trim_start().starts_with(['{', '[']) && !text.starts_with("[FEN") {
        true => from_json(text, set)?,
        false => from_lines(text),
    };
    let mut session = session::open(variant);
    for opening in &openings {
        let placed = session.set_position(&opening.position);
        placed.map_err(|error| OpeningsError::Position {
            name: opening.name.clone(),
            reason: error.to_string(),
        })?;
    }
    match openings.is_empty() {
        true => Err(OpeningsError::Empty),
        false => Ok(openings),
    }
}

fn from_lines(text: &str) -> Vec<Opening> {
    let lines = text.lines().enumerate();
    let bare = lines.map(|(place, line)| {
        let line = line.split('#').next().unwrap_or_default();
        (place + 1, line.trim())
    });
    bare.filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| Opening {
            name: number.to_string(),
            position: line.to_owned(),
        })
        .collect()
}

fn from_json(text: &str, set: Option<&str>) -> Result<Vec<Opening>, OpeningsError> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| OpeningsError::Json(error.to_string()))?;
    let list = match (&value, set) {
        (Value::Array(list), _) => Some(list),
        (Value::Object(sets), Some(set)) => sets.get(set).and_then(Value::as_array),
        _ => None,
    };
    let list = list.ok_or_else(|| {
        let named = value.as_object().into_iter().flatten();
        let sets = named.filter(|(_, value)| value.is_array());
        OpeningsError::NoList {
            sets: sets.map(|(name, _)| name.clone()).collect(),
        }
    })?;
    let entries = list.iter().enumerate();
    let openings = entries.map(|(place, entry)| {
        let field = |name| entry.get(name).and_then(Value::as_str);
        let name = field("id").map_or_else(|| (place + 1).to_string(), str::to_owned);
        match entry.as_str().or(field("fen")).or(field("pos")) {
            Some(position) => Ok(Opening {
                name,
                position: position.to_owned(),
            }),
            None => Err(OpeningsError::Position {
                name,
                reason: "expected a position, or an object with fen or pos".to_owned(),
            }),
        }
    });
    openings.collect()
}

/// All positions after so many plies from the start, each once, in the order of their moves. What they are worth is
/// not asked: each is played with both colours.
#[must_use]
pub fn ballots(variant: Variant, plies: usize) -> Vec<Opening> {
    let mut layer = start(variant);
    layer[0].name.clear();
    let mut session = session::open(variant);
    for _ in 0..plies {
        let (mut seen, mut next) = (HashSet::new(), Vec::new());
        for opening in layer {
            // It came from this session.
            let _ = session.set_position(&opening.position);
            for mv in session.moves() {
                if session.play(&mv.hub).is_err() {
                    continue;
                }
                let position = session.fen();
                if seen.insert(position.clone()) {
                    let separator = if opening.name.is_empty() { "" } else { " " };
                    next.push(Opening {
                        name: format!("{}{separator}{}", opening.name, mv.text),
                        position,
                    });
                }
                session.undo();
            }
        }
        layer = next;
    }
    layer
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERNATIONAL: Variant = Variant::ALL[0];

    #[test]
    fn lists_are_read_in_every_form() {
        let position = "W:W31-50:B1-20";
        let texts = [
            format!("# a comment\n\n{position} # the start\n"),
            format!("[\"{position}\"]"),
            format!("[{{\"fen\": \"{position}\"}}]"),
            format!("{{\"about\": \"x\", \"good\": [{{\"pos\": \"{position}\"}}]}}"),
        ];
        for text in texts {
            let openings = read(&text, Some("good"), INTERNATIONAL).unwrap();
            assert_eq!(openings.len(), 1);
            assert_eq!(openings[0].position, position);
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, set, words) in [
            ("{", None, "JSON"),
            ("{\"a\": [], \"b\": []}", None, "one of a, b"),
            ("[]", None, "no openings"),
            ("# nothing", None, "no openings"),
            ("[1]", None, "opening 1: expected a position"),
            ("W:W31:B1\nnonsense", None, "opening 2"),
        ] {
            let error = read(text, set, INTERNATIONAL).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn ballots_are_all_positions_once() {
        assert_eq!(ballots(INTERNATIONAL, 1).len(), 9);
        let two = ballots(INTERNATIONAL, 2);
        // Nothing can be captured and no two ways lead to the same position so early.
        assert_eq!(two.len(), 81);
        assert_eq!(two[0].name.split(' ').count(), 2);
        assert!(ballots(INTERNATIONAL, 3).len() < 658);
    }
}
