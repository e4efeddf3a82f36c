//! Tests of `uci`, `cecp`, and `bench`.

use faraday_variants::catalog;

use crate::program::{command, faraday, faraday_with, finish, first, without_threads};

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

#[test]
fn a_session_without_threads_ends_with_a_sentence() {
    for protocol in ["uci", "cecp"] {
        let run = finish(without_threads().arg(protocol), b"go depth 3\n");
        assert_eq!(run.status, Some(2), "{run}");
        assert!(run.stderr.contains(": cannot start a thread: ") && run.stderr.lines().count() == 1, "{run}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_count_and_a_bench_with_a_line() {
    let id = first().id;
    for arguments in [&["perft", id, "12", "--divide"][..], &["bench", "--variant", id, "--depth", "100"]] {
        let (stdout, stderr) = (std::process::Stdio::null(), std::process::Stdio::piped());
        let child = command().args(arguments).stdout(stdout).stderr(stderr).spawn().unwrap();
        // The signal thread is ready as soon as it is listed next to the main thread.
        let threads = format!("/proc/{}/task", child.id());
        if let Ok(true) = std::fs::exists(&threads) {
            crate::program::wait_for(|| std::fs::read_dir(&threads).is_ok_and(|tasks| tasks.count() > 1));
        }
        crate::program::signal(&child, "INT");
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.starts_with("stopped: ") && said.lines().count() == 1, "{said}");
    }
}
