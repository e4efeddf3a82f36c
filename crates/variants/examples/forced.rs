//! Finds positions with a forced win in 1, 3, 5 or 7 plies by full-width search, and writes them as JSON lines: what the
//! engine is tested on. `cargo run --release --example forced -- VARIANT > src/FOLDER/forced/VARIANT.jsonl`
//!
//! The longest are first guessed by the engine, as few positions are worth a full-width search of seven plies. What is
//! written has been proved.

use std::collections::HashMap;

use faraday_engine::{Brain, Control, Limits, Order, Score};
use faraday_rules::{Geometry, Move, Position, Variant, zobrist::mix};
use faraday_variants::{find, for_each_variant};

/// How many positions are wanted of each length in plies.
const WANTED: [(u32, usize); 4] = [(1, 4), (3, 8), (5, 8), (7, 6)];
/// From this length on the engine guesses first, with so many nodes.
const GUESSED: u32 = 7;
const GUESS_NODES: u64 = 400_000;

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
    let mut brain = find(V::ID).expect("the variant is listed").brain(16);
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
            let Some((plies, winning)) = shortest_win(&position, brain.as_mut()) else { continue };
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

/// The number of plies of the shortest forced win, and the moves that begin one.
fn shortest_win<V: Variant>(position: &Position<V>, brain: &mut dyn Brain) -> Option<(u32, Vec<Move>)> {
    let mut known = Known::default();
    WANTED.into_iter().find_map(|(plies, _)| {
        if plies >= GUESSED && !is_guessed(position, brain, plies) {
            return None;
        }
        let winning = winning_moves(position, plies, &mut known);
        (!winning.is_empty()).then_some((plies, winning))
    })
}

fn is_guessed<V: Variant>(position: &Position<V>, brain: &mut dyn Brain, plies: u32) -> bool {
    brain.new_game();
    brain.set_position(Some(&position.to_fen()), &[]).expect("a position of the walk");
    let limits = Limits { nodes: Some(GUESS_NODES), ..Limits::default() };
    let answer = brain.go(&Order { limits, ..Order::default() }, &Control::new(), &mut |_| {});
    answer.score == Some(Score::Mate(plies.div_ceil(2) as i32))
}

/// Whether the side to move wins from a position, or the other has won, within so many plies.
type Known = HashMap<(u64, u32), bool>;

/// The moves that win by force within so many plies, whatever the opponent does.
fn winning_moves<V: Variant>(position: &Position<V>, plies: u32, known: &mut Known) -> Vec<Move> {
    let mut winning = position.moves();
    winning.retain(|mv| wins_after(&position.after(*mv), plies - 1, known));
    winning
}

/// Whether the side that has just moved wins within so many plies.
fn wins_after<V: Variant>(position: &Position<V>, plies: u32, known: &mut Known) -> bool {
    if let Some(ending) = position.ending() {
        return ending.winner == Some(!position.turn());
    }
    if plies < 2 {
        return false;
    }
    let key = (position.hash(), plies);
    if let Some(wins) = known.get(&key) {
        return *wins;
    }
    let wins = position.moves().into_iter().all(|reply| can_win(&position.after(reply), plies - 1, known));
    known.insert(key, wins);
    wins
}

fn can_win<V: Variant>(position: &Position<V>, plies: u32, known: &mut Known) -> bool {
    if position.ending().is_some() {
        return false;
    }
    let key = (position.hash(), plies);
    if let Some(wins) = known.get(&key) {
        return *wins;
    }
    let mut children: Vec<_> = position.moves().into_iter().map(|mv| position.after(mv)).collect();
    if plies > 1 {
        // The fewer replies, the sooner a win shows.
        children.sort_by_cached_key(|child| child.moves().len());
    }
    let wins = children.iter().any(|child| wins_after(child, plies - 1, known));
    known.insert(key, wins);
    wins
}
