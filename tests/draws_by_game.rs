//! The draw rules that only some games have, and what ends the games that are won in another way.

mod common;

use common::moves;
use common::wander::{
    after_capture, calm_man_move, is_calm, is_quiet_king, line, play, reaches, wander,
};
use damka::board::{Side, Word};
use damka::position::{DrawReason, Line, Outcome, Position};
use damka::rules::variant::Variant;
use damka::rules::{
    Brazilian, Breakthrough, DrawRules, EndingKind, English, Frisian, Frysk, Italian, Killer,
    Losing, LosingEnglish, Memory, NO_DRAWS, Pool, Portuguese, Restart, Rules, Russian, Spanish,
    Spantsiretti, Thai, Turkish, TwoLine, TwoLineFive,
};

fn rules<R: Rules>(name: &str) -> &'static DrawRules {
    R::draw_rules(name).unwrap_or_else(|| panic!("{} has no rules {name}", R::NAME))
}

fn ending(kind: EndingKind) -> DrawReason {
    DrawReason::Ending(kind)
}

/// Plays so many plies, quiet moves of kings as long as the limit of king moves allows, through positions that are calm
/// and fit.
fn walk<R: Rules>(line: &mut Line<R>, plies: usize, fits: &dyn Fn(&Line<R>) -> bool) -> bool {
    if plies == 0 {
        return true;
    }
    let limit = line.draw_rules().king_moves.unwrap_or(u16::MAX);
    let must_move_man = line.counters().king_moves + 2 >= limit;
    for mv in moves(line.position()) {
        if is_quiet_king(line, &mv) == must_move_man {
            continue;
        }
        line.play(mv);
        if line.outcome().is_none() && is_calm(line) && fits(line) && walk(line, plies - 1, fits) {
            return true;
        }
        line.undo();
    }
    false
}

/// The limit of an ending is exact, with moves of men where the limit of king moves asks for them.
fn walk_to_limit<R: Rules>(line: &mut Line<R>, plies: usize, reason: DrawReason) {
    let kind = line.counters().ending;
    assert!(walk(line, plies - 1, &|line| line.counters().ending == kind));
    assert_eq!(usize::from(line.counters().ending_plies), plies - 1);
    assert_eq!(
        (line.draw(), line.counters().plies_left(line.draw_rules())),
        (None, Some(1))
    );
    wander(line, 1);
    assert_eq!(line.outcome(), Some(Outcome::Draw(reason)));
}

/// Articles 7.2.4 to 7.2.8.
#[test]
fn endings_of_the_64_square_board() {
    let few = ending(EndingKind::UpToTwoAgainstKing);
    for fen in ["W:WKb8,Kd8:BKg1", "W:WKb8,h6:BKg1", "B:WKb8:BKg1"] {
        reaches(
            &mut line::<Russian>(fen, rules::<Russian>("fmjd64")),
            10,
            few,
        );
        reaches(
            &mut line::<Brazilian>(fen, rules::<Brazilian>("lidraughts")),
            10,
            few,
        );
    }
    let kings = "W:WKb8,Kd8,Kf8,Kh8:BKg1";
    let mut four = line::<Spantsiretti>(kings, rules::<Spantsiretti>("fmjd64"));
    assert_eq!(four.counters().ending, Some(1));
    // Both rules say 15 moves each here.
    reaches(&mut four, 30, DrawReason::KingMoves);
    let many = ending(EndingKind::KingsAgainstKing);
    reaches(
        &mut line::<Russian>(kings, rules::<Russian>("lidraughts")),
        30,
        many,
    );

    let three = ending(EndingKind::ThreeAgainstKing);
    reaches(
        &mut line::<Russian>("W:WKb8,Kd8,h6:BKg1", rules::<Russian>("lidraughts")),
        30,
        three,
    );
}

const FOUR_OR_FIVE: EndingKind = EndingKind::KingsOnBothSides { least: 4, most: 5 };
const SIX_OR_SEVEN: EndingKind = EndingKind::KingsOnBothSides { least: 6, most: 7 };

