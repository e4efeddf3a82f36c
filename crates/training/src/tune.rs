//! The tuner of the search parameters, by SPSA (<https://www.chessprogramming.org/SPSA>, Spall 1992).
//!
//! In each pair of games, one engine has every parameter shifted up or down at random, and the other has the opposite
//! shifts. The parameters then move a little toward the winner's. Step sizes decrease as in fishtest.
//!
//! Every step is recorded as a JSON line, so an interrupted run is resumed after the last one.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use faraday_arena::{Journal, JournalEntry, JournalError, Settings};
use faraday_engine::network::NetworkError;
use faraday_engine::{Evaluate, NetworkSource, ParameterRange, Parameters, Search};
use faraday_rules::zobrist::mix;
use faraday_rules::{self as rules, Color};
use faraday_variants::Entry;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::selfplay::{HASH_MEGABYTES, opening, play_out, think};
use crate::{VariantTask, on_threads, run};

/// Spall's exponents for the decrease of steps and shifts.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of a run before step sizes decrease noticeably.
const STABLE: f64 = 0.1;
/// The final shift of a parameter, as a share of its range.
const SHIFT: f64 = 1.0 / 20.0;
/// The maximum score of an opening. A decided game gives no information.
const BALANCED: i16 = 60;
/// The number of openings with a larger score after which the next one is used regardless of its score.
const MOST_TRIES: usize = 200;

/// The reason why tuning failed.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The record cannot be written or continued.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The network cannot be loaded.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// The plan of a tuning run: the number of pairs, the effort per move, and the step size.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TunePlan<'a> {
    /// The path of the record.
    pub record: PathBuf,
    /// The number of pairs of games.
    pub pairs: u32,
    /// The number of nodes in each search.
    pub nodes: u64,
    /// The number of random plies at the start of each game.
    pub opening: usize,
    /// The final step after a won pair, as a share of the final shift.
    pub rate: f64,
    /// The seed of openings and shifts.
    pub seed: u64,
    /// The network used for evaluation.
    pub network: NetworkSource<'a>,
    pub threads: usize,
}

/// The result of a pair of games, and the parameters after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Step {
    pub pair: u32,
    /// The number of games won by the shifted parameters, minus the number lost.
    pub result: i32,
    /// The parameters after the step, in the order of [`Parameters::RANGES`].
    pub values: Vec<f64>,
}

impl JournalEntry for Step {
    const KIND: &'static str = "faraday tune 1";
    const RUN: &'static str = "tuning run";
}

impl TunePlan<'_> {
    /// Returns the settings that determine the run. It can be resumed only with the same settings.
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

/// The result of a tuning run: the parameters before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuned {
    /// The variant's current parameters.
    pub before: Parameters,
    /// The parameters after tuning.
    pub after: Parameters,
}

/// Tunes the search parameters of a variant, and reports every pair of games.
///
/// # Errors
///
/// If the record cannot be written or belongs to another run, or if the network cannot be loaded.
pub fn tune(
    entry: &'static Entry,
    plan: &TunePlan,
    report: &mut (dyn FnMut(&Step) + Send),
) -> Result<Tuned, TuneError> {
    run(entry, TuneTask { plan, report })
}

struct TuneTask<'a, 'b> {
    plan: &'a TunePlan<'b>,
    report: &'a mut (dyn FnMut(&Step) + Send),
}

/// The state of a run.
struct State<'a> {
    journal: Journal<Step>,
    last: Step,
    next: u32,
    error: Option<JournalError>,
    report: &'a mut (dyn FnMut(&Step) + Send),
}

impl VariantTask for TuneTask<'_, '_> {
    type Result = Result<Tuned, TuneError>;

    fn run<V: Evaluate>(self) -> Result<Tuned, TuneError> {
        let TuneTask { plan, report } = self;
        let network = plan.network.load::<V>()?;
        let values = V::PARAMETERS.values();
        let fingerprint = network.as_ref().map_or(0, |network| network.fingerprint());
        let journal = Journal::<Step>::open(&plan.record, &plan.settings(V::ID, fingerprint, &values))?;
        if let Some(at) = journal.lines().iter().position(|step| step.values.len() != values.len()) {
            // The first line contains the settings.
            let (path, line) = (plan.record.clone(), at + 2);
            return Err(JournalError::Broken { path, run: Step::RUN, line }.into());
        }
        let start = Step { pair: 0, result: 0, values: values.into_iter().map(f64::from).collect() };
        let (last, next) = (journal.lines().last().cloned().unwrap_or(start), journal.lines().len() as u32);
        let state = Mutex::new(State { journal, last, next, error: None, report });
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
                        (state.report)(&step);
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

/// Returns the shifts of all parameters for a pair.
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

/// Returns the step that follows the last one after a pair of games.
fn step(plan: &TunePlan, last: &Step, pair: u32, shifts: &[f64], result: i32) -> Step {
    let (pairs, done) = (f64::from(plan.pairs), f64::from(pair + 1));
    let stable = STABLE * pairs;
    // At the end of the run, this is `plan.rate`.
    let rate = plan.rate * ((stable + pairs) / (stable + done)).powf(ALPHA) / (pairs / done).powf(2.0 * GAMMA);
    let values = last.values.iter().zip(shifts).zip(Parameters::RANGES).map(|((value, shift), range)| {
        (value + rate * shift * f64::from(result)).clamp(f64::from(range.least), f64::from(range.most))
    });
    Step { pair, result, values: values.collect() }
}

/// Rounds values to integers at random, so that steps smaller than one also have an effect.
fn rounded(values: impl Iterator<Item = f64>, mut seed: u64) -> Parameters {
    let round = |value: f64| {
        seed = mix(seed);
        (value + (seed >> 11) as f64 / (1_u64 << 53) as f64).floor() as i32
    };
    Parameters::of(&values.map(round).collect::<Vec<_>>())
}

/// Plays two games from one opening with colors exchanged. Returns the first player's wins minus its losses.
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

/// Plays a game to its end. Returns 1 if the player with the color `first` wins and −1 if it loses.
fn play_on<V: Evaluate>(players: &mut [Search<V>; 2], nodes: u64, game: rules::Game<V>, first: Color) -> i32 {
    players.iter_mut().for_each(Search::clear);
    let choose = |game: &rules::Game<V>| {
        let player = usize::from(game.position().turn() != first);
        think(&mut players[player], nodes, game)
    };
    (play_out(game, choose).1 as i32 - 1) * first.sign()
}
