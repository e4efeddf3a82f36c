//! Snapshot tests: the output of each command for the first variant.

use crate::program::{faraday, first, snapshot};

const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

#[test]
fn perft_counts() {
    let id = first().id;
    snapshot!("perft", faraday(&["perft", id, "3"]));
    snapshot!("perft_divide", faraday(&["perft", id, "2", "--divide", "--moves", "e4 e5 Nf3"]));
    snapshot!("perft_json", faraday(&["perft", id, "3", "--json"]));
}

#[test]
fn perft_counts_the_same_with_the_last_ply_played() {
    let id = first().id;
    for arguments in [&["--no-bulk", "--json"][..], &["--divide", "--json"], &["--divide", "--no-bulk", "--json"]] {
        let run = faraday(&[&["perft", id, "3"], arguments].concat()).json();
        assert_eq!(run["nodes"], 8902);
    }
}

#[test]
fn perft_of_nothing_is_one_and_of_a_decided_position_none() {
    let id = first().id;
    assert_eq!(faraday(&["perft", id, "0", "--json"]).json()["nodes"], 1);
    assert_eq!(faraday(&["perft", id, "100", "--fen", MATED, "--json"]).json()["nodes"], 0);
}

#[test]
fn perft_does_not_look_at_the_fifty_move_count() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 100 90";
    assert_eq!(faraday(&["perft", first().id, "1", "--fen", fen, "--divide", "--json"]).json()["nodes"], 15);
    let moves = faraday(&["moves", first().id, "--fen", fen]);
    assert_eq!(moves.stdout.lines().count(), 15);
    assert_eq!(moves.stderr, "note: in a game, this position is a draw by the fifty-move rule (C.3)\n");
}

#[test]
fn moves_are_listed_in_order() {
    let id = first().id;
    snapshot!("moves", faraday(&["moves", id]));
    snapshot!("moves_json", faraday(&["moves", id, "--moves", "e4 d5 e5 f7f5", "--json"]));
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    let run = faraday(&["moves", first().id, "--fen", MATED]);
    assert_eq!(run.stdout, "");
    snapshot!("moves_mated", run);
}

#[test]
fn a_position_is_shown_with_what_there_is_to_know() {
    let id = first().id;
    snapshot!("show", faraday(&["show", id, "--moves", "e4 e5 Qh5"]));
    snapshot!("show_check", faraday(&["show", id, "--moves", "e4 f6 Qh5+"]));
    snapshot!("show_over", faraday(&["show", id, "--fen", MATED]));
}

#[test]
fn explanations_are_exit_0_or_1() {
    let id = first().id;
    snapshot!("explain_legal", faraday(&["explain", id, "exd6", "--moves", "e4 a6 e5 d5"]));
    snapshot!("explain_illegal", faraday(&["explain", id, "Nb1d2"]));
    snapshot!("explain_illegal_json", faraday(&["explain", id, "e1g1", "--json"]));
    snapshot!("explain_over", faraday(&["explain", id, "e2e4", "--fen", MATED]));
}

#[test]
fn a_draw_by_repetition_is_noted_and_ends_nothing() {
    let back_and_forth = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let run = faraday(&["explain", first().id, "e4", "--moves", back_and_forth]);
    assert_eq!(run.status, Some(0), "{run}");
    let shown = faraday(&["show", first().id, "--moves", back_and_forth]);
    assert!(shown.stdout.contains("\ndrawn  by repetition in a game (C.3)\n"), "{shown}");
}

#[test]
fn a_rule_is_shown_with_who_says_it() {
    snapshot!("rules_one", faraday(&["rules", first().id, "c.4"]));
    snapshot!("rules_one_json", faraday(&["rules", first().id, "C.4", "--json"]));
}
