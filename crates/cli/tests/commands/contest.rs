//! Tests of `match`, `tourney`, and `ladder`.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use faraday_variants::catalog;
use serde_json::Value;

use crate::program::{Run, command, faraday, file, finish, first, without_threads};

/// Returns a path in the test folder at which there is no file.
fn path(name: &str) -> PathBuf {
    let path = file(name, b"");
    fs::remove_file(&path).unwrap();
    path
}

fn contest(words: &str, more: &[&str]) -> Run {
    let words = words.replace("VARIANT", first().id);
    let words: Vec<&str> = words.split_whitespace().chain(more.iter().copied()).collect();
    faraday(&words)
}

const SHORT: &str =
    "match faraday:nodes=600 faraday:level=1 --variant VARIANT --nodes 100 --concurrency 1 --max-plies 100";

#[test]
fn a_match_says_its_score_and_a_line_a_game() {
    let run = contest(SHORT, &["--games", "4"]);
    assert_eq!(run.status, Some(0), "{run}");
    assert_eq!(run.stderr.lines().count(), 4, "{run}");
    assert!(run.stderr.starts_with("1/4  game 1: faraday:nodes=600 – faraday:level=1 "), "{run}");
    for word in ["games       4 of 4", "score  ", "pairs  ", "Elo  ", "ended by  "] {
        assert!(run.stdout.contains(word), "{word} is missing: {run}");
    }
}

#[test]
fn a_match_is_the_same_for_the_same_seed_and_replays_in_every_variant() {
    for entry in catalog() {
        let play = |name: &str| {
            let path = path(&format!("{name}-{}.pgn", entry.id));
            let words = "match faraday:nodes=300 faraday:level=2 --nodes 100 --concurrency 1 --games 2 --max-plies 120";
            let words: Vec<&str> = words.split(' ').chain(["--variant", entry.id, "--seed", "9", "--pgn"]).collect();
            let run = faraday(&[words.as_slice(), &[path.to_str().unwrap()]].concat());
            assert_eq!(run.status, Some(0), "{run}");
            path
        };
        let (one, other) = (play("one"), play("other"));
        let text = fs::read_to_string(&one).unwrap();
        assert_eq!(text, fs::read_to_string(&other).unwrap(), "{}", entry.id);
        assert!(text.contains("[Round \"1.2\"]") && text.contains("[%eval "), "{text}");
        let run = faraday(&["replay", entry.id, one.to_str().unwrap(), "--json"]);
        assert_eq!(run.lines_of_json().iter().filter(|line| line.get("outcome").is_some()).count(), 2, "{run}");
    }
}

#[test]
fn json_has_every_number() {
    let report = contest(SHORT, &["--games", "6", "--json", "--sprt", "elo0=-200,elo1=200"]).json();
    let number = |key: &str| report[key].as_u64().unwrap();
    assert_eq!(number("wins") + number("draws") + number("losses"), number("games"));
    assert_eq!(
        report["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum::<u64>(),
        number("games") / 2
    );
    assert!(report["sprt"]["llr"].as_f64().unwrap() > 0.0, "{report}");
    assert_eq!(report["players"][0]["name"], "faraday:nodes=600");
    assert_eq!(report["players"][1]["pace"], "nodes=100");
}

#[test]
fn a_test_that_accepts_h0_is_a_negative_answer() {
    let words = "match faraday:level=1 faraday:nodes=1500 --variant VARIANT --nodes 50 --games 400 --json";
    let run = contest(words, &["--sprt", "elo0=0,elo1=100,alpha=0.2,beta=0.2"]);
    assert_eq!(run.status, Some(1), "{run}");
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["outcome"], &report["sprt"]["decision"]), (&"decided".into(), &"H0".into()));
}

#[test]
fn a_tournament_has_a_table_and_ratings() {
    let words = "tourney faraday:level=1,name=weak faraday:nodes=100 faraday:nodes=800 --variant VARIANT --nodes 50 --games 4 --max-plies 100";
    let run = contest(words, &[]);
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stdout.contains("games       12 of 12"), "{run}");
    assert!(run.stdout.lines().any(|line| line.starts_with("  1 faraday:nodes=800")), "{run}");
    let report = contest(words, &["--json"]).json();
    assert_eq!(report["table"].as_array().unwrap().len(), 3);
    assert_eq!(report["meetings"].as_array().unwrap().len(), 3);
    let elo = |row: usize| report["table"][row]["elo"]["value"].as_f64().unwrap();
    assert!(elo(0) > elo(1) && elo(1) >= elo(2) && (elo(0) + elo(1) + elo(2)).abs() < 1e-6, "{report}");
}

#[test]
fn a_ladder_rates_every_level_above_the_one_below() {
    let run = contest("ladder --variant VARIANT --games 2 --max-plies 60", &[]);
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stdout.contains("games       18 of 18"), "{run}");
    assert!(run.stdout.lines().any(|line| line.starts_with("level 9 ")), "{run}");
    let report = contest("ladder --variant VARIANT --games 2 --max-plies 60 --nodes 50", &["--json"]).json();
    let names: Vec<&str> = report["ladder"].as_array().unwrap().iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!((names.len(), names[0], &report["chance"]), (9, "level 1", &0.into()));
}

