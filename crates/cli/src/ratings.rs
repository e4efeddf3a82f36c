//! `faraday ratings`: recomputes all ratings from the stored changes, lists leaderboards, and annuls rated games.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use anyhow::{anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use faraday_play::{Fact, Timestamp};
use faraday_ratings::{HouseGame, Pace, RatedAs, Rating, Score};
use faraday_rules::Color;
use faraday_server::{SecurityEvent, parse_reason};
use faraday_store::{
    AnnulResult, Annulment, ChangesWanted, Game, GameId, HouseLevel, Options, PersonId, PoolRating, RatingEvent, Store,
    StoreError,
};
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

/// The maximum length of a leaderboard.
const LONGEST_LIST: u64 = 100_000;

/// Check and list the ratings of players, and annul rated games
#[derive(Subcommand)]
#[command(after_help = help::examples(&[
    "ratings check --database sqlite:/var/lib/faraday/games.db",
    "ratings list collision --pace days",
    "ratings annul CMc0KHbt --reason 'One player moved for both'",
]))]
pub enum RatingsCommand {
    /// Recompute every change of a rating, and report those that differ
    Check(DatabaseOption),
    /// List the leaderboard of a variant
    ///
    /// It has the members with at least 10 rated games, 5 of them against people and the last one within 60 days, and a
    /// deviation of at most 110.
    List(ListArguments),
    /// Annul a rated game, so that it no longer counts
    ///
    /// A further change of each player's rating takes back what the game changed. Earlier changes stay as they are.
    /// Everyone who has the game can read the reason.
    Annul(AnnulArguments),
}

#[derive(Args)]
pub struct AnnulArguments {
    /// Id of the game, the last part of its address
    #[arg(value_name = "GAME")]
    game: String,
    /// Reason, in one line
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    database: DatabaseOption,
}

#[derive(Args)]
pub struct ListArguments {
    /// Variant, with its options
    #[arg(value_name = "VARIANT")]
    variant: String,
    /// Pace: live or days
    #[arg(long, value_name = "PACE", default_value = "live", value_parser = pace())]
    pace: Pace,
    /// Print JSON, one member per line
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
            RatingsCommand::Annul(arguments) => &arguments.database,
        };
        let location = option.location()?;
        let store = Store::open_beside(&location, &Options::default()).await?;
        let answer = match command {
            RatingsCommand::Check(_) => check(&store, out).await,
            RatingsCommand::List(arguments) => list(&store, arguments, out).await,
            RatingsCommand::Annul(arguments) => annul(&store, arguments, out).await,
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
    let players = store.leaderboard(variant, *pace, store.now().await?, (0, LONGEST_LIST)).await?;
    if players.is_empty() {
        eprintln!("no member has a place on this leaderboard yet");
    }
    for (place, player) in (1..).zip(players) {
        let Rating { rating, deviation, .. } = player.rating;
        if *json {
            let line = json!({ "place": place, "name": player.name, "rating": rating, "deviation": deviation,
                "games": player.games });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{place:4}  {:20}  {:4.0}  {} games", player.name, rating, player.games)?;
        }
    }
    Ok(Answer::Yes)
}

async fn annul(store: &Store, arguments: &AnnulArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let AnnulArguments { game: id, reason, .. } = arguments;
    let unknown = || anyhow!("there is no game `{id}`");
    let game = GameId::parse(id).map_err(|_| unknown())?;
    let reason = parse_reason(reason).ok_or_else(|| anyhow!("the reason must be one line of 1 to 200 characters"))?;
    let annulment = Annulment { at: store.now().await?, reason: reason.to_owned() };
    match store.annul(game, annulment).await? {
        AnnulResult::Annulled => {}
        AnnulResult::Earlier => {
            writeln!(out, "game {id} was annulled before")?;
            return Ok(Answer::Yes);
        }
        AnnulResult::Unknown => return Err(unknown()),
        AnnulResult::Unrated => bail!("game {id} is not rated"),
        AnnulResult::Unsettled => bail!("it is not decided yet whether game {id} counts: is it running?"),
        AnnulResult::NotCounted(rated_as) => bail!("game {id} does not count (`{}`)", rated_as.as_str()),
    }
    let seats = store.game(game).await?.ok_or_else(unknown)?.seats;
    for seat in seats.iter().filter(|seat| seat.who.house_level().is_none()) {
        SecurityEvent::GameAnnulled.log_by_operator(Some(seat.who));
    }
    writeln!(out, "game {id} is annulled")?;
    for event in store.rating_events_by(game).await?.iter().filter(|event| event.annulled_at.is_some()) {
        let (before, after) = (event.before.rating, event.after.rating);
        writeln!(out, "{:20}  {before:4.0} -> {after:4.0}", name(store, event.who).await?)?;
    }
    Ok(Answer::Yes)
}

