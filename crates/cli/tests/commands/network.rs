//! Tests of `datagen`, `train`, and `tune`.

use std::process::Stdio;

use crate::program::{command, faraday, finish, wait_for, without_threads};

/// Returns the path of a file in a temporary folder.
fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn games_are_added_until_there_are_enough_and_a_network_learns_from_them() {
    let folder = tempfile::tempdir().unwrap();
    let (games, net) = (path(&folder, "games"), path(&folder, "net"));
    let datagen = |positions| {
        let run = faraday(&[
            "datagen",
            "magnetic",
            "--output",
            &games,
            "--positions",
            positions,
            "--nodes",
            "50",
            "--opening",
            "4",
        ]);
        assert_eq!(run.status, Some(0), "{run}");
        run.stdout
    };
    let first = datagen("500");
    assert!(first.contains(" positions in this run, "), "{first}");
    assert!(!datagen("500").contains(" positions in this run, "));
    assert!(datagen("4000").contains(" positions in this run, "));
    let run = faraday(&["train", "magnetic", "--games", &games, "--output", &net, "--epochs", "2", "--batch", "100"]);
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stdout.contains("epoch 2 of 2: error "), "{run}");
    let trained = std::fs::read(&net).unwrap();
    let again = faraday(&["train", "magnetic", "--games", &games, "--output", &net]);
    assert_eq!((again.status, again.stdout.as_str()), (Some(2), ""), "{again}");
    assert!(again.stderr.contains("already exists"), "{again}");
    let other = faraday(&["datagen", "magnetic", "--output", &games, "--nodes", "60", "--opening", "4"]);
    assert_eq!(other.status, Some(2), "{other}");
    assert!(other.stderr.contains("not with seed 1, 60 nodes, 4 random plies"), "{other}");
    assert!(std::fs::read(&net).unwrap() == trained);
    let player = format!("faraday:network={net}");
    let run =
        faraday(&["match", &player, "faraday:network=none", "--variant", "magnetic", "--games", "2", "--nodes", "50"]);
    assert_eq!(run.status, Some(0), "{run}");
    let run = faraday(&["datagen", "chess", "--output", &path(&folder, "other"), "--net", &net]);
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stderr.contains("the network plays `magnetic`, not `chess`"), "{run}");
}

#[test]
fn bad_input_is_refused_in_one_line_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let text = path(&folder, "text");
    std::fs::write(&text, "1. e4 e5").unwrap();
    let (missing, output) = (path(&folder, "missing"), path(&folder, "net"));
    for arguments in [
        vec!["datagen", "chess", "--output", &text],
        vec!["datagen", "chess", "--output", &folder.path().display().to_string()],
        vec!["datagen", "chess", "--output", &missing, "--net", &text],
        vec!["train", "chess", "--games", &text, "--output", &output],
        vec!["train", "chess", "--games", &output, "--output", &output],
        vec!["train", "chess", "--games", &text, "--output", &output, "--from", &missing],
        vec!["train", "chess", "--games", &text, "--output", &output, "--from", &text],
        vec!["train", "chess", "--games", &text, "--output", &output, "--rate", "0"],
        vec!["train", "chess", "--games", &text, "--output", &output, "--result", "2"],
        vec!["train", "chess", "--games", &text, "--output", &output, "--lambda", "2"],
        vec!["train", "chess", "--games", &text, "--output", &output, "--epochs", "0"],
    ] {
        let run = faraday(&arguments);
        assert_eq!(run.status, Some(2), "{arguments:?}: {run}");
        assert_eq!(run.stderr.lines().count(), 1, "{arguments:?}: {run}");
    }
    assert_eq!(std::fs::read_to_string(&text).unwrap(), "1. e4 e5");
}

/// A file size limit simulates a full disk: both programs fail while they write a game.
#[test]
#[cfg(unix)]
fn a_full_disk_ends_datagen_in_one_line_and_keeps_what_was_finished() {
    let folder = tempfile::tempdir().unwrap();
    let games = path(&folder, "games");
    let datagen = |positions| {
        ["datagen", "magnetic", "--output", &games, "--nodes", "50", "--opening", "4", "--positions", positions]
    };
    let run = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_faraday")])
        .args(datagen("1000000"))
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    let error = String::from_utf8(run.stderr).unwrap();
    let last = error.lines().last().unwrap_or_default();
    assert!(last.starts_with(&format!("error: {games}: ")) && last.ends_with("; finished games are kept"), "{error}");
    let kept = std::fs::metadata(&games).unwrap().len();
    assert!((1..=16 * 1024).contains(&kept), "{kept} bytes");
    let run = faraday(&datagen("6000"));
    assert_eq!(run.status, Some(0), "{run}");
    assert!(std::fs::metadata(&games).unwrap().len() > kept);
}

