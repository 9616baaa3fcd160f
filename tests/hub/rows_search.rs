//! What clients need of a search.

use std::time::{Duration, Instant};

use super::client::{Engine, START, count, field, hub, infos};

#[test]
fn row_08_levels_add_up_until_the_search() {
    let mut engine = Engine::ready();
    engine.send("level depth=50\nlevel handicap=1\nlevel nodes=3000");
    let answer = engine.search("go think");
    let nodes: u64 = field(infos(&answer).last().unwrap(), "nodes")
        .parse()
        .unwrap();
    assert!(nodes <= 3000);
    let answer = engine.search("level nodes=100000000\nlevel depth=3\ngo think");
    assert_eq!(field(infos(&answer).last().unwrap(), "depth"), "3");
}

#[test]
fn row_08_pos_and_a_finished_search_reset_the_level() {
    let mut engine = Engine::ready();
    engine.search("level depth=1\ngo think");
    for before in [
        "",
        &format!("level depth=1\npos pos={START}"),
        "level depth=1 infinite",
    ] {
        engine.send(&format!("{before}\ngo think"));
        engine.is_searching();
        engine.send("level depth=1\nping");
        // A line that has to wait ends a search that would not end.
        engine.until("done");
        engine.search("go think");
    }
}

#[test]
fn row_08_every_way_to_write_a_time() {
    let mut engine = Engine::ready();
    for level in [
        "time=0,400",
        "moves=3 time=0,5 inc=0,010",
        "time=1e-05",
        "time=0.000",
        "time=-3.5",
        "time=-0.5 inc=1.0",
        "move-time=0",
        "move-time=-1",
        "move-time=5e-2",
        "move-time=0,05",
    ] {
        let began = Instant::now();
        let answer = engine.search(&format!("level {level}\ngo think"));
        assert_eq!(count(&answer, "error"), 0, "{level}");
        assert!(began.elapsed() < Duration::from_millis(1500), "{level}");
    }
    let answers = engine.answers("level depth=abc time= nodes=1e9 move-time=nan");
    assert_eq!(count(&answers, "error"), 3, "{answers:?}");
}

#[test]
fn row_09_limits_hold_in_an_analysis_too() {
    let mut engine = Engine::ready();
    for level in ["depth=4", "nodes=2000", "move-time=0.1"] {
        let answer = engine.search(&format!("level {level}\ngo analyze"));
        assert!(answer.last().unwrap().starts_with("done move="), "{level}");
    }
    engine.send("go analyze");
    engine.is_searching();
    engine.send("stop");
    engine.until("done");
}

#[test]
fn row_10_every_go_is_answered_by_one_done() {
    let mut engine = Engine::ready();
    for go in [
        "go",
        "go think",
        "go think=true",
        "go analyze=true",
        "go analyse",
        "go mcts",
        "go x y=z",
    ] {
        let answer = engine.search(&format!("level depth=3\n{go}"));
        assert!(answer.last().unwrap().starts_with("done move="), "{go}");
        assert_eq!(engine.answers(""), [""; 0], "{go}");
    }
    engine.send("go ponder=true\nponder-hit\nstop");
    engine.until("done");
}

#[test]
fn row_11_moves_come_in_every_form() {
    let mut engine = Engine::ready();
    for moves in [
        "32-28 19-23 28x19x23",
        "32-28 19-23 28x19",
        "32-28 19-23 28-19",
        "32-28 19-23 28x19 14x23x19 33-28 23x32",
    ] {
        let answers = engine.answers(&format!("pos pos={START} moves=\"{moves}\""));
        assert_eq!(answers, [""; 0], "{moves}");
    }
    let loops = hub("W:WK2:B7,8,17,18");
    for mv in ["2x2x7x8x17x18", "2x2x18x17x8x7", "02x02x08x07x17x18", "2x2"] {
        let answers = engine.answers(&format!("pos pos={loops} moves={mv}"));
        assert_eq!(answers, [""; 0], "{mv}");
    }
    let men = hub("W:W46:B5");
    assert_eq!(
        engine.answers(&format!("pos pos={men} moves=\"46-41 05-10\"")),
        [""; 0]
    );
}

