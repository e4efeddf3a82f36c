//! Tests of the fifty-move rule: the count of plies without a capture or a pawn move, and the draw (C.3, MG.7).

use faraday_rules::{EndReason, Ending, Event, Game, Position, Role, RuleId, Variant};
use faraday_variants::{Chess, Collision, Future, Magnetic};

use crate::positions::steps;

const PUSHED_PROMOTION: RuleId = RuleId("MG.5");

fn the_count_starts_anew_by_captures_pawn_moves_and_promotions_by_push<V: Variant>() {
    for (position, mv) in steps::<V>(4, 120) {
        let starts_anew = position.events(mv).into_iter().any(|(rule, event)| match event {
            Event::Taken { .. } => true,
            Event::Moved { piece, .. } => piece.role == Role::Pawn,
            Event::Promoted { .. } => rule == PUSHED_PROMOTION,
            _ => false,
        });
        let expected = if starts_anew { 0 } else { position.halfmoves() + 1 };
        let place = format!("{} {} {}", V::ID, position.to_fen(), Position::<V>::write_uci(mv));
        assert_eq!(position.after(mv).halfmoves(), expected, "{place}");
    }
}

fn the_move_number_grows_behind_black<V: Variant>() {
    for (position, mv) in steps::<V>(1, 60) {
        let black = u32::from(position.turn() == faraday_rules::Color::Black);
        assert_eq!(position.after(mv).fullmoves(), position.fullmoves() + black, "{} {}", V::ID, position.to_fen());
    }
}

in_every_variant!(
    the_count_starts_anew_by_captures_pawn_moves_and_promotions_by_push,
    the_move_number_grows_behind_black,
);

#[track_caller]
fn check_ending<V: Variant>(fen: &str, moves: &[&str], ending: Option<Ending>) -> u16 {
    let mut game = Game::new(Position::<V>::from_fen(fen).unwrap());
    for uci in moves {
        assert_eq!(game.ending(), None, "before {uci}");
        let mv = game.position().read_uci(uci).unwrap();
        game.play(mv).unwrap();
    }
    assert_eq!(game.ending(), ending, "{}", game.position().to_fen());
    game.position().halfmoves()
}

const DRAWN: Option<Ending> = Some(Ending::draw(EndReason::FiftyMoves));

#[test]
fn the_hundredth_quiet_ply_draws() {
    check_ending::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", &["a1a2", "e8e7"], DRAWN);
    check_ending::<Future>("5/5/5/5/K3R|5/5/5/5/5|k4/5/5/5/5 w - - 99 80", &["1e11e2"], DRAWN);
    check_ending::<Collision>("4k3/8/8/8/8/8/8/R3K3 w - - 99 80 -", &["a1a2"], DRAWN);
}

#[test]
fn a_capture_or_a_pawn_move_as_the_hundredth_ply_does_not_draw() {
    check_ending::<Chess>("4k3/8/8/8/8/8/n7/R3K3 w - - 99 80", &["a1a2"], None);
    check_ending::<Chess>("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", &["a2a3"], None);
}

#[test]
fn a_game_that_starts_from_a_full_count_is_over() {
    check_ending::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", &[], DRAWN);
    check_ending::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 250 80", &[], DRAWN);
}

#[test]
fn a_mate_goes_before_the_draw() {
    let mate = Some(Ending::win(faraday_rules::Color::White, EndReason::Checkmate));
    check_ending::<Chess>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", &["a1a8"], mate);
}

#[test]
fn a_stalemate_goes_before_the_draw() {
    let stalemate = Some(Ending::draw(EndReason::Stalemate));
    check_ending::<Chess>("k7/8/8/1Q6/8/8/8/4K3 w - - 99 80", &["b5b6"], stalemate);
}

#[test]
fn a_captured_king_goes_before_the_draw() {
    let captured = Some(Ending::win(faraday_rules::Color::White, EndReason::KingCaptured));
    check_ending::<Magnetic>("k7/8/8/8/8/8/8/R3K3 w - - 99 80", &["a1a8"], captured);
}

#[test]
fn a_pawn_that_a_pulse_displaces_does_not_start_the_count_anew() {
    // In the first position, the rook on d1 pulls d5 to d2 and pushes nothing. In the second, the white pawn on d3
    // is pushed to d7.
    let pulled = check_ending::<Magnetic>("4k3/8/8/3p4/8/8/8/R3K3 w - - 7 9", &["a1d1"], None);
    let pushed = check_ending::<Magnetic>("3nk3/8/8/8/8/3P4/8/R3K3 w - - 7 9", &["a1d1"], None);
    assert_eq!([pulled, pushed], [8, 8]);
}

#[test]
fn a_promotion_by_push_starts_the_count_anew() {
    let count = check_ending::<Magnetic>("4k3/8/8/8/8/3P4/8/R3K3 w - - 7 9", &["a1d1q"], None);
    assert_eq!(count, 0);
}
