//! The form in which games are written: PDN 3.0 in lines of a readable length.

use std::fmt;

use super::{Game, Moves, Ply};

/// Lines of moves are not longer than this, unless a single word is.
const MOST_COLUMNS: usize = 80;

/// The customary tags in their customary order; they stand before all others.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tags: Vec<_> = self.tags.iter().collect();
        let rank = |name: &str| ROSTER.iter().position(|known| *known == name);
        tags.sort_by_key(|(name, _)| rank(name).unwrap_or(ROSTER.len()));
        for (name, value) in &tags {
            writeln!(f, "[{name} \"{}\"]", escaped(value))?;
        }
        if !tags.is_empty() {
            writeln!(f)?;
        }
        let mut words = Words::default();
        words.moves(&self.moves, usize::from(self.second_begins));
        words.push(self.result.as_deref().unwrap_or("*"));
        words.write(f)
    }
}

/// The value of a tag on one line, with its quotes escaped.
fn escaped(value: &str) -> String {
    let value = value.replace('"', "\\\"");
    value.replace(|sign: char| sign.is_control(), " ")
}

/// Whether a comment says anything.
fn has_words(comment: Option<&str>) -> bool {
    comment.is_some_and(|comment| !comment.trim().is_empty())
}

/// Words that stand between blanks or line feeds.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// What stands right before the next word.
    opening: String,
}

impl Words {
    fn push(&mut self, word: &str) {
        self.words.push(std::mem::take(&mut self.opening) + word);
    }

    /// Puts something right behind the last word.
    fn close(&mut self, sign: char) {
        if let Some(last) = self.words.last_mut() {
            last.push(sign);
        }
    }

    /// A comment between braces, if it says anything. Braces inside become parentheses, since a comment ends at the
    /// first brace.
    fn comment(&mut self, comment: Option<&str>) {
        let Some(comment) = comment.filter(|_| has_words(comment)) else {
            return;
        };
        self.opening.push('{');
        let comment = comment.replace('{', "(").replace('}', ")");
        let words: Vec<_> = comment.split_whitespace().collect();
        let mut rest = &words[..];
        while let Some((first, _)) = rest.split_first() {
            // A command to programs stays on one line.
            let end = match first.starts_with("[%") {
                true => rest.iter().position(|word| word.ends_with(']')),
                false => None,
            };
            let (together, behind) = rest.split_at(end.map_or(1, |end| end + 1));
            self.push(&together.join(" "));
            rest = behind;
        }
        self.close('}');
    }

    /// Moves of which the first is this ply, counted from 0 for the first move of the side that begins this kind of
    /// draughts.
    fn moves(&mut self, moves: &Moves, first: usize) {
        self.comment(moves.comment.as_deref());
        // A number is written for the side that begins, and wherever something has interrupted the moves.
        let mut interrupted = true;
        for (place, ply) in (first..).zip(&moves.plies) {
            self.ply(ply, place, interrupted);
            interrupted = has_words(ply.comment.as_deref()) || !ply.variations.is_empty();
        }
    }

    fn ply(&mut self, ply: &Ply, place: usize, interrupted: bool) {
        if let Some(fen) = &ply.setup {
            self.push(&format!("/FEN \"{}\"/", escaped(fen)));
        }
        // The number stays on the line of its move.
        let number = match place % 2 {
            0 => format!("{}. ", place / 2 + 1),
            _ if interrupted => format!("{}... ", place / 2 + 1),
            _ => String::new(),
        };
        self.push(&format!("{number}{}{}", ply.text, ply.strength));
        for nag in &ply.nags {
            self.push(&format!("${nag}"));
        }
        self.comment(ply.comment.as_deref());
        for variation in &ply.variations {
            if variation.plies.is_empty() && !has_words(variation.comment.as_deref()) {
                continue;
            }
            self.opening.push('(');
            self.moves(variation, place);
            self.close(')');
        }
        self.comment(ply.comment_after.as_deref());
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut columns = 0;
        for word in &self.words {
            let length = word.chars().count();
            if columns > 0 && columns + 1 + length > MOST_COLUMNS {
                f.write_str("\n")?;
                columns = 0;
            } else if columns > 0 {
                f.write_str(" ")?;
                columns += 1;
            }
            columns += length;
            f.write_str(word)?;
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(text: &str) -> Ply {
        Ply::new(text)
    }

    fn comment(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn tags_are_in_order_and_escaped() {
        let mut game = Game::default();
        for (name, value) in [("FEN", "W:W1:B2"), ("Result", "*"), ("Event", "a \"b\"\nc")] {
            game.set_tag(name, value);
        }
        game.set_tag("FEN", "B:W1:B2");
        let expected = "[Event \"a \\\"b\\\" c\"]\n[Result \"*\"]\n[FEN \"B:W1:B2\"]\n\n*\n";
        assert_eq!(game.to_string(), expected);
    }

    #[test]
    fn numbers_come_again_after_interruptions() {
        let variation = Moves {
            comment: comment("rather"),
            plies: vec![ply("18-23"), ply("38-32")],
        };
        let mut plies = vec![ply("32-28"), ply("19-23"), ply("28x19"), ply("14x23")];
        plies[0].strength = "!?".to_owned();
        plies[0].nags = vec![10];
        plies[0].comment = comment("a {strange}\nmove");
        plies[1].variations = vec![variation, Moves::default()];
        plies[1].comment_after = comment("well");
        plies[2].comment = comment(" ");
        let mut game = Game::default();
        game.moves.plies = plies;
        assert_eq!(
            game.to_string(),
            "1. 32-28!? $10 {a (strange) move} 1... 19-23 ({rather} 1... 18-23 2. 38-32)\n\
             {well} 2. 28x19 14x23 *\n"
        );
        game.moves.plies.truncate(2);
        game.second_begins = true;
        game.moves.plies[1].setup = comment("B::");
        let text = game.to_string();
        assert!(text.starts_with("1... 32-28!?") && text.contains("/FEN \"B::\"/ 2. 19-23 ("));
    }

    #[test]
    fn long_games_are_wrapped() {
        let mut game = Game::default();
        game.moves.plies = vec![ply("32-28"); 100];
        let text = game.to_string();
        assert!(text.lines().count() > 5);
        assert!(text.lines().all(|line| line.len() <= MOST_COLUMNS));
    }
}
