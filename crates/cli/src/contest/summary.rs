//! Formats the score of a match between two players: on one line, on several lines, and as JSON.

use std::collections::BTreeMap;
use std::io::Write;

use faraday_arena::statistics::{Decision, ErrorBar, Estimate, Pentanomial, Sprt, WinDrawLoss, estimate};
use faraday_arena::{MatchOutcome, MatchPlan, Pairing, Standing};
use serde::Serialize;

use super::result::ContestResult;
use crate::output::{self, STRONG, styled};

/// A value with its error, as JSON.
#[derive(Serialize)]
pub struct ValueWithError {
    value: f64,
    error: f64,
}

#[derive(Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    model: &'static str,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: Option<&'static str>,
}

/// A player, as JSON.
#[derive(Serialize)]
pub struct PlayerReport<'a> {
    name: &'a str,
    player: &'a str,
    pace: String,
    /// The number of games lost by a foul, by kind of foul.
    fouls: BTreeMap<&'a str, u64>,
}

/// Wins, draws, and losses, as JSON.
#[derive(Serialize)]
pub struct Score {
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
}

#[derive(Serialize)]
struct Report<'a> {
    variant: &'static str,
    players: Vec<PlayerReport<'a>>,
    games: u64,
    wanted: usize,
    outcome: &'static str,
    #[serde(flatten)]
    score: Score,
    white: Score,
    pairs: [u64; 5],
    elo: Option<ValueWithError>,
    normalized_elo: Option<ValueWithError>,
    superiority: Option<f64>,
    draw_ratio: Option<f64>,
    sprt: Option<SprtReport>,
    reasons: &'a BTreeMap<String, u64>,
}

impl From<ErrorBar> for ValueWithError {
    fn from(bar: ErrorBar) -> ValueWithError {
        ValueWithError { value: bar.value, error: bar.error }
    }
}

impl From<WinDrawLoss> for Score {
    fn from(games: WinDrawLoss) -> Score {
        Score { wins: games.wins, draws: games.draws, losses: games.losses, points: games.points() }
    }
}

/// Formats the score of a match on one line.
pub fn brief(plan: &MatchPlan, standing: &Standing) -> String {
    let Pairing { games, pairs, .. } = standing.pairing(0, 1);
    let elo = estimate(games, pairs).and_then(|known| known.elo);
    let elo = elo.map(|ErrorBar { value, error }| format!("Elo {value:+.1} ± {error:.1}"));
    let test = plan.sprt.map(|sprt| {
        let (lower, upper) = sprt.bounds();
        format!("LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(pairs))
    });
    let score = format!("+{} ={} -{}", games.wins, games.draws, games.losses);
    std::iter::once(score).chain(elo).chain(test).collect::<Vec<_>>().join("  ")
}

/// Returns the players with their fouls.
pub fn players<'a>(plan: &'a MatchPlan, standing: &'a Standing) -> Vec<PlayerReport<'a>> {
    let report = |(number, entrant): (usize, &'a faraday_arena::Entrant)| PlayerReport {
        name: &entrant.name,
        player: &entrant.text,
        pace: entrant.limits.to_string(),
        fouls: standing.fouls().filter(|foul| foul.0 == number).map(|(_, kind, count)| (kind, count)).collect(),
    };
    plan.entrants.iter().enumerate().map(report).collect()
}

/// Returns the JSON name of an outcome.
pub const fn outcome(outcome: MatchOutcome) -> &'static str {
    match outcome {
        MatchOutcome::Complete => "complete",
        MatchOutcome::Decided(_) => "decided",
        MatchOutcome::Stopped => "stopped",
    }
}

/// Writes the match as JSON.
pub fn json(contest: &ContestResult, out: &mut dyn Write) -> anyhow::Result<()> {
    let ContestResult { plan, standing, outcome: ended } = contest;
    let Pairing { games, pairs, white } = standing.pairing(0, 1);
    let known = estimate(games, pairs);
    let [wins, draws, losses] = white;
    let report = Report {
        variant: plan.entry.id,
        players: players(plan, standing),
        games: games.count(),
        wanted: plan.schedule.len(),
        outcome: outcome(*ended),
        score: games.into(),
        white: WinDrawLoss { wins, draws, losses }.into(),
        pairs: pairs.0,
        elo: known.and_then(|known| known.elo).map(ValueWithError::from),
        normalized_elo: known.and_then(|known| known.normalized).map(ValueWithError::from),
        superiority: known.map(|known| known.superiority),
        draw_ratio: share(games.draws, games.count()),
        sprt: plan.sprt.map(|sprt| sprt_report(sprt, pairs)),
        reasons: standing.reasons(),
    };
    output::json(out, &report)
}