/// Article 7.2.6.
#[test]
fn kings_on_both_sides_of_the_64_square_board() {
    let (four, six) = (ending(FOUR_OR_FIVE), ending(SIX_OR_SEVEN));
    for name in ["fmjd64", "lidraughts"] {
        let rules = rules::<Russian>(name);
        walk_to_limit(&mut line::<Russian>("W:Wa1,Kc1:BKf8,h8", rules), 60, four);
        let fen = "W:Wa1,Kc1,Ke1:BKd8,Kf8,h8";
        walk_to_limit(&mut line::<Russian>(fen, rules), 120, six);
    }
    let eight = ending(EndingKind::KingsOnBothSides {
        least: 8,
        most: u8::MAX,
    });
    let fen = "W:Wa1,Kc1,Ke1,Kg1:BKb8,Kd8,Kf8,h8";
    let mut line = line::<Russian>(fen, rules::<Russian>("lidraughts"));
    wander(&mut line, 28);
    line.play(calm_man_move(&line).expect("a man can move"));
    assert_eq!(line.counters().ending_plies, 0);
    reaches(&mut line, 30, eight);
}

#[test]
fn captures_and_promotions_start_an_ending_anew_where_the_rules_say_so() {
    for name in ["fmjd64", "lidraughts"] {
        let rules = rules::<Russian>(name);
        let place = rules
            .endings
            .iter()
            .position(|ending| ending.kind == FOUR_OR_FIVE);
        let place = place.map(|place| place as u8);
        // A promotion; a move of a man does not count.
        let mut promoted = line::<Russian>("W:Wa5,Kc1:BKf8,h8", rules);
        play(&mut promoted, "a5-b6 h8-g7 b6-a7 g7-h6");
        assert_eq!(
            (promoted.counters().ending, promoted.counters().ending_plies),
            (place, 4)
        );
        play(&mut promoted, "a7-b8");
        assert_eq!(
            (promoted.counters().ending, promoted.counters().ending_plies),
            (place, 0)
        );
        // A capture from five pieces to four.
        let mut quiet = line::<Russian>("W:Wa1,Kc1,c3:BKf8,h8", rules);
        wander(&mut quiet, 4);
        let taken = after_capture(&quiet, |after| after.counters().ending == place);
        assert_eq!(
            (taken.counters().ending_plies, taken.position().count()),
            (0, 4)
        );
    }
    assert!(
        rules::<Russian>("fmjd64").endings[0].restart == Restart::Never,
        "the count against a lone king runs on"
    );
}

/// Article 7.2.7, and the rule of the Spanish game.
#[test]
fn a_lone_king_on_the_main_road() {
    fn check<R: Rules>(fen: &str, name: &str, plies: usize) {
        let mut line = line::<R>(fen, rules::<R>(name));
        assert_eq!(line.counters().road_plies, Some(0), "{fen}");
        let on_road = |line: &Line<R>| line.counters().road_plies.is_some();
        assert!(walk(&mut line, plies - 1, &on_road), "{fen}");
        assert_eq!(
            (line.draw(), line.counters().plies_left(line.draw_rules())),
            (None, Some(1))
        );
        let last = moves(line.position()).into_iter().find(|&mv| {
            let mut next = line.clone();
            next.play(mv);
            on_road(&next) && is_calm(&next)
        });
        line.play(last.expect("a move"));
        assert_eq!(
            line.outcome(),
            Some(Outcome::Draw(DrawReason::MainRoad)),
            "{fen}"
        );
    }
    for fen in ["W:WKb8,Kd8,Kg1:BKa1", "B:WKb8,h6,Kg1:BKa1"] {
        check::<Russian>(fen, "fmjd64", 10);
        check::<Brazilian>(fen, "lidraughts", 10);
    }
    check::<Spanish>("W:WK3,K4,K29:BK1", "ludoteka", 24);
    check::<Portuguese>("W:WK3,K4,K29:BK32", "ludoteka", 24);

    let counts = |fen| {
        line::<Russian>(fen, rules::<Russian>("fmjd64"))
            .counters()
            .road_plies
    };
    assert_eq!(counts("W:WKb8,Kd8,Kg1:BKa3"), None, "beside the road");
    assert_eq!(counts("W:WKb8,Kd8,Ke5:BKa1"), None, "not alone on it");
    assert_eq!(counts("W:WKb8,Kd8:BKa1"), None, "two pieces only");
    // Leaving the road starts the count anew.
    let mut left = line::<Russian>("W:WKb8,Kd8,Kg1:BKa1", rules::<Russian>("fmjd64"));
    assert!(walk(&mut left, 5, &|line| line
        .counters()
        .road_plies
        .is_some()));
    assert!(walk(&mut left, 1, &|_| true));
    assert!(walk(&mut left, 1, &|line| line
        .counters()
        .road_plies
        .is_none()));
}

