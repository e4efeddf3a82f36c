//! Nodes a second on chess: `cargo run --release -p faraday-engine --example speed [DEPTH] [FEN]`.

use faraday_engine::{Control, Limits, Search, Task};
use faraday_rules::Position;
use faraday_variants::Chess;

const POSITIONS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(12);
    let fens: Vec<String> = arguments.next().map_or_else(|| POSITIONS.map(String::from).to_vec(), |fen| vec![fen]);
    for fen in fens {
        let root = Position::<Chess>::from_fen(&fen).expect("a FEN");
        let mut search = Search::new(64);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let task = Task { root: &root, past: &[], only: &[], limits: &limits, control: &Control::new() };
        println!("{fen}");
        search.go(&task, &mut |report| {
            let speed = report.nodes_per_second() / 1000;
            let report = report.map(Position::<Chess>::write_uci);
            println!(
                "  {:2}/{:2} {:?} {:9} nodes {:6} ms {speed:5} k/s {}",
                report.depth,
                report.deepest,
                report.score,
                report.nodes,
                report.elapsed.as_millis(),
                report.moves.join(" ")
            );
        });
    }
}
