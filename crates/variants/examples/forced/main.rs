//! Finds positions with a forced win by full-width search, and writes them as JSON lines for tests of the engine.
//!
//! `cargo run --release --example forced -- VARIANT > src/FOLDER/forced/VARIANT.jsonl` finds wins in 1, 3, 5, and 7
//! plies on random playouts. `… -- VARIANT 9 > src/FOLDER/forced/VARIANT-9.jsonl` finds longer ones in games. A third
//! number sets the number of random plies at the start of these games, 6 by default. All wins in the output are proved.

mod games;
mod proof;
mod random_playouts;

use faraday_engine::Evaluate;
use faraday_rules::{Move, Position, Variant};
use faraday_variants::for_each_variant;

/// The default number of random plies at the start of a game.
const OPENING: u32 = 6;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(id) = arguments.next() else { refuse("name a variant") };
    let mut number = || {
        arguments.next().map(|text| text.parse().unwrap_or_else(|_| refuse(&format!("`{text}` is no number of plies"))))
    };
    let (plies, opening) = (number(), number().unwrap_or(OPENING));
    if plies.is_some_and(|plies| plies % 2 == 0) {
        refuse("a forced win takes an odd number of plies");
    }
    macro_rules! find {
        ($($variant:ident $folder:literal,)+) => {
            $(if <faraday_variants::$variant as Variant>::ID == id {
                return find_all::<faraday_variants::$variant>(plies, opening);
            })+
        };
    }
    for_each_variant!(find);
    refuse(&format!("unknown variant `{id}`"));
}

fn refuse(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(2);
}

fn find_all<V: Evaluate>(plies: Option<u32>, opening: u32) {
    match plies {
        None => random_playouts::find_all::<V>(),
        Some(plies) => games::find_all::<V>(plies, opening as usize),
    }
}

fn write<V: Evaluate>(position: &Position<V>, plies: u32, winning: &[Move]) {
    let moves: Vec<String> = winning.iter().map(|mv| format!("\"{}\"", Position::<V>::write_uci(*mv))).collect();
    println!(
        "{{\"variant\": \"{}\", \"fen\": \"{}\", \"plies\": {plies}, \"winning\": [{}]}}",
        V::ID,
        position.to_fen(),
        moves.join(", ")
    );
}