#[test]
fn three_kings_against_one_in_pool() {
    let three = ending(EndingKind::ThreeKingsAgainstKing);
    let apca = rules::<Pool>("apca");
    reaches(&mut line::<Pool>("W:WK1,K2,K3:BK28", apca), 26, three);
    assert_eq!(
        line::<Pool>("W:WK1,K2,20:BK28", apca).counters().ending,
        None
    );
}

/// Articles 18 and 21.
#[test]
fn few_kings_in_frisian_draughts() {
    let two = ending(EndingKind::TwoKingsAgainstKing);
    for name in ["frisian", "lidraughts"] {
        reaches(
            &mut line::<Frisian>("W:WK1,K2:BK49", rules::<Frisian>(name)),
            14,
            two,
        );
    }
    let one = ending(EndingKind::KingAgainstKing);
    reaches(
        &mut line::<Frysk>("W:WK1:BK49", rules::<Frysk>("lidraughts")),
        4,
        one,
    );

    let official = |fen| line::<Frisian>(fen, rules::<Frisian>("frisian")).draw();
    let safe = Some(ending(EndingKind::SafeKingAgainstKing));
    assert_eq!(official("W:WK1:BK49"), safe);
    assert_eq!(official("W:WK46:BK28"), None, "it can be captured");
    assert_eq!(official("B:WK46:BK28"), safe, "it can go away");
    // Drawn once the king that was to be captured has escaped.
    let bound = unsafe_kings();
    assert_eq!(bound.draw(), None);
    for mv in moves(bound.position()) {
        let mut next = bound.clone();
        next.play(mv);
        assert!(next.position().has_capture() && next.draw().is_none());
    }
}

/// One king each, and the side to move cannot keep its king from being captured.
fn unsafe_kings() -> Line<Frisian> {
    let squares = (1..=50).flat_map(|white| (1..=50).map(move |black| (white, black)));
    let fens = squares.filter(|(white, black)| white != black);
    fens.map(|(white, black)| format!("W:WK{white}:BK{black}"))
        .map(|fen| line::<Frisian>(&fen, rules::<Frisian>("frisian")))
        .find(|line| line.draw().is_none() && !line.position().has_capture())
        .expect("there is such a position")
}

#[test]
fn a_killer_king_wins_against_one() {
    let three = ending(EndingKind::ThreeAgainstKing);
    let killer = &Killer::<damka::rules::International>::DRAW_RULES[0];
    reaches(&mut line::<Killer>("W:WK1,K2,K3:BK46", killer), 32, three);
    assert_eq!(
        line::<Killer>("W:WK1,K2:BK46", killer).counters().ending,
        None
    );
}

#[test]
fn one_king_each_in_turkish_draughts() {
    let one = Some(ending(EndingKind::KingAgainstKing));
    let turkish = rules::<Turkish>("turkish");
    assert_eq!(line::<Turkish>("W:WKa1:BKh8", turkish).draw(), one);
    assert_eq!(
        line::<Turkish>("W:WKa1:Bh8", turkish).draw(),
        None,
        "it plays on"
    );
    let mut taken = line::<Turkish>("W:WKa1:BKh7,a5", turkish);
    play(&mut taken, "a1xa6");
    assert_eq!(taken.draw(), one);
}

