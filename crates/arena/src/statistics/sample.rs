//! What was counted, as a distribution.

/// How often each sum of a pair of games with the same opening and both colors came out: 0, ½, 1, 1½ and 2 points of
/// the first player.
///
/// The games of a pair are not independent: an opening that favors White gives each player one game of it. Counting
/// pairs takes that out of the variance, so that error bars are narrower than those of single games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

/// How often the first player lost, drew and won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Games {
    /// Losses of the first player.
    pub losses: u64,
    /// Draws.
    pub draws: u64,
    /// Wins of the first player.
    pub wins: u64,
}

/// An observed distribution of points a game, from 0 to 1.
///
/// Invariant: scores ascend from 0 to 1, probabilities are positive and add up to 1.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample {
    /// Score a game, and how often it was seen.
    pub shares: Vec<(f64, f64)>,
    /// How many observations there are.
    pub size: f64,
    /// Games in each of them.
    pub games_each: f64,
}

impl Pairs {
    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair by the half points of the first player in it, from 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    pub(crate) fn sample(&self) -> Option<Sample> {
        Sample::of(&self.0, 2.0)
    }
}

impl Games {
    /// How many games there are.
    pub const fn count(&self) -> u64 {
        self.losses + self.draws + self.wins
    }

    /// The points of the first player.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Counts a game by the half points of the first player, from 0 to 2.
    pub fn add(&mut self, half_points: u8) {
        *[&mut self.losses, &mut self.draws, &mut self.wins][usize::from(half_points.min(2))] += 1;
    }

    pub(crate) fn sample(&self) -> Option<Sample> {
        Sample::of(&[self.losses, self.draws, self.wins], 1.0)
    }
}

impl Sample {
    /// What was never seen counts as a thousandth of an observation, as in fishtest: logarithms of it are taken.
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

    /// The mean score of a game.
    pub fn mean(&self) -> f64 {
        mean(&self.shares)
    }

    /// The variance of an observation.
    pub fn variance(&self) -> f64 {
        variance(&self.shares)
    }

    /// The deviation of a game: that which independent games would need for the same error of the mean.
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
