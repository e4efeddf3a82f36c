//! Elo: the difference in strength between two players, with its error, on the logistic and the normalized scale.
//!
//! On the logistic scale, a difference of `elo` points means an expected score of `1 / (1 + 10^(-elo/400))`. Error bars
//! are those of the mean score, converted to that scale, with the variance of pairs (see [`Pentanomial`]).
//!
//! Normalized Elo is the expected score above one half in standard deviations of a game, times `800 / ln 10`. It
//! determines the number of games needed to detect the difference, regardless of the draw rate. M. Van den
//! Bergh, *Normalized Elo* (<https://www.cantate.be/Fishtest/normalized_elo.pdf>).

use super::normal::{WIDTH_95, share_below};
use super::sample::{Pentanomial, Sample, WinDrawLoss};

/// The normalized Elo of one standard deviation.
pub const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// A value with its 95% confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ErrorBar {
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// The estimated difference in strength between two players, on both Elo scales.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The difference on the logistic scale. `None` while all observations are equal, because their
    /// variance is then unknown.
    pub elo: Option<ErrorBar>,
    /// The difference in normalized Elo; `None` in the same case.
    pub normalized: Option<ErrorBar>,
    /// The likelihood that the first player is the stronger one.
    pub superiority: f64,
}

/// Returns the expected score for a difference in Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo for an expected score. Scores within a thousandth of 0 or 1 are limited
/// to about 1200 Elo.
pub fn elo_of(score: f64) -> f64 {
    const EDGE: f64 = 1e-3;
    let score = score.clamp(EDGE, 1.0 - EDGE);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Estimates the difference. `None` before the second pair. Single games are counted if there is no complete pair yet.
pub fn estimate(games: WinDrawLoss, pairs: Pentanomial) -> Option<Estimate> {
    let (sample, count, all_alike) = match pairs.sample() {
        Some(sample) => (sample, pairs.count(), pairs.0.contains(&pairs.count())),
        None => (games.sample()?, games.count(), [games.losses, games.draws, games.wins].contains(&games.count())),
    };
    (count > 1).then(|| of_sample(&sample, all_alike))
}

fn of_sample(sample: &Sample, all_alike: bool) -> Estimate {
    let (mean, deviation, games) = (sample.mean(), sample.deviation_of_a_game(), sample.games());
    let error = deviation / games.sqrt();
    let elo = ErrorBar {
        value: elo_of(mean),
        error: (elo_of(mean + WIDTH_95 * error) - elo_of(mean - WIDTH_95 * error)) / 2.0,
    };
    let normalized = ErrorBar {
        value: (mean - 0.5) / deviation * NORMALIZED_UNIT,
        error: WIDTH_95 * NORMALIZED_UNIT / games.sqrt(),
    };
    let known = |bar| (!all_alike).then_some(bar);
    Estimate { elo: known(elo), normalized: known(normalized), superiority: share_below((mean - 0.5) / error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pairs: [u64; 5], elo: (f64, f64), normalized: (f64, f64), superiority: f64) {
        let found = estimate(WinDrawLoss::default(), Pentanomial(pairs)).unwrap();
        let (found_elo, found_normalized) = (found.elo.unwrap(), found.normalized.unwrap());
        let pairs = [
            (found_elo.value, elo.0),
            (found_elo.error, elo.1),
            (found_normalized.value, normalized.0),
            (found_normalized.error, normalized.1),
            (100.0 * found.superiority, superiority),
        ];
        for (found, expected) in pairs {
            assert!((found - expected).abs() < 0.006, "{found} is not {expected}");
        }
    }

    // The expected values are from the tests of fastchess, another match runner.
    #[test]
    fn pairs_give_the_numbers_that_another_runner_gives() {
        check([34, 54, 63, 64, 75], (55.58, 27.65), (57.94, 28.28), 100.0);
        check([332, 433, 498, 333, 334], (-8.64, 10.33), (-9.17, 10.96), 5.05);
    }

    #[test]
    fn single_games_give_the_numbers_that_another_runner_gives() {
        let found = estimate(WinDrawLoss { wins: 136, losses: 96, draws: 111 }, Pentanomial::default()).unwrap();
        assert!((found.elo.unwrap().value - 40.70).abs() < 0.01, "{found:?}");
        assert!((found.normalized.unwrap().value - 49.77).abs() < 0.01, "{found:?}");
        assert!((found.normalized.unwrap().error - 36.77).abs() < 0.01, "{found:?}");
        assert!((found.superiority - 0.996).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn scores_and_elo_are_the_same_thing() {
        for elo in [-800.0, -100.0, 0.0, 3.0, 400.0] {
            assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-9);
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn without_games_there_is_no_estimate_and_equal_games_give_no_error() {
        assert_eq!(estimate(WinDrawLoss::default(), Pentanomial::default()), None);
        assert_eq!(estimate(WinDrawLoss { wins: 1, ..WinDrawLoss::default() }, Pentanomial::default()), None);
        assert_eq!(estimate(WinDrawLoss { wins: 1, draws: 1, losses: 0 }, Pentanomial([0, 0, 0, 1, 0])), None);
        let won = estimate(WinDrawLoss { wins: 8, ..WinDrawLoss::default() }, Pentanomial([0, 0, 0, 0, 4])).unwrap();
        assert_eq!((won.elo, won.normalized), (None, None));
        assert!(won.superiority > 0.99);
        let drawn = estimate(WinDrawLoss { draws: 8, ..WinDrawLoss::default() }, Pentanomial([0, 0, 4, 0, 0])).unwrap();
        assert!(drawn.elo.is_none() && (drawn.superiority - 0.5).abs() < 1e-9);
    }

    #[test]
    fn pairs_of_opposite_games_narrow_the_error() {
        let games = WinDrawLoss { wins: 50, losses: 50, draws: 0 };
        let single = estimate(games, Pentanomial::default()).unwrap().elo.unwrap();
        let paired = estimate(games, Pentanomial([2, 0, 46, 0, 2])).unwrap().elo.unwrap();
        assert!(paired.error < single.error / 2.0, "{paired:?} {single:?}");
    }
}
