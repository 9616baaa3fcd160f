//! What a search reports, and when it is written.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::info;
use super::output::Output;
use crate::session::{Decision, MoveText, Report};

/// Several lines of a depth that is complete are written when nothing has changed for this long, or when the next
/// depth begins: a search may find better lines of the same depth many times in a row.
const SETTLED: Duration = Duration::from_millis(50);

/// The reports of a search. A single line is written as soon as it is known.
pub struct Reports {
    /// The last reports of the present depth, the best line first; of several depths never.
    group: Vec<Report>,
    /// Lines in a complete group.
    lines: usize,
    began: Instant,
    changed: Instant,
    is_pending: bool,
}

impl Reports {
    /// The reports of a search that begins now and has this many best lines.
    pub fn new(lines: usize) -> Self {
        let began = Instant::now();
        Self {
            group: Vec::new(),
            lines: lines.max(1),
            began,
            changed: began,
            is_pending: false,
        }
    }

    /// When something is to be written if nothing else comes.
    pub fn due(&self) -> Option<Instant> {
        let is_complete = self.is_pending && self.group.len() >= self.lines;
        is_complete.then(|| self.changed + SETTLED)
    }

    /// Takes a report and writes what is settled by it.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn take<W: Write>(&mut self, report: Report, output: &mut Output<W>) -> io::Result<()> {
        let is_deeper = |old: &Report| old.depth != report.depth;
        if self.group.first().is_some_and(is_deeper) {
            self.settle(output)?;
            self.group.clear();
        }
        match self.group.iter_mut().find(|old| old.line == report.line) {
            Some(old) => *old = report,
            None => self.group.push(report),
        }
        self.is_pending = true;
        self.changed = Instant::now();
        if self.lines == 1 {
            return self.settle(output);
        }
        Ok(())
    }

    /// Writes the latest reports unless they were written, the best line last: clients that know nothing of several
    /// take the last for the best.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn settle<W: Write>(&mut self, output: &mut Output<W>) -> io::Result<()> {
        if !self.is_pending {
            return Ok(());
        }
        self.is_pending = false;
        for report in self.group.iter().rev() {
            output.line(&info::info(report, self.lines > 1))?;
        }
        Ok(())
    }

    /// Writes what is left when the search is over; at least one line if there is a move.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn end<W: Write>(&mut self, decision: &Decision, output: &mut Output<W>) -> io::Result<()> {
        if let (true, Some(best)) = (self.group.is_empty(), &decision.best) {
            let report = bare_report(decision, best, self.began.elapsed());
            self.group.push(report);
            self.is_pending = true;
        }
        self.settle(output)
    }
}

/// What is told of a search that was over before it had anything to report.
fn bare_report(decision: &Decision, best: &MoveText, time: Duration) -> Report {
    Report {
        depth: 1,
        mean_depth: 0.0,
        line: 1,
        is_finished: true,
        score: decision
            .report
            .as_ref()
            .map_or_else(Default::default, |report| report.score),
        nodes: decision.nodes,
        time,
        pv: vec![best.clone()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;

    fn report(depth: u32, line: usize) -> Report {
        Report {
            depth,
            mean_depth: 0.0,
            line,
            is_finished: true,
            score: Score::default(),
            nodes: 0,
            time: Duration::ZERO,
            pv: Vec::new(),
        }
    }

    /// What is written of reports of these depths and lines; at the end only what is due.
    fn written(lines: usize, reports: &[(u32, usize)]) -> Vec<String> {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes, None);
        let mut pending = Reports::new(lines);
        for &(depth, line) in reports {
            pending.take(report(depth, line), &mut output).unwrap();
        }
        if pending.due().is_some() {
            pending.settle(&mut output).unwrap();
        }
        let text = String::from_utf8(bytes).unwrap();
        let fields = |line: &str| {
            let fields = line.split(' ').filter(|field| {
                field.contains("depth=") && !field.contains("mean") || field.contains("multi")
            });
            fields.collect::<Vec<_>>().join(" ")
        };
        text.lines().map(fields).collect()
    }

    #[test]
    fn a_single_line_is_written_at_once() {
        assert_eq!(
            written(1, &[(1, 1), (2, 1), (2, 1)]),
            ["depth=1", "depth=2", "depth=2"]
        );
    }

    #[test]
    fn several_lines_are_written_when_their_depth_is_complete_with_the_best_last() {
        let reports = [(1, 1), (1, 1), (1, 2), (1, 2), (2, 1)];
        let first = ["depth=1 multi-pv=2", "depth=1 multi-pv=1"];
        assert_eq!(written(2, &reports), first);
        assert_eq!(written(2, &reports[..3]), first);
        assert!(written(2, &reports[..2]).is_empty());
    }
}
