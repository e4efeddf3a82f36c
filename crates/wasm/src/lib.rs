//! The browser's face of Faraday: the rules and the engine through wasm-bindgen, without any logic of its own.
//!
//! What cannot be done throws an `Error` with one sentence.

#![expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands lists, options and shapes over by value")]

mod book;
#[cfg(feature = "engine")]
mod engine;
mod game;
mod record;
mod table;

use faraday_variants::{Entry, Language};
use faraday_wire::{Attempt, Color, Judgement, Rating, Rule, Ruling, Sample, Score, Task, Theme, Threshold, Variant};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

pub use book::Book;
#[cfg(feature = "engine")]
pub use engine::Engine;
pub use game::Game;
pub use record::{PgnReader, epd_to_fen, read_draft, write_draft, write_pgn};
pub use table::Table;
#[cfg(all(feature = "threads", target_arch = "wasm32"))]
pub use wasm_bindgen_rayon::init_thread_pool;

/// The BCP 47 codes of the languages in which the rules speak, English first.
#[wasm_bindgen]
pub fn languages() -> Vec<String> {
    Language::all().map(|language| language.code().to_owned()).collect()
}

/// Every variant, in a language.
#[wasm_bindgen]
pub fn catalog(language: &str) -> Result<Vec<Ts<Variant>>, JsError> {
    shapes(faraday_wire::catalog(speaking(language)))
}

/// The rules of a variant: its own, then those that all share.
#[wasm_bindgen]
pub fn rules(variant: &str, language: &str) -> Result<Vec<Ts<Rule>>, JsError> {
    shapes(faraday_wire::rules(find(variant)?, speaking(language)))
}

/// The themes of puzzles that are a variant's own.
#[wasm_bindgen]
pub fn themes(variant: &str, language: &str) -> Result<Vec<Ts<Theme>>, JsError> {
    shapes(faraday_wire::themes(find(variant)?, speaking(language)))
}

/// What had to be decided about a variant.
#[wasm_bindgen]
pub fn rulings(variant: &str, language: &str) -> Result<Vec<Ts<Ruling>>, JsError> {
    shapes(faraday_wire::rulings(find(variant)?, speaking(language)))
}

/// The tasks of a variant's lesson, in their order.
#[wasm_bindgen]
pub fn lesson(variant: &str, language: &str) -> Result<Vec<Ts<Task>>, JsError> {
    shapes(faraday_wire::lesson(find(variant)?, speaking(language)))
}

/// What became of the last of these moves in UCI, tried in a task; the moves before it and the answers to them have been
/// played.
#[wasm_bindgen(js_name = checkTask)]
pub fn check_task(variant: &str, name: &str, moves: Vec<String>) -> Result<Ts<Attempt>, JsError> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let attempt = faraday_wire::check_task(find(variant)?, name, &moves);
    shape(&attempt.ok_or_else(|| JsError::new(&format!("these moves do not belong to a task `{name}`")))?)
}

/// Games worth playing through.
#[wasm_bindgen]
pub fn samples(variant: &str) -> Result<Vec<Ts<Sample>>, JsError> {
    shapes(faraday_wire::samples(find(variant)?))
}

/// What share of the point a score promises to the side to move, from 0 to 1.
#[wasm_bindgen]
pub fn expectation(score: Ts<Score>) -> Result<f64, JsError> {
    Ok(faraday_wire::expectation(score.to_rust()?))
}

/// Whether a computer takes a draw after so many plies, by what the position is worth to its opponent, whose turn it is.
#[wasm_bindgen(js_name = acceptsDraw)]
pub fn accepts_draw(score: Ts<Score>, plies: u32) -> Result<bool, JsError> {
    let score: faraday_engine::Score = score.to_rust()?.into();
    Ok((-score).accepts_draw(plies as usize))
}

/// Judges a move by what the position was worth to the side that made it, and is worth to the other side after it.
#[wasm_bindgen]
pub fn judge(before: Ts<Score>, after: Ts<Score>, mover: Ts<Color>) -> Result<Ts<Judgement>, JsError> {
    shape(&faraday_wire::judge(before.to_rust()?, after.to_rust()?, mover.to_rust()?))
}

/// From where on a move is an inaccuracy, a mistake, a blunder.
#[wasm_bindgen]
pub fn thresholds() -> Result<Vec<Ts<Threshold>>, JsError> {
    shapes(faraday_wire::thresholds())
}

/// The rating of a solver before the first puzzle.
#[wasm_bindgen]
pub fn unrated() -> Result<Ts<Rating>, JsError> {
    shape(&faraday_wire::unrated())
}

/// The deviation of the rating of a puzzle that no one has tried, in points.
#[wasm_bindgen(js_name = untriedDeviation)]
pub fn untried_deviation() -> f64 {
    faraday_wire::UNTRIED_DEVIATION
}

/// The rating of a solver after a puzzle.
#[wasm_bindgen]
pub fn rated(solver: Ts<Rating>, puzzle: Ts<Rating>, solved: bool) -> Result<Ts<Rating>, JsError> {
    shape(&faraday_wire::rated(solver.to_rust()?, puzzle.to_rust()?, solved))
}

/// The language nearest to a BCP 47 tag; English if there is none.
fn speaking(tag: &str) -> Language {
    Language::find(tag).unwrap_or_default()
}

fn find(variant: &str) -> Result<&'static Entry, JsError> {
    faraday_variants::find(variant).ok_or_else(|| JsError::new(&format!("there is no variant `{variant}`")))
}

fn shape<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsError> {
    Ok(Ts::from_rust(value)?)
}

fn shapes<T: Tsify + Serialize>(values: Vec<T>) -> Result<Vec<Ts<T>>, JsError> {
    values.iter().map(shape).collect()
}
