//! Measures the search speed in nodes per second.
//!
//! `cargo run --release -p faraday-engine --example speed [VARIANT] [DEPTH] [THREADS] [FEN]`

use faraday_engine::uci::DEFAULT_HASH;
use faraday_engine::{Control, Limits, SearchRequest};
use faraday_variants::find;

const CHESS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let variant = arguments.next().unwrap_or_else(|| "chess".to_owned());
    let entry = find(&variant).expect("a variant's id");
    let depth = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(12);
    let threads = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let fens = match arguments.next() {
        Some(fen) => vec![fen],
        None if variant == "chess" => CHESS.map(String::from).to_vec(),
        None => vec![entry.start.to_owned()],
    };
    for fen in fens {
        let mut engine = entry.engine(DEFAULT_HASH);
        engine.set_threads(threads);
        engine.set_position(Some(&fen), &[]).expect("a FEN");
        println!("{fen}");
        let request =
            SearchRequest { limits: Limits { depth: Some(depth), ..Limits::default() }, ..SearchRequest::default() };
        engine.go(&request, &Control::new(), &mut |report| {
            println!(
                "  {:2}/{:2} {:?} {:9} nodes {:6} ms {:5} k/s {}",
                report.depth,
                report.seldepth,
                report.score,
                report.nodes,
                report.elapsed.as_millis(),
                report.nodes_per_second() / 1000,
                report.moves.join(" ")
            );
        });
    }
}
