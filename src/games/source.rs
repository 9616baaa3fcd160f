//! Files of games read piece by piece, on all threads of the current rayon pool, with little of them in memory.

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::notation::pdn::{Block, Blocks, Game, Parsed, PdnError};
use crate::rules::variant::Variant;
use crate::session;

use super::{check, kind};

/// So many bytes of a file are worked on at a time.
const BATCH: usize = 1 << 20;

/// So many games of a file are tried when its kind of draughts is guessed.
const SAMPLE: usize = 100;

/// The numbers from here on are not those of the standard but of sites.
const SITES: u8 = 90;

/// A game of a file, or the reason why its text cannot be read.
pub type Read = Result<Parsed, PdnError>;

/// Reads games, does some work for each on all threads, and hands the results on in the order of the file.
///
/// The work is told which kind of draughts the file is of, for games that do not say it: `variant` if it is given;
/// otherwise it is guessed from the first games, see [`guess`].
///
/// # Errors
///
/// When the input cannot be read.
pub fn for_each<T: Send>(
    input: impl BufRead,
    variant: Option<Variant>,
    work: impl Fn(Read, Variant) -> T + Sync,
    mut done: impl FnMut(T) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut blocks = Blocks::new(input);
    let mut variant = variant;
    loop {
        let batch = next_batch(&mut blocks)?;
        if batch.is_empty() {
            return Ok(());
        }
        let games: Vec<Read> = batch.into_par_iter().flat_map_iter(games_of).collect();
        let kind = *variant.get_or_insert_with(|| {
            let readable = games.iter().flatten().map(|parsed| &parsed.game);
            guess(readable)
        });
        let results: Vec<T> = games.into_par_iter().map(|game| work(game, kind)).collect();
        for result in results {
            if done(result).is_break() {
                return Ok(());
            }
        }
    }
}

fn games_of(block: Result<Block, PdnError>) -> Vec<Read> {
    match block {
        Ok(block) => block.games(),
        Err(error) => vec![Err(error)],
    }
}

fn next_batch<R: BufRead>(blocks: &mut Blocks<R>) -> io::Result<Vec<Result<Block, PdnError>>> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    for block in blocks {
        let block = block?;
        bytes += block.as_ref().map_or(0, |block| block.bytes.len());
        batch.push(block);
        if bytes >= BATCH {
            break;
        }
    }
    Ok(batch)
}

/// The kind of draughts of games that do not name it, among those of the PDN standard: the one by whose rules most of
/// the first of them are legal, then the one on whose board most of their first positions stand, then the one by whose
/// rules most plies are legal. If several are as good, those go first whose squares are named as in the games; where
/// positions are set up, those with a smaller board; then the first of [`Variant::ALL`].
#[must_use]
pub fn guess<'a>(games: impl Iterator<Item = &'a Game>) -> Variant {
    let nameless = games.filter(|game| matches!(kind::named(game), Ok(None)));
    let says_something = |game: &&Game| !game.moves.plies.is_empty() || game.tag("FEN").is_some();
    let sample: Vec<_> = nameless.filter(says_something).take(SAMPLE).collect();
    let is_named = sample.iter().any(|game| names_squares(game));
    let is_set_up = sample.iter().any(|game| game.tag("FEN").is_some());
    let fit = |&variant: &Variant| {
        let fits: Vec<_> = sample
            .iter()
            .filter_map(|game| check::fit(game, variant))
            .collect();
        let whole = fits.iter().filter(|(whole, _)| *whole).count();
        let plies: usize = fits.iter().map(|(_, plies)| plies).sum();
        let about = session::describe(variant);
        let smaller = if is_set_up && !fits.is_empty() {
            usize::MAX - about.squares
        } else {
            0
        };
        let named_so = about.names_squares == is_named && !fits.is_empty();
        (whole, fits.len(), plies, named_so, smaller)
    };
    let number = |variant: Variant| session::describe(variant).game_type;
    let is_standard = |variant: &&Variant| number(**variant).is_some_and(|number| number < SITES);
    let standard: Vec<_> = Variant::ALL.iter().filter(is_standard).collect();
    let fits: Vec<_> = standard.par_iter().map(|variant| fit(variant)).collect();
    let best = fits.iter().max();
    let place = fits.iter().position(|fit| Some(fit) == best).unwrap_or(0);
    *standard[place]
}

/// Whether squares have names, and not numbers, in the moves or the position of a game.
fn names_squares(game: &Game) -> bool {
    let is_name = |text: &str| {
        let pairs = text.as_bytes().windows(2);
        let mut names = pairs.filter(|pair| matches!(pair, [b'a'..=b'j', b'1'..=b'9']));
        names.next().is_some()
    };
    let first = game.moves.plies.first().map(|ply| ply.text.as_str());
    first.into_iter().chain(game.tag("FEN")).any(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pdn;

    #[test]
    fn the_kind_of_draughts_is_guessed() {
        for (text, variant) in [
            ("1. 32-28 19-23 2. 28x19 14x23 *", Variant::International),
            ("1. 11-15 24-20 2. 8-11 28-24 *", Variant::English),
            ("1. 21-17 12-15 2. 23-19 11-14 *", Variant::Italian),
            ("1. c3-d4 b6-a5 *", Variant::Brazilian),
            ("[FEN \"W:W21,22,K5:B1,2\"] *", Variant::English),
            ("[FEN \"W:Wa1,c3:Bf6\"] *", Variant::Brazilian),
            ("[FEN \"W:W31-50:B1-20\"] *", Variant::International),
            ("[FEN \"W:W60:B1\"] *", Variant::Canadian),
            ("[GameType \"21\"] 1. 11-15 *", Variant::International),
            ("", Variant::International),
        ] {
            let games = pdn::parse(text, 1);
            let games = games.iter().flatten().map(|parsed| &parsed.game);
            assert_eq!(guess(games), variant, "{text}");
        }
    }
}
