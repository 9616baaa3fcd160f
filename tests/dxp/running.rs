//! The program: `damka dxp` against itself, its output, its files and Ctrl-C.

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;

use super::program::{Running, damka, succeeds};

/// A port that nobody listens on.
fn port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!(":{}", listener.local_addr().unwrap().port())
}

/// A file that is not there yet.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn two_programs_play_and_agree() {
    let (port, pdn) = (port(), file("dxp.pdn"));
    let common = ["--hash", "1", "--json", "--nodes", "300"];
    let listens = {
        let (port, pdn) = (port.clone(), pdn.to_str().unwrap().to_owned());
        thread::spawn(move || {
            let arguments = [
                "dxp", "--listen", &port, "--pdn", &pdn, "--name", "follower",
            ];
            succeeds(&[&arguments, &common[..]].concat(), b"").json()
        })
    };
    let arguments = [
        "dxp",
        "--connect",
        &port,
        "--retry",
        "30",
        "--games",
        "2",
        "--alternate",
    ];
    let asked = succeeds(&[&arguments, &common[..]].concat(), b"").json();
    let followed = listens.join().unwrap();
    assert_eq!(asked.len(), 2);
    for (ours, theirs) in asked.iter().zip(&followed) {
        for field in [
            "white", "black", "result", "winner", "reason", "moves", "fen", "minutes",
        ] {
            assert_eq!(ours[field], theirs[field], "{field}");
        }
        assert_ne!(ours["side"], theirs["side"]);
        assert_ne!(ours["result"], "*");
        assert!(ours["seconds"]["white"].is_f64());
    }
    assert_eq!(asked[0]["white"], asked[1]["black"]);
    let text = fs::read_to_string(pdn).unwrap();
    assert_eq!(text.matches("[Event \"DXP game\"]").count(), 2);
    let result = asked[1]["result"].as_str().unwrap();
    assert!(text.trim_end().ends_with(result), "{text}");
}

#[test]
fn bad_arguments_are_refused_before_anybody_connects() {
    for (arguments, told) in [
        (&["--variant", "russian"][..], "10x10"),
        (&["--connect", "--fen", "W:W99:B1"], "no square 99"),
        (
            &["--connect", "--openings", "/nowhere/at/all"],
            "/nowhere/at/all",
        ),
        (&["--draw-rules", "none of them"], "no draw rules"),
        (&["--connect", "127.0.0.1:1"], "127.0.0.1:1: "),
    ] {
        let ended = damka(&[&["dxp", "--hash", "1"], arguments].concat(), b"").with_code(1);
        assert!(ended.err.contains(told), "{ended:?}");
    }
    let openings = file("bad-openings.txt");
    fs::write(&openings, "# starts\n\nW:W31-50:B1-20\nW:W4:B1\n").unwrap();
    let arguments = ["dxp", "--connect", "--openings", openings.to_str().unwrap()];
    let ended = damka(&arguments, b"").with_code(1);
    assert!(ended.err.contains("line 4: "), "{ended:?}");
    for arguments in [
        &["--listen", "--connect"][..],
        &["--time", "0"],
        &["--moves", "1000"],
        &["--listen", "host:port"],
        &["--initiator", "--follower"],
    ] {
        damka(&[&["dxp"], arguments].concat(), b"").with_code(2);
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_program() {
    use std::io::{BufRead, BufReader};

    let mut running = Running::start(&["dxp", "--listen", ":0", "--hash", "1"]);
    let mut told = String::new();
    let mut stderr = BufReader::new(running.child.stderr.take().unwrap());
    stderr.read_line(&mut told).unwrap();
    assert!(told.contains("listening on 127.0.0.1:"), "{told}");
    running.interrupt();
    assert_eq!(running.finish().0, Some(130));
}
