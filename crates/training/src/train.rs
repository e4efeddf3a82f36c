//! The trainer of networks: Adam on the squared error, in batches, with a cosine schedule for the learning rate.
//!
//! With a fixed number of threads, the result depends only on the plan and the positions. An interrupted run is resumed
//! after the last complete epoch.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use faraday_engine::Evaluate;
use faraday_engine::NetworkSource;
use faraday_engine::network::{HIDDEN_SIZE_STEP, MAX_HIDDEN_SIZE, NetworkError, NetworkWeights};
use faraday_rules::zobrist::mix;
use faraday_variants::Entry;
use thiserror::Error;

use crate::file::GameFileError;
use crate::model::Weights;
use crate::samples::{Orientation, Samples, UnusedData};
use crate::targets::{TargetParameters, scale_of};
use crate::{VariantTask, on_threads, run};

const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;
/// The default width of the first layer.
const DEFAULT_HIDDEN_SIZE: usize = 128;
/// The minimum number of positions.
const FEWEST: usize = 1_000;
const STATE_MAGIC: u64 = 0x5452_4149_4E31_0001;

/// The reason why no network was trained.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TrainError {
    /// The games cannot be read.
    #[error("{file}: {error}")]
    Games { file: String, error: GameFileError },
    /// There are too few positions.
    #[error("{found} quiet positions are too few to learn from; at least {FEWEST} are needed")]
    TooFew {
        /// The number of positions.
        found: usize,
    },
    /// A file cannot be written.
    #[error("{file}: {error}")]
    Io { file: String, error: io::Error },
    /// The output file already exists.
    #[error("{file} already exists: name another file, or remove it first")]
    Exists { file: String },
    /// The state file next to the output file is from a run with other settings.
    #[error("{file} was left by a run with other settings: use those, or remove it first")]
    State { file: String },
    /// The first layer cannot have this width.
    #[error(
        "a first layer cannot have {hidden_size} sums: it has a multiple of {HIDDEN_SIZE_STEP}, at most {MAX_HIDDEN_SIZE}, and no fewer than the network to start from"
    )]
    HiddenSize {
        /// The width that was requested.
        hidden_size: usize,
    },
    /// The initial network cannot be read.
    #[error("the network to start from: {0}")]
    From(NetworkError),
    /// The weights do not fit the network format.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// The plan of a training run: the games, the network, and the hyperparameters.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TrainPlan<'a> {
    /// The files of self-play games.
    pub games: Vec<PathBuf>,
    /// The initial network. Without one, the initial weights are random.
    pub from: NetworkSource<'a>,
    /// The width of the first layer. The default is that of the initial network, or else 128.
    pub hidden_size: Option<usize>,
    /// The output file. The state of an interrupted run is stored next to it, with `.state` appended to the name.
    pub output: PathBuf,
    /// The number of times that every position is used.
    pub epochs: u32,
    /// The number of positions in a batch.
    pub batch: usize,
    /// The initial learning rate, and the factor on it at the end.
    pub rate: f32,
    /// λ of TD(λ): the weight of the rest of the game in the expected score of a position, against that
    /// of its own score.
    pub lambda: f32,
    /// The weight of the game's result in the target. The expected score has the remaining weight.
    pub result: f32,
    /// The seed of the weights and of the order.
    pub seed: u64,
    pub threads: usize,
}

/// The report of an epoch: errors on training and validation positions, and speed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// The number of the epoch, starting at 1.
    pub number: u32,
    /// The mean squared error on the training positions.
    pub error: f32,
    /// The mean squared error on the validation positions.
    pub checked: f32,
    /// The number of training positions per epoch.
    pub positions: usize,
    /// The number of training positions per second.
    pub speed: f64,
}

/// A progress report during training.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TrainProgress {
    /// A game file has data that is not used.
    Unused(UnusedData),
    /// The score in centipawns that multiplies the odds of winning by e in these games.
    Scale(u16),
    Epoch(Epoch),
}

/// Trains a network for a variant on self-play games and writes it to the output file.
pub fn train(entry: &'static Entry, plan: &TrainPlan, report: &mut dyn FnMut(TrainProgress)) -> Result<(), TrainError> {
    run(entry, TrainTask { plan, report })
}

struct TrainTask<'a> {
    plan: &'a TrainPlan<'a>,
    report: &'a mut dyn FnMut(TrainProgress),
}

