//! Analyses as one HTML page that needs nothing else: no script, no font, no picture from elsewhere.

mod curve;

use std::fmt::Write;

use crate::board::Side;
use crate::rules::variant::Variant;
use crate::session;

use super::analysis::{Analysis, Judged};
use super::judge::Verdict;
use super::svg::{self, Marks};

const STYLE: &str = "\
:root{color-scheme:light}\
*{box-sizing:border-box}\
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff;overflow-wrap:anywhere}\
main{max-width:60rem;margin:0 auto;padding:1rem}\
h1{font-size:1.5rem;margin:.5rem 0}\
h2{font-size:1.25rem;margin:2.5rem 0 .25rem;padding-top:1rem;border-top:2px solid #ddd}\
h3{font-size:1.05rem;margin:1.5rem 0 .5rem}\
a{color:#1a5fb4}\
.faint{color:#666;font-size:.9rem;margin:.25rem 0}\
.curve{display:block;width:100%;height:auto;margin:.75rem 0;border:1px solid #ccc}\
.moves{line-height:1.8}\
.moves span,.moves a{white-space:nowrap}\
.n{color:#888}\
.dubious{color:#9a6a00}.mistake{color:#c2410c}.blunder{color:#b91c1c;font-weight:bold}\
table{border-collapse:collapse;margin:.5rem 0}\
td,th{padding:.15rem .75rem .15rem 0;text-align:left;font-weight:normal}\
td{text-align:right}thead th{text-align:right;color:#666;font-size:.9rem}thead th:first-child{text-align:left}\
.bad{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:1.25rem}\
figure{margin:0;break-inside:avoid}\
.board{display:block;width:100%;max-width:22rem;height:auto}\
figcaption{margin-top:.35rem;font-size:.95rem}\
@media print{main{max-width:none;padding:0}body{font-size:11pt}section+section{break-before:page}\
h2{margin-top:1rem;border:0}h3{break-after:avoid}\
.bad{grid-template-columns:repeat(3,1fr)}a{color:inherit;text-decoration:none}}";