/// The last change of a rating, which the next one follows.
struct Previous {
    n: u64,
    at: Timestamp,
    after: Rating,
    /// The number of games that count: an annulment takes one away.
    games: u64,
}

/// The ratings whose changes have been read, by player, variant, and pace.
type Ratings = HashMap<(PersonId, String, Pace), Previous>;

/// The first moves and the result of each counted game against the house, with its player, variant, pace, and level.
type Openings = HashSet<(PersonId, String, Pace, PersonId, Option<Color>, Vec<String>)>;

async fn check(store: &Store, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let (mut previous, mut openings) = (Ratings::new(), Openings::new());
    let (mut last, mut events, mut differences) = (None, 0_u64, 0_u64);
    loop {
        let page = store.rating_events(last.as_ref(), PAGE).await?;
        for event in &page {
            events += 1;
            let key = (event.who, event.variant.clone(), event.pace);
            let (computed, of_game) = match (event.annulled_at, event.opponent.house_level()) {
                (Some(_), _) => without_game(store, event).await?,
                (None, None) => (event.recomputed(), faults_of_game(store, event).await?),
                (None, Some(level)) => {
                    (event.recomputed(), faults_of_house_game(store, event, level, &mut openings).await?)
                }
            };
            let mut faults = faults(event, previous.get(&key), computed);
            faults.extend(of_game);
            for fault in faults {
                differences += 1;
                let name = name(store, event.who).await?;
                writeln!(out, "game {}, change {} of {name}: {fault}", event.game, event.n)?;
            }
            let games = previous.get(&key).map_or(0, |previous| previous.games);
            let games = if event.annulled_at.is_none() { games + 1 } else { games.saturating_sub(1) };
            previous.insert(key, Previous { n: event.n, at: event.at, after: event.after, games });
        }
        let Some(end) = page.into_iter().next_back() else { break };
        last = Some(end);
    }
    for ((who, variant, pace), last) in &previous {
        let stored = store.rating_of(*who, variant, *pace).await?;
        // A game that was settled during the check may have added a change.
        if stored.as_ref().is_some_and(|stored| stored.n > last.n) {
            let wanted = ChangesWanted::Page { before: None, limit: 1, viewer: None };
            let latest = store.rating_changes(*who, (variant, *pace), wanted).await?;
            if latest.first().map(|latest| latest.event.n) > Some(last.n) {
                continue;
            }
        }
        let is_last = |stored: &PoolRating| {
            (stored.n, stored.games, stored.played_at) == (last.n, last.games, last.at)
                && distance(stored.rating, last.after) <= TOLERANCE
        };
        if !stored.as_ref().is_some_and(is_last) {
            differences += 1;
            let (name, pace) = (name(store, *who).await?, pace.as_str());
            writeln!(out, "the rating of {name} for {variant} ({pace}) is not that after change {}", last.n)?;
        }
    }
    for (game, who) in store.missing_changes().await? {
        differences += 1;
        writeln!(out, "game {game} counts, but {} has no change by the game", name(store, who).await?)?;
    }
    for (game, who) in store.missing_annulments().await? {
        differences += 1;
        writeln!(out, "game {game} is annulled, but {} has no change by the annulment", name(store, who).await?)?;
    }
    let [events, ratings] =
        [(events, "change"), (previous.len() as u64, "rating")].map(|(count, noun)| plural(count, noun));
    writeln!(out, "{events} of {ratings}, {}", plural(differences, "difference"))?;
    Ok(if differences == 0 { Answer::Yes } else { Answer::No })
}

/// Returns the rating that an annulment must lead to, and compares it with the game.
async fn without_game(store: &Store, event: &RatingEvent) -> Result<(Rating, Vec<String>), StoreError> {
    let mut faults = Vec::new();
    if store.game(event.game).await?.is_none_or(|game| game.annulled.is_none()) {
        faults.push("the game is not annulled".to_owned());
    }
    let changes = store.rating_events_by(event.game).await?;
    let by_game = changes.iter().find(|other| other.who == event.who && other.annulled_at.is_none());
    let Some(by_game) = by_game.filter(|by_game| by_game.n < event.n) else {
        faults.push("the change that it takes back is missing".to_owned());
        return Ok((event.after, faults));
    };
    Ok((event.before.without_game(by_game.before, by_game.after), faults))
}

