//! The standings of a match for people.

use damka::arena::standing::{Effort, Pairing, Standings};
use damka::arena::statistics::{Interval, Test, Verdict};

/// How the match stands, on one line.
pub fn brief(standings: &Standings, test: Option<&Test>) -> String {
    let [pairing] = standings.pairings() else {
        let games: u64 = standings.pairings().iter().map(Pairing::games).sum();
        return format!("{games} games");
    };
    let mut line = score(pairing);
    if let Some(rating) = pairing.rating() {
        line += &format!(", Elo {}", interval(rating.elo));
    }
    if let Some(test) = test {
        line += &format!(", ratio {:.2}", test.ratio(&pairing.pairs()));
    }
    line
}

fn score(pairing: &Pairing) -> String {
    let ([won, drawn, lost], games) = (pairing.results, pairing.games());
    let (first, second) = (&pairing.first, &pairing.second);
    let points = won as f64 + drawn as f64 / 2.0;
    let share = 100.0 * points / games.max(1) as f64;
    format!("{first} v {second}: {games} games, +{won} ={drawn} -{lost}, {share:.1} %")
}

fn interval(interval: Interval) -> String {
    let Interval { value, low, high } = interval;
    format!("{value:+.1} [{low:.1}, {high:.1}]")
}

/// The result for people.
pub fn lines(standings: &Standings, test: Option<&Test>) -> Vec<String> {
    let mut lines = Vec::new();
    for pairing in standings.pairings() {
        lines.push(score(pairing));
        let Some(rating) = pairing.rating() else {
            continue;
        };
        let pairs = pairing.pairs().map(|count| count.to_string()).join(" ");
        lines.push(format!(
            "  Elo {}, normalized {}, superior with {:.1} %, pairs {pairs}",
            interval(rating.elo),
            interval(rating.normalized),
            100.0 * rating.superiority
        ));
        if let Some(test) = test {
            lines.push(format!("  {}", test_line(test, pairing)));
        }
    }
    let efforts = standings.names().iter();
    lines.extend(efforts.map(|name| effort_line(name, &standings.effort(name))));
    lines
}

fn test_line(test: &Test, pairing: &Pairing) -> String {
    let (pairs, (low, high)) = (pairing.pairs(), test.bounds());
    let verdict = match test.verdict(&pairs) {
        Some(Verdict::Passed) => "passed",
        Some(Verdict::Failed) => "failed",
        None => "undecided",
    };
    format!(
        "test of {} against {}: ratio {:.2} of [{low:.2}, {high:.2}], {verdict}",
        test.elo1,
        test.elo0,
        test.ratio(&pairs)
    )
}

fn effort_line(name: &str, effort: &Effort) -> String {
    let moves = effort.moves.max(1) as f64;
    let mut line = format!("{name}: {:.4} s a move", effort.time / moves);
    if let Some(depth) = effort.depth() {
        line += &format!(", mean depth {depth:.1}");
    }
    if effort.nodes > 0 {
        line += &format!(", {:.0} nodes a move", effort.nodes as f64 / moves);
    }
    for (kind, count) in &effort.faults {
        line += &format!(", {kind} {count}");
    }
    line
}
