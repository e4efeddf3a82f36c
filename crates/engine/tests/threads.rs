//! Tests of parallel search: mates, limits, stopping, and reproducible results on one thread.

mod searching;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use faraday_engine::{AnyEngine, Control, Engine, Level, Limits, Score, Search, SearchRequest, Task};
use faraday_rules::Position;
use faraday_variants::{Chess, Emulation, Magnetic};

use searching::{depth, go, position};

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn on(threads: usize, megabytes: usize) -> Search<Chess> {
    let mut search = Search::new(megabytes);
    search.set_threads(threads);
    search
}

#[test]
fn a_search_has_as_many_threads_as_it_says() {
    let several = if cfg!(feature = "threads") { 3 } else { 1 };
    let mut search = Search::<Chess>::new(1);
    for (wanted, got) in [(0, 1), (1, 1), (3, several), (3, several), (1, 1)] {
        assert_eq!(search.set_threads(wanted), got, "{wanted}");
    }
}

#[test]
fn one_thread_repeats_itself_whatever_was_before() {
    let root = position(MIDDLEGAME);
    let mut search = on(1, 4);
    let first = go(&mut search, &root, &depth(8));
    search.set_threads(3);
    go(&mut search, &root, &depth(6));
    search.set_threads(1);
    search.clear();
    assert_eq!(go(&mut search, &root, &depth(8)), first);
}

#[test]
fn a_search_alone_is_a_search_on_one_thread() {
    let root = position(MIDDLEGAME);
    let first = go(&mut on(1, 4), &root, &depth(8));
    let limits = depth(8);
    let task = Task { root: &root, past: &[], only: &[], limits: &limits, control: &Control::new() };
    assert_eq!(on(3, 4).go_alone(&task, &mut |_| {}), first);
}

#[test]
fn mates_are_found_on_several_threads() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", -1),
    ] {
        let root = position(fen);
        for (threads, megabytes) in [(2, 1), (2, 16), (4, 1)] {
            let outcome = go(&mut on(threads, megabytes), &root, &depth(2 * i32::unsigned_abs(moves) + 6));
            assert_eq!(outcome.lines[0].score, Score::Mate(moves), "{fen} on {threads} threads");
        }
    }
}

#[test]
fn lines_and_chosen_moves_are_as_on_one_thread() {
    let root = position(MIDDLEGAME);
    let mut search = on(2, 4);
    let limits = Limits { lines: 3, ..depth(6) };
    let only = root.moves()[..5].to_vec();
    let task = Task { root: &root, past: &[], only: &only, limits: &limits, control: &Control::new() };
    let mut told = Vec::new();
    let outcome = search.go(&task, &mut |report| told.push(report));
    assert_eq!((outcome.lines.len(), outcome.depth), (3, 6));
    assert!(outcome.lines.iter().all(|line| only.contains(&line.moves[0])));
    assert!(told.is_sorted_by_key(|report| report.nodes));
    assert!(told.last().is_some_and(|report| report.nodes <= outcome.nodes));
    for report in told {
        report.moves.iter().fold(root.clone(), |position, mv| {
            assert!(position.is_legal(*mv));
            position.after(*mv)
        });
    }
}

#[test]
fn the_node_limit_is_reached_by_all_threads_together() {
    const NODES: u64 = 100_000;
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let outcome = go(&mut on(2, 4), &Position::start(), &limits);
    // If the main thread has to wait for a processor, it stops its helper late.
    assert!((NODES..10 * NODES).contains(&outcome.nodes), "{}", outcome.nodes);
}

#[test]
fn a_stop_ends_all_threads() {
    let control = Control::new();
    let mut search = on(3, 4);
    let root = Position::start();
    let task = Task { root: &root, past: &[], only: &[], limits: &Limits::default(), control: &control };
    let asked = thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            thread::sleep(Duration::from_millis(60));
            control.stop();
            Instant::now()
        });
        let outcome = search.go(&task, &mut |_| {});
        assert!(root.is_legal(outcome.lines[0].moves[0]));
        stopper.join().expect("the stopper ends")
    });
    assert!(asked.elapsed() < Duration::from_millis(100));
}

#[test]
fn helpers_end_with_a_main_thread_that_fails() {
    let mut search = on(3, 1);
    let root = Position::start();
    let limits = Limits::default();
    let task = Task { root: &root, past: &[], only: &[], limits: &limits, control: &Control::new() };
    let failed = catch_unwind(AssertUnwindSafe(|| search.go(&task, &mut |_| panic!("nobody listens"))));
    assert!(failed.is_err());
}

#[test]
fn lower_levels_think_on_one_thread() {
    fn answers(player: &mut dyn AnyEngine) {
        let mut several = |threads: usize, number: u8| {
            player.set_threads(threads);
            player.new_game();
            let request =
                SearchRequest { level: Level::new(number).expect("a level"), seed: 3, ..SearchRequest::default() };
            player.go(&request, &Control::new(), &mut |_| {})
        };
        for number in [1, 4, 6] {
            assert_eq!(several(3, number), several(1, number), "level {number}");
        }
    }
    answers(&mut Engine::<Chess>::new(1));
    answers(&mut Engine::<Magnetic>::new(1));
    answers(&mut Engine::<Emulation>::new(1));
}
