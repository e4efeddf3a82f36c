//! Handlers for the members of the site: a search, roles, and disabled accounts.

use axum::http::StatusCode;
use faraday_play::Timestamp;
use faraday_store::{Accounts, AdminResult, Member, Role};
use faraday_wire::live::{ChangedMember, ListedMember, MemberList, PersonRole};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::errors::{AdminProblems, ChangedMemberProblems};
use crate::client::ClientPermit;
use crate::people::Admin;
use crate::problem::{Kind, Problem};
use crate::request::{Json, Path, Query};
use crate::security_log::SecurityEvent;
use crate::shapes::role;

/// The default number of members in one response.
const USUAL: u64 = 50;

/// The maximum number of members in one response.
const MOST: u64 = 200;

/// The query of a list of members.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MemberQuery {
    /// A part of the name, in any case.
    name: Option<String>,
    /// True for closed accounts only, which are to be erased.
    closed: Option<bool>,
    /// The value of `more` in the previous response, for the next page.
    after: Option<String>,
    /// The maximum number of members, up to 200; 50 by default.
    limit: Option<u64>,
}

/// List the members of the site
#[utoipa::path(get, path = "/admin/people", tag = "admin", operation_id = "members", params(MemberQuery), responses(
    (status = 200, description = "The members, by name", body = MemberList),
    AdminProblems,
))]
pub async fn list(
    _permit: ClientPermit,
    Admin { play, .. }: Admin,
    Query(MemberQuery { name, closed, after, limit }): Query<MemberQuery>,
) -> Result<axum::Json<MemberList>, Problem> {
    let limit = limit.unwrap_or(USUAL).clamp(1, MOST);
    let part = name.unwrap_or_default().trim().to_lowercase();
    let after = after.unwrap_or_default().to_lowercase();
    let accounts = if closed == Some(true) { Accounts::Closed } else { Accounts::All };
    let mut found = play.store().find_members(&part, accounts, &after, limit + 1).await?;
    let has_more = found.len() as u64 > limit;
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let more = found.last().filter(|_| has_more).map(|last| last.name.to_lowercase());
    Ok(axum::Json(MemberList { members: found.into_iter().map(|member| shape(member, play.now())).collect(), more }))
}

/// Change the role of a member, or disable or enable the account
///
/// Disabling ends all sessions. The last admin stays. Another role for an invited person ends the open invitation:
/// `POST /admin/invitations` makes a new link.
#[utoipa::path(patch, path = "/admin/people/{name}", tag = "admin", operation_id = "change_member",
    params(("name" = String, Path, description = "The name of the member, in any case")),
    request_body = ChangedMember, responses(
        (status = 204, description = "The member has been changed"),
        ChangedMemberProblems,
    ))]
pub async fn change(
    permit: ClientPermit,
    Admin { who, play }: Admin,
    Path(name): Path<String>,
    Json(ChangedMember { role, disabled }): Json<ChangedMember>,
) -> Result<StatusCode, Problem> {
    let key = name.to_ascii_lowercase();
    let store = play.store();
    let member = store.member_named(&key).await?.ok_or_else(unknown)?;
    if let Some(role) = role {
        checked(store.grant(&key, stored(role)).await?)?;
        SecurityEvent::RoleGranted.log_by(Some(who), member.who, permit.client());
    }
    if let Some(disabled) = disabled {
        checked(store.disable(&key, disabled.then(|| play.now())).await?)?;
        let event = if disabled { SecurityEvent::Disabled } else { SecurityEvent::Enabled };
        event.log_by(Some(who), member.who, permit.client());
    }
    play.session_changed(member.who);
    Ok(StatusCode::NO_CONTENT)
}

/// Returns a role of the wire format as the store has it.
pub fn stored(role: PersonRole) -> Role {
    match role {
        PersonRole::Member => Role::Member,
        PersonRole::Organizer => Role::Organizer,
        PersonRole::Moderator => Role::Moderator,
        PersonRole::Admin => Role::Admin,
    }
}

/// Returns the problem for a name that no member has.
pub fn unknown() -> Problem {
    Problem::new(Kind::NotFound, "no member has this name")
}

/// Returns the problem of a refused change.
pub fn checked(result: AdminResult) -> Result<(), Problem> {
    match result {
        AdminResult::Changed | AdminResult::InvitationEnded => Ok(()),
        AdminResult::Unknown => Err(unknown()),
        AdminResult::LastAdmin => {
            Err(Problem::new(Kind::LastAdmin, "this is the last admin: make another member an admin first"))
        }
    }
}

fn shape(member: Member, now: Timestamp) -> ListedMember {
    let link = member.invited_until.filter(|until| !member.has_password && *until > now);
    ListedMember {
        person: member.who.to_string(),
        role: role(member.role),
        created_at: member.created_at.as_millis(),
        seen_at: member.seen_at.map(Timestamp::as_millis),
        invited: !member.has_password,
        invited_until: link.map(Timestamp::as_millis),
        disabled: member.disabled_at.is_some(),
        erase_at: member.erase_at.map(Timestamp::as_millis),
        totp: member.has_totp,
        name: member.name,
    }
}
