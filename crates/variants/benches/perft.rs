//! Measures perft: `chess` against cozy-chess, the other variants against `chess`, and ignored events against counted
//! ones. Every figure is the median of rounds in which all runs take turns, so that noise affects all of them equally.
//!
//! Panics if a count differs from the published one. Missed ratios are only printed, because machines differ.

use std::time::Instant;

use faraday_rules::perft::{self, LastPly};
use faraday_rules::{Each, Event, EventSink, Game, IgnoreEvents, Position, RuleId, Variant};
use faraday_variants::{Chess, Collision, Emulation, ForceField, Future, Magnetic, find};

const ROUNDS: usize = 7;

/// Published counts, by FEN and depth.
const CHESS: [(&str, &str, u32, u64); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551),
];

/// The variants, each with the depths of the bulk and of the played count, and the required percentage of
/// the speed of `chess`.
const GAMES: [(&str, u32, u32, u32); 6] = [
    ("chess", 5, 4, 100),
    ("magnetic", 5, 4, 50),
    ("collision", 5, 4, 40),
    ("emulation", 4, 3, 30),
    ("future", 4, 3, 30),
    ("forcefield", 5, 4, 20),
];

fn main() {
    against_cozy_chess();
    for last in [LastPly::Bulk, LastPly::Played] {
        shares(last);
    }
    silence();
}

fn against_cozy_chess() {
    println!("chess, bulk: ours against cozy-chess, million nodes/s, median of {ROUNDS}");
    for (name, fen, depth, count) in CHESS {
        let ours = Position::<Chess>::from_fen(fen).expect("a published position");
        let theirs = cozy_chess::Board::from_fen(fen, false).expect("a published position");
        let [a, b] =
            medians([&|| perft::perft(&ours, depth, LastPly::Bulk), &|| cozy_perft(&theirs, depth)], &[count; 2]);
        println!("  {name:<12} {:>7.1} {:>7.1}   ratio {:.2}", a / 1e6, b / 1e6, a / b);
    }
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += cozy_perft(&child, depth - 1);
        }
        false
    });
    nodes
}

fn shares(last: LastPly) {
    let name = if last == LastPly::Bulk { "bulk" } else { "every move played" };
    println!("every game from its start, {name}: million nodes/s and share of chess, median of {ROUNDS}");
    let games = GAMES.map(|(id, bulk, played, _)| {
        let game = find(id).and_then(|entry| entry.game(None).ok()).expect("a game of the list");
        (game, if last == LastPly::Bulk { bulk } else { played })
    });
    let runs = games.each_ref().map(|(game, depth)| move || game.perft(*depth, last));
    let speeds = medians(runs.each_ref().map(|run| run as &dyn Fn() -> u64), &[]);
    for ((id, _, _, asked), speed) in GAMES.into_iter().zip(speeds) {
        let share = 100.0 * speed / speeds[0];
        let asked = if last == LastPly::Bulk { format!(", asked for {asked} %") } else { String::new() };
        println!("  {id:<12} {:>7.1}   {share:>4.0} %{asked}", speed / 1e6);
    }
}

/// A sink that counts events, which is the least work of a real sink. Ignoring events must not be slower.
#[derive(Default)]
struct Tally(u64);

impl EventSink for Tally {
    #[inline]
    fn emit(&mut self, _: RuleId, _: impl FnOnce() -> Event) {
        self.0 += 1;
    }
}

fn played<V: Variant, S: EventSink>(position: &Position<V>, depth: u32, sink: &mut S) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    position.legal(&mut Each(|mv| {
        let mut child = position.clone();
        child.play(mv, sink);
        nodes += played(&child, depth - 1, sink);
    }));
    nodes
}

fn silence() {
    println!("telling nobody against counting events, every move played: the most that silence can cost");
    silence_of::<Chess>(4);
    silence_of::<Magnetic>(4);
    silence_of::<Collision>(4);
    silence_of::<Emulation>(3);
    silence_of::<Future>(3);
    silence_of::<ForceField>(4);
}

fn silence_of<V: Variant>(depth: u32) {
    let game = Game::<V>::new(Position::start());
    let [silent, counted] = medians(
        [&|| played(game.position(), depth, &mut IgnoreEvents), &|| {
            let mut tally = Tally::default();
            let nodes = played(game.position(), depth, &mut tally);
            std::hint::black_box(tally.0);
            nodes
        }],
        &[],
    );
    println!(
        "  {:<12} {:>7.1} {:>7.1}   {:+.1} %",
        V::ID,
        silent / 1e6,
        counted / 1e6,
        100.0 * (silent / counted - 1.0)
    );
}

/// Returns the median nodes/s of every run over rounds in which they take turns.
fn medians<const N: usize>(runs: [&dyn Fn() -> u64; N], expected: &[u64]) -> [f64; N] {
    let mut speeds = [const { Vec::new() }; N];
    for _ in 0..ROUNDS {
        for (index, run) in runs.iter().enumerate() {
            let start = Instant::now();
            let nodes = run();
            speeds[index].push(nodes as f64 / start.elapsed().as_secs_f64());
            assert!(expected.get(index).is_none_or(|expected| *expected == nodes), "run {index} counted {nodes}");
        }
    }
    speeds.map(|mut speeds| {
        speeds.sort_by(f64::total_cmp);
        speeds[ROUNDS / 2]
    })
}
