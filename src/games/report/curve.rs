//! The course of a game as a curve of White's expected points.

use std::fmt::Write;

use super::Analysis;
use crate::games::judge::Verdict;

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 150.0;

/// The curve: White's share is white, Black's share is dark, and bad moves are dots.
pub(super) fn draw(analysis: &Analysis) -> String {
    let worths: Vec<f64> = analysis.worths().map(|worth| worth.expected()).collect();
    let steps = (worths.len() - 1).max(1) as f64;
    let point = |place: usize| {
        let share = worths.get(place).copied().unwrap_or(0.5);
        (WIDTH * place as f64 / steps, HEIGHT * (1.0 - share))
    };
    let mut line = String::new();
    for place in 0..worths.len() {
        let (x, y) = point(place);
        // A string always takes what is written.
        let _ = write!(line, "L{x:.1} {y:.1}");
    }
    let end = if worths.len() > 1 { WIDTH } else { 0.0 };
    let mut dots = String::new();
    for (place, judged) in analysis.plies.iter().enumerate() {
        let colour = match judged.verdict {
            Verdict::Good => continue,
            Verdict::Dubious => "#e5a50a",
            Verdict::Mistake => "#e66100",
            Verdict::Blunder => "#e01b24",
        };
        let (x, y) = point(place + 1);
        let _ = write!(
            dots,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\" stroke=\"#fff\"/>"
        );
    }
    format!(
        "<svg class=\"curve\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"White's expected points in \
         the course of the game\"><path fill=\"#444\" d=\"M0 0h{WIDTH}v{HEIGHT}h-{WIDTH}z\"/><path fill=\"#f4f4f4\" \
         d=\"M0 {HEIGHT}{line}L{end:.1} {HEIGHT}z\"/><path stroke=\"#e01b24\" stroke-dasharray=\"4\" opacity=\".6\" \
         d=\"M0 75h{WIDTH}\"/>{dots}</svg>"
    )
}
