//! Finds positions with a forced win in 1, 3 or 5 plies by full-width search, and writes them as JSON lines: what the
//! engine is tested on. `cargo run --release --example forced -- VARIANT > src/FOLDER/forced/VARIANT.jsonl`

use faraday_rules::{Each, Geometry, Move, Position, Variant, zobrist::mix};
use faraday_variants::for_each_variant;

/// How many positions are wanted of each length in plies.
const WANTED: [(u32, usize); 3] = [(1, 4), (3, 8), (5, 8)];

fn main() {
    let Some(id) = std::env::args().nth(1) else {
        eprintln!("name a variant");
        std::process::exit(2);
    };
    macro_rules! find {
        ($($variant:ident $folder:literal,)+) => {
            $(if <faraday_variants::$variant as Variant>::ID == id {
                return find_all::<faraday_variants::$variant>();
            })+
        };
    }
    for_each_variant!(find);
    eprintln!("unknown variant {id}");
    std::process::exit(2);
}

fn find_all<V: Variant>() {
    let mut missing = WANTED;
    let mut seed = mix(V::ID.len() as u64 + V::Geometry::SQUARES as u64);
    while missing.iter().any(|(_, count)| *count > 0) {
        let mut position = Position::<V>::start();
        for _ in 0..120 {
            seed = mix(seed);
            let moves = position.moves();
            if moves.is_empty() || position.ending().is_some() {
                break;
            }
            position = position.after(moves[seed as usize % moves.len()]);
            if !seed.is_multiple_of(7) {
                continue;
            }
            let shortest = WANTED.into_iter().find_map(|(plies, _)| {
                let winning = winning_moves(&position, plies);
                (!winning.is_empty()).then_some((plies, winning))
            });
            let Some((plies, winning)) = shortest else { continue };
            let Some(slot) = missing.iter_mut().find(|(length, count)| *length == plies && *count > 0) else {
                continue;
            };
            slot.1 -= 1;
            write(&position, plies, &winning);
            break;
        }
    }
}

fn write<V: Variant>(position: &Position<V>, plies: u32, winning: &[Move]) {
    let moves: Vec<String> = winning.iter().map(|mv| format!("\"{}\"", Position::<V>::write_uci(*mv))).collect();
    println!(
        "{{\"variant\": \"{}\", \"fen\": \"{}\", \"plies\": {plies}, \"winning\": [{}]}}",
        V::ID,
        position.to_fen(),
        moves.join(", ")
    );
}

/// The moves that win by force within so many plies, whatever the opponent does.
fn winning_moves<V: Variant>(position: &Position<V>, plies: u32) -> Vec<Move> {
    let mut winning = position.moves();
    winning.retain(|mv| wins_after(&position.after(*mv), plies - 1));
    winning
}

/// Whether the side that has just moved wins within so many plies.
fn wins_after<V: Variant>(position: &Position<V>, plies: u32) -> bool {
    if let Some(ending) = position.ending() {
        return ending.winner == Some(!position.turn());
    }
    if plies < 2 {
        return false;
    }
    let mut escapes = false;
    position.legal(&mut Each(|reply| escapes = escapes || !can_win(&position.after(reply), plies - 1)));
    !escapes
}

fn can_win<V: Variant>(position: &Position<V>, plies: u32) -> bool {
    if position.ending().is_some() {
        return false;
    }
    let mut wins = false;
    position.legal(&mut Each(|mv| wins = wins || wins_after(&position.after(mv), plies - 1)));
    wins
}
