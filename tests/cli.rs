//! The program: every command in text and JSON, and the examples of its help.

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::PathBuf;

use damka::rules::variant::Variant;
use serde_json::Value;

use program::{damka, shell, succeeds};

const COMMANDS: [&str; 15] = [
    "analyse", "play", "moves", "board", "pdn", "perft", "bench", "variants", "rules", "hub",
    "dxp", "match", "train", "net", "endgame",
];

/// Commands below others, with examples of their own.
const SUBCOMMANDS: [&str; 4] = ["pdn check", "pdn convert", "pdn stats", "pdn split"];

/// A folder for the files of a test, removed before it is used again.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// An example with ports of this test's own instead of 276xx: other tests may run on the same machine.
fn with_own_ports(line: &str) -> String {
    let own = 200 + std::process::id() % 120;
    line.replace(":276", &format!(":{own}"))
}

#[test]
fn every_example_of_the_help_works() {
    let folder = folder("examples");
    let mut examples = 0;
    for command in [""].iter().chain(&COMMANDS).chain(&SUBCOMMANDS) {
        let words = command.split_whitespace().chain(["--help"]);
        let help = succeeds(&words.collect::<Vec<_>>(), b"").out;
        let (_, lines) = help.split_once("Examples:\n").unwrap();
        for line in lines.lines() {
            assert!(line.starts_with("  ") && line.contains("damka"), "{line}");
            shell(&with_own_ports(line), &folder).with_code(0);
            examples += 1;
        }
    }
    assert!(examples > 20);
    assert!(
        fs::read_to_string(folder.join("game.pdn"))
            .unwrap()
            .contains("1. 32-28")
    );
}

#[test]
fn the_help_names_every_command() {
    let help = succeeds(&["--help"], b"").out;
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command}")), "{command}");
    }
    succeeds(&["analyze", "--help"], b"");
    succeeds(&["--version"], b"");
}

fn strings(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .expect("an array")
        .iter()
        .map(|text| text.as_str().expect("a string"))
        .collect()
}

#[test]
fn moves_are_listed() {
    let text = succeeds(&["moves"], b"").out;
    assert!(text.contains("White to move, 9 moves\n") && text.contains("\n32-28\n"));

    let [answer] = &succeeds(&["moves", "W:WK47:B14,19,29,31,42", "--json"], b"").json()[..] else {
        panic!("one object")
    };
    assert_eq!(answer["fen"], "W:WK47:B14,19,29,31,42");
    assert!(answer["result"].is_null());
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    for mv in moves {
        assert_eq!(mv["from"], "47");
        assert_eq!(mv["to"], "36");
        assert_eq!(strings(&mv["captured"]).len(), 4);
        assert!(mv["text"].as_str().unwrap().starts_with("47x38x2"));
        assert!(mv["hub"].as_str().unwrap().starts_with("47x36x"));
    }
}

#[test]
fn moves_know_how_the_game_stands() {
    let result = |arguments: &[&str]| {
        let all = [&["moves", "--json"], arguments].concat();
        succeeds(&all, b"").json()[0]["result"].clone()
    };
    assert_eq!(result(&["B:W50:B"]), "white");
    assert_eq!(result(&["W:W:B5"]), "black");
    assert_eq!(result(&["W:WK1:BK50", "--draw-rules", "arena"]), "draw");
    assert!(result(&["W:WK1:BK50"]).is_null());
    let shuffle = "1-6 50-45 6-1 45-50 1-6 50-45 6-1 45-50";
    assert_eq!(result(&["W:WK1,48:BK50,3", "--moves", shuffle]), "draw");
    let text = succeeds(&["moves", "B:W50:B"], b"").out;
    assert!(text.contains("White wins: Black has no legal move"));
}

#[test]
fn positions_come_in_fen_and_in_the_form_of_hub() {
    let hub = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    assert_eq!(
        succeeds(&["moves", &hub], b"").out,
        succeeds(&["moves"], b"").out
    );
    let short = damka(&["moves", "Wbbee"], b"").with_code(1);
    assert!(short.err.contains("expected 51 letters"), "{short:?}");
    let moves = "1. 32-28 19-23 2. 28x19, 14x23";
    let fen = &succeeds(&["moves", "--moves", moves, "--json"], b"").json()[0]["fen"];
    assert!(
        fen.as_str()
            .unwrap()
            .ends_with("B1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,20,23")
    );
}

#[test]
fn perft_counts() {
    for (arguments, nodes) in [
        (&["perft", "0"][..], 1),
        (&["perft", "5"], 27_117),
        (&["perft", "5", "--threads", "1"], 27_117),
        (
            &[
                "perft",
                "4",
                "W:W25,27,28,30,32-35,37,38:B12-14,16,18,19,21,23,24,26",
            ],
            73,
        ),
        (&["perft", "6", "--variant", "checkers"], 36_768),
    ] {
        let [answer] = &succeeds(&[arguments, &["--json"]].concat(), b"").json()[..] else {
            panic!("one object")
        };
        assert_eq!(answer["nodes"], nodes, "{arguments:?}");
        assert!(answer["fen"].is_string() && answer["variant"].is_string());
        assert!(answer["depth"].is_u64() && answer["nps"].is_u64() && answer["seconds"].is_f64());
    }
    let text = succeeds(&["perft", "3", "--divide"], b"").out;
    let below = text.lines().filter(|line| line.contains('-'));
    let counts = below.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    assert_eq!(counts.sum::<u64>(), 658);
    assert!(text.contains("perft 3 = 658 "));
}

