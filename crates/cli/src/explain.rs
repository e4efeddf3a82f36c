//! `faraday explain`: whether a move is legal, which rule forbids it, and what it would do.

use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use faraday_variants::{AnyGame, Explanation};
use serde::Serialize;

use crate::help;
use crate::outcome::Answer;
use crate::output::{self, BAD, GOOD, STRONG, styled};
use crate::position::{PositionOptions, VariantArgument};

/// Say whether a move is legal, and why not, or what it does
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

#[derive(Serialize)]
struct Report {
    legal: bool,
    rule: Option<&'static str>,
    squares: Vec<String>,
    text: String,
    uci: Option<String>,
    san: Option<String>,
    events: Vec<Event>,
}

/// What happens, and the rule that it follows from.
#[derive(Serialize)]
pub struct Event {
    rule: &'static str,
    text: String,
}

/// What a legal move does, in the order in which it happens.
pub fn events(told: Vec<faraday_variants::Told>) -> Vec<Event> {
    told.into_iter().map(|told| Event { rule: told.rule.0, text: told.text }).collect()
}

/// Explains; a move that is not legal is the negative answer.
pub fn run(arguments: &ExplainArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = arguments.position.game(arguments.variant.variant)?;
    let explanation = game.explain(&arguments.text).map_err(|error| anyhow!("{}", game.complaint(&error)))?;
    let report = report(game.as_ref(), explanation);
    if arguments.json {
        output::json(out, &report)?;
    } else {
        write(&report, out)?;
    }
    Ok(if report.legal { Answer::Yes } else { Answer::No })
}

fn report(game: &dyn AnyGame, explanation: Explanation) -> Report {
    let Explanation { mv, rule, squares, text, events: told } = explanation;
    Report {
        legal: rule.is_none(),
        rule: rule.map(|rule| rule.0),
        squares: squares.into_iter().map(|square| game.name(square)).collect(),
        text,
        uci: mv.map(|mv| game.uci(mv)),
        san: mv.filter(|_| rule.is_none()).map(|mv| game.san(mv)),
        events: events(told),
    }
}

fn write(report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
    match report.rule {
        Some(rule) => writeln!(out, "{} {}", styled(BAD, &report.text), styled(STRONG, rule))?,
        None => writeln!(out, "{}", styled(GOOD, &report.text))?,
    }
    for Event { rule, text } in &report.events {
        writeln!(out, "  {text} {}", styled(STRONG, rule))?;
    }
    Ok(())
}
