//! Tests of tablebases in every variant. The helpers solve materials, after all those that their moves lead to.

mod damage;
mod known;
mod properties;
mod shared;

use faraday_rules::Variant;
use faraday_tablebase::{Layout, Material, SolveError, Tables, WorkProgress, solve};
use faraday_variants::find;

/// Returns the tables that come with the program.
fn shipped<V: Variant>() -> Tables<V> {
    let mut tables = Tables::default();
    for bytes in find(V::ID).expect("a variant of the list").endgames() {
        tables.add_bytes(bytes).expect("a table");
    }
    tables
}

/// Solves materials, and first all those that they lead to.
fn solved<V: Variant>(materials: &[Material]) -> Tables<V> {
    let mut tables = Tables::default();
    let mut wanted = materials.to_vec();
    while let Some(material) = wanted.pop() {
        if tables.get(material).is_some() {
            continue;
        }
        match solve(Layout::new(material).expect("few pieces"), &tables, &WorkProgress::default()) {
            Ok(table) => tables.add(table),
            Err(SolveError::MissingTable(needed)) => wanted.extend([material, needed]),
            Err(halt) => panic!("{material}: {halt}"),
        }
    }
    tables
}

/// Returns pseudorandom numbers, the same in every run.
fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    (1_u64..).map(move |index| faraday_rules::zobrist::mix(seed << 32 | index))
}
