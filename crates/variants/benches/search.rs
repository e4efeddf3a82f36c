//! Measures search speed: nodes per second on one thread, for each variant in turn, as the median of rounds.

use std::time::Instant;

use faraday_engine::{Control, Limits, SearchRequest};
use faraday_rules::zobrist::mix;
use faraday_variants::{Entry, catalog};

const ROUNDS: usize = 5;
const NODES: u64 = 300_000;
/// The number of random plies that lead to each position.
const WALKS: [u32; 4] = [0, 8, 16, 30];

fn main() {
    println!(
        "search, one thread, {NODES} nodes on each of {} positions: million nodes/s, median of {ROUNDS}",
        WALKS.len()
    );
    let mut speeds: Vec<Vec<f64>> = vec![Vec::new(); catalog().len()];
    for _ in 0..ROUNDS {
        for (entry, speeds) in catalog().iter().zip(&mut speeds) {
            let start = Instant::now();
            let nodes: u64 = WALKS.into_iter().map(|plies| search(entry, plies)).sum();
            speeds.push(nodes as f64 / start.elapsed().as_secs_f64());
        }
    }
    for (entry, mut speeds) in catalog().iter().zip(speeds) {
        speeds.sort_by(f64::total_cmp);
        println!("  {:<24} {:>6.2}", entry.id, speeds[ROUNDS / 2] / 1e6);
    }
}

fn search(entry: &Entry, plies: u32) -> u64 {
    let mut game = entry.game(None).expect("a game from its start");
    let mut seed = u64::from(plies);
    for _ in 0..plies {
        let moves = game.legal();
        if moves.is_empty() {
            break;
        }
        seed = mix(seed);
        game.play(moves[seed as usize % moves.len()]).expect("a legal move");
    }
    let mut engine = entry.engine(16);
    engine.set_position(Some(&game.fen()), &[]).expect("a position of a game");
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    engine.go(&SearchRequest { limits, ..SearchRequest::default() }, &Control::new(), &mut |_| {}).nodes
}
