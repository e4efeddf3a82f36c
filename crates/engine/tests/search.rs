//! Tests of the search in chess: mates, node and time limits, draws, and reproducible results.

mod searching;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use faraday_engine::{Bound, Control, Evaluate, Limits, Outcome, Report, Score, Search, Task};
use faraday_rules::{Board, Color, Flat, Geometry, Move, Piece, Position, Role};
use faraday_variants::Chess;

use searching::{depth, go, position};

fn best(outcome: &Outcome) -> String {
    Position::<Chess>::write_uci(outcome.lines[0].moves[0])
}

/// Positions with the number of moves to mate.
const MATES: [(&str, i32); 9] = [
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2),
    ("8/8/8/8/8/5k2/7q/5K2 b - - 0 1", 1),
    ("7k/P7/6K1/8/8/8/8/8 w - - 0 1", 1),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("k7/8/1K6/8/8/8/8/7R b - - 0 1", -1),
    ("4k3/8/4K3/8/8/8/8/R6R w - - 0 1", 1),
];

/// Returns true if the side to move mates within `plies` plies: a reference implementation that searches all moves.
fn wins(position: &Position<Chess>, plies: i32) -> bool {
    position.moves().into_iter().any(|mv| {
        let reply = position.after(mv);
        match reply.ending() {
            Some(ending) => ending.winner.is_some(),
            None => plies >= 3 && reply.moves().into_iter().all(|answer| wins(&reply.after(answer), plies - 2)),
        }
    })
}

#[test]
fn mates_are_found_with_and_without_a_table_to_speak_of() {
    for (fen, moves) in MATES {
        let root = position(fen);
        for megabytes in [1, 16] {
            let outcome = go(&mut Search::new(megabytes), &root, &depth(2 * moves.unsigned_abs() + 6));
            assert_eq!(outcome.lines[0].score, Score::Mate(moves), "{fen}");
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(outcome.lines[0].moves.len(), plies as usize, "{fen}");
        }
    }
}

#[test]
fn the_shortest_mate_with_a_queen_is_found() {
    let mut seed = 11_u64;
    let mut found = [0; 5];
    while found[1..].iter().sum::<i32>() < 60 {
        seed = faraday_rules::zobrist::mix(seed);
        let at = |shift: u32| Flat::squares().nth((seed >> shift & 63) as usize).expect("a square");
        let mut setup = position("8/8/8/8/8/8/8/k1K4Q w - - 0 1").to_setup();
        setup.board = Board::default();
        let units =
            [(at(0), Color::Black, Role::King), (at(6), Color::White, Role::King), (at(12), Color::White, Role::Queen)];
        if units[0].0 == units[1].0 || units[0].0 == units[2].0 || units[1].0 == units[2].0 {
            continue;
        }
        for (square, color, role) in units {
            setup.board.toggle(square, Piece { color, role });
        }
        let Ok(root) = Position::<Chess>::from_setup(setup) else { continue };
        let Some(moves) = (1..=3).find(|moves| wins(&root, 2 * moves - 1)) else { continue };
        found[moves as usize] += 1;
        let outcome = go(&mut Search::new(1), &root, &depth(2 * moves as u32 + 6));
        assert_eq!(outcome.lines[0].score, Score::Mate(moves), "{}", root.to_fen());
    }
    assert!(found[1] > 0 && found[2] > 0 && found[3] > 0, "{found:?}");
}

#[test]
fn a_search_for_a_mate_ends_when_it_is_found() {
    let root = position("8/8/8/8/4k3/8/R7/1R2K3 w - - 0 1");
    let limits = Limits { mate: Some(5), ..Limits::default() };
    let outcome = go(&mut Search::new(16), &root, &limits);
    assert!(matches!(outcome.lines[0].score, Score::Mate(1..=5)), "{outcome:?}");
    assert!(outcome.depth < 20);
}

#[test]
fn a_search_for_a_mate_looks_no_further() {
    let root = position("2bk3r/5P2/2pn2q1/N1b4R/3Pp3/2r2N2/1B4n1/3K4 b - - 0 46");
    let limits = Limits { mate: Some(4), nodes: Some(500_000), ..Limits::default() };
    let task = Task { root: &root, past: &[], only: &[], limits: &limits, control: &Control::new() };
    let mut search = Search::new(8);
    let mut deepest = 0;
    let outcome = search.go(&task, &mut |report| deepest = deepest.max(report.seldepth));
    assert_eq!(outcome.lines[0].score, Score::Mate(4));
    assert_eq!(deepest, 8);
    // Table scores from such a short horizon would mislead a deeper search.
    assert!(search.go(&task, &mut |_| {}).nodes > 10_000);
}

