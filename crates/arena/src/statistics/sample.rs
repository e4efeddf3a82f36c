//! The counts of results, by game or by pair (pentanomial), and their mean and variance as a distribution.

/// The pentanomial counts: the number of pairs with 0, ½, 1, 1½, and 2 points of the first player. A pair is two games
/// from the same opening with colors exchanged.
///
/// The games of a pair are not independent, because an opening that favors White favors each player once. Counting
/// pairs removes that effect from the variance, so error bars are narrower than those of single games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// The counts of lost, drawn, and won games of the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct WinDrawLoss {
    pub losses: u64,
    pub draws: u64,
    pub wins: u64,
}

/// An observed distribution of points per game, from 0 to 1.
///
/// Invariant: scores ascend from 0 to 1, and probabilities are positive and add up to 1.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample {
    /// The scores per game and their frequencies.
    pub shares: Vec<(f64, f64)>,
    /// The number of observations.
    pub size: f64,
    /// The number of games in an observation.
    pub games_each: f64,
}

impl Pentanomial {
    /// Returns the number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds a pair by the first player's half points, from 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    pub(crate) fn sample(&self) -> Option<Sample> {
        Sample::of(&self.0, 2.0)
    }
}

impl WinDrawLoss {
    /// Returns the number of games.
    pub const fn count(&self) -> u64 {
        self.losses + self.draws + self.wins
    }

    /// Returns the points of the first player.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Adds a game by the first player's half points, from 0 to 2.
    pub fn add(&mut self, half_points: u8) {
        *[&mut self.losses, &mut self.draws, &mut self.wins][usize::from(half_points.min(2))] += 1;
    }

    pub(crate) fn sample(&self) -> Option<Sample> {
        Sample::of(&[self.losses, self.draws, self.wins], 1.0)
    }
}

impl Sample {
    /// The weight of a result that was never observed, as in fishtest. It must not be 0, because
    /// its logarithm is taken.
    const UNSEEN: f64 = 1e-3;

    fn of(counts: &[u64], games_each: f64) -> Option<Sample> {
        if counts.iter().sum::<u64>() == 0 {
            return None;
        }
        let counts: Vec<f64> = counts.iter().map(|count| (*count as f64).max(Self::UNSEEN)).collect();
        let size: f64 = counts.iter().sum();
        let last = (counts.len() - 1) as f64;
        let shares = counts.iter().enumerate().map(|(at, count)| (at as f64 / last, count / size)).collect();
        Some(Sample { shares, size, games_each })
    }

    pub fn games(&self) -> f64 {
        self.size * self.games_each
    }

    /// Returns the mean score of a game.
    pub fn mean(&self) -> f64 {
        mean(&self.shares)
    }

    /// Returns the variance of an observation.
    pub fn variance(&self) -> f64 {
        variance(&self.shares)
    }

    /// Returns the standard deviation of a game: the one at which independent games would have the same
    /// error of the mean.
    pub fn deviation_of_a_game(&self) -> f64 {
        (self.variance() * self.games_each).sqrt()
    }
}

pub(crate) fn mean(shares: &[(f64, f64)]) -> f64 {
    shares.iter().map(|(score, share)| score * share).sum()
}

pub(crate) fn variance(shares: &[(f64, f64)]) -> f64 {
    let mean = mean(shares);
    shares.iter().map(|(score, share)| share * (score - mean).powi(2)).sum()
}
