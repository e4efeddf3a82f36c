//! Tests of puzzle searches. A fixed number of nodes gives the same result on every machine.

use std::sync::Mutex;

use faraday_knowledge::puzzle::{
    CheckResult, Miner, MiningSettings, MiningStatistics, PuzzleSearcher, PuzzleSearchers, PuzzleSet, ScoredGame,
    causes, check, facts, prove, read,
};
use faraday_variants::Entry;

use crate::{LINE, chess, owing};

const NODES: u64 = 5_000;

fn searcher(variant: &'static Entry) -> PuzzleSearcher {
    PuzzleSearcher::new(variant.engine(4))
}

#[test]
fn a_line_is_followed_from_the_mistake_to_the_mate() {
    let puzzle = &read(chess(), LINE).unwrap()[0];
    let mut searcher = searcher(chess());
    let proof = prove(&mut searcher, chess(), (&puzzle.fen, &puzzle.moves[0]), NODES, 3).unwrap().unwrap();
    assert_eq!(proof.moves, puzzle.moves);
    assert!(proof.nodes > 0 && proof.rating < 1_200);
    assert_eq!(check(&mut searcher, chess(), puzzle, NODES).unwrap(), CheckResult::Valid);
}

#[test]
fn positions_without_a_single_winning_move_are_not_puzzles() {
    let mut searcher = searcher(chess());
    for (fen, mistake) in [
        // Several moves win in the first position, and none in the second.
        ("7k/8/8/8/8/8/8/KQQ5 b - - 0 1", "h8g8"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"),
    ] {
        assert!(prove(&mut searcher, chess(), (fen, mistake), NODES, 3).unwrap().is_err(), "{fen}");
    }
}

#[test]
fn a_wrong_solution_is_found_out() {
    let mut puzzle = read(chess(), LINE).unwrap().remove(0);
    puzzle.moves[1] = "d1d7".to_owned();
    let found = check(&mut searcher(chess()), chess(), &puzzle, NODES).unwrap();
    assert!(matches!(found, CheckResult::WrongMove { turn: 1, found: Some(look) } if look.best == "d1d8"));
}

#[test]
fn a_theme_that_is_no_fact_is_found_out() {
    let mut puzzle = read(chess(), LINE).unwrap().remove(0);
    puzzle.themes.push("mate-in-2".to_owned());
    let expected = CheckResult::UnfoundedTheme("mate-in-2".to_owned());
    assert_eq!(check(&mut searcher(chess()), chess(), &puzzle, NODES).unwrap(), expected);
}

#[test]
fn a_cause_of_which_the_rules_tell_nothing_is_found_out() {
    for (entry, mut puzzle) in owing() {
        let owed = &mut puzzle.causes[0];
        owed.squares = vec!["nowhere".to_owned()];
        let expected = CheckResult::UnfoundedCause(owed.clone());
        assert_eq!(check(&mut searcher(entry), entry, &puzzle, 1).unwrap(), expected, "{}", puzzle.id);
    }
}

#[test]
fn themes_are_facts() {
    let puzzle = &read(chess(), LINE).unwrap()[0];
    assert_eq!(facts(chess(), puzzle).unwrap(), ["endgame", "mate-in-1", "one-move"]);
    let promotion = LINE
        .replace("6k1/5ppp/8/8/8/1q6/5PPP/3R2K1 b - - 0 1", "8/P6k/8/8/8/8/8/K7 b - - 0 1")
        .replace("b3b2", "h7g7")
        .replace("d1d8", "a7a8q");
    let puzzle = &read(chess(), &promotion).unwrap()[0];
    assert_eq!(facts(chess(), puzzle).unwrap(), ["endgame", "promotion", "one-move"]);
    // Chess has no causes.
    assert!(causes(&mut PuzzleSearchers::new(searcher), chess(), puzzle, NODES).unwrap().is_empty());
}

#[test]
fn a_mistake_in_a_game_that_was_played_is_found_by_its_scores() {
    let mut game = chess().game(None).unwrap();
    let scores = [Some(20), Some(-30), None, Some(-20), Some(10), Some(30), Some(9_999)];
    let moves = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"];
    let plies: Vec<_> = moves
        .into_iter()
        .zip(scores)
        .map(|(text, score)| {
            let legal = game.read_uci(text).unwrap();
            game.play_legal(legal);
            (legal.mv(), score)
        })
        .collect();
    let recipe = MiningSettings { seed: 1, nodes: NODES, longest: 3 };
    let mut miner = Miner::new(chess(), recipe, searcher(chess()), searcher(chess()));
    let mut mine_scored_game = |plies: &[_]| {
        let mut tally = MiningStatistics::default();
        let scored = ScoredGame { number: 7, plies: plies.to_vec() };
        (miner.mine_scored_game(&scored, &Mutex::new(PuzzleSet::default()), &mut tally).unwrap(), tally)
    };
    let (puzzle, tally) = mine_scored_game(&plies);
    let puzzle = puzzle.unwrap();
    assert_eq!((puzzle.moves, puzzle.source.as_str()), (vec!["g8f6".to_owned(), "h5f7".to_owned()], "datagen 7"));
    assert_eq!((tally.games, tally.candidates, tally.proved), (1, 1, 1));
    // Before the mistake there is nothing to find.
    assert_eq!(mine_scored_game(&plies[..6]).1.candidates, 0);
}
