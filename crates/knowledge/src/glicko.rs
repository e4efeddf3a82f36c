//! Glicko ratings of solvers and of puzzles. Each attempt is a game, which the solver wins by
//! solving the puzzle (Glickman, <http://www.glicko.net/glicko/glicko.pdf>).

pub use skillratings::Outcomes;
pub use skillratings::glicko::GlickoRating;
use skillratings::glicko::{GlickoConfig, glicko};

/// The rating of a solver before the first puzzle.
pub const UNRATED: GlickoRating = GlickoRating { rating: 1_200.0, deviation: 350.0 };
/// The deviation of an initial rating from the engine's effort, in points: effort is only an estimate of difficulty.
pub const DEVIATION_BY_EFFORT: f64 = 120.0;
/// The minimum deviation. It lets a rating follow a solver who improves, and lets solvers correct a puzzle's rating.
pub const LEAST_DEVIATION: f64 = 60.0;
/// Deviations do not grow with time.
const CONFIG: GlickoConfig = GlickoConfig { c: 0.0 };

/// Returns the Glicko rating of a solver or a puzzle after an attempt, from the ratings of both before it.
pub fn rated(side: GlickoRating, opponent: GlickoRating, outcome: Outcomes) -> GlickoRating {
    let (after, _) = glicko(&side, &opponent, &outcome, &CONFIG);
    GlickoRating { deviation: after.deviation.max(LEAST_DEVIATION), ..after }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Solvers' ratings are stored in their browsers: another formula would change them at the next puzzle.
    #[test]
    fn ratings_change_by_the_formula_of_glicko() {
        let rating = |[rating, deviation]: [f64; 2]| GlickoRating { rating, deviation };
        for (side, opponent, outcome, after) in [
            ([1_200.0, 350.0], [1_500.0, 120.0], Outcomes::WIN, [1_568.607_937_891_1, 286.642_601_904_1]),
            ([1_200.0, 350.0], [1_500.0, 120.0], Outcomes::LOSS, [1_126.603_773_364_5, 286.642_601_904_1]),
            ([1_834.25, 75.5], [1_620.0, 60.0], Outcomes::LOSS, [1_810.186_725_763_0, 74.312_136_490_3]),
            ([900.0, 60.0], [2_600.0, 350.0], Outcomes::WIN, [913.844_395_985_6, 60.0]),
        ] {
            let (found, after) = (rated(rating(side), rating(opponent), outcome), rating(after));
            let error = (found.rating - after.rating).abs().max((found.deviation - after.deviation).abs());
            assert!(error < 1e-9, "{found:?}, not {after:?}");
        }
    }
}
