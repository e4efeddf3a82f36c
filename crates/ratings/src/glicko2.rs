//! One update of Glicko-2, on its own scale (Glickman, <http://www.glicko.net/glicko/glicko2.pdf>, steps 3 to 8).

use std::f64::consts::PI;

/// The constraint on changes of the volatility, the system constant τ.
const TAU: f64 = 0.5;

/// The accuracy of the logarithm of the variance, from Glickman's paper.
const TOLERANCE: f64 = 1e-6;

/// A rating on the scale of Glicko-2: mean 0, and a unit of 173.7178 points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub mu: f64,
    pub phi: f64,
    pub sigma: f64,
}

/// Returns the weight of a game against an opponent with this deviation, the function g of the paper.
pub fn weight(phi: f64) -> f64 {
    (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt().recip()
}

/// Returns the expected score against an opponent, the function E of the paper.
pub fn expected(mu: f64, opponent: Estimate) -> f64 {
    (1.0 + (-weight(opponent.phi) * (mu - opponent.mu)).exp()).recip()
}

impl Estimate {
    /// Returns the estimate after games, each with the opponent's estimate before it and a score from 0 to 1. The
    /// variance grows by the square of the new volatility for each of `periods`: 1 in the paper, 0 if the deviation
    /// grows with time instead.
    pub fn updated(self, games: &[(Estimate, f64)], periods: f64) -> Estimate {
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in games {
            let (weight, expected) = (weight(opponent.phi), expected(self.mu, *opponent));
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        // If the ratings differ enormously, the expected score rounds to 0 or 1, and the sum to 0.
        let variance = information.max(f64::MIN_POSITIVE).recip();
        let sigma = self.volatility_after(variance, variance * surprise);
        let phi = (self.phi * self.phi + periods * sigma * sigma).powi(-1) + information;
        let phi = phi.sqrt().recip();
        Estimate { mu: self.mu + phi * phi * surprise, phi, sigma }
    }

    /// Finds the new volatility by the Illinois algorithm, from the variance and the improvement that the games show
    /// (step 5).
    fn volatility_after(self, variance: f64, improvement: f64) -> f64 {
        let (known, squared) = (self.phi * self.phi + variance, improvement * improvement);
        if !known.is_finite() || !squared.is_finite() {
            return self.sigma;
        }
        let start = (self.sigma * self.sigma).ln();
        let f = |x: f64| {
            let all = known + x.exp();
            x.exp() * (squared - all) / (2.0 * all * all) - (x - start) / (TAU * TAU)
        };
        let mut low = start;
        let mut high = if squared > known {
            (squared - known).ln()
        } else {
            let steps = (1..).map(|steps| start - f64::from(steps) * TAU);
            steps.into_iter().find(|x| f(*x) >= 0.0).unwrap_or(start)
        };
        let (mut at_low, mut at_high) = (f(low), f(high));
        while (high - low).abs() > TOLERANCE {
            let next = low + (low - high) * at_low / (at_high - at_low);
            let at_next = f(next);
            if at_next * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (next, at_next);
        }
        (low / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use skillratings::Outcomes;
    use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

    use super::*;

    const UNIT: f64 = 173.717_8;

    fn estimate([rating, deviation, sigma]: [f64; 3]) -> Estimate {
        Estimate { mu: (rating - 1500.0) / UNIT, phi: deviation / UNIT, sigma }
    }

    #[test]
    fn the_example_of_the_paper_is_computed() {
        let opponents = [([1400.0, 30.0, 0.06], 1.0), ([1550.0, 100.0, 0.06], 0.0), ([1700.0, 300.0, 0.06], 0.0)];
        let games = opponents.map(|(opponent, score)| (estimate(opponent), score));
        let after = estimate([1500.0, 200.0, 0.06]).updated(&games, 1.0);
        assert!((after.mu * UNIT + 1500.0 - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.phi * UNIT - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.sigma - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    proptest! {
        #[test]
        fn sequences_of_games_agree_with_another_implementation(
            start in (400.0..3000.0, 45.0..350.0, 0.03..0.1),
            games in prop::collection::vec((400.0..3000.0, 45.0..350.0, 0..3_usize), 1..40),
        ) {
            let mut ours = estimate(start.into());
            let mut theirs = Glicko2Rating { rating: start.0, deviation: start.1, volatility: start.2 };
            for (rating, deviation, half_points) in games {
                let opponent = Glicko2Rating { rating, deviation, volatility: 0.06 };
                let outcome = [Outcomes::LOSS, Outcomes::DRAW, Outcomes::WIN][half_points];
                theirs = glicko2(&theirs, &opponent, &outcome, &Glicko2Config::default()).0;
                let score = [0.0, 0.5, 1.0][half_points];
                ours = ours.updated(&[(estimate([rating, deviation, 0.06]), score)], 1.0);
                prop_assert!((ours.mu * UNIT + 1500.0 - theirs.rating).abs() < 1e-6, "{ours:?}, not {theirs:?}");
                prop_assert!((ours.phi * UNIT - theirs.deviation).abs() < 1e-6, "{ours:?}, not {theirs:?}");
                prop_assert!((ours.sigma - theirs.volatility).abs() < 1e-9, "{ours:?}, not {theirs:?}");
            }
        }
    }
}
