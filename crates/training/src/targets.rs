//! Training targets of positions, from 0 (lost) to 1 (won): a mixture of search scores and game results.

use std::path::PathBuf;

use faraday_rules::Color;

use crate::file::{Game, GameFile, GameFileError, Outcome};

/// The maximum score for fitting the scale.
const MOST_SCORE: i32 = 1_000;
/// The width of the score bins.
const STEP: i32 = 10;
const STEPS: usize = 2 * (MOST_SCORE / STEP) as usize + 1;
/// The scales to try.
const SCALES: std::ops::RangeInclusive<u16> = 50..=800;

/// The parameters that mix scores and results into training targets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TargetParameters {
    /// The score in centipawns that multiplies the odds of winning by e.
    pub scale: f32,
    /// λ of TD(λ) (Sutton 1988): the weight of the rest of the game in the expected score. With 0, it is the one
    /// implied by the position's own score, and with 1, it is the result.
    pub lambda: f32,
    /// The weight of the result next to the expected score.
    pub result: f32,
}

impl TargetParameters {
    /// Returns the expected score for a score in centipawns.
    pub fn expected_score(&self, score: f32) -> f32 {
        1.0 / (1.0 + (-score / self.scale).exp())
    }

    /// Returns the target for White of the position before each ply.
    pub fn of_game(&self, game: &Game) -> Vec<f32> {
        let outcome = points_for_white(game.outcome);
        let mut expected = outcome;
        let mut targets: Vec<f32> = scores_for_white(game)
            .rev()
            .map(|score| {
                expected = self.lambda * expected + (1.0 - self.lambda) * self.expected_score(f32::from(score));
                self.result * outcome + (1.0 - self.result) * expected
            })
            .collect();
        targets.reverse();
        targets
    }
}

/// Returns the points of White for a result.
fn points_for_white(outcome: Outcome) -> f32 {
    f32::from(outcome as u8) / 2.0
}

/// Returns the scores of all plies from White's side.
fn scores_for_white(game: &Game) -> impl DoubleEndedIterator<Item = i16> {
    game.plies.iter().enumerate().map(|(at, ply)| ply.score * turn(game, at).sign() as i16)
}

/// Returns the side to move at a ply, counted after the random moves.
fn turn(game: &Game, at: usize) -> Color {
    if (game.opening.len() + at).is_multiple_of(2) { Color::White } else { Color::Black }
}

/// Returns the scale on which scores best predict results, by Texel's tuning method
/// (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>).
pub fn scale_of(files: &[PathBuf], variant: &str) -> Result<u16, (PathBuf, GameFileError)> {
    let mut outcomes = [[0_u32; 3]; STEPS];
    for file in files {
        let count = |game: Game| {
            for score in scores_for_white(&game).map(i32::from).filter(|score| score.abs() <= MOST_SCORE) {
                outcomes[((score + MOST_SCORE) / STEP) as usize][game.outcome as usize] += 1;
            }
        };
        GameFile::read(file, variant, count).map_err(|error| (file.clone(), error))?;
    }
    let wrong = |scale: u16| -> f64 {
        let parameters = TargetParameters { scale: f32::from(scale), lambda: 0.0, result: 0.0 };
        let step = |(at, counts): (usize, &[u32; 3])| {
            let expected = parameters.expected_score((at as i32 * STEP - MOST_SCORE) as f32);
            let error = |outcome: Outcome| f64::from(expected - points_for_white(outcome)).powi(2);
            [Outcome::BlackWon, Outcome::Drawn, Outcome::WhiteWon]
                .map(|outcome| f64::from(counts[outcome as usize]) * error(outcome))
                .iter()
                .sum::<f64>()
        };
        outcomes.iter().enumerate().map(step).sum()
    };
    let best = SCALES.step_by(5).min_by(|one, two| wrong(*one).total_cmp(&wrong(*two)));
    Ok(best.expect("there are scales"))
}

#[cfg(test)]
mod tests {
    use faraday_rules::{Move, Square};

    use super::*;
    use crate::file::Ply;

    /// Returns a game with arbitrary moves. `scores` are from the side to move.
    fn game(number: u32, outcome: Outcome, random: usize, scores: &[i16]) -> Game {
        let mv = Move { from: Square::new(0), to: Square::new(1), choice: None };
        let plies = scores.iter().map(|score| Ply { mv, score: *score }).collect();
        Game { number, outcome, opening: vec![mv; random], plies }
    }

    fn parameters(lambda: f32, result: f32) -> TargetParameters {
        TargetParameters { scale: 200.0, lambda, result }
    }

    fn check(found: &[f32], wanted: &[f32]) {
        assert_eq!(found.len(), wanted.len());
        assert!(found.iter().zip(wanted).all(|(one, two)| (one - two).abs() < 1e-6), "{found:?} and {wanted:?}");
    }

    #[test]
    fn without_lambda_the_target_is_the_expected_score() {
        let odd = game(0, Outcome::WhiteWon, 9, &[200, 0, -200]);
        let even = game(0, Outcome::WhiteWon, 8, &[200, 0, -200]);
        let expected = 1.0 / (1.0 + (-1.0_f32).exp());
        check(&parameters(0.0, 0.0).of_game(&odd), &[1.0 - expected, 0.5, expected]);
        check(&parameters(0.0, 0.0).of_game(&even), &[expected, 0.5, 1.0 - expected]);
    }

    #[test]
    fn with_lambda_the_target_includes_later_scores() {
        let game = game(0, Outcome::BlackWon, 8, &[0, 0, 0]);
        check(&parameters(1.0, 0.0).of_game(&game), &[0.0; 3]);
        check(&parameters(0.5, 0.0).of_game(&game), &[0.4375, 0.375, 0.25]);
        check(&parameters(0.0, 0.5).of_game(&game), &[0.25; 3]);
    }

    #[test]
    fn the_scale_is_the_one_that_outcomes_follow() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (mut file, _) = GameFile::open(&path, "chess", "seed 1").unwrap();
        for score in (-600..=600).step_by(20) {
            let won = (100.0
                * TargetParameters { scale: 150.0, lambda: 0.0, result: 0.0 }.expected_score(f32::from(score)))
            .round();
            for number in 0..100 {
                let outcome = if (number as f32) < won { Outcome::WhiteWon } else { Outcome::BlackWon };
                file.append(&game(number, outcome, 0, &[score])).unwrap();
            }
        }
        assert_eq!(scale_of(&[path], "chess").unwrap(), 150);
    }
}
