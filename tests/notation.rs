//! Text in and out: FEN, move text and the Hub forms.

use damka::board::{Side, Word};
use damka::notation::fen::{self, FenError};
use damka::notation::hub::{self, HubPositionError};
use damka::notation::{MoveError, text};
use damka::position::{Move, MoveList, Position, Problem};
use damka::rules::{Brazilian, Canadian, English, International, Rules};

fn position<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves<R: Rules>(position: &Position<R>) -> Vec<Move<R>> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.to_vec()
}

/// The Hub texts of all legal moves, sorted.
fn hub_moves<R: Rules>(position: &Position<R>) -> Vec<String> {
    let mut texts: Vec<_> = moves(position).into_iter().map(hub::write_move).collect();
    texts.sort();
    texts
}

mod fen_text {
    use super::*;

    /// All these texts mean the position that is written as `expected`.
    fn same<R: Rules>(expected: &str, texts: &[&str]) {
        for text in texts {
            assert_eq!(fen::write(&position::<R>(text)), expected, "{text}");
        }
    }

    #[test]
    fn every_form_is_read() {
        same::<International>(
            "W:W31,32,K46:B1,2",
            &[
                "W:W31,32,K46:B1,2",
                "W:B1,2:WK46,32,31",
                "w:wk46,31-32:b1-2",
                " W : W 31 , 32 , K46 : B 1 , 2 ",
                "W:W031,32,K46:B01,02.",
                "W:W:W31,32,K46:B1,2",
                "W:W31,32,K46:B1,2:H0:F1",
                "W:W31,32,K46:B1,2:H12:F30:+1[46]+0",
                "W:W31,32,K46:B1,2:+0+0",
                "[FEN \"W:W31,32,K46:B1,2\"]",
                "[FEN   \"W:W31,32,K46:B1,2.\"]\r\n",
                "\"W:W31,32,K46:B1,2\"",
                "/FEN \"W:W31,32,K46:B1,2\"/",
                "\u{feff}W:W31\u{2013}32,K46:B1\u{a0}-\u{a0}2",
            ],
        );
        same::<International>("B:W50:B", &["B:W50:B", "B:W50", "b:b:w50", "B:B:W50:B."]);
        same::<International>("W:WK1,K2,K3:BK50", &["W:WK1-3:BK50", "W:BK50:WK01-03"]);
        same::<Brazilian>(
            "W:We3:Bc5,Kf8",
            &["W:We3:Bc5,Kf8", "w:wE3:bC5,kF8", "W:W23:BK3,14"],
        );
        same::<English>("B:W22,K25:B9", &["B:W22,K25:B9", "b:wc3,kb2:bb6"]);
        same::<Canadian>("W:W72:B1", &["W:W72:B01", "W:B1:W0072"]);
    }

    #[test]
    fn start_positions() {
        let text = "W:W31-50:B1-20";
        assert_eq!(position(text), Position::<International>::start());
        assert_eq!(position("B:W21-32:B1-12"), Position::<English>::start());
        assert_eq!(position("W:W21-32:B1-12"), Position::<Brazilian>::start());
        assert_eq!(position("W:W43-72:B1-30"), Position::<Canadian>::start());
    }

    #[test]
    fn an_unknown_side_loads_but_is_no_position() {
        let text = "?:W29,13,11:B22,4,2";
        let setup = fen::parse_setup::<International>(text).unwrap();
        assert_eq!(
            (setup.side, setup.white.count(), setup.black.count()),
            (None, 3, 3)
        );
        let Err(FenError::Illegal(illegal)) = fen::parse::<International>(text) else {
            panic!("a position without a side to move");
        };
        assert_eq!(illegal.problems, [Problem::NoSide]);
    }

    #[test]
    fn ascending_by_file_and_rank_where_squares_have_names() {
        let text = "W:Wa1,a3,b2,Kc1,h2:Ba7,b6,d8";
        same::<Brazilian>(text, &[text]);
    }

    fn refused<R: Rules>(text: &str, at: usize, words: &str) {
        let Err(error) = fen::parse::<R>(text) else {
            panic!("{text} is accepted");
        };
        let message = error.to_string();
        assert!(message.contains(words), "{text}: {message}");
        let found = match &error {
            FenError::Syntax(error) => error.at,
            FenError::Square(error) => error.at,
            FenError::Range { at }
            | FenError::Twice { at, .. }
            | FenError::ListedTwice { at, .. }
            | FenError::Ghost { at } => *at,
            FenError::Illegal(_) => return,
        };
        assert_eq!(found, at, "{text}: {message}");
        assert!(
            message.contains(&format!("(at byte {})", at + 1)),
            "{message}"
        );
    }

    #[test]
    fn errors_name_place_and_expectation() {
        refused::<International>("W:W51:B1", 3, "no square 51 on this board");
        refused::<International>("W:W0:B1", 3, "no square 0 on this board");
        refused::<International>("W:W31-60:B1", 6, "no square 60");
        refused::<International>("W:W99999999999999999999999:B1", 3, "no square 99999");
        refused::<Brazilian>("W:Wa2:Bb8", 3, "no square a2");
        refused::<Brazilian>("W:Wa9:Bb8", 3, "no square a9");
        refused::<International>("W:W50-31:B1", 6, "lower number first");
        refused::<International>("W:W31,31:B1", 6, "square 31 is named twice");
        refused::<International>("W:W31:B1,K31", 10, "square 31 is named twice");
        refused::<International>("W:W31:W32:B1", 6, "white pieces are listed twice");
        refused::<International>("W:W31,G32:B1", 6, "between two moves");
        refused::<International>("W:W31:B1,P7", 9, "between two moves");
        refused::<English>("W:W31:BG1", 7, "between two moves");
        refused::<International>("", 0, "expected the side to move, W, B or ?, found the end");
        refused::<International>("W", 1, "expected ':'");
        refused::<International>("X:W31:B1", 0, "found 'X'");
        refused::<International>("W:W31:Z1", 6, "expected W or B");
        refused::<International>("W:W31,:B1", 6, "expected a square, found ':'");
        refused::<International>("W:W31;B1", 5, "expected ',', ':' or the end");
        refused::<International>("W:We3:B1", 3, "expected a square");
        refused::<International>("[Event \"W:W31:B1\"]", 1, "expected the tag FEN");
        refused::<International>("W:W4:B1", 0, "a white man stands on its last row, on 4");
        refused::<International>("W:W44:B49", 0, "a black man stands on its last row, on 49");
        refused::<International>("W:W5-31:B1", 0, "white has 27 pieces");
        refused::<International>("B::", 0, "no piece on the board");
        let letters = hub::write_position(&Position::<International>::start());
        refused::<International>(&letters, 1, "expected ':' after the side to move");
    }
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
