//! The layers of the crate: imports go down only, and a few things are allowed in a few places only.
//!
//! The sources are read as text, without comments, strings and test modules. The checks are themselves checked on
//! snippets that break each rule.

#[path = "common/code.rs"]
mod code;

use std::fs;
use std::path::{Path, PathBuf};

use code::{blanked, is_word, without_tests};

/// The modules from the ground up. Modules of the same layer do not know each other.
const LAYERS: [&[&str]; 8] = [
    &["board", "wire"],
    &["rules"],
    &["position"],
    &["notation", "eval", "endgame", "opening"],
    &["search"],
    &["session"],
    &["protocol", "bench", "games", "arena", "train"],
    &["cli"],
];

/// The place of the session: the lowest layer that may name games.
const SESSION: usize = 5;
/// The place of the protocols: the lowest layer that may print.
const PROTOCOL: usize = 6;
/// The place of `main.rs`: above everything.
const MAIN: usize = LAYERS.len();

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// A source file.
struct Source<'a> {
    /// Its path below `src`, with slashes.
    path: &'a str,
    text: &'a str,
}

impl Source<'_> {
    /// The names of the modules from the root of the crate to this file.
    fn modules(&self) -> Vec<&str> {
        self.path.trim_end_matches(".rs").split('/').collect()
    }

    fn faults(&self) -> Vec<String> {
        let modules = self.modules();
        let own = modules[0];
        let place = match own {
            // The front page only lists the modules.
            "main" | "lib" => MAIN,
            _ => match layer(own) {
                Some(place) => place,
                None => return vec![format!("{}: module {own} has no layer", self.path)],
            },
        };
        let code = blanked(self.text);
        let shipped = without_tests(&code);
        let mut faults = self.import_faults(place, &shipped);
        faults.extend(self.word_faults(place, &shipped));
        faults.extend(self.unsafe_faults(&code));
        faults
    }

    fn fault(&self, code: &str, at: usize, words: &str) -> String {
        let line = 1 + code[..at].matches('\n').count();
        format!("{}:{line}: {words}", self.path)
    }

    /// Imports that go up or sideways.
    fn import_faults(&self, place: usize, code: &str) -> Vec<String> {
        let modules = self.modules();
        let mut faults = Vec::new();
        for (at, target) in targets(code, modules.len()) {
            let allowed = match (target.as_str(), layer(&target)) {
                // A macro of the list of games.
                ("dispatch", _) => place >= SESSION || self.path == "rules/variant.rs",
                (_, Some(reached)) => reached < place || target == modules[0],
                (_, None) => false,
            };
            if !allowed {
                let words = format!("{} must not know {target}", modules[0]);
                faults.push(self.fault(code, at, &words));
            }
        }
        faults
    }

    /// Words that belong elsewhere.
    fn word_faults(&self, place: usize, code: &str) -> Vec<String> {
        let own = self.modules()[0];
        let names_games = place >= SESSION || self.path == "rules/variant.rs";
        let parses_arguments = matches!(own, "cli" | "main");
        let rules: [(&[&str], bool, &str); 6] = [
            (
                &["Variant", "dispatch"],
                names_games,
                "only the session and above name games",
            ),
            (
                &["print", "println", "eprint", "eprintln", "dbg", "stdout"],
                place >= PROTOCOL,
                "only protocols and above print",
            ),
            (
                &["env_logger"],
                own == "main",
                "only main.rs starts the log",
            ),
            (
                &["clap"],
                parses_arguments,
                "only the command line knows clap",
            ),
            (
                &["process::exit", "process::abort"],
                own == "main",
                "only main.rs ends the process",
            ),
            (&["static mut"], false, "there is no global mutable state"),
        ];
        let mut faults = Vec::new();
        for (words, allowed, reason) in rules {
            if allowed {
                continue;
            }
            for word in words {
                for at in places(code, word) {
                    faults.push(self.fault(code, at, &format!("{word}: {reason}")));
                }
            }
        }
        faults
    }

    /// Every `unsafe` has its reason right above or beside it.
    fn unsafe_faults(&self, code: &str) -> Vec<String> {
        const REACH: usize = 4;
        let lines: Vec<_> = self.text.lines().collect();
        let mut faults = Vec::new();
        for at in places(code, "unsafe") {
            let line = code[..at].matches('\n').count();
            let above = &lines[line.saturating_sub(REACH)..=line];
            if !above.iter().any(|line| line.contains("SAFETY:")) {
                faults.push(self.fault(code, at, "unsafe without SAFETY"));
            }
        }
        faults
    }
}

