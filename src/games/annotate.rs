//! Analyses written into the games: evaluations, judgements and better lines.

use crate::notation::pdn::{Game, Moves, Ply};

use super::analysis::{Analysis, Judged};
use super::judge::{Verdict, Worth};

/// So many plies of a better line are written.
const LINE: usize = 8;

/// Writes an analysis into its game. What stands there already is kept.
pub fn annotate(game: &mut Game, analysis: &Analysis) {
    if game.tag("Annotator").is_none() {
        game.set_tag("Annotator", "damka");
    }
    let worths: Vec<Worth> = analysis.worths().skip(1).collect();
    for ((ply, judged), worth) in game.moves.plies.iter_mut().zip(&analysis.plies).zip(worths) {
        let evaluation = format!("[%eval {worth}]");
        ply.comment = Some(match ply.comment.take() {
            Some(said) => format!("{evaluation} {said}"),
            None => evaluation,
        });
        if judged.verdict == Verdict::Good {
            continue;
        }
        if ply.strength.is_empty() {
            ply.strength = judged.verdict.sign().to_owned();
        }
        ply.variations.push(better(judged));
    }
}

/// The better line as a variation.
fn better(judged: &Judged) -> Moves {
    let words = match judged.missed_shot {
        true => format!("a shot was missed: [%eval {}]", judged.worth),
        false => format!("better: [%eval {}]", judged.worth),
    };
    Moves {
        comment: Some(words),
        plies: judged.line.iter().take(LINE).map(Ply::new).collect(),
    }
}
