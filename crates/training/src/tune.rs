//! SPSA (<https://www.chessprogramming.org/SPSA>, Spall 1992): all parameters of the search tuned at once. Each pair of
//! games is played by two engines, one with every parameter shifted up or down at random, the other with each shifted
//! the other way; whoever wins draws all parameters a little to its side. Steps shrink as in fishtest.
//!
//! A record in JSON lines keeps every step, so a run that was broken off goes on after the last one.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use faraday_arena::{Journal, JournalError, Recorded, Settings};
use faraday_engine::network::NetworkError;
use faraday_engine::{Evaluate, NetworkSource, ParameterRange, Parameters, Search};
use faraday_rules::zobrist::mix;
use faraday_rules::{self as rules, Color};
use faraday_variants::Entry;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::selfplay::{HASH_MEGABYTES, opening, play_out, think};
use crate::{Errand, on_threads, run};

/// Spall's exponents, by which steps and shifts shrink.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The part of a run that passes before steps shrink much.
const STABLE: f64 = 0.1;
/// At the end, a parameter is shifted by this part of its range.
const SHIFT: f64 = 1.0 / 20.0;
/// Openings have at most this score: a decided game tells nothing.
const BALANCED: i16 = 60;
/// After so many that have a larger one the next is taken, whatever its score.
const MOST_TRIES: usize = 200;

/// Why nothing was tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The record cannot be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The network cannot be had.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// How parameters are tuned.
#[derive(Clone, Debug)]
pub struct TunePlan<'a> {
    /// The record.
    pub record: PathBuf,
    /// Pairs of games.
    pub pairs: u32,
    /// Nodes of each search.
    pub nodes: u64,
    /// Random plies at the start of each game.
    pub opening: usize,
    /// By how much of the last shift a pair that is won draws the parameters at the end.
    pub rate: f64,
    /// What openings and shifts are drawn from.
    pub seed: u64,
    /// What evaluates.
    pub network: NetworkSource<'a>,
    /// On how many threads.
    pub threads: usize,
}

/// What a pair of games changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Which pair it was, from 0.
    pub pair: u32,
    /// Games won by the shifted parameters minus games lost.
    pub result: i32,
    /// The parameters after it, in the order of [`Parameters::RANGES`].
    pub values: Vec<f64>,
}

impl Recorded for Step {
    const KIND: &'static str = "faraday tune 1";
    const RUN: &'static str = "tuning run";
}

impl TunePlan<'_> {
    /// What decides how a run goes: it goes on with the same only.
    fn settings(&self, variant: &str, network: u64, start: &[i32]) -> Settings {
        let fixed = [
            ("variant", variant.to_owned()),
            ("number of pairs", self.pairs.to_string()),
            ("number of nodes", self.nodes.to_string()),
            ("number of random plies", self.opening.to_string()),
            ("rate", self.rate.to_string()),
            ("seed", self.seed.to_string()),
            ("network", format!("{network:016x}")),
        ];
        let start = Parameters::RANGES.iter().zip(start).map(|(range, value)| (range.name, value.to_string()));
        fixed.into_iter().chain(start).map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl Step {
    fn parameters(&self) -> Parameters {
        Parameters::of(&self.values.iter().map(|value| value.round() as i32).collect::<Vec<_>>())
    }
}

/// What came of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuned {
    /// The variant's parameters.
    pub before: Parameters,
    /// Those that games prefer.
    pub after: Parameters,
}

/// Tunes the search of a variant, and tells of every pair of games.
///
/// # Errors
///
/// If the record cannot be kept or is of another run, or if the network cannot be had.
pub fn tune(entry: &'static Entry, plan: &TunePlan, tell: &mut (dyn FnMut(&Step) + Send)) -> Result<Tuned, TuneError> {
    run(entry, Tune { plan, tell })
}

struct Tune<'a, 'b> {
    plan: &'a TunePlan<'b>,
    tell: &'a mut (dyn FnMut(&Step) + Send),
}

/// Where a run stands.
struct State<'a> {
    journal: Journal<Step>,
    last: Step,
    next: u32,
    error: Option<JournalError>,
    tell: &'a mut (dyn FnMut(&Step) + Send),
}

impl Errand for Tune<'_, '_> {
    type Result = Result<Tuned, TuneError>;