impl VariantTask for TrainTask<'_> {
    type Result = Result<(), TrainError>;

    fn run<V: Evaluate>(self) -> Result<(), TrainError> {
        let TrainTask { plan, report } = self;
        if fs::symlink_metadata(&plan.output).is_ok() {
            return Err(TrainError::Exists { file: plan.output.display().to_string() });
        }
        let from = plan.from.load_weights::<V>().map_err(TrainError::From)?;
        let first = first_weights::<V>(plan, from.as_ref())?;
        let unread = |(file, error): (PathBuf, _)| TrainError::Games { file: file.display().to_string(), error };
        let scale = scale_of(&plan.games, V::ID).map_err(unread)?;
        let parameters = TargetParameters { scale: f32::from(scale), lambda: plan.lambda, result: plan.result };
        let samples = Samples::read::<V>(&plan.games, &parameters, &mut |unused| report(TrainProgress::Unused(unused)))
            .map_err(unread)?;
        if samples.len() < FEWEST {
            return Err(TrainError::TooFew { found: samples.len() });
        }
        report(TrainProgress::Scale(scale));
        let state_file = state_path(&plan.output);
        let signature = signature(plan, samples.len(), &first);
        let mut state = match fs::read(&state_file) {
            Ok(bytes) => State::from_bytes(&bytes, signature, &first)
                .ok_or_else(|| TrainError::State { file: state_file.display().to_string() })?,
            Err(_) => State::begin(first),
        };
        let Samples { training, validation, .. } = &samples;
        for number in state.epoch + 1..=plan.epochs {
            let start = Instant::now();
            let order = shuffled(training.clone(), mix(plan.seed ^ u64::from(number) << 32));
            let error = state.epoch(plan, &samples, &order, number);
            let speed = order.len() as f64 / start.elapsed().as_secs_f64();
            let wrong: f64 = validation
                .iter()
                .map(|at| f64::from(state.weights.error(&samples.get(*at, Orientation::Straight))))
                .sum();
            write(&state_file, &state.to_bytes(signature))?;
            report(TrainProgress::Epoch(Epoch {
                number,
                error,
                checked: (wrong / validation.len().max(1) as f64) as f32,
                positions: order.len(),
                speed,
            }));
        }
        write(&plan.output, &state.weights.to_network::<V>()?.to_bytes())?;
        // The network has been written, so a state file that cannot be removed does no harm.
        let _ = fs::remove_file(&state_file);
        Ok(())
    }
}

/// Returns the initial weights.
fn first_weights<V: Evaluate>(plan: &TrainPlan, from: Option<&NetworkWeights>) -> Result<Weights, TrainError> {
    let hidden_size = plan.hidden_size.unwrap_or(from.map_or(DEFAULT_HIDDEN_SIZE, |from| from.bias.len()));
    let is_wide = from.is_none_or(|from| hidden_size >= from.bias.len());
    if hidden_size == 0 || hidden_size > MAX_HIDDEN_SIZE || !hidden_size.is_multiple_of(HIDDEN_SIZE_STEP) || !is_wide {
        return Err(TrainError::HiddenSize { hidden_size });
    }
    Ok(match from {
        Some(from) if hidden_size == from.bias.len() => Weights::of(from),
        Some(from) => Weights::of(from).widened::<V>(hidden_size, plan.seed),
        None => Weights::random::<V>(hidden_size, plan.seed),
    })
}

fn state_path(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".state");
    name.into()
}

/// Writes a file atomically.
fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).map_err(|error| {
        // An incomplete file is useless.
        let _ = fs::remove_file(&part);
        TrainError::Io { file: path.display().to_string(), error }
    })
}

/// Returns a hash of everything that a state depends on.
fn signature(plan: &TrainPlan, samples: usize, first: &Weights) -> u64 {
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

/// The weights, with the moments of their gradients for Adam.
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

    fn epoch(&mut self, plan: &TrainPlan, samples: &Samples, order: &[usize], number: u32) -> f32 {
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

    /// Applies one step of Adam with the sum of all gradients, and resets them to zero.
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

    /// Returns the state of an interrupted run, if it matches.
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

/// Returns the orientation of a position in an epoch. Half of the positions are mirrored, and the other half
/// in the next epoch.
fn orientation(at: usize, epoch: u32) -> Orientation {
    if (mix(at as u64) ^ u64::from(epoch)) & 1 == 0 { Orientation::Straight } else { Orientation::Mirrored }
}

/// Trains on a batch that is split among the gradients, with a thread for each, if the system can start enough. Returns
/// the sum of squared errors.
fn learn(weights: &Weights, samples: &Samples, batch: &[usize], number: u32, gradients: &mut [Weights]) -> f64 {
    let share = batch.len().div_ceil(gradients.len());
    let mut errors = vec![0.0; gradients.len()];
    let shares = Mutex::new(batch.chunks(share).zip(gradients).zip(&mut errors));
    let work = || {
        loop {
            let next = shares.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(((share, gradients), error)) = next else { return };
            let learn = |at: &usize| f64::from(weights.learn(&samples.get(*at, orientation(*at, number)), gradients));
            *error = share.iter().map(learn).sum();
        }
    };
    on_threads(batch.len().div_ceil(share), "learner", work);
    errors.iter().sum()
}
