//! Ratings of many players from their games against one another.
//!
//! The model is that of R. A. Bradley and M. E. Terry, *Rank Analysis of Incomplete Block Designs*, Biometrika 39,
//! 1952, with a draw as half a win and half a loss. Ratings maximize the likelihood (Newton's method), and their errors
//! follow from its curvature at the maximum. Because draws vary less than wins and losses, the errors are too wide
//! rather than too narrow.
//!
//! Each player is given one draw against an average player, so that a player who won every game has a finite rating.

use std::f64::consts::LN_10;

use super::elo::ErrorBar;
use super::normal::WIDTH_95;
use super::sample::WinDrawLoss;

/// The Elo of one unit of the logistic function.
const UNIT: f64 = 400.0 / LN_10;

/// The weight of each player's draw against an average player.
const PRIOR: f64 = 1.0;

/// Returns the rating of every player relative to the mean. `results(i, j)` returns the results of `i` against `j`, and
/// is called for `i < j` only.
pub fn ratings(players: usize, results: impl Fn(usize, usize) -> WinDrawLoss) -> Vec<ErrorBar> {
    const ROUNDS: usize = 100;
    let mut ratings = vec![0.0; players];
    for _ in 0..ROUNDS {
        let (slope, curvature) = likelihood(&ratings, &results);
        let step = solved(curvature, slope);
        // A larger step may overshoot while the ratings are far off.
        let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        ratings.iter_mut().zip(&step).for_each(|(rating, step)| *rating += scale * step);
        if longest < 1e-12 {
            break;
        }
    }
    let mean = ratings.iter().sum::<f64>() / players.max(1) as f64;
    let (_, curvature) = likelihood(&ratings, &results);
    let error_of = |player: usize| {
        // The deviation from the mean is this linear combination of ratings.
        let part = 1.0 / players as f64;
        let weights: Vec<f64> = (0..players).map(|other| f64::from(u8::from(other == player)) - part).collect();
        let spread = solved(curvature.clone(), weights.clone());
        let variance: f64 = weights.iter().zip(&spread).map(|(weight, spread)| weight * spread).sum();
        WIDTH_95 * variance.max(0.0).sqrt() * UNIT
    };
    (0..players).map(|player| ErrorBar { value: (ratings[player] - mean) * UNIT, error: error_of(player) }).collect()
}

/// Returns the gradient of the log-likelihood, and its negated Hessian.
fn likelihood(ratings: &[f64], results: impl Fn(usize, usize) -> WinDrawLoss) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = ratings.len();
    let mut slope = vec![0.0; players];
    let mut curvature = vec![vec![0.0; players]; players];
    for (player, rating) in ratings.iter().enumerate() {
        let expected = logistic(*rating);
        slope[player] += PRIOR * (0.5 - expected);
        curvature[player][player] += PRIOR * expected * (1.0 - expected);
        for other in player + 1..players {
            let games = results(player, other);
            let count = games.count() as f64;
            let expected = logistic(rating - ratings[other]);
            let excess = games.points() - count * expected;
            let weight = count * expected * (1.0 - expected);
            slope[player] += excess;
            slope[other] -= excess;
            curvature[player][player] += weight;
            curvature[other][other] += weight;
            curvature[player][other] -= weight;
            curvature[other][player] -= weight;
        }
    }
    (slope, curvature)
}

fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Solves a system with a symmetric positive definite matrix, for which no pivoting is needed.
fn solved(mut matrix: Vec<Vec<f64>>, mut side: Vec<f64>) -> Vec<f64> {
    let size = side.len();
    for row in 0..size {
        for below in row + 1..size {
            let factor = matrix[below][row] / matrix[row][row];
            let (above, rest) = matrix.split_at_mut(below);
            rest[0].iter_mut().zip(&above[row]).skip(row).for_each(|(value, upper)| *value -= factor * upper);
            side[below] -= factor * side[row];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * side[column]).sum();
        side[row] = (side[row] - known) / matrix[row][row];
    }
    side
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::expected_score;

    fn games(points: f64, count: u64) -> WinDrawLoss {
        let wins = (points * count as f64).round() as u64;
        WinDrawLoss { wins, draws: 0, losses: count - wins }
    }

    #[test]
    fn ratings_are_found_again_from_the_scores_that_they_give() {
        let truth = [120.0, 30.0, -40.0, -110.0];
        let found = ratings(4, |one, other| games(expected_score(truth[one] - truth[other]), 100_000));
        for (found, truth) in found.iter().zip(truth) {
            assert!((found.value - truth).abs() < 0.2, "{found:?} is not {truth}");
            assert!(found.error > 0.0 && found.error < 3.0, "{found:?}");
        }
    }

    #[test]
    fn two_players_have_the_error_of_their_match() {
        let found = ratings(2, |_, _| WinDrawLoss { wins: 5000, draws: 0, losses: 5000 });
        // The difference of two ratings is twice the deviation of one from their mean.
        let by_score = 1.96 * 0.5 / 100.0 * 4.0 * UNIT;
        assert!((2.0 * found[0].error - by_score).abs() < 0.1, "{found:?} {by_score}");
        assert!(found[0].value.abs() < 1e-9);
    }

    #[test]
    fn a_player_with_only_wins_has_a_rating_and_one_without_games_a_wide_error() {
        let found = ratings(3, |one, other| WinDrawLoss {
            wins: if (one, other) == (0, 1) { 10 } else { 0 },
            ..WinDrawLoss::default()
        });
        assert!(found[0].value > 200.0 && found[0].value.is_finite(), "{found:?}");
        assert!(found[2].error > 400.0, "{found:?}");
        assert!(ratings(0, |_, _| WinDrawLoss::default()).is_empty());
    }
}