/// Compares a change with the change before it and with the rating computed from the stored numbers.
fn faults(event: &RatingEvent, previous: Option<&Previous>, computed: Rating) -> Vec<String> {
    let mut faults = Vec::new();
    let (n, before) = match previous {
        Some(previous) => (previous.n + 1, previous.after.after_idle(event.at.since(previous.at))),
        None => (1, Rating::START),
    };
    if event.n != n {
        faults.push(format!("its number is not {n}"));
    }
    for (place, stored, computed) in [("before", event.before, before), ("after", event.after, computed)] {
        if distance(stored, computed) > TOLERANCE {
            let [stored, computed] = [stored, computed].map(text);
            faults.push(format!("the rating {place} it is stored as {stored}, and computed as {computed}"));
        }
    }
    faults
}

/// Compares a change with the game and with the opponent's change by the same game.
async fn faults_of_game(store: &Store, event: &RatingEvent) -> Result<Vec<String>, StoreError> {
    let game = store.game(event.game).await?;
    let mut faults = Vec::from_iter(fault_of_result(event, game.as_ref()));
    let changes = store.rating_events_by(event.game).await?;
    match changes.iter().find(|other| other.who == event.opponent && other.annulled_at.is_none()) {
        // The ratings of an erased account are deleted.
        None if store.is_erased(event.opponent).await? => {}
        None => faults.push("the opponent's change is missing".to_owned()),
        Some(other) => {
            let stored = Rating { rating: event.opponent_rating, deviation: event.opponent_deviation, ..other.before };
            let is_same = event.opponent_n == other.n && event.score == other.score.opposite();
            if !is_same || distance(stored, other.before) > TOLERANCE {
                let [stored, other] = [stored, other.before].map(text);
                faults.push(format!(
                    "the opponent's rating is stored as {stored}, and in the opponent's change as {other}"
                ));
            }
        }
    }
    Ok(faults)
}

/// Returns the name of a player, or the id of one without a name.
async fn name(store: &Store, who: PersonId) -> Result<String, StoreError> {
    let named = store.people(&[who]).await?.remove(&who).filter(|person| !person.name.is_empty());
    Ok(named.map_or_else(|| who.to_string(), |person| person.name))
}

fn text(Rating { rating, deviation, volatility }: Rating) -> String {
    format!("{rating} ± {deviation} (volatility {volatility})")
}

fn plural(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Compares a change with the result of its game.
fn fault_of_result(event: &RatingEvent, game: Option<&Game>) -> Option<String> {
    let Some(game) = game else { return Some("there is no such game".to_owned()) };
    let counts = game.rated_as == Some(RatedAs::Counted);
    let winner = game.outcome.as_ref().and_then(|outcome| outcome.winner);
    let side = game.side_of(event.who);
    let score = match winner {
        None => Score::Draw,
        Some(winner) if Some(winner) == side => Score::Win,
        Some(_) => Score::Loss,
    };
    let is_same = counts && side.is_some() && score == event.score;
    (!is_same).then(|| "the game does not count, or has another result".to_owned())
}

/// Compares a change by a game against the house with the game and with earlier ones against the same level (T.7c).
async fn faults_of_house_game(
    store: &Store,
    event: &RatingEvent,
    level: HouseLevel,
    openings: &mut Openings,
) -> Result<Vec<String>, StoreError> {
    let game = store.game(event.game).await?;
    let mut faults = Vec::from_iter(fault_of_result(event, game.as_ref()));
    if !level.is_rated() || !event.before.is_provisional() {
        faults.push("by T.7c, this game against the house does not count".to_owned());
    }
    if event.opponent_n != 0 || distance(event.opponent_before(), Rating::fixed(event.opponent_rating)) > TOLERANCE {
        faults.push("the rating of the house has changed, but it is fixed".to_owned());
    }
    let acts = store.journal(event.game, 0).await?;
    let moves =
        acts.into_iter().filter_map(|act| if let Fact::Moved { uci, .. } = act.fact { Some(uci) } else { None });
    let moves = moves.take(HouseGame::OPENING_PLIES).collect();
    let counts = game.as_ref().is_none_or(|game| game.annulled.is_none());
    let winner = game.and_then(|game| game.outcome).and_then(|outcome| outcome.winner);
    if counts && !openings.insert((event.who, event.variant.clone(), event.pace, event.opponent, winner, moves)) {
        faults.push("an earlier game against the same level has the same first moves and result".to_owned());
    }
    Ok(faults)
}

/// Returns the largest difference between the numbers of two ratings.
fn distance(one: Rating, other: Rating) -> f64 {
    let differences = [one.rating - other.rating, one.deviation - other.deviation, one.volatility - other.volatility];
    differences.into_iter().map(f64::abs).fold(0.0, f64::max)
}
