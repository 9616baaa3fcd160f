//! `damka pdn`: files of games checked, converted, counted and split by the program.

#[path = "common/program.rs"]
mod program;

use std::path::Path;

use program::{damka, succeeds};

/// The number of games that begin with a tag.
fn games(file: &Path) -> usize {
    let text = std::fs::read_to_string(file).expect("a file");
    text.matches("[White ").count()
}

fn path(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/pdn")
        .join(name);
    path.to_string_lossy().into_owned()
}

#[test]
fn the_program_checks_files() {
    let found = damka(&["pdn", "check", &path("bad.pdn"), "missing.pdn"], b"").with_code(1);
    assert!(found.err.contains("missing.pdn"), "{found:?}");
    assert_eq!(found.out.matches(": refused: ").count(), 6);
    assert!(
        found
            .out
            .contains("bad.pdn:6: refused: ply 3: illegal move '38-32', expected one of 28x19")
    );
    assert!(
        found
            .out
            .contains("8 games, 2 legal (international 2), 6 refused, 5 moves")
    );
    let found = damka(&["pdn", "check", "--json", &path("bad.pdn")], b"")
        .with_code(1)
        .json();
    assert_eq!(found.len(), 7);
    assert_eq!(
        (found[0]["line"].as_u64(), found[6]["legal"].as_u64()),
        (Some(6), Some(2))
    );
    let odd = succeeds(
        &["pdn", "check", "-", "--notes"],
        b"[Result \"1-1\"] 1. 32-28 2-0",
    );
    assert!(
        odd.out.contains("-:1: the result is 1-1 in the tag"),
        "{odd:?}"
    );
    damka(
        &["pdn", "check", "-", "--strict"],
        b"[Result \"1-1\"] 1. 32-28 2-0",
    )
    .with_code(1);
    assert!(succeeds(&["pdn", "check", "-"], b"").out.is_empty());
}

#[test]
fn the_program_converts_files() {
    let convert = |arguments: &[&str], input: &str| {
        let arguments = [&["pdn", "convert", "-"], arguments].concat();
        succeeds(&arguments, input.as_bytes()).out
    };
    let russian = "[GameType \"25\"] 1. c3d4 b6a5 2. d4-c5 d6:b4 3. a3:c5 2-0";
    let numbers = convert(&["--squares", "numbers"], russian);
    assert!(
        numbers.ends_with("\n1. 22-18 9-13 2. 18-14 10x17 3. 21x14 1-0\n\n"),
        "{numbers}"
    );
    let two = convert(&["--results", "two"], russian);
    assert!(
        two.ends_with("\n1. c3-d4 b6-a5 2. d4-c5 d6:b4 3. a3:c5 2-0\n\n"),
        "{two}"
    );
    let game = "1. 32-28 19-23 2. 28x19 14x23 2-0";
    assert!(convert(&["--results", "one"], game).ends_with("14x23 1-0\n\n"));
    assert!(convert(&["--results", "kept"], game).ends_with("14x23 2-0\n\n"));
    let hub = convert(&["--to", "hub"], game);
    assert!(
        hub.starts_with("pos pos=Wbbbbb")
            && hub.ends_with(" moves=\"32-28 19-23 28x19x23 14x23x19\"\n"),
        "{hub}"
    );
    let fens = convert(&["--to", "fen", "--ply", "2"], game);
    assert_eq!(fens.lines().count(), 1);
    assert_eq!(convert(&["--to", "fen"], game).lines().count(), 5);
    let json: serde_json::Value =
        serde_json::from_str(&convert(&["--to", "json"], game)).expect("JSON");
    assert_eq!(
        (json["result"].as_str(), json["moves"][2].as_str()),
        (Some("white"), Some("28x19"))
    );
    let latin = damka(&["pdn", "convert", &path("latin.pdn")], b"")
        .with_code(0)
        .out;
    assert!(latin.contains("[White \"Jürgen Müller\"]\n"));
    let odd = "[Result \"1-1\"] 1. 32-28 2-0";
    let kept = convert(&[], odd);
    assert!(
        kept.starts_with("[Result \"1-1\"]") && kept.ends_with("1. 32-28 2-0\n\n"),
        "{kept}"
    );
    damka(&["pdn", "convert", "--strict", "-"], odd.as_bytes()).with_code(1);
    let bad = damka(&["pdn", "convert", &path("bad.pdn")], b"").with_code(1);
    assert_eq!(
        (
            bad.out.matches("[White ").count(),
            bad.err.matches("bad.pdn:").count()
        ),
        (2, 6)
    );
}

#[test]
fn the_program_counts_and_splits() {
    let file = "[White \"A\"][Black \"B\"] 1. 32-28 19-23 2. 28x19 14x23 2-0\n\
                [White \"B\"][Black \"A\"] 1. 32-28 19-23 2. 28x19 14x23 1-1\n\
                [White \"A/B\"] 1. 33-29 20-25 0-2";
    let found = &succeeds(&["pdn", "stats", "-", "--json"], file.as_bytes()).json()[0];
    assert_eq!(
        (found["games"].as_u64(), found["moves"].as_u64()),
        (Some(3), Some(10))
    );
    assert_eq!(found["openings"][0]["name"], "32-28 19-23 28x19");
    assert_eq!(found["players"][0]["score"], 0.75);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("split");
    let _ = std::fs::remove_dir_all(&folder);
    let folder_name = folder.to_string_lossy().into_owned();
    let names = || {
        let entries = std::fs::read_dir(&folder).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("a file").file_name())
            .collect();
        names.sort();
        names
    };
    for _ in 0..2 {
        let by = ["pdn", "split", "-", "--out", &folder_name, "--by", "White"];
        assert_eq!(succeeds(&by, file.as_bytes()).out, "3 games in 3 files\n");
        assert_eq!(names(), ["A.pdn", "A_B.pdn", "B.pdn"]);
    }
    assert_eq!(games(&folder.join("A.pdn")), 1);
    std::fs::remove_dir_all(&folder).expect("removed");
    succeeds(
        &["pdn", "split", "-", "--out", &folder_name, "--games", "2"],
        file.as_bytes(),
    );
    assert_eq!(names(), ["000001.pdn", "000002.pdn"]);
    assert_eq!(games(&folder.join("000001.pdn")), 2);
}
