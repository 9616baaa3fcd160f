//! The arguments that say which game is played and which position is on the board.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use damka::position::Outcome;
use damka::rules::variant::Variant;
use damka::session::{self, Endgames, MoveText, Session, SessionError};
use damka::wire::lines;
use serde::Serialize;

use super::{Failure, output};

/// Which game is played.
#[derive(Args, Clone, Debug, Default)]
pub struct GameArguments {
    /// The game, by name or alias; `damka variants` lists them. [default: international]
    #[arg(long, value_name = "NAME")]
    pub variant: Option<Variant>,
    /// The draw rules, by name; `damka variants` lists them. [default: the first of the game]
    #[arg(long, value_name = "NAME")]
    pub draw_rules: Option<String>,
}

impl GameArguments {
    /// The game that was chosen, or the first one.
    pub fn chosen(&self) -> Variant {
        self.variant.unwrap_or(Variant::ALL[0])
    }

    /// Opens the game at its start position.
    ///
    /// # Errors
    ///
    /// When it has no draw rules of this name.
    pub fn open(&self) -> Result<Box<dyn Session>, SessionError> {
        let mut session = session::open(self.chosen());
        if let Some(name) = &self.draw_rules {
            session.set_draw_rules(name)?;
        }
        Ok(session)
    }
}

/// Which endgame tables are asked.
#[derive(Args, Clone, Debug, Default)]
pub struct EndgameArguments {
    /// A folder with endgame tables beyond those of the program; `damka endgame build` makes them.
    #[arg(long, value_name = "DIR")]
    pub endgames: Option<PathBuf>,
}

impl From<&EndgameArguments> for Endgames {
    fn from(arguments: &EndgameArguments) -> Self {
        Self {
            folder: arguments.endgames.clone(),
            ..Self::default()
        }
    }
}

/// Which positions a command works on.
#[derive(Args, Clone, Debug)]
pub struct PositionArguments {
    /// The position in FEN or as the Hub protocol writes it, or `-` for one a line from stdin. [default: the start]
    #[arg(value_name = "FEN")]
    position: Option<String>,
    /// Moves to play from the position, in any notation.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    moves: String,
    #[command(flatten)]
    game: GameArguments,
}

/// What is written for a line of the input that was refused.
#[derive(Serialize)]
struct BadLine {
    error: String,
    line: usize,
}

impl PositionArguments {
    /// The file that is meant, where the position is the name of one or looks like it.
    pub fn file(&self) -> Option<&Path> {
        let path = Path::new(self.position.as_deref()?);
        let extension = path.extension().unwrap_or_default();
        let is_named_so = extension.eq_ignore_ascii_case("pdn");
        (path.as_os_str() != "-" && (is_named_so || path.is_file())).then_some(path)
    }

    /// Whether something was given that only a position has, and not a file of games.
    pub fn is_position(&self) -> bool {
        !self.moves.is_empty() || self.game.draw_rules.is_some()
    }

    /// The game, if it was chosen.
    pub fn variant(&self) -> Option<Variant> {
        self.game.variant
    }

    /// Answers for the position of the command line, or for each line of the input until the answer breaks off. A
    /// line that is refused is reported, and the next one is read.
    ///
    /// # Errors
    ///
    /// When the position or a line was refused, or an answer failed.
    pub fn for_each(
        &self,
        json: bool,
        answer: impl FnMut(&dyn Session) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        self.for_each_with(json, &EndgameArguments::default(), answer)
    }

    /// The same with endgame tables.
    ///
    /// # Errors
    ///
    /// When the position or a line was refused, or an answer failed.
    pub fn for_each_with(
        &self,
        json: bool,
        endgames: &EndgameArguments,
        mut answer: impl FnMut(&dyn Session) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let mut session = self.game.open()?;
        session.set_endgames(endgames.into());
        if self.position.as_deref() != Some("-") {
            if let Some(position) = &self.position {
                session.set_position(position)?;
            }
            play_all(&mut *session, &self.moves)?;
            let _ = answer(&*session)?;
            return Ok(());
        }
        let (mut input, mut refused) = (io::stdin().lock(), false);
        for number in 1.. {
            let Some(line) = lines::read(&mut input).map_err(Failure::Input)? else {
                break;
            };
            match self.read(&mut *session, line) {
                Ok(false) => {}
                Ok(true) => {
                    if answer(&*session)?.is_break() {
                        break;
                    }
                }
                Err(error) => {
                    refused = true;
                    report(json, error, number)?;
                }
            }
        }
        if refused { Err(Failure::Lines) } else { Ok(()) }
    }

    /// Puts the position of a line on the board. Returns whether the line has one.
    fn read(
        &self,
        session: &mut dyn Session,
        line: Result<String, lines::LineError>,
    ) -> Result<bool, String> {
        let line = line.map_err(|error| error.to_string())?;
        if line.trim().is_empty() || line.starts_with('#') {
            return Ok(false);
        }
        let place = session.set_position(&line);
        let placed = place.and_then(|()| play_all(session, &self.moves));
        placed.map(|()| true).map_err(|error| error.to_string())
    }
}

/// Reports a line that was refused: among the results for a program, to stderr for a person.
fn report(json: bool, error: String, line: usize) -> Result<(), Failure> {
    if json {
        return output::json(&BadLine { error, line });
    }
    output::note(&format!("line {line}: {error}"));
    Ok(())
}

/// Plays moves one after the other. Move numbers between them are stepped over.
fn play_all(session: &mut dyn Session, moves: &str) -> Result<(), SessionError> {
    let words = moves.split(|sign: char| sign.is_whitespace() || sign == ',');
    let moves = words.map(without_number).filter(|word| !word.is_empty());
    for (number, mv) in (1..).zip(moves) {
        session
            .play(mv)
            .map_err(|error| SessionError::Move { number, error })?;
    }
    Ok(())
}

/// The word without a move number at its beginning: `1.32-28`, `1.`, `1...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let bare = rest.trim_start_matches('.');
    if bare.len() < rest.len() { bare } else { word }
}

/// A move for a program.
#[derive(Serialize)]
pub struct MoveJson {
    from: String,
    to: String,
    captured: Vec<String>,
    text: String,
    hub: String,
}

impl From<MoveText> for MoveJson {
    fn from(mv: MoveText) -> Self {
        Self {
            from: mv.from,
            to: mv.to,
            captured: mv.captured,
            text: mv.text,
            hub: mv.hub,
        }
    }
}

/// The result of a game for a program; `None` while it goes on.
pub fn result(session: &dyn Session) -> Option<&'static str> {
    session.outcome().map(|outcome| match outcome {
        Outcome::Win(side) => side.name(),
        Outcome::Draw(_) => "draw",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_are_stepped_over() {
        let words = ["1.32-28", "1.", "2...", "32-28", "", "19x30"].map(without_number);
        assert_eq!(words, ["32-28", "", "", "32-28", "", "19x30"]);
    }
}
