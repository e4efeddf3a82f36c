//! Tests of `puzzles`: mining, verifying, tagging, and listing.

use std::fs;

use tempfile::TempDir;

use crate::program::{faraday, file, first};

const LINE: &str = r#"{"id":"rank8","fen":"6k1/5ppp/8/8/8/1q6/5PPP/3R2K1 b - - 0 1","moves":["b3b2","d1d8"],"rating":800,"source":"a test","nodes":2000000}"#;

#[test]
fn what_is_mined_is_verified_and_mined_on() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("mined.jsonl");
    let path = path.to_str().unwrap();
    let mine = |count: &str| {
        let few = ["--nodes", "5000", "--moves", "2", "--threads", "2", "--count", count];
        faraday(&[&["puzzles", "mine", first().id, "--output", path], few.as_slice()].concat())
    };
    let run = mine("1");
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stdout.starts_with(&format!("1 puzzles in {path}, 1 of them new\n")), "{run}");
    let text = fs::read_to_string(path).unwrap();
    let run = mine("2");
    assert!(run.stdout.starts_with(&format!("2 puzzles in {path}, 1 of them new\n")), "{run}");
    assert!(fs::read_to_string(path).unwrap().starts_with(&text));
    let run = mine("2");
    assert!(run.stdout.contains("0 of them new\n0 games"), "{run}");
    let run = faraday(&["puzzles", "verify", first().id, path, "--nodes", "5000"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "2 puzzles verified, 0 wrong\n"), "{run}");
}

#[test]
fn what_was_not_written_to_its_end_is_mined_again() {
    let mine = |path: &str| faraday(&["puzzles", "mine", first().id, "--output", path, "--count", "1"]);
    let other = LINE.replace("rank8", "other");
    for (text, kept, said) in [
        (
            format!("{LINE}\n{}", &other[..90]),
            format!("{LINE}\n"),
            "the last line was incomplete, and has been removed\n",
        ),
        (format!("{LINE}\n{other}"), format!("{LINE}\n{other}\n"), ""),
    ] {
        let path = file("torn.jsonl", text.as_bytes());
        let run = mine(path.to_str().unwrap());
        assert!(run.status == Some(0) && run.stderr.ends_with(said), "{run}");
        assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    }
    // A file that does not contain puzzles is not changed.
    let path = file("notes.txt", b"my notes\nwithout an end");
    assert_eq!(mine(path.to_str().unwrap()).status, Some(2));
    assert_eq!(fs::read(&path).unwrap(), b"my notes\nwithout an end");
}

#[test]
fn a_file_may_begin_with_the_mark_of_its_byte_order_and_is_text() {
    let path = file("marked.jsonl", format!("\u{feff}{LINE}\n").as_bytes());
    let list = |path: &std::path::Path| faraday(&["puzzles", "list", first().id, path.to_str().unwrap()]);
    assert_eq!(list(&path).status, Some(0));
    let path = file("latin.jsonl", &[LINE.as_bytes(), b"\n\xe9\n"].concat());
    let run = list(&path);
    assert!(run.status == Some(2) && run.stderr.ends_with("latin.jsonl: line 2: this is not text in UTF-8\n"), "{run}");
}

#[test]
fn a_wrong_puzzle_is_found_out() {
    let path = file("wrong.jsonl", LINE.replace("d1d8", "d1d7").as_bytes());
    let run = faraday(&["puzzles", "verify", first().id, path.to_str().unwrap(), "--nodes", "5000"]);
    assert_eq!(run.status, Some(1), "{run}");
    assert!(run.stdout.starts_with("rank8 turn 1: d1d7 is not the only winning move; found d1d8 1000, "), "{run}");
    assert!(run.stdout.ends_with("\n0 puzzles verified, 1 wrong\n"), "{run}");
}

#[test]
fn a_file_is_tagged_and_listed() {
    let path = file("tagged.jsonl", LINE.as_bytes());
    let path = path.to_str().unwrap();
    let run = faraday(&["puzzles", "tag", first().id, path, "--nodes", "1000"]);
    assert_eq!(run.stdout, "    1 endgame\n    1 mate-in-1\n    1 one-move\n1 puzzles tagged\n", "{run}");
    // Puzzles to be tagged may have themes that no longer exist.
    fs::write(path, fs::read_to_string(path).unwrap().replace("one-move", "old-theme")).unwrap();
    assert_eq!(faraday(&["puzzles", "list", first().id, path]).status, Some(2));
    let run = faraday(&["puzzles", "tag", first().id, path, "--nodes", "1000"]);
    assert_eq!(run.status, Some(0), "{run}");
    let run = faraday(&["puzzles", "list", first().id, path]);
    let fen = "6k1/5ppp/8/8/8/1q6/5PPP/3R2K1 b - - 0 1";
    let expected = format!("rank8 800 1 endgame,mate-in-1,one-move {fen} | b3b2 d1d8\n1 puzzles\n");
    assert_eq!(run.stdout, expected, "{run}");
}

#[test]
fn what_is_no_puzzle_is_named_with_its_line() {
    let path = file(
        "damaged.jsonl",
        format!("{LINE}\n{}\n", LINE.replace("rank8", "other").replace("b3b2", "b3c1")).as_bytes(),
    );
    let path = path.to_str().unwrap();
    for task in ["verify", "tag", "list"] {
        let run = faraday(&["puzzles", task, first().id, path]);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{run}");
        assert!(run.stderr.starts_with(&format!("error: {path}: line 2: move 1, `b3c1`: ")), "{run}");
        assert_eq!(run.stderr.lines().count(), 1, "{run}");
    }
    let run = faraday(&["puzzles", "mine", first().id, "--output", path]);
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stderr.contains("line 2"), "{run}");
    let run = faraday(&["puzzles", "list", first().id, "/nowhere/at/all"]);
    assert!(run.status == Some(2) && run.stderr.starts_with("error: cannot open /nowhere/at/all: "), "{run}");
}
