//! `faraday explain`: prints whether a move is legal, the rule that forbids it, and its effects.

use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use faraday_wire::{ExplainedEvent, Explanation};

use crate::exit_status::Answer;
use crate::help;
use crate::output::{self, BAD, GOOD, STRONG, styled};
use crate::position::{PositionOptions, VariantArgument};

/// Explain why a move is illegal, or what a legal move does
#[derive(Args)]
#[command(after_help = help::examples(&[
    "explain {variant} e2e5",
    "explain {variant} Nf3 --moves \"e4 e5\" --json",
]))]
pub struct ExplainArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The move, in UCI or SAN
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    text: String,
    #[command(flatten)]
    position: PositionOptions,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Explains a move. An illegal move makes the answer negative.
pub fn run(arguments: &ExplainArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = arguments.position.game(arguments.variant.variant)?;
    let explanation = faraday_wire::explain(game.as_ref(), &arguments.text);
    let explanation = explanation.map_err(|error| anyhow!("{}", game.complaint(&error)))?;
    if arguments.json {
        output::json(out, &explanation)?;
    } else {
        write(&explanation, out)?;
    }
    Ok(if explanation.legal { Answer::Yes } else { Answer::No })
}

fn write(explanation: &Explanation, out: &mut dyn Write) -> anyhow::Result<()> {
    match &explanation.rule {
        Some(rule) => writeln!(out, "{} {}", styled(BAD, &explanation.text), styled(STRONG, rule))?,
        None => writeln!(out, "{}", styled(GOOD, &explanation.text))?,
    }
    for ExplainedEvent { rule, text, .. } in &explanation.events {
        writeln!(out, "  {text} {}", styled(STRONG, rule))?;
    }
    Ok(())
}