#[test]
fn row_12_captures_go_out_with_all_squares_ascending() {
    let mut engine = Engine::ready();
    let loops = hub("W:WK2:B7,8,17,18");
    let answer = engine.search(&format!("pos pos={loops}\nlevel depth=3\ngo think"));
    assert_eq!(answer.last().unwrap(), "done move=2x2x7x8x17x18");
    let single = hub("W:W32:B28,45");
    let answer = engine.search(&format!("pos pos={single}\nlevel depth=1\ngo think"));
    assert!(
        answer.last().unwrap().starts_with("done move=32x23x28"),
        "{answer:?}"
    );
}

#[test]
fn row_13_done_alone_when_the_game_is_over() {
    let mut engine = Engine::ready();
    for fen in ["B:W10,14:B5", "B:W50:B"] {
        for go in [
            "go think",
            "go analyze",
            "go ponder",
            "level depth=5\ngo think",
        ] {
            let answer = engine.search(&format!("pos pos={}\n{go}", hub(fen)));
            assert_eq!(answer, ["done"], "{fen} {go}");
        }
    }
    let answer = engine.search(&format!("pos pos={START}\nlevel depth=5\ngo think"));
    let words: Vec<_> = answer.last().unwrap().split(' ').collect();
    assert!(words[1].starts_with("move=") && words[2].starts_with("ponder="));
    assert_eq!(words.len(), 3);
}

#[test]
fn row_14_a_score_before_every_done() {
    let mut engine = Engine::ready();
    let forced = hub("W:W32:B28,45");
    for level in [
        "depth=1",
        "nodes=1",
        "move-time=0",
        "time=0",
        "time=-5 inc=1",
    ] {
        for go in ["think", "analyze"] {
            for position in [START, &forced] {
                let lines = format!("pos pos={position}\nlevel {level}\ngo {go}");
                assert!(!infos(&engine.search(&lines)).is_empty(), "{lines}");
            }
        }
    }
    assert!(!infos(&engine.search("go think\nstop")).is_empty());
}

#[test]
fn row_15_info_has_all_fields_in_order_as_plain_numbers() {
    let mut engine = Engine::ready();
    let names = ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv"];
    let answer = engine.search(&format!("pos pos={START}\nlevel depth=8\ngo analyze"));
    for info in infos(&answer) {
        let (numbers, pv) = info.split_once(" pv=").unwrap();
        let words: Vec<_> = numbers.split(' ').skip(1).collect();
        for (word, name) in words.iter().zip(names) {
            let (found, number) = word.split_once('=').unwrap();
            assert_eq!(found, name);
            let is_plain = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
            assert!(!number.is_empty() && number.chars().all(is_plain), "{info}");
        }
        assert_eq!(words.len(), 6, "{info}");
        assert_eq!(
            pv.contains(' '),
            pv.starts_with('"') && pv.ends_with('"'),
            "{info}"
        );
        assert!(!pv.is_empty() && pv.chars().filter(|&c| c == '"').count() % 2 == 0);
    }
}

#[test]
fn row_15_several_lines_only_when_asked_and_the_best_last() {
    let mut engine = Engine::ready();
    engine.send("set-param name=multi-pv value=3");
    let answer = engine.search(&format!("pos pos={START}\nlevel depth=5\ngo analyze"));
    let infos = infos(&answer);
    let last: Vec<_> = infos.iter().rev().take(3).collect();
    for (line, rank) in last.iter().zip(["1", "2", "3"]) {
        assert_eq!((field(line, "multi-pv"), field(line, "depth")), (rank, "5"));
    }
    let score = |line| field(line, "score").parse::<f64>().unwrap();
    assert!(score(last[0]) >= score(last[2]));
    let best = field(last[0], "pv").split(' ').next().unwrap();
    assert!(
        answer
            .last()
            .unwrap()
            .starts_with(&format!("done move={best}"))
    );
    engine.send("set-param name=multi-pv value=1");
    let answer = engine.search("level depth=5\ngo analyze").join("\n");
    assert!(!answer.contains("multi-pv"));
}

