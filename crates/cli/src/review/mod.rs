//! `faraday review`: prints the turning points of the games of a PGN file, with better moves and reasons.

mod report;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use faraday_engine::Control;
use faraday_knowledge::review::{ReviewProgress, review};
use faraday_rules::pgn::GameTree;
use faraday_variants::recorded::{self, Fault};
use faraday_variants::{AnyGame, Entry, Language};
use serde::Serialize;

use crate::exit_status::Answer;
use crate::help;
use crate::input;
use crate::number;
use crate::output;
use crate::position;
use crate::progress::Progress;
use crate::tablebase;

/// The size of the transposition table in megabytes.
const HASH_MEGABYTES: usize = 64;

/// Review PGN games: turning points, better moves with the reason, and the accuracy of each side
#[derive(Args)]
#[command(after_help = help::examples(&[
    "review games.pgn",
    "review - --variant {variant} --nodes 100000 < games.pgn",
    "review games.pgn --json",
]))]
pub struct ReviewArguments {
    /// The PGN file; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Variant of games without a Variant tag [default: chess]
    #[arg(long, value_name = "VARIANT", value_parser = position::variant(), hide_possible_values = true)]
    variant: Option<&'static Entry>,
    /// Nodes to search for each position of a game
    #[arg(long, default_value_t = 250_000, value_parser = number::between(1_u64, 1_000_000_000))]
    nodes: u64,
    /// Print one JSON object per game
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    game: u64,
    variant: &'static str,
    /// The opening from the game's tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'a str>,
    #[serde(flatten)]
    review: faraday_wire::Review,
}

/// Reviews every game of the file.
pub fn run(arguments: &ReviewArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    input::games(&arguments.file, |number, tree, fault| {
        let (game, wrong) = match game(arguments, tree) {
            Ok(read) => read,
            Err(wrong) => return Ok(Some(wrong)),
        };
        let fault = wrong.or(fault);
        // A game that fails before its first move has nothing to review.
        if fault.is_none() || !game.moves().is_empty() {
            one(arguments, number, (tree, game.as_ref()), out)?;
        }
        Ok(fault)
    })
}

fn one(
    arguments: &ReviewArguments,
    number: u64,
    (tree, game): (&GameTree, &dyn AnyGame),
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut engine = tablebase::engine(game.entry(), HASH_MEGABYTES);
    let control = Control::new();
    let (progress, positions, mut searched) = (Progress::new(), game.moves().len() as u64 + 1, 0);
    let review = review(game, (&mut *engine, &control), arguments.nodes, &mut |step| match step {
        ReviewProgress::Searched { .. } => {
            searched += 1;
            progress.update(searched, positions, &format!("{searched} of {positions} positions"));
        }
        ReviewProgress::SecondSearch { done, total } => {
            progress.update(done as u64, total as u64, &format!("{done} of {total} turning points, again"));
        }
    });
    let review = review.expect("nobody stops it");
    drop(progress);
    if arguments.json {
        let review = faraday_wire::review(game, &review);
        output::json(out, &Report { game: number, variant: game.entry().id, opening: tree.header("Opening"), review })?;
    } else {
        if number > 1 {
            writeln!(out)?;
        }
        report::write(number, tree, (game, &review), out)?;
    }
    out.flush()?;
    Ok(())
}

/// Returns the game of a record, and the fault that cuts it short, if any.
fn game(arguments: &ReviewArguments, tree: &GameTree) -> Result<(Box<dyn AnyGame>, Option<Fault>), Fault> {
    let variant = recorded::variant_of(tree, arguments.variant)?;
    let mut game = recorded::start_of(tree, variant, Language::ENGLISH)?;
    let fault = recorded::play_main_line(tree, game.as_mut(), |_, _| ()).err();
    Ok((game, fault))
}
