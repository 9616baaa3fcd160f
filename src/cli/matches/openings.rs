//! Where the games of a match begin: files and ballots.

use std::fs::{self, File};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

use damka::arena::openings::{self, Opening};
use damka::games::convert::{self, Target};
use damka::games::{check, source};
use damka::rules::variant::Variant;

use super::Arguments;
use crate::cli::Failure;

/// The openings that the arguments ask for.
///
/// # Errors
///
/// When a file cannot be read or holds none.
pub fn openings(arguments: &Arguments) -> Result<Vec<Opening>, Failure> {
    let variant = arguments.game.chosen();
    if let Some(plies) = arguments.ballots {
        return Ok(openings::ballots(variant, plies.into()));
    }
    let Some(path) = &arguments.openings else {
        return Ok(openings::start(variant));
    };
    if path
        .extension()
        .is_some_and(|kind| kind.eq_ignore_ascii_case("pdn"))
    {
        return openings_of_games(path, variant, arguments.plies);
    }
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let read = openings::read(&text, arguments.set.as_deref(), variant);
    read.map_err(|error| Failure::file(Path::new(path), &error))
}

/// The positions to which the games of a file lead.
fn openings_of_games(
    path: &Path,
    variant: Variant,
    plies: Option<usize>,
) -> Result<Vec<Opening>, Failure> {
    let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
    let mut openings = Vec::new();
    let mut refused = None;
    let read = source::for_each(
        BufReader::new(file),
        Some(variant),
        |read, kind| position_of_game(read, kind, variant, plies),
        |opening| match opening {
            Ok(opening) => {
                openings.push(opening);
                ControlFlow::Continue(())
            }
            Err(reason) => {
                refused = Some(reason);
                ControlFlow::Break(())
            }
        },
    );
    read.map_err(|error| Failure::file(path, &error))?;
    match refused {
        Some(reason) => Err(Failure::file(path, &reason)),
        None if openings.is_empty() => Err(Failure::file(path, &"no games in it")),
        None => Ok(openings),
    }
}

/// The position of a game after so many plies or at its end.
fn position_of_game(
    read: source::Read,
    kind: Variant,
    variant: Variant,
    plies: Option<usize>,
) -> Result<Opening, String> {
    let game = read.map_err(|error| error.to_string())?.game;
    let options = check::Options {
        variant: kind,
        strict: false,
    };
    let wrong = |reason: String| format!("line {}: {reason}", game.line);
    let regular = convert::regular(&game, options);
    let (found, _) = regular.map_err(|error| wrong(error.to_string()))?;
    if found != variant {
        let (found, variant) = (found.name(), variant.name());
        return Err(wrong(format!("a game of {found} (expected {variant})")));
    }
    let positions = convert::convert(&game, options, Target::Fen(None));
    let positions = positions.map_err(|error| wrong(error.to_string()))?;
    let wanted = plies.unwrap_or(usize::MAX);
    let last = positions
        .lines()
        .enumerate()
        .take_while(|(ply, _)| *ply <= wanted);
    let position = last.last().map(|(_, position)| position.to_owned());
    Ok(Opening {
        name: format!("line {}", game.line),
        position: position.ok_or_else(|| wrong("no position in it".to_owned()))?,
    })
}
