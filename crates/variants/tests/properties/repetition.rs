//! Tests of repetition: the third occurrence of a position draws, and rights and en
//! passant distinguish positions (C.3).

use faraday_rules::{EndReason, Ending, Game, Move, Position, Variant};
use faraday_variants::{Chess, Future};

use crate::positions::starts;

const DRAWN: Option<Ending> = Some(Ending::draw(EndReason::Repetition));

/// Returns two moves and their way back, after which the position is the same again.
fn cycle<V: Variant>(start: &Position<V>) -> Option<[Move; 4]> {
    let back = |mv: Move| Move { from: mv.to, to: mv.from, choice: None };
    let quiet = |position: &Position<V>| position.moves().into_iter().filter(|mv| mv.choice.is_none());
    for a in quiet(start) {
        let first = start.after(a);
        for b in quiet(&first) {
            let second = first.after(b);
            let third = second.is_legal(back(a)).then(|| second.after(back(a)));
            let Some(third) = third.filter(|third| third.is_legal(back(b))) else { continue };
            if third.after(back(b)).repeats(start) {
                return Some([a, b, back(a), back(b)]);
            }
        }
    }
    None
}

fn the_third_occurrence_draws_and_the_start_is_the_first<V: Variant>() {
    let mut found = 0;
    for start in starts::<V>().into_iter().filter(|start| start.halfmoves() < 90 && start.ending().is_none()) {
        let Some(cycle) = cycle(&start) else { continue };
        found += 1;
        let mut game = Game::new(start);
        for (ply, mv) in cycle.into_iter().cycle().take(8).enumerate() {
            assert_eq!(game.ending(), None, "{} ply {ply}", V::ID);
            let legal = game.check(mv).unwrap();
            let ending = game.ending_after(legal);
            game.play_legal(legal);
            assert_eq!(ending, game.ending(), "{} ply {ply}", V::ID);
        }
        assert_eq!(game.ending(), DRAWN, "{} {}", V::ID, game.position().to_fen());
        game.undo();
        assert_eq!(game.ending(), None, "{}", V::ID);
    }
    assert!(found > 0, "{}: some start allows a repetition", V::ID);
}

in_every_variant!(the_third_occurrence_draws_and_the_start_is_the_first);

/// Returns the number of plies after which a game is drawn by repetition if the moves are repeated.
#[track_caller]
fn plies_to_draw<V: Variant>(fen: &str, moves: &[&str]) -> usize {
    let mut game = Game::new(Position::<V>::from_fen(fen).unwrap());
    for uci in moves.iter().cycle().take(99) {
        if game.ending().is_some() {
            break;
        }
        let mv = game.position().read_uci(uci).unwrap();
        game.play(mv).unwrap();
    }
    assert_eq!(game.ending(), DRAWN, "{}", game.position().to_fen());
    game.moves().len()
}

#[test]
fn a_lost_castling_right_makes_another_position() {
    let moves = ["e1f1", "e8f8", "f1e1", "f8e8"];
    assert_eq!(plies_to_draw::<Chess>("4k3/8/8/8/8/8/8/4K2R w - - 0 1", &moves), 8);
    // The position with the right occurs once. The first one without it, with the king on f1, recurs at plies 5 and 9.
    assert_eq!(plies_to_draw::<Chess>("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &moves), 9);
}

#[test]
fn a_capturable_en_passant_square_makes_another_position() {
    let moves = ["e8d8", "e1d1", "d8e8", "d1e1"];
    assert_eq!(plies_to_draw::<Chess>("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", &moves), 8);
    assert_eq!(plies_to_draw::<Chess>("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", &moves), 9);
}

#[test]
fn an_en_passant_square_without_a_legal_capture_does_not() {
    // The black pawn on d4 is pinned by the rook, so that it cannot capture on e3.
    let mut game = Game::new(Position::<Chess>::from_fen("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1").unwrap());
    let moves = ["e2e4", "d8e8", "e1f1", "e8d8", "f1e1", "d8e8", "e1f1", "e8d8", "f1e1"];
    for uci in moves {
        assert_eq!(game.ending(), None, "before {uci}");
        let mv = game.position().read_uci(uci).unwrap();
        game.play(mv).unwrap();
    }
    assert_eq!(game.ending(), DRAWN);
}

#[test]
fn the_stage_of_a_pawn_makes_another_position() {
    let first = Position::<Future>::from_fen("5/5/5/5/K4|5/5/P4/5/5|k4/5/5/5/5 w - - 0 1").unwrap();
    let second = Position::<Future>::from_fen("5/5/5/5/K4|5/5/P~4/5/5|k4/5/5/5/5 w - - 0 1").unwrap();
    assert!(!first.repeats(&second));
    assert_ne!(first.hash(), second.hash());
}

#[test]
fn other_occurrences_between_do_not_matter() {
    // The start recurs at plies 4 and 10, with another pair of moves in between.
    let moves = ["a1a2", "a8a7", "a2a1", "a7a8", "a1b1", "a8b8", "b1c1", "b8c8", "c1a1", "c8a8"];
    assert_eq!(plies_to_draw::<Chess>("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", &moves), 10);
}
