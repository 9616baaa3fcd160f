//! Readers answer anything with a value or an error: they never panic, and they never take long.

mod common;

use std::time::{Duration, Instant};

use common::{Random, moves};
use damka::notation::{fen, hub, text};
use damka::position::Position;
use damka::rules::variant::Variant;
use damka::rules::{Brazilian, Frisian, International, Rules, Spanish};
use proptest::prelude::*;

/// Gives a text to every reader of a game. Errors must be worded without panic, and shortly.
fn read_all<R: Rules>(text: &str) {
    let positions = [
        fen::parse::<R>(text).map_err(|error| error.to_string()),
        hub::parse_position::<R>(text).map_err(|error| error.to_string()),
    ];
    for message in positions.iter().filter_map(|read| read.as_ref().err()) {
        assert!(message.len() < 4000, "an error of {} bytes", message.len());
    }
    for read in positions.into_iter().flatten() {
        assert_eq!(fen::parse(&fen::write(&read)), Ok(read));
    }
    let start = Position::<R>::start();
    for error in [text::parse(&start, text), hub::parse_move(&start, text)]
        .into_iter()
        .filter_map(Result::err)
    {
        assert!(error.to_string().len() < 4000);
    }
}

fn read_everywhere(text: &str) {
    for &variant in Variant::ALL {
        damka::dispatch!(variant, R => read_all::<R>(text));
    }
}

/// A correct text with a change: a piece cut out, doubled, or replaced by something odd.
fn damaged(random: &mut Random, text: &str) -> String {
    const ODD: [&str; 16] = [
        "",
        ":",
        "-",
        "x",
        "K",
        "W",
        "b",
        "?",
        "99999999999999999999",
        "0",
        "é",
        "\u{2011}",
        "\"",
        "[FEN ",
        "\0",
        "G",
    ];
    let signs: Vec<char> = text.chars().collect();
    let mut cut = [random.below(signs.len() + 1), random.below(signs.len() + 1)];
    cut.sort_unstable();
    let (start, end) = (&signs[..cut[0]], &signs[cut[1]..]);
    let middle = ODD[random.below(ODD.len())];
    start
        .iter()
        .copied()
        .chain(middle.chars())
        .chain(end.iter().copied())
        .collect()
}

fn read_damaged<R: Rules>(seed: u64) {
    let mut random = Random(seed);
    let position = random.position::<R>();
    let mut texts = vec![fen::write(&position), hub::write_position(&position)];
    if let Some(&mv) = moves(&position).first() {
        texts.extend([text::write_full(&position, mv), hub::write_move(mv)]);
    }
    for text in texts {
        for _ in 0..8 {
            let damaged = damaged(&mut random, &text);
            read_all::<R>(&damaged);
            let _ = (
                text::parse(&position, &damaged),
                hub::parse_move(&position, &damaged),
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        read_everywhere(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_signs_of_the_trade(text in "[WBKwbkeGPHFa-l0-9:,.x\\-+ \"\\[\\]]{0,60}") {
        read_everywhere(&text);
    }

    #[test]
    fn damaged_texts(seed in any::<u64>()) {
        for &variant in Variant::ALL {
            damka::dispatch!(variant, R => read_damaged::<R>(seed));
        }
    }
}

#[test]
fn long_lines() {
    const LENGTH: usize = 1 << 20;
    let begun = Instant::now();
    for (start, piece) in [
        ("", "W"),
        ("", "é"),
        ("W:W", "31,"),
        ("W:W31:B1", ":"),
        ("W:W31:B1", ":W"),
        ("W:W1-", "9"),
        ("W", "b"),
        ("", "32-28-"),
        ("32", "x28"),
        ("", "28"),
        ("", " "),
        ("", "\""),
        ("[FEN ", "["),
    ] {
        let text = format!("{start}{}", piece.repeat(LENGTH / piece.len()));
        // Games differ in the naming of squares and in what they remember; the readers are the same for all.
        read_all::<International>(&text);
        read_all::<Brazilian>(&text);
        read_all::<Spanish>(&text);
        read_all::<Frisian>(&text);
    }
    assert!(
        begun.elapsed() < Duration::from_secs(60),
        "{:?}",
        begun.elapsed()
    );
}
