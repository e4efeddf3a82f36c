//! Puzzles: what a file may hold, what comes with the program, and what a search says of them.

mod files;
mod search;
mod shipped;

use faraday_variants::{Entry, catalog};

/// A mate in one after a mistake, as a line of a file.
const LINE: &str = r#"{"id":"rank8","fen":"6k1/5ppp/8/8/8/1q6/5PPP/3R2K1 b - - 0 1","moves":["b3b2","d1d8"],"rating":800,"themes":["mate-in-1"],"source":"a test","nodes":2000000}"#;

/// Orthodox chess.
fn chess() -> &'static Entry {
    &catalog()[0]
}
