//! What the tests of the program share: it is run with arguments and input, and never waited for too long.

#![allow(dead_code, reason = "no test uses everything")]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");

/// Whatever the program does takes less time than this, also without optimisation on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a run of the program has ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ended {
    /// The lines of the output as JSON.
    pub fn json(&self) -> Vec<Value> {
        let value = |line: &str| match serde_json::from_str(line) {
            Ok(value) => value,
            Err(error) => panic!("{error}: {line}"),
        };
        self.out.lines().map(value).collect()
    }

    /// Asserts the exit code, and that nothing has panicked.
    #[track_caller]
    pub fn with_code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(!self.err.contains("panicked"), "{self:?}");
        self
    }
}

/// Runs the program with this input until it ends.
pub fn damka(arguments: &[&str], input: &[u8]) -> Ended {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    run(command, input)
}

/// Runs the program and asserts that it succeeds.
#[track_caller]
pub fn succeeds(arguments: &[&str], input: &[u8]) -> Ended {
    damka(arguments, input).with_code(0)
}

/// Runs a line of a shell, in which `damka` is the program, in a folder.
pub fn shell(line: &str, folder: &Path) -> Ended {
    let programs = Path::new(PROGRAM).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .env("PATH", format!("{}:{path}", programs.display()))
        .current_dir(folder);
    run(command, b"")
}

fn run(mut command: Command, input: &[u8]) -> Ended {
    let mut child = command
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let out = gather(child.stdout.take().expect("stdout"));
    let err = gather(child.stderr.take().expect("stderr"));
    let (mut stdin, input) = (child.stdin.take().expect("stdin"), input.to_vec());
    thread::spawn(move || {
        // The program need not read all.
        let _ = stdin.write_all(&input);
    });
    let status = wait(&mut child);
    let text = |bytes: mpsc::Receiver<Vec<u8>>| {
        let bytes = bytes.recv_timeout(PATIENCE).expect("the end of the output");
        String::from_utf8(bytes).expect("UTF-8")
    };
    Ended {
        code: status.code(),
        out: text(out),
        err: text(err),
    }
}

fn gather(mut stream: impl Read + Send + 'static) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

/// Waits for the program; kills it when it takes too long.
pub fn wait(child: &mut Child) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the program is there") {
            return status;
        }
        if began.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the program hangs");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// A program that goes on: its output is read line by line.
pub struct Running {
    pub child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Running {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("stdout"));
        Self { child, out }
    }

    /// The next line; empty at the end.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("a line");
        line
    }

    /// Reads until the output has this text.
    pub fn read_until(&mut self, text: &str) {
        let mut bytes = Vec::new();
        while !String::from_utf8_lossy(&bytes).contains(text) {
            let mut byte = [0];
            assert_eq!(self.out.read(&mut byte).expect("a byte"), 1, "no {text}");
            bytes.push(byte[0]);
        }
    }

    /// Presses Ctrl-C.
    pub fn interrupt(&self) {
        let process = self.child.id().to_string();
        let status = Command::new("kill").args(["-INT", &process]).status();
        assert!(status.expect("kill runs").success());
    }

    /// Closes the output, and waits: the exit code, and what was written to stderr.
    pub fn close_output(mut self) -> (Option<i32>, String) {
        drop(self.out);
        let status = wait(&mut self.child);
        let mut err = String::new();
        let mut stderr = self.child.stderr.take().expect("stderr");
        stderr.read_to_string(&mut err).expect("UTF-8");
        (status.code(), err)
    }

    /// Reads the output to its end and waits: the exit code, and the rest of the output.
    pub fn finish(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).expect("UTF-8");
        (wait(&mut self.child).code(), rest)
    }
}
