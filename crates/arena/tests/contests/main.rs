//! Whole matches: by the rules in every variant, the same for the same seed, resumed where they stopped, and with
//! engines that do everything wrong.

mod any_text;
mod faults;
mod matches;

use std::time::Duration;

use faraday_arena::{
    Entrant, Finished, Journal, Openings, Outcome, Pace, Plan, Played, Schedule, Source, Standing, Stop, Terms, run,
};
use faraday_variants::{Entry, catalog};

/// The first variant of the catalog, plain chess in all but name.
fn plain() -> &'static Entry {
    &catalog()[0]
}

/// A match of two on four random plies, with a pace for whoever has none of its own.
fn plan(entry: &'static Entry, players: &[&str], games: usize, nodes: u64) -> Plan {
    let mut entrants: Vec<Entrant> = players.iter().map(|text| Entrant::parse(text).unwrap()).collect();
    Entrant::tell_apart(&mut entrants);
    for entrant in &mut entrants {
        if entrant.pace.is_empty() {
            entrant.pace = Pace { nodes: Some(nodes), ..Pace::default() };
        }
    }
    let schedule = Schedule::new(entrants.len(), games);
    let terms = Terms { most_plies: Some(120), patience: Duration::from_secs(30), ..Terms::default() };
    Plan { entry, entrants, schedule, terms, seed: 1, concurrency: 1, sprt: None }
}

fn openings(plan: &Plan) -> Openings {
    Openings::new(plan.entry, Source::Random { plies: 4, balance: None }, plan.seed).unwrap()
}

/// What came of a match.
struct Ended {
    outcome: Outcome,
    standing: Standing,
    /// The games, in the order of their ends, with their numbers.
    games: Vec<(usize, Played)>,
}

fn play(plan: &Plan) -> Ended {
    play_on(plan, &mut Journal::none(), &Stop::new(), usize::MAX)
}

/// Plays until so many games are over.
fn play_on(plan: &Plan, journal: &mut Journal, stop: &Stop, most: usize) -> Ended {
    let mut games = Vec::new();
    let tell = &mut |finished: &Finished, _: &Standing| {
        games.push((finished.fixture.number, finished.played.clone()));
        if games.len() >= most {
            stop.flag().store(true, std::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    };
    let (outcome, standing) = run(plan, &mut openings(plan), journal, stop, tell).unwrap();
    Ended { outcome, standing, games }
}
