//! FEN in and out.

mod common;

use common::position;
use damka::board::Word;
use damka::notation::fen::{self, FenError};
use damka::notation::hub;
use damka::position::{Position, Problem};
use damka::rules::{Brazilian, Canadian, English, Frisian, International, Rules, Spanish, Thai};

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

/// The runs of kings as Lidraughts writes them, Black first.
#[test]
fn runs_of_kings_are_kept_where_they_belong_to_the_game() {
    let text = "W:W31,K46:BK5,20:+15+346";
    same::<Frisian>(
        text,
        &[
            text,
            "W:W31,K46:BK5,20:H0:F9:+15+346",
            "W:W31,K46:BK5,20:+1[5]+3[46]",
        ],
    );
    // What does not fit to the pieces is left aside.
    same::<Frisian>("W:W31,K46:BK5:+0+346", &["W:W31,K46:BK5:+15+346"]);
    same::<Frisian>(
        "W:W31,K46:BK5",
        &["W:W31,K46:BK5:+0+0", "W:W31,K46:BK5:+15+347"],
    );
    same::<International>("W:W31,K46:BK5,20", &[text]);
    refused::<Frisian>("W:W31:B20:+1", 12, "expected '+'");
}

#[test]
fn start_positions() {
    let text = "W:W31-50:B1-20";
    assert_eq!(position(text), Position::<International>::start());
    assert_eq!(position("B:W21-32:B1-12"), Position::<English>::start());
    assert_eq!(position("W:W21-32:B1-12"), Position::<Brazilian>::start());
    assert_eq!(position("W:W43-72:B1-30"), Position::<Canadian>::start());
    assert_eq!(position("W:W1-12:B21-32"), Position::<Spanish>::start());
    assert_eq!(position("B:W1-8:B25-32"), Position::<Thai>::start());
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
