//! Arguments that are several numbers by name: when games and matches end early.

use damka::arena::referee::{Adjudication, DrawAgreement, Resign};
use damka::arena::statistics::{Model, Test};
use damka::wire::hub::Line;

use super::Arguments;
use crate::cli::Failure;

/// Numbers by name, from one argument.
struct Keys<'a> {
    option: &'static str,
    line: Line<'a>,
}

impl<'a> Keys<'a> {
    fn parse(
        option: &'static str,
        text: &'a str,
        buffer: &'a mut String,
        known: &[&str],
    ) -> Result<Self, Failure> {
        *buffer = format!("{option} {text}");
        let wrong = |reason: String| Failure::Match(format!("--{option} '{text}': {reason}"));
        let line = Line::parse(buffer).map_err(|error| wrong(error.to_string()))?;
        let line = line.ok_or_else(|| wrong("expected key=value".to_owned()))?;
        for argument in &line.arguments {
            if !known.contains(&argument.name) {
                let (name, known) = (argument.name.escape_debug(), known.join(", "));
                return Err(wrong(format!("unknown key \"{name}\" (expected {known})")));
            }
        }
        Ok(Self { option, line })
    }

    fn number(&self, name: &str, default: Option<f64>) -> Result<f64, Failure> {
        let wrong = |reason: &str| Failure::Match(format!("--{}: {name}: {reason}", self.option));
        match (self.line.get(name), default) {
            (None, Some(default)) => Ok(default),
            (None, None) => Err(wrong("expected a number, found none")),
            (Some(text), _) => match text.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ => Err(wrong(&format!(
                    "expected a number, found \"{}\"",
                    text.escape_debug()
                ))),
            },
        }
    }
}

/// When games are ended early.
///
/// # Errors
///
/// What was expected instead.
pub fn adjudication(arguments: &Arguments) -> Result<Adjudication, Failure> {
    let mut buffer = String::new();
    let resign = match &arguments.resign {
        None => None,
        Some(text) => {
            let keys = Keys::parse("resign", text, &mut buffer, &["score", "moves"])?;
            Some(Resign {
                score: keys.number("score", None)?,
                moves: keys.number("moves", Some(3.0))?.max(1.0) as usize,
            })
        }
    };
    let mut buffer = String::new();
    let draw = match &arguments.draw {
        None => None,
        Some(text) => {
            let keys = Keys::parse("draw", text, &mut buffer, &["score", "moves", "from"])?;
            Some(DrawAgreement {
                score: keys.number("score", None)?,
                moves: keys.number("moves", Some(8.0))?.max(1.0) as usize,
                from: keys.number("from", Some(40.0))?.max(0.0) as usize,
            })
        }
    };
    Ok(Adjudication {
        resign,
        draw,
        by_tables: arguments.by_tables,
        most_plies: arguments.most_plies,
        by_material: arguments.by_material,
    })
}

/// When the match is ended early.
///
/// # Errors
///
/// What was expected instead.
pub fn test(text: &str) -> Result<Test, Failure> {
    let mut buffer = String::new();
    let known = ["elo0", "elo1", "alpha", "beta", "model"];
    let keys = Keys::parse("sprt", text, &mut buffer, &known)?;
    let wrong = |reason: &str| Failure::Match(format!("--sprt '{text}': {reason}"));
    let test = Test {
        elo0: keys.number("elo0", None)?,
        elo1: keys.number("elo1", None)?,
        alpha: keys.number("alpha", Some(0.05))?,
        beta: keys.number("beta", Some(0.05))?,
        model: match keys.line.get("model") {
            None | Some("normalized") => Model::Normalized,
            Some("logistic") => Model::Logistic,
            Some(_) => return Err(wrong("model: expected normalized or logistic")),
        },
    };
    let is_chance = |part: f64| part > 0.0 && part < 0.5;
    match () {
        () if test.elo0 >= test.elo1 => Err(wrong("expected elo0 below elo1")),
        () if !is_chance(test.alpha) || !is_chance(test.beta) => {
            Err(wrong("expected alpha and beta between 0 and 0.5"))
        }
        () => Ok(test),
    }
}