#[test]
fn a_bare_king_is_mated_by_rook_or_queen_within_fifty_moves() {
    for fen in ["8/8/3k4/8/8/3K4/8/R7 w - - 0 1", "8/8/3k4/8/8/3K4/8/7Q w - - 0 1"] {
        let mut search = Search::new(16);
        let mut root = position(fen);
        let mut past = Vec::new();
        let limits = depth(9);
        while root.ending().is_none() {
            assert!(past.len() < 70, "no mate from {fen}: {}", root.to_fen());
            let task = Task { root: &root, past: &past, only: &[], limits: &limits, control: &Control::new() };
            let outcome = search.go(&task, &mut |_| {});
            past.push(root.hash());
            root = root.after(outcome.lines[0].moves[0]);
        }
        assert!(root.is_check(), "{fen} ended as {}", root.to_fen());
    }
}

#[test]
fn the_node_limit_is_exact() {
    let root = Position::<Chess>::start();
    for nodes in [1, 2, 77, 1_000, 20_001] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let outcome = go(&mut Search::new(1), &root, &limits);
        assert_eq!(outcome.nodes, nodes);
        assert!(root.is_legal(outcome.lines[0].moves[0]));
    }
}

#[test]
fn the_same_input_gives_the_same_search() {
    let root = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let first = go(&mut Search::new(4), &root, &depth(9));
    let mut search = Search::new(4);
    assert_eq!(go(&mut search, &root, &depth(9)), first);
    search.clear();
    assert_eq!(go(&mut search, &root, &depth(9)), first);
}

#[test]
fn a_stop_by_another_thread_ends_an_endless_search() {
    let control = Arc::new(Control::new());
    let other = Arc::clone(&control);
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(60));
        other.stop();
    });
    let root = Position::<Chess>::start();
    let task = Task { root: &root, past: &[], only: &[], limits: &Limits::default(), control: &control };
    let outcome = Search::new(4).go(&task, &mut |_| {});
    stopper.join().expect("the stopper ends");
    assert!(root.is_legal(outcome.lines[0].moves[0]));
}

/// In nodes rather than in time, which a busy machine takes.
#[test]
fn a_stop_is_obeyed_at_once() {
    let control = Control::new();
    let root = Position::<Chess>::start();
    let task = Task { root: &root, past: &[], only: &[], limits: &Limits::default(), control: &control };
    let mut searched = None;
    let outcome = Search::new(4).go(&task, &mut |report| {
        if searched.is_none() && report.depth >= 6 {
            searched = Some(report.nodes);
            control.stop();
        }
    });
    assert_eq!(Some(outcome.nodes), searched);
}

#[test]
fn the_time_for_a_move_is_kept() {
    let limits = Limits { move_time: Some(Duration::from_millis(80)), ..Limits::default() };
    // The fastest of several, because the machine may be busy.
    let times = [(); 5].map(|()| {
        let start = Instant::now();
        go(&mut Search::new(4), &Position::start(), &limits);
        start.elapsed()
    });
    let shortest = times.into_iter().min().expect("five times");
    assert!(shortest >= Duration::from_millis(75) && shortest < Duration::from_millis(130), "{times:?}");
}

#[test]
fn a_lost_side_takes_a_perpetual_check() {
    let root = position("6k1/6p1/8/7Q/8/8/rq4PP/6K1 w - - 0 1");
    let outcome = go(&mut Search::new(4), &root, &depth(8));
    assert_eq!(outcome.lines[0].score, Score::Centipawns(0));
    assert_eq!(best(&outcome), "h5e8");
}

#[test]
fn the_third_occurrence_in_the_game_is_a_draw() {
    // White is a queen ahead and must avoid the position that has already occurred twice.
    let root = position("7k/8/8/8/8/8/8/K5Q1 w - - 10 20");
    let step: Move = Position::<Chess>::parse_uci("a1a2").expect("a move");
    let repeated = root.after(step).hash();
    let past = [repeated, 1, 2, 3, repeated, 4, 5];
    let limits = depth(2);
    let task = Task { root: &root, past: &past, only: &[step], limits: &limits, control: &Control::new() };
    let outcome = Search::new(1).go(&task, &mut |_| {});
    assert_eq!(outcome.lines[0].score, Score::Centipawns(0));
    let task = Task { past: &past[1..], ..task };
    assert_ne!(Search::new(1).go(&task, &mut |_| {}).lines[0].score, Score::Centipawns(0));
}

