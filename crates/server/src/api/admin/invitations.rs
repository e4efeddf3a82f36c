//! Handlers for links to accounts: invitations of one or many people, and resets of a password.

use std::time::Duration;

use axum::http::{HeaderMap, StatusCode};
use faraday_store::{InviteResult, MemberName, Role, TokenHash};
use faraday_wire::live::{AccountLink, InvitationLinks, NewInvitations, PersonRole, RefusedName};

use super::people::{stored, unknown};
use crate::api::errors::{InviteProblems, MemberProblems};
use crate::api::play::link;
use crate::client::ClientPermit;
use crate::people::{Admin, name_taken, parse_member_name};
use crate::play::{Play, random_token};
use crate::problem::{Kind, Problem};
use crate::request::{Json, Path};
use crate::security_log::SecurityEvent;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// The maximum number of names in one request.
const MOST_NAMES: usize = 200;

/// The number of characters of a refused name that are repeated.
const SHOWN: usize = 40;

/// Invite people
///
/// Each name becomes a member who cannot sign in before the link is used. Names that cannot be invited are listed, and do
/// not prevent the other invitations. Links are valid for 14 days, those of admins for one.
#[utoipa::path(post, path = "/admin/invitations", tag = "admin", operation_id = "invite", request_body = NewInvitations,
    responses(
        (status = 201, description = "The links, which are only shown here", body = InvitationLinks),
        InviteProblems,
    ))]
pub async fn invite(
    permit: ClientPermit,
    Admin { who, play }: Admin,
    headers: HeaderMap,
    Json(NewInvitations { names, role }): Json<NewInvitations>,
) -> Result<(StatusCode, axum::Json<InvitationLinks>), Problem> {
    let role = stored(role.unwrap_or(PersonRole::Member));
    let mut made = InvitationLinks { links: Vec::new(), refused: Vec::new() };
    let Some(names) = names else {
        made.links.push(invite_one(&play, &headers, None, role).await?);
        SecurityEvent::InvitationMade.log_by(Some(who), None, permit.client());
        return Ok((StatusCode::CREATED, axum::Json(made)));
    };
    if !(1..=MOST_NAMES).contains(&names.len()) {
        let detail = format!("`names` must have 1 to {MOST_NAMES} names");
        return Err(Problem::new(Kind::BadRequest, detail).at("names"));
    }
    for name in names {
        let link = match parse_member_name(name.trim()) {
            Ok(name) => invite_one(&play, &headers, Some(name), role).await,
            Err(error) => Err(Problem::from(error)),
        };
        match link {
            Ok(link) => {
                SecurityEvent::InvitationMade.log_by(Some(who), None, permit.client());
                made.links.push(link);
            }
            Err(problem) => {
                let problem = problem.into_shape();
                // Others would fail for the same reason.
                if problem.status >= 500 {
                    return Err(Problem::new(problem.kind, problem.detail));
                }
                let name = name.chars().take(SHOWN).collect();
                made.refused.push(RefusedName { name, kind: problem.kind, detail: problem.detail });
            }
        }
    }
    Ok((StatusCode::CREATED, axum::Json(made)))
}

async fn invite_one(
    play: &Play,
    headers: &HeaderMap,
    name: Option<MemberName>,
    role: Role,
) -> Result<AccountLink, Problem> {
    let (token, now) = (random_token(), play.now());
    let ends_at = now.after(if role == Role::Admin { DAY } else { 14 * DAY });
    let shown = name.as_ref().map(|name| name.name.clone());
    match play.store().invite(name, role, &TokenHash::of(&token), [now, ends_at]).await? {
        InviteResult::Invited => {
            let url = link(play, headers, &format!("/invitation#{token}"));
            Ok(AccountLink { name: shown, url, ends_at: ends_at.as_millis() })
        }
        InviteResult::NameTaken => Err(name_taken()),
    }
}

/// Withdraw an invitation
///
/// Deletes a member who has not accepted the invitation, so that the link no longer works and the name is free again.
#[utoipa::path(delete, path = "/admin/invitations/{name}", tag = "admin", operation_id = "withdraw_invitation",
    params(("name" = String, Path, description = "The name of the invited member, in any case")), responses(
        (status = 204, description = "The invitation is withdrawn"),
        MemberProblems,
    ))]
pub async fn withdraw(
    permit: ClientPermit,
    Admin { who, play }: Admin,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let withdrawn = play.store().withdraw_invitation(&name.to_ascii_lowercase()).await?;
    let invited = withdrawn.ok_or_else(|| Problem::new(Kind::NotFound, "no invited member has this name"))?;
    SecurityEvent::InvitationWithdrawn.log_by(Some(who), invited, permit.client());
    Ok(StatusCode::NO_CONTENT)
}

/// Create a password reset link
///
/// It is valid for a day and replaces an earlier one. The authenticator app stays.
#[utoipa::path(post, path = "/admin/people/{name}/reset", tag = "admin", operation_id = "reset_member",
    params(("name" = String, Path, description = "The name of the member, in any case")), responses(
        (status = 201, description = "The link, which is only shown here", body = AccountLink),
        MemberProblems,
    ))]
pub async fn reset(
    permit: ClientPermit,
    Admin { who, play }: Admin,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Result<(StatusCode, axum::Json<AccountLink>), Problem> {
    let key = name.to_ascii_lowercase();
    let member = play.store().member_named(&key).await?.ok_or_else(unknown)?;
    let (token, ends_at) = (random_token(), play.now().after(DAY));
    if !play.store().add_reset(&key, &TokenHash::of(&token), ends_at).await? {
        return Err(unknown());
    }
    SecurityEvent::ResetMade.log_by(Some(who), member.who, permit.client());
    let url = link(&play, &headers, &format!("/reset#{token}"));
    Ok((StatusCode::CREATED, axum::Json(AccountLink { name: Some(member.name), url, ends_at: ends_at.as_millis() })))
}
