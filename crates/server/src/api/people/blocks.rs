//! Handlers for blocked people.

use axum::http::StatusCode;
use faraday_wire::live::BlockedPerson;

use crate::api::account::no_account;
use crate::api::errors::{BlockProblems, ListProblems};
use crate::client::ClientPermit;
use crate::people::Player;
use crate::problem::{Kind, Problem};
use crate::request::Path;

/// Block a member
///
/// No games begin between you and a member whom you have blocked, and open challenges between you are closed. Running
/// games continue. A repeated request changes nothing.
#[utoipa::path(put, path = "/people/{name}/block", tag = "people", operation_id = "block",
    params(("name" = String, Path, description = "The name of the member, in any case")), responses(
        (status = 204, description = "The member is blocked"),
        BlockProblems,
    ))]
pub async fn block(
    _permit: ClientPermit,
    Player { who, play, .. }: Player,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    if play.store().member(who).await?.is_none() {
        return Err(no_account());
    }
    let other = play.profile(&name).await?.who;
    if other == who {
        return Err(Problem::new(Kind::BadName, "you cannot block yourself"));
    }
    play.block(who, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unblock a member
#[utoipa::path(delete, path = "/people/{name}/block", tag = "people", operation_id = "unblock",
    params(("name" = String, Path, description = "The name of the member, in any case")), responses(
        (status = 204, description = "The member is not blocked"),
        BlockProblems,
    ))]
pub async fn unblock(
    _permit: ClientPermit,
    Player { who, play, .. }: Player,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let other = play.profile(&name).await?.who;
    play.store().unblock(who, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the people whom you have blocked
#[utoipa::path(get, path = "/account/blocks", tag = "account", operation_id = "blocks", responses(
    (status = 200, description = "The people, the last blocked one first", body = Vec<BlockedPerson>),
    ListProblems,
))]
pub async fn list(
    _permit: ClientPermit,
    Player { who, play, .. }: Player,
) -> Result<axum::Json<Vec<BlockedPerson>>, Problem> {
    let blocked = play.store().blocked_people(who).await?;
    let shape =
        |person: faraday_store::BlockedPerson| BlockedPerson { name: person.name, blocked_at: person.at.as_millis() };
    Ok(axum::Json(blocked.into_iter().map(shape).collect()))
}