#[test]
fn a_mate_goes_before_the_fifty_move_rule() {
    let root = position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 80");
    assert_eq!(go(&mut Search::new(1), &root, &depth(3)).lines[0].score, Score::Mate(1));
    let root = position("6k1/8/8/8/8/8/5PPP/R5K1 w - - 99 80");
    let only = [Position::<Chess>::parse_uci("a1b1").expect("a move")];
    let limits = depth(3);
    let task = Task { root: &root, past: &[], only: &only, limits: &limits, control: &Control::new() };
    assert_eq!(Search::new(1).go(&task, &mut |_| {}).lines[0].score, Score::Centipawns(0));
}

#[test]
fn several_lines_are_told_best_first() {
    let root = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut told: Vec<Report<Move>> = Vec::new();
    let limits = Limits { lines: 3, ..depth(6) };
    let task = Task { root: &root, past: &[], only: &[], limits: &limits, control: &Control::new() };
    let outcome = Search::new(4).go(&task, &mut |report| told.push(report));
    assert_eq!(outcome.lines.len(), 3);
    let scores: Vec<_> = outcome.lines.iter().map(|line| centipawns(line.score)).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let last: Vec<_> = told.iter().filter(|report| report.depth == 6 && report.bound == Bound::Exact).collect();
    assert_eq!(last.iter().map(|report| report.line).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(last.iter().all(|report| report.seldepth >= 6 && report.nodes > 0));
    for depth in 1..=6 {
        let told: Vec<_> = told.iter().filter(|report| report.depth == depth).map(|report| report.score).collect();
        assert!(told.is_sorted_by_key(|score| -centipawns(*score)), "depth {depth}: {told:?}");
    }
}

/// Iterations are cut off anywhere: the last reported lines are those of the outcome.
#[test]
fn the_lines_told_last_are_the_answer() {
    let root = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for lines in [1, 3] {
        for nodes in (200..40_000).step_by(997) {
            let mut told = vec![None; lines];
            let limits = Limits { lines, nodes: Some(nodes), ..Limits::default() };
            let task = Task { root: &root, past: &[], only: &[], limits: &limits, control: &Control::new() };
            let outcome =
                Search::new(1).go(&task, &mut |report| told[report.line - 1] = Some((report.moves, report.score)));
            let mut answer: Vec<_> = outcome.lines.into_iter().map(|line| Some((line.moves, line.score))).collect();
            // A line that was not reached is missing in the reports and in the outcome.
            answer.resize(lines, None);
            assert_eq!(told, answer, "{lines} lines, {nodes} nodes");
        }
    }
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score,
        Score::Mate(_) => panic!("no mate here"),
    }
}

#[test]
fn a_line_is_made_of_legal_moves() {
    let root = position("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    let limits = depth(10);
    let task = Task { root: &root, past: &[], only: &[], limits: &limits, control: &Control::new() };
    Search::new(1).go(&task, &mut |report| {
        let mut position = root.clone();
        for mv in report.moves {
            assert!(position.is_legal(mv));
            position = position.after(mv);
        }
    });
}

#[test]
fn no_move_no_line() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 0 1"] {
        assert_eq!(go(&mut Search::new(1), &position(fen), &depth(3)).lines, []);
    }
}

/// Returns the same position with colors and ranks swapped.
fn mirrored(fen: &str) -> String {
    let swapped = |text: &str| -> String {
        text.chars().map(|c| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }).collect()
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<String> = fields[0].split('/').rev().map(swapped).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let mut rights: Vec<char> = swapped(fields[2]).chars().collect();
    rights.sort_unstable();
    let rights: String = rights.into_iter().collect();
    format!("{} {side} {rights} - {} {}", ranks.join("/"), fields[4], fields[5])
}

#[test]
fn a_mirrored_position_has_the_same_worth() {
    let mut seed = 7_u64;
    for _ in 0..40 {
        let mut walk = Position::<Chess>::start();
        for _ in 0..90 {
            let moves = walk.moves();
            if moves.is_empty() || walk.ending().is_some() {
                break;
            }
            seed = faraday_rules::zobrist::mix(seed);
            walk = walk.after(moves[(seed % moves.len() as u64) as usize]);
            let fen = walk.to_fen();
            let other = position(&mirrored(&fen));
            assert_eq!(Chess::evaluate(&walk), Chess::evaluate(&other), "{fen}");
        }
    }
}
