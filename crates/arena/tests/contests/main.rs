//! Tests of whole matches: games follow the rules in every variant, depend only on the seed, and can be resumed.
//! Engines that misbehave do not stop a match.

mod any_text;
mod faults;
mod matches;

use std::time::Duration;

use faraday_arena::{
    Entrant, FinishedGame, Journal, MatchOutcome, MatchPlan, MoveLimits, Openings, PlayedGame, Schedule, Source,
    Standing, Stop, Terms, run,
};
use faraday_variants::{Entry, catalog};

/// Returns the first variant of the catalog, which is standard chess.
fn plain() -> &'static Entry {
    &catalog()[0]
}

/// Returns a plan for games after four random plies, with `nodes` for players without limits of their own.
fn plan(entry: &'static Entry, players: &[&str], games: usize, nodes: u64) -> MatchPlan {
    let mut entrants: Vec<Entrant> = players.iter().map(|text| Entrant::parse(text).unwrap()).collect();
    Entrant::tell_apart(&mut entrants);
    for entrant in &mut entrants {
        if entrant.limits.is_empty() {
            entrant.limits = MoveLimits { nodes: Some(nodes), ..MoveLimits::default() };
        }
    }
    let schedule = Schedule::new(entrants.len(), games);
    let terms = Terms { most_plies: Some(120), patience: Duration::from_secs(30), ..Terms::default() };
    MatchPlan { entry, entrants, schedule, terms, seed: 1, concurrency: 1, sprt: None }
}

fn openings(plan: &MatchPlan) -> Openings {
    Openings::new(plan.entry, Source::Random { plies: 4, balance: None }, plan.seed).unwrap()
}

/// The result of a match.
struct Ended {
    outcome: MatchOutcome,
    standing: Standing,
    /// The games with their numbers, in the order in which they ended.
    games: Vec<(usize, PlayedGame)>,
}

fn play(plan: &MatchPlan) -> Ended {
    play_on(plan, &mut Journal::none(), &Stop::new(), usize::MAX)
}

/// Plays until this number of games is over.
fn play_on(plan: &MatchPlan, journal: &mut Journal, stop: &Stop, most: usize) -> Ended {
    let mut games = Vec::new();
    let tell = &mut |finished: &FinishedGame, _: &Standing| {
        games.push((finished.scheduled.number, finished.played.clone()));
        if games.len() >= most {
            stop.flag().store(true, std::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    };
    let (outcome, standing) = run(plan, &mut openings(plan), journal, stop, tell).unwrap();
    Ended { outcome, standing, games }
}
