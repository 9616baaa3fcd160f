//! The Hub protocol, version 2: how programs that show boards and play matches drive the engine.
//!
//! Source: the protocol text that comes with Scan 3 (Fabien Letouzey, 2019), and what its clients do in practice. Where
//! the two differ, the engine does what works with all of them; the module that does so says why.
//!
//! * [`wire::hub`](crate::wire::hub): how lines are taken apart and put together
//! * `params`: the declared parameters and their values; `level`: the limits of the next search
//! * `input`: the thread that reads; `output`: the only place that writes; `pipe`: whether the other side has read it
//! * `table`: the memory for the search; `engine`: the commands
//! * `thinking`: what goes on during a search; `reports`: what is written of it
//!
//! ```
//! use damka::protocol::hub::{self, Options};
//!
//! let mut answer = Vec::new();
//! hub::run(&b"ping\nquit\n"[..], &mut answer, &Options::default()).unwrap();
//! assert_eq!(answer, b"pong\n");
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod engine;
mod info;
mod input;
mod level;
mod output;
mod params;
mod pipe;
mod reports;
mod table;
mod thinking;

use std::io::{self, ErrorKind, Read, Write};

use engine::Engine;
use input::Inbox;
use output::Output;
use pipe::Pipe;

/// What is settled before the first line is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Parameters to set first, by name and value, as if `set-param` had come for each.
    pub settings: Vec<(String, String)>,
}

/// Talks over standard input and output until `quit`, the end of input, or a reader that has gone away.
///
/// # Errors
///
/// When standard output fails for another reason than that nobody reads it any more.
pub fn run_stdio(options: &Options) -> io::Result<()> {
    talk(io::stdin(), io::stdout(), Pipe::of_stdout(), options)
}

/// Talks over any input and output until `quit`, the end of input, or a reader that has gone away.
///
/// The input is read by a thread of its own, which may outlive this call until its next line comes.
///
/// # Errors
///
/// When the output fails for another reason than that nobody reads it any more, or when no thread can be started.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    options: &Options,
) -> io::Result<()> {
    talk(input, output, None, options)
}

fn talk(
    input: impl Read + Send + 'static,
    output: impl Write,
    pipe: Option<Pipe>,
    options: &Options,
) -> io::Result<()> {
    let talk = || Engine::new(Inbox::new(input)?, Output::new(output, pipe))?.run(options);
    match talk() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
