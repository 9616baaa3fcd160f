//! Files of games: what is read, and what is refused and why.

#[path = "common/files.rs"]
mod files;

use damka::games::check::{Checked, Refused};
use damka::games::convert;
use damka::rules::variant::Variant;

use files::{LENIENT, checked, data, games};

/// The plies of each game, or words from the reason why it is refused.
fn outcomes(text: &str, strict: bool) -> Vec<Result<usize, String>> {
    let results = checked(text.as_bytes(), None, strict).into_iter();
    let outcome = |result: Result<Checked, Refused>| match result {
        Ok(checked) => Ok(checked.plies),
        Err(refused) => Err(refused.to_string()),
    };
    results.map(outcome).collect()
}

/// The numbers are those of the list of public cases.
#[test]
fn awkward_games_are_read() {
    for (text, plies) in [
        // C01, C02, C03, C04
        ("[FEN \"W:WK2:B7,8,17,18\"] 1. 2x2 *", vec![1]),
        ("[FEN \"W:WK4:B13,20,32,37\"] 1. 4x27x38x15 *", vec![1]),
        (
            "[FEN \"W:WK47:B14,19,29,31,42\"] 1. 47x38x24x13x36 *",
            vec![1],
        ),
        (
            "[FEN \"W:WK47:B14,19,29,31,42\"] 1. 47x33x24x13x36 *",
            vec![1],
        ),
        (
            "[GameType \"25\"][FEN \"W:Wh6:Bg7,c5,d2\"] 1. h6xe1 *",
            vec![1],
        ),
        (
            "[GameType \"25\"][FEN \"W:W12:B8,14,26\"] 1. 12x31 *",
            vec![1],
        ),
        // C40: the captured pieces named, or not
        ("1. 32-28 18-23 2. 33-29 23x32x28 3. 37x28 *", vec![5]),
        // C45
        ("1. 33-29 19-23 2. 35-30 { nested { comment } }", vec![3]),
        // C47, C48
        ("1. 32-28* 19-23 *", vec![2]),
        ("1. 32-28 18-23 *", vec![2]),
        ("[FEN \"W:WK1:BK50\"] 12. 1-18 1-1", vec![1]),
        ("1. 2-0", vec![0]),
        ("*1. 32-28 *", vec![0, 1]),
        // C49, C50
        ("[FEN \"W:W7,26,28:B8,14,17.\"]", vec![0]),
        ("[FEN \"?:W29,13,11:B22,4,2\"] *", vec![0]),
        ("[FEN \"W:W31-50:B1-20\"] *", vec![0]),
        // C56, C57
        ("1. 32 -28 18 -23", vec![2]),
        (
            "[Event       \"x\"] 1. c3-d4 b6-a5 2. d4-c5 d6:b4 3. a3:c5",
            vec![5],
        ),
        // C58
        (
            "\u{feff}[pdn][A \"x\"]\n1. 32\u{2011}28 19–23 ½-½\n[FILENAME \"\"]",
            vec![2],
        ),
        // C62
        ("[GameType \"20,W,10,10,N1,0\"] 1. 32-28 19-23 *", vec![2]),
        // A capture sign at a quiet move; a turn that is passed; numbers without dots.
        ("1. 32x28 19-23", vec![2]),
        ("1. 32-28 -- 2. 37-32 *", vec![2]),
        ("1\t32-28\t19-23\n2\t28x19\t14x23", vec![4]),
        ("1. 3228 1923 2. 2819 *", vec![3]),
        ("1. 32-28 /FEN \"W::\"/ 37-32 *", vec![2]),
        ("1. - - 2-0", vec![0]),
    ] {
        let expected: Vec<_> = plies.into_iter().map(Ok).collect();
        assert_eq!(outcomes(text, false), expected, "{text}");
    }
}

#[test]
fn refusals_are_explained() {
    for (text, words) in [
        (
            "[GameType \"20\"][FEN \"W:WK4:B13,20,32,37\"] 1. 4x15 *",
            "ambiguous move '4x15', expected one of",
        ),
        (
            "[FEN \"W:WK47:B14,19,29,31,42\"] 1. 47x36 *",
            "47x38x24x13x36, 47x38x20x9x36",
        ),
        ("[FEN \"W:W4:B49\"] *", "stands on its last row"),
        (
            "[FEN \"?:W29,13,11:B22,4,2\"] 1. 29-23",
            "the side to move is not given",
        ),
        ("[FEN \"W:W60:B1\"][GameType \"20\"] *", "no square 60"),
        (
            "1. 32-28 19-23 2. 37-32",
            "ply 3: illegal move '37-32', expected one of 28x19",
        ),
        ("1. 32-28 32-28", "ply 2: illegal move"),
        ("[White \"A\"][Black \"B\"] 1. 32-28 28-22", "(A - B)"),
        ("1. 32-28 now 19-23", "'now' is no move"),
        ("1. 32-28 { open", "a comment begins here"),
        ("(32-28) 1. 32-28", "before the first move"),
        ("[GameType \"1\"] *", "no draughts"),
        ("1. 32-28 /FEN \"W:W1\"/ 19-23", "bad position before ply 2"),
    ] {
        let outcomes = outcomes(text, false);
        let [Err(reason)] = &outcomes[..] else {
            panic!("{text}: {outcomes:?}")
        };
        assert!(reason.contains(words), "{text}: {reason}");
    }
}

