//! Games that are analysed, and positions that are drawn.

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::{Path, PathBuf};

use damka::games::svg::{self, Marks};
use damka::rules::variant::Variant;
use damka::session;
use program::{damka, succeeds};

/// In the first game White overlooks that 34-29 loses a man at once; the second one is of another kind.
const GAMES: &str = "[White \"Ann <b>\"]\n[Black \"Bob\"]\n[Result \"0-2\"]\n\
    1. 32-28 {a comment} 19-23 2. 28x19 14x23 3. 33-28 23x32 4. 37x28 17-22 5. 28x17 11x22 6. 34-29 22-28 0-2\n\n\
    [GameType \"21\"]\n1. 11-15 23-19 2. 8-11 22-17 *\n\n\
    [White \"illegal\"]\n1. 32-28 28-22 *\n";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("games.pdn"), GAMES).expect("a file");
    folder
}

/// Analyses the games with further arguments; the illegal one is refused.
fn analyse(folder: &Path, arguments: &[&str]) -> program::Ended {
    let file = folder.join("games.pdn").to_string_lossy().into_owned();
    let arguments = [
        &["analyse", &file, "--nodes", "400", "--hash", "4"],
        arguments,
    ]
    .concat();
    let ended = damka(&arguments, b"").with_code(1);
    assert!(
        ended
            .err
            .contains("games.pdn:10: ply 2: illegal move '28-22'"),
        "{ended:?}"
    );
    ended
}

#[test]
fn moves_are_judged() {
    let folder = folder("judged");
    let found = analyse(&folder, &["--json"]).json();
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0]["variant"].as_str(), found[1]["variant"].as_str()),
        (Some("international"), Some("english"))
    );
    let plies = found[0]["plies"].as_array().expect("plies");
    assert_eq!(plies.len(), 12);
    for ply in plies {
        let loss = ply["loss"].as_f64().expect("a number");
        let expected = match loss {
            loss if loss >= 0.2 => "blunder",
            loss if loss >= 0.1 => "mistake",
            loss if loss >= 0.05 => "dubious",
            _ => "good",
        };
        assert_eq!(ply["verdict"], expected);
        let is_best = ply["line"][0] == ply["text"];
        assert!(!is_best || loss == 0.0, "{ply}");
    }
    // One thread for each game: how many there are does not matter.
    assert_eq!(
        analyse(&folder, &["--json", "--threads", "2"]).json(),
        found
    );
}

#[test]
fn missed_shots_are_found() {
    let folder = folder("shot");
    let file = folder.join("shot.pdn");
    // 6-11 gives men and wins more than one; every other move loses the chance.
    let game = "[FEN \"B:W16,18,28,38,42,44,46,47,48:B1,3,5,6,8,10,14,15,36\"] 1... 15-20 *";
    fs::write(&file, game).expect("a file");
    let found = &succeeds(
        &[
            "analyse",
            &file.to_string_lossy(),
            "--nodes",
            "10000",
            "--json",
        ],
        b"",
    )
    .json()[0];
    let judged = &found["plies"][0];
    assert_eq!(
        (judged["line"][0].as_str(), judged["missed_shot"].as_bool()),
        (Some("6-11"), Some(true))
    );
    assert!(
        judged["loss"].as_f64().expect("a number") >= 0.1,
        "{judged}"
    );
    let text = succeeds(
        &["analyse", &file.to_string_lossy(), "--nodes", "10000"],
        b"",
    )
    .out;
    assert!(text.contains("({a shot was missed: [%eval"), "{text}");
}

#[test]
fn analyses_are_kept_and_continued() {
    let folder = folder("kept");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (out, html, pdn) = (path("all.jsonl"), path("all.html"), path("all.pdn"));
    let arguments = ["--out", &out, "--html", &html, "--pdn", &pdn];
    assert!(analyse(&folder, &arguments).out.is_empty());
    let kept = fs::read_to_string(&out).expect("a file");
    assert_eq!(kept.lines().count(), 2);
    let page = fs::read_to_string(&html).expect("a file");
    // What is there is believed, and not searched again.
    let marked = kept.replacen("\"depth\":", "\"depth\":9", 1);
    fs::write(&out, &marked).expect("a file");
    analyse(&folder, &arguments);
    assert_eq!(fs::read_to_string(&out).expect("a file"), marked);
    // A line that was broken off is searched again.
    fs::write(&out, &kept[..kept.len() - 40]).expect("a file");
    analyse(&folder, &arguments);
    let mut lines: Vec<_> = kept.lines().collect();
    lines.sort_unstable();
    let again = fs::read_to_string(&out).expect("a file");
    let mut found: Vec<_> = again.lines().collect();
    found.sort_unstable();
    assert_eq!(found, lines);
    assert_eq!(fs::read_to_string(&html).expect("a file"), page);
    // A file of something else is left alone.
    fs::write(&out, "{}\n").expect("a file");
    let file = path("games.pdn");
    let refused = damka(&["analyse", &file, "--nodes", "400", "--out", &out], b"").with_code(1);
    assert!(refused.err.contains("line 1 is no analysis"), "{refused:?}");
    assert_eq!(fs::read_to_string(&out).expect("a file"), "{}\n");
}

