//! Handlers for the sessions of a person: a list by device, and the end of one of them.

use axum::http::StatusCode;
use faraday_store::ListedSession;
use faraday_wire::live::AccountSession;

use crate::api::errors::{ListProblems, SessionEndProblems};
use crate::client::ClientPermit;
use crate::people::Player;
use crate::problem::{Kind, Problem};
use crate::request::Path;
use crate::security_log::SecurityEvent;

/// List your sessions
///
/// The last used one is first.
#[utoipa::path(get, path = "/account/sessions", tag = "account", operation_id = "sessions", responses(
    (status = 200, description = "Your sessions", body = Vec<AccountSession>),
    ListProblems,
))]
pub async fn list(
    _permit: ClientPermit,
    Player { who, token, play }: Player,
) -> Result<axum::Json<Vec<AccountSession>>, Problem> {
    let sessions = play.store().sessions_of(who, &token, play.now()).await?;
    Ok(axum::Json(sessions.into_iter().map(shape).collect()))
}

/// End one of your sessions
#[utoipa::path(delete, path = "/account/sessions/{id}", tag = "account", operation_id = "end_session",
    params(("id" = String, Path, description = "The id of the session in the list")), responses(
        (status = 204, description = "The session has ended"),
        SessionEndProblems,
    ))]
pub async fn end(
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    if !play.store().end_session_of(who, &id, play.now()).await? {
        return Err(Problem::new(Kind::NotFound, "you have no such session"));
    }
    SecurityEvent::SessionEnded.log(who, permit.client());
    play.session_changed(who);
    Ok(StatusCode::NO_CONTENT)
}

fn shape(session: ListedSession) -> AccountSession {
    AccountSession {
        id: session.id,
        agent: session.agent,
        seen_at: session.seen_at.as_millis(),
        ends_at: session.ends_at.as_millis(),
        current: session.is_current,
    }
}
