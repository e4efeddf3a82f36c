//! Training: Adam on the squared error, in batches, with a learning rate that falls as a cosine.
//!
//! On one number of threads, a training run is a function of its plan and its positions, and it goes on after the last
//! whole epoch when it was broken off.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use faraday_engine::Evaluate;
use faraday_engine::NetworkSource;
use faraday_engine::network::{MOST_SUMS, NetworkError, NetworkWeights, SUMS_STEP};
use faraday_rules::zobrist::mix;
use faraday_variants::Entry;
use thiserror::Error;

use crate::file::GameFileError;
use crate::model::Weights;
use crate::samples::{Look, Samples, Unused};
use crate::worth::{Worth, scale_of};
use crate::{Errand, on_threads, run};

const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;
/// Sums of the first layer, where nothing else is said.
const USUAL_SUMS: usize = 128;
/// Fewer positions teach nothing.
const FEWEST: usize = 1_000;
const STATE_MAGIC: u64 = 0x5452_4149_4E31_0001;

/// Why no network came of it.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The games cannot be read.
    #[error("{file}: {error}")]
    Games {
        /// The file.
        file: String,
        /// What is wrong.
        error: GameFileError,
    },
    /// There are too few positions.
    #[error("{found} quiet positions are too few to learn from; at least {FEWEST} are needed")]
    TooFew {
        /// How many there are.
        found: usize,
    },
    /// A file cannot be written.
    #[error("{file}: {error}")]
    Io {
        /// The file.
        file: String,
        /// What is wrong.
        error: io::Error,
    },
    /// There is something already where the network would go.
    #[error("{file} already exists: name another file, or remove it first")]
    Exists {
        /// The file.
        file: String,
    },
    /// The state beside the network is of a run with other settings.
    #[error("{file} was left by a run with other settings: use those, or remove it first")]
    State {
        /// The file.
        file: String,
    },
    /// The first layer cannot have that many sums.
    #[error(
        "a first layer cannot have {sums} sums: it has a multiple of {SUMS_STEP}, at most {MOST_SUMS}, and no fewer than the network to start from"
    )]
    Sums {
        /// As many as were asked for.
        sums: usize,
    },
    /// The network to begin with cannot be read.
    #[error("the network to start from: {0}")]
    From(NetworkError),
    /// The weights do not fit.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// How a network is trained.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The files of games.
    pub games: Vec<PathBuf>,
    /// The network that it begins with: without one, weights at random.
    pub from: NetworkSource<'a>,
    /// How many sums the first layer has: by default as many as that network, or else 128.
    pub sums: Option<usize>,
    /// Where the network goes. Beside it, with `.state` after its name, lies the state that a broken-off run goes on from.
    pub output: PathBuf,
    /// How many times every position is learned from.
    pub epochs: u32,
    /// Positions of a batch.
    pub batch: usize,
    /// The learning rate at the beginning, and its part at the end.
    pub rate: f32,
    /// λ of TD(λ): how much of what is expected of a position comes from the rest of the game, not from its own score.
    pub lambda: f32,
    /// The share of the game's outcome in what a position is worth; what is expected of it has the rest.
    pub result: f32,
    /// What weights and order are drawn from.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
}

/// What there is to tell after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean squared error on the positions learned from.
    pub error: f32,
    /// The same on those kept apart.
    pub checked: f32,
    /// Positions learned from in an epoch.
    pub positions: usize,
    /// Positions learned from in a second.
    pub speed: f64,
}

/// What there is to tell of a training.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// Something in a file of games is not learned from.
    Unused(Unused),
    /// By this score, in hundredths of a pawn, the odds of winning grow by a factor of e in the games.
    Scale(u16),
    /// An epoch is over.
    Epoch(Epoch),
}

/// Trains a network of a variant and writes it.
pub fn train(entry: &'static Entry, plan: &Plan, tell: &mut dyn FnMut(News)) -> Result<(), TrainError> {
    run(entry, Train { plan, tell })
}

struct Train<'a> {
    plan: &'a Plan<'a>,
    tell: &'a mut dyn FnMut(News),
}

