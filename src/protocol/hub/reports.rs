//! What a search reports, and when it is written.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::info;
use super::output::Output;
use super::thinking::Manner;
use crate::session::{Decision, Report};

/// Several lines of a depth that is complete are written when nothing has changed for this long, or when the next
/// depth begins: a search may find better lines of the same depth many times in a row.
const SETTLED: Duration = Duration::from_millis(50);

/// The reports of a search that are not settled yet.
pub struct Reports {
    /// The last reports of the present depth, the best line first; of several depths never.
    group: Vec<Report>,
    /// Lines in a complete group.
    lines: usize,
    began: Instant,
    changed: Instant,
    /// The time to keep between two lines.
    gap: Duration,
    /// No line is written from here to the end of the search.
    quiet: Option<Instant>,
    is_pending: bool,
}

impl Reports {
    /// The reports of a search that begins now and has this many best lines.
    pub fn new(lines: usize, manner: &Manner) -> Self {
        let began = Instant::now();
        Self {
            group: Vec::new(),
            lines: lines.max(1),
            began,
            changed: began,
            gap: manner.gap,
            quiet: manner.quiet_after.map(|time| began + time),
            is_pending: false,
        }
    }

    /// When something may be written, if nothing else comes; `last` is when the last line of any kind was. The first
    /// line waits as if another had been written when the search began, since most short searches are over by then.
    pub fn due(&self, last: Option<Instant>) -> Option<Instant> {
        if !self.is_pending || self.group.len() < self.lines {
            return None;
        }
        if self.lines > 1 {
            return Some(self.changed + SETTLED);
        }
        let due = last.unwrap_or(self.began).max(self.began) + self.gap;
        let is_quiet = |quiet: Instant| due.max(Instant::now()) > quiet;
        (!self.quiet.is_some_and(is_quiet)).then_some(due)
    }

    /// Takes a report and writes what is settled by it.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn take<W: Write>(&mut self, report: Report, output: &mut Output<W>) -> io::Result<()> {
        if self
            .group
            .first()
            .is_some_and(|old| old.depth != report.depth)
        {
            if self.is_pending && self.lines > 1 {
                self.write(output)?;
            }
            self.group.clear();
        }
        match self.group.iter_mut().find(|old| old.line == report.line) {
            Some(old) => *old = report,
            None => self.group.push(report),
        }
        self.is_pending = true;
        self.changed = Instant::now();
        if self.lines == 1 && self.gap.is_zero() {
            return self.write(output);
        }
        Ok(())
    }

    /// Writes the latest reports, the best line last: clients that know nothing of several take the last for the best.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn write<W: Write>(&mut self, output: &mut Output<W>) -> io::Result<()> {
        self.is_pending = false;
        for report in self.group.iter().rev() {
            output.line(&info::info(report, self.lines > 1))?;
        }
        Ok(())
    }

    /// Writes what is left when the search is over, a gap after the line before; at least one line if there is a move.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn end<W: Write>(
        &mut self,
        decision: &Decision,
        gap: Duration,
        output: &mut Output<W>,
    ) -> io::Result<()> {
        if let (true, Some(best)) = (self.group.is_empty(), &decision.best) {
            let report = info::bare_report(decision, best, self.began.elapsed());
            self.group.push(report);
            self.is_pending = true;
        }
        if !self.is_pending {
            return Ok(());
        }
        output.wait(gap);
        self.write(output)
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

    /// What is written of reports of these depths and lines; at the end only what `due` allows.
    fn written(lines: usize, gap: Duration, reports: &[(u32, usize)]) -> Vec<String> {
        let manner = Manner {
            is_endless: true,
            gap,
            quiet_after: None,
        };
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes);
        let mut pending = Reports::new(lines, &manner);
        for &(depth, line) in reports {
            pending.take(report(depth, line), &mut output).unwrap();
        }
        if pending.due(None).is_some() {
            pending.write(&mut output).unwrap();
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
    fn a_single_line_is_written_at_once_or_the_latest_when_it_is_due() {
        let reports = [(1, 1), (2, 1), (2, 1)];
        assert_eq!(
            written(1, Duration::ZERO, &reports),
            ["depth=1", "depth=2", "depth=2"]
        );
        assert_eq!(written(1, Duration::from_millis(1), &reports), ["depth=2"]);
    }

    #[test]
    fn several_lines_are_written_when_their_depth_is_complete_with_the_best_last() {
        let reports = [(1, 1), (1, 1), (1, 2), (1, 2), (2, 1)];
        let first = ["depth=1 multi-pv=2", "depth=1 multi-pv=1"];
        assert_eq!(written(2, Duration::ZERO, &reports), first);
        assert_eq!(written(2, Duration::ZERO, &reports[..3]), first);
        assert!(written(2, Duration::ZERO, &reports[..2]).is_empty());
    }

    #[test]
    fn a_stretch_of_silence_ends_the_search() {
        let manner = Manner {
            is_endless: false,
            gap: Duration::from_millis(20),
            quiet_after: Some(Duration::from_millis(10)),
        };
        let mut reports = Reports::new(1, &manner);
        reports
            .take(report(1, 1), &mut Output::new(Vec::new()))
            .unwrap();
        assert_eq!(reports.due(None), None);
    }
}
