//! A rating in points, with Faraday's limits on it.

use std::time::Duration;

use crate::glicko2::{self, Estimate};

/// The rating at the middle of the scale of Glicko-2, in points.
const MIDDLE: f64 = 1500.0;

/// The unit of the scale of Glicko-2, in points.
const UNIT: f64 = 173.717_8;

/// The minimum rating, in points.
const LEAST_RATING: f64 = 400.0;

/// The minimum and maximum deviation, in points.
const DEVIATIONS: [f64; 2] = [45.0, 350.0];

/// The minimum volatility after an annulment. Games hardly ever reduce it that far.
const LEAST_VOLATILITY: f64 = 0.01;

/// The maximum volatility.
const MOST_VOLATILITY: f64 = 0.1;

/// The maximum change of a rating in one game, in points.
const MOST_CHANGE: f64 = 350.0;

/// The growth of the variance in a year without games, in points squared: a deviation of 60 grows to 110.
const GROWTH_IN_YEAR: f64 = 110.0 * 110.0 - 60.0 * 60.0;

const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);

/// A rating by Glicko-2: an estimate of playing strength, its standard deviation, and its volatility.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The estimate in points.
    pub rating: f64,
    /// The deviation in points.
    pub deviation: f64,
    /// The expected fluctuation of the strength. It has no unit.
    pub volatility: f64,
}

/// The score of a player in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Score {
    Loss,
    Draw,
    Win,
}

impl Score {
    /// All scores, from the lowest.
    pub const ALL: [Score; 3] = [Score::Loss, Score::Draw, Score::Win];

    /// Returns the points: 0, ½, or 1.
    pub const fn points(self) -> f64 {
        match self {
            Score::Loss => 0.0,
            Score::Draw => 0.5,
            Score::Win => 1.0,
        }
    }

    /// Returns the opponent's score.
    #[must_use]
    pub const fn opposite(self) -> Score {
        match self {
            Score::Loss => Score::Win,
            Score::Draw => Score::Draw,
            Score::Win => Score::Loss,
        }
    }
}

impl Rating {
    /// The rating before the first game.
    pub const START: Rating = Rating { rating: MIDDLE, deviation: 350.0, volatility: 0.06 };

    /// The deviation above which a rating is provisional, in points.
    pub const PROVISIONAL_DEVIATION: f64 = 110.0;

    /// The growth of the variance in a millisecond without games, in points squared.
    pub const VARIANCE_PER_MS: f64 = GROWTH_IN_YEAR / YEAR.as_millis() as f64;

    /// Returns the rating of a computer player of known strength: it has the minimum deviation, and never changes.
    pub const fn fixed(rating: f64) -> Rating {
        Rating { rating, deviation: DEVIATIONS[0], ..Rating::START }
    }

    /// Returns the rating after a time without games: only the deviation grows.
    #[must_use]
    pub fn after_idle(self, idle: Duration) -> Rating {
        let growth = GROWTH_IN_YEAR * idle.div_duration_f64(YEAR);
        let deviation = (self.deviation * self.deviation + growth).sqrt().min(DEVIATIONS[1]);
        Rating { deviation: deviation.max(self.deviation), ..self }
    }

    /// Returns the rating after a game, from the opponent's rating before it. The volatility adds no variance, because
    /// the deviation grows with time ([`Rating::after_idle`]).
    #[must_use]
    pub fn after_game(self, opponent: Rating, score: Score) -> Rating {
        let after = self.estimate().updated(&[(opponent.estimate(), score.points())], 0.0);
        let change = (after.mu * UNIT + MIDDLE - self.rating).clamp(-MOST_CHANGE, MOST_CHANGE);
        Rating {
            rating: (self.rating + change).max(LEAST_RATING),
            deviation: (after.phi * UNIT).clamp(DEVIATIONS[0], DEVIATIONS[1]),
            volatility: after.sigma.min(MOST_VOLATILITY),
        }
    }

    /// Returns the rating without the effect of an earlier game, before and after which it was as given (T.7d).
    ///
    /// Later games have corrected most of what the game changed: what is left is taken back, in the ratio of the variances
    /// now and right after the game. A game adds information, which is the inverse of the variance, so the information of
    /// the game is subtracted. Without later games, rating and deviation are again those before the game. The change of
    /// the volatility is undone as well. The limits of ratings stay in force.
    #[must_use]
    pub fn without_game(self, before: Rating, after: Rating) -> Rating {
        let left_over = (self.deviation / after.deviation).powi(2).min(1.0);
        let information = (after.deviation.powi(-2) - before.deviation.powi(-2)).max(0.0);
        let left = (self.deviation.powi(-2) - information).max(DEVIATIONS[1].powi(-2));
        let volatility = self.volatility - (after.volatility - before.volatility);
        Rating {
            rating: (self.rating - left_over * (after.rating - before.rating)).max(LEAST_RATING),
            deviation: left.powf(-0.5).clamp(DEVIATIONS[0], DEVIATIONS[1]),
            volatility: volatility.clamp(LEAST_VOLATILITY, MOST_VOLATILITY),
        }
    }

    /// Returns the expected score against an opponent, between 0 and 1.
    pub fn expected_score(self, opponent: Rating) -> f64 {
        glicko2::expected(self.estimate().mu, opponent.estimate())
    }