#[test]
fn our_own_program_plays_under_uci_in_every_variant() {
    let program = format!("cmd:'{}' uci,name=child,option.Seed=1,option.Skill Level=2", env!("CARGO_BIN_EXE_faraday"));
    for entry in catalog() {
        let words = ["match", &program, "faraday:level=1", "--variant", entry.id, "--games", "2", "--nodes", "100"];
        let run = faraday(&[words.as_slice(), &["--max-plies", "60", "--json"]].concat());
        assert_eq!(run.json()["players"][0]["fouls"], serde_json::json!({}), "{run}");
    }
}

#[cfg(unix)]
#[test]
fn claims_win_nothing() {
    let program = env!("CARGO_BIN_EXE_faraday");
    let claims = format!("cmd:sh -c \"'{program}' uci | sed -u 's/score cp -*[0-9]*/score mate 1/'\",name=liar");
    let words = "--variant VARIANT --games 2 --nodes 2000 --max-plies 40 --resign 300:2 --json";
    let run = contest(&format!("match faraday {words}"), &[&claims]);
    let report = run.json();
    assert!(report["reasons"].get("resigned").is_none(), "an honest player does not resign here: {run}");
    assert_eq!(report["losses"], 0, "{run}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_ends_once_loses_once() {
    let once = path("ended-once");
    let program = env!("CARGO_BIN_EXE_faraday");
    let script = format!(
        "[ -e {0} ] && exec {program} uci; head -n 1 >/dev/null; echo uciok; head -n 1 >/dev/null; echo readyok; touch {0}",
        once.display()
    );
    let player = format!("cmd:sh -c '{script}',name=once");
    let words = "match faraday:level=1 --variant VARIANT --games 4 --nodes 2000 --max-plies 60 --json";
    let run = contest(words, &[&player]);
    let report = run.json();
    assert_eq!(report["players"][1]["fouls"], serde_json::json!({ "engine-gone": 1 }), "{run}");
    assert_eq!(report["games"], 4);
}

#[test]
fn a_match_goes_on_from_its_record_and_no_other() {
    let (record, pgn) = (path("goes-on.jsonl"), path("goes-on.pgn"));
    let kept = ["--record", record.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let run = contest(SHORT, &[&["--games", "2"], kept.as_slice()].concat());
    assert_eq!(run.status, Some(0), "{run}");
    let run = contest(SHORT, &[&["--games", "6"], kept.as_slice()].concat());
    assert!(run.stderr.starts_with("resuming after 2 of 6 games\n3/6  game 3: "), "{run}");
    assert!(run.stdout.contains("games       6 of 6"), "{run}");
    assert_eq!(fs::read_to_string(&pgn).unwrap().matches("[Event ").count(), 6);
    let whole = path("whole.jsonl");
    contest(SHORT, &["--games", "6", "--record", whole.to_str().unwrap()]);
    let moves = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap()["moves"].clone());
        lines.collect::<Vec<Value>>()
    };
    assert_eq!(moves(&record), moves(&whole));
    let run = contest(SHORT, &[&["--games", "6", "--seed", "2"], kept.as_slice()].concat());
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stderr.contains("records another match: its seed is `1`, not `2`"), "{run}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_what_is_finished() {
    let record = path("stopped.jsonl");
    let words = format!("match faraday:nodes=2000 faraday:level=3 --variant {} --games 100000 --record", first().id);
    let child =
        command().args(words.split(' ')).arg(&record).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    let lines = || fs::read_to_string(&record).unwrap_or_default().lines().count();
    while lines() < 3 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains(&format!("games       {} of 100000, stopped", lines() - 1)), "{text}");
}

/// Engines have process groups of their own, so this program must end them.
#[cfg(unix)]
#[test]
fn a_second_ctrl_c_leaves_no_engine_behind() {
    let (script, id) = (path("hung.sh"), path("hung.pid"));
    let text = format!(
        "trap '' TERM INT HUP\necho $$ > {}.new\nmv {0}.new {0}\necho uciok\nwhile :; do :; done\n",
        id.display()
    );
    fs::write(&script, text).unwrap();
    let player = format!("cmd:sh {}", script.display());
    let words = format!("match faraday --variant {} --games 2", first().id);
    let mut child =
        command().args(words.split(' ')).arg(&player).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    crate::program::wait_for(|| id.exists());
    crate::program::signal(&child, "INT");
    crate::program::signal(&child, "INT");
    child.wait().unwrap();
    let engine = fs::read_to_string(&id).unwrap();
    let is_there = || {
        let state = fs::read_to_string(format!("/proc/{}/stat", engine.trim())).unwrap_or_default();
        // A process that has ended stays a zombie until its new parent reaps it.
        !state.is_empty() && !state.contains(") Z ")
    };
    crate::program::wait_for(|| !is_there());
}

