//! The sequential probability ratio test (SPRT), which ends a match as soon as it accepts one of two hypotheses about
//! the difference in strength.
//!
//! The ratio is a *generalized* one. Each hypothesis is represented by the most likely distribution of pairs that
//! satisfies it. Wald's bounds then keep both error rates close to the requested ones.
//!
//! - A. Wald, *Sequential Tests of Statistical Hypotheses*, Annals of Mathematical Statistics 16 (2), 1945: the bounds.
//! - M. Van den Bergh, *A practical introduction to the GSPRT* and
//!   <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>, proposition 1.1: the most likely distribution
//!   with a given mean.
//! - <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, sections 4.1 and 4.2: the same for normalized Elo.
//!
//! This is the test of fishtest, Stockfish's testing site, without its correction for overshoot.

use std::str::FromStr;

use thiserror::Error;

use super::elo::{NORMALIZED_UNIT, expected_score};
use super::sample::{Pentanomial, Sample, mean, variance};

/// The Elo scale of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Elo from the expected score.
    Logistic,
    /// Elo in standard deviations of a game.
    Normalized,
}

/// A test of two hypotheses: the first player is stronger by `elo0`, or by `elo1`.
///
/// Invariant: `elo0 < elo1`, both within [`Sprt::MOST_ELO`]. `alpha` and `beta` are between 0 and one half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// The result of a test: the hypothesis that it accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Accepts H0: the difference is not that of `elo1`.
    H0,
    /// Accepts H1: the difference is not that of `elo0`.
    H1,
}

/// The reason why a text is not a valid test.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SprtError {
    /// There is no such setting.
    #[error("`{0}` is not a setting of a test: the settings are elo0, elo1, alpha, beta and model")]
    Unknown(String),
    /// The value of a setting is invalid.
    #[error("`{0}` must be {1}")]
    Value(String, &'static str),
    /// Hypotheses in the wrong order.
    #[error("elo0 must be less than elo1")]
    Order,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }
}

/// Parses `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic`, in which every setting is optional.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let mut sprt = Sprt::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (key, value) = word.split_once('=').ok_or_else(|| SprtError::Unknown(word.to_owned()))?;
            let number = |least: f64, most: f64, wanted| {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                number.ok_or_else(|| SprtError::Value(word.to_owned(), wanted))
            };
            let elo = || number(-Sprt::MOST_ELO, Sprt::MOST_ELO, "a number from -200 to 200");
            let error = || number(1e-6, 0.499, "a number above 0 and below 0.5");
            match key.trim() {
                "elo0" => sprt.elo0 = elo()?,
                "elo1" => sprt.elo1 = elo()?,
                "alpha" => sprt.alpha = error()?,
                "beta" => sprt.beta = error()?,
                "model" => {
                    sprt.model = match value.trim() {
                        "logistic" => Model::Logistic,
                        "normalized" => Model::Normalized,
                        _ => return Err(SprtError::Value(word.to_owned(), "logistic or normalized")),
                    }
                }
                _ => return Err(SprtError::Unknown(word.to_owned())),
            }
        }
        if sprt.elo0 < sprt.elo1 { Ok(sprt) } else { Err(SprtError::Order) }
    }
}

impl Model {
    /// Returns the name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        }
    }
}

impl Sprt {
    /// The largest difference in a hypothesis.
    pub const MOST_ELO: f64 = 200.0;