/// Writes the score and the rating difference of the match as text.
pub fn text(contest: &ContestResult, out: &mut dyn Write) -> anyhow::Result<()> {
    let ContestResult { plan, standing, outcome: ended } = contest;
    let Pairing { games, pairs, white } = standing.pairing(0, 1);
    let [first, second] = [0, 1].map(|player: usize| plan.entrants[player].name.as_str());
    let head = output::one_line(&format!("{first} – {second}, {}", plan.entry.id));
    writeln!(out, "{}", styled(STRONG, &head))?;
    let count = games.count();
    let percent = 100.0 * games.points() / count.max(1) as f64;
    writeln!(out, "games       {count} of {}{}", plan.schedule.len(), why_fewer(*ended))?;
    writeln!(out, "score       {} – {} ({percent:.1}%)", games.points(), games.turned().points())?;
    writeln!(out, "won         {}, drawn {}, lost {}", games.wins, games.draws, games.losses)?;
    writeln!(out, "by White    won {}, drawn {}, lost {}", white[0], white[1], white[2])?;
    let [none, half, one, more, two] = pairs.0;
    writeln!(out, "pairs       {none}, {half}, {one}, {more}, {two} with 0, ½, 1, 1½, 2 points")?;
    match estimate(games, pairs) {
        Some(known) => write_estimate(known, games, out)?,
        None => writeln!(out, "Elo         not enough games")?,
    }
    if let Some(sprt) = plan.sprt {
        write_sprt(sprt, pairs, out)?;
    }
    write_reasons(plan, standing, out)
}

/// Writes the reasons why games ended, and the fouls of each player.
pub fn write_reasons(plan: &MatchPlan, standing: &Standing, out: &mut dyn Write) -> anyhow::Result<()> {
    let reasons: Vec<String> = standing.reasons().iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    writeln!(out, "ended by    {}", if reasons.is_empty() { "–".to_owned() } else { reasons.join(", ") })?;
    for (player, kind, count) in standing.fouls() {
        let name = output::one_line(&plan.entrants[player].name);
        writeln!(out, "forfeited   {count} by {name}: {kind}")?;
    }
    Ok(())
}

/// Returns the reason why not all games were played.
pub const fn why_fewer(outcome: MatchOutcome) -> &'static str {
    match outcome {
        MatchOutcome::Complete => "",
        MatchOutcome::Decided(_) => ", ended by the test",
        MatchOutcome::Stopped => ", stopped",
    }
}

fn write_estimate(known: Estimate, games: WinDrawLoss, out: &mut dyn Write) -> anyhow::Result<()> {
    let bar = |bar: Option<ErrorBar>| match bar {
        Some(ErrorBar { value, error }) => format!("{value:+.1} ± {error:.1}"),
        None => "unknown: all results are the same".to_owned(),
    };
    writeln!(out, "Elo         {} (95%)", bar(known.elo))?;
    writeln!(out, "normalized  {} (95%)", bar(known.normalized))?;
    writeln!(out, "stronger    with a probability of {:.1}%", 100.0 * known.superiority)?;
    if let Some(share) = share(games.draws, games.count()) {
        writeln!(out, "draws       {:.1}%", 100.0 * share)?;
    }
    Ok(())
}

fn write_sprt(sprt: Sprt, pairs: Pentanomial, out: &mut dyn Write) -> anyhow::Result<()> {
    let SprtReport { elo0, elo1, model, llr, lower, upper, decision } = sprt_report(sprt, pairs);
    let decision = decision.map_or_else(|| "no decision yet".to_owned(), |accepted| format!("{accepted} accepted"));
    writeln!(out, "SPRT        {elo0} against {elo1} Elo, {model}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {decision}")?;
    Ok(())
}

fn sprt_report(sprt: Sprt, pairs: Pentanomial) -> SprtReport {
    let ((elo0, elo1), (lower, upper)) = (sprt.claims(), sprt.bounds());
    let decision = sprt.decide(pairs).map(|decision| match decision {
        Decision::H0 => "H0",
        Decision::H1 => "H1",
    });
    SprtReport { elo0, elo1, model: sprt.model().name(), llr: sprt.llr(pairs), lower, upper, decision }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
