//! Handlers for seeks: the lobby, in which people find opponents.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use faraday_play::Timestamp;
use faraday_ratings::Rating;
use faraday_store::{ListedSeek, SeekFit, SeekId, SeekObstacle};
use faraday_wire::live;

use super::request_id;
use crate::api::errors::{ListProblems, PostSeekProblems, TakeSeekProblems, WithdrawSeekProblems};
use crate::client::ClientPermit;
use crate::people::{Player, Visitor};
use crate::play::{no_seek, seconds_until};
use crate::problem::Problem;
use crate::rate_limits::ChallengeLimit;
use crate::request::{Json, MaybeJson, Path};
use crate::shapes::player;

/// Seek a game
///
/// The oldest seek that fits becomes a game at once. Otherwise yours waits: 15 minutes for games with a clock, as long
/// as the WebSocket of your session is connected, or 14 days for correspondence games.
#[utoipa::path(post, path = "/seeks", tag = "play", operation_id = "post_seek", request_body = live::NewSeek,
    params(("Idempotency-Key" = Option<String>, Header, description = "The id of the request: 16 to 32 letters, digits, `-`, and `_`. A resent request keeps its id")),
    responses(
    (status = 200, description = "An earlier seek fits, and the game has started", body = live::PostedSeek),
    (status = 201, description = "The seek waits for an opponent", body = live::PostedSeek),
    PostSeekProblems,
))]
pub async fn post(
    State(challenges): State<ChallengeLimit>,
    permit: ClientPermit,
    Player { who, token, play }: Player,
    headers: HeaderMap,
    Json(new): Json<live::NewSeek>,
) -> Result<(StatusCode, axum::Json<live::PostedSeek>), Problem> {
    challenges.0.admit(permit.client())?;
    let posted = play.post_seek(who, token, new, request_id(&headers)?.as_ref()).await?;
    let status = if posted.seek.is_some() { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, axum::Json(posted)))
}

/// List the seeks in the lobby
#[utoipa::path(get, path = "/seeks", tag = "play", operation_id = "seeks", responses(
    (status = 200, description = "The seeks", body = live::SeekList),
    ListProblems,
))]
pub async fn list(_permit: ClientPermit, visitor: Visitor) -> Result<axum::Json<live::SeekList>, Problem> {
    let listed = visitor.play.seeks(visitor.session.map(|session| session.who)).await?;
    let now = visitor.play.now();
    let wait = listed.waits_until.map(|until| seconds_until(until, now));
    let seeks = listed.seeks.into_iter().map(|listed| shown(listed, now)).collect();
    Ok(axum::Json(live::SeekList { seeks, wait }))
}

/// Take a seek
///
/// Begins the first game of the seek that fits, or the one that you name.
#[utoipa::path(post, path = "/seeks/{id}/take", tag = "play", operation_id = "take_seek",
    params(("id" = String, Path, description = "The id of the seek")), request_body = Option<live::TakenSeek>,
    responses(
        (status = 200, description = "The game has started; a repeated request returns the same game", body = live::JoinedGame),
        TakeSeekProblems,
    ))]
pub async fn take(
    State(challenges): State<ChallengeLimit>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    Path(id): Path<String>,
    MaybeJson(chosen): MaybeJson<live::TakenSeek>,
) -> Result<axum::Json<live::JoinedGame>, Problem> {
    challenges.0.admit(permit.client())?;
    Ok(axum::Json(play.take_seek(seek_id(&id)?, who, &chosen).await?))
}

/// Withdraw your seek
#[utoipa::path(delete, path = "/seeks/{id}", tag = "play", operation_id = "withdraw_seek",
    params(("id" = String, Path, description = "The id of the seek")),
    responses((status = 204, description = "The seek is withdrawn"), WithdrawSeekProblems))]
pub async fn withdraw(
    _permit: ClientPermit,
    Player { who, play, .. }: Player,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    play.withdraw_seek(seek_id(&id)?, who).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Converts a seek in a list.
fn shown(ListedSeek { seek, maker, ratings, fit }: ListedSeek, now: Timestamp) -> live::Seek {
    let fitting = if let SeekFit::Games(games) = &fit { &games[..] } else { &[] };
    let games = seek.games.into_iter().zip(ratings).enumerate().map(|(number, (game, rating))| live::SeekGame {
        variant: game.variant,
        terms: game.terms.into(),
        fits: fitting.contains(&number),
        rating: rating.map(seek_rating),
    });
    let (obstacle, until) = match &fit {
        SeekFit::Own | SeekFit::Games(_) => (None, None),
        SeekFit::NoSession => (Some(live::SeekObstacle::NoSession), None),
        SeekFit::Obstacle(obstacle) => obstacle_word(*obstacle),
    };
    live::Seek {
        id: seek.id.to_string(),
        seeker: player(seek.who, &maker),
        games: games.collect(),
        side: seek.side.map(Into::into),
        near: seek.wants_near,
        made_at: seek.made_at.as_millis(),
        ends_at: seek.ends_at.as_millis(),
        yours: fit == SeekFit::Own,
        fits: matches!(fit, SeekFit::Games(_)),
        obstacle,
        remaining: until.map(|until| seconds_until(until, now)),
    }
}

/// Returns the word for an obstacle, and the time at which it ends.
fn obstacle_word(obstacle: SeekObstacle) -> (Option<live::SeekObstacle>, Option<Timestamp>) {
    let (word, until) = match obstacle {
        SeekObstacle::Aborted(until) => (live::SeekObstacle::RecentlyAborted, Some(until)),
        SeekObstacle::MustWait(until) => (live::SeekObstacle::Wait, Some(until)),
        SeekObstacle::NoAccount => (live::SeekObstacle::NoAccount, None),
        SeekObstacle::InRatedGame => (live::SeekObstacle::InRatedGame, None),
        SeekObstacle::SeekerInRatedGame => (live::SeekObstacle::OpponentInRatedGame, None),
        SeekObstacle::Strength => (live::SeekObstacle::OtherStrength, None),
        // Lists leave out seeks after a block. A reader wants no particular side or game.
        SeekObstacle::Blocked(_) | SeekObstacle::Side | SeekObstacle::Game => return (None, None),
    };
    (Some(word), until)
}

/// Returns a rating as players see it.
fn seek_rating(rating: Rating) -> live::SeekRating {
    live::SeekRating { rating: rating.rating.round() as u32, provisional: rating.is_provisional() }
}

fn seek_id(text: &str) -> Result<SeekId, Problem> {
    SeekId::parse(text).map_err(|_| no_seek())
}
