//! Games in other forms: regular PDN, lists of positions, Hub, and JSON.

use serde::Serialize;

use crate::board::Side;
use crate::dispatch;
use crate::notation::pdn::{self, Game, GameResult, Moves, Ply};
use crate::notation::{fen, hub, text};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::variant::Variant;

use super::check::{self, Options, Refused};
use super::follow::{Followed, follow};

/// The form in which results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// As they stand in the file.
    Kept,
    /// As the standard has it for the game.
    OfGame,
    /// The same for all games.
    As(pdn::Form),
}

/// What becomes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// PDN, with moves and results in a form.
    Pdn(text::Form, Results),
    /// Its positions as FEN, one a line: the one after so many plies, or all.
    Fen(Option<usize>),
    /// A `pos` line of the Hub protocol.
    Hub,
    /// A JSON object on one line.
    Json,
}

#[derive(Serialize)]
struct Json<'a> {
    variant: &'static str,
    tags: std::collections::BTreeMap<&'a str, &'a str>,
    fen: String,
    moves: Vec<String>,
    hub: Vec<String>,
    result: Option<&'static str>,
}

/// The text of a game in another form, with a line feed at its end. The comments of a game are kept in PDN only.
///
/// # Errors
///
/// The first thing that makes the game unreadable or illegal.
pub fn convert(game: &Game, options: Options, target: Target) -> Result<String, Refused> {
    let variant = check::variant_of(game, options.variant)?;
    dispatch!(variant, R => convert_as::<R>(game, variant, options, target))
}

fn convert_as<R: Rules>(
    game: &Game,
    variant: Variant,
    options: Options,
    target: Target,
) -> Result<String, Refused> {
    let (followed, _) = check::play::<R>(game, !options.strict)?;
    Ok(match target {
        Target::Pdn(form, results) => {
            let mut game = game.clone();
            regularise(&mut game, variant, &followed, form, results);
            format!("{game}\n")
        }
        Target::Fen(ply) => {
            let positions = positions(&followed);
            let wanted = match ply {
                None => &positions[..],
                Some(ply) => positions.get(ply..=ply).unwrap_or_default(),
            };
            wanted
                .iter()
                .map(|position| fen::write(position) + "\n")
                .collect()
        }
        Target::Hub => hub_line(&followed),
        Target::Json => json(game, variant, &followed),
    })
}

/// A game in regular form, which every reader of PDN knows: its kind, its first position and its result as the standard
/// writes them, its moves without a doubt which they are.
///
/// # Errors
///
/// The first thing that makes the game unreadable or illegal.
pub fn regular(game: &Game, options: Options) -> Result<(Variant, Game), Refused> {
    let variant = check::variant_of(game, options.variant)?;
    let mut regular = game.clone();
    dispatch!(variant, R => {
        let (followed, _) = check::play::<R>(game, !options.strict)?;
        regularise(&mut regular, variant, &followed, text::Form::default(), Results::OfGame);
    });
    Ok((variant, regular))
}

fn first_of<R: Rules>(followed: &Followed<R>) -> Position<R> {
    followed
        .steps
        .first()
        .map_or(followed.last, |step| step.before)
}

fn positions<R: Rules>(followed: &Followed<R>) -> Vec<Position<R>> {
    let before = followed.steps.iter().map(|step| step.before);
    before.chain([followed.last]).collect()
}

fn regularise<R: Rules>(
    game: &mut Game,
    variant: Variant,
    followed: &Followed<R>,
    form: text::Form,
    results: Results,
) {
    match R::GAME_TYPE {
        Some(number) => game.set_tag("GameType", number.to_string()),
        None => game.set_tag("Variant", variant.name()),
    }
    let first = first_of(followed);
    if game.tag("FEN").is_some() || first != Position::start() {
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", fen::write(&first));
    }
    game.second_begins = first.side() != R::FIRST;
    rewrite(&mut game.moves, followed, form);
    let form = match results {
        Results::Kept => return,
        Results::OfGame => pdn::Form::of_game(R::GAME_TYPE),
        Results::As(form) => form,
    };
    if game.contradiction().is_some() {
        return;
    }
    // Points of another scale say more than the standard can.
    let usual = game.result_text().filter(|text| pdn::is_usual(text));
    if let Some(result) = usual.and_then(GameResult::read) {
        game.set_result(result, form);
    }
}

/// Writes moves in a form. Those of a variation that goes wrong stay as they are from there on.
fn rewrite<R: Rules>(moves: &mut Moves, followed: &Followed<R>, form: text::Form) {
    for (ply, step) in moves.plies.iter_mut().zip(&followed.steps) {
        if let Some(mv) = step.mv {
            ply.text = text::write_as(&step.before, mv, form);
            // The sign of a promotion was read as a judgement.
            let promotion = R::STYLE.promotion;
            if mv.promotes() && ply.text.ends_with(promotion) {
                let judged = ply.strength.strip_prefix(promotion).map(str::to_owned);
                ply.strength = judged.unwrap_or_default();
            }
        }
        for variation in &mut ply.variations {
            let inner = follow(step.before, &variation.plies, true);
            rewrite(variation, &inner, form);
        }
    }
}

/// The moves in Hub's form, up to a position that is set up or a turn that is passed: Hub knows neither.
fn hub_moves<R: Rules>(followed: &Followed<R>) -> Vec<String> {
    let mut position = first_of(followed);
    let mut moves = Vec::new();
    for step in &followed.steps {
        let (Some(mv), true) = (step.mv, step.before == position) else {
            break;
        };
        moves.push(hub::write_move(mv));
        position = step.after();
    }
    moves
}

fn hub_line<R: Rules>(followed: &Followed<R>) -> String {
    let position = hub::write_position(&first_of(followed));
    let moves = hub_moves(followed);
    match &moves[..] {
        [] => format!("pos pos={position}\n"),
        [only] => format!("pos pos={position} moves={only}\n"),
        _ => format!("pos pos={position} moves=\"{}\"\n", moves.join(" ")),
    }
}

fn json<R: Rules>(game: &Game, variant: Variant, followed: &Followed<R>) -> String {
    let result = match game.result_text().and_then(GameResult::read) {
        Some(GameResult::Win(Side::White)) => Some("white"),
        Some(GameResult::Win(Side::Black)) => Some("black"),
        Some(GameResult::Draw) => Some("draw"),
        Some(GameResult::BothLose) => Some("both_lose"),
        Some(GameResult::Open) | None => None,
    };
    let texts = followed.steps.iter().zip(&game.moves.plies);
    let text = |(step, ply): (&super::follow::Step<R>, &Ply)| match step.mv {
        Some(mv) => text::write(&step.before, mv),
        None => ply.text.clone(),
    };
    let json = Json {
        variant: variant.name(),
        tags: game
            .tags
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect(),
        fen: fen::write(&first_of(followed)),
        moves: texts.map(text).collect(),
        hub: hub_moves(followed),
        result,
    };
    // Texts and lists of texts can always be written.
    serde_json::to_string(&json).unwrap_or_default() + "\n"
}
