//! Why a command did not do all that it was asked for.

use std::collections::TryReserveError;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use damka::bench::BenchError;
use damka::protocol::dxp::DxpError;
use damka::session::SessionError;

/// What kept a command from doing all that it was asked for.
#[derive(Debug)]
pub enum Failure {
    /// Standard output cannot be written.
    Output(io::Error),
    /// Standard input cannot be read.
    Input(io::Error),
    /// The position, a move or the draw rules of the command line were refused.
    Refused(SessionError),
    /// Lines of the input were refused; each was reported in its place.
    Lines,
    /// There is no memory for the transposition table.
    Table {
        /// Its size.
        mebibytes: u32,
        /// What the allocator says.
        error: TryReserveError,
    },
    /// The threads cannot be started.
    Threads(rayon::ThreadPoolBuildError),
    /// The bench could not be run.
    Bench(BenchError),
    /// Games over DXP could not be played.
    Dxp(DxpError),
    /// Training, or a file of it, failed.
    Training(String),
    /// A match could not be played as asked for.
    Match(String),
    /// Endgame tables cannot be built, or did not stand the check.
    Endgame(String),
    /// A file cannot be used.
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// Something was asked for that only the games of a file have.
    NoGames,
    /// Interrupted; what was finished has been reported.
    Interrupted,
}

impl Failure {
    /// A file cannot be used.
    pub fn file(path: &Path, reason: &impl ToString) -> Self {
        Self::File {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// What to tell the user, unless all is told.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            Self::Output(error) => Some(format!("cannot write the output: {error}")),
            Self::Input(error) => Some(format!("cannot read the input: {error}")),
            Self::Refused(error) => Some(error.to_string()),
            Self::Table { mebibytes, error } => Some(format!(
                "no memory for --hash {mebibytes} (MiB), expected a smaller size: {error}"
            )),
            Self::Threads(error) => Some(format!("cannot start the threads: {error}")),
            Self::Bench(error) => Some(format!("cannot run the bench: {error}")),
            Self::Dxp(error) => Some(error.to_string()),
            Self::Training(reason) | Self::Match(reason) | Self::Endgame(reason) => {
                Some(reason.clone())
            }
            Self::File { path, reason } => Some(format!("{}: {reason}", path.display())),
            Self::NoGames => Some(
                "--out, --pdn and --html are for games, expected the name of a PDN file".to_owned(),
            ),
            Self::Lines | Self::Interrupted => None,
        }
    }

    /// The exit code of the program. Whoever closes our output has all that he wants: no failure.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Interrupted => ExitCode::from(130),
            _ => ExitCode::FAILURE,
        }
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        Self::Refused(error)
    }
}
