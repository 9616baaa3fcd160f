//! Matches: engines that do everything wrong, interruption, and results that can be counted by hand.
//!
//! The engines are this very test program, started again as a child: [`mock`] plays the first legal move until it does
//! what its manner asks for.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use damka::arena::compliance;
use damka::arena::contender::{Contender, Program};
use damka::arena::openings::{self, Opening};
use damka::arena::record::Record;
use damka::arena::referee::{Adjudication, DrawAgreement, Resign};
use damka::arena::schedule::Format;
use damka::arena::standing::Standings;
use damka::arena::statistics::{Model, Test, Verdict};
use damka::arena::tournament::{Match, MatchError};
use damka::rules::variant::Variant;
use damka::session;
use damka::wire::hub::Line;

/// What the child is told its manner by: the test harness ignores it.
const MANNER: &str = "manner=";

/// The child plays so many moves of a game properly.
const PROPER_MOVES: usize = 3;

/// Started as an engine, this is one; otherwise it is a test with nothing to do.
#[test]
fn mock() {
    let manner = std::env::args().find_map(|word| word.strip_prefix(MANNER).map(str::to_owned));
    if let Some(manner) = manner {
        let _ = be_an_engine(&manner);
        std::process::exit(0);
    }
}

fn be_an_engine(manner: &str) -> io::Result<()> {
    let mut output = io::stdout();
    let mut say = |line: &str| output.write_all(format!("{line}\n").as_bytes());
    let mut session = session::open(Variant::International);
    let mut moves = 0;
    let mut expected = String::new();
    for line in io::stdin().lock().lines() {
        let text = line?;
        let Ok(Some(line)) = Line::parse(&text) else {
            continue;
        };
        match line.command {
            "hub" => {
                say("id name=mock version=1 author=us country=nowhere")?;
                say("wait")?;
            }
            "init" if manner == "mute" => thread::sleep(Duration::from_secs(60)),
            "init" => say("ready")?,
            "new-game" => moves = 0,
            "ping" => say("pong")?,
            "pos" => {
                let played: Vec<_> = line.get("moves").unwrap_or_default().split(' ').collect();
                let played: Vec<_> = played.into_iter().filter(|mv| !mv.is_empty()).collect();
                let position = line.get("pos").unwrap_or_default();
                session.set_hub(position, &played).expect("a legal game");
            }
            "go" | "ponder-hit" | "stop" => {
                if text == "go ponder" {
                    expected = text.clone();
                    continue;
                }
                if line.command == "stop" && expected.is_empty() {
                    continue;
                }
                expected.clear();
                moves += 1;
                if moves > PROPER_MOVES {
                    misbehave(manner, &mut say)?;
                }
                let legal = session.moves();
                let mv = &legal[0].hub;
                session.play(mv).expect("it is legal");
                let reply = session.moves().first().map(|mv| mv.hub.clone());
                let ponder = reply.map(|reply| format!(" ponder={reply}"));
                say(&format!(
                    "info depth={moves} score={} nodes=7",
                    score(manner)
                ))?;
                say(&format!("done move={mv}{}", ponder.unwrap_or_default()))?;
            }
            "quit" => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

fn score(manner: &str) -> &str {
    manner.strip_prefix("score").unwrap_or("0.5")
}

fn misbehave(manner: &str, say: &mut impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
    match manner {
        "late" => thread::sleep(Duration::from_millis(900)),
        "illegal" => say("done move=1-50")?,
        "nonsense" => say("done move=castling")?,
        "empty" => say("done")?,
        "dead" => std::process::exit(3),
        "silent" => thread::sleep(Duration::from_secs(60)),
        "endless" => {
            let long = "x".repeat(1 << 20);
            loop {
                say(&long)?;
            }
        }
        "flood" => loop {
            say("info depth=1 score=0.1 nodes=5")?;
        },
        "garbage" => {
            io::stdout().write_all(b"\xff\xfe nonsense\n")?;
        }
        "chatter" => {
            say("info string=\"unclosed")?;
            say("= what")?;
            say("")?;
            say("error message=\"I am not well\"")?;
        }
        _ => {}
    }
    Ok(())
}

/// The description of a child with this manner.
fn child(name: &str, manner: &str) -> String {
    let program = std::env::current_exe().expect("this program has a path");
    format!(
        "{name} cmd=\"'{}' mock --exact --nocapture --skip {MANNER}{manner}\"",
        program.display()
    )
}

fn plan(engines: &[String], pairs: usize) -> Match {
    let each = "move=0.3 margin=0.3 patience=2";
    let contenders = engines
        .iter()
        .map(|text| Contender::parse(text, each).expect("an engine"));
    Match {
        contenders: contenders.collect(),
        lines: engines.to_vec(),
        variant: Variant::International,
        draw_rules: None,
        endgames: session::Endgames::default(),
        openings: openings::ballots(Variant::International, 2),
        format: Format::RoundRobin,
        pairs,
        seed: 1,
        concurrency: 2,
        adjudication: Adjudication {
            most_plies: Some(30),
            ..Adjudication::default()
        },
        test: None,
        folder: None,
    }
}

fn run(plan: &Match) -> Result<Standings, MatchError> {
    plan.run(&AtomicBool::new(false), &|_, _| {})
}

/// A folder for the files of a test, removed before it is used again.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

const GOOD: &str = "good nodes=50";

#[test]
fn each_fault_is_found_and_its_author_loses() {
    for (manner, kind) in [
        ("late", "time"),
        ("illegal", "illegal"),
        ("nonsense", "illegal"),
        ("empty", "protocol"),
        ("garbage", "protocol"),
        ("endless", "protocol"),
        ("dead", "crash"),
        ("silent", "hang"),
        ("flood", "hang"),
    ] {
        let folder = folder(&format!("fault-{manner}"));
        let mut plan = plan(&[child("bad", manner), GOOD.to_owned()], 1);
        plan.folder = Some(folder.clone());
        let standings = run(&plan).unwrap();
        // Both games are lost, so the engine was started again after the first.
        assert_eq!(standings.pairings()[0].results, [0, 0, 2], "{manner}");
        let faults = standings.effort("bad").faults;
        assert_eq!(faults.get(kind), Some(&2), "{manner}: {faults:?}");
        assert!(standings.effort("good").faults.is_empty());
        let log = fs::read_to_string(folder.join("faults.log")).unwrap();
        assert!(
            log.contains(": bad: ") && log.contains("> go think"),
            "{log}"
        );
    }
}

#[test]
fn what_the_protocol_forgives_is_forgiven() {
    let standings = run(&plan(&[child("odd", "chatter"), GOOD.to_owned()], 1)).unwrap();
    assert_eq!(standings.pairings()[0].results, [0, 2, 0]);
    assert!(standings.effort("odd").faults.is_empty());
}

#[test]
fn an_engine_that_never_gets_ready_ends_the_match() {
    let nowhere = "nowhere cmd=./no-such-program".to_owned();
    for (text, words) in [
        (child("mute", "mute"), "mute did not get ready"),
        (nowhere, "cannot run ./no-such-program"),
    ] {
        let error = run(&plan(&[GOOD.to_owned(), text], 1)).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn engines_that_ponder_play_whole_games() {
    let engines = ["a", "b"].map(|name| child(name, "proper") + " ponder");
    let standings = run(&plan(&engines, 2)).unwrap();
    assert_eq!(standings.pairings()[0].results, [0, 4, 0]);
    assert!(standings.effort("a").faults.is_empty() && standings.effort("b").faults.is_empty());
}

#[test]
fn games_are_adjudicated_when_both_sides_agree() {
    let engines = [child("a", "score4.5"), child("b", "score-4.5")];
    let mut plan = plan(&engines, 1);
    plan.adjudication.resign = Some(Resign {
        score: 4.0,
        moves: 3,
    });
    assert_eq!(run(&plan).unwrap().pairings()[0].results, [2, 0, 0]);
    // One side alone does not decide.
    plan.contenders[1] = Contender::parse(&child("b", "score4.5"), "move=0.3").unwrap();
    assert_eq!(run(&plan).unwrap().pairings()[0].results, [0, 2, 0]);
    plan.adjudication = Adjudication {
        draw: Some(DrawAgreement {
            score: 5.0,
            moves: 2,
            from: 5,
        }),
        ..Adjudication::default()
    };
    let most = AtomicUsize::new(0);
    let count = |record: &Record, _: &Standings| {
        most.fetch_max(record.moves.len(), Ordering::Relaxed);
    };
    let standings = plan.run(&AtomicBool::new(false), &count).unwrap();
    assert_eq!(standings.pairings()[0].results, [0, 2, 0]);
    assert_eq!(most.into_inner(), 10);
}

#[test]
fn a_stopped_game_can_go_to_the_side_with_more_pieces() {
    let mut plan = plan(&["a nodes=20".to_owned(), "b nodes=20".to_owned()], 1);
    plan.openings = vec![Opening {
        name: "ahead".to_owned(),
        position: "W:W40-50:B1-5".to_owned(),
    }];
    plan.adjudication = Adjudication {
        most_plies: Some(2),
        by_material: true,
        ..Adjudication::default()
    };
    // White has more pieces in both games.
    assert_eq!(run(&plan).unwrap().pairings()[0].results, [1, 0, 1]);
}

#[test]
fn known_endings_are_adjudicated() {
    let mut plan = plan(&["a nodes=20".to_owned(), "b nodes=20".to_owned()], 1);
    // A forced exchange wins; a king on the main road draws against three. The tables know both.
    for (position, results) in [
        ("W:WK3,K41,K46:BK25", [1, 0, 1]),
        ("W:WK1,K2,K3:BK46", [0, 2, 0]),
    ] {
        plan.openings = vec![Opening {
            name: "ending".to_owned(),
            position: position.to_owned(),
        }];
        plan.adjudication = Adjudication {
            by_tables: true,
            ..Adjudication::default()
        };
        let most = AtomicUsize::new(0);
        let count = |record: &Record, _: &Standings| {
            assert_eq!(record.end, "adjudicated by endgame tables");
            most.fetch_max(record.moves.len(), Ordering::Relaxed);
        };
        let standings = plan.run(&AtomicBool::new(false), &count).unwrap();
        assert_eq!(standings.pairings()[0].results, results, "{position}");
        assert_eq!(most.into_inner(), 0);
    }
}

#[test]
fn an_interrupted_match_goes_on_and_counts_no_game_twice() {
    let engines = ["a nodes=60".to_owned(), "b nodes=30".to_owned()];
    let mut whole = plan(&engines, 6);
    let expected = run(&whole).unwrap();
    let folder = folder("interrupted");
    whole.folder = Some(folder.clone());
    let (stop, played) = (AtomicBool::new(false), AtomicUsize::new(0));
    let count = |_: &Record, _: &Standings| {
        if played.fetch_add(1, Ordering::Relaxed) + 1 >= 4 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    whole.run(&stop, &count).unwrap();
    let before = played.into_inner();
    assert!((4..12).contains(&before), "{before}");
    // The program may have been killed while it wrote a line.
    let path = folder.join("games.jsonl");
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("{\"game\":11,\"op");
    fs::write(&path, text).unwrap();
    let rest = AtomicUsize::new(0);
    let count = |_: &Record, _: &Standings| {
        rest.fetch_add(1, Ordering::Relaxed);
    };
    let standings = whole.run(&AtomicBool::new(false), &count).unwrap();
    assert_eq!(before + rest.into_inner(), 12);
    // One thread and fixed nodes: the same games, whoever played them when.
    assert_eq!(
        standings.pairings()[0].results,
        expected.pairings()[0].results
    );
    assert_eq!(
        standings.pairings()[0].pairs(),
        expected.pairings()[0].pairs()
    );
    let pdn = fs::read_to_string(folder.join("games.pdn")).unwrap();
    assert_eq!(pdn.matches("[White ").count(), 12);
    let lines = fs::read_to_string(&path).unwrap();
    assert_eq!(lines.lines().count(), 13);
    // A line that no match writes is told, and nothing is counted.
    let odd = lines.replacen("\"white_half_points\":", "\"white_half_points\":9", 1);
    fs::write(&path, odd).unwrap();
    let error = run(&whole).unwrap_err();
    assert!(error.to_string().contains("line 2: 9"), "{error}");
    fs::write(&path, lines).unwrap();
    // Another match does not mix its games with these.
    whole.seed = 2;
    let error = run(&whole).unwrap_err();
    assert!(error.to_string().contains("\"seed\" differs"), "{error}");
}

#[test]
fn a_test_ends_the_match() {
    let mut plan = plan(
        &["strong nodes=800".to_owned(), "weak nodes=25".to_owned()],
        300,
    );
    plan.adjudication = Adjudication::default();
    plan.test = Some(Test {
        elo0: 0.0,
        elo1: 60.0,
        alpha: 0.05,
        beta: 0.05,
        model: Model::Normalized,
    });
    let standings = run(&plan).unwrap();
    assert_eq!(plan.verdict(&standings), Some(Verdict::Passed));
    let games = standings.pairings()[0].games();
    assert!(games < 300, "{games}");
    // The same test rejects the weak one.
    plan.contenders.reverse();
    let standings = run(&plan).unwrap();
    assert_eq!(plan.verdict(&standings), Some(Verdict::Failed));
}

#[test]
fn the_results_do_not_depend_on_how_many_games_run_at_a_time() {
    let engines = ["a", "b", "c"].map(|name| format!("{name} depth={}", 1 + name.len()));
    let results = [1, 3].map(|concurrency| {
        let mut plan = plan(&engines, 2);
        plan.concurrency = concurrency;
        plan.variant = Variant::Russian;
        plan.openings = openings::ballots(Variant::Russian, 3);
        let standings = run(&plan).unwrap();
        let pairings = standings.pairings().iter();
        pairings.map(|pairing| pairing.results).collect::<Vec<_>>()
    });
    assert_eq!(results[0].len(), 3);
    assert_eq!(results[0], results[1]);
}

#[test]
fn compliance_finds_what_is_wrong() {
    let program = |manner: &str| {
        let text = child("mock", manner) + " depth=1";
        match Contender::parse(&text, "").unwrap().kind {
            damka::arena::contender::Kind::Hub(program) => program,
            kind => panic!("{kind:?}"),
        }
    };
    let failed = |program: &Program| {
        let points = compliance::check("mock", program, &[]).unwrap();
        assert!(points.len() > 20);
        let failed = points.into_iter().filter(|point| point.fault.is_some());
        failed.map(|point| point.asked).collect::<Vec<_>>()
    };
    let proper = failed(&program("proper"));
    // The mock is talkative at the start (it is a test program), never thinks, and dies of a wrong position.
    assert!(!proper.contains(&"ping: pong"), "{proper:?}");
    assert!(
        !proper.contains(&"go think: one done with a legal move"),
        "{proper:?}"
    );
    assert!(
        proper.contains(&"go analyze lasts until stop"),
        "{proper:?}"
    );
    assert!(
        proper.contains(&"a bad position is refused, the game goes on"),
        "{proper:?}"
    );
}
