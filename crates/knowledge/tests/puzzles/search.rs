//! What a search says of puzzles: a fixed number of nodes finds the same on every machine.

use faraday_knowledge::puzzle::{Checked, Judge, Judges, causes, check, facts, prove, read};
use faraday_variants::Entry;

use crate::{LINE, chess};

const NODES: u64 = 5_000;

fn judge(variant: &'static Entry) -> Judge {
    Judge::new(variant.brain(4))
}

#[test]
fn a_line_is_followed_from_the_mistake_to_the_mate() {
    let puzzle = &read(chess(), LINE).unwrap()[0];
    let mut judge = judge(chess());
    let proof = prove(&mut judge, chess(), (&puzzle.fen, &puzzle.moves[0]), NODES, 3).unwrap().unwrap();
    assert_eq!(proof.moves, puzzle.moves);
    assert!(proof.nodes > 0 && proof.rating < 1_200);
    assert_eq!(check(&mut judge, chess(), puzzle, NODES).unwrap(), Checked::Right);
}

#[test]
fn where_several_moves_win_or_none_does_there_is_no_puzzle() {
    let mut judge = judge(chess());
    for (fen, mistake) in [
        // Anything wins.
        ("7k/8/8/8/8/8/8/KQQ5 b - - 0 1", "h8g8"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"),
    ] {
        assert!(prove(&mut judge, chess(), (fen, mistake), NODES, 3).unwrap().is_err(), "{fen}");
    }
}

#[test]
fn a_wrong_solution_is_found_out() {
    let mut puzzle = read(chess(), LINE).unwrap().remove(0);
    puzzle.moves[1] = "d1d7".to_owned();
    let found = check(&mut judge(chess()), chess(), &puzzle, NODES).unwrap();
    assert!(matches!(found, Checked::Wrong { turn: 1, found: Some(look) } if look.best == "d1d8"));
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
    // Chess has no rules of its own.
    assert!(causes(&mut Judges::new(judge), chess(), puzzle, NODES).unwrap().is_empty());
}
