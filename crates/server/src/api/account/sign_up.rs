//! Handlers for new accounts. A guest who signs up becomes the member, and keeps all games.

use axum::extract::State;
use axum::http::HeaderMap;
use faraday_store::{Locale, NewMember, Role, Session, SignUpResult};
use faraday_wire::live::{self, NewAccount, SignUp, SignUpMode};

use crate::api::errors::{SignUpProblems, SiteProblems};
use crate::api::language;
use crate::api::play::session::{NewSession, SessionResponse};
use crate::client::ClientPermit;
use crate::people::{Password, PasswordHasher, Visitor, name_taken, not_a_guest, parse_member_name};
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::rate_limits::SignUpLimit;
use crate::request::Json;
use crate::security_log::SecurityEvent;
use crate::site_settings::SiteSettingsCache;

/// Get the sign-up mode
#[utoipa::path(get, path = "/account/sign-up", tag = "account", operation_id = "sign_up_mode", responses(
    (status = 200, description = "The sign-up mode", body = SignUp),
    SiteProblems,
))]
pub async fn mode(
    State(cache): State<SiteSettingsCache>,
    State(play): State<Play>,
    _permit: ClientPermit,
) -> Result<axum::Json<SignUp>, Problem> {
    let (mode, _) = cache.sign_up(&cache.get(play.store()).await?);
    Ok(axum::Json(SignUp { mode, mail: play.mailer.is_some() }))
}

/// Sign up
///
/// The guest of the session becomes the member, and keeps all games. All sessions of the guest end, because others may
/// have had access to them, and a new one begins. Without a session, the account is a new one.
#[utoipa::path(post, path = "/account", tag = "account", request_body = NewAccount, responses(
    (status = 201, description = "A new session of the member; its token is only shown here", body = live::Session),
    SignUpProblems,
))]
pub async fn sign_up(
    State(cache): State<SiteSettingsCache>,
    State(hasher): State<PasswordHasher>,
    State(sign_ups): State<SignUpLimit>,
    permit: ClientPermit,
    visitor: Visitor,
    headers: HeaderMap,
    Json(new): Json<NewAccount>,
) -> Result<SessionResponse, Problem> {
    let Visitor { session, play, .. } = visitor;
    match cache.sign_up(&cache.get(play.store()).await?).0 {
        SignUpMode::Open => {}
        SignUpMode::Invited => return Err(closed("accounts on this site need an invitation")),
        SignUpMode::Closed => return Err(closed("this site has no new accounts")),
    }
    let guest = match session {
        Some(Session { role: Some(_), .. }) => return Err(not_a_guest()),
        Some(guest) => Some(guest.who),
        None => None,
    };
    let name = parse_member_name(&new.name)?;
    let password = Password::choose(&new.password).map_err(|error| Problem::from(error).at("password"))?;
    let language = new.language.as_deref().map(|tag| language::read(Some(tag))).transpose()?;
    if play.store().is_name_taken(&name).await? {
        return Err(name_taken());
    }
    let password = hasher.hash(permit.client(), &name.name, password).await;
    let password = password.map_err(|problem| problem.at("password"))?;
    // Only a sign-up that can succeed counts.
    sign_ups.0.admit(permit.client())?;
    let new_session = NewSession::now(&play, &headers);
    let member = NewMember { name, password, role: Role::Member };
    let session = match play.store().sign_up(guest, &member, &new_session.stored).await? {
        SignUpResult::Begun(session) => session,
        SignUpResult::NameTaken => return Err(name_taken()),
        SignUpResult::NotGuest => return Err(not_a_guest()),
    };
    if let Some(language) = language {
        let locale = Locale { language: Some(language.code().to_owned()), time_zone: None };
        play.store().set_locale(session.who, &locale).await?;
    }
    SecurityEvent::SignedUp.log(session.who, permit.client());
    play.session_changed(session.who);
    Ok(new_session.response(&session, &play, &headers))
}

fn closed(detail: &str) -> Problem {
    Problem::new(Kind::SignUpClosed, detail)
}
