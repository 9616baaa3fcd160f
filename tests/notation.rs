//! Moves as text, and the Hub forms.

mod common;

use common::{moves, position};
use damka::board::Side;
use damka::notation::hub::{self, HubPositionError};
use damka::notation::{MoveError, text};
use damka::position::Position;
use damka::rules::{Brazilian, Canadian, English, International, Rules, Russian, TwoLine};

/// The Hub texts of all legal moves, sorted.
fn hub_moves<R: Rules>(position: &Position<R>) -> Vec<String> {
    let mut texts: Vec<_> = moves(position).into_iter().map(hub::write_move).collect();
    texts.sort();
    texts
}

mod move_text {
    use super::*;

    /// Reads a move and returns how it is written.
    fn read<R: Rules>(fen: &str, move_text: &str) -> Result<String, MoveError> {
        let position = position::<R>(fen);
        text::parse(&position, move_text).map(|mv| text::write(&position, mv))
    }

    fn all_mean<R: Rules>(fen: &str, expected: &str, texts: &[&str]) {
        for text in texts {
            assert_eq!(read::<R>(fen, text).as_deref(), Ok(expected), "{text}");
        }
    }

    const START: &str = "W:W31-50:B1-20";

    #[test]
    fn separators_zeros_and_blanks() {
        all_mean::<International>(
            START,
            "32-28",
            &[
                "32-28",
                " 32 - 28 ",
                "32 -28",
                "032-0028",
                "3228",
                "32 28",
                "32\u{2013}28",
                "32\u{2011}28",
                "32\u{a0}-\u{a0}28",
            ],
        );
        all_mean::<International>(
            "W:W28:B23",
            "28x19",
            &[
                "28x19", "28X19", "28:19", "28*19", "28×19", "28-19", "2819", "28 x 19", "28x19x23",
            ],
        );
        let start = "W:W21-32:B1-12";
        all_mean::<Brazilian>(
            start,
            "a3-b4",
            &["a3b4", "a3-b4", "A3-B4", "21-17", "2117", "a3 b4"],
        );
        all_mean::<English>(
            "B:W21-32:B1-12",
            "9-13",
            &["9-13", "09-13", "b6-a5", "0913"],
        );
        all_mean::<Brazilian>(
            "W:Wa3:Bb4",
            "a3xc5",
            &["a3:c5", "a3xc5", "a3c5", "21x14x17"],
        );
    }

    /// Case C03, and the example of the PDN standard.
    #[test]
    fn ambiguous_captures_are_written_in_full_and_never_guessed() {
        let fen = "W:WK47:B14,19,29,31,42";
        let position = position::<International>(fen);
        let mut texts: Vec<_> = moves(&position)
            .into_iter()
            .map(|mv| text::write(&position, mv))
            .collect();
        texts.sort();
        let both = ["47x38x20x9x36", "47x38x24x13x36"];
        assert_eq!(texts, both);
        for guess in ["47x36", "47x38x36", "47x33x36"] {
            let Err(MoveError::Ambiguous { moves, .. }) = text::parse(&position, guess) else {
                panic!("{guess} is not ambiguous");
            };
            assert_eq!(moves.len(), 2);
            assert!(
                both.iter()
                    .all(|text| moves.iter().any(|found| found == text))
            );
        }
        all_mean::<International>(
            fen,
            "47x38x24x13x36",
            &[
                "47x38x24x13x36",
                "47x33x24x13x36",
                "47x24x36",
                "47x13x36",
                "47x36x19x29x31x42",
                "47x36x42x31x19x29",
            ],
        );
        for wrong in [
            "47x24x9x36",
            "47x13x24x36",
            "47x36x19x29x31",
            "47x36x14x19x29x31x42",
            "47x42",
        ] {
            assert!(
                matches!(
                    read::<International>(fen, wrong),
                    Err(MoveError::Illegal { .. })
                ),
                "{wrong}"
            );
        }
    }

    /// Case C01: a capture that ends where it began.
    #[test]
    fn circular_captures() {
        let fen = "W:WK2:B7,8,17,18";
        assert_eq!(
            hub_moves(&position::<International>(fen)),
            ["2x2x7x8x17x18"]
        );
        all_mean::<International>(
            fen,
            "2x2",
            &["2x2", "2x2x18x17x8x7", "02 x 02", "2x11x22x13x2"],
        );
        let position = position::<International>("W:W28:B12,13,22,23");
        let mv = moves(&position)[0];
        assert_eq!(text::path(&position, mv).len(), 5);
        assert_eq!(
            text::parse(&position, &text::write_full(&position, mv)),
            Ok(mv)
        );
    }

