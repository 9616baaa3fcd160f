//! What clients need before the first search, and around them.

use std::time::{Duration, Instant};

use super::client::{Engine, START, count, hub};

#[test]
fn row_01_hub_mode_with_and_without_its_argument() {
    for arguments in [&["hub"][..], &[], &["hub", "-x", "more", "--verbose=1"]] {
        let mut engine = Engine::start(arguments);
        engine.send("hub");
        assert!(engine.until("wait")[0].starts_with("id "), "{arguments:?}");
    }
}

#[test]
fn row_02_no_word_before_hub_and_none_on_stderr() {
    let mut engine = Engine::start(&["hub"]);
    engine.is_silent_for(150);
    engine.send("hub\nset-param name=nonsense value=1\nset-param name=threads value=x\ninit");
    engine.until("ready");
    engine.search("bogus\npos pos=bad\nlevel depth=3\ngo think");
    engine.send("quit");
    assert!(engine.end().0);
    assert_eq!(engine.errors(), [""; 0]);
}

#[test]
fn row_04_id_is_plain() {
    let mut engine = Engine::start(&["hub"]);
    engine.send("hub");
    let id = engine.line();
    let fields: Vec<_> = id.split('"').collect();
    let [head, author, tail] = fields[..] else {
        panic!("one quoted value, in {id}");
    };
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(head, format!("id name=damka version={version} author="));
    assert!(author.contains(' ') && !author.contains('='));
    assert!(tail.starts_with(" country=") && !tail.ends_with('='));
}

#[test]
fn row_05_declarations_in_the_order_that_readers_expect() {
    let mut engine = Engine::start(&["hub"]);
    engine.send("hub");
    let lines = engine.until("wait");
    let start = "param name=variant value=normal type=enum values=\"international brazilian ";
    assert!(
        lines[1].starts_with(start) && lines[1].ends_with('"'),
        "{}",
        lines[1]
    );
    for name in [
        "ponder",
        "threads",
        "tt-size",
        "bb-path",
        "bb-size",
        "book",
        "book-ply",
        "book-margin",
        "multi-pv",
        "done-gap",
    ] {
        let start = format!("param name={name} value=");
        let declared = lines.iter().find(|line| line.starts_with(&start));
        let words: Vec<_> = declared.expect(name).split(' ').collect();
        assert!(words[3].starts_with("type="), "{words:?}");
        match words[3] {
            "type=int" => assert!(words[4].starts_with("min=") && words[5].starts_with("max=")),
            kind => {
                assert!(matches!(kind, "type=bool" | "type=string"), "{words:?}");
                assert_eq!(words.len(), 4);
            }
        }
    }
    let start =
        "param name=draw-rules value=default type=enum values=\"default fmjd classic arena ";
    assert!(lines.iter().any(|line| line.starts_with(start)));
    assert_eq!(lines.len(), 2 + count(&lines, "param"));
}

#[test]
fn row_06_what_is_not_known_is_ignored() {
    let mut engine = Engine::ready();
    let lines = "set-param name=eval value=pst\nset-param name=initial-time value=60\n\
                 level handicap=2 ply=8\nlevel depth=2\nbogus a=b c\nmove x y";
    assert_eq!(engine.answers(lines), [""; 0]);
    let answer = engine.search(&format!(
        "pos pos={START} colour=7\nlevel depth=2 flag\ngo think"
    ));
    assert_eq!(count(&answer, "error"), 0);
}

#[test]
fn row_07_set_param_is_cheap_and_touches_neither_level_nor_position() {
    let mut engine = Engine::ready();
    let position = hub("W:W10,14:B15");
    engine.send(&format!("pos pos={position}\nlevel depth=3"));
    let began = Instant::now();
    let lines = "set-param name=eval value=pst\nset-param name=book-ply value=4\n\
                 set-param name=threads value=2\nset-param name=variant value=10x10\n\
                 set-param name=tt-size value=18";
    assert_eq!(engine.answers(lines), [""; 0]);
    assert!(began.elapsed() < Duration::from_millis(500));
    // The level still ends the search, and the men still stand on 10 and 14.
    assert!(
        engine
            .search("go think")
            .last()
            .unwrap()
            .starts_with("done move=1"),
        "{position}"
    );
}

