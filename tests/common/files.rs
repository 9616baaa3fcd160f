//! What the tests of files of games share.

#![allow(dead_code, reason = "no test uses everything")]

use std::ops::ControlFlow;
use std::path::Path;

use damka::games::check::{Checked, Options, Refused, check};
use damka::games::source;
use damka::notation::pdn::{Blocks, Game};
use damka::rules::variant::Variant;

pub fn checked(
    file: &[u8],
    variant: Option<Variant>,
    strict: bool,
) -> Vec<Result<Checked, Refused>> {
    let mut results = Vec::new();
    let work = |read: source::Read, variant| {
        let parsed = read.map_err(Refused::text)?;
        check(&parsed, Options { variant, strict })
    };
    source::for_each(file, variant, work, |result| {
        results.push(result);
        ControlFlow::Continue(())
    })
    .expect("bytes can be read");
    results
}

pub fn data(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/pdn")
        .join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn games(file: &[u8]) -> Vec<Game> {
    let blocks = Blocks::new(file).map(|block| block.expect("bytes"));
    let parsed = blocks.flat_map(|block| block.expect("a piece").games());
    parsed.flatten().map(|parsed| parsed.game).collect()
}

pub const LENIENT: Options = Options {
    variant: Variant::International,
    strict: false,
};