#[test]
fn an_analysis_shows_the_board_the_lines_and_the_best_move() {
    let text = succeeds(&["analyse", "--depth", "6"], b"").out;
    for part in [
        "b 1     b 2",
        "White to move",
        "\n    6  ",
        "best move ",
        "about equal",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let won = succeeds(&["analyze", "W:W33:B28", "--depth", "4"], b"").out;
    assert!(
        won.contains("best move 33x22") && won.contains("White wins in 1 move"),
        "{won}"
    );
}

#[test]
fn an_analysis_is_written_as_json() {
    let lines = succeeds(
        &["analyse", "--nodes", "20000", "--multipv", "3", "--json"],
        b"",
    )
    .json();
    let (last, reports) = lines.split_last().unwrap();
    for report in reports {
        assert!(report["depth"].as_u64().unwrap() >= 1);
        assert!((1..=3).contains(&report["multipv"].as_u64().unwrap()));
        assert!(report["score"].is_f64() && report["nodes"].is_u64());
        assert!(report["seconds"].is_f64() && report["nps"].is_u64());
        assert!(!strings(&report["pv"]).is_empty());
    }
    let best = reports
        .iter()
        .rfind(|report| report["multipv"] == 1)
        .unwrap();
    assert_eq!(last["best"], best["pv"][0]);
    assert_eq!(last["ponder"], best["pv"][1]);
    assert_eq!(last["score"], best["score"]);
}

#[test]
fn a_finished_game_is_said_to_be_over() {
    let text = succeeds(&["analyse", "B:W50:B"], b"").out;
    assert!(
        text.contains("White wins: Black has no legal move; the game is over"),
        "{text}"
    );
    let [answer] = &succeeds(
        &["analyse", "W:WK1:BK50", "--draw-rules", "arena", "--json"],
        b"",
    )
    .json()[..] else {
        panic!("one object")
    };
    assert!(answer["best"].is_null() && answer["ponder"].is_null() && answer["score"].is_null());
    assert_eq!(answer["result"], "draw");
}

#[test]
fn the_bench_has_its_numbers() {
    let text = succeeds(&["bench", "--depth", "3"], b"").out;
    let words: Vec<_> = text
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .collect();
    let names: Vec<_> = words.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["nodes", "time", "nps"]);
    let answer = &succeeds(&["bench", "--depth", "3", "--json"], b"").json()[0];
    assert_eq!(answer["nodes"].as_u64().unwrap().to_string(), words[0].1);
    assert!(answer["seconds"].is_f64() && answer["nps"].is_u64());
}

#[test]
fn the_games_are_listed() {
    let games = succeeds(&["variants", "--json"], b"").json();
    assert_eq!(games.len(), Variant::ALL.len());
    let international = &games[0];
    assert_eq!(international["name"], "international");
    assert_eq!(international["game_type"], 20);
    assert_eq!(international["squares"], 50);
    assert!(strings(&international["aliases"]).contains(&"normal"));
    let text = succeeds(&["variants"], b"").out;
    for game in &games {
        let name = game["name"].as_str().unwrap();
        assert!(text.contains(name));
        for name in strings(&game["aliases"]).iter().chain([&name]) {
            succeeds(&["moves", "--variant", name], b"");
        }
        for rules in game["draw_rules"].as_array().unwrap() {
            let rules = rules["name"].as_str().unwrap();
            succeeds(&["moves", "--variant", name, "--draw-rules", rules], b"");
        }
    }
}

#[test]
fn without_a_command_and_a_terminal_it_is_a_hub_engine() {
    assert_eq!(succeeds(&[], b"ping\nquit\n").out, "pong\n");
    let arguments = ["hub", "--unknown", "-x", "further"];
    assert_eq!(succeeds(&arguments, b"ping\n").out, "pong\n");
}

/// What the front page says of commands and games is what the program has.
#[test]
fn the_readme_names_every_command_and_game() {
    let readme = include_str!("../README.md");
    for command in COMMANDS {
        assert!(
            readme.contains(&format!("| `damka {command}` |")),
            "{command}"
        );
    }
    for &variant in Variant::ALL {
        let about = damka::session::describe(variant);
        let row = readme
            .lines()
            .find(|line| line.starts_with(&format!("| `{}` |", about.name)))
            .unwrap();
        for name in about.aliases {
            assert!(row.contains(&format!("`{name}`")), "{name}");
        }
        for rules in about.draw_rules {
            assert!(row.contains(&format!("`{}`", rules.name)), "{}", rules.name);
        }
    }
    let folder = folder("readme");
    let blocks = readme.split("```").skip(1).step_by(2);
    for line in blocks.flat_map(str::lines) {
        if !line.starts_with("damka ") && !line.starts_with("echo ") {
            continue;
        }
        shell(&with_own_ports(line), &folder).with_code(0);
    }
}
