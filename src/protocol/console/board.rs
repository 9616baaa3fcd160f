//! The board drawn with letters: `w` and `b` men, `W` and `B` kings, each with the name of its square.

use crate::board::Side;
use crate::session::{Cell, Session};

/// The board with White in the south. Every line ends with a line feed.
///
/// ```
/// use damka::protocol::console::board;
/// use damka::rules::variant::Variant;
/// use damka::session;
///
/// let drawn = board::draw(&*session::open(Variant::International));
/// assert!(drawn.contains("| b 6     b 7     b 8     b 9     b10     |\n"));
/// assert!(drawn.contains("|      21      22      23      24      25 |\n"));
/// ```
#[must_use]
pub fn draw(session: &dyn Session) -> String {
    let rows = session.rows();
    let width = rows.first().map_or(0, Vec::len);
    let edge = format!("  +{}+\n", "-".repeat(CELL_WIDTH * width + 1));
    let lines = rows.iter().map(|row| {
        let cells: String = row.iter().map(draw_cell).collect();
        format!("  |{cells} |\n")
    });
    format!("{edge}{}{edge}", lines.collect::<String>())
}

const CELL_WIDTH: usize = 4;

fn draw_cell(cell: &Option<Cell>) -> String {
    let Some(cell) = cell else {
        return " ".repeat(CELL_WIDTH);
    };
    let letter = match cell.piece {
        None => ' ',
        Some((Side::White, false)) => 'w',
        Some((Side::White, true)) => 'W',
        Some((Side::Black, false)) => 'b',
        Some((Side::Black, true)) => 'B',
    };
    format!(" {letter}{:>2}", cell.name)
}
