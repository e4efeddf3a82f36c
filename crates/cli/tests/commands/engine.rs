//! `uci`, `cecp` and `bench`.

use faraday_variants::catalog;

use crate::program::{faraday, faraday_with, first};

#[test]
fn a_session_offers_every_variant_and_plays_a_legal_move() {
    for entry in catalog() {
        let orders = format!(
            "uci\nsetoption name UCI_Variant value {}\nucinewgame\nisready\nposition startpos\ngo depth 1\nquit\n",
            entry.id
        );
        let run = faraday_with(&["uci"], orders.as_bytes());
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run}");
        assert!(run.stdout.contains(&format!(" var {}", entry.id)), "{run}");
        assert!(run.stdout.contains("\nuciok\n") && run.stdout.contains("\nreadyok\n"), "{run}");
        let best = run.stdout.lines().find_map(|line| line.strip_prefix("bestmove ")).expect("a move was chosen");
        let best = best.split(' ').next().unwrap();
        assert!(entry.game(None).unwrap().read_uci(best).is_ok(), "{run}");
    }
}

#[test]
fn a_session_under_xboards_protocol_plays_a_legal_move_in_every_variant() {
    for (index, entry) in catalog().iter().enumerate() {
        let name = if index == 0 { "normal" } else { entry.id };
        let orders = format!("xboard\nprotover 2\nnew\nvariant {name}\nsd 1\ngo\nping 1\nquit\n");
        for command in ["cecp", "xboard"] {
            let run = faraday_with(&[command], orders.as_bytes());
            assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run}");
            assert!(run.stdout.contains("\nfeature done=1\n") && run.stdout.contains("\npong 1\n"), "{run}");
            let best = run.stdout.lines().find_map(|line| line.strip_prefix("move ")).expect("a move was chosen");
            assert!(entry.game(None).unwrap().read_uci(best).is_ok(), "{run}");
        }
    }
}

#[test]
fn a_session_ends_with_its_input() {
    assert_eq!(faraday(&["uci"]).status, Some(0));
    assert_eq!(faraday_with(&["uci"], b"go infinite\n\xff\nnonsense").status, Some(0));
}

#[test]
fn a_bench_counts_the_same_nodes_every_time() {
    let bench = || faraday(&["bench", "--depth", "3", "--json"]).json();
    let (first_run, second_run) = (bench(), bench());
    assert_eq!(first_run["nodes"], second_run["nodes"]);
    let rows = first_run["variants"].as_array().unwrap();
    assert_eq!(rows.len(), catalog().len());
    assert_eq!(first_run["nodes"], rows.iter().map(|row| row["nodes"].as_u64().unwrap()).sum::<u64>());
    for (row, entry) in rows.iter().zip(catalog()) {
        assert_eq!(row["variant"], entry.id);
    }
}

#[test]
fn a_bench_prints_a_row_for_a_variant_and_the_total() {
    let run = faraday(&["bench", "--variant", first().id, "--depth", "2"]);
    let names: Vec<&str> = run.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["variant", first().id, "total"]);
}
