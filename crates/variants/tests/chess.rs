//! Tests of chess against published perft counts and against another library, shakmaty.

#[path = "properties/positions.rs"]
mod positions;
mod records;

use std::collections::BTreeMap;

use faraday_rules::{
    Color, Ending, Position, Variant,
    perft::{LastPly, perft},
    zobrist,
};
use faraday_variants::Chess;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, EnPassantMode, Position as _, PositionError};

/// The published positions, with a depth and its count.
const PUBLISHED: [(&str, &str, u32, u64); 6] = [
    ("start", Chess::START, 6, 119_060_324),
    ("2, kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    ("6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551),
];

fn theirs(fen: &str) -> shakmaty::Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Standard).unwrap()
}

/// Returns the legal moves as a map from UCI to SAN.
fn our_moves(position: &Position<Chess>) -> BTreeMap<String, String> {
    position.moves().into_iter().map(|mv| (Position::<Chess>::write_uci(mv), position.write_san(mv))).collect()
}

fn their_moves(position: &shakmaty::Chess) -> BTreeMap<String, String> {
    let written = |mv: &shakmaty::Move| {
        let san = SanPlus::from_move(position.clone(), *mv).to_string();
        (mv.to_uci(CastlingMode::Standard).to_string(), san)
    };
    position.legal_moves().iter().map(written).collect()
}

fn our_result(ending: Option<Ending>) -> Option<&'static str> {
    ending.map(Ending::result)
}

fn their_result(position: &shakmaty::Chess) -> Option<&'static str> {
    position.outcome().known().map(shakmaty::KnownOutcome::as_str)
}

#[track_caller]
fn check_agreement(ours: &Position<Chess>, theirs: &shakmaty::Chess) {
    let fen = ours.to_fen();
    assert_eq!(fen, Fen::from_position(theirs, EnPassantMode::Legal).to_string());
    assert_eq!(our_moves(ours), their_moves(theirs), "{fen}");
    assert_eq!(our_result(ours.ending()), their_result(theirs), "{fen}");
    for (color, theirs_of) in [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)] {
        let theirs = theirs.has_insufficient_material(theirs_of);
        assert_eq!(Chess::has_insufficient_material(ours, color), theirs, "{color:?} in {fen}");
    }
    assert_eq!(ours.is_check(), theirs.is_check(), "{fen}");
}

/// Plays a random game on both sides and returns its length.
fn playout(start: &str, mut seed: u64, plies: usize) -> usize {
    let mut ours = Position::<Chess>::from_fen(start).unwrap();
    let mut theirs = theirs(start);
    for ply in 0..plies {
        check_agreement(&ours, &theirs);
        if ours.ending().is_some() {
            return ply;
        }
        seed = zobrist::mix(seed);
        let moves = ours.moves();
        let mv = moves[(seed >> 16) as usize % moves.len()];
        let uci: shakmaty::uci::UciMove = Position::<Chess>::write_uci(mv).parse().unwrap();
        let their_move = uci.to_move(&theirs).unwrap();
        ours = ours.after(mv);
        theirs.play_unchecked(their_move);
    }
    plies
}

#[test]
fn perft_counts_are_the_published_ones() {
    for (name, fen, depth, count) in PUBLISHED {
        let position = Position::<Chess>::from_fen(fen).unwrap();
        assert_eq!(perft(&position, depth, LastPly::Bulk), count, "position {name}");
    }
}

#[test]
fn random_games_agree_with_shakmaty() {
    let ended = (0..60).filter(|seed| playout(Chess::START, *seed, 400) < 400).count();
    assert!(ended > 10, "only {ended} games reached an end");
}

#[test]
fn random_games_from_many_positions_agree_with_shakmaty() {
    let vectors = records::perft(Chess::ID).into_iter().map(|(_, fen, _)| fen);
    let published = PUBLISHED.into_iter().map(|(_, fen, _, _)| fen.to_owned());
    for (index, start) in (0..).zip(vectors.chain(published)) {
        for game in 0..6 {
            playout(&start, index << 32 | game, 120);
        }
    }
}

#[test]
fn positions_composed_at_random_agree_with_shakmaty() {
    let composed = positions::composed::<Chess>(3000);
    let both = composed.iter().filter_map(|ours| {
        let fen: Fen = ours.to_fen().parse().unwrap();
        Some((ours, fen.into_position(CastlingMode::Standard).or_else(PositionError::ignore_too_much_material).ok()?))
    });
    let compared = both.map(|(ours, theirs)| check_agreement(ours, &theirs)).count();
    assert!(compared > 2000, "shakmaty takes only {compared} of the positions");
}

#[test]
fn dead_positions_agree_with_shakmaty() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
        "4kn2/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4kb2/8/7b/8/8/4B3/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/BB2K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "3qk3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "3rk3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "4k3/3p4/8/8/8/8/8/1N2K3 w - - 0 1",
        "4k3/3p4/8/8/8/8/8/2B1K3 w - - 0 1",
        "3rk3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "3rkb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
    ] {
        check_agreement(&Position::from_fen(fen).unwrap(), &theirs(fen));
    }
}
