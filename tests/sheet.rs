//! The rules in words.

use damka::rules::variant::Variant;
use damka::session::{self, Language};

fn sheet(variant: Variant, language: Language) -> String {
    session::open(variant).sheet(language)
}

#[test]
fn every_game_has_a_sheet_in_both_languages() {
    let english = [
        "Board",
        "Men",
        "Kings",
        "Captures",
        "Promotion",
        "End of the game",
        "Draws",
        "Notation",
    ];
    let polish = [
        "Plansza",
        "Pionki",
        "Damki",
        "Bicie",
        "Awans",
        "Koniec gry",
        "Remis",
        "Zapis",
    ];
    for &variant in Variant::ALL {
        for (language, headings) in [(Language::English, english), (Language::Polish, polish)] {
            let sheet = sheet(variant, language);
            let found: Vec<_> = sheet
                .lines()
                .skip(1)
                .filter(|line| !line.is_empty() && !line.starts_with(' '))
                .collect();
            assert_eq!(found, headings, "{variant}");
            let sentences = sheet.lines().filter(|line| line.starts_with(' '));
            assert!(sentences.clone().count() > 10, "{variant}");
            for sentence in sentences {
                assert!(
                    sentence.ends_with('.') && !sentence.ends_with(".."),
                    "{variant}: {sentence}"
                );
            }
        }
    }
}

/// What the seed texts say of their games.
#[test]
fn sheets_say_what_the_rulebooks_say() {
    for (variant, language, sentences) in [
        (
            Variant::TwoLine,
            Language::Polish,
            [
                "Od drugiego skoku w jednym ruchu bije na ukos we wszystkich kierunkach.",
                "C3*E5",
            ],
        ),
        (
            Variant::Turkish,
            Language::English,
            [
                "all 64 squares",
                "Between two jumps a piece may not turn right round.",
            ],
        ),
        (
            Variant::Spanish,
            Language::English,
            [
                "among equals the one that takes most kings",
                "from the bottom right corner",
            ],
        ),
        (
            Variant::English,
            Language::Polish,
            ["Zaczynają czarne.", "po 50 ruchach każdej strony"],
        ),
        (
            Variant::Frisian,
            Language::English,
            [
                "at most 3 moves in a row",
                "kings are worth a little less than two men",
            ],
        ),
        (
            Variant::Russian,
            Language::Polish,
            [
                "bije jako damka",
                "na głównej przekątnej: po 5 ruchach każdej strony",
            ],
        ),
    ] {
        let sheet = sheet(variant, language);
        for sentence in sentences {
            assert!(sheet.contains(sentence), "{variant}: {sentence}\n{sheet}");
        }
    }
}
