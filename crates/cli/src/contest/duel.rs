//! `faraday match`: plays a match between two engines and prints its score.

use std::io::Write;

use clap::Args;
use faraday_arena::statistics::Sprt;
use faraday_arena::{Entrant, Schedule};

use super::options::{self, ContestOptions, PLAYERS};
use super::summary;
use crate::exit_status::Answer;
use crate::help;
use crate::number;

/// Play a match between two engines, and print the score, Elo with its error, and an SPRT
#[derive(Args)]
#[command(after_help = format!("{PLAYERS}\n\n{STATUS}\n\n{}", help::examples(&[
    "match faraday faraday:level=9 --variant {variant} --tc 5+0.05 --pgn games.pgn",
    "match faraday 'cmd:old/faraday uci,name=old' --variant {variant} --sprt elo0=0,elo1=5",
    "match faraday:nodes=9999 'cmd:stockfish,option.Hash=64,nodes=999' --variant {variant}",
    "match faraday faraday:tc=5 --variant {variant} --openings book.epd --record match.jsonl",
])))]
pub struct MatchArguments {
    /// The first player; results are from its point of view
    #[arg(value_name = "A", value_parser = options::player)]
    first: Entrant,
    /// The second player
    #[arg(value_name = "B", value_parser = options::player)]
    second: Entrant,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::between(1_u64, 10_000_000))]
    games: u64,
    /// Stop the match when a hypothesis is accepted; settings are elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic (the
    /// default) or model=normalized
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    options: ContestOptions,
}

const STATUS: &str = "Exit status: 0 when the match is over, 1 if its test accepted H0, 2 for bad input or an engine
that does not start, 130 after Ctrl-C. Finished games are always saved.";

/// Plays the match and prints the result.
pub fn run(arguments: &MatchArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let MatchArguments { first, second, games, sprt, options } = arguments;
    let players = [first.clone(), second.clone()];
    let contest = options::play(options, &players, Schedule::new(players.len(), *games as usize), *sprt)?;
    if options.json {
        summary::json(&contest, out)?;
    } else {
        summary::text(&contest, out)?;
    }
    Ok(contest.outcome.into())
}
