//! `faraday ratings`: recomputes all ratings from what was stored about each game, and lists them.

use std::collections::HashMap;
use std::io::Write;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use faraday_play::Timestamp;
use faraday_ratings::{Pace, Rating};
use faraday_store::{Options, RatingEvent, Store, StoreError};
use serde_json::json;
use tracing::Level;

use crate::database::DatabaseOption;
use crate::exit_status::Answer;
use crate::help;
use crate::serve::log;

/// The number of changes in one query.
const PAGE: u64 = 1000;

/// The maximum difference between a stored and a recomputed number: machines round differently.
const TOLERANCE: f64 = 1e-6;

/// The maximum length of a list.
const LONGEST_LIST: u64 = 100_000;

/// Check and list the ratings of players
#[derive(Subcommand)]
#[command(after_help = help::examples(&[
    "ratings check --database sqlite:/var/lib/faraday/games.db",
    "ratings list collision --pace days",
]))]
pub enum RatingsCommand {
    /// Recompute every change of a rating, and report those that differ
    Check(DatabaseOption),
    /// List the leaderboard of a variant: members with at least 10 rated games, the last one within 60 days
    List(ListArguments),
}

#[derive(Args)]
pub struct ListArguments {
    /// Variant, with its options
    #[arg(value_name = "VARIANT")]
    variant: String,
    /// Pace: live or days
    #[arg(long, value_name = "PACE", default_value = "live", value_parser = pace())]
    pace: Pace,
    /// Print JSON: one member a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: DatabaseOption,
}

/// Returns a parser for a pace.
fn pace() -> impl TypedValueParser<Value = Pace> {
    PossibleValuesParser::new(Pace::ALL.map(Pace::as_str)).try_map(|name| Pace::parse(&name).ok_or("unknown pace"))
}

/// Runs a subcommand of `faraday ratings`.
pub fn run(command: &RatingsCommand, out: &mut dyn Write) -> anyhow::Result<Answer> {
    log(Level::ERROR);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let option = match command {
            RatingsCommand::Check(option) => option,
            RatingsCommand::List(arguments) => &arguments.database,
        };
        let location = option.location()?;
        let store = Store::open_beside(&location, &Options::default()).await?;
        let answer = match command {
            RatingsCommand::Check(_) => check(&store, out).await,
            RatingsCommand::List(arguments) => list(&store, arguments, out).await,
        };
        store.close().await;
        answer.map_err(|error| match error.downcast_ref::<StoreError>() {
            Some(_) => error.context(location.to_string()),
            None => error,
        })
    })
}

async fn list(store: &Store, arguments: &ListArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let ListArguments { variant, pace, json, .. } = arguments;
    anyhow::ensure!(faraday_variants::find(variant).is_some(), "there is no variant `{variant}`");
    for (place, player) in (1..).zip(store.leaderboard(variant, *pace, store.now().await?, LONGEST_LIST).await?) {
        if *json {
            let line = json!({ "place": place, "name": player.name, "rating": player.rating,
                "deviation": player.deviation, "games": player.games });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{place:4}  {:20}  {:4.0}  {} games", player.name, player.rating, player.games)?;
        }
    }
    Ok(Answer::Yes)
}

/// The last change of a rating, which the next one follows.
struct Previous {
    n: u64,
    at: Timestamp,
    after: Rating,
}

async fn check(store: &Store, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut previous: HashMap<(String, String, Pace), Previous> = HashMap::new();
    let (mut last, mut events, mut differences) = (None, 0_u64, 0_u64);
    loop {
        let page = store.rating_events(last.as_ref(), PAGE).await?;
        for event in &page {
            events += 1;
            let key = (event.who.to_string(), event.variant.clone(), event.pace);
            let opponents = store.rating_events_by(event.game).await?;
            let opponent = opponents.iter().find(|other| other.who == event.opponent);
            for fault in faults(event, previous.get(&key), opponent) {
                differences += 1;
                writeln!(out, "game {}, change {} of {}: {fault}", event.game, event.n, event.who)?;
            }
            previous.insert(key, Previous { n: event.n, at: event.at, after: event.after });
        }
        let Some(end) = page.into_iter().next_back() else { break };
        last = Some(end);
    }
    writeln!(out, "{events} changes of {} ratings, {differences} differences", previous.len())?;
    Ok(if differences == 0 { Answer::Yes } else { Answer::No })
}

/// Returns what is wrong with a change.
fn faults(event: &RatingEvent, previous: Option<&Previous>, opponent: Option<&RatingEvent>) -> Vec<String> {
    let mut faults = Vec::new();
    let (n, before) = match previous {
        Some(previous) => (previous.n + 1, previous.after.after_idle(event.at.since(previous.at))),
        None => (1, Rating::START),
    };
    if event.n != n {
        faults.push(format!("its number is not {n}"));
    }
    for (what, stored, computed) in [("before", event.before, before), ("after", event.after, event.recomputed())] {
        if distance(stored, computed) > TOLERANCE {
            faults.push(format!("the rating {what} it is {stored:?}, and computed {computed:?}"));
        }
    }
    match opponent {
        None => faults.push("the opponent's change is missing".to_owned()),
        Some(other) => {
            let stored = Rating { rating: event.opponent_rating, deviation: event.opponent_deviation, ..other.before };
            let is_same = event.opponent_n == other.n && event.score == other.score.opposite();
            if !is_same || distance(stored, other.before) > TOLERANCE {
                faults.push(format!("the opponent's change is another: {other:?}"));
            }
        }
    }
    faults
}

/// Returns the largest difference between the numbers of two ratings.
fn distance(one: Rating, other: Rating) -> f64 {
    let differences = [one.rating - other.rating, one.deviation - other.deviation, one.volatility - other.volatility];
    differences.into_iter().map(f64::abs).fold(0.0, f64::max)
}
