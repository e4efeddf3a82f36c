//! Probing speed of one thread, in distinct positions per second: with all blocks in the cache, and from a file with
//! almost none in it. The four-piece table is solved first.

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;
use std::time::Instant;

use faraday_rules::{Position, Variant, zobrist};
use faraday_tablebase::{Layout, Tables, WorkProgress, solve};
use faraday_variants::{Chess, Emulation, ForceField, Future, Magnetic, find};

const ROUNDS: usize = 5;
const MATERIAL: &str = "KQvKR";
const AT_HAND: usize = 1_000_000;
/// A smaller number is enough because each probe reads a block.
const FROM_FILE: usize = 100_000;
const MEGABYTE: u64 = 1 << 20;

fn main() {
    println!("probes a second, one thread, distinct random positions of {MATERIAL}, median of {ROUNDS} rounds");
    measure::<Chess>();
    measure::<ForceField>();
    measure::<Magnetic>();
    measure::<Emulation>();
    measure::<Future>();
}

fn measure<V: Variant>() {
    let folder = tempfile::tempdir().expect("there is room for a table");
    let path = folder.path().join(MATERIAL);
    let mut file = File::create(&path).expect("the folder is our own");
    let layout = Layout::<V>::new(MATERIAL.parse().expect("a material")).expect("four pieces have a table");
    let positions = distinct(&layout);
    let table = solve(layout, &shipped::<V>(MEGABYTE), &WorkProgress::default()).expect("what it leads to is shipped");
    table.write(&mut file).expect("there is room for a table");
    let warm = opened::<V>(&path, 1 << 31);
    let cold = opened::<V>(&path, MEGABYTE);
    probes_per_second(&warm, &positions);
    let at_hand = median(|| probes_per_second(&warm, &positions));
    let from_file = median(|| probes_per_second(&cold, &positions[..FROM_FILE]));
    println!("{:<12}{at_hand:>12.0} at hand{from_file:>12.0} from file", V::ID);
}

fn median(mut measured: impl FnMut() -> f64) -> f64 {
    let mut rates: Vec<f64> = (0..ROUNDS).map(|_| measured()).collect();
    rates.sort_by(f64::total_cmp);
    rates[ROUNDS / 2]
}

fn shipped<V: Variant>(cache: u64) -> Tables<V> {
    let mut tables = Tables::new(cache);
    for bytes in find(V::ID).expect("it is in the list").endgames() {
        tables.add_bytes(bytes).expect("what comes with the program can be read");
    }
    tables
}

fn opened<V: Variant>(path: &Path, cache: u64) -> Tables<V> {
    let mut tables = shipped(cache);
    tables.add_file(path).expect("it has just been written");
    tables
}

fn distinct<V: Variant>(layout: &Layout<V>) -> Vec<Position<V>> {
    let cells = layout.cells() as u64;
    let mut seen = HashSet::new();
    let numbers = (0..).map(|index| (zobrist::mix(index) % cells) as usize).filter(|cell| seen.insert(*cell));
    numbers.filter_map(|cell| layout.position(cell)).take(AT_HAND).collect()
}

fn probes_per_second<V: Variant>(tables: &Tables<V>, positions: &[Position<V>]) -> f64 {
    let begun = Instant::now();
    let known = positions.iter().filter(|position| matches!(tables.probe(position), Ok(Some(_)))).count();
    assert_eq!(known, positions.len(), "every position is in the table");
    positions.len() as f64 / begun.elapsed().as_secs_f64()
}