impl Errand for Train<'_> {
    type Result = Result<(), TrainError>;

    fn run<V: Evaluate>(self) -> Result<(), TrainError> {
        let Train { plan, tell } = self;
        if fs::symlink_metadata(&plan.output).is_ok() {
            return Err(TrainError::Exists { file: plan.output.display().to_string() });
        }
        let from = plan.from.load_weights::<V>().map_err(TrainError::From)?;
        let first = first_weights::<V>(plan, from.as_ref())?;
        let unread = |(file, error): (PathBuf, _)| TrainError::Games { file: file.display().to_string(), error };
        let scale = scale_of(&plan.games, V::ID).map_err(unread)?;
        let worth = Worth { scale: f32::from(scale), lambda: plan.lambda, result: plan.result };
        let samples =
            Samples::read::<V>(&plan.games, &worth, &mut |unused| tell(News::Unused(unused))).map_err(unread)?;
        if samples.len() < FEWEST {
            return Err(TrainError::TooFew { found: samples.len() });
        }
        tell(News::Scale(scale));
        let kept = state_path(&plan.output);
        let signature = signature(plan, samples.len(), &first);
        let mut state = match fs::read(&kept) {
            Ok(bytes) => State::from_bytes(&bytes, signature, &first)
                .ok_or_else(|| TrainError::State { file: kept.display().to_string() })?,
            Err(_) => State::begin(first),
        };
        let Samples { learned, checked, .. } = &samples;
        for number in state.epoch + 1..=plan.epochs {
            let start = Instant::now();
            let order = shuffled(learned.clone(), mix(plan.seed ^ u64::from(number) << 32));
            let error = state.epoch(plan, &samples, &order, number);
            let speed = order.len() as f64 / start.elapsed().as_secs_f64();
            let wrong: f64 =
                checked.iter().map(|at| f64::from(state.weights.error(&samples.get(*at, Look::Straight)))).sum();
            write(&kept, &state.to_bytes(signature))?;
            tell(News::Epoch(Epoch {
                number,
                error,
                checked: (wrong / checked.len().max(1) as f64) as f32,
                positions: order.len(),
                speed,
            }));
        }
        write(&plan.output, &state.weights.to_network::<V>()?.to_bytes())?;
        // The network stands: what a broken-off run would have needed may stay where it cannot be removed.
        let _ = fs::remove_file(&kept);
        Ok(())
    }
}

/// The weights that training begins with.
fn first_weights<V: Evaluate>(plan: &Plan, from: Option<&NetworkWeights>) -> Result<Weights, TrainError> {
    let sums = plan.sums.unwrap_or(from.map_or(USUAL_SUMS, |from| from.bias.len()));
    let is_wide = from.is_none_or(|from| sums >= from.bias.len());
    if sums == 0 || sums > MOST_SUMS || !sums.is_multiple_of(SUMS_STEP) || !is_wide {
        return Err(TrainError::Sums { sums });
    }
    Ok(match from {
        Some(from) if sums == from.bias.len() => Weights::of(from),
        Some(from) => Weights::of(from).widened::<V>(sums, plan.seed),
        None => Weights::random::<V>(sums, plan.seed),
    })
}

fn state_path(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".state");
    name.into()
}

/// Writes a file so that it is whole or as it was.
fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).map_err(|error| {
        // What there was room for helps nobody.
        let _ = fs::remove_file(&part);
        TrainError::Io { file: path.display().to_string(), error }
    })
}

/// A number that differs where a state does not fit the plan.
fn signature(plan: &Plan, samples: usize, first: &Weights) -> u64 {
    let numbers = [
        samples as u64,
        u64::from(plan.epochs),
        plan.batch as u64,
        u64::from(plan.rate.to_bits()),
        u64::from(plan.lambda.to_bits()),
        u64::from(plan.result.to_bits()),
        plan.seed,
    ];
    let weights = first.slices().into_iter().flatten().map(|weight| u64::from(weight.to_bits()));
    numbers.into_iter().chain(weights).fold(STATE_MAGIC, |hash, number| mix(hash ^ number))
}

fn shuffled(mut order: Vec<usize>, mut seed: u64) -> Vec<usize> {
    for at in (1..order.len()).rev() {
        seed = mix(seed);
        order.swap(at, (seed % (at as u64 + 1)) as usize);
    }
    order
}

/// Weights and what Adam remembers of their gradients.
struct State {
    epoch: u32,
    steps: u32,
    weights: Weights,
    first: Weights,
    second: Weights,
}

impl State {
    fn begin(weights: Weights) -> State {
        State { epoch: 0, steps: 0, first: weights.zero_like(), second: weights.zero_like(), weights }
    }