/// Men that move sideways can come back: it repeats positions and is no progress.
#[test]
fn men_that_move_sideways_make_no_progress() {
    let mut line = line::<Turkish>("W:Wa3,c2:Bh6,f7", rules::<Turkish>("turkish"));
    play(&mut line, "a3-b3 h6-g6 b3-a3 g6-h6 a3-b3 h6-g6 b3-a3");
    assert_eq!((line.counters().king_moves, line.draw()), (7, None));
    play(&mut line, "g6-h6");
    assert_eq!(line.outcome(), Some(Outcome::Draw(DrawReason::Repetition)));
    line.undo();
    play(&mut line, "g6-g5");
    assert_eq!((line.counters().king_moves, line.draw()), (0, None));
}

/// The second optional rule of two-line draughts.
#[test]
fn the_majority_of_kings_wins_in_two_line_draughts() {
    let majority = rules::<TwoLine>("majority");
    let won = |fen| line::<TwoLine>(fen, majority).outcome();
    assert_eq!(won("W:WKa1,Kc1:BKh8"), Some(Outcome::Win(Side::White)));
    assert_eq!(won("W:WKa3:BKh8,Kf8"), Some(Outcome::Win(Side::Black)));
    assert_eq!(won("W:WKa3:BKh8"), None, "equal");
    assert_eq!(won("W:WKa1,c1:BKh8"), None, "a man is left");
    assert_eq!(
        line::<TwoLine>("W:WKa1,Kc1:BKh8", rules::<TwoLine>("repetition")).outcome(),
        None
    );
    let mut promoted = line::<TwoLine>("W:WKa1,c7:BKh6", majority);
    play(&mut promoted, "C7,B8!");
    assert_eq!(promoted.outcome(), Some(Outcome::Win(Side::White)));
    assert_eq!(promoted.draw(), None);
}

/// Every game with a rule of repetition draws at exactly that occurrence.
#[test]
fn repetition_is_exact_in_every_game() {
    fn check<R: Rules>() {
        for rules in R::DRAW_RULES {
            let Some(limit) = rules.repetition.filter(|_| R::Memory::LIMIT.is_none()) else {
                continue;
            };
            let mut line = Line::new(apart::<R>(), rules);
            let round: Vec<_> = there_and_back(&line);
            for occurrence in 2..=limit {
                assert_eq!(line.draw(), None, "{}: {}", R::NAME, rules.name);
                for &place in &round[..3] {
                    line.play(moves(line.position())[place]);
                    assert_eq!(line.draw(), None, "{}: {}", R::NAME, rules.name);
                }
                line.play(moves(line.position())[round[3]]);
                let drawn = (occurrence == limit).then_some(DrawReason::Repetition);
                assert_eq!(line.draw(), drawn, "{}: {}", R::NAME, rules.name);
            }
        }
    }
    for &variant in Variant::ALL {
        damka::dispatch!(variant, R => check::<R>());
    }
}

/// Two kings each, so far apart that nothing is drawn for want of pieces, and calm.
fn apart<R: Rules>() -> Position<R> {
    let mut random = common::Random(5);
    loop {
        let position = random.position::<R>();
        let (men, kings) = (!position.kings(), position.kings());
        let count = |side| (position.pieces(side) & kings).count();
        let line = Line::new(position, &NO_DRAWS);
        if count(Side::White) >= 2
            && count(Side::Black) >= 2
            && (position.us() & men).count() > 0
            && (position.them() & men).count() > 0
            && is_calm(&line)
            && !there_and_back(&line).is_empty()
        {
            return position;
        }
    }
}

