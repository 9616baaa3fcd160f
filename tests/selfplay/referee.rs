//! A referee that keeps nothing but the texts of the positions: it reads them anew, counts everything over the whole
//! game, and works out slowly, from the data of the draw rules, what the line of a game keeps from move to move.

use std::collections::BTreeMap;

use damka::board::{Geometry, Side, Square, Word};
use damka::notation::{fen, text};
use damka::position::{DrawReason, Key, Line, Move, Outcome, Position};
use damka::rules::{DrawRules, EndingKind, Objective, Promotion, Restart, Rules};

use crate::common::moves;

/// Men and kings of a side.
#[derive(Clone, Copy)]
struct Count {
    men: usize,
    kings: usize,
}

impl Count {
    fn all(self) -> usize {
        self.men + self.kings
    }

    fn is_lone_king(self) -> bool {
        (self.men, self.kings) == (0, 1)
    }
}

/// What has led from the position before to this one.
#[derive(Clone, Copy)]
struct Step {
    is_capture: bool,
    is_promotion: bool,
    /// A man has moved, and not sideways.
    is_man_forward: bool,
}

/// A position as its text tells it.
struct State {
    fen: String,
    side: Side,
    /// By the names of the squares: the side, and whether it is a king.
    pieces: BTreeMap<String, (Side, bool)>,
    /// `None` for the first position.
    step: Option<Step>,
    /// The place of the ending in the list of the draw rules.
    ending: Option<usize>,
    is_on_road: bool,
}

/// Row and column of a square with this name.
fn place<R: Rules>(name: &str) -> (usize, usize) {
    let is_it = |&square: &Square| R::square_name(square) == name;
    let square = R::Board::board().squares().find(is_it);
    R::Board::coordinates(square.expect("a square of the board"))
}

fn last_row<R: Rules>(side: Side) -> usize {
    match side {
        Side::White => 0,
        Side::Black => R::Board::HEIGHT - 1,
    }
}

impl State {
    fn read(fen: &str) -> Self {
        let mut fields = fen.split(':');
        let side = |letter| match letter {
            "W" => Side::White,
            "B" => Side::Black,
            _ => panic!("no side {letter}: {fen}"),
        };
        let to_move = side(fields.next().expect("a side"));
        let mut pieces = BTreeMap::new();
        for list in fields.filter(|field| !field.starts_with('+')) {
            let (letter, names) = list.split_at(1);
            for name in names.split(',').filter(|name| !name.is_empty()) {
                let bare = name.trim_start_matches('K');
                let piece = (side(letter), bare != name);
                assert_eq!(pieces.insert(bare.to_owned(), piece), None, "{fen}");
            }
        }
        Self {
            fen: fen.to_owned(),
            side: to_move,
            pieces,
            step: None,
            ending: None,
            is_on_road: false,
        }
    }

    fn count(&self, side: Side) -> Count {
        let of = |king| {
            let pieces = self.pieces.values();
            pieces.filter(|&&piece| piece == (side, king)).count()
        };
        Count {
            men: of(false),
            kings: of(true),
        }
    }

    /// The rows of the men of a side that do not stand on these squares in another position.
    fn rows_of_men_missing_in<R: Rules>(&self, side: Side, other: &Self) -> Vec<usize> {
        let is_gone = |(name, piece): &(&String, &(Side, bool))| {
            **piece == (side, false) && other.pieces.get(*name) != Some(piece)
        };
        let gone = self.pieces.iter().filter(is_gone);
        gone.map(|(name, _)| place::<R>(name).0).collect()
    }

    /// What has led here from the position before.
    fn step_from<R: Rules>(&self, before: &Self) -> Step {
        let (us, them) = (before.side, before.side.opponent());
        let left = before.rows_of_men_missing_in::<R>(us, self);
        let reached = self.rows_of_men_missing_in::<R>(us, before);
        Step {
            is_capture: self.count(them).all() < before.count(them).all(),
            is_promotion: self.count(us).kings > before.count(us).kings,
            is_man_forward: left != reached,
        }
    }

