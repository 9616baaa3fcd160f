//! Games in which kings wander about until a draw rule ends them.

use damka::board::Word;
use damka::notation::text;
use damka::position::{DrawReason, Line, Move, Outcome};
use damka::rules::{DrawRules, Rules};

use super::{moves, position};

pub fn line<R: Rules>(fen: &str, rules: &'static DrawRules) -> Line<R> {
    Line::new(position(fen), rules)
}

/// Plays moves by their texts.
pub fn play<R: Rules>(line: &mut Line<R>, texts: &str) {
    for written in texts.split_whitespace() {
        let mv = text::parse(line.position(), written)
            .unwrap_or_else(|error| panic!("ply {}: {error}", line.plies()));
        line.play(mv);
    }
}

pub fn is_quiet_king<R: Rules>(line: &Line<R>, mv: &Move<R>) -> bool {
    !mv.is_capture() && line.position().kings().has(mv.from())
}

/// Whether the position is new and nobody can capture in it.
pub fn is_calm<R: Rules>(line: &Line<R>) -> bool {
    let position = line.position();
    line.repetitions() == 0 && !position.has_capture() && !position.passed().has_capture()
}

/// Plays so many quiet moves of kings through calm positions, none of which is the end of the game, to one that fits.
pub fn wander_to<R: Rules>(
    line: &mut Line<R>,
    plies: usize,
    fits: &dyn Fn(&Line<R>) -> bool,
) -> bool {
    if plies == 0 {
        return fits(line);
    }
    if line.outcome().is_some() {
        return false;
    }
    for mv in moves(line.position()) {
        if is_quiet_king(line, &mv) {
            line.play(mv);
            if is_calm(line) && wander_to(line, plies - 1, fits) {
                return true;
            }
            line.undo();
        }
    }
    false
}

pub fn wander<R: Rules>(line: &mut Line<R>, plies: usize) {
    let found = wander_to(line, plies, &|_| true);
    assert!(found, "the game ends too early or no calm move is left");
}

/// A quiet move of a man forward after which nobody can capture.
pub fn calm_man_move<R: Rules>(line: &Line<R>) -> Option<Move<R>> {
    moves(line.position()).into_iter().find(|mv| {
        let mut after = line.clone();
        after.play(*mv);
        !line.position().is_reversible(*mv) && is_calm(&after)
    })
}

/// Nothing draws before so many plies of kings; then the reason does.
pub fn reaches<R: Rules>(line: &mut Line<R>, plies: u16, reason: DrawReason) {
    wander(line, usize::from(plies) - 1);
    assert_eq!(line.counters().plies_left(line.draw_rules()), Some(1));
    wander(line, 1);
    assert_eq!(line.draw(), Some(reason));
    assert_eq!(line.outcome(), Some(Outcome::Draw(reason)));
    assert_eq!(line.counters().plies_left(line.draw_rules()), Some(0));
}

/// The game after some moves of kings and a capture, the first that fits.
pub fn after_capture<R: Rules>(line: &Line<R>, fits: impl Fn(&Line<R>) -> bool) -> Line<R> {
    let mut walk = vec![(line.clone(), 0)];
    while let Some((line, depth)) = walk.pop() {
        for mv in moves(line.position()) {
            let mut next = line.clone();
            next.play(mv);
            if mv.is_capture() && fits(&next) {
                return next;
            }
            if depth < 3 && is_quiet_king(&line, &mv) {
                walk.push((next, depth + 1));
            }
        }
    }
    panic!("no capture fits");
}
