//! `damka net`: what a network file holds.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use damka::dispatch;
use damka::eval::weights;
use damka::rules::variant::Variant;
use serde::Serialize;

use super::Failure;
use super::output;

/// Look at the networks of the evaluation.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  damka net info
  damka net info --json";

#[derive(Debug, Subcommand)]
enum Command {
    /// Show what a network holds.
    Info(FileArguments),
    /// Check a network file: exit code 0 if it can be used.
    Verify(FileArguments),
}

#[derive(Args, Debug)]
struct FileArguments {
    /// The file. [default: the network that is part of the program]
    file: Option<PathBuf>,
    /// The game.
    #[arg(long, value_name = "NAME", default_value = "international")]
    variant: Variant,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    variant: &'static str,
    bytes: usize,
    crc32: String,
    patterns: usize,
    used_patterns: usize,
    features: usize,
    scale: i32,
}

/// Runs the command.
///
/// # Errors
///
/// When the file is no network for the game, or stdout cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (Command::Info(file) | Command::Verify(file)) = &arguments.command;
    let bytes = match &file.file {
        Some(path) => fs::read(path).map_err(|error| Failure::file(path, &error))?,
        None => weights::embedded(file.variant.name())
            .map(<[u8]>::to_vec)
            .ok_or_else(|| {
                Failure::Training(format!("the program has no network for {}", file.variant))
            })?,
    };
    let name = || {
        file.file
            .clone()
            .unwrap_or_else(|| PathBuf::from("the network of the program"))
    };
    let weights = dispatch!(file.variant, R => {
        weights::read::<R>(&bytes).map(|network| network.weights().clone())
    });
    let weights = weights.map_err(|error| Failure::file(&name(), &error))?;
    if matches!(arguments.command, Command::Verify(_)) && !file.json {
        return output::line("sound");
    }
    let zero = |row: &&damka::eval::network::Row| row.iter().all(|&number| number == 0);
    let answer = Answer {
        variant: file.variant.name(),
        bytes: bytes.len(),
        crc32: format!("{:08x}", crc32fast::hash(&bytes)),
        patterns: weights.patterns.len(),
        used_patterns: weights.patterns.len() - weights.patterns.iter().filter(zero).count(),
        features: weights.features.len(),
        scale: weights.scale,
    };
    if file.json {
        return output::json(&answer);
    }
    output::line(&format!(
        "game        {}\nbytes       {} (CRC-32 {})\npatterns    {} states, {} of them used\n\
         features    {}\nscale       {} hundredths of a man at odds of e to 1",
        answer.variant,
        answer.bytes,
        answer.crc32,
        answer.patterns,
        answer.used_patterns,
        answer.features,
        answer.scale
    ))
}
