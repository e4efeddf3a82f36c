//! Tests of the book builder: its result depends only on the plan, not on threads or interruptions.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use faraday_engine::Book;
use faraday_training::{BookBuildError, BookPlan, BookProgress, build_book};
use faraday_variants::{Entry, book, catalog};

fn plan(folder: &Path, name: &str, threads: usize) -> BookPlan {
    BookPlan {
        record: folder.join(name),
        positions: 50,
        nodes: 150,
        width: 3,
        plies: 6,
        games: 6,
        game_nodes: 30,
        seed: 5,
        threads,
    }
}

fn build(entry: &'static Entry, plan: &BookPlan) -> Book {
    build_book(entry, plan, &AtomicBool::new(false), &|_| {}).unwrap()
}

#[test]
fn a_book_is_the_same_on_any_number_of_threads_and_sound_in_every_variant() {
    let folder = tempfile::tempdir().unwrap();
    for entry in catalog() {
        let one = build(entry, &plan(folder.path(), &format!("{}.1", entry.id), 1));
        assert_eq!(one, build(entry, &plan(folder.path(), &format!("{}.3", entry.id), 3)), "{}", entry.id);
        let text = book::write(entry, &one, "tried");
        assert_eq!(book::read(entry, &text).unwrap(), one, "{}", entry.id);
        let start = entry.game(None).unwrap();
        let first = one.moves(start.hash());
        assert_eq!(first.len(), start.legal().len(), "{}", entry.id);
        assert!(first.is_sorted_by(|a, b| a.score >= b.score), "{}", entry.id);
        assert_eq!(first.iter().map(|known| known.games).sum::<u32>(), 6, "{}", entry.id);
    }
}

#[test]
fn an_interrupted_build_goes_on_and_comes_to_the_same_book() {
    let folder = tempfile::tempdir().unwrap();
    let entry = &catalog()[0];
    let whole = build(entry, &plan(folder.path(), "whole", 1));
    let broken = plan(folder.path(), "broken", 1);
    for news in [BookProgress::Positions(1), BookProgress::Positions(21), BookProgress::Games(3)] {
        let stop = AtomicBool::new(false);
        let stopped = build_book(entry, &broken, &stop, &|told| {
            stop.fetch_or(told == news, Ordering::Relaxed);
        });
        assert!(matches!(stopped, Err(BookBuildError::Stopped)), "{news:?}");
    }
    assert_eq!(build(entry, &broken), whole);
    let other = BookPlan { nodes: 151, ..broken };
    let refused = build_book(entry, &other, &AtomicBool::new(false), &|_| {}).unwrap_err().to_string();
    assert!(refused.contains("records another book: its plan is"), "{refused}");
}