#[test]
fn an_interrupt_keeps_what_is_finished() {
    let folder = folder("interrupted");
    // The searches would not end by themselves.
    fs::write(
        folder.join("games.pdn"),
        "1. 32-28 19-23 *\n1. 33-29 20-25 *\n",
    )
    .expect("a file");
    let analyse =
        "damka analyse games.pdn --depth 99 --hash 4 --threads 2 --out all.jsonl --html all.html";
    let ended = program::shell(
        &format!("timeout --foreground --preserve-status -s INT 2 {analyse}"),
        &folder,
    );
    assert!(
        ended
            .with_code(130)
            .err
            .contains("the same command goes on")
    );
    assert_eq!(
        fs::read_to_string(folder.join("all.jsonl")).expect("a file"),
        ""
    );
    assert!(
        fs::read_to_string(folder.join("all.html"))
            .expect("a file")
            .contains("0 games")
    );
}

#[test]
fn games_are_annotated() {
    let folder = folder("annotated");
    let text = analyse(&folder, &[]).out;
    assert!(
        text.contains("[White \"Ann <b>\"]\n") && text.contains("[Annotator \"damka\"]\n"),
        "{text}"
    );
    assert!(text.contains("] a comment}"), "{text}");
    assert_eq!(
        text.matches("[%eval ").count(),
        16 + text.matches("better:").count() + text.matches("missed:").count()
    );
    let checked = succeeds(
        &["pdn", "check", "-", "--strict", "--json"],
        text.as_bytes(),
    )
    .json();
    assert_eq!(checked[0]["legal"], 2);
}

#[test]
fn the_report_stands_alone() {
    let folder = folder("report");
    let html = folder.join("all.html");
    analyse(&folder, &["--html", &html.to_string_lossy()]);
    let page = fs::read_to_string(&html).expect("a file");
    assert!(page.contains("Ann &lt;b&gt; – Bob 0-2"));
    for external in [
        "http:", "https:", "src=", "url(", "@import", "<script", "<link", "<img",
    ] {
        assert!(!page.contains(external), "{external}");
    }
    for tag in ["svg", "figure", "section", "table", "p", "a", "span"] {
        let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
        let ends = |at: &usize| page[at + open.len()..].starts_with(['>', ' ']);
        let opened = page.match_indices(&open).filter(|(at, _)| ends(at)).count();
        assert_eq!(opened, page.matches(&close).count(), "{tag}");
    }
    for place in page
        .match_indices("href=\"#")
        .map(|(at, _)| &page[at + 7..])
    {
        let id = place.split('"').next().expect("an end");
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

#[test]
fn options_of_games_and_positions_are_told_apart() {
    let refused = damka(&["analyse", "--html", "x.html", "--depth", "2"], b"").with_code(1);
    assert!(
        refused.err.contains("expected the name of a PDN file"),
        "{refused:?}"
    );
    assert!(!Path::new("x.html").exists());
    let missing = damka(&["analyse", "missing.pdn"], b"").with_code(1);
    assert!(
        missing.err.contains("missing.pdn: No such file"),
        "{missing:?}"
    );
    let file = folder("options").join("games.pdn");
    let refused = damka(&["analyse", &file.to_string_lossy(), "--multipv", "2"], b"").with_code(1);
    assert!(refused.err.contains("are for positions"), "{refused:?}");
}

#[test]
fn every_game_can_be_drawn() {
    for &variant in Variant::ALL {
        let session = session::open(variant);
        let about = session::describe(variant);
        let picture = svg::draw(&*session, Marks::default());
        assert_eq!(
            picture.matches("<circle").count(),
            2 * about.pieces,
            "{variant}"
        );
        assert_eq!(picture.matches("<text").count(), about.squares, "{variant}");
        let (columns, rows) = about.board;
        assert!(
            picture.contains(&format!("viewBox=\"0 0 {}0 {}0\"", columns, rows)),
            "{variant}"
        );
        let text = succeeds(&["board", "--variant", variant.name()], b"").out;
        assert_eq!(text.lines().count(), rows + 3, "{variant}");
        assert!(text.ends_with(&format!("{}\n", session.fen())));
    }
}

#[test]
fn pictures_have_kings_and_marks() {
    let picture = succeeds(&["board", "W:WK1,50:B2,K49", "--svg", "--mark", "1,7"], b"").out;
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert_eq!(picture.matches("#e0a010").count(), 2);
    assert_eq!(picture.matches("stroke=\"#d33\"").count(), 2);
}