#[test]
fn row_07_hub_and_init_are_answered_in_full_every_time() {
    let mut engine = Engine::start(&["hub"]);
    engine.send("set-param name=done-gap value=0");
    for size in [12, 14, 14] {
        engine.send(&format!("hub\nset-param name=tt-size value={size}\ninit"));
        assert_eq!(count(&engine.until("wait"), "id"), 1);
        assert_eq!(engine.until("ready"), ["ready"]);
    }
    let lines = engine.answers("hub");
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("param name=tt-size value=14 "))
    );
}

#[test]
fn row_07_a_new_variant_begins_at_its_start_at_once() {
    let mut engine = Engine::ready();
    engine.send("set-param name=variant value=Brazilian");
    let answer = engine.search("level depth=4\ngo think");
    let done = answer.last().unwrap();
    let from: u32 = done["done move=".len()..]
        .split('-')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!((21..=24).contains(&from), "{done}");
    let position = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
    assert_eq!(engine.answers(&format!("pos pos={position}")), [""; 0]);
    assert_eq!(engine.answers(&format!("pos pos={START}")).len(), 1);
    let refused = engine.answers("set-param name=variant value=chess");
    assert!(
        refused[0].contains("brazilian") && refused.len() == 1,
        "{refused:?}"
    );
    assert_eq!(engine.answers(&format!("pos pos={position}")), [""; 0]);
}

#[test]
fn row_20_ready_soon_with_defaults() {
    let mut engine = Engine::start(&["hub"]);
    let began = Instant::now();
    engine.send("hub");
    engine.until("wait");
    engine.send("init");
    engine.until("ready");
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn row_21_quit_and_the_end_of_input_end_the_program_at_once() {
    for search in [
        "",
        "go infinite",
        "go ponder",
        "level move-time=100\ngo think",
    ] {
        for quits in [true, false] {
            let mut engine = Engine::ready();
            engine.send(search);
            if !search.is_empty() {
                engine.is_searching();
            }
            if quits {
                engine.send("quit");
            } else {
                engine.close();
            }
            let (is_success, time) = engine.end();
            assert!(
                is_success && time < Duration::from_millis(500),
                "{search} {time:?}"
            );
            assert_eq!(count(&engine.rest(), "done"), 0);
        }
    }
}

#[test]
fn row_22_history_from_any_position_and_one_error_for_a_bad_one() {
    let mut engine = Engine::ready();
    assert_eq!(
        engine.answers(&format!("pos pos={START} moves=\"32-28 19-23 28x19x23\"")),
        [""; 0]
    );
    // Black must take back; the last good position is kept after each error.
    for bad in [
        format!("pos pos={START} moves=\"32-28 32-28\""),
        format!("pos pos={START} moves=\"32-28 x\""),
        format!("pos pos={START} moves=\"32-28"),
        format!("pos pos={}", &START[1..]),
        format!("pos pos={START}w"),
        format!("pos pos=X{}", &START[1..]),
        "pos".to_owned(),
        "pos moves=\"32-28\"".to_owned(),
    ] {
        let answers = engine.answers(&bad);
        assert_eq!(
            (answers.len(), count(&answers, "error")),
            (1, 1),
            "{bad}: {answers:?}"
        );
        assert_eq!(answers[0].matches('"').count(), 2, "{answers:?}");
        let answer = engine.search("level depth=3\ngo think");
        let done = answer.last().unwrap();
        let takes_back = ["done move=14x23x19", "done move=13x24x19"];
        assert!(
            takes_back.iter().any(|start| done.starts_with(start)),
            "{bad}: {done}"
        );
    }
}
