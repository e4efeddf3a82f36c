//! Property tests of endings: the reason fits the position, and no move is legal after the end.

use faraday_rules::{Choice, EndReason, Game, Geometry, Move, Position, SetOf, Variant, orthodox::reasons};

use crate::positions::{Rng, composed, game, mixture, starts};

/// Returns positions of random games to their end, and compositions. Some of them are decided.
fn positions<V: Variant>() -> Vec<Position<V>> {
    let mut positions = composed::<V>(1500);
    for (seed, start) in (0..).zip(starts::<V>()) {
        for round in 0..3 {
            positions.extend_from_slice(game(start.clone(), 200, &mut Rng::new(seed + 100 * round)).positions());
        }
    }
    positions
}

fn the_reason_of_an_ending_fits_the_position<V: Variant>() {
    for position in positions::<V>() {
        let place = format!("{} {}: {:?}", V::ID, position.to_fen(), position.ending());
        let is_stuck = position.count() == 0;
        let has_king = position.board().king(position.turn()).is_some();
        let Some(ending) = position.ending() else {
            assert!(!is_stuck && has_king, "{place}");
            continue;
        };
        match ending.reason {
            EndReason::Checkmate => assert!(is_stuck && position.is_check(), "{place}"),
            EndReason::Stalemate => assert!(is_stuck && !position.is_check(), "{place}"),
            EndReason::NoMoves => assert!(is_stuck && has_king, "{place}"),
            EndReason::KingCaptured => assert!(!has_king, "{place}"),
            EndReason::Insufficient => assert!(has_king, "{place}"),
            EndReason::Repetition | EndReason::FiftyMoves => panic!("{place}: a position alone knows no history"),
        }
        assert!(ending.winner.is_none_or(|winner| winner != position.turn()), "{place}");
        assert!(ending.winner.is_none_or(|winner| !V::has_insufficient_material(&position, winner)), "{place}");
    }
}

fn no_move_is_legal_once_a_game_is_over<V: Variant>() {
    let mut rng = Rng::new(4);
    let squares = V::Geometry::SQUARES;
    let mut over = 0;
    for position in positions::<V>() {
        let mut game = Game::new(position.clone());
        if game.ending().is_none() {
            continue;
        }
        over += 1;
        assert!(game.legal().is_empty(), "{} {}", V::ID, position.to_fen());
        for _ in 0..50 {
            let [from, to] = [(); 2].map(|()| faraday_rules::Square::new(rng.below(squares) as u8));
            let choice = rng.pick(&[None, Some(Choice::Queen), Some(Choice::Scatter)]);
            let refusal = game.play(Move { from, to, choice }).unwrap_err();
            assert_eq!(refusal.reason, reasons::GAME_OVER, "{} {}", V::ID, position.to_fen());
        }
        assert_eq!(*game.position(), position);
    }
    assert!(over > 0, "{}: some of the positions are decided", V::ID);
}

fn the_ending_after_a_move_is_the_ending_once_it_is_played<V: Variant>() {
    let mut ended = 0;
    for (seed, start) in (0..).zip(starts::<V>()) {
        let mut game = game(start, 120, &mut Rng::new(seed));
        while let Some(mv) = game.undo() {
            let legal = game.check(mv).unwrap();
            let ending = game.ending_after(legal);
            let mut played = game.clone();
            played.play_legal(legal);
            assert_eq!(ending, played.ending(), "{} {}", V::ID, played.position().to_fen());
            ended += u32::from(ending.is_some());
        }
    }
    assert!(ended > 0, "{}: some of the games end", V::ID);
}

#[test]
#[should_panic(expected = "a move is played in the position in which it was checked")]
fn a_move_checked_in_another_position_is_not_played() {
    let mut game = Game::new(Position::<faraday_variants::Chess>::start());
    let knight = game.check(game.legal()[0]).unwrap();
    game.play_legal(knight);
    game.play_legal(knight);
}

fn every_overlay_of_the_list_exists_and_stays_on_the_board<V: Variant>() {
    for position in mixture::<V>(20, 60) {
        for name in V::OVERLAYS {
            for selected in [None].into_iter().chain(V::Geometry::squares().map(Some)) {
                let overlay = V::overlay(&position, name, selected).unwrap();
                let values = overlay.values.iter().map(|(square, _)| *square);
                let parts = overlay.parts.iter().flat_map(|part| [part.from, part.to]);
                let lent = overlay.lent.iter().flat_map(|lent| [lent.from, lent.to]);
                let lines = overlay.lines.iter().flat_map(|line| [line.from, line.meets, line.to]);
                let entries = overlay.entries.iter().map(|entry| entry.to);
                let mut squares = values.chain(parts).chain(lent).chain(lines).chain(entries);
                assert!(squares.all(|square| square.index() < V::Geometry::SQUARES), "{} {name}", V::ID);
            }
        }
        assert_eq!(V::overlay(&position, "no such layer", None), None);
    }
}

fn a_check_comes_from_pieces_of_the_other_side<V: Variant>() {
    for position in positions::<V>() {
        for color in faraday_rules::Color::ALL {
            let checkers = V::checkers(&position, color);
            let others: SetOf<V> = position.board().color(!color);
            assert_eq!(checkers & !others, SetOf::<V>::default(), "{} {}", V::ID, position.to_fen());
        }
    }
}

in_every_variant!(
    the_reason_of_an_ending_fits_the_position,
    no_move_is_legal_once_a_game_is_over,
    the_ending_after_a_move_is_the_ending_once_it_is_played,
    every_overlay_of_the_list_exists_and_stays_on_the_board,
    a_check_comes_from_pieces_of_the_other_side,
);
