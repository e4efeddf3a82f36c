//! SPSA (<https://www.chessprogramming.org/SPSA>, Spall 1992): all parameters of the search tuned at once. Each pair of
//! games is played by two engines, one with every parameter shifted up or down at random, the other with each shifted
//! the other way; whoever wins draws all parameters a little to its side. Steps shrink as in fishtest.
//!
//! A record in JSON lines keeps every step, so a run that was broken off goes on after the last one.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

use faraday_engine::network::NetworkError;
use faraday_engine::{Evaluate, NetworkSource, ParameterRange, Parameters, Search};
use faraday_rules::zobrist::mix;
use faraday_rules::{self as rules, Color};
use faraday_variants::Entry;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::file::{Outcome, Ply};
use crate::selfplay::{HASH_MEGABYTES, adjudicated, opening, outcome_of, think};
use crate::{Errand, run};

/// Spall's exponents, by which steps and shifts shrink.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The part of a run that passes before steps shrink much.
const STABLE: f64 = 0.1;
/// At the end, a parameter is shifted by this part of its range.
const SHIFT: f64 = 1.0 / 20.0;
/// Openings have at most this score: a decided game tells nothing.
const BALANCED: i16 = 60;

/// Why nothing was tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The record cannot be read or written.
    #[error("{file}: {error}")]
    Io {
        /// The record.
        file: String,
        /// What is wrong.
        error: io::Error,
    },
    /// A line of the record is not one.
    #[error("{file}: line {line} is not a line of such a record")]
    Line {
        /// The record.
        file: String,
        /// The number of the line.
        line: usize,
    },
    /// The record is of other settings.
    #[error("{file} holds a run with other settings; use those, or another file")]
    Settings {
        /// The record.
        file: String,
    },
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

/// What a record begins with: a run goes on with the same only.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Settings {
    variant: String,
    pairs: u32,
    nodes: u64,
    opening: usize,
    rate: f64,
    seed: u64,
    network: u64,
    start: BTreeMap<String, i32>,
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
    record: File,
    last: Step,
    next: u32,
    error: Option<io::Error>,
    tell: &'a mut (dyn FnMut(&Step) + Send),
}

impl Errand for Tune<'_, '_> {
    type Result = Result<Tuned, TuneError>;

    fn run<V: Evaluate>(self) -> Result<Tuned, TuneError> {
        let Tune { plan, tell } = self;
        let network = plan.network.load::<V>()?;
        let values = V::PARAMETERS.values();
        let settings = Settings {
            variant: V::ID.to_owned(),
            pairs: plan.pairs,
            nodes: plan.nodes,
            opening: plan.opening,
            rate: plan.rate,
            seed: plan.seed,
            network: network.as_ref().map_or(0, |network| network.fingerprint()),
            start: Parameters::RANGES.iter().map(|range| range.name.to_owned()).zip(values.iter().copied()).collect(),
        };
        let start = Step { pair: 0, result: 0, values: values.into_iter().map(f64::from).collect() };
        let (record, last, done) = open(&plan.record, &settings, start)?;
        let state = Mutex::new(State { record, last, next: done, error: None, tell });
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
                let line = serde_json::to_string(&step).expect("numbers are JSON");
                match writeln!(state.record, "{line}") {
                    Ok(()) => {
                        (state.tell)(&step);
                        state.last = step;
                    }
                    Err(error) => state.error = Some(error),
                }
            }
        };
        std::thread::scope(|scope| {
            let start = |_: &usize| Builder::new().name("player".to_owned()).spawn_scoped(scope, work).is_ok();
            (1..plan.threads).take_while(start).for_each(drop);
            work();
        });
        let State { last, error, .. } = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let tuned = Tuned { before: V::PARAMETERS, after: last.parameters() };
        error.map_or(Ok(tuned), |error| Err(TuneError::Io { file: plan.record.display().to_string(), error }))
    }
}

/// Opens a record, or begins one. Answers where it stands, and after how many pairs.
fn open(path: &Path, settings: &Settings, start: Step) -> Result<(File, Step, u32), TuneError> {
    let file = path.display().to_string();
    let failed = |error| TuneError::Io { file: file.clone(), error };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(error)),
    };
    // A last line that was cut off by a kill is written anew.
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let (mut last, mut done) = (start, 0);
    for (number, line) in (1..).zip(text[..whole].lines()) {
        let wrong = |_| TuneError::Line { file: file.clone(), line: number };
        if number == 1 {
            let found: Settings = serde_json::from_str(line).map_err(wrong)?;
            if found != *settings {
                return Err(TuneError::Settings { file });
            }
        } else {
            let step: Step = serde_json::from_str(line).map_err(wrong)?;
            if step.values.len() != last.values.len() || !step.values.iter().all(|value| value.is_finite()) {
                return Err(TuneError::Line { file, line: number });
            }
            last = step;
            done += 1;
        }
    }
    let mut record = OpenOptions::new().append(true).create(true).open(path).map_err(failed)?;
    record.set_len(whole as u64).map_err(failed)?;
    if whole == 0 {
        let line = serde_json::to_string(settings).expect("settings are JSON");
        writeln!(record, "{line}").map_err(failed)?;
    }
    Ok((record, last, done))
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
    let start = loop {
        let Some(game) = opening::<V>(&mut seed, plan.opening) else { continue };
        players[0].clear();
        if think(&mut players[0], plan.nodes, &game).1.abs() <= BALANCED {
            break game;
        }
    };
    [Color::White, Color::Black].into_iter().map(|first| play_on(players, plan.nodes, start.clone(), first)).sum()
}

/// Plays a game to its end: 1 if the first player, who has a color, wins, -1 if it loses.
fn play_on<V: Evaluate>(players: &mut [Search<V>; 2], nodes: u64, mut game: rules::Game<V>, first: Color) -> i32 {
    players.iter_mut().for_each(Search::clear);
    let mut plies: Vec<Ply> = Vec::new();
    let outcome = loop {
        if let Some(ending) = game.ending() {
            break outcome_of(ending.winner);
        }
        let turn = game.position().turn();
        let (mv, score) = think(&mut players[usize::from(turn != first)], nodes, &game);
        plies.push(Ply { mv, score });
        if let Some(outcome) = adjudicated(&plies, turn) {
            break outcome;
        }
        game.play(mv).expect("the search plays legal moves");
    };
    match (outcome, first) {
        (Outcome::Drawn, _) => 0,
        (Outcome::WhiteWon, Color::White) | (Outcome::BlackWon, Color::Black) => 1,
        (Outcome::WhiteWon, Color::Black) | (Outcome::BlackWon, Color::White) => -1,
    }
}
