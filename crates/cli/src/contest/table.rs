//! Formats the cross table of a tournament with ratings, as text and as JSON.

use std::io::Write;

use faraday_arena::statistics::{ErrorBar, WinDrawLoss, ratings};
use faraday_arena::{MatchPlan, Standing};
use serde::Serialize;

use super::result::ContestResult;
use super::summary::{self, PlayerReport, Score, ValueWithError};
use crate::output::{self, STRONG, styled};

/// Longer names are truncated to this number of characters.
const WIDEST_NAME: usize = 28;

#[derive(Serialize)]
struct Row<'a> {
    rank: usize,
    #[serde(flatten)]
    player: PlayerReport<'a>,
    #[serde(flatten)]
    score: Score,
    elo: ValueWithError,
}

#[derive(Serialize)]
struct PairResult<'a> {
    players: [&'a str; 2],
    #[serde(flatten)]
    score: Score,
    pairs: [u64; 5],
}

#[derive(Serialize)]
struct Report<'a> {
    variant: &'static str,
    games: u64,
    wanted: usize,
    outcome: &'static str,
    table: Vec<Row<'a>>,
    meetings: Vec<PairResult<'a>>,
    reasons: &'a std::collections::BTreeMap<String, u64>,
}

/// Writes the tournament as JSON.
pub fn json(contest: &ContestResult, out: &mut dyn Write) -> anyhow::Result<()> {
    let ContestResult { plan, standing, outcome } = contest;
    let mut reports: Vec<Option<PlayerReport>> = summary::players(plan, standing).into_iter().map(Some).collect();
    let ranked = ranking(plan, standing);
    let row = |(rank, (player, bar)): (usize, &(usize, ErrorBar))| Row {
        rank,
        player: reports[*player].take().expect("every player has one rank"),
        score: total(plan, standing, *player).into(),
        elo: (*bar).into(),
    };
    let table = (1..).zip(&ranked).map(row).collect();
    let meeting = |(one, other): (usize, usize)| {
        let pairing = standing.pairing(one, other);
        let players = [one, other].map(|player| plan.entrants[player].name.as_str());
        PairResult { players, score: pairing.games.into(), pairs: pairing.pairs.0 }
    };
    let report = Report {
        variant: plan.entry.id,
        games: standing.games(),
        wanted: plan.schedule.len(),
        outcome: summary::outcome(*outcome),
        table,
        meetings: plan.schedule.pairings().map(meeting).collect(),
        reasons: standing.reasons(),
    };
    output::json(out, &report)
}

/// Writes the cross table, best player first.
pub fn text(contest: &ContestResult, out: &mut dyn Write) -> anyhow::Result<()> {
    let ContestResult { plan, standing, outcome } = contest;
    let ranked = ranking(plan, standing);
    let longest = ranked.iter().map(|(player, _)| name(plan, *player).chars().count()).max().unwrap_or_default();
    let numbers = (1..=ranked.len()).map(|number| format!("{number:>8}")).collect::<Vec<_>>().concat();
    let head = format!("    {:<longest$}  {:>8} {:>7}  {:>11} {numbers}", "player", "Elo", "±", "points");
    writeln!(out, "{}", styled(STRONG, &head))?;
    for (rank, (player, bar)) in (1..).zip(&ranked) {
        let games = total(plan, standing, *player);
        let points = format!("{}/{}", games.points(), games.count());
        let cells = ranked.iter().map(|(other, _)| cell(standing, *player, *other)).collect::<Vec<_>>().concat();
        let (name, ErrorBar { value, error }) = (name(plan, *player), bar);
        writeln!(out, "{rank:>3} {name:<longest$}  {value:>+8.1} {error:>7.1}  {points:>11} {cells}")?;
    }
    writeln!(out)?;
    let (over, wanted) = (standing.games(), plan.schedule.len());
    writeln!(out, "games       {over} of {wanted}{}", summary::why_fewer(*outcome))?;
    summary::write_reasons(plan, standing, out)
}

fn name(plan: &MatchPlan, player: usize) -> String {
    output::one_line(&plan.entrants[player].name).chars().take(WIDEST_NAME).collect()
}

fn cell(standing: &Standing, player: usize, other: usize) -> String {
    let games = seen_by(standing, player, other);
    if player == other || games.count() == 0 {
        return format!("{:>8}", "–");
    }
    format!("{:>8}", games.points())
}

/// Returns the results of a player against another.
fn seen_by(standing: &Standing, player: usize, other: usize) -> WinDrawLoss {
    if player < other { standing.pairing(player, other).games } else { standing.pairing(other, player).games.turned() }
}

/// Returns the results of a player against all others.
fn total(plan: &MatchPlan, standing: &Standing, player: usize) -> WinDrawLoss {
    let others = (0..plan.entrants.len()).filter(|other| *other != player);
    others.map(|other| seen_by(standing, player, other)).fold(WinDrawLoss::default(), WinDrawLoss::and)
}

/// Returns the players with their ratings, best first.
fn ranking(plan: &MatchPlan, standing: &Standing) -> Vec<(usize, ErrorBar)> {
    let rated = ratings(plan.entrants.len(), |one, other| standing.pairing(one, other).games);
    let mut ranked: Vec<(usize, ErrorBar)> = rated.into_iter().enumerate().collect();
    ranked.sort_by(|one, other| other.1.value.total_cmp(&one.1.value));
    ranked
}
