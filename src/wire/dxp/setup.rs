//! Positions to begin with.

use super::{SQUARES, Side};

/// A position: the side to move, and what stands on each square in the order of the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The side to move.
    pub side: Side,
    /// The squares 1 to 50.
    pub board: [Content; SQUARES],
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing, `e`.
    Empty,
    /// A man, `w` or `z`.
    Man(Side),
    /// A king, `W` or `Z`.
    King(Side),
}

impl Content {
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Empty => 'e',
            Self::Man(side) => side.letter().to_ascii_lowercase(),
            Self::King(side) => side.letter(),
        }
    }

    pub(super) fn of_letter(letter: char) -> Option<Self> {
        match letter {
            'e' => Some(Self::Empty),
            'w' | 'z' => Side::of_letter(letter.to_ascii_uppercase()).map(Self::Man),
            _ => Side::of_letter(letter).map(Self::King),
        }
    }
}

impl Setup {
    /// The position in the form of the Hub protocol, where Black has the letter B.
    #[must_use]
    pub fn hub(&self) -> String {
        let board = self.board.iter().map(|content| content.letter());
        let letters = std::iter::once(self.side.letter()).chain(board);
        letters
            .map(|letter| match letter {
                'z' => 'b',
                'Z' => 'B',
                other => other,
            })
            .collect()
    }

    /// The position that is written in the form of the Hub protocol; `None` if the text is not the one of a 10x10
    /// board.
    #[must_use]
    pub fn of_hub(text: &str) -> Option<Self> {
        let mut letters = text.chars().map(|letter| match letter {
            'b' => 'z',
            'B' => 'Z',
            other => other,
        });
        let side = Side::of_letter(letters.next()?)?;
        let board: Vec<_> = letters.map(Content::of_letter).collect::<Option<_>>()?;
        let board = board.try_into().ok()?;
        Some(Self { side, board })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_boards_are_no_set_up() {
        for text in ["", "W", "Wbbee", &format!("b{}", "e".repeat(50))] {
            assert_eq!(Setup::of_hub(text), None, "{text}");
        }
    }
}