/// The places of four calm quiet moves of kings that lead back to the position; none if there are none.
fn there_and_back<R: Rules>(line: &Line<R>) -> Vec<usize> {
    fn go_on<R: Rules>(line: &mut Line<R>, first: &Position<R>, places: &mut Vec<usize>) -> bool {
        if places.len() == 4 {
            return line.position() == first;
        }
        for (place, mv) in moves(line.position()).into_iter().enumerate() {
            if is_quiet_king(line, &mv) {
                places.push(place);
                line.play(mv);
                let found = !line.position().has_capture() && go_on(line, first, places);
                line.undo();
                if found {
                    return true;
                }
                places.pop();
            }
        }
        false
    }
    let mut places = Vec::new();
    go_on(&mut line.clone(), line.position(), &mut places);
    places
}

/// What a game remembers makes positions different, and its limit bars moves.
#[test]
fn the_limit_of_king_moves_belongs_to_the_position() {
    let mut line = line::<Frisian>("W:WK47,45:BK4,6", rules::<Frisian>("repetition"));
    play(&mut line, "47-42 4-9 42-47 9-4");
    assert_eq!(line.repetitions(), 0, "the kings have moved since");
    play(&mut line, "47-42 4-9");
    assert!(
        moves(line.position())
            .iter()
            .all(|mv| !is_quiet_king(&line, mv))
    );
    play(&mut line, "45-40");
    assert!(
        moves(line.position())
            .iter()
            .all(|mv| !is_quiet_king(&line, mv))
    );
    play(&mut line, "6-11");
    assert!(
        moves(line.position())
            .iter()
            .any(|mv| is_quiet_king(&line, mv))
    );

    let mut line = common::wander::line::<TwoLineFive>("W:Wa3,Kc1,Ke1:BKd8,Kf8,h6", &NO_DRAWS);
    wander(&mut line, 10);
    assert!(
        moves(line.position())
            .iter()
            .all(|mv| !is_quiet_king(&line, mv))
    );
}

#[test]
fn whoever_has_no_move_wins_a_losing_game() {
    let black = Some(Outcome::Win(Side::Black));
    assert_eq!(line::<Losing>("B:W50:B", &NO_DRAWS).outcome(), black);
    assert_eq!(line::<Losing>("B:W10,14:B5", &NO_DRAWS).outcome(), black);
    assert_eq!(line::<LosingEnglish>("B:W10:B", &NO_DRAWS).outcome(), black);
    let mut last = line::<Losing>("W:W39:B44", &NO_DRAWS);
    play(&mut last, "39x50");
    assert_eq!(last.outcome(), black);
}

#[test]
fn the_first_king_wins_a_breakthrough() {
    let white = Some(Outcome::Win(Side::White));
    let mut line = line::<Breakthrough>("W:W7:B1,45", &NO_DRAWS);
    assert_eq!(line.outcome(), None);
    play(&mut line, "7-2");
    assert_eq!(line.outcome(), white);
    let set_up = common::wander::line::<Breakthrough>("W:WK1:B40", &NO_DRAWS);
    assert_eq!(set_up.outcome(), white);
    let blocked = common::wander::line::<Breakthrough>("B:W10,14:B5", &NO_DRAWS);
    assert_eq!(blocked.outcome(), white);
}

#[test]
fn defaults_are_those_of_the_federations() {
    let name = |variant: Variant| damka::dispatch!(variant, R => R::DRAW_RULES[0].name);
    let names: Vec<_> = [
        Variant::International,
        Variant::English,
        Variant::Russian,
        Variant::Brazilian,
        Variant::Italian,
        Variant::Frisian,
        Variant::Breakthrough,
    ]
    .map(name)
    .into();
    assert_eq!(
        names,
        [
            "fmjd", "classic", "fmjd64", "fmjd64", "fid", "frisian", "none"
        ]
    );
    assert_eq!(English::DRAW_RULES[0].king_moves, Some(100));
    assert_eq!(Italian::DRAW_RULES[0].repetition, Some(4));
    assert_eq!(Thai::DRAW_RULES[0].name, "repetition");
}