    fn run<V: Evaluate>(self) -> Result<Tuned, TuneError> {
        let Tune { plan, tell } = self;
        let network = plan.network.load::<V>()?;
        let values = V::PARAMETERS.values();
        let fingerprint = network.as_ref().map_or(0, |network| network.fingerprint());
        let journal = Journal::<Step>::open(&plan.record, &plan.settings(V::ID, fingerprint, &values))?;
        if let Some(at) = journal.lines().iter().position(|step| step.values.len() != values.len()) {
            // The settings have the first line.
            let (path, line) = (plan.record.clone(), at + 2);
            return Err(JournalError::Broken { path, run: Step::RUN, line }.into());
        }
        let start = Step { pair: 0, result: 0, values: values.into_iter().map(f64::from).collect() };
        let (last, next) = (journal.lines().last().cloned().unwrap_or(start), journal.lines().len() as u32);
        let state = Mutex::new(State { journal, last, next, error: None, tell });
        let work = || {
            let mut players = [Search::<V>::new(HASH_MEGABYTES), Search::<V>::new(HASH_MEGABYTES)];
            players.iter_mut().for_each(|player| player.set_network(network.clone()));
            loop {
                let (pair, shifts) = {
                    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                    if state.next >= plan.pairs || state.error.is_some() {
                        return;
                    }
                    let pair = state.next;
                    state.next += 1;
                    let shifts = shifts(plan, pair);
                    for (player, sign) in players.iter_mut().zip([1.0, -1.0]) {
                        let shifted = state.last.values.iter().zip(&shifts).map(|(value, shift)| value + sign * shift);
                        player.set_parameters(rounded(shifted, mix(plan.seed ^ u64::from(pair))));
                    }
                    (pair, shifts)
                };
                let result = play_pair(&mut players, plan, pair);
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                let step = step(plan, &state.last, pair, &shifts, result);
                match state.journal.add(step.clone()) {
                    Ok(()) => {
                        (state.tell)(&step);
                        state.last = step;
                    }
                    Err(error) => state.error = Some(error),
                }
            }
        };
        on_threads(plan.threads, "player", work);
        let State { last, error, .. } = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let tuned = Tuned { before: V::PARAMETERS, after: last.parameters() };
        error.map_or(Ok(tuned), |error| Err(error.into()))
    }
}

/// By how much each parameter is shifted for a pair.
fn shifts(plan: &TunePlan, pair: u32) -> Vec<f64> {
    let mut seed = mix(plan.seed ^ u64::from(pair) << 32);
    let shrunk = (f64::from(plan.pairs) / f64::from(pair + 1)).powf(GAMMA);
    let shift = |range: &ParameterRange| {
        seed = mix(seed);
        let sign = if seed & 1 == 0 { 1.0 } else { -1.0 };
        sign * f64::from(range.most - range.least) * SHIFT * shrunk
    };
    Parameters::RANGES.iter().map(shift).collect()
}

/// Where a pair of games leads from the last step.
fn step(plan: &TunePlan, last: &Step, pair: u32, shifts: &[f64], result: i32) -> Step {
    let (pairs, done) = (f64::from(plan.pairs), f64::from(pair + 1));
    let stable = STABLE * pairs;
    // At the end of the run this is the rate.
    let rate = plan.rate * ((stable + pairs) / (stable + done)).powf(ALPHA) / (pairs / done).powf(2.0 * GAMMA);
    let values = last.values.iter().zip(shifts).zip(Parameters::RANGES).map(|((value, shift), range)| {
        (value + rate * shift * f64::from(result)).clamp(f64::from(range.least), f64::from(range.most))
    });
    Step { pair, result, values: values.collect() }
}

/// Whole numbers, rounded at random, so that steps smaller than one count, too.
fn rounded(values: impl Iterator<Item = f64>, mut seed: u64) -> Parameters {
    let round = |value: f64| {
        seed = mix(seed);
        (value + (seed >> 11) as f64 / (1_u64 << 53) as f64).floor() as i32
    };
    Parameters::of(&values.map(round).collect::<Vec<_>>())
}

/// Plays two games from one opening with colors exchanged. Answers the games that the first player won minus those that
/// it lost.
fn play_pair<V: Evaluate>(players: &mut [Search<V>; 2], plan: &TunePlan, pair: u32) -> i32 {
    let mut seed = mix(plan.seed ^ u64::from(pair) << 20);
    let mut tries = 0;
    let start = loop {
        let Some(game) = opening::<V>(&mut seed, plan.opening) else { continue };
        tries += 1;
        players[0].clear();
        if tries > MOST_TRIES || think(&mut players[0], plan.nodes, &game).1.abs() <= BALANCED {
            break game;
        }
    };
    [Color::White, Color::Black].into_iter().map(|first| play_on(players, plan.nodes, start.clone(), first)).sum()
}

/// Plays a game to its end: 1 if the first player, who has a color, wins, -1 if it loses.
fn play_on<V: Evaluate>(players: &mut [Search<V>; 2], nodes: u64, game: rules::Game<V>, first: Color) -> i32 {
    players.iter_mut().for_each(Search::clear);
    let choose = |game: &rules::Game<V>| {
        let player = usize::from(game.position().turn() != first);
        think(&mut players[player], nodes, game)
    };
    (play_out(game, choose).1 as i32 - 1) * first.sign()
}
