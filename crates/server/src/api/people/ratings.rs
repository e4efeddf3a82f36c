//! Handlers for the ratings of a member, and for the changes of one of them.

use faraday_ratings::{Pace, Rating};
use faraday_store::{ChangesWanted, GameId, ListedChange, PersonId, PoolRating};
use faraday_variants::find;
use faraday_wire::live;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::errors::ProfileProblems;
use crate::api::ratings::no_variant;
use crate::client::ClientPermit;
use crate::games::Failure;
use crate::people::Visitor;
use crate::problem::{Kind, Problem};
use crate::rating_shapes::{club_rating, day, rated_pace, rating_change};
use crate::request::{Path, Query};
use crate::shapes::failed;

/// The default number of changes in one response.
const USUAL: u64 = 20;

/// The maximum number of changes in one response.
const MOST: u64 = 50;

/// The query of a list of changes.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChangesQuery {
    /// The value of `more` in the previous response, for the next page.
    before: Option<u64>,
    /// The maximum number of changes, up to 50; 20 by default.
    limit: Option<u64>,
    /// The id of a game, for only the change by this game. Anyone who has the id may see it.
    game: Option<String>,
}

/// Get the ratings of a member
///
/// A member has a rating for each variant and pace with rated games. Disabled and closed accounts show none.
#[utoipa::path(get, path = "/people/{name}/ratings", tag = "people", operation_id = "ratings_of",
    params(("name" = String, Path, description = "The name of the member, in any case")), responses(
        (status = 200, description = "The ratings", body = live::PlayerRatings),
        ProfileProblems,
    ))]
pub async fn ratings(
    _permit: ClientPermit,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<axum::Json<live::PlayerRatings>, Problem> {
    let (play, now) = (&visitor.play, visitor.play.now());
    let profile = play.profile(&name).await?;
    if profile.is_disabled {
        return Ok(axum::Json(live::PlayerRatings { name: profile.name, club: Vec::new(), ratings: Vec::new() }));
    }
    let pools = play.store().ratings_of(profile.who).await?;
    let pools: Vec<(PoolRating, Rating)> = pools.into_iter().map(|pool| (pool.clone(), pool.at(now))).collect();
    let club = Pace::ALL.into_iter().filter_map(|pace| club_rating(pace, &pools)).collect();
    let series = play.store().rating_series(profile.who).await?;
    let ratings = pools.into_iter().map(|(pool, rating)| {
        let own = series.iter().filter(|point| (&point.variant, point.pace) == (&pool.variant, pool.pace));
        let last_change = own.clone().next_back().map_or(0.0, |point| point.change);
        let point = |point: &faraday_store::SeriesPoint| live::RatingPoint {
            n: point.n,
            at: day(point.at),
            rating: point.rating.round(),
            annulment: point.is_annulment,
        };
        live::PoolRating {
            pace: rated_pace(pool.pace),
            rating: rating.rating.round(),
            deviation: rating.deviation.round(),
            provisional: rating.is_provisional(),
            games: pool.games,
            played_at: day(pool.played_at),
            last_change: last_change.round(),
            series: own.map(point).collect(),
            variant: pool.variant,
        }
    });
    Ok(axum::Json(live::PlayerRatings { name: profile.name, club, ratings: ratings.collect() }))
}

/// List the changes of a member's rating
///
/// A change has everything from which it was computed if you may see the game in the list of the member's games: if you
/// are one of the two players, or both chose to show their games. Otherwise its numbers are rounded.
#[utoipa::path(get, path = "/people/{name}/ratings/{variant}/{pace}", tag = "people", operation_id = "rating_changes",
    params(
        ("name" = String, Path, description = "The name of the member, in any case"),
        ("variant" = String, Path, description = "The id of the variant, with its options"),
        ("pace" = String, Path, description = "The pace: `live` or `days`"),
        ChangesQuery,
    ), responses(
        (status = 200, description = "The changes, the latest first", body = live::RatingChangeList),
        ProfileProblems,
    ))]
pub async fn changes(
    _permit: ClientPermit,
    visitor: Visitor,
    Path((name, variant, pace)): Path<(String, String, String)>,
    Query(ChangesQuery { before, limit, game }): Query<ChangesQuery>,
) -> Result<axum::Json<live::RatingChangeList>, Problem> {
    let store = visitor.play.store();
    let profile = visitor.play.profile(&name).await?;
    let variant = find(&variant).ok_or_else(|| no_variant(&variant))?.id;
    let pace = Pace::parse(&pace).ok_or_else(|| Problem::new(Kind::NotFound, format!("there is no pace `{pace}`")))?;
    let wanted = match game {
        Some(game) => ChangesWanted::By(GameId::parse(&game).map_err(|_| failed(&Failure::NotFound))?),
        None => ChangesWanted::Page {
            before,
            limit: limit.unwrap_or(USUAL).clamp(1, MOST),
            viewer: visitor.session.map(|session| session.who),
        },
    };
    let found = if profile.is_disabled {
        Vec::new()
    } else {
        store.rating_changes(profile.who, (variant, pace), wanted).await?
    };
    let opponents: Vec<PersonId> = found.iter().map(|change| change.event.opponent).collect();
    let opponents = store.people(&opponents).await?;
    let is_page = matches!(wanted, ChangesWanted::Page { .. });
    let more = found.last().filter(|change| is_page && change.previous.is_some()).map(|change| change.event.n);
    let change = |change: &ListedChange| {
        rating_change(change, &opponents.get(&change.event.opponent).cloned().unwrap_or_default())
    };
    Ok(axum::Json(live::RatingChangeList {
        name: profile.name,
        variant: variant.to_owned(),
        pace: rated_pace(pace),
        changes: found.iter().map(change).collect(),
        more,
    }))
}
