//! From the signs of a file to its games.

use super::blocks::Block;
use super::encoding;
use super::error::{Fault, PdnError};
use super::scan::{Scanner, Sign};
use super::{Game, GameResult, Moves, PASS, Ply};

/// Variations within each other.
const MOST_DEEP: usize = 100;

/// The only move.
const ONLY_MOVE: u16 = 7;

/// A game, and what is wrong with its text although it could be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The game.
    pub game: Game,
    /// What was read over.
    pub faults: Vec<PdnError>,
}

impl Block {
    /// The games of the piece: each, or the reason why it cannot be read.
    #[must_use]
    pub fn games(&self) -> Vec<Result<Parsed, PdnError>> {
        parse(&encoding::decode(&self.bytes), self.line)
    }
}

/// Reads the games of a text whose first line has this number.
///
/// A game ends at its result or before the next tag. One that cannot be read is left at its fault, and reading goes on
/// at the next tag.
///
/// ```
/// use damka::notation::pdn;
///
/// let games = pdn::parse("[White \"A\"]\n1. 32-28 19-23 ({or} 18-23) 2-0\n1. 33 -29 *", 1);
/// let [Ok(first), Ok(second)] = &games[..] else { panic!() };
/// assert_eq!(first.game.tag("White"), Some("A"));
/// assert_eq!(first.game.moves.plies[1].variations[0].plies[0].text, "18-23");
/// assert_eq!(second.game.moves.plies[0].text, "33-29");
/// ```
#[must_use]
pub fn parse(text: &str, line: usize) -> Vec<Result<Parsed, PdnError>> {
    let mut parser = Parser::default();
    let mut scanner = Scanner::new(text, line);
    while let Some((line, sign)) = scanner.next() {
        if parser.is_skipping {
            parser.is_skipping = !matches!(sign, Sign::Tag(..));
        }
        if !parser.is_skipping {
            parser.take(line, sign);
        }
    }
    parser.finish();
    parser.games
}

/// A variation that is not yet closed.
struct Open {
    line: usize,
    moves: Moves,
}

#[derive(Default)]
struct Parser {
    games: Vec<Result<Parsed, PdnError>>,
    now: Parsed,
    /// The open variations, the innermost last.
    open: Vec<Open>,
    /// A set-up for the next move, with its line.
    setup: Option<(usize, String)>,
    /// Whether the last number before the first move is of the second side.
    second: bool,
    /// Whether the next tag is looked for because the game before it cannot be read.
    is_skipping: bool,
}

impl Parser {
    fn take(&mut self, line: usize, sign: Sign) {
        let goes_on = match &sign {
            Sign::Tag(..) => self.is_before_moves(),
            Sign::Comment(_) => true,
            // Programs put a star behind the result.
            Sign::Result(text) => text == "*" && self.now.game.result.as_deref() != Some("*"),
            _ => false,
        };
        let is_tag_after_moves = matches!(sign, Sign::Tag(..)) && !goes_on;
        if is_tag_after_moves || (self.now.game.result.is_some() && !goes_on) {
            self.finish();
        }
        if self.now.game.line == 0 {
            self.now.game.line = line;
        }
        match sign {
            Sign::Tag(name, value) => self.now.game.tags.push((name, value)),
            Sign::Comment(text) => self.comment(&text),
            Sign::Open => self.open_variation(line),
            Sign::Close => self.close_variation(line),
            Sign::Number { second } => self.number(second),
            Sign::Move(text) => self.ply(line, text),
            Sign::Pass => self.ply(line, PASS.to_owned()),
            Sign::Setup(fen) => self.setup = Some((line, fen)),
            Sign::Nag(_) | Sign::Strength(_) | Sign::Forced => self.judgement(line, sign),
            Sign::Result(text) => self.result(text),
            // Words between games are left aside.
            Sign::Fault(Fault::Word(_)) if self.is_before_first_move() => {}
            Sign::Fault(fault) => self.fault(line, fault),
        }
    }

    fn is_before_first_move(&self) -> bool {
        self.open.is_empty() && self.now.game.moves.plies.is_empty()
    }

    fn is_before_moves(&self) -> bool {
        self.is_before_first_move() && self.now.game.result.is_none()
    }

    fn fault(&mut self, line: usize, fault: Fault) {
        let error = PdnError { line, fault };
        if !error.fault.is_fatal() {
            self.now.faults.push(error);
            return;
        }
        self.games.push(Err(error));
        self.begin();
        self.is_skipping = true;
    }

    /// Makes room for the next game.
    fn begin(&mut self) {
        self.now = Parsed::default();
        self.open.clear();
        self.setup = None;
        self.second = false;
    }

    /// The moves that are being read.
    fn moves(&mut self) -> &mut Moves {
        match self.open.last_mut() {
            Some(open) => &mut open.moves,
            None => &mut self.now.game.moves,
        }
    }

    fn comment(&mut self, text: &str) {
        let moves = self.moves();
        let place = match moves.plies.last_mut() {
            None => &mut moves.comment,
            Some(ply) if ply.variations.is_empty() => &mut ply.comment,
            Some(ply) => &mut ply.comment_after,
        };
        match place {
            Some(said) if !text.is_empty() => {
                said.push(' ');
                said.push_str(text);
            }
            Some(_) => {}
            None => *place = (!text.is_empty()).then(|| text.to_owned()),
        }
    }

    fn open_variation(&mut self, line: usize) {
        if self.open.len() >= MOST_DEEP {
            return self.fault(line, Fault::TooDeep);
        }
        if self.moves().plies.is_empty() {
            return self.fault(line, Fault::NoMoveBefore);
        }
        self.open.push(Open {
            line,
            moves: Moves::default(),
        });
    }

