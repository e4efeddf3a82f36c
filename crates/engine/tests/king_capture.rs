//! Property tests of the search in variants with king capture, at every depth and at every level without random moves.
//! A king that can be captured is captured, and no side leaves its king to be captured if that is avoidable.

use faraday_engine::{AnyEngine, Control, Engine, Evaluate, Level, Limits, Search, SearchRequest, Task};
use faraday_rules::zobrist::mix;
use faraday_rules::{EndReason, Kings, Move, Position};

/// Returns true if a move captures the king.
fn takes_king<V: Evaluate>(position: &Position<V>, mv: Move) -> bool {
    position.after(mv).ending().is_some_and(|ending| ending.reason == EndReason::KingCaptured)
}

fn can_take_king<V: Evaluate>(position: &Position<V>) -> bool {
    position.moves().into_iter().any(|mv| takes_king(position, mv))
}

fn check<V: Evaluate>(position: &Position<V>, mv: Move, who: &str) {
    let fen = position.to_fen();
    let text = Position::<V>::write_uci(mv);
    if can_take_king(position) {
        assert!(takes_king(position, mv), "{} {fen}: {who} plays {text} and leaves the king", V::ID);
    } else if can_take_king(&position.after(mv)) {
        let is_forced = position.moves().into_iter().all(|other| can_take_king(&position.after(other)));
        assert!(is_forced, "{} {fen}: {who} plays {text} and loses its king", V::ID);
    }
}

/// Random playouts through positions in which most kings hang.
fn positions<V: Evaluate>(count: usize) -> Vec<Position<V>> {
    let mut found = Vec::new();
    let mut seed = 5_u64;
    while found.len() < count {
        let mut position = Position::<V>::start();
        for _ in 0..60 {
            let moves: Vec<Move> = position.moves().into_iter().filter(|mv| !takes_king(&position, *mv)).collect();
            if moves.is_empty() || position.ending().is_some() {
                break;
            }
            seed = mix(seed);
            position = position.after(moves[(seed % moves.len() as u64) as usize]);
            if (seed >> 32).is_multiple_of(4) && position.ending().is_none() {
                found.push(position.clone());
            }
        }
    }
    found
}

fn kings_are_safe<V: Evaluate>() {
    if V::KINGS == Kings::Mated {
        return;
    }
    for position in positions::<V>(150) {
        for depth in 1..=3 {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let task = Task { root: &position, past: &[], only: &[], limits: &limits, control: &Control::new() };
            let outcome = Search::new(1).go(&task, &mut |_| {});
            check(&position, outcome.lines[0].moves[0], &format!("depth {depth}"));
        }
        for nodes in [1, 30] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let task = Task { root: &position, past: &[], only: &[], limits: &limits, control: &Control::new() };
            let outcome = Search::new(1).go(&task, &mut |_| {});
            check(&position, outcome.lines[0].moves[0], &format!("after {nodes} nodes"));
        }
    }
    let mut player = Engine::<V>::new(1);
    for position in positions::<V>(40) {
        player.set_position(Some(&position.to_fen()), &[]).expect("a position that was reached");
        for level in weakest_without_chance::<V>() {
            let request = SearchRequest { level, seed: position.hash(), ..SearchRequest::default() };
            let answer = player.go(&request, &Control::new(), &mut |_| {});
            let mv = position.read_uci(&answer.best.expect("a move")).expect("a legal move");
            check(&position, mv, &format!("level {}", level.number()));
        }
    }
}

/// Returns the lowest three levels without random moves.
fn weakest_without_chance<V: Evaluate>() -> impl Iterator<Item = Level> {
    let is_steady = |level: &Level| V::LADDER.handicap(*level).is_none_or(|handicap| handicap.random_moves == 0);
    (1..=10).filter_map(Level::new).filter(is_steady).take(3)
}

mod a_hanging_king_is_taken_and_none_is_left_hanging {
    macro_rules! every_variant {
        ($($variant:ident $folder:literal,)+) => {
            $(
                #[test]
                fn $variant() {
                    super::kings_are_safe::<faraday_variants::$variant>();
                }
            )+
        };
    }

    faraday_variants::for_each_variant!(every_variant);
}
