//! Handlers for guest sessions: starting one, renaming its guest, and ending it.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use faraday_play::Timestamp;
use faraday_store::{SESSION_MS, Session, TokenHash};
use faraday_wire::live;

use crate::api::errors::{SessionProblems, VisitProblems};
use crate::client::ClientPermit;
use crate::client::PeerAddress;
use crate::lan_addresses::LanAddresses;
use crate::people::{Visitor, begun, ended, random_name, read_name};
use crate::play::{Play, random_token};
use crate::problem::Problem;
use crate::rate_limits::GuestLimit;
use crate::request::Json;
use crate::shapes::you;

/// The maximum length of a stored `User-Agent`, in characters.
const MAX_AGENT: usize = 200;

/// Returns the `User-Agent` of a browser, as it is stored.
pub fn agent(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    agent.chars().take(MAX_AGENT).collect()
}

/// A response with the session, and with a cookie if the session is new.
pub(super) type SessionResponse = (StatusCode, HeaderMap, axum::Json<live::Session>);

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
    if let Some(session) = session {
        // Members keep their names.
        let name = name.filter(|_| session.role.is_none()).unwrap_or(session.name);
        play.store().rename(session.who, &name).await?;
        return Ok(existing_session(&Session { name, ..session }));
    }
    guests.0.admit(permit.client())?;
    let name = name.unwrap_or_else(random_name);
    let new_session = NewSession::now(&play, &headers);
    let guest = play.store().add_guest(&name, &new_session.hash(), &new_session.agent, new_session.lasts).await?;
    Ok(new_session.response(&Session { who: guest, name, role: None }, &play))
}

/// End your session
#[utoipa::path(delete, path = "/session", tag = "play", responses(
    (status = 204, description = "You have no session"),
    VisitProblems,
))]
pub async fn end(_permit: ClientPermit, visitor: Visitor) -> Result<impl IntoResponse, Problem> {
    let Visitor { session, token, play, .. } = visitor;
    if let Some(token) = token {
        play.store().end_session(&token, play.now()).await?;
    }
    if let Some(session) = session {
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
pub async fn end_others(_permit: ClientPermit, visitor: Visitor) -> Result<StatusCode, Problem> {
    let Visitor { session, token, play, .. } = visitor;
    // Without a session there are no others.
    if let Some((session, token)) = session.zip(token) {
        play.store().end_other_sessions(session.who, &token).await?;
        play.hub.session_changed(session.who);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A session that is about to begin.
pub(super) struct NewSession {
    token: String,
    /// The `User-Agent` of the browser.
    pub agent: String,
    /// The start and the end of the session.
    pub lasts: [Timestamp; 2],
}

impl NewSession {
    pub(super) fn now(play: &Play, headers: &HeaderMap) -> NewSession {
        let now = play.now();
        let ends_at = Timestamp::from_millis(now.as_millis().saturating_add_signed(SESSION_MS));
        NewSession { token: random_token(), agent: agent(headers), lasts: [now, ends_at] }
    }

    pub(super) fn hash(&self) -> TokenHash {
        TokenHash::of(&self.token)
    }

    /// Returns the response for the new session, the only one that contains its token.
    pub(super) fn response(self, session: &Session, play: &Play) -> SessionResponse {
        let mut cookie = HeaderMap::new();
        cookie.insert(header::SET_COOKIE, begun(&self.token, play.public.as_deref()));
        let session = live::Session { identity: Some(you(session)), token: Some(self.token), addresses: Vec::new() };
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