/// A file size limit simulates a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_game_in_the_file_of_games() {
    let pgn = path("full.pgn");
    let words = format!(
        "match faraday faraday:level=1 --variant {} --games 400 --nodes 20 --max-plies 60 --concurrency 1 --pgn",
        first().id
    );
    let output = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_faraday")])
        .args(words.split(' '))
        .arg(&pgn)
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    let said = format!("error: cannot write {}: ", pgn.display());
    assert!(error.lines().last().is_some_and(|line| line.starts_with(&said)), "{error}");
    let text = fs::read_to_string(&pgn).unwrap();
    assert!(text.ends_with("\n\n") && text.matches("[Event ").count() > 2, "{text}");
    let replay = || faraday(&["replay", first().id, pgn.to_str().unwrap(), "--json"]);
    assert_eq!(replay().status, Some(0), "{}", replay());
    // An incomplete game left by another program is not continued.
    fs::write(&pgn, format!("{text}[Event \"Engine match\"]\n\n1. e4 {{[%eval 5.97,0")).unwrap();
    let run = contest(SHORT, &["--games", "2", "--pgn", pgn.to_str().unwrap()]);
    assert!(run.stderr.contains(": its last game is incomplete and ends there\n"), "{run}");
    assert_eq!(replay().status, Some(0), "{}", replay());
    assert!(fs::read_to_string(&pgn).unwrap().contains("{[%eval 5.97,0} *\n\n[Event "));
}

#[test]
fn a_match_without_threads_ends_with_a_sentence() {
    let words = ["match", "faraday", "faraday", "--variant", first().id, "--games", "2", "--nodes", "10"];
    let run = finish(without_threads().args(words), b"");
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stderr.contains("cannot start a thread: ") && run.stderr.lines().count() == 1, "{run}");
}

#[test]
fn openings_in_latin_1_are_read() {
    let book = file("latin.pgn", b"[White \"M\xfcller\"]\n\n1. e4 {caf\xe9} e5 *\n\n");
    let run = contest(SHORT, &["--games", "2", "--openings", book.to_str().unwrap()]);
    assert_eq!(run.status, Some(0), "{run}");
}

#[test]
fn a_match_plays_positions_of_other_programs_and_names_those_that_are_none() {
    let epd = "\u{feff}4k3/8/8/8/8/8/4P3/4K3 w - -\r\nnonsense\r\n\
               rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - hmvc 2; fmvn 4; bm Be2; id \"a; b\";\r\n";
    let book = file("foreign.epd", epd.as_bytes());
    let book = book.to_str().unwrap();
    let pgn = path("foreign.pgn");
    let words = "match random random --variant VARIANT --games 4 --nodes 1 --max-plies 4 --concurrency 1";
    let run = contest(words, &["--openings", book, "--pgn", pgn.to_str().unwrap()]);
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stderr.starts_with(&format!("note: {book}: line 2: the FEN has 1 of 6 fields")), "{run}");
    let games = fs::read_to_string(&pgn).unwrap();
    let starts: Vec<&str> = games.lines().filter(|line| line.starts_with("[FEN ")).collect();
    let first = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    let second = "[FEN \"rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 4\"]";
    assert_eq!(starts, [first, first, second, second]);
    let none = file("none.epd", b"nonsense\nmore of it\n");
    let run = contest(words, &["--openings", none.to_str().unwrap()]);
    assert_eq!((run.status, run.stderr.lines().count()), (Some(2), 1), "{run}");
    assert!(run.stderr.contains("line 1: ") && run.stderr.contains("none of the 2 openings can be read"), "{run}");
}

#[test]
fn bad_input_is_one_line() {
    let game = "--variant VARIANT --games 2 --nodes 10";
    for (words, said) in [
        ("match faraday nonsense", "`nonsense` is not a player"),
        ("match faraday cmd:/nonexistent/engine", "cannot start `/nonexistent/engine`"),
        ("match faraday faraday:network=/nonexistent/net", "cannot take the network `/nonexistent/net`"),
        ("match faraday faraday --openings nothing.fen", "cannot read nothing.fen"),
        ("match faraday faraday --openings book", "`book` is not a source of openings"),
        ("match faraday faraday --openings random:1 --games 100", "use more plies"),
        ("match faraday faraday --tc 5+", "`5+` is not a time control"),
        ("match faraday faraday --sprt elo0=3,elo1=1", "elo0 must be less than elo1"),
        ("match faraday faraday --resign 500", "write CP:MOVES"),
        ("match faraday faraday --record /nonexistent/record", "cannot open `/nonexistent/record`"),
        ("tourney faraday", "2"),
        ("tourney faraday faraday faraday --games 3", "--games must be even"),
    ] {
        let words = if words.contains("--games") {
            format!("{words} {}", game.replace("--games 2", ""))
        } else {
            format!("{words} {game}")
        };
        let run = contest(&words, &[]);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{words}: {run}");
        let last = run.stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("error: ") && last.contains(said), "{words}: {run}");
    }
}
