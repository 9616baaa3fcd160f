//! `damka pdn split`: one file into many.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use damka::games::check::Refused;

use super::super::{Failure, output};
use super::{FileArguments, report};

/// Split files of games by a tag or into files of so many games.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    files: FileArguments,
    /// The folder of the new files; it is made if it is missing. Files in it are written anew.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// One file for each value of this tag, such as White or Event.
    #[arg(long, value_name = "TAG", group = "how")]
    by: Option<String>,
    /// So many games a file.
    #[arg(long, value_name = "N", group = "how", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
}

const EXAMPLES: &str = "\
The games are written in the form of PDN 3.0 with their moves as they are. Games that cannot be read are left out and
reported; whether moves are legal is not asked.

Examples:
  echo '1. 32-28 * 1. 33-29 * 1. 31-27 *' | damka pdn split - --out parts --games 2
  echo '[White \"A\"] 1. 32-28 *' | damka pdn split - --out players --by White";

/// Texts wait until there are so many bytes of them, so that files are opened rarely.
const WAITING: usize = 1 << 22;

/// Names of files are not longer than this.
const MOST_NAME: usize = 80;

/// The files that are written.
struct Parts<'a> {
    folder: &'a Path,
    /// What waits for each file; a file that was begun has an entry.
    waiting: HashMap<String, String>,
    bytes: usize,
    begun: HashMap<String, usize>,
}

impl Parts<'_> {
    fn add(&mut self, name: String, text: &str) -> Result<(), Failure> {
        *self.begun.entry(name.clone()).or_default() += 1;
        let waiting = self.waiting.entry(name).or_default();
        waiting.push_str(text);
        waiting.push('\n');
        self.bytes += text.len();
        if self.bytes > WAITING {
            self.flush()
        } else {
            Ok(())
        }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.bytes = 0;
        for (name, text) in self.waiting.drain() {
            let path = self.folder.join(name);
            let file = OpenOptions::new().append(true).create(true).open(&path);
            let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
            written.map_err(|error| Failure::file(&path, &error))?;
        }
        Ok(())
    }
}

/// The name of the file for a value of a tag: letters, digits and a few signs.
fn file_name(value: &str) -> String {
    let sign = |sign: char| match sign {
        sign if sign.is_alphanumeric() || matches!(sign, '-' | '+' | ',') => sign,
        _ => '_',
    };
    let name: String = value.trim().chars().map(sign).take(MOST_NAME).collect();
    let name = name.trim_matches('_');
    format!("{}.pdn", if name.is_empty() { "unknown" } else { name })
}

/// Runs the command.
///
/// # Errors
///
/// When a file cannot be read, a game was refused, or a file cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = &arguments.out;
    fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    let mut parts = Parts {
        folder,
        waiting: HashMap::new(),
        bytes: 0,
        begun: HashMap::new(),
    };
    let (mut games, mut refused) = (0, false);
    let tag = arguments.by.as_deref();
    let read = arguments.files.for_each(
        |read, _| {
            let game = read.map_err(Refused::text)?.game;
            let value = tag.map(|tag| file_name(game.tag(tag).unwrap_or_default()));
            Ok((value, game.to_string()))
        },
        |file, result: Result<_, Refused>| {
            let (value, text) = match result {
                Ok(part) => part,
                Err(error) => {
                    refused = true;
                    report(file, &error);
                    return Ok(());
                }
            };
            let number = games / arguments.games + 1;
            games += 1;
            let name = value.unwrap_or_else(|| format!("{number:06}.pdn"));
            let path = folder.join(&name);
            if !parts.begun.contains_key(&name) && path.exists() {
                fs::remove_file(&path).map_err(|error| Failure::file(&path, &error))?;
            }
            parts.add(name, &text)
        },
    );
    parts.flush()?;
    output::line(&format!("{games} games in {} files", parts.begun.len()))?;
    read?;
    if refused { Err(Failure::Lines) } else { Ok(()) }
}
