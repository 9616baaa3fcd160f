//! The interactive board, played by a script.

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::PathBuf;

use program::{Running, succeeds};

/// The output of a game with these lines.
fn play(arguments: &[&str], lines: &[&str]) -> String {
    let all = [&["play", "--hash", "4"], arguments].concat();
    succeeds(&all, lines.join("\n").as_bytes()).out
}

#[track_caller]
fn shows(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn the_engine_answers_a_move() {
    let text = play(&["--depth", "3"], &["32-28", "moves"]);
    shows(&text, &["draw rules fmjd", "w28", "damka plays "]);
    assert_eq!(text.matches("White to move> ").count(), 3);
}

#[test]
fn every_notation_is_read_and_mistakes_are_explained() {
    let lines = [
        "3228", "19 - 23", "28x19x23", "14:23", "1-1", "99-98", "dance", "level", "side",
    ];
    let text = play(&["--side", "both"], &lines);
    shows(
        &text,
        &[
            "b23",
            "illegal move '1-1', expected one of ",
            "no square 99 on this board",
            "no command \"dance\"",
            "level: 2 s a move",
            "expected side white, side black or side both",
        ],
    );
    assert!(!text.contains("damka plays"));
}

#[test]
fn an_ambiguous_capture_lists_what_it_can_mean() {
    let text = play(
        &["--fen", "W:WK47:B14,19,29,31,42", "--side", "both"],
        &["47x36"],
    );
    shows(
        &text,
        &["ambiguous move", "47x38x24x13x36", "47x38x20x9x36"],
    );
}

#[test]
fn moves_are_taken_back_by_pairs() {
    let text = play(
        &["--depth", "2"],
        &["undo", "32-28", "undo", "fen", "board"],
    );
    shows(
        &text,
        &["there is no move to take back", "W:W31,32,33,34,35"],
    );
}

#[test]
fn the_engine_can_play_either_side_and_give_hints() {
    let text = play(
        &["--depth", "2", "--side", "black"],
        &[
            "hint",
            "level depth 3",
            "go",
            "side white",
            "level time 0.1",
            "level",
        ],
    );
    shows(
        &text,
        &[
            "damka plays",
            "hint: ",
            "level: 3 plies",
            "you play white",
            "level: 0.1 s a move",
        ],
    );
}

#[test]
fn the_end_is_announced_with_its_reason() {
    let text = play(
        &["--fen", "W:W33:B28"],
        &["33x22", "22-17", "undo", "resign", "hint"],
    );
    shows(
        &text,
        &[
            "White wins: Black has no legal move. The game is over.",
            "game over> ",
            "the game is over; try new",
            "Black wins: White resigns. The game is over.",
        ],
    );
    let rules = ["--fen", "W:WK1:BK50", "--draw-rules", "arena"];
    shows(
        &play(&rules, &["new", "quit"]),
        &["Draw: one king each", "w32"],
    );
}

#[test]
fn draws_are_offered() {
    let lost = ["--fen", "W:W48:B1,2,3,4,5,6,7", "--depth", "5"];
    shows(&play(&lost, &["draw"]), &["damka declines the draw"]);
    let won = ["--fen", "W:W36-50:B1", "--depth", "5"];
    shows(
        &play(&won, &["draw"]),
        &["Draw by agreement. The game is over."],
    );
    let none = ["--draw-rules", "none"];
    shows(
        &play(&none, &["draw"]),
        &["no draws under the draw rules none"],
    );
    shows(
        &play(&["--side", "both"], &["draw"]),
        &["you play both sides"],
    );
}

#[test]
fn a_game_is_saved_as_a_whole() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("console");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a game.pdn");
    let save = format!("save {}", file.display());
    let lost = format!("save {}", folder.join("none/game.pdn").display());
    let lines = ["12-18", &save, "resign", &save, &lost, "save"];
    let text = play(&["--fen", "B:W28,33:B9,12", "--side", "both"], &lines);
    shows(
        &text,
        &["saved as ", "cannot save as ", "expected save FILE"],
    );
    let saved = fs::read_to_string(file).unwrap();
    shows(
        &saved,
        &[
            "[GameType \"20\"]",
            "[SetUp \"1\"]\n[FEN \"B:W28,33:B9,12\"]",
            "[Result \"0-2\"]",
            "1... 12-18 {Black wins: White resigns} 0-2",
        ],
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn every_game_can_be_played() {
    for variant in damka::rules::variant::Variant::ALL {
        let text = play(
            &[
                "--variant",
                variant.name(),
                "--depth",
                "1",
                "--side",
                "both",
            ],
            &["go", "go", "go", "undo", "help", "quit"],
        );
        assert_eq!(text.matches("damka thinks;").count(), 3);
        shows(&text, &["save FILE"]);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_makes_the_engine_move() {
    let mut running = Running::start(&["play", "--side", "black", "--level-time", "50"]);
    running.read_until("Ctrl-C makes it move now");
    // The search has begun when the line is written, or a moment later.
    std::thread::sleep(std::time::Duration::from_millis(100));
    running.interrupt();
    running.read_until("damka plays ");
    running.read_until("Black to move> ");
    running.interrupt();
    std::thread::sleep(std::time::Duration::from_millis(200));
    running.interrupt();
    let (code, _) = running.finish();
    assert_eq!(code, Some(130));
}

/// Two-line draughts as the text tells it: a missed capture costs the piece, if it is claimed.
#[test]
fn a_missed_capture_is_huffed() {
    let arguments = [
        "--variant",
        "twoline",
        "--huffing",
        "--fen",
        "W:Wc3,g1:Bd4,h8",
        "--depth",
        "2",
    ];
    let by_hand = [arguments.as_slice(), &["--side", "both"]].concat();
    let text = play(&by_hand, &["huff c3", "g1-h2", "huff h2", "huff c3", "fen"]);
    shows(
        &text,
        &[
            "no capture was missed",
            "a capture was missed; to be huffed: c3",
            "expected one of c3",
            "c3 is huffed",
            "B:Wh2:Bd4,h8",
        ],
    );
    let against_damka = play(&arguments, &["g1-h2"]);
    shows(&against_damka, &["c3 is huffed", "damka plays "]);
    let strict = play(
        &["--variant", "twoline", "--fen", "W:Wc3,g1:Bd4,h8"],
        &["g1-h2"],
    );
    shows(&strict, &["illegal move"]);
}

#[test]
fn a_stopped_game_is_adjudicated_and_offers_wait() {
    let text = play(
        &["--side", "both", "--fen", "W:W31,32:B1"],
        &["stop", "stop", "undo"],
    );
    shows(
        &text,
        &["White wins: the game is stopped", "the game is over"],
    );
    let early = play(&["--depth", "1", "--draw-offers-after", "40"], &["draw"]);
    shows(&early, &["no draw offers before 40 moves of each side"]);
}
