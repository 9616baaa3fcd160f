//! A session with the types of its game.

use once_cell::sync::OnceCell;

use super::{
    Cell, Decision, Endgames, Known, Language, MoveText, Report, Session, SessionError, sheet,
};
use crate::board::{Geometry, Side, Square, Word};
use crate::endgame::{Room, Tables};
use crate::eval::Evaluator;
use crate::notation::{MoveError, fen, hub, text};
use crate::position::perft::{self, Watch};
use crate::position::{Line, Move, MoveList, Outcome, Position};
use crate::rules::variant::Variant;
use crate::rules::{DrawRules, Rules};
use crate::search::{self, Control, Limits, Table};

/// A game with the types of its rules.
pub(super) struct Play<R: Rules> {
    variant: Variant,
    line: Line<R>,
    /// Read when it is first needed.
    evaluator: OnceCell<Evaluator<R>>,
    endgames: Endgames,
    /// Read when they are first needed.
    tables: OnceCell<Tables<R>>,
}

impl<R: Rules> Play<R> {
    pub(super) fn new(variant: Variant) -> Self {
        Self {
            variant,
            line: Line::new(Position::start(), &R::DRAW_RULES[0]),
            evaluator: OnceCell::new(),
            endgames: Endgames::default(),
            tables: OnceCell::new(),
        }
    }

    fn evaluator(&self) -> &Evaluator<R> {
        self.evaluator.get_or_init(|| {
            Evaluator::embedded().unwrap_or_else(|error| {
                log::error!("evaluating {} by hand: {error}", R::NAME);
                Evaluator::by_hand()
            })
        })
    }

    fn tables(&self) -> &Tables<R> {
        self.tables.get_or_init(|| {
            let most = self.endgames.most_pieces;
            match &self.endgames.folder {
                Some(folder) => Tables::with_folder(folder, most),
                None => Tables::embedded(most),
            }
        })
    }

    fn begin(&mut self, position: Position<R>) {
        self.line = Line::new(position, self.line.draw_rules());
    }

    fn text_of(position: &Position<R>, mv: Move<R>) -> MoveText {
        let mut captured: Vec<Square> = mv.captured().squares().collect();
        captured.sort_by_key(|&square| R::number(square));
        MoveText {
            from: R::square_name(mv.from()),
            to: R::square_name(mv.to()),
            captured: captured.into_iter().map(R::square_name).collect(),
            text: text::write(position, mv),
            hub: hub::write_move(mv),
        }
    }

    /// The texts of moves that follow each other from a position.
    fn texts(position: &Position<R>, moves: &[Move<R>]) -> Vec<MoveText> {
        let mut position = *position;
        let text = |&mv: &Move<R>| {
            let text = Self::text_of(&position, mv);
            position = position.play(mv);
            text
        };
        moves.iter().map(text).collect()
    }

    fn report(&self, info: &search::Info<R>) -> Report {
        Report {
            depth: info.depth,
            mean_depth: info.mean_depth,
            line: info.line,
            is_finished: info.is_finished,
            score: info.score,
            nodes: info.nodes,
            time: info.time,
            pv: Self::texts(self.line.position(), &info.pv),
        }
    }
}

impl<R: Rules> Session for Play<R> {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn set_start(&mut self) {
        self.begin(Position::start());
    }

    fn set_fen(&mut self, fen: &str) -> Result<(), SessionError> {
        self.begin(fen::parse(fen).map_err(SessionError::Fen)?);
        Ok(())
    }

