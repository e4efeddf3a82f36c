//! `faraday bench`: searches a fixed list of positions. The node count is a signature of the search and changes only if
//! the search does; nodes per second measure its speed.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use faraday_variants::{Entry, bench, catalog};
use serde::Serialize;

use crate::exit_status::Answer;
use crate::help;
use crate::number;
use crate::output::{self, STRONG, styled};
use crate::position;
use crate::signals;

/// Search fixed positions, and print the node count, a signature of the search, and the speed
#[derive(Args)]
#[command(after_help = help::examples(&["bench", "bench --variant {variant} --depth 10", "bench --json"]))]
pub struct BenchArguments {
    /// Search only this variant [default: all]
    #[arg(long, value_name = "VARIANT", value_parser = position::variant(), hide_possible_values = true)]
    variant: Option<&'static Entry>,
    /// Search depth in plies
    #[arg(long, default_value_t = bench::DEPTH, value_parser = number::between(1_u32, 100))]
    depth: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Clone, Copy)]
struct Speed {
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

#[derive(Serialize)]
struct Row {
    variant: &'static str,
    #[serde(flatten)]
    speed: Speed,
}

#[derive(Serialize)]
struct Report {
    depth: u32,
    positions: usize,
    #[serde(flatten)]
    total: Speed,
    variants: Vec<Row>,
}

impl Speed {
    fn new(nodes: u64, seconds: f64) -> Speed {
        Speed { nodes, seconds, nodes_per_second: (nodes as f64 / seconds.max(1e-9)) as u64 }
    }
}

/// Searches and prints a row for each variant, then the totals.
pub fn run(arguments: &BenchArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    signals::exit_at_signal("stopped: not every position was searched");
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
        let speed = search(variant, arguments.depth);
        if !arguments.json {
            write_row(variant.id, speed, out)?;
        }
        rows.push(Row { variant: variant.id, speed });
    }
    let nodes = rows.iter().map(|row| row.speed.nodes).sum();
    let total = Speed::new(nodes, rows.iter().map(|row| row.speed.seconds).sum());
    if arguments.json {
        output::json(out, &Report { depth: arguments.depth, positions: bench::POSITIONS, total, variants: rows })?;
    } else {
        write_row("total", total, out)?;
    }
    Ok(Answer::Yes)
}

fn write_row(name: &str, speed: Speed, out: &mut dyn Write) -> anyhow::Result<()> {
    let Speed { nodes, seconds, nodes_per_second } = speed;
    writeln!(out, "{name:<24}{nodes:>12}{seconds:>10.3}{nodes_per_second:>12}")?;
    out.flush()?;
    Ok(())
}

fn search(variant: &Entry, depth: u32) -> Speed {
    let mut engine = variant.engine(bench::HASH_MEGABYTES);
    let mut nodes = 0;
    let mut seconds = 0.0;
    for fen in bench::positions(variant) {
        let started = Instant::now();
        nodes += bench::nodes(engine.as_mut(), &fen, depth);
        seconds += started.elapsed().as_secs_f64();
    }
    Speed::new(nodes, seconds)
}