/// Where a word stands, not as a part of another.
fn places(code: &str, word: &str) -> Vec<usize> {
    let is_whole = |&at: &usize| {
        let before = at.checked_sub(1).map(|before| code.as_bytes()[before]);
        let after = code.as_bytes().get(at + word.len()).copied();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    let found = code.match_indices(word).map(|(at, _)| at);
    found.filter(is_whole).collect()
}

/// What paths from the root of the crate reach first, and where: `crate::x`, `damka::x`, `crate::{x, y}`, and as many
/// `super::` as the file lies deep.
fn targets(code: &str, depth: usize) -> Vec<(usize, String)> {
    let up = "super::".repeat(depth);
    let mut found = Vec::new();
    for root in ["crate::", "damka::", up.as_str()] {
        for (at, _) in code.match_indices(root) {
            if at > 0 && is_word(code.as_bytes()[at - 1]) {
                continue;
            }
            let rest = code[at + root.len()..].trim_start();
            match rest.strip_prefix('{') {
                Some(group) => found.extend(heads(group).into_iter().map(|head| (at, head))),
                None => found.push((at, head(rest))),
            }
        }
    }
    found
}

/// The name with which a path begins.
fn head(path: &str) -> String {
    let path = path.trim_start();
    let end = path.bytes().position(|sign| !is_word(sign));
    path[..end.unwrap_or(path.len())].to_owned()
}

/// The names with which the paths of a group begin, up to its closing brace.
fn heads(group: &str) -> Vec<String> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, sign) in group.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | ',' if depth == 0 => {
                found.push(head(&group[start..at]));
                start = at + 1;
                if sign == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    found.retain(|head| !head.is_empty());
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the sources can be read");
    let paths = entries.map(|entry| entry.expect("the sources can be read").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

#[test]
fn the_sources_keep_to_the_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = files(&root);
    assert!(files.len() > 10, "only {} sources", files.len());
    let mut faults = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source is text");
        let path = file.strip_prefix(&root).expect("below src");
        let path = path.to_string_lossy().replace('\\', "/");
        let source = Source {
            path: &path,
            text: &text,
        };
        faults.extend(source.faults());
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The faults of a snippet, without path and line.
fn faults(path: &str, text: &str) -> Vec<String> {
    let faults = Source { path, text }.faults();
    let words = faults.iter().filter_map(|fault| fault.split_once(": "));
    words.map(|(_, words)| words.to_owned()).collect()
}

#[test]
fn imports_that_go_up_or_sideways_are_found() {
    for (path, text, target) in [
        ("position/key.rs", "use crate::search::Score;", "search"),
        (
            "notation/fen.rs",
            "use crate::{board::Side, eval::{A, B}};",
            "eval",
        ),
        ("board.rs", "fn f() { let a = crate::rules::A; }", "rules"),
        ("eval.rs", "use super::notation::fen;", "notation"),
        (
            "search/root.rs",
            "use super::super::session::Session;",
            "session",
        ),
        ("protocol/hub.rs", "use crate::bench;", "bench"),
        ("search.rs", "use damka::protocol;", "protocol"),
        ("session.rs", "use crate::unheard::X;", "unheard"),
        (
            "rules.rs",
            "/* \" */ pub use crate::position::Move; // '",
            "position",
        ),
    ] {
        let found = faults(path, text);
        assert_eq!(found.len(), 1, "{path}: {text}");
        assert!(
            found[0].ends_with(&format!("must not know {target}")),
            "{found:?}"
        );
    }
    assert_eq!(faults("new.rs", ""), ["module new has no layer"]);
}

#[test]
fn words_in_the_wrong_place_are_found() {
    for (path, text) in [
        ("search.rs", "match variant { Variant::International => 1 }"),
        ("position.rs", "fn f() { dispatch!(v, R => R::NAME) }"),
        ("session.rs", "fn f() { println!(\"{}\", 1) }"),
        ("search.rs", "use std::io::stdout;"),
        ("cli.rs", "env_logger::init();"),
        ("protocol/hub.rs", "use clap::Parser;"),
        ("cli/bench.rs", "std::process::exit(1);"),
        ("eval.rs", "static mut N: u8 = 0;"),
        ("search/table.rs", "// Quick.\nlet a = unsafe { f() };"),
    ] {
        assert_eq!(faults(path, text).len(), 1, "{path}: {text}");
    }
}

#[test]
fn what_is_allowed_passes() {
    for (path, text) in [
        (
            "search.rs",
            "use crate::{eval::Evaluate, position::{Line, Move}, rules::Rules};",
        ),
        (
            "notation/fen.rs",
            "use super::reader::Reader; use crate::notation::text;",
        ),
        (
            "position.rs",
            "/// See [`crate::search`]; println! in words.\n// Variant\nfn f() {}",
        ),
        (
            "eval.rs",
            "#[cfg(test)]\nmod tests { use crate::notation::fen; fn f() { if a {} } }",
        ),
        (
            "board.rs",
            "const A: &str = \"crate::search \\\" println!\"; const B: &str = r#\"unsafe\"#;",
        ),
        (
            "board.rs",
            "fn f<'a>(c: &'a char) -> bool { *c == '\"' || *c == '\\'' }",
        ),
        (
            "search/table.rs",
            "// SAFETY: inside the table.\nlet a = unsafe { f() };",
        ),
        (
            "protocol/hub.rs",
            "use crate::session::Session; use crate::rules::variant::Variant;",
        ),
        (
            "main.rs",
            "use damka::session; fn main() { env_logger::init(); std::process::exit(1) }",
        ),
        (
            "search.rs",
            "let pattern = fingerprint(unsafe_code, blueprint);",
        ),
    ] {
        assert_eq!(faults(path, text), Vec::<String>::new(), "{path}: {text}");
    }
}
