//! Ratings of solvers and puzzles. The updates are computed in `faraday-knowledge`.

use faraday_knowledge::glicko::{self, GlickoRating, Outcomes};

wire_types! {
    /// A Glicko rating.
    #[derive(Copy)]
    pub struct Rating {
        /// The rating in points.
        pub rating: f64,
        /// The rating deviation in points.
        pub deviation: f64,
    }
}

/// The rating deviation of a puzzle that no one has tried, in points.
pub const UNTRIED_DEVIATION: f64 = glicko::DEVIATION_BY_EFFORT;

/// Returns the initial rating of a solver, before the first puzzle.
pub fn unrated() -> Rating {
    glicko::UNRATED.into()
}

/// Returns the rating of a solver after a puzzle.
pub fn rated(solver: Rating, puzzle: Rating, is_solved: bool) -> Rating {
    let outcome = if is_solved { Outcomes::WIN } else { Outcomes::LOSS };
    glicko::rated(solver.into(), puzzle.into(), outcome).into()
}

impl From<GlickoRating> for Rating {
    fn from(GlickoRating { rating, deviation }: GlickoRating) -> Rating {
        Rating { rating, deviation }
    }
}

impl From<Rating> for GlickoRating {
    fn from(Rating { rating, deviation }: Rating) -> GlickoRating {
        GlickoRating { rating, deviation }
    }
}