    /// Returns the weight of a game against this player, between 0 and 1: a game against a player of uncertain strength
    /// shows less.
    pub fn weight_as_opponent(self) -> f64 {
        glicko2::weight(self.estimate().phi)
    }

    /// Returns true if the deviation is above 110, so that the rating may be far off.
    pub fn is_provisional(self) -> bool {
        self.deviation > Rating::PROVISIONAL_DEVIATION
    }

    fn estimate(self) -> Estimate {
        Estimate { mu: (self.rating - MIDDLE) / UNIT, phi: self.deviation / UNIT, sigma: self.volatility }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The error of sums and differences of floating-point numbers, in points.
    const ROUNDING: f64 = 1e-9;

    fn any_rating() -> impl Strategy<Value = Rating> {
        (LEAST_RATING..4000.0, DEVIATIONS[0]..=DEVIATIONS[1], 0.03..=MOST_VOLATILITY)
            .prop_map(|(rating, deviation, volatility)| Rating { rating, deviation, volatility })
    }

    proptest! {
        #[test]
        fn a_rating_stays_within_its_limits(
            mut rating in any_rating(),
            games in prop::collection::vec((any_rating(), 0..3_usize), 1..60),
        ) {
            for (opponent, score) in games {
                let after = rating.after_game(opponent, Score::ALL[score]);
                let change = (after.rating - rating.rating).abs();
                prop_assert!(after.rating >= LEAST_RATING && change <= MOST_CHANGE + ROUNDING);
                prop_assert!((DEVIATIONS[0]..=DEVIATIONS[1]).contains(&after.deviation));
                prop_assert!(after.deviation <= rating.deviation + ROUNDING && after.volatility <= MOST_VOLATILITY);
                rating = after;
            }
        }

        #[test]
        fn a_win_never_lowers_a_rating_and_a_loss_never_raises_it(rating in any_rating(), opponent in any_rating()) {
            let [loss, draw, win] = Score::ALL.map(|score| rating.after_game(opponent, score).rating);
            prop_assert!(loss <= rating.rating && rating.rating <= win && loss <= draw && draw <= win);
        }

        #[test]
        fn two_breaks_make_one(rating in any_rating(), first in 0..1000_u64, second in 0..1000_u64) {
            let days = |days: u64| Duration::from_secs(days * 24 * 3600);
            let twice = rating.after_idle(days(first)).after_idle(days(second));
            prop_assert!((twice.deviation - rating.after_idle(days(first + second)).deviation).abs() < 1e-9);
        }
    }

    #[test]
    fn a_deviation_of_60_grows_to_110_in_a_year_and_ends_at_350() {
        let rating = Rating { deviation: 60.0, ..Rating::START };
        assert!((rating.after_idle(YEAR).deviation - 110.0).abs() < 1e-9);
        assert!((rating.after_idle(YEAR * 1000).deviation - 350.0).abs() < 1e-9);
        assert_eq!(rating.after_idle(Duration::ZERO), rating);
    }

    #[test]
    fn a_change_follows_from_the_weight_and_the_expected_score() {
        let own = Rating { rating: 1612.0, deviation: 96.0, volatility: 0.06 };
        let opponent = Rating { rating: 1700.0, deviation: 60.0, volatility: 0.06 };
        let (weight, expected) = (opponent.weight_as_opponent(), own.expected_score(opponent));
        let information = (weight / UNIT).powi(2) * expected * (1.0 - expected);
        let variance = (own.deviation.powi(-2) + information).recip();
        for score in Score::ALL {
            let after = own.after_game(opponent, score);
            let change = variance / UNIT * weight * (score.points() - expected);
            assert!((after.deviation - variance.sqrt()).abs() < 1e-9, "{after:?}");
            assert!((after.rating - own.rating - change).abs() < 1e-9, "{after:?}");
        }
    }

    /// Plays games in order, from the start rating. Returns the rating after each.
    fn play(games: &[(Rating, Score)]) -> Vec<Rating> {
        let next = |rating: &mut Rating, (opponent, score): &(Rating, Score)| {
            *rating = rating.after_game(*opponent, *score);
            Some(*rating)
        };
        games.iter().scan(Rating::START, next).collect()
    }

    #[test]
    fn a_rating_without_an_early_game_is_that_of_the_other_games() {
        let opponent = Rating { deviation: 80.0, ..Rating::START };
        let results = [2, 2, 0, 2, 1, 0, 2, 2, 0, 2, 1, 2, 0, 2, 2, 0, 2, 0, 2, 2, 1, 0, 2];
        let games = results.map(|points| (opponent, Score::ALL[points]));
        let ratings = play(&games);
        let now = *ratings.last().unwrap();
        for removed in 0..games.len() {
            let before = removed.checked_sub(1).map_or(Rating::START, |last| ratings[last]);
            let without = now.without_game(before, ratings[removed]);
            let others: Vec<_> =
                games.iter().enumerate().filter(|(number, _)| *number != removed).map(|(_, game)| *game).collect();
            let others = play(&others);
            let others = *others.last().unwrap();
            let [rating, deviation] =
                [without.rating - others.rating, without.deviation - others.deviation].map(f64::abs);
            assert!(rating < 8.0 && deviation < 4.0, "without game {removed}: {without:?}, not {others:?}");
        }
    }

    #[test]
    fn players_of_equal_strength_expect_half_a_point() {
        assert!((Rating::START.expected_score(Rating::START) - 0.5).abs() < 1e-12);
    }
}
