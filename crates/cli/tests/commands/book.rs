//! Tests of `book`, and of the page in `docs` with its output.

use std::fs;
use std::path::Path;

use faraday_variants::{Entry, catalog};
use tempfile::TempDir;

use crate::program::{faraday, first};

fn with_books() -> impl Iterator<Item = &'static Entry> {
    catalog().iter().filter(|entry| entry.book_text().is_some())
}

#[test]
fn the_moves_of_a_book_are_shown_best_first() {
    for entry in with_books() {
        let moves = faraday(&["book", "show", entry.id, "--json"]).json();
        let moves = moves.as_array().unwrap();
        assert_eq!(moves.len(), entry.game(None).unwrap().legal().len());
        assert!(moves.is_sorted_by_key(|shown| -shown["score"].as_i64().unwrap()));
        let share: f64 = moves.iter().map(|shown| shown["share"].as_f64().unwrap()).sum();
        assert!((share - 1.0).abs() < 1e-9, "{share}");
        let best = moves[0]["san"].as_str().unwrap();
        let run = faraday(&["book", "show", entry.id]);
        assert!(run.stdout.lines().nth(1).unwrap().starts_with(&format!("{best} ")), "{run}");
        let run = faraday(&["book", "show", entry.id, "--moves", best]);
        assert_eq!(run.status, Some(0), "{run}");
    }
}

#[test]
fn a_position_that_is_not_in_the_book_is_the_negative_answer() {
    let run = faraday(&["book", "show", first().id, "--fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(1), "not in the book\n"), "{run}");
    let without = catalog().iter().find(|entry| entry.book_text().is_none()).unwrap();
    let run = faraday(&["book", "show", without.id]);
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stderr.contains("has no built-in book") && run.stderr.contains("--file FILE"), "{run}");
}

#[test]
fn a_book_that_is_built_can_be_checked_and_shown() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("small.book");
    let name = file.to_str().unwrap();
    let build = format!("--positions 25 --nodes 100 --width 2 --plies 4 --games 4 --game-nodes 20 --output {name}");
    let build: Vec<&str> = ["book", "build", first().id].into_iter().chain(build.split(' ')).collect();
    let run = faraday(&build);
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stdout.starts_with("25 positions, "), "{run}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(faraday(&build).status, Some(0));
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let run = faraday(&["book", "check", first().id, name]);
    assert!(run.status == Some(0) && run.stdout.contains(" moves in 25 positions, up to "), "{run}");
    let run = faraday(&["book", "show", first().id, "--file", name, "--json"]);
    assert_eq!(run.json().as_array().unwrap().len(), 20);
    fs::write(&file, &text[..text.len() / 2]).unwrap();
    let tasks = [
        vec!["book", "check", first().id, name],
        vec!["book", "table", first().id, "--file", name],
        vec!["book", "show", first().id, "--file", name],
    ];
    // Both faults are reported: the truncated line and the missing end.
    for run in tasks.iter().map(|task| faraday(task)) {
        assert_eq!((run.status, run.stderr.lines().count()), (Some(2), 2), "{run}");
        assert!(run.stderr.lines().all(|line| line.starts_with(&format!("error: {name}: line "))), "{run}");
    }
    let head = text.lines().next().unwrap();
    fs::write(&file, format!("{head}\n0 e2e5 0 1 0 0\n1 e7e5 0 1 0 0\n0 d2d4 0 1 0 0\nx\n0 d2d4 0 1 0 0\nend 5\n"))
        .unwrap();
    for (task, shown) in tasks.iter().zip(["", "| d4 | ", "d4  "]) {
        let run = faraday(task);
        let faulty: Vec<_> = run.stderr.lines().filter_map(|line| line.split(": ").nth(2)).collect();
        assert_eq!((run.status, faulty), (Some(2), vec!["line 2", "line 5", "line 6"]), "{run}");
        assert!(run.stdout.contains(shown), "{run}");
    }
}

#[test]
fn the_page_on_openings_has_the_first_moves_of_every_game_and_the_plan_of_its_book() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openings.md");
    let page = fs::read_to_string(page).unwrap();
    for entry in with_books() {
        let table = faraday(&["book", "table", entry.id]).stdout;
        assert!(
            page.contains(&format!("### {}\n\n{table}", entry.text.name)),
            "{}: print it again by `faraday book table`",
            entry.id
        );
        let method = entry.book_text().unwrap().lines().nth(1).unwrap();
        let has = |phrase: &str| phrase.split_whitespace().all(|word| page.contains(word));
        assert!(has(method.trim_start_matches("# ")), "{method}");
    }
}