#[test]
fn row_16_units() {
    let mut engine = Engine::ready();
    let began = Instant::now();
    let answer = engine.search(&format!("pos pos={START}\nlevel move-time=0.3\ngo think"));
    let seconds = began.elapsed().as_secs_f64();
    let info = *infos(&answer).last().unwrap();
    let number = |name| field(info, name).parse::<f64>().unwrap();
    assert!(number("time") <= seconds);
    let nps = number("nodes") / number("time").max(0.001) / 1e6;
    assert!((number("nps") - nps).abs() < 0.02 + 0.05 * nps, "{info}");
    for (fen, score) in [("W:W28:B23", "99.99"), ("B:W36,50:B26", "-99.98")] {
        let answer = engine.search(&format!("pos pos={}\nlevel depth=9\ngo analyze", hub(fen)));
        assert_eq!(
            field(infos(&answer).last().unwrap(), "score"),
            score,
            "{fen}"
        );
    }
}

#[test]
fn draw_rules_and_threads_are_those_that_were_set() {
    let mut engine = Engine::ready();
    let position = hub("W:WK1,K2,K3:BK50");
    let shuffle = "1-6 50-45 6-1 45-50 ".repeat(8);
    for (rules, threads, is_draw) in [
        ("none", 2, false),
        ("default", 1, true),
        ("fmjd", 2, true),
        ("classic", 1, true),
        ("none", 1, false),
    ] {
        engine.send(&format!("set-param name=draw-rules value={rules}"));
        engine.send(&format!("set-param name=threads value={threads}"));
        let lines = format!("pos pos={position} moves=\"{shuffle}\"\nlevel depth=6\ngo think");
        let answer = engine.search(&lines);
        let score = field(infos(&answer).last().unwrap(), "score");
        assert_eq!(score == "0.00", is_draw, "{rules}: {score}");
    }
}

#[test]
fn row_17_commands_during_a_search_wait_for_its_done() {
    let mut engine = Engine::ready();
    let lines = format!(
        "level move-time=0.2\ngo think\nset-param name=threads value=0\npos pos=bad\npos pos={START} \
         moves=\"32-28 19-23\"\nlevel depth=3\ngo think\npos pos={START}\nlevel depth=2\ngo think"
    );
    engine.send(&lines);
    let first = engine.until("done");
    assert_eq!(count(&first, "error"), 0);
    let second = engine.until("done");
    assert!(second[0].contains("threads") && second[1].contains("bad position"));
    assert_eq!(count(&second, "error"), 2);
    assert!(second.last().unwrap().starts_with("done move=28x19x23"));
    assert!(!engine.until("done").last().unwrap().contains('x'));
    assert_eq!(engine.answers("stop\nponder-hit\nstop"), [""; 0]);
}

#[test]
fn row_17_an_endless_search_is_ended_by_the_next_command() {
    let mut engine = Engine::ready();
    for go in ["go analyze", "go ponder", "level depth=3\ngo ponder"] {
        engine.send(go);
        engine.is_searching();
        engine.send(&format!("pos pos={START}\nlevel depth=1\ngo think"));
        engine.until("done");
        for info in infos(&engine.until("done")) {
            assert_eq!(field(info, "depth"), "1");
        }
        assert_eq!(engine.answers(""), [""; 0]);
    }
}

#[test]
fn row_17_orders_after_a_queued_go_are_meant_for_it() {
    let mut engine = Engine::ready();
    engine.send("go think\nstop\nlevel depth=60\ngo think\nstop\nlevel move-time=0.05\ngo ponder\nponder-hit");
    for _ in 0..3 {
        engine.until("done");
    }
    assert_eq!(engine.answers(""), [""; 0]);
}

#[test]
fn row_18_ping_does_not_disturb_a_search() {
    let mut engine = Engine::ready();
    engine.send("level move-time=0.4\ngo think");
    engine.is_searching();
    for _ in 0..3 {
        let began = Instant::now();
        engine.send("ping");
        let lines = engine.until("pong");
        assert_eq!(count(&lines, "done"), 0);
        assert!(began.elapsed() < Duration::from_millis(100));
    }
    engine.until("done");
}

#[test]
fn row_19_the_pv_of_a_ponder_search_starts_after_the_expected_move() {
    let mut engine = Engine::ready();
    engine.send(&format!(
        "pos pos={START} moves=\"32-28 19-23\"\nlevel time=10\ngo ponder"
    ));
    let info = engine.line();
    assert!(field(&info, "pv").starts_with("28x19x23"), "{info}");
    engine.send("stop");
    engine.until("done");
}