    /// Returns `elo0` and `elo1`.
    pub const fn claims(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Returns the Elo scale of the hypotheses.
    pub const fn model(&self) -> Model {
        self.model
    }

    /// Returns the bounds of the log-likelihood ratio. The test accepts H0 below the first and H1 above the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio (LLR); 0 before the first pair.
    pub fn llr(&self, pairs: Pentanomial) -> f64 {
        pairs.sample().map_or(0.0, |sample| self.llr_of(&sample))
    }

    /// Returns the decision, or `None` while the test continues.
    pub fn decide(&self, pairs: Pentanomial) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= lower => Some(Decision::H0),
            llr if llr >= upper => Some(Decision::H1),
            _ => None,
        }
    }

    fn llr_of(&self, sample: &Sample) -> f64 {
        let claims = [self.elo0, self.elo1];
        match self.model {
            Model::Logistic => {
                let [h0, h1] = claims.map(|elo| likeliest_with_mean(sample, expected_score(elo)));
                ratio(sample, &h0, &h1)
            }
            Model::Normalized => {
                let in_games = claims.map(|elo| elo / NORMALIZED_UNIT);
                let [h0, h1] = in_games.map(|claim| likeliest_with_t(sample, claim * sample.games_each.sqrt()));
                match (h0, h1) {
                    (Some(h0), Some(h1)) => ratio(sample, &h0, &h1),
                    _ => ratio_by_moments(sample, in_games),
                }
            }
        }
    }
}

/// Returns the log-likelihood ratio of the sample under two distributions.
fn ratio(sample: &Sample, h0: &[f64], h1: &[f64]) -> f64 {
    let shares = sample.shares.iter().map(|(_, share)| share);
    sample.size * shares.zip(h0.iter().zip(h1)).map(|(share, (h0, h1))| share * (h1 / h0).ln()).sum::<f64>()
}

/// Returns the approximation of section 4.2, for hypotheses that no distribution on these scores satisfies.
fn ratio_by_moments(sample: &Sample, claims: [f64; 2]) -> f64 {
    let found = (sample.mean() - 0.5) / sample.deviation_of_a_game();
    let [off0, off1] = claims.map(|claim| 1.0 + (found - claim).powi(2));
    sample.games() / 2.0 * (off0 / off1).ln()
}

/// Returns the distribution with the given mean under which the sample is most likely.
fn likeliest_with_mean(sample: &Sample, mean: f64) -> Vec<f64> {
    let excess: Vec<f64> = sample.shares.iter().map(|(score, _)| score - mean).collect();
    tilted(sample, &excess).expect("a mean strictly between the least and the greatest score has scores on both sides")
}

/// Returns the distribution under which the sample is most likely, out of those whose mean is `t` of their standard
/// deviations above one half. Uses the iteration of section 4.1. `None` if there is no solution.
fn likeliest_with_t(sample: &Sample, t: f64) -> Option<Vec<f64>> {
    const ROUNDS: usize = 25;
    const CLOSE: f64 = 1e-9;
    let scores: Vec<f64> = sample.shares.iter().map(|(score, _)| *score).collect();
    let mut shares = vec![1.0 / scores.len() as f64; scores.len()];
    for _ in 0..ROUNDS {
        let now: Vec<(f64, f64)> = scores.iter().copied().zip(shares.iter().copied()).collect();
        let (center, deviation) = (mean(&now), variance(&now).sqrt());
        let linear = |score: &f64| score - 0.5 - t * deviation * (1.0 + ((center - score) / deviation).powi(2)) / 2.0;
        let next = tilted(sample, &scores.iter().map(linear).collect::<Vec<f64>>())?;
        let moved = next.iter().zip(&shares).map(|(next, now)| (next - now).abs()).fold(0.0, f64::max);
        shares = next;
        if moved < CLOSE {
            break;
        }
    }
    Some(shares)
}

/// Returns the most likely distribution under which `values` have a mean of 0. It is the sample with each share divided
/// by `1 + x * value`, for the only `x` that satisfies this. `None` unless there are values on both sides of 0.
fn tilted(sample: &Sample, values: &[f64]) -> Option<Vec<f64>> {
    const HALVINGS: usize = 100;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    let pull = |x: f64| -> f64 {
        values.iter().zip(&sample.shares).map(|(value, (_, share))| share * value / (1.0 + x * value)).sum()
    };
    // The derivative falls from plus infinity to minus infinity between these two.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if middle <= low || middle >= high {
            break;
        }
        if pull(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = low.midpoint(high);
    Some(values.iter().zip(&sample.shares).map(|(value, (_, share))| share / (1.0 + x * value)).collect())
}

#[cfg(test)]
mod tests;
