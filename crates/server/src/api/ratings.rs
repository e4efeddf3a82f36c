//! The handler for leaderboards.

use faraday_variants::find;
use faraday_wire::live::{self, RatedPace};
use serde::Deserialize;
use utoipa::IntoParams;

use super::errors::LeaderboardProblems;
use crate::client::ClientPermit;
use crate::people::Visitor;
use crate::problem::{Kind, Problem};
use crate::rating_shapes::{self, day};
use crate::request::{Path, Query};

/// The default number of players in one response.
const USUAL: u64 = 50;

/// The maximum number of players in one response.
const MOST: u64 = 100;

/// The maximum number of places before the first one of a page: the database reads all of them.
const MOST_SKIPPED: u64 = 10_000;

/// The query of a leaderboard.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LeaderboardQuery {
    /// The pace: `live`, by default, or `days`.
    pace: Option<RatedPace>,
    /// The value of `more` in the previous response, for the next page.
    after: Option<u64>,
    /// The maximum number of players, up to 100; 50 by default.
    limit: Option<u64>,
}

/// Returns the problem for a variant that does not exist.
pub(in crate::api) fn no_variant(variant: &str) -> Problem {
    Problem::new(Kind::NotFound, format!("there is no variant `{variant}`"))
}

/// Get the leaderboard of a variant
///
/// Lists the members whose rating is not provisional, with at least 10 rated games that count, 5 of them against
/// people, and the last one within 60 days.
#[utoipa::path(get, path = "/ratings/{variant}", tag = "people", operation_id = "leaderboard",
    params(("variant" = String, Path, description = "The id of the variant, with its options"), LeaderboardQuery),
    responses(
        (status = 200, description = "The leaderboard", body = live::Leaderboard),
        LeaderboardProblems,
    ))]
pub async fn leaderboard(
    _permit: ClientPermit,
    visitor: Visitor,
    Path(variant): Path<String>,
    Query(query): Query<LeaderboardQuery>,
) -> Result<axum::Json<live::Leaderboard>, Problem> {
    let (play, store) = (&visitor.play, visitor.play.store());
    let variant = find(&variant).ok_or_else(|| no_variant(&variant))?.id;
    let shown_pace = query.pace.unwrap_or(RatedPace::Live);
    let (pace, now) = (rating_shapes::pace(shown_pace), play.now());
    let (skipped, limit) = (query.after.unwrap_or(0).min(MOST_SKIPPED), query.limit.unwrap_or(USUAL).clamp(1, MOST));
    // One more shows whether there is another page.
    let mut found = store.leaderboard(variant, pace, now, (skipped, limit + 1)).await?;
    let has_more = found.len() as u64 > limit;
    found.truncate(limit as usize);
    let viewer = visitor.session.map(|session| session.who);
    let own = match viewer {
        Some(viewer) => match store.rating_of(viewer, variant, pace).await? {
            Some(last) => {
                let rating = last.at(now);
                Some(live::OwnRating {
                    games: last.games,
                    rating: rating.rating.round(),
                    deviation: rating.deviation.round(),
                    provisional: rating.is_provisional(),
                    place: store.place(viewer, variant, pace, now).await?,
                })
            }
            None => None,
        },
        None => None,
    };
    let more = Some(skipped + limit).filter(|more| has_more && *more <= MOST_SKIPPED);
    let places = skipped + 1..;
    let players = places.zip(found).map(|(place, player)| live::RankedPlayer {
        place,
        name: player.name,
        rating: player.rating.rating.round(),
        deviation: player.rating.deviation.round(),
        games: player.games,
        played_at: day(player.played_at),
        is_own: viewer == Some(player.who),
    });
    let players = players.collect();
    Ok(axum::Json(live::Leaderboard { variant: variant.to_owned(), pace: shown_pace, players, more, own }))
}
