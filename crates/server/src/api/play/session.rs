//! Handlers for sessions: starting one as a guest, renaming the guest, and ending it.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use faraday_play::Timestamp;
use faraday_store::{MemberName, SESSION_MS, Session, TokenHash};
use faraday_wire::live;

use crate::api::errors::{SessionProblems, VisitProblems};
use crate::client::ClientPermit;
use crate::client::PeerAddress;
use crate::lan_addresses::LanAddresses;
use crate::people::{
    MemberNameError, Visitor, begun, ended, look_key, looks_like_house, name_taken, not_a_guest, random_name, read_name,
};
use crate::play::{Play, random_token};
use crate::problem::Problem;
use crate::rate_limits::GuestLimit;
use crate::request::Json;
use crate::security_log::SecurityEvent;
use crate::shapes::you;

/// The maximum length of a stored `User-Agent`, in characters.
const MAX_AGENT: usize = 200;

/// Returns the `User-Agent` of a browser, as it is stored.
pub fn agent(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    agent.chars().take(MAX_AGENT).collect()
}

/// A response with the session, and with a cookie if the session is new.
pub(in crate::api) type SessionResponse = (StatusCode, HeaderMap, axum::Json<live::Session>);

/// Get your identity
///
/// The cookie of the session is renewed.
#[utoipa::path(get, path = "/session", tag = "play", responses(
    (status = 200, description = "Your identity, if you have a session", body = live::Session),
    VisitProblems,
))]
pub async fn session(
    State(lan_addresses): State<LanAddresses>,
    connected: Option<Extension<PeerAddress>>,
    _permit: ClientPermit,
    visitor: Visitor,
    headers: HeaderMap,
) -> (HeaderMap, axum::Json<live::Session>) {
    let Visitor { session, cookie, play, .. } = visitor;
    let mut renewed = HeaderMap::new();
    if let Some(token) = cookie.filter(|_| session.is_some()) {
        renewed.insert(header::SET_COOKIE, begun(&token, play.public.as_deref()));
    }
    let identity = session.map(|session| you(&session));
    let addresses = connected.map_or(Vec::new(), |Extension(PeerAddress(from))| lan_addresses.origins(from, &headers));
    (renewed, axum::Json(live::Session { identity, token: None, addresses }))
}

/// Start a session as a guest, or rename the guest of the session
#[utoipa::path(post, path = "/session/guest", tag = "play", request_body = live::NewGuest, responses(
    (status = 200, description = "The guest has the new name", body = live::Session),
    (status = 201, description = "A new session; its token is only shown here", body = live::Session),
    SessionProblems,
))]
pub async fn guest(
    State(guests): State<GuestLimit>,
    permit: ClientPermit,
    visitor: Visitor,
    headers: HeaderMap,
    Json(new): Json<live::NewGuest>,
) -> Result<SessionResponse, Problem> {
    let name = new.name.as_deref().map(read_name).transpose()?;
    let Visitor { session, play, .. } = visitor;
    if session.as_ref().is_some_and(|session| session.role.is_some()) {
        return Err(not_a_guest());
    }
    if let Some(name) = &name {
        // No guest passes for a member or the house.
        if looks_like_house(name) {
            return Err(MemberNameError::Reserved.into());
        }
        let names = MemberName { name: name.clone(), key: name.to_ascii_lowercase(), look: look_key(name) };
        if play.store().is_name_taken(&names).await? {
            return Err(name_taken());
        }
    }
    if let Some(session) = session {
        let name = name.unwrap_or(session.name);
        play.store().rename(session.who, &name).await?;
        return Ok(existing_session(&Session { name, ..session }));
    }
    guests.0.admit(permit.client())?;
    let name = name.unwrap_or_else(random_name);
    let new_session = NewSession::now(&play, &headers);
    let new = &new_session.stored;
    let guest = play.store().add_guest(&name, &new.token, &new.agent, [new.begins_at, new.ends_at]).await?;
    Ok(new_session.response(&Session { who: guest, name, role: None }, &play, &headers))
}

/// End your session
#[utoipa::path(delete, path = "/session", tag = "play", responses(
    (status = 204, description = "You have no session"),
    VisitProblems,
))]
pub async fn end(permit: ClientPermit, visitor: Visitor) -> Result<impl IntoResponse, Problem> {
    let Visitor { session, token, play, .. } = visitor;
    if let Some(token) = token {
        play.store().end_session(&token, play.now()).await?;
    }
    if let Some(session) = session {
        if session.role.is_some() {
            SecurityEvent::SessionEnded.log(session.who, permit.client());
        }
        play.hub.session_changed(session.who);
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, ended(play.public.as_deref()))]))
}

/// End your sessions on all other devices
///
/// An unused transfer link becomes invalid.
#[utoipa::path(delete, path = "/session/others", tag = "play", responses(
    (status = 204, description = "This is your only session"),
    VisitProblems,
))]
pub async fn end_others(permit: ClientPermit, visitor: Visitor) -> Result<StatusCode, Problem> {
    let Visitor { session, token, play, .. } = visitor;
    // Without a session there are no others.
    if let Some((session, token)) = session.zip(token) {
        play.store().end_other_sessions(session.who, &token).await?;
        if session.role.is_some() {
            SecurityEvent::SessionEnded.log(session.who, permit.client());
        }
        play.hub.session_changed(session.who);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A session that is about to begin, with its token.
pub(in crate::api) struct NewSession {
    token: String,
    /// The session as it is stored.
    pub stored: faraday_store::NewSession,
}

impl NewSession {
    pub(in crate::api) fn now(play: &Play, headers: &HeaderMap) -> NewSession {
        let begins_at = play.now();
        let ends_at = Timestamp::from_millis(begins_at.as_millis().saturating_add_signed(SESSION_MS));
        let token = random_token();
        let stored =
            faraday_store::NewSession { token: TokenHash::of(&token), agent: agent(headers), begins_at, ends_at };
        NewSession { token, stored }
    }

    /// Returns the response for the new session, the only one that contains its token. A page gets the token only as a
    /// cookie that its scripts cannot read.
    pub(in crate::api) fn response(self, session: &Session, play: &Play, headers: &HeaderMap) -> SessionResponse {
        let mut cookie = HeaderMap::new();
        cookie.insert(header::SET_COOKIE, begun(&self.token, play.public.as_deref()));
        let token = Some(self.token).filter(|_| !headers.contains_key(header::ORIGIN));
        let session = live::Session { identity: Some(you(session)), token, addresses: Vec::new() };
        (StatusCode::CREATED, cookie, axum::Json(session))
    }
}

/// Returns the response for an existing session.
pub(super) fn existing_session(session: &Session) -> SessionResponse {
    (
        StatusCode::OK,
        HeaderMap::new(),
        axum::Json(live::Session { identity: Some(you(session)), token: None, addresses: Vec::new() }),
    )
}
