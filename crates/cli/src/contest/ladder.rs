//! `faraday ladder`: measures the ratings of a variant's levels.

use std::io::Write;

use clap::Args;
use faraday_arena::statistics::{ErrorBar, estimate};
use faraday_arena::{Entrant, Pairing, Schedule};
use faraday_engine::Ladder;
use serde::Serialize;

use super::options::{self, ContestOptions};
use super::result::ContestResult;
use super::summary::{self, Score, ValueWithError};
use crate::exit_status::Answer;
use crate::help;
use crate::number;
use crate::output::{self, STRONG, styled};

/// The number of levels with a handicap, and therefore a strength of their own.
const RATED: usize = 9;

/// Rate the engine's levels by games of each against the one below
#[derive(Args)]
#[command(after_help = format!("{SCALE}\n\n{}", help::examples(&[
    "ladder --variant {variant} --games 200 --openings random:4 --max-plies 300",
])))]
pub struct LadderArguments {
    /// Games per step, an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::between(2_u64, 1_000_000))]
    games: u64,
    #[command(flatten)]
    options: ContestOptions,
}

const SCALE: &str = "Level 1 plays `random`, which is rated 0. A rating is the sum of the steps up to it. Unless a
limit is given, games have only those of the levels. Level 10 takes no part: it depends on its time.";

/// A level with its results against the player one step below.
struct LevelResult {
    name: String,
    pairing: Pairing,
    /// `None` while all its results are the same.
    step: Option<ErrorBar>,
    rating: Option<f64>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    #[serde(flatten)]
    score: Score,
    step: Option<ValueWithError>,
    rating: Option<f64>,
}

#[derive(Serialize)]
struct Report<'a> {
    variant: &'static str,
    games: u64,
    wanted: usize,
    outcome: &'static str,
    chance: u16,
    ladder: Vec<Row<'a>>,
}

impl Row<'_> {
    fn of(level: &LevelResult) -> Row<'_> {
        let LevelResult { name, pairing, step, rating } = level;
        Row { name, score: pairing.games.into(), step: step.map(ValueWithError::from), rating: *rating }
    }
}

/// Plays the games and prints the ratings.
pub fn run(arguments: &LadderArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let LadderArguments { games, options } = arguments;
    let players = players(options.limits_moves());
    let contest = options::play(options, &players, Schedule::ladder(players.len(), *games as usize), None)?;
    let level_results = level_results(&contest);
    if options.json {
        json(&contest, &level_results, out)?;
    } else {
        text(&contest, &level_results, out)?;
    }
    Ok(contest.outcome.into())
}

/// Returns the random mover, then the levels from the lowest up. If the match sets no limit, the limit is a node count
/// that no level reaches, so that no clock runs.
fn players(is_limited: bool) -> Vec<Entrant> {
    const BEYOND: u64 = 1_000_000_000;
    let limit = if is_limited { String::new() } else { format!(",nodes={BEYOND}") };
    let levels = (1..=RATED).map(|number| format!("faraday:level={number},book=no,name=level {number}{limit}"));
    let texts = std::iter::once(format!("random:name=random{limit}")).chain(levels);
    texts.map(|text| Entrant::parse(&text).expect("the text of a player is well formed")).collect()
}

fn level_results(contest: &ContestResult) -> Vec<LevelResult> {
    let mut rating = Some(f64::from(Ladder::RANDOM_MOVER));
    let level = |number: usize| {
        let mut pairing = contest.standing.pairing(number - 1, number);
        pairing.games = pairing.games.turned();
        pairing.pairs.0.reverse();
        let step = estimate(pairing.games, pairing.pairs).and_then(|known| known.elo);
        rating = rating.zip(step).map(|(below, step)| below + step.value);
        LevelResult { name: contest.plan.entrants[number].name.clone(), pairing, step, rating }
    };
    (1..contest.plan.entrants.len()).map(level).collect()
}

fn json(contest: &ContestResult, level_results: &[LevelResult], out: &mut dyn Write) -> anyhow::Result<()> {
    let report = Report {
        variant: contest.plan.entry.id,
        games: contest.standing.games(),
        wanted: contest.plan.schedule.len(),
        outcome: summary::outcome(contest.outcome),
        chance: Ladder::RANDOM_MOVER,
        ladder: level_results.iter().map(Row::of).collect(),
    };
    output::json(out, &report)
}

fn text(contest: &ContestResult, level_results: &[LevelResult], out: &mut dyn Write) -> anyhow::Result<()> {
    let head = format!("{:<8}  {:>7}  {:>7} {:>6}  {:>11}", "player", "rating", "step", "±", "points");
    writeln!(out, "{}", styled(STRONG, &head))?;
    writeln!(out, "{:<8}  {:>7}", contest.plan.entrants[0].name, Ladder::RANDOM_MOVER)?;
    for LevelResult { name, pairing, step, rating } in level_results {
        let unknown = || "–".to_owned();
        let rating = rating.map_or_else(unknown, |rating| format!("{rating:.0}"));
        let (value, error) = step.map_or_else(
            || (unknown(), unknown()),
            |ErrorBar { value, error }| (format!("{value:+.0}"), format!("{error:.0}")),
        );
        let points = format!("{}/{}", pairing.games.points(), pairing.games.count());
        writeln!(out, "{name:<8}  {rating:>7}  {value:>7} {error:>6}  {points:>11}")?;
    }
    writeln!(out)?;
    let (over, wanted) = (contest.standing.games(), contest.plan.schedule.len());
    writeln!(out, "games       {over} of {wanted}{}", summary::why_fewer(contest.outcome))?;
    summary::write_reasons(&contest.plan, &contest.standing, out)
}