    fn epoch(&mut self, plan: &Plan, samples: &Samples, order: &[usize], number: u32) -> f32 {
        let mut gradients = vec![self.weights.zero_like(); plan.threads.max(1)];
        let batches = order.len().div_ceil(plan.batch.max(1));
        let mut wrong = 0.0;
        for (at, batch) in order.chunks(plan.batch.max(1)).enumerate() {
            let done = (f64::from(number - 1) + at as f64 / batches as f64) / f64::from(plan.epochs);
            let rate = plan.rate * (0.01 + 0.99 * f64::midpoint(1.0, (done * std::f64::consts::PI).cos()) as f32);
            wrong += learn(&self.weights, samples, batch, number, &mut gradients);
            self.step(rate, batch.len() as f32, &mut gradients);
        }
        self.epoch = number;
        (wrong / order.len() as f64) as f32
    }

    /// One step of Adam by the sum of all gradients, which are zero afterwards.
    fn step(&mut self, rate: f32, count: f32, gradients: &mut [Weights]) {
        self.steps += 1;
        let steps = self.steps.min(10_000) as i32;
        let rate = rate * (1.0 - SECOND_MOMENT.powi(steps)).sqrt() / (1.0 - FIRST_MOMENT.powi(steps));
        let (total, others) = gradients.split_first_mut().expect("there is one thread at least");
        for other in others {
            for (total, other) in total.slices_mut().into_iter().zip(other.slices_mut()) {
                for (total, other) in total.iter_mut().zip(other) {
                    *total += std::mem::take(other);
                }
            }
        }
        let slices = self.weights.slices_mut().into_iter().zip(total.slices_mut());
        let moments = self.first.slices_mut().into_iter().zip(self.second.slices_mut());
        for ((weights, gradients), (firsts, seconds)) in slices.zip(moments) {
            for (((weight, gradient), first), second) in weights.iter_mut().zip(gradients).zip(firsts).zip(seconds) {
                let slope = std::mem::take(gradient) / count;
                *first = FIRST_MOMENT * *first + (1.0 - FIRST_MOMENT) * slope;
                *second = SECOND_MOMENT * *second + (1.0 - SECOND_MOMENT) * slope * slope;
                *weight -= rate * *first / (second.sqrt() + 1e-8);
            }
        }
        self.weights.clip();
    }

    fn to_bytes(&self, signature: u64) -> Vec<u8> {
        let mut bytes = signature.to_le_bytes().to_vec();
        bytes.extend(self.epoch.to_le_bytes());
        bytes.extend(self.steps.to_le_bytes());
        for weights in [&self.weights, &self.first, &self.second] {
            bytes.extend(weights.slices().into_iter().flatten().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// The state of a run that was broken off, if it fits.
    fn from_bytes(bytes: &[u8], signature: u64, first: &Weights) -> Option<State> {
        let (found, rest) = bytes.split_first_chunk()?;
        let (epoch, rest) = rest.split_first_chunk()?;
        let (steps, rest) = rest.split_first_chunk()?;
        if u64::from_le_bytes(*found) != signature {
            return None;
        }
        let mut state = State::begin(first.zero_like());
        (state.epoch, state.steps) = (u32::from_le_bytes(*epoch), u32::from_le_bytes(*steps));
        let (numbers, left) = rest.as_chunks();
        let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
        for weights in [&mut state.weights, &mut state.first, &mut state.second] {
            for number in weights.slices_mut().into_iter().flatten() {
                *number = numbers.next()?;
            }
        }
        (left.is_empty() && numbers.next().is_none()).then_some(state)
    }
}

/// How a position is looked at in an epoch: half of them one way, half the other, all exchanged in the next.
fn look(at: usize, epoch: u32) -> Look {
    if (mix(at as u64) ^ u64::from(epoch)) & 1 == 0 { Look::Straight } else { Look::Mirrored }
}

/// Learns from a batch in as many shares as there are gradients, each on a thread of its own as long as the system gives
/// any. Answers the sum of squared errors.
fn learn(weights: &Weights, samples: &Samples, batch: &[usize], number: u32, gradients: &mut [Weights]) -> f64 {
    let share = batch.len().div_ceil(gradients.len());
    let mut errors = vec![0.0; gradients.len()];
    let shares = Mutex::new(batch.chunks(share).zip(gradients).zip(&mut errors));
    let work = || {
        loop {
            let next = shares.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(((share, gradients), error)) = next else { return };
            let learn = |at: &usize| f64::from(weights.learn(&samples.get(*at, look(*at, number)), gradients));
            *error = share.iter().map(learn).sum();
        }
    };
    on_threads(batch.len().div_ceil(share), "learner", work);
    errors.iter().sum()
}