    fn set_hub(&mut self, position: &str, moves: &[&str]) -> Result<(), SessionError> {
        let position = hub::parse_position(position).map_err(SessionError::Hub)?;
        let mut line = Line::new(position, self.line.draw_rules());
        for (number, mv) in (1..).zip(moves) {
            let mv = hub::parse_move(line.position(), mv)
                .map_err(|error| SessionError::Move { number, error })?;
            line.play(mv);
        }
        self.line = line;
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<MoveText, MoveError> {
        let mv = text::parse(self.line.position(), mv)?;
        let text = Self::text_of(self.line.position(), mv);
        self.line.play(mv);
        Ok(text)
    }

    fn play_quiet(&mut self, mv: &str) -> Result<MoveText, MoveError> {
        let mv = text::parse_quiet(self.line.position(), mv)?;
        let text = Self::text_of(self.line.position(), mv);
        self.line.play(mv);
        Ok(text)
    }

    fn huffable(&self) -> Vec<String> {
        let squares = self.line.huffable().squares();
        squares.map(R::square_name).collect()
    }

    fn huff(&mut self, square: &str) -> bool {
        let is_meant = |&at: &Square| R::square_name(at).eq_ignore_ascii_case(square);
        let found = self.line.huffable().squares().find(is_meant);
        if let Some(square) = found {
            self.line.huff(square);
        }
        found.is_some()
    }

    fn huffed(&self) -> Vec<Option<String>> {
        let squares = self.line.huffed();
        squares.map(|square| square.map(R::square_name)).collect()
    }

    fn ahead(&self) -> Option<Side> {
        self.line.position().ahead()
    }

    fn may_offer_draw(&self, moves: usize) -> bool {
        self.line.may_offer_draw(moves)
    }

    fn undo(&mut self) -> bool {
        self.line.undo().is_some()
    }

    fn set_draw_rules(&mut self, name: &str) -> Result<(), SessionError> {
        let Some(rules) = R::draw_rules(name) else {
            let known = R::DRAW_RULES.iter().map(|rules| rules.name).collect();
            return Err(SessionError::DrawRules {
                name: name.to_owned(),
                known,
            });
        };
        self.line = self.line.under(rules);
        Ok(())
    }

    fn draw_rules(&self) -> &'static DrawRules {
        self.line.draw_rules()
    }

    fn sheet(&self, language: Language) -> String {
        sheet::of::<R>(self.line.draw_rules(), language)
    }

    fn side(&self) -> Side {
        self.line.position().side()
    }

    fn fen(&self) -> String {
        fen::write(self.line.position())
    }

    fn hub(&self) -> String {
        hub::write_position(self.line.position())
    }

    fn setup(&self) -> Option<String> {
        let first = self.line.first();
        (*first != Position::start()).then(|| fen::write(first))
    }

    fn rows(&self) -> Vec<Vec<Option<Cell>>> {
        let position = self.line.position();
        let mut rows = vec![vec![None; R::Board::WIDTH]; R::Board::HEIGHT];
        for square in R::Board::board().squares() {
            let (row, column) = R::Board::coordinates(square);
            let standing = |side: &Side| position.pieces(*side).has(square);
            let piece = Side::ALL
                .into_iter()
                .find(standing)
                .map(|side| (side, position.kings().has(square)));
            rows[row][column] = Some(Cell {
                name: R::square_name(square),
                piece,
            });
        }
        rows
    }

    fn moves(&self) -> Vec<MoveText> {
        let mut moves = MoveList::new();
        self.line.position().moves(&mut moves);
        moves
            .iter()
            .map(|&mv| Self::text_of(self.line.position(), mv))
            .collect()
    }

    fn history(&self) -> Vec<MoveText> {
        let steps = self.line.steps();
        steps
            .map(|(position, mv)| Self::text_of(position, mv))
            .collect()
    }

    fn material(&self, side: Side) -> (u32, u32) {
        let (pieces, kings) = (
            self.line.position().pieces(side),
            self.line.position().kings(),
        );
        ((pieces & !kings).count(), (pieces & kings).count())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn set_endgames(&mut self, endgames: Endgames) {
        if endgames != self.endgames {
            self.endgames = endgames;
            self.tables = OnceCell::new();
        }
    }

    fn prepare(&self) {
        self.evaluator();
        self.tables();
    }

    fn known(&self) -> Option<Known> {
        let (tables, position) = (self.tables(), self.line.position());
        if position.count() > tables.most_pieces() {
            return None;
        }
        let value = tables.value(position, &mut Room::new())?;
        let line = Self::texts(position, &tables.line(position));
        Some(Known { value, line })
    }

    fn think(
        &self,
        table: &Table,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Decision {
        let (evaluator, tables) = (self.evaluator(), self.tables());
        let report = &mut |info: &search::Info<R>| report(&self.report(info));
        let found = search::think(
            &self.line,
            table,
            evaluator,
            Some(tables),
            limits,
            control,
            report,
        );
        let replies: Vec<_> = found.best.into_iter().chain(found.ponder).collect();
        let mut texts = Self::texts(self.line.position(), &replies).into_iter();
        Decision {
            best: texts.next(),
            ponder: texts.next(),
            report: found.info.as_ref().map(|info| self.report(info)),
            nodes: found.nodes,
        }
    }

    fn divide(&self, depth: usize, watch: &Watch) -> Vec<(MoveText, Option<u64>)> {
        let position = self.line.position();
        let counts = perft::divide_watched(position, depth, watch);
        counts
            .into_iter()
            .map(|(mv, count)| (Self::text_of(position, mv), count))
            .collect()
    }
}
