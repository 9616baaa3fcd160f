//! A program that is talked to by lines: started, watched and ended.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::contender::Program;
use super::player::Fault;
use crate::wire::lines::{self, LineError};

/// Lines that wait to be read; a program that writes more of them has to wait.
const WAITING_LINES: usize = 1024;

/// Lines of the talk that are kept for a report.
const KEPT_LINES: usize = 50;

/// A kept line is cut after so many characters.
const KEPT_CHARS: usize = 300;

/// How long a program may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program.
pub struct Process {
    child: Child,
    input: ChildStdin,
    output: Receiver<Heard>,
    traffic: VecDeque<Kept>,
    began: Instant,
}

/// A line of the talk; equal lines that follow each other are kept as one.
struct Kept {
    /// When the first of them was sent or came, in seconds since the start.
    time: f64,
    /// The way it went, `>` to the program, and the line.
    text: String,
    times: usize,
}

/// A line of the program, and when it came.
struct Heard {
    at: Instant,
    line: Result<String, LineError>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn start(name: &str, program: &Program) -> Result<Self, Fault> {
        let refused = |error: io::Error| {
            let command = program.words.join(" ");
            Fault::Start(format!("cannot run {command}: {error}"))
        };
        let (first, rest) = program
            .words
            .split_first()
            .ok_or_else(|| Fault::Start("expected a command to run".to_owned()))?;
        let mut command = Command::new(first);
        command
            .args(rest)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn().map_err(refused)?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = (input, output, errors) else {
            return Err(Fault::Start("the program has no pipes".to_owned()));
        };
        let (sender, receiver) = sync_channel(WAITING_LINES);
        thread::spawn(move || listen(BufReader::new(output), &sender));
        let name = name.to_owned();
        thread::spawn(move || log_errors(&name, BufReader::new(errors)));
        Ok(Self {
            child,
            input,
            output: receiver,
            traffic: VecDeque::new(),
            began: Instant::now(),
        })
    }

    /// Sends a line. Returns when it was sent.
    ///
    /// # Errors
    ///
    /// When the program does not read any more.
    pub fn send(&mut self, line: &str) -> Result<Instant, Fault> {
        self.keep('>', line);
        let now = Instant::now();
        let sent = self.input.write_all(format!("{line}\n").as_bytes());
        match sent.and_then(|()| self.input.flush()) {
            Ok(()) => Ok(now),
            Err(_) => Err(self.death()),
        }
    }

    /// The next line of the program and when it came.
    ///
    /// # Errors
    ///
    /// When none has come before the deadline, the program has ended, or the line is no text of a sensible length.
    pub fn hear(&mut self, deadline: Instant) -> Result<(Instant, String), Fault> {
        let wait = deadline.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(wait) {
            // A program that never stops talking would always have another line.
            Ok(heard) if heard.at > deadline => Err(Fault::Silent),
            Ok(heard) => match heard.line {
                Ok(line) => {
                    self.keep('<', &line);
                    Ok((heard.at, line))
                }
                Err(error) => Err(Fault::Broken(error.to_string())),
            },
            Err(RecvTimeoutError::Timeout) => Err(Fault::Silent),
            Err(RecvTimeoutError::Disconnected) => Err(self.death()),
        }
    }

    /// The last lines of the talk.
    #[must_use]
    pub fn traffic(&self) -> Vec<String> {
        let written = |kept: &Kept| {
            let more = (kept.times > 1).then(|| format!("   ({} times)", kept.times));
            let Kept { time, text, .. } = kept;
            format!("{time:10.3} {text}{}", more.unwrap_or_default())
        };
        self.traffic.iter().map(written).collect()
    }

    fn keep(&mut self, way: char, line: &str) {
        let line: String = line.chars().take(KEPT_CHARS).collect();
        let text = format!("{way} {line}");
        if let Some(last) = self.traffic.back_mut().filter(|last| last.text == text) {
            last.times += 1;
            return;
        }
        if self.traffic.len() == KEPT_LINES {
            self.traffic.pop_front();
        }
        self.traffic.push_back(Kept {
            time: self.began.elapsed().as_secs_f64(),
            text,
            times: 1,
        });
    }

    fn death(&mut self) -> Fault {
        // It has closed its pipes, so it has ended or is about to.
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Fault::Died(status.to_string());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Fault::Died("it closed its output and still runs".to_owned())
    }

    /// Asks the program to end by these words, and ends it if it does not.
    pub fn end(mut self, farewell: &str) {
        if self.send(farewell).is_ok() {
            let until = Instant::now() + FAREWELL;
            while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
                thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail when it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program that is started when it is needed, and asked to quit when it is not needed any more.
#[derive(Default)]
pub struct Running(Option<Process>);

impl Running {
    /// Whether the program was started.
    #[must_use]
    pub fn is_started(&self) -> bool {
        self.0.is_some()
    }

    /// Starts the program; one that runs already is ended.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn start(&mut self, name: &str, program: &Program) -> Result<&mut Process, Fault> {
        self.end();
        Ok(self.0.insert(Process::start(name, program)?))
    }

    /// The program.
    ///
    /// # Errors
    ///
    /// When it was not started.
    pub fn process(&mut self) -> Result<&mut Process, Fault> {
        let process = self.0.as_mut();
        process.ok_or_else(|| Fault::Start("it is not running".to_owned()))
    }

    /// Ends the program, if it runs.
    pub fn end(&mut self) {
        if let Some(process) = self.0.take() {
            process.end("quit");
        }
    }

    /// The last lines of the talk.
    #[must_use]
    pub fn traffic(&self) -> Vec<String> {
        self.0.as_ref().map(Process::traffic).unwrap_or_default()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// Passes lines on until the program closes its output or nobody wants them any more.
fn listen(mut output: impl BufRead, sender: &SyncSender<Heard>) {
    loop {
        let line = match lines::read(&mut output) {
            Ok(Some(line)) => line,
            Ok(None) => return,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let at = Instant::now();
        if sender.send(Heard { at, line }).is_err() {
            return;
        }
    }
}

/// Logs what the program writes to stderr; were it not read, the program would stand still some day.
fn log_errors(name: &str, mut errors: impl BufRead) {
    while let Ok(Some(line)) = lines::read(&mut errors) {
        match line {
            Ok(line) => log::debug!("{name}: {line}"),
            Err(error) => log::debug!("{name}: {error}"),
        }
    }
}
