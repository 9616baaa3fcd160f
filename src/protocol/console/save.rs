//! The game as a PDN file.
//!
//! Source: the PDN 3.0 standard, sections on tags, results and move text.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::board::Side;
use crate::session::{self, Session};

use super::game::Game;

/// Lines of moves are not longer than this.
const MOST_COLUMNS: usize = 80;

/// Games whose results count two points for a win, by their number in the standard: international and Canadian.
const TWO_POINTS: [u8; 2] = [20, 27];

/// The text of the game. `person` is the side of the person; `None` for both.
pub fn pdn(game: &Game, person: Option<Side>) -> String {
    let session = game.session();
    let about = session::describe(session.variant());
    let result = result(game, about.game_type);
    let player = |side| match person {
        Some(person) if person != side => ("damka", "program"),
        _ => ("?", "human"),
    };
    let (white, black) = (player(Side::White), player(Side::Black));
    let mut tags = vec![
        ("Event", "Casual game".to_owned()),
        ("Date", date(SystemTime::now())),
        ("White", white.0.to_owned()),
        ("Black", black.0.to_owned()),
        ("WhiteType", white.1.to_owned()),
        ("BlackType", black.1.to_owned()),
        ("Result", result.to_owned()),
    ];
    if let Some(number) = about.game_type {
        tags.push(("GameType", number.to_string()));
    }
    if let Some(fen) = session.setup() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen));
    }
    let tags = tags
        .iter()
        .map(|(name, value)| format!("[{name} \"{value}\"]\n"));
    let comment = match game.ended() {
        Some(ended) => format!("{{{ended}}} "),
        None => String::new(),
    };
    let words = format!("{} {comment}{result}", moves(session, about.first));
    format!("{}\n{}\n", tags.collect::<String>(), wrapped(&words))
}

/// The moves with their numbers; the side that begins the game moves first in each pair.
fn moves(session: &dyn Session, first: Side) -> String {
    let history = session.history();
    // The number of moves tells who began, since the side to move is known.
    let began = if history.len().is_multiple_of(2) {
        session.side()
    } else {
        session.side().opponent()
    };
    let skipped = usize::from(began != first);
    let mut words = Vec::new();
    for ((ply, mv), huffed) in (skipped..).zip(&history).zip(session.huffed()) {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if ply == skipped {
            words.push("1...".to_owned());
        }
        words.push(mv.text.clone());
        if let Some(square) = huffed {
            words.push(format!("{{huffed: {square}}}"));
        }
    }
    words.join(" ")
}

fn result(game: &Game, game_type: Option<u8>) -> &'static str {
    let two_points = game_type.is_some_and(|number| TWO_POINTS.contains(&number));
    match (game.ended().map(|ended| ended.winner), two_points) {
        (None, _) => "*",
        (Some(Some(Side::White)), true) => "2-0",
        (Some(Some(Side::White)), false) => "1-0",
        (Some(Some(Side::Black)), true) => "0-2",
        (Some(Some(Side::Black)), false) => "0-1",
        (Some(None), true) => "1-1",
        (Some(None), false) => "1/2-1/2",
    }
}

/// The words in lines of a readable length.
fn wrapped(text: &str) -> String {
    let (mut lines, mut columns) = (String::new(), 0);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if columns > 0 && columns + 1 + length > MOST_COLUMNS {
            lines.push('\n');
            columns = 0;
        } else if columns > 0 {
            lines.push(' ');
            columns += 1;
        }
        lines.push_str(word);
        columns += length;
    }
    lines
}

/// The day in the form of the standard: `2026.11.30`, in universal time.
fn date(time: SystemTime) -> String {
    let Ok(since) = time.duration_since(UNIX_EPOCH) else {
        return "????.??.??".to_owned();
    };
    let (mut year, mut day) = (1970, since.as_secs() / 86_400);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::Variant;
    use std::time::Duration;

    fn game(variant: Variant, fen: Option<&str>, moves: &[&str]) -> Game {
        let mut session = session::open(variant);
        if let Some(fen) = fen {
            session.set_fen(fen).unwrap();
        }
        let mut game = Game::new(session);
        for mv in moves {
            game.play(mv).unwrap();
        }
        game
    }

    #[test]
    fn a_game_has_its_tags_moves_and_result() {
        let mut played = game(
            Variant::International,
            None,
            &["32-28", "19-23", "28x19", "14x23"],
        );
        played.resign(Side::White);
        let text = pdn(&played, Some(Side::White));
        for part in [
            "[White \"?\"]\n[Black \"damka\"]\n",
            "[Result \"0-2\"]\n[GameType \"20\"]\n\n",
            "1. 32-28 19-23 2. 28x19 14x23 {Black wins: White resigns} 0-2\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("SetUp"));
    }

    #[test]
    fn numbers_follow_the_side_that_begins() {
        let black = game(Variant::International, Some("B:W28,33:B9,12"), &["12-18"]);
        let text = pdn(&black, None);
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"B:W28,33:B9,12\"]"));
        assert!(text.ends_with("\n1... 12-18 *\n"), "{text}");
        let mv = session::open(Variant::English).moves()[0].text.clone();
        let english = game(Variant::English, None, &[&mv]);
        assert!(pdn(&english, None).ends_with(&format!("\n1. {mv} *\n")));
    }

    #[test]
    fn days_become_dates() {
        let day = |days: u64| date(UNIX_EPOCH + Duration::from_secs(days * 86_400));
        assert_eq!(day(0), "1970.01.01");
        assert_eq!(day(11_016), "2000.02.29");
        assert_eq!(day(20_453), "2025.12.31");
        assert_eq!(day(20_454), "2026.01.01");
    }

    #[test]
    fn long_games_are_wrapped() {
        let text = wrapped(&"10. 32-28 ".repeat(40));
        assert!(text.lines().count() > 1);
        assert!(text.lines().all(|line| line.len() <= MOST_COLUMNS));
    }
}