    /// Case C02: two captures with the same ends, each by another route.
    #[test]
    fn routes_tell_captures_apart() {
        let fen = "W:WK4:B13,20,32,37";
        let position = position::<International>(fen);
        assert_eq!(hub_moves(&position), ["4x15x13x20x32", "4x15x13x20x37"]);
        for (hub, full) in [
            ("4x15x13x20x32", "4x27x38x15"),
            ("4x15x13x20x37", "4x31x42x15"),
        ] {
            let mv = hub::parse_move(&position, hub).unwrap();
            assert_eq!(text::write(&position, mv), full);
            assert_eq!(text::parse(&position, full), Ok(mv));
        }
        assert!(matches!(
            read::<International>(fen, "4x15"),
            Err(MoveError::Ambiguous { .. })
        ));
    }

    /// Case C62: full routes of captures that are not ambiguous.
    #[test]
    fn more_than_necessary_is_read_if_it_is_true() {
        let fen = "W:W39:B33,22,11";
        all_mean::<International>(
            fen,
            "39x6",
            &["39x6", "39x28x17x6", "39x28x6", "39x6x11x22x33"],
        );
        for wrong in ["39x28x16x6", "39x17x28x6", "39x6x11x22", "39x28", "39x17"] {
            assert!(
                matches!(
                    read::<International>(fen, wrong),
                    Err(MoveError::Illegal { .. })
                ),
                "{wrong}"
            );
        }
    }

    #[test]
    fn men_and_short_kings_take_their_own_routes() {
        // C10: a man captures backward in international draughts, not in English.
        assert_eq!(
            read::<International>("W:W28:B1,2,32", "28x37").as_deref(),
            Ok("28x37")
        );
        assert!(read::<English>("W:W18:B1,22", "18x25").is_err());
        // A man stops on the last row in English draughts and passes it in international draughts.
        all_mean::<English>("W:W12:B7,8", "12x3", &["12x3", "12x3x8"]);
        all_mean::<International>("W:W15:B9,10", "15x13", &["15x4x13", "15x13"]);
        all_mean::<English>("B:WK7,15,22:BK2", "2x25", &["2x25", "2x11x18x25"]);
        all_mean::<Canadian>("W:WK72:B59", "72x52", &["72x52", "7252"]);
    }

    #[test]
    fn refusals_say_what_was_possible() {
        let Err(MoveError::Illegal { text, legal }) = read::<International>(START, "32-23") else {
            panic!("not refused");
        };
        assert_eq!((text.as_str(), legal.len()), ("32-23", 9));
        let message = read::<International>("W:W28:B23", "28-22")
            .unwrap_err()
            .to_string();
        assert_eq!(message, "illegal move '28-22', expected one of 28x19");
        // A sign of capture where nothing can be captured.
        assert!(read::<International>(START, "32x28").is_err());
        // C13: the piece is no longer there.
        let before = position::<International>("W:WK2,25:B14,15,16");
        if let Ok(mv) = text::parse(&before, "25-20") {
            assert!(text::parse(&before.play(mv), "25-20").is_err());
        }
        let over = read::<International>("B:W50:B", "1-6")
            .unwrap_err()
            .to_string();
        assert!(over.ends_with("the game is over"), "{over}");
    }

    #[test]
    fn errors_name_the_place() {
        for (text, at) in [
            ("", 0),
            ("32-", 3),
            ("x28", 0),
            ("32--28", 3),
            ("32-28!", 5),
            ("32", 2),
        ] {
            let Err(MoveError::Syntax(error)) = read::<International>(START, text) else {
                panic!("{text} is read");
            };
            assert_eq!(error.at, at, "{text}");
        }
        let Err(MoveError::Square(error)) = read::<International>(START, "32-51") else {
            panic!("read");
        };
        assert_eq!((error.at, error.name.as_str()), (3, "51"));
    }

