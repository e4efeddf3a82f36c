//! Faraday's rules and engine for JavaScript, through `wasm-bindgen`, without any logic of its own.
//!
//! Functions that fail throw an `Error` with one sentence.

#![expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands lists, options and objects over by value")]

mod book;
#[cfg(feature = "engine")]
mod engine;
mod game;
mod record;
mod table;

use faraday_variants::{Entry, Language};
use faraday_wire::{Attempt, Color, Judgment, Rating, Rule, Ruling, Sample, Score, Task, Theme, Threshold, Variant};
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

/// Returns the BCP 47 codes of the languages of the rules, English first.
#[wasm_bindgen]
pub fn languages() -> Vec<String> {
    Language::all().map(|language| language.code().to_owned()).collect()
}

/// Returns every variant, in a language.
#[wasm_bindgen]
pub fn catalog(language: &str) -> Result<Vec<Ts<Variant>>, JsError> {
    all_to_js(faraday_wire::catalog(speaking(language)))
}

/// Returns the rules of a variant: its own, then the shared ones.
#[wasm_bindgen]
pub fn rules(variant: &str, language: &str) -> Result<Vec<Ts<Rule>>, JsError> {
    all_to_js(faraday_wire::rules(find(variant)?, speaking(language)))
}

/// Returns the puzzle themes that only this variant has.
#[wasm_bindgen]
pub fn themes(variant: &str, language: &str) -> Result<Vec<Ts<Theme>>, JsError> {
    all_to_js(faraday_wire::themes(find(variant)?, speaking(language)))
}

/// Returns the rulings on a variant.
#[wasm_bindgen]
pub fn rulings(variant: &str, language: &str) -> Result<Vec<Ts<Ruling>>, JsError> {
    all_to_js(faraday_wire::rulings(find(variant)?, speaking(language)))
}

/// Returns the tasks of a variant's lesson, in their order.
#[wasm_bindgen]
pub fn lesson(variant: &str, language: &str) -> Result<Vec<Ts<Task>>, JsError> {
    all_to_js(faraday_wire::lesson(find(variant)?, speaking(language)))
}

/// Returns the result of the last of these moves in UCI, tried in a task. The moves before it, with the answers to
/// them, have been played.
#[wasm_bindgen(js_name = checkTask)]
pub fn check_task(variant: &str, name: &str, moves: Vec<String>) -> Result<Ts<Attempt>, JsError> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let attempt = faraday_wire::check_task(find(variant)?, name, &moves);
    to_js(&attempt.ok_or_else(|| JsError::new(&format!("these moves do not belong to a task `{name}`")))?)
}

/// Returns the sample games of a variant.
#[wasm_bindgen]
pub fn samples(variant: &str) -> Result<Vec<Ts<Sample>>, JsError> {
    all_to_js(faraday_wire::samples(find(variant)?))
}

/// Returns the expected score of the side to move, from 0 to 1.
#[wasm_bindgen]
pub fn expectation(score: Ts<Score>) -> Result<f64, JsError> {
    Ok(faraday_wire::expectation(score.to_rust()?))
}

/// Returns true if the computer accepts a draw after this number of plies. `score` is from the point of view of its
/// opponent, who is to move.
#[wasm_bindgen(js_name = acceptsDraw)]
pub fn accepts_draw(score: Ts<Score>, plies: u32) -> Result<bool, JsError> {
    let score: faraday_engine::Score = score.to_rust()?.into();
    Ok((-score).accepts_draw(plies as usize))
}

/// Judges a move by the scores before it, from the point of view of the mover, and after it, from that of the opponent.
#[wasm_bindgen]
pub fn judge(before: Ts<Score>, after: Ts<Score>, mover: Ts<Color>) -> Result<Ts<Judgment>, JsError> {
    to_js(&faraday_wire::judge(before.to_rust()?, after.to_rust()?, mover.to_rust()?))
}

/// Returns the limits from which a move is an inaccuracy, a mistake, or a blunder.
#[wasm_bindgen]
pub fn thresholds() -> Result<Vec<Ts<Threshold>>, JsError> {
    all_to_js(faraday_wire::thresholds())
}

/// Returns the rating of a solver before the first puzzle.
#[wasm_bindgen]
pub fn unrated() -> Result<Ts<Rating>, JsError> {
    to_js(&faraday_wire::unrated())
}

/// Returns the rating deviation of a puzzle that no one has tried, in points.
#[wasm_bindgen(js_name = untriedDeviation)]
pub fn untried_deviation() -> f64 {
    faraday_wire::UNTRIED_DEVIATION
}

/// Returns the rating of a solver after a puzzle.
#[wasm_bindgen]
pub fn rated(solver: Ts<Rating>, puzzle: Ts<Rating>, solved: bool) -> Result<Ts<Rating>, JsError> {
    to_js(&faraday_wire::rated(solver.to_rust()?, puzzle.to_rust()?, solved))
}

/// Returns the language nearest to a BCP 47 tag, by default English.
fn speaking(tag: &str) -> Language {
    Language::find(tag).unwrap_or_default()
}

fn find(variant: &str) -> Result<&'static Entry, JsError> {
    faraday_variants::find(variant).ok_or_else(|| JsError::new(&format!("there is no variant `{variant}`")))
}

fn to_js<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsError> {
    Ok(Ts::from_rust(value)?)
}

fn all_to_js<T: Tsify + Serialize>(values: Vec<T>) -> Result<Vec<Ts<T>>, JsError> {
    values.iter().map(to_js).collect()
}
