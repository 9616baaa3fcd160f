//! A client of the engine: sends lines, and waits for answers with a limit.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use damka::rules::variant::Variant;
use damka::session;

/// Longer than any answer takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(20);

/// The start position of the international game.
pub const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

/// A running engine.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
}

impl Engine {
    /// The engine as a client starts it, nothing sent yet.
    pub fn start(arguments: &[&str]) -> Self {
        let (mut engine, output) = Self::start_raw(arguments);
        engine.lines = lines_of(output);
        engine
    }

    /// The engine, and its output for those who read it in their own way.
    pub fn start_raw(arguments: &[&str]) -> (Self, ChildStdout) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damka"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = child.stdout.take().unwrap();
        let engine = Self {
            stdin: child.stdin.take(),
            errors: lines_of(child.stderr.take().unwrap()),
            child,
            lines: mpsc::channel().1,
        };
        (engine, output)
    }

    /// The engine after its handshake, with a small table and no gaps.
    pub fn ready() -> Self {
        let mut engine = Self::start(&["hub"]);
        engine.send("set-param name=done-gap value=0\nset-param name=tt-size value=16\ninit");
        assert_eq!(engine.until("ready"), ["ready"]);
        engine
    }

    /// Sends lines in one write.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Sends to a program that may have ended.
    pub fn try_send(&mut self, text: &str) {
        let _ = self.stdin.as_mut().unwrap().write_all(text.as_bytes());
    }

    /// The next line.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(LONG).expect("a line in time")
    }

    /// All lines to the first with this command, which is the last of them.
    pub fn until(&self, command: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let deadline = Instant::now() + LONG;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!("no {command} in time, only {lines:#?}");
            };
            let is_last = line.split(' ').next() == Some(command);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// Sends lines and returns the answer to its `done`.
    pub fn search(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.until("done")
    }

    /// Sends lines and returns what is answered before the `pong` of a ping sent after them.
    pub fn answers(&mut self, lines: &str) -> Vec<String> {
        self.send(&format!("{lines}\nping"));
        let mut answers = self.until("pong");
        answers.pop();
        answers
    }

    /// Fails if a line comes within this time.
    pub fn is_silent_for(&self, milliseconds: u64) {
        let line = self.lines.recv_timeout(Duration::from_millis(milliseconds));
        assert!(line.is_err(), "unexpected: {line:?}");
    }

    /// Closes the output of the engine: at its next line the thread that reads notices that nobody listens.
    pub fn stop_reading(&mut self) {
        self.lines = mpsc::channel().1;
        self.send("ping");
    }

    /// Waits until a search that was asked for is on its way.
    pub fn is_searching(&self) {
        assert!(self.line().starts_with("info "));
    }

    /// Closes the input.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end of the program; returns whether it was a success, and the time it took.
    pub fn end(&mut self) -> (bool, Duration) {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status.success(), began.elapsed());
            }
            assert!(began.elapsed() < LONG, "the program does not end");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Everything on standard output that was not taken yet, to its end.
    pub fn rest(&self) -> Vec<String> {
        self.lines.iter().collect()
    }

    /// Everything on standard error, to its end.
    pub fn errors(&self) -> Vec<String> {
        self.errors.iter().collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lines as they come, read by a thread that ends with them.
fn lines_of(input: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(input).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The Hub form of an international position in FEN.
pub fn hub(fen: &str) -> String {
    let mut session = session::open(Variant::International);
    session.set_fen(fen).unwrap();
    session.hub()
}

/// The value of a field without its quotes.
pub fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let start = format!(" {name}=");
    let at = line.find(&start).expect(name) + start.len();
    let rest = &line[at..];
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap(),
        None => rest.split(' ').next().unwrap(),
    }
}

/// The `info` lines of an answer.
pub fn infos(lines: &[String]) -> Vec<&str> {
    let infos = lines.iter().filter(|line| line.starts_with("info "));
    infos.map(String::as_str).collect()
}

/// How many lines of an answer begin with this command.
pub fn count(lines: &[String], command: &str) -> usize {
    let has = |line: &&String| line.split(' ').next() == Some(command);
    lines.iter().filter(has).count()
}