#[test]
fn what_is_not_regular_is_noted_and_refused_when_asked() {
    for (text, words) in [
        (
            "1. 33-29 19-23 2. 35-30 { nested { comment } }",
            "'}' where no comment is open",
        ),
        (
            "[Result \"2-0\"] 1. 32-28 1-1",
            "2-0 in the tag and 1-1 behind",
        ),
        ("[Result \"White\"] 1. 32-28", "'White' is no result"),
        ("[FEN \"W:W28:B23\"] 1. 28x19 0-2", "white has won"),
        (
            "1. 32-28 (31-27 18-17) 19-23",
            "in a variation, illegal move '18-17'",
        ),
        ("1. 32x28", "written as a capture and is none"),
        ("[FEN \"?:W29:B22\"] *", "who is to move"),
        ("1. 32-28 )", "')' where no variation"),
        ("1. 32-28 (31-26", "a variation does not end"),
    ] {
        let results = checked(text.as_bytes(), Some(Variant::International), false);
        let [Ok(checked)] = &results[..] else {
            panic!("{text}: {results:?}")
        };
        let notes: Vec<_> = checked
            .notes
            .iter()
            .map(|note| note.oddity.to_string())
            .collect();
        assert!(
            notes.len() == 1 && notes[0].contains(words),
            "{text}: {notes:?}"
        );
        assert!(outcomes(text, true)[0].is_err(), "{text}");
    }
    // Where Black begins, a result may be written from its side.
    let english = b"[GameType \"21\"][FEN \"B:W18:B15\"] 1. 15x22 1-0";
    assert!(
        checked(english, None, false)[0]
            .as_ref()
            .is_ok_and(|game| game.notes.is_empty())
    );
}

#[test]
fn ambiguous_moves_are_understood_by_what_follows() {
    // The second reply is possible after one of the two captures only.
    let start = "[GameType \"20\"][FEN \"W:WK4,50:B13,20,32,37,5\"] 1. 4x15";
    let notes = |text: &str| {
        let results = checked(text.as_bytes(), None, false);
        results[0]
            .as_ref()
            .map(|checked| checked.notes.len())
            .map_err(ToString::to_string)
    };
    assert_eq!(notes(&format!("{start} 37-42 *")), Ok(1));
    assert_eq!(notes(&format!("{start} 32-38 *")), Ok(1));
    assert!(notes(&format!("{start} 5-10 *")).is_err());
    assert!(notes(start).is_err());
    let late = notes(&format!("{start} 37-42 2. 1-6 *")).unwrap_err();
    assert!(late.starts_with("ply 3: illegal move '1-6'"), "{late}");
}

#[test]
fn files_of_all_encodings_are_read() {
    let latin = &games(&data("latin.pdn"))[0];
    assert_eq!(latin.tag("White"), Some("Jürgen Müller"));
    assert_eq!(latin.tag("Site"), Some("Köln – 69° €"));
    assert_eq!(latin.moves.plies[0].comment.as_deref(), Some("pas à pas"));
    let cyrillic = &games(&data("cyrillic.pdn"))[0];
    assert_eq!(cyrillic.tag("White"), Some("Иванов И."));
    let unicode = &games(&data("bom.pdn"))[0];
    assert_eq!(
        (unicode.tag("White"), unicode.tag("Black")),
        (Some("Сергей"), Some("高"))
    );
    assert_eq!(games(&data("returns.pdn")).len(), 2);
}

#[test]
fn files_are_counted() {
    for (name, legal, refused, plies) in [
        ("latin.pdn", 1, 0, 4),
        ("cyrillic.pdn", 1, 0, 5),
        ("bom.pdn", 1, 0, 2),
        ("returns.pdn", 2, 0, 6),
        ("junk.pdn", 3, 0, 10),
        ("bad.pdn", 2, 6, 5),
        ("problems.pdn", 3, 1, 3),
        ("comments.pdn", 1, 0, 8),
    ] {
        let results = checked(&data(name), None, false);
        let found: Vec<_> = results.iter().flatten().collect();
        let sum = found.iter().map(|checked| checked.plies).sum::<usize>();
        assert_eq!(
            (found.len(), results.len() - found.len(), sum),
            (legal, refused, plies),
            "{name}: {results:#?}"
        );
    }
}

#[test]
fn comments_and_variations_are_kept() {
    let game = &games(&data("comments.pdn"))[0];
    assert_eq!(game.tag("White"), Some("A \"quoted\" name"));
    let plies = &game.moves.plies;
    assert_eq!(plies[0].comment.as_deref(), Some("[%clk 1:05:23]"));
    assert_eq!(
        (plies[1].strength.as_str(), &plies[1].nags[..]),
        ("!?", &[10][..])
    );
    assert_eq!(plies[2].variations[0].plies[1].variations[0].plies.len(), 2);
    assert_eq!(plies[2].comment_after.as_deref(), Some("after"));
    assert_eq!(
        (&plies[4].nags[..], plies[5].strength.as_str()),
        (&[7][..], "(?)")
    );
    let (_, regular) = convert::regular(game, LENIENT).expect("a legal game");
    let text = regular.to_string();
    for part in [
        "[White \"A \\\"quoted\\\" name\"]\n",
        "[Unknown \"kept\"]\n[GameType \"20\"]\n\n{Before the first move} 1. 32-28",
        "2. 33-29?! (2. 37-32 {or} 2... 12-18 (2... 13-18 3. 41-37) 3. 41-37) {after} 2... 23x32",
        "3. 37x28 $7 20-24(?) 4. 29x20 15x24 {1-0 [not] a result} 1-1",
    ] {
        let flat = |text: &str| text.replace('\n', " ");
        assert!(flat(&text).contains(&flat(part)), "{part} in {text}");
    }
}
