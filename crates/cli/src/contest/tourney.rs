//! `faraday tourney`: plays a round robin between engines and prints its cross table.

use std::io::Write;

use anyhow::ensure;
use clap::Args;
use faraday_arena::{Entrant, Schedule};

use super::options::{self, ContestOptions, PLAYERS};
use super::table;
use crate::exit_status::Answer;
use crate::help;
use crate::number;

/// Play a round robin between engines, and print a cross table and ratings with their errors
#[derive(Args)]
#[command(after_help = format!("{PLAYERS}\n\n{}", help::examples(&[
    "tourney faraday:level=3 faraday:level=5 faraday:level=7 --variant {variant} --nodes 20000",
    "tourney faraday 'cmd:stockfish,option.Skill Level=5' faraday:threads=2 --variant {variant}",
])))]
pub struct TourneyArguments {
    /// The players
    #[arg(value_name = "PLAYER", value_parser = options::player, num_args = 2.., required = true)]
    players: Vec<Entrant>,
    /// Games per pair of players, an even number
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::between(1_u64, 1_000_000))]
    games: u64,
    #[command(flatten)]
    options: ContestOptions,
}

/// Plays the games and prints the cross table.
pub fn run(arguments: &TourneyArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let TourneyArguments { players, games, options } = arguments;
    ensure!(games.is_multiple_of(2), "--games must be even: players meet in pairs of games");
    let contest = options::play(options, players, Schedule::new(players.len(), *games as usize), None)?;
    if options.json {
        table::json(&contest, out)?;
    } else {
        table::text(&contest, out)?;
    }
    Ok(contest.outcome.into())
}