/// Two simultaneous runs once damaged the file, and both reported success.
#[test]
#[cfg(unix)]
fn one_run_has_the_file_of_games_to_itself_and_ctrl_c_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let games = path(&folder, "games");
    let datagen = |positions| ["datagen", "magnetic", "--output", &games, "--nodes", "20", "--positions", positions];
    let mut first = command();
    let first = first.args(datagen("100000000")).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(|| std::fs::metadata(&games).is_ok_and(|found| found.len() > 5_000));
    let second = faraday(&datagen("100000000"));
    assert_eq!(second.status, Some(2), "{second}");
    assert_eq!(second.stderr, format!("error: {games}: the file is in use by another run\n"));
    crate::program::signal(&first, "INT");
    let output = first.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.ends_with("stopped: repeat the command to resume\n"), "{said}");
    let told = String::from_utf8(output.stdout).unwrap();
    let held = told.lines().next().unwrap_or_default();
    let again = faraday(&datagen("1"));
    assert_eq!((again.status, again.stdout.trim_end()), (Some(0), held), "{again}");
}

#[test]
fn a_game_that_was_cut_off_is_told_and_a_damaged_length_cuts_nothing_away() {
    let folder = tempfile::tempdir().unwrap();
    let (games, net) = (path(&folder, "games"), path(&folder, "net"));
    let datagen = || faraday(&["datagen", "chess", "--output", &games, "--nodes", "20", "--positions", "1000"]);
    assert_eq!(datagen().status, Some(0));
    let whole = std::fs::read(&games).unwrap();
    let cut = "its last game is incomplete: ";
    std::fs::write(&games, &whole[..whole.len() - 9]).unwrap();
    let run = faraday(&["train", "chess", "--games", &games, "--output", &net]);
    assert!(run.stderr.starts_with(&format!("{games}: {cut}")), "{run}");
    let run = datagen();
    assert!(run.stderr.starts_with(&format!("{games}: {cut}")), "{run}");
    let mut damaged = whole.clone();
    let first = 8 + 4 + 4 + 5 + 4 + u32::from_le_bytes(*whole[21..].first_chunk().unwrap()) as usize;
    // Changes a length of a few hundred bytes to one of sixty thousand.
    damaged[first + 1] = 0xEE;
    std::fs::write(&games, &damaged).unwrap();
    for run in [datagen(), faraday(&["train", "chess", "--games", &games, "--output", &net])] {
        assert_eq!(run.status, Some(2), "{run}");
        assert_eq!(run.stderr, format!("error: {games}: the record at byte {first} is damaged\n"));
        assert!(std::fs::read(&games).unwrap() == damaged);
    }
}

#[test]
fn networks_are_made_with_as_many_threads_as_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let (games, net) = (path(&folder, "games"), path(&folder, "net"));
    let made = ["datagen", "chess", "--output", &games, "--nodes", "20", "--positions", "4000", "--threads", "64"];
    let run = finish(without_threads().args(made), b"");
    assert_eq!(run.status, Some(0), "{run}");
    assert_eq!(run.stderr, "could not start 64 threads: games were played on 1\n");
    let learned = ["train", "chess", "--games", &games, "--output", &net, "--epochs", "1", "--threads", "64"];
    let run = finish(without_threads().args(learned), b"");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run}");
}

#[test]
fn tuning_goes_on_with_its_record_and_refuses_what_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let record = path(&folder, "record.jsonl");
    let tune = |games: &str| {
        faraday(&["tune", "magnetic", "--record", &record, "--games", games, "--nodes", "30", "--net", "none"])
    };
    let run = tune("6");
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stdout.starts_with("reverse_futility_margin "), "{run}");
    let kept = std::fs::read(&record).unwrap();
    assert_eq!(tune("6").stdout, run.stdout);
    let other = tune("8");
    assert_eq!(other.status, Some(2), "{other}");
    assert!(std::fs::read(&record).unwrap() == kept);
    // Neither text nor binary data is a record, with or without a line break at the end.
    for foreign in [&b"1. e4 e5"[..], b"1. e4 e5\n", b"\xFF\xFE\n", b"{\"pair\":1}\n"] {
        std::fs::write(&record, foreign).unwrap();
        let run = tune("6");
        assert_eq!((run.status, run.stderr.lines().count()), (Some(2), 1), "{run}");
        assert!(run.stderr.contains("line 1"), "{run}");
        assert!(std::fs::read(&record).unwrap() == foreign);
    }
    for (option, value) in [("--rate", "0"), ("--rate", "nan"), ("--games", "1"), ("--net", "/nowhere/net")] {
        let run = faraday(&["tune", "chess", "--record", &path(&folder, "none"), option, value]);
        assert_eq!(run.status, Some(2), "{run}");
    }
}
