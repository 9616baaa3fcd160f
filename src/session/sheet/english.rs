//! The sheet in English.

use super::{Facts, Section};
use crate::board::{Directions, Side};
use crate::rules::{Ending, EndingKind, Landing, Naming, Objective, Priority, Promotion, Restart};

pub(super) fn sections(facts: &Facts) -> Vec<Section> {
    let section = |heading, sentences| Section { heading, sentences };
    vec![
        section("Board", board(facts)),
        section("Men", men(facts)),
        section("Kings", kings(facts)),
        section("Captures", captures(facts)),
        section("Promotion", vec![promotion(facts)]),
        section("End of the game", end(facts)),
        section("Draws", draws(facts)),
        section("Notation", vec![notation(facts)]),
    ]
}

fn board(facts: &Facts) -> Vec<String> {
    let corner = match (facts.uses_all_squares(), facts.mirrored) {
        (true, _) => format!("all {} squares", facts.squares),
        (false, true) => "squares of one colour, not the corner at the left of each player".into(),
        (false, false) => {
            "squares of one colour, with the corner at the left of each player".into()
        }
    };
    let rows = match (facts.rows_behind, facts.men_rows) {
        (0, 1) => "the first row".to_owned(),
        (0, rows) => format!("the first {rows} rows"),
        (behind, rows) => format!("rows {} to {}", behind + 1, behind + rows),
    };
    let names = match facts.naming {
        Naming::FromNorthWest => {
            format!(
                "Squares are numbered 1 to {}, from the top left corner, White being at the bottom.",
                facts.squares
            )
        }
        Naming::FromSouthEast => {
            format!(
                "Squares are numbered 1 to {}, from the bottom right corner, White being at the bottom.",
                facts.squares
            )
        }
        Naming::Algebraic => "Squares have names; a1 is the corner at White's left.".to_owned(),
    };
    let first = match facts.first {
        Side::White => "White moves first.",
        Side::Black => "Black moves first.",
    };
    vec![
        format!(
            "{} columns and {} rows, {corner}.",
            facts.columns, facts.rows
        ),
        format!("Each side begins with {} men on {rows}. {first}", facts.men),
        names,
    ]
}

fn directions(set: Directions) -> &'static str {
    match set {
        Directions::FORWARD => "diagonally forward",
        Directions::DIAGONAL => "diagonally in all directions",
        Directions::STRAIGHT => "straight in all directions",
        Directions::FORWARD_AND_SIDEWAYS => "straight forward and sideways",
        Directions::ALL => "diagonally and straight in all directions",
        _ => "as its rules say",
    }
}

fn men(facts: &Facts) -> Vec<String> {
    let mut sentences = vec![
        format!("A man moves one square {}.", directions(facts.man_moves)),
        format!("It captures {}.", directions(facts.man_captures)),
    ];
    if facts.man_further_captures != facts.man_captures {
        let further = directions(facts.man_further_captures);
        sentences.push(format!(
            "From the second jump of a move on it captures {further}."
        ));
    }
    if !facts.men_capture_kings {
        sentences.push("It may not capture kings.".to_owned());
    }
    sentences
}

fn kings(facts: &Facts) -> Vec<String> {
    let distance = match facts.flying_kings {
        true => "any distance",
        false => "one square",
    };
    let mut sentences = vec![
        format!("A king moves {distance} {}.", directions(facts.king_moves)),
        format!("It captures {}.", directions(facts.king_captures)),
    ];
    if facts.flying_kings {
        sentences.push(
            match facts.landing {
                Landing::Anywhere => "It jumps from any distance, to any free square behind.",
                Landing::Behind => "It jumps from any distance, to the square right behind.",
                Landing::BehindKing => {
                    "It jumps from any distance, to any free square behind, but at the end of a move to the \
                     square right behind the last piece if that was a king."
                }
            }
            .to_owned(),
        );
    }
    match facts.king_limit {
        Some((limit, true)) => sentences.push(format!(
            "While its side has a man, the same king makes at most {limit} moves in a row without a capture."
        )),
        Some((limit, false)) => sentences.push(format!(
            "A side with a man that can move makes at most {limit} king moves in a row without a capture."
        )),
        None => {}
    }
    sentences
}

