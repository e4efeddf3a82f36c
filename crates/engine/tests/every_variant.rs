//! Property tests of the search in every variant: it terminates, repeats itself exactly, and keeps its node limit.

use faraday_engine::{Control, Evaluate, Limits, Outcome, Search, Task};
use faraday_rules::Position;
use faraday_rules::zobrist::mix;

fn go<V: Evaluate>(search: &mut Search<V>, root: &Position<V>, limits: &Limits) -> Outcome {
    let task = Task { root, past: &[], only: &[], limits, control: &Control::new() };
    search.go(&task, &mut |report| {
        let mut position = root.clone();
        for mv in report.moves {
            let text = Position::<V>::write_uci(mv);
            assert!(position.is_legal(mv), "{} {}: {text} in a line is not legal", V::ID, position.to_fen());
            position = position.after(mv);
        }
    })
}

/// Positions from random games.
fn positions<V: Evaluate>(games: u64) -> Vec<Position<V>> {
    let mut found = vec![Position::<V>::start()];
    for game in 0..games {
        let mut position = Position::<V>::start();
        let mut seed = mix(game);
        for ply in 0..60 {
            let moves = position.moves();
            if moves.is_empty() || position.ending().is_some() {
                break;
            }
            seed = mix(seed);
            position = position.after(moves[(seed % moves.len() as u64) as usize]);
            if ply % 20 == 19 && position.ending().is_none() {
                found.push(position.clone());
            }
        }
    }
    found
}

fn a_search_comes_to_rest_and_repeats_itself<V: Evaluate>() {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let mut search = Search::new(4);
    for position in positions::<V>(4) {
        search.clear();
        let outcome = go(&mut search, &position, &limits);
        assert!(outcome.nodes < 400_000, "{} {}: {} nodes", V::ID, position.to_fen(), outcome.nodes);
        assert_eq!(outcome.depth, 3);
        search.clear();
        assert_eq!(go(&mut search, &position, &limits), outcome, "{} {}", V::ID, position.to_fen());
    }
}

fn the_node_limit_is_exact<V: Evaluate>() {
    let limits = Limits { nodes: Some(1_234), ..Limits::default() };
    let outcome = go(&mut Search::new(1), &Position::<V>::start(), &limits);
    assert_eq!(outcome.nodes, 1_234, "{}", V::ID);
}

macro_rules! every_variant {
    ($($variant:ident $folder:literal,)+) => {
        #[test]
        fn searches_come_to_rest_and_repeat_themselves() {
            $(a_search_comes_to_rest_and_repeats_itself::<faraday_variants::$variant>();)+
        }

        #[test]
        fn node_limits_are_exact() {
            $(the_node_limit_is_exact::<faraday_variants::$variant>();)+
        }
    };
}

faraday_variants::for_each_variant!(every_variant);
