//! scratch
use faraday_rules::{perft::*, *};
use faraday_variants::*;
fn cozy(b: &cozy_chess::Board, d: u32) -> u64 {
    if d == 1 {
        let mut n = 0;
        b.generate_moves(|m| {
            n += m.len() as u64;
            false
        });
        return n;
    }
    let mut n = 0;
    b.generate_moves(|m| {
        for mv in m {
            let mut c = b.clone();
            c.play_unchecked(mv);
            n += cozy(&c, d - 1);
        }
        false
    });
    n
}
fn main() {
    for (fen, d) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
    ] {
        let p = Position::<Chess>::from_fen(fen).unwrap();
        let b = cozy_chess::Board::from_fen(fen, false).unwrap();
        let (mut r1, mut r2) = (vec![], vec![]);
        let (mut n, mut m) = (0, 0);
        for _ in 0..3 {
            let t = std::time::Instant::now();
            n = perft(&p, d, Last::Bulk);
            r1.push(t.elapsed());
            let t = std::time::Instant::now();
            m = cozy(&b, d);
            r2.push(t.elapsed());
        }
        r1.sort();
        r2.sort();
        println!(
            "{n} {m} {:?} {:?} ratio {:.3} {:.0}M",
            r1[1],
            r2[1],
            r2[1].as_secs_f64() / r1[1].as_secs_f64(),
            n as f64 / r1[1].as_secs_f64() / 1e6
        );
    }
}