fn captures(facts: &Facts) -> Vec<String> {
    let mut sentences = vec![
        "Whoever can capture must, and goes on while the same piece can capture.".to_owned(),
        match facts.removes_at_once {
            true => "Captured pieces are taken off at once.",
            false => {
                "Captured pieces are taken off when the move is over; none is jumped twice, and \
                 until then they bar the way."
            }
        }
        .to_owned(),
        match facts.priority {
            Priority::Free => "Between several captures the choice is free.",
            Priority::Most => "The capture that takes most pieces must be made.",
            Priority::MostThenKings => {
                "The capture that takes most pieces must be made; among equals the one that takes most kings."
            }
            Priority::KingFirst => "If a king can capture, a king must.",
            Priority::Italian => {
                "The capture that takes most pieces must be made; among equals one with a king; then the \
                 one that takes most kings; then the one that takes a king earlier."
            }
            Priority::Frisian => {
                "The capture of the highest value must be made, where kings are worth a little less than \
                 two men each; among equals one with a king."
            }
        }
        .to_owned(),
    ];
    if !facts.turns_back {
        sentences.push("Between two jumps a piece may not turn right round.".to_owned());
    }
    sentences
}

fn promotion(facts: &Facts) -> String {
    let on_the_way = match facts.promotion {
        _ if !facts.can_pass_last_row() => "",
        Promotion::AtEnd => " If it can go on capturing there it does, and stays a man.",
        Promotion::Stops => " If it comes there by a capture, the move is over.",
        Promotion::InPassing => " If it can go on capturing there it does, as a king.",
    };
    format!("A man that ends its move on the last row becomes a king.{on_the_way}")
}

fn end(facts: &Facts) -> Vec<String> {
    let blocked = "Whoever is to move and has no piece or no move loses.";
    match facts.objective {
        Objective::Block => vec![blocked.to_owned()],
        Objective::Lose => vec!["Whoever is to move and has no piece or no move wins.".to_owned()],
        Objective::FirstKing => vec!["The first king wins.".to_owned(), blocked.to_owned()],
    }
}

/// Moves of each side, from plies.
fn moves(plies: u16) -> String {
    match plies {
        0 => "at once".to_owned(),
        2 => "after 1 move of each side".to_owned(),
        plies if plies.is_multiple_of(2) => format!("after {} moves of each side", plies / 2),
        plies => format!("after {plies} moves of both sides together"),
    }
}

fn material(kind: EndingKind) -> String {
    match kind {
        EndingKind::ThreeAgainstKing => "three pieces with a king against one king".to_owned(),
        EndingKind::UpToTwoAgainstKing => {
            "one or two pieces with a king against one king".to_owned()
        }
        EndingKind::KingsAgainstKing => "three or more kings against one king".to_owned(),
        EndingKind::ThreeKingsAgainstKing => "three kings against one king".to_owned(),
        EndingKind::TwoKingsAgainstKing => "two kings against one king".to_owned(),
        EndingKind::KingAgainstKing => "one king each".to_owned(),
        EndingKind::SafeKingAgainstKing => {
            "one king each, unless one is captured by this move or must be by the next".to_owned()
        }
        EndingKind::KingsOnBothSides {
            least,
            most: u8::MAX,
        } => {
            format!("kings on both sides and {least} or more pieces")
        }
        EndingKind::KingsOnBothSides { least, most } => {
            format!("kings on both sides and {least} to {most} pieces")
        }
        EndingKind::UnequalKings => "only kings".to_owned(),
    }
}

fn ending(ending: &Ending) -> String {
    if ending.kind == EndingKind::UnequalKings {
        return "When only kings are left, the side that has more of them wins.".to_owned();
    }
    let restart = match ending.restart {
        Restart::Never => "",
        Restart::OnChange => " since the last capture or promotion",
        Restart::OnManMove => " since the last capture or move of a man",
    };
    format!(
        "{}: {}{restart}.",
        capital(&material(ending.kind)),
        moves(ending.plies)
    )
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn draws(facts: &Facts) -> Vec<String> {
    let rules = facts.draws;
    let mut sentences = Vec::new();
    if let Some(times) = rules.repetition {
        sentences.push(format!(
            "The same position with the same side to move, {times} times."
        ));
    }
    if let Some(plies) = rules.king_moves {
        let moves = moves(plies);
        sentences.push(format!("No capture and no man's move forward: {moves}."));
    }
    sentences.extend(rules.endings.iter().map(ending));
    if let Some(road) = &rules.main_road {
        sentences.push(format!(
            "{} that alone stands on the main road: {}.",
            capital(&material(road.kind)),
            moves(road.plies)
        ));
    }
    if sentences.is_empty() {
        sentences.push("By agreement only.".to_owned());
    }
    sentences
}

fn notation(facts: &Facts) -> String {
    let style = facts.style;
    let [from, quiet, capture] = facts.example();
    let (dash, cross) = (style.quiet, style.capture);
    let mut text = format!("Moves {from}{dash}{quiet}, captures {from}{cross}{capture}");
    if !style.promotion.is_empty() {
        text += &format!(", a promotion is followed by {}", style.promotion);
    }
    text + "."
}
