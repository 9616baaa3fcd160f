//! Positions as pictures.

use std::fmt::Write;

use crate::board::Side;
use crate::session::{Cell, Session};

/// The side of a square in the units of the picture.
const SQUARE: usize = 10;

/// What is drawn beside the pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// The names of squares that are framed.
    pub squares: &'a [&'a str],
    /// Whether the picture is a file of its own, and not a part of a page.
    pub is_file: bool,
}

/// The position on the board with White in the south, the name of its square in the corner of each.
///
/// ```
/// use damka::games::svg::{self, Marks};
/// use damka::rules::variant::Variant;
/// use damka::session;
///
/// let picture = svg::draw(&*session::open(Variant::Canadian), Marks::default());
/// assert!(picture.starts_with("<svg") && picture.contains("viewBox=\"0 0 120 120\""));
/// assert_eq!(picture.matches("<circle").count(), 60);
/// ```
#[must_use]
pub fn draw(session: &dyn Session, marks: Marks<'_>) -> String {
    let rows = session.rows();
    let (width, height) = (
        rows.first().map_or(0, Vec::len) * SQUARE,
        rows.len() * SQUARE,
    );
    let space = if marks.is_file {
        " xmlns=\"http://www.w3.org/2000/svg\""
    } else {
        ""
    };
    let mut picture = format!(
        "<svg{space} class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        session.fen()
    );
    // A string always takes what is written.
    let _ = write!(
        picture,
        "<path fill=\"#f0e2c6\" d=\"M0 0h{width}v{height}h-{width}z\"/>"
    );
    let is_full = rows.iter().flatten().all(Option::is_some);
    let mut dark = String::new();
    let mut pieces = String::new();
    let mut names = String::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let (x, y) = (column * SQUARE, row * SQUARE);
            if !is_full || (row + column) % 2 == 1 {
                let _ = write!(dark, "M{x} {y}h10v10h-10z");
            }
            pieces.push_str(&piece(cell, x + SQUARE / 2, y + SQUARE / 2));
            names.push_str(&name(cell, x as f64, y as f64));
            if marks.squares.contains(&cell.name.as_str()) {
                let _ = write!(
                    pieces,
                    "<path fill=\"none\" stroke=\"#d33\" d=\"M{x}.5 {y}.5h9v9h-9z\"/>"
                );
            }
        }
    }
    let _ = write!(
        picture,
        "<path fill=\"#b58a5c\" d=\"{dark}\"/>{pieces}<g font-family=\"sans-serif\" \
         font-size=\"2.4\" fill=\"#4a3013\">{names}</g></svg>"
    );
    picture
}

/// The name of a square: in its corner or, where a piece stands, on the piece.
fn name(cell: &Cell, x: f64, y: f64) -> String {
    let name = &cell.name;
    let Some((side, is_king)) = cell.piece else {
        return format!(
            "<text x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            x + 0.5,
            y + 2.6
        );
    };
    let fill = match side {
        Side::White => "#777",
        Side::Black => "#bbb",
    };
    let down = if is_king { 8.1 } else { 5.9 };
    format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{fill}\" text-anchor=\"middle\">{name}</text>",
        x + 5.0,
        y + down
    )
}

/// The piece on a square around this point, if there is one; a king has a crown.
fn piece(cell: &Cell, x: usize, y: usize) -> String {
    let Some((side, is_king)) = cell.piece else {
        return String::new();
    };
    let (fill, line) = match side {
        Side::White => ("#fff", "#222"),
        Side::Black => ("#222", "#000"),
    };
    let disc = format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.9\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\".4\"/>"
    );
    if !is_king {
        return disc;
    }
    let (left, top) = (x as f64 - 2.2, y as f64 - 2.4);
    format!(
        "{disc}<path fill=\"#e0a010\" stroke=\"#7a5200\" stroke-width=\".25\" \
         d=\"M{left:.1} {top:.1}l1.1 1.6l1.1-2l1.1 2l1.1-1.6v3.4h-4.4z\"/>"
    )
}
