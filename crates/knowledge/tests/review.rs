//! Tests of reviews on games with known turning points.

use faraday_engine::{Control, Score};
use faraday_knowledge::Verdict;
use faraday_knowledge::review::{MoveRef, PositionResult, Reason, Review, ReviewProgress, review};
use faraday_rules::{EndReason, Role};
use faraday_variants::{AnyGame, catalog, find};

const NODES: u64 = 20_000;

fn played(variant: &str, fen: Option<&str>, moves: &str) -> Box<dyn AnyGame> {
    let mut game = find(variant).unwrap().game(fen).unwrap();
    for text in moves.split_whitespace() {
        let mv = game.read_move(text).unwrap();
        game.play_legal(mv);
    }
    game
}

fn reviewed(game: &dyn AnyGame, nodes: u64) -> Review {
    let mut engine = game.entry().engine(16);
    review(game, (&mut *engine, &Control::new()), nodes, &mut |_| {}).expect("nobody stops it")
}

#[test]
fn a_lost_queen_is_a_turning_point_and_named() {
    let game = played("chess", None, "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5 Nxe5 Nxe5 Qg4 Nexg4 Nc3 O-O");
    let review = reviewed(&*game, NODES);
    let points: Vec<usize> = review.turning_points.iter().map(|point| point.ply).collect();
    assert!(points.contains(&10), "{points:?}");
    let point = review.turning_points.iter().find(|point| point.ply == 10).unwrap();
    assert_eq!(review.plies[10].verdict, Some(Verdict::Blunder));
    assert!(["Nexg4", "Nfxg4"].contains(&point.refutation.san[0].as_str()), "{point:?}");
    let [Reason::LosesMaterial { lost, .. }] = &point.reasons[..] else { panic!("{point:?}") };
    let fallen = lost[0];
    assert_eq!((fallen.piece.role, game.name(fallen.at).as_str()), (Role::Queen, "g4"));
    assert_eq!(fallen.by, MoveRef::Refutation(0));
    let [white, black] = review.accuracy.map(|accuracy| accuracy.expect("both sides have moved"));
    assert!(white < black, "{white} {black}");
}

#[test]
fn a_mate_that_is_allowed_is_told_with_its_end() {
    let game = played("chess", None, "f3 e5 g4 Nc6");
    let review = reviewed(&*game, NODES);
    let allowed = &review.turning_points.iter().find(|point| point.ply == 2).expect("2. g4").reasons;
    assert_eq!(allowed[..], [Reason::Loses { moves: 1, end: Some(EndReason::Checkmate) }]);
    let missed = &review.turning_points.iter().find(|point| point.ply == 3).expect("2… Nc6").reasons;
    assert_eq!(missed[..], [Reason::MissesWin { moves: 1, end: Some(EndReason::Checkmate) }]);
}

#[test]
fn a_won_game_that_ends_in_stalemate_is_a_blunder() {
    let game = played("chess", Some("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1"), "Qc7");
    assert_eq!(game.ending().map(|ending| ending.reason), Some(EndReason::Stalemate));
    let review = reviewed(&*game, NODES);
    let [point] = &review.turning_points[..] else { panic!("{review:?}") };
    assert!(point.refutation.moves.is_empty());
    assert!(point.reasons.contains(&Reason::Draws { end: EndReason::Stalemate }), "{point:?}");
    assert_eq!(review.found[1], PositionResult { score: Score::Centipawns(0), line: Vec::new(), depth: 0 });
}

#[test]
fn forced_moves_and_best_moves_are_never_at_fault() {
    // Black is lost and has only forced moves.
    let game = played("chess", Some("7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), "");
    assert_eq!(game.ending().map(|ending| ending.reason), Some(EndReason::Stalemate));
    let game = played("chess", Some("k7/8/8/8/8/8/1R6/2R3K1 b - - 0 1"), "Ka7 Ra1#");
    assert_eq!(game.ending().map(|ending| ending.reason), Some(EndReason::Checkmate));
    let review = reviewed(&*game, NODES);
    assert!(review.plies[0].is_forced && review.turning_points.is_empty(), "{review:?}");
    assert_eq!(review.accuracy[1], None, "Black had nothing to choose");
    assert!(review.accuracy[0].is_some_and(|accuracy| accuracy > 99.0));
    assert_eq!((review.found[0].score, review.found[1].score), (Score::Mate(-1), Score::Mate(1)));
}

#[test]
fn games_without_moves_and_games_that_are_over_are_reviewed_in_every_variant() {
    for entry in catalog() {
        let game = entry.game(None).unwrap();
        let review = reviewed(&*game, 500);
        assert_eq!((review.found.len(), review.plies.len(), review.accuracy), (1, 0, [None, None]), "{}", entry.id);
        for sample in entry.samples().into_iter().take(1) {
            let tree = faraday_rules::pgn::read_games(sample.pgn).remove(0).unwrap();
            let mut game = entry.game(tree.header("FEN")).unwrap();
            for id in tree.main_line() {
                let mv = game.read_move(tree.node(id).san()).unwrap();
                game.play_legal(mv);
            }
            let review = reviewed(&*game, 500);
            assert_eq!(review.found.len(), game.moves().len() + 1, "{}", entry.id);
            assert!(review.plies.iter().all(|ply| (0.0..=1.0).contains(&ply.loss)), "{}", entry.id);
            assert!(review.turning_points.is_sorted_by_key(|point| point.ply), "{}", entry.id);
            assert_eq!(review, reviewed(&*game, 500), "{}: a review is a function of game and nodes", entry.id);
        }
    }
}

#[test]
fn a_review_tells_of_every_position_and_can_be_stopped() {
    let game = played("chess", None, "e4 e5 Nf3 Nc6");
    let mut engine = game.entry().engine(1);
    let control = Control::new();
    let mut told = Vec::new();
    let stopped = review(&*game, (&mut *engine, &control), 1_000, &mut |looking| {
        if let ReviewProgress::Searched { ply, .. } = looking {
            told.push(ply);
            if ply == 2 {
                control.stop();
            }
        }
    });
    assert_eq!((stopped, told), (None, vec![0, 1, 2]));
}
