//! Handlers for links that invite people to an account.

use axum::extract::State;
use axum::http::HeaderMap;
use faraday_store::{AcceptInvitationResult, Acceptance, Merge, TokenHash};
use faraday_wire::live::{self, Invitation, InvitationToken, RedeemedInvitation};

use super::sign_in::undecided;
use crate::api::errors::{InvitationProblems, RedeemInvitationProblems};
use crate::api::play::session::{NewSession, SessionResponse};
use crate::client::ClientPermit;
use crate::people::{Password, PasswordHasher, Visitor, name_taken, not_a_guest, parse_member_name};
use crate::problem::{Kind, Problem};
use crate::request::Json;
use crate::security_log::SecurityEvent;
use crate::shapes::role;

/// Get the invitation of a link without redeeming it
#[utoipa::path(post, path = "/invitations/look", tag = "account", operation_id = "invitation",
    request_body = InvitationToken, responses(
        (status = 200, description = "The invitation", body = Invitation),
        InvitationProblems,
    ))]
pub async fn look(
    _permit: ClientPermit,
    visitor: Visitor,
    Json(InvitationToken { token }): Json<InvitationToken>,
) -> Result<axum::Json<Invitation>, Problem> {
    let play = &visitor.play;
    let found = play.store().invitation(&TokenHash::of(&token), play.now()).await?.ok_or_else(over)?;
    Ok(axum::Json(Invitation { name: found.name, role: role(found.role), ends_at: found.ends_at.as_millis() }))
}

/// Redeem an invitation
///
/// Sets the password of the invited member and begins a session. Without a name in the invitation, the guest of the
/// session becomes the member. With a name, `keepGames` decides if the games of the guest move to the member.
#[utoipa::path(post, path = "/invitations/redeem", tag = "account", operation_id = "redeem_invitation",
    request_body = RedeemedInvitation, responses(
        (status = 201, description = "A new session of the member; its token is only shown here", body = live::Session),
        RedeemInvitationProblems,
    ))]
pub async fn redeem(
    State(hasher): State<PasswordHasher>,
    permit: ClientPermit,
    visitor: Visitor,
    headers: HeaderMap,
    Json(redeemed): Json<RedeemedInvitation>,
) -> Result<SessionResponse, Problem> {
    let Visitor { session: before, token: held, play, .. } = visitor;
    let RedeemedInvitation { token, name, password, keep_games } = redeemed;
    if before.as_ref().is_some_and(|before| before.role.is_some()) {
        return Err(not_a_guest());
    }
    let link = TokenHash::of(&token);
    let invitation = play.store().invitation(&link, play.now()).await?.ok_or_else(over)?;
    let chosen = match (&invitation.name, name) {
        (Some(_), _) => None,
        (None, Some(name)) => Some(parse_member_name(&name)?),
        (None, None) => return Err(name_missing()),
    };
    let at = |problem: Problem| problem.at("password");
    let password = Password::choose(&password).map_err(|error| at(error.into()))?;
    let shown = chosen.as_ref().map(|name| name.name.clone()).or(invitation.name).unwrap_or_default();
    let password = hasher.hash(permit.client(), &shown, password).await.map_err(at)?;
    let merge = before.as_ref().map(|guest| Merge { guest: guest.who, keep_games });
    let new_session = NewSession::now(&play, &headers);
    let acceptance = Acceptance { name: chosen, password, merge };
    let session = match play.store().accept_invitation(&link, &acceptance, &new_session.stored).await? {
        AcceptInvitationResult::Begun(session) => session,
        AcceptInvitationResult::Over => return Err(over()),
        AcceptInvitationResult::NameMissing => return Err(name_missing()),
        AcceptInvitationResult::NameTaken => return Err(name_taken()),
        AcceptInvitationResult::NotGuest => return Err(not_a_guest()),
        AcceptInvitationResult::Undecided { games } => return Err(undecided(games)),
    };
    SecurityEvent::InvitationRedeemed.log(session.who, permit.client());
    if let Some((before, held)) = before.zip(held) {
        play.store().end_session(&held, play.now()).await?;
        play.session_changed(before.who);
    }
    play.session_changed(session.who);
    Ok(new_session.response(&session, &play, &headers))
}

fn name_missing() -> Problem {
    Problem::new(Kind::BadName, "the invitation has no name: choose one as `name`").at("name")
}

fn over() -> Problem {
    Problem::new(Kind::LinkOver, "this invitation has been used, was replaced, or has expired: ask for a new one")
}