    /// The form of two-line draughts, which is read wherever squares have names.
    #[test]
    fn two_line_notation() {
        let quiet = "W:Wb6,c1:Bh8";
        let capture = "W:Wc3:Bd4,f4";
        all_mean::<TwoLine>(
            quiet,
            "C1, B2",
            &["C1, B2", "c1,b2", "C1 B2", "c1-b2", "C1B2"],
        );
        all_mean::<TwoLine>(capture, "C3*E5*G3", &["C3*E5*G3", "c3*g3", "c3xe5xg3"]);
        all_mean::<TwoLine>("W:Wc7:Bh6", "C7, B8!", &["C7, B8!", "C7,B8", "c7-b8 !"]);
        all_mean::<TwoLine>("B:Wb2:Ba3", "A3*C1!", &["A3*C1!", "a3:c1"]);
        all_mean::<Brazilian>(quiet, "c1-b2", &["C1, B2", "c1,b2"]);
        all_mean::<Brazilian>("W:Wc7:Bh6", "c7-b8", &["C7, B8!"]);
        all_mean::<Russian>(capture, "c3:g3", &["C3*E5*G3"]);
        assert!(read::<International>(START, "32,28").is_err());
        assert!(read::<TwoLine>(quiet, "C1, B2!!").is_err());
    }

    /// Case C06: a king never moves to its own square. Case C12, international half.
    #[test]
    fn kings() {
        let position = position::<International>("B:WK1,K2,14,16,31,37,42:BK49");
        let mut texts = hub_moves(&position);
        texts.sort_by_key(|text| text.len());
        assert_eq!(texts.len(), 8);
        assert!(!texts.contains(&"49-49".to_owned()));
        let five = super::position::<International>("W:WK46:BK28");
        assert_eq!(moves(&five).len(), 5);
    }
}

mod hub_text {
    use super::*;

    #[test]
    fn positions() {
        let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
        let position = Position::<International>::start();
        assert_eq!(hub::write_position(&position), start);
        assert_eq!(hub::parse_position(&start), Ok(position));
        assert_eq!(
            hub::parse_position(&start.replacen('W', "w", 1)),
            Ok(position)
        );
        assert_eq!(hub::write_position(&Position::<English>::start()).len(), 33);
        assert_eq!(
            hub::write_position(&Position::<Canadian>::start()).len(),
            73
        );
    }

    #[test]
    fn refusals() {
        let read = hub::parse_position::<English>;
        assert_eq!(read(""), Err(HubPositionError::Side { found: None }));
        assert_eq!(
            read("?bbb"),
            Err(HubPositionError::Side { found: Some('?') })
        );
        let short = HubPositionError::Length {
            expected: 33,
            found: 3,
        };
        assert_eq!(read("Wbb"), Err(short));
        let long = format!("W{}", "e".repeat(50));
        assert!(matches!(
            read(&long),
            Err(HubPositionError::Length { found: 51, .. })
        ));
        let found = HubPositionError::Letter { at: 2, found: ':' };
        assert_eq!(read("We:W31"), Err(found));
        let empty = format!("W{}", "e".repeat(32));
        assert!(matches!(read(&empty), Err(HubPositionError::Illegal(_))));
    }

    #[test]
    fn moves_in_all_forms() {
        let position = position::<International>("W:W28,50:B23,13");
        let only = moves(&position)[0];
        assert_eq!(hub::write_move(only), "28x8x13x23");
        for text in [
            "28x8",
            "28x8x13x23",
            "28x8x23x13",
            "028x08x23x013",
            "28x19x8",
            "28-8",
        ] {
            assert_eq!(hub::parse_move(&position, text), Ok(only), "{text}");
        }
        for text in [
            "28x19",
            "28x8x13",
            "28x8x13x24",
            "28x8x13x13",
            "50-45",
            "28x19x9",
        ] {
            assert!(
                matches!(
                    hub::parse_move(&position, text),
                    Err(MoveError::Illegal { .. })
                ),
                "{text}"
            );
        }
        for text in ["none", "", "28", "2808", "28x", "c3-d4", "28x8!", "28 8"] {
            assert!(
                matches!(hub::parse_move(&position, text), Err(MoveError::Syntax(_))),
                "{text}"
            );
        }
        let start = Position::<Brazilian>::start();
        let mv = hub::parse_move(&start, "21-17").unwrap();
        assert_eq!(
            (hub::write_move(mv), text::write(&start, mv)),
            ("21-17".into(), "a3-b4".into())
        );
        assert_eq!(start.side(), Side::White);
    }
}
