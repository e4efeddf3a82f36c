//! Handlers for the erasure of a member's account by an admin, which admins and the member can undo for a week.

use std::time::Duration;

use axum::http::StatusCode;
use faraday_store::{AdminResult, ERASURE_GRACE_MS, ErasureResult};
use faraday_wire::live::AccountErasure;

use super::people::{checked, unknown};
use crate::api::errors::{MemberErasureProblems, MemberProblems};
use crate::client::ClientPermit;
use crate::people::Admin;
use crate::problem::Problem;
use crate::request::Path;
use crate::security_log::SecurityEvent;

/// Close the account of a member
///
/// All sessions of the member end, and all running games are resigned at once. After a week, the account is erased, and
/// its games show the name `deleted`. An admin can undo this before, and so can the member by signing in. A closed account
/// keeps its time. The last admin stays.
#[utoipa::path(post, path = "/admin/people/{name}/erasure", tag = "admin", operation_id = "erase_member",
    params(("name" = String, Path, description = "The name of the member, in any case")), responses(
        (status = 202, description = "The account is closed", body = AccountErasure),
        MemberErasureProblems,
    ))]
pub async fn begin(
    permit: ClientPermit,
    Admin { who: admin, play }: Admin,
    Path(name): Path<String>,
) -> Result<(StatusCode, axum::Json<AccountErasure>), Problem> {
    let member = play.store().member_named(&name.to_ascii_lowercase()).await?.ok_or_else(unknown)?;
    let closed = |erase_at| (StatusCode::ACCEPTED, axum::Json(AccountErasure { erase_at }));
    if let Some(erase_at) = member.erase_at {
        return Ok(closed(erase_at.as_millis()));
    }
    let now = play.now();
    let erase_at = now.after(Duration::from_millis(ERASURE_GRACE_MS));
    match play.store().begin_erasure(member.who, Vec::new(), [now, erase_at]).await? {
        ErasureResult::Begun { .. } => {}
        ErasureResult::Unknown | ErasureResult::WrongFactor => return Err(unknown()),
        ErasureResult::LastAdmin => checked(AdminResult::LastAdmin)?,
    }
    SecurityEvent::ErasureBegun.log_by(Some(admin), member.who, permit.client());
    play.session_changed(member.who);
    play.games.jobs_added.notify_waiters();
    Ok(closed(erase_at.as_millis()))
}

/// Keep the account of a member
///
/// The account is not erased. Its resigned games stay resigned.
#[utoipa::path(delete, path = "/admin/people/{name}/erasure", tag = "admin", operation_id = "keep_member",
    params(("name" = String, Path, description = "The name of the member, in any case")), responses(
        (status = 204, description = "The account is not erased"),
        MemberProblems,
    ))]
pub async fn undo(
    permit: ClientPermit,
    Admin { who: admin, play }: Admin,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let member = play.store().member_named(&name.to_ascii_lowercase()).await?.ok_or_else(unknown)?;
    if play.store().undo_erasure(member.who).await? {
        SecurityEvent::ErasureUndone.log_by(Some(admin), member.who, permit.client());
    }
    Ok(StatusCode::NO_CONTENT)
}