    /// A side with a lone king, and what the other one has against it, which includes a king.
    fn against_king(&self) -> Option<(Side, Count)> {
        Side::ALL.into_iter().find_map(|weak| {
            let strong = self.count(weak.opponent());
            (self.count(weak).is_lone_king() && strong.kings > 0).then_some((weak, strong))
        })
    }

    fn belongs<R: Rules>(&self, kind: EndingKind) -> bool {
        let strong = self.against_king().map(|(_, strong)| strong);
        let pieces = strong.map_or(0, Count::all);
        let only_kings = Side::ALL.iter().all(|&side| self.count(side).men == 0);
        let [white, black] = Side::ALL.map(|side| self.count(side));
        match kind {
            EndingKind::ThreeAgainstKing => pieces == 3,
            EndingKind::UpToTwoAgainstKing => pieces == 1 || pieces == 2,
            EndingKind::KingsAgainstKing => only_kings && pieces >= 3,
            EndingKind::ThreeKingsAgainstKing => only_kings && pieces == 3,
            EndingKind::TwoKingsAgainstKing => only_kings && pieces == 2,
            EndingKind::KingAgainstKing => pieces == 1,
            EndingKind::SafeKingAgainstKing => pieces == 1 && is_safe::<R>(&self.fen),
            EndingKind::KingsOnBothSides { least, most } => {
                white.kings > 0
                    && black.kings > 0
                    && self.pieces.len() >= usize::from(least)
                    && self.pieces.len() <= usize::from(most)
            }
            EndingKind::UnequalKings => only_kings && white.kings != black.kings,
        }
    }

    /// Whether the lone king alone stands on the diagonal from White's left corner, or from the other one where that
    /// is no square.
    fn is_on_road<R: Rules>(&self, kind: EndingKind) -> bool {
        let Some((weak, _)) = self.against_king().filter(|_| self.belongs::<R>(kind)) else {
            return false;
        };
        let is_on_it = |(name, _): &(&String, _)| {
            let (row, column) = place::<R>(name);
            match R::Board::MIRRORED {
                false => row + column == R::Board::HEIGHT - 1,
                true => row == column,
            }
        };
        let on_road: Vec<_> = self.pieces.iter().filter(is_on_it).collect();
        matches!(*on_road, [(_, &(side, true))] if side == weak)
    }
}

/// Whether nobody captures now, and the side to move has a move after which it is not captured.
fn is_safe<R: Rules>(fen: &str) -> bool {
    let position = read::<R>(fen);
    moves(&position).into_iter().any(|mv| {
        let next = read::<R>(&fen::write(&position.play(mv)));
        !mv.is_capture() && !moves(&next).iter().any(Move::is_capture)
    })
}

fn read<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All positions of a game, and the rules that may end it.
pub struct Referee {
    rules: &'static DrawRules,
    states: Vec<State>,
}

impl Referee {
    /// The referee of a game that begins with the position of the line.
    pub fn new<R: Rules>(line: &Line<R>) -> Self {
        let mut referee = Self {
            rules: line.draw_rules(),
            states: Vec::new(),
        };
        referee.look::<R>(State::read(&fen::write(line.first())));
        referee
    }

    fn last(&self) -> &State {
        self.states.last().expect("there is a first position")
    }

    fn look<R: Rules>(&mut self, mut state: State) {
        let fits = |ending: &damka::rules::Ending| state.belongs::<R>(ending.kind);
        state.ending = self.rules.endings.iter().position(fits);
        let road = self.rules.main_road.as_ref();
        state.is_on_road = road.is_some_and(|road| state.is_on_road::<R>(road.kind));
        state.step = self
            .states
            .last()
            .map(|before| state.step_from::<R>(before));
        self.states.push(state);
    }

