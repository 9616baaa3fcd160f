//! The sheet in Polish.

use super::{Facts, Section};
use crate::board::{Directions, Side};
use crate::rules::{Ending, EndingKind, Landing, Naming, Objective, Priority, Promotion, Restart};

pub(super) fn sections(facts: &Facts) -> Vec<Section> {
    let section = |heading, sentences| Section { heading, sentences };
    vec![
        section("Plansza", board(facts)),
        section("Pionki", men(facts)),
        section("Damki", kings(facts)),
        section("Bicie", captures(facts)),
        section("Awans", vec![promotion(facts)]),
        section("Koniec gry", end(facts)),
        section("Remis", draws(facts)),
        section("Zapis", vec![notation(facts)]),
    ]
}

fn board(facts: &Facts) -> Vec<String> {
    let corner = match (facts.uses_all_squares(), facts.mirrored) {
        (true, _) => format!("gra się na wszystkich {} polach", facts.squares),
        (false, true) => "gra się na polach jednego koloru, bez rogu po lewej ręce gracza".into(),
        (false, false) => "gra się na polach jednego koloru, z rogiem po lewej ręce gracza".into(),
    };
    let rows = match (facts.rows_behind, facts.men_rows) {
        (0, 1) => "pierwszym rzędzie".to_owned(),
        (0, rows) => format!("pierwszych {rows} rzędach"),
        (behind, rows) => format!("rzędach od {}. do {}.", behind + 1, behind + rows),
    };
    let first = match facts.first {
        Side::White => "Zaczynają białe.",
        Side::Black => "Zaczynają czarne.",
    };
    let squares = facts.squares;
    let names = match facts.naming {
        Naming::FromNorthWest => {
            format!(
                "Pola mają numery od 1 do {squares}, od lewego górnego rogu, gdy białe są na dole."
            )
        }
        Naming::FromSouthEast => {
            format!(
                "Pola mają numery od 1 do {squares}, od prawego dolnego rogu, gdy białe są na dole."
            )
        }
        Naming::Algebraic => "Pola mają nazwy; a1 to róg po lewej ręce białych.".to_owned(),
    };
    vec![
        format!("Plansza {}x{}, {corner}.", facts.columns, facts.rows),
        format!(
            "Każda strona zaczyna z {} pionkami w {rows}. {first}",
            facts.men
        )
        .replace("..", "."),
        names,
    ]
}

fn directions(set: Directions) -> &'static str {
    match set {
        Directions::FORWARD => "na ukos do przodu",
        Directions::DIAGONAL => "na ukos we wszystkich kierunkach",
        Directions::STRAIGHT => "prosto we wszystkich kierunkach",
        Directions::FORWARD_AND_SIDEWAYS => "prosto do przodu i na boki",
        Directions::ALL => "na ukos i prosto we wszystkich kierunkach",
        _ => "według swoich zasad",
    }
}

fn men(facts: &Facts) -> Vec<String> {
    let mut sentences = vec![
        format!(
            "Pionek rusza się o jedno pole {}.",
            directions(facts.man_moves)
        ),
        format!("Bije {}.", directions(facts.man_captures)),
    ];
    if facts.man_further_captures != facts.man_captures {
        let further = directions(facts.man_further_captures);
        sentences.push(format!("Od drugiego skoku w jednym ruchu bije {further}."));
    }
    if !facts.men_capture_kings {
        sentences.push("Nie może bić damek.".to_owned());
    }
    sentences
}

/// A number of moves: `1 ruch`, `3 ruchy`, `5 ruchów`.
fn counted(number: u8) -> String {
    let noun = match number {
        1 => "ruch",
        2..=4 => "ruchy",
        _ => "ruchów",
    };
    format!("{number} {noun}")
}

fn kings(facts: &Facts) -> Vec<String> {
    let distance = match facts.flying_kings {
        true => "o dowolną liczbę wolnych pól",
        false => "o jedno pole",
    };
    let mut sentences = vec![
        format!(
            "Damka rusza się {distance} {}.",
            directions(facts.king_moves)
        ),
        format!("Bije {}.", directions(facts.king_captures)),
    ];
    if facts.flying_kings {
        sentences.push(
            match facts.landing {
                Landing::Anywhere => "Bije z dowolnej odległości i staje na dowolnym wolnym polu za bierką.",
                Landing::Behind => "Bije z dowolnej odległości i staje tuż za bierką.",
                Landing::BehindKing => {
                    "Bije z dowolnej odległości i staje na dowolnym wolnym polu za bierką, ale na końcu \
                     ruchu tuż za ostatnią, jeśli to damka."
                }
            }
            .to_owned(),
        );
    }
    match facts.king_limit {
        Some((limit, true)) => sentences.push(format!(
            "Dopóki strona ma pionka, ta sama damka wykonuje najwyżej {} z rzędu bez bicia.",
            counted(limit)
        )),
        Some((limit, false)) => sentences.push(format!(
            "Strona, której pionek może się ruszyć, wykonuje damkami najwyżej {} z rzędu bez bicia.",
            counted(limit)
        )),
        None => {}
    }
    sentences
}

