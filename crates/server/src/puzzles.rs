//! Glicko ratings of puzzles: initially the engine's effort to solve them, then updated by solvers' attempts.

use std::collections::HashMap;
use std::sync::LazyLock;

use faraday_knowledge::glicko::{DEVIATION_BY_EFFORT, GlickoRating, Outcomes, rated};
use faraday_knowledge::puzzle;
use faraday_store::PuzzleRating;
use faraday_variants::{Entry, catalog};

/// The range of ratings, in points, even if solvers report other ones.
const RANGE: [f64; 2] = [400.0, 3_000.0];
/// The maximum distance of a solver's rating from the puzzle's, in points, because solvers report their own ratings.
const FARTHEST_SOLVER: f64 = 400.0;
/// The minimum deviation of a solver.
const LEAST_SOLVER_DEVIATION: f64 = 80.0;
/// Stored ratings are in hundredths of a point.
const HUNDREDTHS: f64 = 100.0;

/// The ratings by effort of all built-in puzzles, by variant and id.
static BY_ID: LazyLock<HashMap<(&str, String), u16>> = LazyLock::new(|| {
    let of_variant = |entry: &'static Entry| {
        let puzzles = puzzle::read(entry, entry.puzzle_text().unwrap_or_default());
        let puzzles = puzzles.expect("the puzzles in the program are read by its tests");
        puzzles.into_iter().map(|puzzle| ((entry.id, puzzle.id), puzzle.rating))
    };
    catalog().iter().flat_map(of_variant).collect()
});

/// Returns the rating of a puzzle before the first attempt. None if there is no such puzzle.
pub fn first(variant: &'static Entry, id: &str) -> Option<PuzzleRating> {
    let rating = *BY_ID.get(&(variant.id, id.to_owned()))?;
    Some(kept(f64::from(rating), DEVIATION_BY_EFFORT))
}

/// Returns the rating of a puzzle after an attempt by a solver.
pub fn after(before: PuzzleRating, solver: GlickoRating, is_solved: bool) -> PuzzleRating {
    let outcome = if is_solved { Outcomes::LOSS } else { Outcomes::WIN };
    let puzzle = points(before);
    let solver = GlickoRating {
        rating: solver.rating.clamp(puzzle.rating - FARTHEST_SOLVER, puzzle.rating + FARTHEST_SOLVER),
        deviation: solver.deviation.max(LEAST_SOLVER_DEVIATION),
    };
    let after = rated(puzzle, solver, outcome);
    let [lowest, highest] = RANGE;
    PuzzleRating { attempts: before.attempts, ..kept(after.rating.clamp(lowest, highest), after.deviation) }
}

/// Converts a stored rating and its deviation to points.
pub fn points(kept: PuzzleRating) -> GlickoRating {
    GlickoRating { rating: kept.rating as f64 / HUNDREDTHS, deviation: kept.deviation as f64 / HUNDREDTHS }
}

fn kept(rating: f64, deviation: f64) -> PuzzleRating {
    let hundredths = |points: f64| (points * HUNDREDTHS).round() as i64;
    PuzzleRating { rating: hundredths(rating), deviation: hundredths(deviation), attempts: 0 }
}

#[cfg(test)]
mod tests {
    use faraday_knowledge::glicko::LEAST_DEVIATION;

    use super::*;

    fn solver(rating: f64) -> GlickoRating {
        GlickoRating { rating, deviation: 80.0 }
    }

    #[test]
    fn a_puzzle_that_is_solved_falls_and_one_that_is_missed_rises() {
        let before = kept(1_500.0, DEVIATION_BY_EFFORT);
        let solved = after(before, solver(1_500.0), true);
        let missed = after(before, solver(1_500.0), false);
        assert!(solved.rating < before.rating && before.rating < missed.rating);
        assert!(solved.deviation < before.deviation);
        // A solution by a weak solver lowers the rating more than one by a strong solver, and one by a solver with an
        // uncertain rating lowers it less.
        assert!(after(before, solver(1_100.0), true).rating < solved.rating);
        assert!(after(before, GlickoRating { deviation: 350.0, ..solver(1_500.0) }, true).rating > solved.rating);
    }

    #[test]
    fn a_solver_who_claims_any_rating_moves_a_puzzle_little() {
        let before = kept(1_500.0, DEVIATION_BY_EFFORT);
        let claimed = after(before, GlickoRating { rating: 4_000.0, deviation: 30.0 }, false);
        assert_eq!(claimed, after(before, solver(1_900.0), false));
        assert!(points(claimed).rating < 1_600.0, "{claimed:?}");
    }

    #[test]
    fn no_number_of_attempts_takes_a_rating_out_of_its_range() {
        for is_solved in [true, false] {
            let mut puzzle = kept(1_500.0, DEVIATION_BY_EFFORT);
            for _ in 0..10_000 {
                puzzle = after(
                    puzzle,
                    GlickoRating { rating: if is_solved { 0.0 } else { 4_000.0 }, deviation: 30.0 },
                    is_solved,
                );
            }
            let [lowest, highest] = RANGE;
            assert!((lowest..=highest).contains(&points(puzzle).rating));
            assert!(points(puzzle).deviation >= LEAST_DEVIATION);
        }
    }

    #[test]
    fn what_comes_with_the_program_is_known_and_nothing_else() {
        let own = catalog().iter().find(|entry| entry.puzzle_text().is_some()).unwrap();
        let read = puzzle::read(own, own.puzzle_text().unwrap()).unwrap();
        assert_eq!(first(own, &read[0].id), Some(kept(f64::from(read[0].rating), DEVIATION_BY_EFFORT)));
        assert_eq!(first(own, "nothing"), None);
    }
}