    /// Plays the move on the board of names, and compares with the position that the line has come to.
    pub fn play<R: Rules>(&mut self, written: &str, line: &Line<R>) {
        let before = read::<R>(&self.last().fen);
        let mv = text::parse(&before, written)
            .unwrap_or_else(|error| panic!("{}: {error}", self.last().fen));
        let mut pieces = self.last().pieces.clone();
        let (from, to) = (R::square_name(mv.from()), R::square_name(mv.to()));
        let (side, was_king) = pieces.remove(&from).expect("a piece that moves");
        assert_eq!(side, self.last().side, "{written} in {}", self.last().fen);
        for square in mv.captured().squares() {
            let taken = pieces.remove(&R::square_name(square));
            assert_eq!(taken.map(|(side, _)| side), Some(side.opponent()));
        }
        let arrives = place::<R>(&to).0 == last_row::<R>(side);
        let in_passing = R::PROMOTION == Promotion::InPassing && mv.promotes();
        let king = was_king || arrives || in_passing;
        assert_eq!(mv.promotes(), king && !was_king, "{written}");
        assert_eq!(pieces.insert(to, (side, king)), None, "{written}");

        let state = State::read(&fen::write(line.position()));
        assert_eq!(state.pieces, pieces, "{written} in {}", self.last().fen);
        assert_eq!(state.side, side.opponent());
        self.look::<R>(state);
    }

    /// Compares all that the line says of the position on the board.
    pub fn check<R: Rules>(&self, line: &Line<R>) {
        let position = read::<R>(&self.last().fen);
        assert_eq!(position, *line.position(), "{}", self.last().fen);
        assert_eq!(Key::of(&position), line.key(), "{}", self.last().fen);
        let game: Vec<_> = self.states.iter().map(|state| &state.fen).collect();
        let (found, expected) = (line.outcome(), self.outcome(&position));
        assert_eq!(found, expected, "{} {game:?}", self.rules.name);
    }

    fn outcome<R: Rules>(&self, position: &Position<R>) -> Option<Outcome> {
        let state = self.last();
        if R::OBJECTIVE == Objective::FirstKing {
            let king = Side::ALL
                .into_iter()
                .find(|&side| state.count(side).kings > 0);
            if let Some(side) = king {
                return Some(Outcome::Win(side));
            }
        }
        if moves(position).is_empty() {
            return Some(Outcome::Win(match R::OBJECTIVE {
                Objective::Lose => state.side,
                Objective::Block | Objective::FirstKing => state.side.opponent(),
            }));
        }
        let ending = state.ending.map(|place| &self.rules.endings[place]);
        if ending.is_some_and(|ending| ending.kind == EndingKind::UnequalKings) {
            let [white, black] = Side::ALL.map(|side| state.count(side).kings);
            return Some(Outcome::Win(if white > black {
                Side::White
            } else {
                Side::Black
            }));
        }
        let occurrences = self.states.iter().filter(|other| other.fen == state.fen);
        let often = occurrences.count();
        let reached =
            |limit: Option<usize>, count: usize| limit.is_some_and(|limit| count >= limit);
        if reached(self.rules.repetition.map(usize::from), often) {
            return Some(Outcome::Draw(DrawReason::Repetition));
        }
        let is_king_move = |step: Step| !step.is_capture && !step.is_man_forward;
        let king_moves = self.plies_back(|_, step| is_king_move(step));
        if reached(self.rules.king_moves.map(usize::from), king_moves) {
            return Some(Outcome::Draw(DrawReason::KingMoves));
        }
        let road = self
            .rules
            .main_road
            .as_ref()
            .map(|road| usize::from(road.plies));
        let on_road = self.plies_back(|before, _| before.is_on_road);
        if state.is_on_road && reached(road, on_road) {
            return Some(Outcome::Draw(DrawReason::MainRoad));
        }
        let ending = ending?;
        let lasted = self.plies_back(|before, step| {
            let anew = match ending.restart {
                Restart::Never => false,
                Restart::OnChange => step.is_capture || step.is_promotion,
                Restart::OnManMove => !is_king_move(step),
            };
            before.ending == state.ending && !anew
        });
        let is_draw = lasted >= usize::from(ending.plies);
        is_draw.then_some(Outcome::Draw(DrawReason::Ending(ending.kind)))
    }

    /// The plies at the end of the game that fit without a gap: each is asked with the position before it.
    fn plies_back(&self, fits: impl Fn(&State, Step) -> bool) -> usize {
        let pairs = self.states.windows(2).rev();
        pairs
            .take_while(|pair| fits(&pair[0], pair[1].step.expect("not the first position")))
            .count()
    }
}
