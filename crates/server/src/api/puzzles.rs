//! Handlers for puzzle ratings, which change with the attempts of solvers.

use axum::extract::State;
use faraday_knowledge::glicko::GlickoRating;
use faraday_store::PuzzleRating;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::catalog::variant_at;
use super::errors::{AttemptProblems, RatedPuzzlesProblems};
use crate::client::ClientPermit;
use crate::people::Visitor;
use crate::problem::{Kind, Problem};
use crate::puzzles::{after, first, points};
use crate::rate_limits::AttemptLimit;
use crate::request::{Json, Path};

/// The allowed range of a solver's rating, in points.
const RATINGS: [f64; 2] = [0.0, 4_000.0];
/// The allowed range of a rating's standard deviation, in points.
const DEVIATIONS: [f64; 2] = [30.0, 350.0];

/// The rating of a puzzle.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RatedPuzzle {
    /// The id of the puzzle.
    id: String,
    /// The rating in points.
    rating: f64,
    /// The standard deviation of the rating, in points.
    deviation: f64,
    /// The number of attempts on which it is based.
    attempts: u64,
}

/// An attempt at a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttemptRequest {
    /// True if the puzzle was solved on the first try without help.
    solved: bool,
    /// The rating of the solver before the attempt, in points.
    #[schema(minimum = 0, maximum = 4000)]
    rating: f64,
    /// The standard deviation of the rating, in points.
    #[schema(minimum = 30, maximum = 350)]
    deviation: f64,
}

impl RatedPuzzle {
    fn new(id: String, kept: PuzzleRating) -> RatedPuzzle {
        let GlickoRating { rating, deviation } = points(kept);
        RatedPuzzle { id, rating, deviation, attempts: kept.attempts.unsigned_abs() }
    }
}

/// List the rated puzzles of a variant
///
/// Puzzles without attempts are left out; they have the ratings that are included with the program.
#[utoipa::path(get, path = "/variants/{id}/puzzles", tag = "puzzles",
    params(("id" = String, Path, description = "The id of the variant")), responses(
    (status = 200, description = "The puzzles", body = Vec<RatedPuzzle>),
    RatedPuzzlesProblems,
))]
pub async fn rated(
    _permit: ClientPermit,
    Visitor { play, .. }: Visitor,
    Path(id): Path<String>,
) -> Result<axum::Json<Vec<RatedPuzzle>>, Problem> {
    let kept = play.store().puzzle_ratings(variant_at(&id)?.id).await?;
    Ok(axum::Json(kept.into_iter().map(|(id, kept)| RatedPuzzle::new(id, kept)).collect()))
}

/// Report an attempt at a puzzle
///
/// Updates the rating of the puzzle; the identity of the solver is not stored. Only the first attempt of a client at a
/// puzzle within a day counts. The solver's rating counts as at most 400 points from the puzzle's, with a deviation of
/// at least 80.
#[utoipa::path(post, path = "/variants/{id}/puzzles/{puzzle}/attempts", tag = "puzzles", request_body = AttemptRequest,
    params(
        ("id" = String, Path, description = "The id of the variant"),
        ("puzzle" = String, Path, description = "The id of the puzzle"),
    ),
    responses(
        (status = 200, description = "The new rating of the puzzle", body = RatedPuzzle),
        AttemptProblems,
    ))]
pub async fn attempt(
    State(attempts): State<AttemptLimit>,
    permit: ClientPermit,
    Visitor { play, .. }: Visitor,
    Path((id, puzzle)): Path<(String, String)>,
    Json(attempt): Json<AttemptRequest>,
) -> Result<axum::Json<RatedPuzzle>, Problem> {
    let variant = variant_at(&id)?;
    let missing = || Problem::new(Kind::NotFound, format!("{id} has no puzzle `{puzzle}`"));
    let before = first(variant, &puzzle).ok_or_else(missing)?;
    let AttemptRequest { solved, rating, deviation } = attempt;
    within("rating", rating, RATINGS)?;
    within("deviation", deviation, DEVIATIONS)?;
    attempts.hourly.admit(permit.client())?;
    let kept = if attempts.counts(permit.client(), &format!("{id}/{puzzle}")) {
        let solver = GlickoRating { rating, deviation };
        play.store().rate_puzzle([variant.id, &puzzle], before, move |kept| after(kept, solver, solved)).await?
    } else {
        let rated = play.store().puzzle_ratings(variant.id).await?;
        rated.into_iter().find(|(known, _)| *known == puzzle).map_or(before, |(_, kept)| kept)
    };
    Ok(axum::Json(RatedPuzzle::new(puzzle, kept)))
}

fn within(name: &str, value: f64, [least, most]: [f64; 2]) -> Result<(), Problem> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Problem::new(Kind::BadRequest, format!("`{name}` must be from {least} to {most}, not {value}")).at(name))
}
