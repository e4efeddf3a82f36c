//! `faraday bench`: searches the same positions every time. The nodes are a signature of the search, and change when it
//! does; the nodes a second say how fast it is.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use faraday_engine::{Control, Limits, Order};
use faraday_rules::zobrist::mix;
use faraday_variants::{AnyGame, Entry, catalog};
use serde::Serialize;

use crate::help;
use crate::outcome::Answer;
use crate::output::{self, STRONG, styled};
use crate::position;

/// Plies of the random walk to each position.
const WALKS: [usize; 8] = [0, 6, 10, 14, 20, 28, 36, 48];
/// Where the walks begin to be drawn.
const SEED: u64 = 0xFA2A_DA71;
const HASH_MEGABYTES: usize = 16;

/// Search fixed positions: the nodes are a signature, the nodes a second a speed
#[derive(Args)]
#[command(after_help = help::examples(&["bench", "bench --variant {variant} --depth 10", "bench --json"]))]
pub struct BenchArguments {
    /// A single variant's id [default: all]
    #[arg(long, value_name = "VARIANT", value_parser = position::variant(), hide_possible_values = true)]
    variant: Option<&'static Entry>,
    /// Plies of the deepest iteration
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Clone, Copy)]
struct Measure {
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

#[derive(Serialize)]
struct Row {
    variant: &'static str,
    #[serde(flatten)]
    measure: Measure,
}

#[derive(Serialize)]
struct Report {
    depth: u32,
    positions: usize,
    #[serde(flatten)]
    total: Measure,
    variants: Vec<Row>,
}

impl Measure {
    fn new(nodes: u64, seconds: f64) -> Measure {
        Measure { nodes, seconds, nodes_per_second: (nodes as f64 / seconds.max(1e-9)) as u64 }
    }
}

/// Searches and prints a row for each variant, then their sum.
pub fn run(arguments: &BenchArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let variants: Vec<&Entry> = match arguments.variant {
        Some(variant) => vec![variant],
        None => catalog().iter().collect(),
    };
    let mut rows = Vec::new();
    if !arguments.json {
        let head = format!("{:<24}{:>12}{:>10}{:>12}", "variant", "nodes", "seconds", "nodes/s");
        writeln!(out, "{}", styled(STRONG, &head))?;
    }
    for variant in variants {
        let measure = search(variant, arguments.depth)?;
        if !arguments.json {
            write_row(variant.id, measure, out)?;
        }
        rows.push(Row { variant: variant.id, measure });
    }
    let nodes = rows.iter().map(|row| row.measure.nodes).sum();
    let total = Measure::new(nodes, rows.iter().map(|row| row.measure.seconds).sum());
    if arguments.json {
        output::json(out, &Report { depth: arguments.depth, positions: WALKS.len(), total, variants: rows })?;
    } else {
        write_row("total", total, out)?;
    }
    Ok(Answer::Yes)
}

fn write_row(name: &str, measure: Measure, out: &mut dyn Write) -> anyhow::Result<()> {
    let Measure { nodes, seconds, nodes_per_second } = measure;
    writeln!(out, "{name:<24}{nodes:>12}{seconds:>10.3}{nodes_per_second:>12}")?;
    out.flush()?;
    Ok(())
}

fn search(variant: &Entry, depth: u32) -> anyhow::Result<Measure> {
    let mut brain = variant.brain(HASH_MEGABYTES);
    let order = Order { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Order::default() };
    let mut nodes = 0;
    let mut seconds = 0.0;
    for (index, plies) in WALKS.into_iter().enumerate() {
        let fen = walk(variant, plies, index as u64)?.fen();
        brain.new_game();
        brain.set_position(Some(&fen), &[])?;
        let started = Instant::now();
        nodes += brain.go(&order, &Control::new(), &mut |_| {}).nodes;
        seconds += started.elapsed().as_secs_f64();
    }
    Ok(Measure::new(nodes, seconds))
}

/// A game of so many random moves that is not over: the first such walk from the seed on.
fn walk(variant: &Entry, plies: usize, index: u64) -> anyhow::Result<Box<dyn AnyGame>> {
    let mut seed = mix(SEED + index);
    loop {
        let mut game = position::start(variant, None)?;
        while game.moves().len() < plies && game.ending().is_none() {
            let mut moves = game.legal();
            // The order of generation is no part of the signature.
            moves.sort_by_key(|mv| (mv.from, mv.to, mv.choice));
            seed = mix(seed);
            let mv = moves[(seed % moves.len() as u64) as usize];
            game.play(mv).expect("the move is one of the legal ones");
        }
        if game.ending().is_none() {
            return Ok(game);
        }
    }
}
