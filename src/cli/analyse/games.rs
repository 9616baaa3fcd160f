//! `damka analyse FILE.pdn`: whole games, several at a time.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use damka::games::analysis::{self, Analysis, Engine, Key};
use damka::games::annotate::annotate;
use damka::games::check::{Options, Refused};
use damka::games::convert;
use damka::games::report;
use damka::games::source;
use damka::notation::pdn::Game;
use damka::protocol::interrupt::{Interrupt, Work};
use damka::rules::variant::Variant;
use damka::search::{Group, Limits, Table};
use damka::wire::files;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::super::output::{self, Progress};
use super::super::{Failure, engine::EngineArguments};

/// What is written of the games of a file.
#[derive(Args, Clone, Debug)]
pub struct OutputArguments {
    /// Games of a file: keep each as a line of JSON as soon as it is finished. If the file exists it is continued, and
    /// games that it has are not searched again.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Games of a file: write them with evaluations, judgements and better lines.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Games of a file: write a report that a browser shows.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// What is to be done with a file of games.
pub struct Task<'a> {
    /// The file.
    pub file: &'a Path,
    /// The kind of draughts of games that do not name it, if it was given.
    pub variant: Option<Variant>,
    /// When the search of a position ends; one thread.
    pub limits: Limits,
    /// The same in words.
    pub words: String,
    /// Games at a time, and the memory for all of them.
    pub engine: &'a EngineArguments,
    /// What is written.
    pub output: &'a OutputArguments,
    /// Whether the analyses go to stdout as JSON, if nothing else is asked for.
    pub json: bool,
}

impl OutputArguments {
    /// Whether something is to be written that only games have.
    pub fn is_asked_for(&self) -> bool {
        self.out.is_some() || self.pdn.is_some() || self.html.is_some()
    }
}

/// Analyses the games of a file and writes them.
///
/// # Errors
///
/// When a file cannot be read or written, a game was refused, or it was interrupted.
pub fn run(task: &Task<'_>, interrupt: &Interrupt) -> Result<(), Failure> {
    let (games, refused) = read(task)?;
    let mut known = match &task.output.out {
        Some(path) => resume(path)?,
        None => HashMap::new(),
    };
    let keys = games
        .iter()
        .map(|(variant, game)| analysis::key(game, *variant, &task.words));
    let keys: Vec<Key> = keys.collect();
    let group = Arc::new(Group::default());
    let found = interrupt.run(Work::Searches(Arc::clone(&group)), || {
        search(task, &games, &keys, &known, &group)
    })?;
    known.extend(found.into_iter().map(|analysis| (analysis.key(), analysis)));
    write(task, &games, &keys, &known)?;
    if group.is_stopped() {
        let more = match task.output.out {
            Some(_) => "; the same command goes on with the games that are missing",
            None => "",
        };
        output::note(&format!(
            "interrupted; the games that were finished are kept{more}"
        ));
        return Err(Failure::Interrupted);
    }
    if refused { Err(Failure::Lines) } else { Ok(()) }
}

/// The legal games of the file, and whether others were refused.
fn read(task: &Task<'_>) -> Result<(Vec<(Variant, Game)>, bool), Failure> {
    let failed = |error: io::Error| Failure::file(task.file, &error);
    let input = BufReader::new(File::open(task.file).map_err(failed)?);
    let (mut games, mut refused) = (Vec::new(), false);
    let work = |read: source::Read, variant| {
        let parsed = read.map_err(Refused::text)?;
        let strict = false;
        convert::regular(&parsed.game, Options { variant, strict })
    };
    source::for_each(input, task.variant, work, |result| {
        match result {
            Ok(game) => games.push(game),
            Err(error) => {
                refused = true;
                output::note(&format!("{}:{}: {error}", task.file.display(), error.line));
            }
        }
        std::ops::ControlFlow::Continue(())
    })
    .map_err(failed)?;
    Ok((games, refused))
}

/// The analyses that are finished already. A last line that was broken off is dropped from the file.
fn resume(path: &Path) -> Result<HashMap<Key, Analysis>, Failure> {
    let failed = |error: io::Error| Failure::file(path, &error);
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashMap::new()),
        read => read.map_err(failed)?,
    };
    let mut known = HashMap::new();
    let mut whole = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        match serde_json::from_str::<Analysis>(line) {
            Ok(analysis) => {
                known.insert(analysis.key(), analysis);
            }
            Err(_) if !line.ends_with('\n') => break,
            Err(error) => {
                let reason = format!("line {number} is no analysis: {error}");
                return Err(Failure::file(path, &reason));
            }
        }
        whole += line.len();
    }
    if whole < text.len() || !text.ends_with('\n') {
        let mut kept = text[..whole].to_owned();
        if !kept.is_empty() && !kept.ends_with('\n') {
            kept.push('\n');
        }
        files::write(path, kept.as_bytes()).map_err(failed)?;
    }
    Ok(known)
}