fn captures(facts: &Facts) -> Vec<String> {
    let mut sentences = vec![
        "Bicie jest obowiązkowe i trwa, dopóki ta sama bierka może bić.".to_owned(),
        match facts.removes_at_once {
            true => "Zbite bierki zdejmuje się od razu.",
            false => {
                "Zbite bierki zdejmuje się po zakończeniu ruchu; żadnej nie przeskakuje się dwa razy, \
                 a do tego czasu zagradzają drogę."
            }
        }
        .to_owned(),
        match facts.priority {
            Priority::Free => "Z kilku bić można wybrać dowolne.",
            Priority::Most => "Trzeba zbić jak najwięcej bierek.",
            Priority::MostThenKings => {
                "Trzeba zbić jak najwięcej bierek, a przy równej liczbie jak najwięcej damek."
            }
            Priority::KingFirst => "Jeśli może bić damka, to bije damka.",
            Priority::Italian => {
                "Trzeba zbić jak najwięcej bierek; przy równej liczbie bić damką, potem zbić jak \
                 najwięcej damek, potem zbić damkę jak najwcześniej."
            }
            Priority::Frisian => {
                "Trzeba wybrać bicie o największej wartości, przy czym damki są warte nieco mniej niż po \
                 dwa pionki; przy równej wartości bije damka."
            }
        }
        .to_owned(),
    ];
    if !facts.turns_back {
        sentences.push("Między dwoma skokami nie wolno zawrócić o 180 stopni.".to_owned());
    }
    sentences
}

fn promotion(facts: &Facts) -> String {
    let on_the_way = match facts.promotion {
        _ if !facts.can_pass_last_row() => "",
        Promotion::AtEnd => " Jeśli może tam bić dalej, bije i pozostaje pionkiem.",
        Promotion::Stops => " Jeśli doszedł tam biciem, ruch się kończy.",
        Promotion::InPassing => " Jeśli może tam bić dalej, bije jako damka.",
    };
    format!("Pionek, który kończy ruch w ostatnim rzędzie, zostaje damką.{on_the_way}")
}

fn end(facts: &Facts) -> Vec<String> {
    let blocked = "Przegrywa ten, kto jest na ruchu i nie ma bierki lub ruchu.";
    match facts.objective {
        Objective::Block => vec![blocked.to_owned()],
        Objective::Lose => {
            vec!["Wygrywa ten, kto jest na ruchu i nie ma bierki lub ruchu.".to_owned()]
        }
        Objective::FirstKing => vec!["Wygrywa pierwsza damka.".to_owned(), blocked.to_owned()],
    }
}

/// Moves of each side, from plies.
fn moves(plies: u16) -> String {
    match plies {
        0 => "od razu".to_owned(),
        2 => "po 1 ruchu każdej strony".to_owned(),
        plies if plies.is_multiple_of(2) => format!("po {} ruchach każdej strony", plies / 2),
        plies => format!("po {plies} ruchach obu stron razem"),
    }
}

fn material(kind: EndingKind) -> String {
    match kind {
        EndingKind::ThreeAgainstKing => "Trzy bierki, w tym damka, przeciw damce".to_owned(),
        EndingKind::UpToTwoAgainstKing => {
            "Jedna lub dwie bierki, w tym damka, przeciw damce".to_owned()
        }
        EndingKind::KingsAgainstKing => "Co najmniej trzy damki przeciw damce".to_owned(),
        EndingKind::ThreeKingsAgainstKing => "Trzy damki przeciw damce".to_owned(),
        EndingKind::TwoKingsAgainstKing => "Dwie damki przeciw damce".to_owned(),
        EndingKind::KingAgainstKing => "Po jednej damce".to_owned(),
        EndingKind::SafeKingAgainstKing => {
            "Po jednej damce, chyba że jedna jest bita w tym ruchu lub musi być w następnym"
                .to_owned()
        }
        EndingKind::KingsOnBothSides {
            least,
            most: u8::MAX,
        } => {
            format!("Damki po obu stronach i co najmniej {least} bierek")
        }
        EndingKind::KingsOnBothSides { least, most } => {
            format!("Damki po obu stronach i od {least} do {most} bierek")
        }
        EndingKind::UnequalKings => "Same damki".to_owned(),
    }
}

fn ending(ending: &Ending) -> String {
    if ending.kind == EndingKind::UnequalKings {
        return "Gdy zostały same damki, wygrywa strona, która ma ich więcej.".to_owned();
    }
    let restart = match ending.restart {
        Restart::Never => "",
        Restart::OnChange => " od ostatniego bicia lub awansu",
        Restart::OnManMove => " od ostatniego bicia lub ruchu pionka",
    };
    format!(
        "{}: {}{restart}.",
        material(ending.kind),
        moves(ending.plies)
    )
}

fn draws(facts: &Facts) -> Vec<String> {
    let rules = facts.draws;
    let mut sentences = Vec::new();
    if let Some(times) = rules.repetition {
        sentences.push(format!(
            "Ta sama pozycja z tą samą stroną na ruchu po raz {times}."
        ));
    }
    if let Some(plies) = rules.king_moves {
        let moves = moves(plies);
        sentences.push(format!("Bez bicia i bez ruchu pionka do przodu: {moves}."));
    }
    sentences.extend(rules.endings.iter().map(ending));
    if let Some(road) = &rules.main_road {
        sentences.push(format!(
            "{}, która sama stoi na głównej przekątnej: {}.",
            material(road.kind),
            moves(road.plies)
        ));
    }
    if sentences.is_empty() {
        sentences.push("Tylko za zgodą obu stron.".to_owned());
    }
    sentences
}

fn notation(facts: &Facts) -> String {
    let style = facts.style;
    let [from, quiet, capture] = facts.example();
    let (dash, cross) = (style.quiet, style.capture);
    let mut text = format!("Ruch {from}{dash}{quiet}, bicie {from}{cross}{capture}");
    if !style.promotion.is_empty() {
        text += &format!(", po awansie znak {}", style.promotion);
    }
    text + "."
}
