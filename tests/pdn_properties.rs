//! Files of games: what is written is read again, and nothing that a file may hold does harm.

mod common;
#[path = "common/files.rs"]
mod files;

use std::time::{Duration, Instant};

use common::Random;
use damka::games::convert::{self, Results, Target};
use damka::notation::pdn::{self, Game, GameResult, Moves, Ply};
use damka::notation::text::{Form, Spelling};
use damka::rules::variant::Variant;
use damka::session::{self, Session};
use proptest::prelude::*;

use files::{LENIENT, checked, data, games};

/// A random game with comments and variations.
fn random_game(random: &mut Random, variant: Variant) -> (Game, Box<dyn Session>) {
    const COMMENTS: [&str; 6] = ["", "a b", "32-28 1-0 [x \"y\"]", "(é", "$1 % ;", "x )"];
    let comment = |random: &mut Random| match COMMENTS[random.below(COMMENTS.len())] {
        "" => None,
        text => Some(text.to_owned()),
    };
    let mut session = session::open(variant);
    let mut game = Game::default();
    game.set_tag("Event", "A \"b\" \\ c] [d");
    game.set_tag("Variant", variant.name());
    game.moves.comment = comment(random);
    for _ in 0..random.below(60) {
        let legal = session.moves();
        if legal.is_empty() {
            break;
        }
        let mut ply = Ply::new(legal[random.below(legal.len())].text.clone());
        if random.below(4) == 0 {
            ply.comment = comment(random);
            ply.nags = vec![10];
            let other = Ply {
                comment: comment(random),
                ..Ply::new(legal[0].text.clone())
            };
            let plies = vec![other];
            let comment_before = comment(random);
            ply.variations.push(Moves {
                comment: comment_before,
                plies,
            });
            ply.comment_after = comment(random);
        }
        session.play(&ply.text).expect("a legal move");
        game.moves.plies.push(ply);
    }
    let form = pdn::Form::of_game(session::describe(variant).game_type);
    game.set_result(GameResult::Draw, form);
    (game, session)
}

/// The game without its lines in a file and with its tags in one order.
fn comparable(game: &Game) -> Game {
    fn strip(moves: &mut Moves) {
        for ply in &mut moves.plies {
            ply.line = 0;
            ply.variations.iter_mut().for_each(strip);
        }
    }
    let mut game = game.clone();
    game.line = 0;
    game.tags.sort();
    strip(&mut game.moves);
    game
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 16,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_is_read(seed in any::<u64>()) {
        let mut random = Random(seed);
        for &variant in Variant::ALL {
            let (game, session) = random_game(&mut random, variant);
            let (_, expected) = convert::regular(&game, LENIENT).expect("a legal game");
            for (captures, squares) in [
                (false, Spelling::Own), (true, Spelling::Numbers), (true, Spelling::Names),
            ] {
                let form = Form { whole_routes: captures, squares };
                let target = Target::Pdn(form, Results::OfGame);
                let text = convert::convert(&game, LENIENT, target).expect("a legal game");
                let parsed = pdn::parse(&text, 1);
                let [Ok(parsed)] = &parsed[..] else { panic!("{text}: {parsed:?}") };
                prop_assert!(parsed.faults.is_empty(), "{}: {:?}", text, parsed.faults);
                let (kind, read) = convert::regular(&parsed.game, LENIENT).expect("a legal game");
                prop_assert_eq!(kind, variant);
                prop_assert_eq!(comparable(&read), comparable(&expected), "{}", text);
            }
            let fens = convert::convert(&game, LENIENT, Target::Fen(None)).expect("a legal game");
            let last = session.fen();
            prop_assert_eq!(fens.lines().last(), Some(last.as_str()));
        }
    }

    #[test]
    fn damaged_files_never_panic(seed in any::<u64>(), bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut random = Random(seed);
        let mut file = Vec::new();
        for name in ["latin.pdn", "cyrillic.pdn", "junk.pdn", "bad.pdn", "comments.pdn"] {
            file.extend(data(name));
        }
        for _ in 0..1 + random.below(8) {
            let at = random.below(file.len());
            let end = (at + random.below(20)).min(file.len());
            let from = random.below(bytes.len() + 1);
            file.splice(at..end, bytes[from..].iter().copied().take(20));
        }
        file.extend(b"\n\n[White \"the last\"]\n1. 32-28 19-23 *\n");
        for result in checked(&file, None, false) {
            let words = match result {
                Ok(checked) => checked.notes.iter().map(|note| note.oddity.to_string()).collect(),
                Err(refused) => refused.to_string(),
            };
            prop_assert!(words.len() < 40_000);
        }
        let read = games(&file);
        prop_assert_eq!(read.last().and_then(|game| game.tag("White")), Some("the last"));
        let _ = checked(&bytes, None, false);
    }
}

#[test]
fn hostile_files_take_no_time() {
    const LENGTH: usize = 1 << 18;
    let begun = Instant::now();
    for piece in [
        "[",
        "[a]",
        "[A \"",
        "\"]",
        "(",
        "(32-28 ",
        ")",
        "{",
        "}",
        "{}",
        "*",
        "* ",
        "1",
        "1 ",
        "1. ",
        "-",
        "x",
        "1x",
        "a1",
        "32-28 ",
        "32-28(",
        "$1",
        "$",
        "/FEN \"",
        "!",
        "%",
        "%\n",
        ";",
        ";\n",
        "½",
        "\0",
        "\r",
        "[A \"x\"]\n",
        "[A \"x\"]{",
        "32-28 32-28{a}",
        "/FEN \"W:WK47:B14,19,29,31,42\"/ 47x36 ",
        "  ",
        "\u{feff}",
    ] {
        let file = piece.repeat(LENGTH / piece.len());
        let _ = checked(file.as_bytes(), Some(Variant::International), false);
        let file = format!("1. 32-28 {file}");
        let _ = checked(file.as_bytes(), Some(Variant::International), false);
    }
    assert!(
        begun.elapsed() < Duration::from_secs(60),
        "{:?}",
        begun.elapsed()
    );
}