    fn close_variation(&mut self, line: usize) {
        let Some(closed) = self.open.pop() else {
            return self.fault(line, Fault::StrayParenthesis);
        };
        if let Some(ply) = self.moves().plies.last_mut() {
            ply.variations.push(closed.moves);
        }
    }

    fn number(&mut self, second: bool) {
        if self.is_before_first_move() {
            self.second = second;
        }
    }

    fn ply(&mut self, line: usize, text: String) {
        if self.is_before_first_move() {
            self.now.game.second_begins = self.second;
        }
        let ply = Ply {
            line,
            setup: self.setup.take().map(|(_, fen)| fen),
            ..Ply::new(text)
        };
        self.moves().plies.push(ply);
    }

    fn judgement(&mut self, line: usize, sign: Sign) {
        let Some(ply) = self.moves().plies.last_mut() else {
            return self.fault(line, Fault::NoMove);
        };
        match sign {
            Sign::Nag(number) => ply.nags.push(number),
            Sign::Strength(text) => ply.strength.push_str(&text),
            _ => ply.nags.push(ONLY_MOVE),
        }
    }

    fn result(&mut self, text: String) {
        if !self.open.is_empty() {
            // A variation may say how the game would have ended.
            return self.comment(&text);
        }
        let result = &mut self.now.game.result;
        if result.is_none() {
            *result = Some(text);
        }
    }

    /// The game is over.
    fn finish(&mut self) {
        while let Some(open) = self.open.last() {
            self.fault(open.line, Fault::OpenVariation);
            self.close_variation(0);
        }
        if let Some((line, _)) = self.setup.take() {
            self.fault(line, Fault::NoMove);
        }
        let mut parsed = std::mem::take(&mut self.now);
        self.begin();
        let game = &mut parsed.game;
        take_result_from_moves(game);
        let says_something = game
            .tags
            .iter()
            .any(|(name, _)| !name.eq_ignore_ascii_case("FILENAME"));
        if says_something || !game.moves.plies.is_empty() || game.result.is_some() {
            self.games.push(Ok(parsed));
        }
    }
}

/// A last move that says the same as the tag of the result is the result: `4-6`.
fn take_result_from_moves(game: &mut Game) {
    let Some(result) = game.tag("Result").filter(|_| game.result.is_none()) else {
        return;
    };
    let Some(last) = game.moves.plies.last().filter(|last| last.text == result) else {
        return;
    };
    if GameResult::read(&last.text).is_some() {
        let last = game.moves.plies.pop();
        game.result = last.map(|last| last.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<Result<Parsed, PdnError>> {
        parse(text, 1)
    }

    fn texts(moves: &Moves) -> Vec<&str> {
        moves.plies.iter().map(|ply| ply.text.as_str()).collect()
    }

    #[test]
    fn games_end_at_results_and_before_tags() {
        let found = games("*1. 32-28 *");
        assert_eq!(found.len(), 2);
        let found = games(
            "[A \"1\"]\n1. 32-28 19-23\n[A \"2\"] 1-0 {well} *\n[A \"3\"]\n\n[pdn] [FILENAME \"\"]",
        );
        let lines: Vec<_> = found
            .iter()
            .map(|game| game.as_ref().unwrap().game.line)
            .collect();
        assert_eq!(lines, [1, 3, 4]);
        let second = &found[1].as_ref().unwrap().game;
        assert_eq!(
            (second.result.as_deref(), second.moves.comment.as_deref()),
            (Some("1-0"), Some("well"))
        );
        assert_eq!(games("Round 3 was played\nin a hall\n"), []);
    }

    #[test]
    fn a_last_move_can_be_the_result() {
        let found = games("[Result \"4-6\"]\n1. 32-28 4-6");
        let game = &found[0].as_ref().unwrap().game;
        assert_eq!(
            (game.result.as_deref(), texts(&game.moves)),
            (Some("4-6"), vec!["32-28"])
        );
        let found = games("[Result \"2-0\"]\n1. 32-28 4-6");
        assert_eq!(
            texts(&found[0].as_ref().unwrap().game.moves),
            ["32-28", "4-6"]
        );
    }

    #[test]
    fn bad_games_do_not_spoil_the_next() {
        let found =
            games("[A \"1\"]\n1. 32-28 hm 19-23 *\n1. 32-28\n[A \"2\"]\n1. 33-29 (34-30 { x ) *");
        assert_eq!(found.len(), 2);
        let error = found[0].as_ref().unwrap_err();
        assert_eq!((error.line, &error.fault), (2, &Fault::Word("hm".into())));
        let error = found[1].as_ref().unwrap_err();
        assert_eq!((error.line, &error.fault), (5, &Fault::OpenComment));
    }

    #[test]
    fn what_can_be_read_is_read() {
        let found =
            games("1. 33-29 19-23 2. 35-30 { nested { comment } } $ 3. 31-27 ( 31-26 ) ) ( 37-31");
        let [Ok(Parsed { game, faults })] = &found[..] else {
            panic!("one game")
        };
        assert_eq!(texts(&game.moves), ["33-29", "19-23", "35-30", "31-27"]);
        assert_eq!(game.moves.plies[3].variations.len(), 2);
        let faults: Vec<_> = faults.iter().map(|error| error.fault.clone()).collect();
        assert_eq!(
            faults,
            [
                Fault::StrayBrace,
                Fault::NoMove,
                Fault::StrayParenthesis,
                Fault::OpenVariation
            ]
        );
    }
}