/// The page of some analyses.
#[must_use]
pub fn page(analyses: &[&Analysis]) -> String {
    let count = match analyses.len() {
        1 => "one game".to_owned(),
        count => format!("{count} games"),
    };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>Analysis of {count}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Analysis of {count}</h1>\n\
         <p class=\"faint\">By damka. Scores are in men and for White; #4 is a win in four moves. A move is \
         dubious (?!), a mistake (?) or a blunder (??) if it costs 0.05, 0.1 or 0.2 points of a game where a win \
         counts 1.</p>\n"
    );
    if analyses.len() > 1 {
        page.push_str("<nav>\n<ol>\n");
        for (number, analysis) in (1..).zip(analyses) {
            let (title, about) = (title(analysis), about(analysis));
            // A string always takes what is written.
            let _ = writeln!(
                page,
                "<li><a href=\"#g{number}\">{title}</a> <span class=\"faint\">{about}</span></li>"
            );
        }
        page.push_str("</ol>\n</nav>\n");
    }
    for (number, analysis) in (1..).zip(analyses) {
        page.push_str(&section(number, analysis));
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// Text as it stands in HTML.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// What a tag says, if it says something.
fn tag(analysis: &Analysis, name: &str) -> Option<String> {
    let tag = analysis.tags.iter().find(|(known, _)| known == name);
    let value = tag.map(|(_, value)| value.trim()).unwrap_or_default();
    (!value.trim_matches(['?', '.', '*']).is_empty()).then(|| escaped(value))
}

fn title(analysis: &Analysis) -> String {
    let player = |name: &str| tag(analysis, name).unwrap_or_else(|| name.to_owned());
    let result = tag(analysis, "Result").map(|result| format!(" {result}"));
    let (white, black) = (player("White"), player("Black"));
    format!("{white} – {black}{}", result.unwrap_or_default())
}

/// Where and when the game was played.
fn about(analysis: &Analysis) -> String {
    let round = tag(analysis, "Round").map(|round| format!("round {round}"));
    let tags = ["Event", "Site", "Date"].map(|name| tag(analysis, name));
    let known: Vec<_> = tags.into_iter().chain([round]).flatten().collect();
    known.join(", ")
}

/// The number of a move, as it stands before the moves of the side that begins.
struct Numbers {
    /// Whether the first move is the second side's.
    skipped: usize,
}

impl Numbers {
    fn of(analysis: &Analysis) -> Self {
        let first = analysis.plies.first().map(Judged::side);
        let variant: Option<Variant> = analysis.variant.parse().ok();
        let usual = variant.map(|variant| session::describe(variant).first);
        Self {
            skipped: usize::from(first.is_some() && first != usual),
        }
    }

    fn text(&self, place: usize, always: bool) -> String {
        let place = place + self.skipped;
        match place % 2 {
            0 => format!("{}.", place / 2 + 1),
            _ if always => format!("{}...", place / 2 + 1),
            _ => String::new(),
        }
    }
}

fn section(number: usize, analysis: &Analysis) -> String {
    let numbers = Numbers::of(analysis);
    let bad = |judged: &&(usize, &Judged)| judged.1.verdict > Verdict::Good;
    let plies: Vec<_> = analysis.plies.iter().enumerate().collect();
    let mut section = format!(
        "<section>\n<h2 id=\"g{number}\">{}</h2>\n<p class=\"faint\">{}</p>\n<p class=\"faint\">{}, {} plies, each \
         position searched for {}</p>\n{}\n{}\n{}\n",
        title(analysis),
        about(analysis),
        escaped(&analysis.variant),
        plies.len(),
        escaped(&analysis.limits),
        curve::draw(analysis),
        summary(analysis),
        moves(number, analysis, &numbers)
    );
    if plies.iter().any(|ply| bad(&ply)) {
        section.push_str("<h3>What could have been better</h3>\n<div class=\"bad\">\n");
        for &(place, judged) in plies.iter().filter(bad) {
            let id = format!("g{number}p{place}");
            let after = analysis.worths().nth(place + 1).unwrap_or(analysis.last);
            let played = format!("{} {}", numbers.text(place, true), escaped(&judged.text));
            section.push_str(&figure(&id, &played, analysis, judged, &after.to_string()));
        }
        section.push_str("</div>\n");
    }
    section.push_str("</section>\n");
    section
}

fn summary(analysis: &Analysis) -> String {
    let row = |name: &str, side| {
        let count = |verdict| analysis.count(side, verdict);
        let loss = analysis.mean_loss(side).unwrap_or_default();
        format!(
            "<tr><th>{name}</th><td>{loss:.3}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            count(Verdict::Dubious),
            count(Verdict::Mistake),
            count(Verdict::Blunder)
        )
    };
    format!(
        "<table><thead><tr><th></th><th>mean loss</th><th>?!</th><th>?</th><th>??</th></tr></thead>\
         <tbody>{}{}</tbody></table>",
        row("White", Side::White),
        row("Black", Side::Black)
    )
}

fn moves(number: usize, analysis: &Analysis, numbers: &Numbers) -> String {
    let mut text = "<p class=\"moves\">".to_owned();
    for (place, judged) in analysis.plies.iter().enumerate() {
        let shown = numbers.text(place, place == 0);
        if !shown.is_empty() {
            let _ = write!(text, "<span class=\"n\">{shown}</span>&nbsp;");
        }
        let (mv, sign) = (escaped(&judged.text), judged.verdict.sign());
        let _ = match judged.verdict {
            Verdict::Good => write!(text, "<span>{mv}</span> "),
            bad => write!(
                text,
                "<a class=\"{}\" href=\"#g{number}p{place}\">{mv}{sign}</a> ",
                bad.word()
            ),
        };
    }
    text + "</p>"
}

fn figure(id: &str, played: &str, analysis: &Analysis, judged: &Judged, after: &str) -> String {
    let board = board(analysis, judged).unwrap_or_default();
    let side = if judged.by_white { "White" } else { "Black" };
    let verdict = match judged.missed_shot {
        true => format!("{}, a shot was missed", judged.verdict.word()),
        false => judged.verdict.word().to_owned(),
    };
    let line: Vec<_> = judged.line.iter().map(|mv| escaped(mv)).collect();
    format!(
        "<figure id=\"{id}\">{board}<figcaption>{side} to move. <span class=\"{}\">{played}{}</span> ({verdict}, \
         {} &rarr; {after}). Better: {}</figcaption></figure>\n",
        judged.verdict.word(),
        judged.verdict.sign(),
        judged.worth,
        line.join(" ")
    )
}

/// The position before a move, with the squares of the best move marked.
fn board(analysis: &Analysis, judged: &Judged) -> Option<String> {
    let mut session = session::open(analysis.variant.parse().ok()?);
    session.set_fen(&judged.fen).ok()?;
    let best = session.play(judged.line.first()?).ok()?;
    session.undo();
    let squares = [best.from.as_str(), best.to.as_str()];
    let marks = Marks {
        squares: &squares,
        is_file: false,
    };
    Some(svg::draw(&*session, marks))
}
