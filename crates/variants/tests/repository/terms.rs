//! Repository check: the engine uses the terms of chess programming, so that every technique is found
//! by its usual name.

use std::fs;

use crate::files;

/// The names used by the Chess Programming Wiki and Stockfish.
const TERMS: [&str; 36] = [
    "accumulators",
    "aspiration windows",
    "capture history",
    "check extensions",
    "continuation history",
    "correction history",
    "delta pruning",
    "fail high",
    "fail low",
    "futility pruning",
    "history gravity",
    "history pruning",
    "IIR",
    "improving",
    "iterative deepening",
    "killer moves",
    "Lazy SMP",
    "LMP",
    "LMR",
    "mate distance pruning",
    "MVV",
    "NNUE",
    "null-move pruning",
    "piece-square tables",
    "principal variation search",
    "ProbCut",
    "quiescence search",
    "razoring",
    "reverse futility pruning",
    "SEE",
    "singular extensions",
    "stand pat",
    "static exchange evaluation",
    "tapered evaluation",
    "time management",
    "transposition table",
];

/// Normalizes a text for a case-insensitive search for whole words: everything between words becomes one space.
fn words(text: &str) -> String {
    let split = |letter: char| !(letter.is_alphanumeric() || letter == '_');
    let words: Vec<String> = text.split(split).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    format!(" {} ", words.join(" "))
}

fn missing(text: &str) -> Vec<&'static str> {
    let text = words(text);
    TERMS.into_iter().filter(|term| !text.contains(&words(term))).collect()
}

#[test]
fn every_technique_is_found_in_the_code_by_its_usual_name() {
    let code: String =
        files("crates/engine/src", &["rs"]).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert_eq!(missing(&code), [""; 0]);
}

#[test]
fn every_technique_is_in_the_engine_log() {
    let log = fs::read_to_string(crate::root().join("docs/engine-log.md")).unwrap();
    assert_eq!(missing(&log), [""; 0]);
}