/// Searches the games that are not known yet, several at a time, and keeps each in the file as it is finished.
fn search(
    task: &Task<'_>,
    games: &[(Variant, Game)],
    keys: &[Key],
    known: &HashMap<Key, Analysis>,
    group: &Group,
) -> Result<Vec<Analysis>, Failure> {
    let mut seen = HashSet::new();
    let missing = games.iter().zip(keys);
    let missing = missing.filter(|(_, key)| !known.contains_key(*key) && seen.insert(*key));
    let missing: Vec<_> = missing.map(|(game, _)| game).collect();
    let all: usize = missing
        .iter()
        .map(|(_, game)| analysis::positions(game))
        .sum();
    let threads = usize::from(task.engine.threads).min(missing.len()).max(1);
    let tables = (0..threads)
        .map(|_| task.engine.table_of(threads))
        .collect::<Result<Vec<_>, _>>()?;
    let tables: Mutex<Vec<Table>> = Mutex::new(tables);
    let kept = Mutex::new(task.output.out.as_deref().map(open).transpose()?);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(Failure::Threads)?;
    let (progress, done, finished) = (Progress::new(), AtomicUsize::new(0), AtomicUsize::new(0));
    let one = |(variant, game): &&(Variant, Game)| -> Result<Option<Analysis>, Failure> {
        let table = lock(&tables).pop();
        let Some(mut table) = table else {
            return Ok(None);
        };
        let mut engine = Engine {
            limits: &task.limits,
            words: &task.words,
            table: &mut table,
            group,
        };
        let found = analysis::analyse(game, *variant, &mut engine, || {
            let done = 1 + done.fetch_add(1, Ordering::Relaxed);
            let finished = finished.load(Ordering::Relaxed);
            progress.show(&format!(
                "{finished} of {} games, {done} of {all} positions",
                missing.len()
            ));
        });
        lock(&tables).push(table);
        if let Some(found) = &found {
            finished.fetch_add(1, Ordering::Relaxed);
            keep(task, &kept, found)?;
        }
        Ok(found)
    };
    let found: Result<Vec<_>, _> = pool.install(|| missing.par_iter().map(one).collect());
    Ok(found?.into_iter().flatten().collect())
}

/// What is behind the lock is valid at any time, so a poisoned lock does no harm.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open(path: &Path) -> Result<File, Failure> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.map_err(|error| Failure::file(path, &error))
}

/// Appends an analysis to the file of those that are finished.
fn keep(task: &Task<'_>, file: &Mutex<Option<File>>, found: &Analysis) -> Result<(), Failure> {
    let (mut file, Some(path)) = (lock(file), &task.output.out) else {
        return Ok(());
    };
    let Some(file) = file.as_mut() else {
        return Ok(());
    };
    let line = serde_json::to_string(found).map_err(|error| Failure::file(path, &error))?;
    let written = file.write_all(format!("{line}\n").as_bytes());
    written.map_err(|error| Failure::file(path, &error))
}

/// Writes what was asked for of the games that are finished, in the order of the file.
fn write(
    task: &Task<'_>,
    games: &[(Variant, Game)],
    keys: &[Key],
    known: &HashMap<Key, Analysis>,
) -> Result<(), Failure> {
    let finished = games.iter().zip(keys).filter_map(|((_, game), key)| {
        let analysis = known.get(key)?;
        // The same moves may have been played by others.
        let tags = game.tags.clone();
        Some((
            game,
            Analysis {
                tags,
                ..analysis.clone()
            },
        ))
    });
    let finished: Vec<_> = finished.collect();
    let annotated = || {
        let text = |(game, analysis): &(&Game, Analysis)| {
            let mut game = (*game).clone();
            annotate(&mut game, analysis);
            format!("{game}\n")
        };
        finished.iter().map(text).collect::<String>()
    };
    let write = |path: &Path, text: &str| {
        files::write(path, text.as_bytes()).map_err(|error| Failure::file(path, &error))
    };
    if let Some(path) = &task.output.pdn {
        write(path, &annotated())?;
    }
    if let Some(path) = &task.output.html {
        let analyses: Vec<_> = finished.iter().map(|(_, analysis)| analysis).collect();
        write(path, &report::page(&analyses))?;
    }
    if task.json {
        return finished
            .iter()
            .try_for_each(|(_, analysis)| output::json(analysis));
    }
    if !task.output.is_asked_for() {
        output::line(annotated().trim_end())?;
    }
    Ok(())
}
