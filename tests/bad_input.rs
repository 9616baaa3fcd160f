//! Bad input of the program: arguments, lines, pipes and signals.

#[path = "common/program.rs"]
mod program;

use std::time::{Duration, Instant};

use serde_json::Value;

use program::{Ended, Running, damka, succeeds};

#[track_caller]
fn refused(arguments: &[&str], code: i32, words: &[&str]) -> Ended {
    let ended = damka(arguments, b"").with_code(code);
    assert_eq!(ended.out, "", "{arguments:?}");
    for word in words {
        assert!(ended.err.contains(word), "{word} in {}", ended.err);
    }
    ended
}

#[test]
fn bad_arguments_are_refused_with_what_was_expected() {
    for threads in ["0", "257", "10000", "-1", "x"] {
        refused(&["perft", "3", "--threads", threads], 2, &[]);
        refused(&["analyse", "--threads", threads], 2, &[]);
    }
    refused(&["analyse", "--threads", "10000"], 2, &["1..=256"]);
    refused(&["analyse", "--hash", "0"], 2, &["1..="]);
    refused(&["analyse", "--time", "-1"], 2, &[]);
    refused(&["analyse", "--time=-1"], 2, &["expected seconds"]);
    refused(&["analyse", "--time", "nan"], 2, &["expected seconds"]);
    refused(&["analyse", "--time", "1e300"], 2, &["expected seconds"]);
    refused(
        &["analyse", "--time", "1", "--depth", "2"],
        2,
        &["cannot be used with"],
    );
    refused(&["analyse", "--depth", "0"], 2, &["1..=99"]);
    refused(
        &["moves", "--variant", "chess"],
        2,
        &["no variant", "international, brazilian"],
    );
    refused(
        &["moves", "--draw-rules", "x"],
        1,
        &["no draw rules", "fmjd, classic"],
    );
    refused(&["moves", "W:W51:B1"], 1, &["no square 51", "at byte 4"]);
    refused(&["moves", "W:W1:B20"], 1, &["last row"]);
    refused(&["moves", "nonsense"], 1, &["expected the side to move"]);
    refused(
        &["moves", "--moves", "32-28 1-1"],
        1,
        &["move 2: illegal move '1-1'"],
    );
    let good = ["match", "--engine", "a nodes=1"];
    for (more, words) in [
        (["--engine", "a nodes=1"], "another name for each engine"),
        (["--engine", "b colour=red"], "unknown key \"colour\""),
        (["--engine", "b set.x=1 nodes=1"], "unknown parameter set.x"),
        (["--engine", "b"], "expected a limit"),
        (["--pairs", "1"], "at least two engines"),
        (["--sprt", "elo0=5 elo1=0"], "elo0 below elo1"),
        (["--sprt", "elo0=0"], "elo1: expected a number"),
        (["--resign", "points=3"], "unknown key \"points\""),
        (["--openings", "/no/such/file"], "/no/such/file"),
        (["--compliance=a", "--json"], "cannot be used with"),
    ] {
        let code = if more[0].starts_with("--comp") { 2 } else { 1 };
        refused(&[good.as_slice(), &more].concat(), code, &[words]);
    }
    refused(&["match", "--compliance", "a"], 1, &["speaks Hub"]);
    refused(
        &["play", "--fen", "nonsense"],
        1,
        &["expected the side to move"],
    );
    refused(&["dance"], 2, &["dance"]);
    refused(&["perft"], 2, &["DEPTH"]);
}

#[test]
fn positions_are_read_line_by_line() {
    let input = b"W:W31-50:B1-20\n\n# a comment\r\nW:W99:B1\r\n\xff\xfe\nB:W50:B\nW:W28:B23";
    let ended = damka(&["moves", "-", "--json"], input).with_code(1);
    let answers = ended.json();
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 9);
    assert_eq!(
        (&answers[1]["line"], &answers[2]["line"]),
        (&4.into(), &5.into())
    );
    assert!(
        answers[1]["error"]
            .as_str()
            .unwrap()
            .contains("no square 99")
    );
    assert!(answers[2]["error"].as_str().unwrap().contains("UTF-8"));
    assert_eq!(answers[3]["result"], "white");
    assert_eq!(answers[4]["moves"][0]["text"], "28x19");

    let ended = damka(&["moves", "-"], input).with_code(1);
    assert!(
        ended.err.contains("line 4: ") && ended.err.contains("line 5: "),
        "{ended:?}"
    );
    assert!(ended.out.contains("28x19"));
    succeeds(&["moves", "-"], b"");
    let both = damka(&["analyse", "-", "--depth", "2", "--json"], input).with_code(1);
    assert_eq!(
        both.json()
            .iter()
            .filter(|answer| answer.get("best").is_some())
            .count(),
        3
    );
    let counts = damka(&["perft", "2", "-", "--json"], input)
        .with_code(1)
        .json();
    assert_eq!(
        counts
            .iter()
            .filter(|answer| answer.get("nodes").is_some())
            .count(),
        3
    );
}

#[test]
fn garbage_is_refused_line_by_line() {
    let (mut bytes, mut state) = (Vec::new(), 5);
    while bytes.len() < 20_000 {
        let (next, number) = damka::position::key::split_mix(state);
        state = next;
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    for arguments in [
        &["moves", "-", "--json"][..],
        &["analyse", "-", "--json", "--depth", "2"],
        &["perft", "2", "-", "--json"],
    ] {
        let ended = damka(arguments, &bytes).with_code(1);
        assert!(
            ended
                .json()
                .iter()
                .all(|answer| answer["error"].is_string())
        );
    }
    damka(&["play", "--depth", "1"], &bytes).with_code(0);
    damka(&["hub"], &bytes).with_code(0);
}

#[test]
fn a_line_of_a_megabyte_is_refused_and_the_next_one_read() {
    for long in [
        "W".repeat(1 << 20),
        format!("W:W{}", "31,".repeat(350_000)),
        " ".repeat(1 << 20),
    ] {
        let input = format!("{long}\nW:W28:B23\n");
        let answers = damka(&["moves", "-", "--json"], input.as_bytes())
            .with_code(1)
            .json();
        assert_eq!(answers.len(), 2);
        assert!(answers[0]["error"].as_str().unwrap().len() < 300);
        assert_eq!(answers[0]["line"], 1);
        assert!(answers[1]["moves"].is_array());
        let played = succeeds(&["play", "--depth", "1"], input.as_bytes());
        assert!(played.out.contains("too long"));
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for arguments in [
        &["analyse", "--time", "50", "--json"][..],
        &["analyse", "--time", "50"],
        &["moves", "-"],
    ] {
        let began = Instant::now();
        let mut running = Running::start(arguments);
        let input = "W:W31-50:B1-20\n".repeat(20_000);
        let mut stdin = running.child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
        });
        running.line();
        let (code, err) = running.close_output();
        assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(began.elapsed() < Duration::from_secs(40));
        writer.join().unwrap();
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_analysis_with_what_it_has_found() {
    let mut running = Running::start(&["analyse", "--time", "50", "--json"]);
    running.line();
    running.interrupt();
    let (code, rest) = running.finish();
    assert_eq!(code, Some(0));
    let last: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert!(last["best"].is_string());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_counts_and_benches() {
    for arguments in [
        &["perft", "20", "--divide"][..],
        &["bench", "--depth", "60"],
    ] {
        let running = Running::start(arguments);
        std::thread::sleep(Duration::from_millis(300));
        running.interrupt();
        let (code, rest) = running.finish();
        assert_eq!((code, rest.as_str()), (Some(130), ""), "{arguments:?}");
    }
}
