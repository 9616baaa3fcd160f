//! What a person claims at the board beside moves: draws, the end, and pieces that have missed a capture.

use std::io::{self, Write};
use std::time::Duration;

use super::{Console, Level};
use crate::search::Score;

/// The draw score at which the engine agrees to a draw: not above it.
const AGREES_UP_TO: Score = Score::DRAW;

/// The engine thinks about an offer no longer than this.
const OFFER_TIME: Duration = Duration::from_secs(1);

impl<W: Write> Console<'_, W> {
    /// The side to move claims a piece that has missed a capture.
    pub(super) fn huff(&mut self, square: &str) -> io::Result<()> {
        if self.game.huff(square) {
            writeln!(self.output, "{square} is huffed")?;
            return self.after_move();
        }
        match self.game.session().huffable().as_slice() {
            [] => writeln!(self.output, "no capture was missed"),
            squares => writeln!(self.output, "expected one of {}", squares.join(", ")),
        }
    }

    pub(super) fn stop(&mut self) -> io::Result<()> {
        if self.refuse_when_over()? {
            return Ok(());
        }
        self.game.stop();
        self.announce_end()
    }

    pub(super) fn offer_draw(&mut self) -> io::Result<()> {
        if self.refuse_when_over()? {
            return Ok(());
        }
        if !self.game.session().may_offer_draw(self.draw_offers_after) {
            let moves = self.draw_offers_after;
            return writeln!(
                self.output,
                "no draw offers before {moves} moves of each side"
            );
        }
        let rules = self.game.session().draw_rules();
        let knows_draws = rules.repetition.is_some() || rules.king_moves.is_some();
        if self.side.is_none() {
            return writeln!(self.output, "you play both sides: nobody is there to agree");
        }
        if !knows_draws && rules.endings.is_empty() {
            return writeln!(self.output, "no draws under the draw rules {}", rules.name);
        }
        let level = match self.level {
            Level::Time(time) => Level::Time(time.min(OFFER_TIME)),
            depth @ Level::Depth(_) => depth,
        };
        let score = self.think(level).report.map(|report| -report.score);
        if score.is_none_or(|score| score > AGREES_UP_TO) {
            return writeln!(self.output, "damka declines the draw");
        }
        self.game.agree_to_draw();
        self.announce_end()
    }

    pub(super) fn resign(&mut self) -> io::Result<()> {
        if self.refuse_when_over()? {
            return Ok(());
        }
        let loser = self.side.unwrap_or(self.game.session().side());
        self.game.resign(loser);
        self.announce_end()
    }
}
