//! The extractor for the sender of a request, who is identified by a session token. The token is in a cookie, or is
//! sent as `Authorization: Bearer TOKEN`.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum_extra::extract::CookieJar;
use axum_extra::headers::HeaderMapExt;
use axum_extra::headers::authorization::{Authorization, Bearer};
use faraday_store::{PersonId, Session, TokenHash};

use super::origin;
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::public_url::PublicUrl;

/// The lifetime of the cookie (400 days, the most that browsers allow). The server decides when the session ends.
const COOKIE_SECONDS: u64 = 400 * 24 * 3600;

/// The sender of a request, with or without a session.
pub struct Visitor {
    pub session: Option<Session>,
    /// The hash of the token in the request.
    pub token: Option<TokenHash>,
    /// The token, if it was in a cookie.
    pub cookie: Option<String>,
    pub play: Play,
}

/// The sender of a request who has a session. Other requests are refused.
pub struct Player {
    pub who: PersonId,
    /// The hash of the token of the session.
    pub token: TokenHash,
    pub play: Play,
}

impl<S> FromRequestParts<S> for Visitor
where
    S: Send + Sync,
    Play: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Visitor, Problem> {
        let play = Play::from_ref(state);
        let bearer = parts.headers.typed_get::<Authorization<Bearer>>();
        let cookies = CookieJar::from_headers(&parts.headers);
        let cookie = |name| cookies.get(name).map(|cookie| cookie.value().to_owned());
        let public = play.public.as_deref();
        // Over TLS only a cookie name that no other host can set is accepted.
        let earlier = || cookie(EARLIER_NAME).filter(|_| !public.is_some_and(PublicUrl::is_secure));
        let cookie = cookie(cookie_name(public)).or_else(earlier);
        // A page of another site can make a browser send its cookies.
        let is_upgrade = is_websocket(&parts.headers);
        let changes = is_upgrade || !matches!(parts.method, Method::GET | Method::HEAD);
        let has_origin = parts.headers.contains_key(header::ORIGIN);
        let may_be_without = bearer.is_some() || !(is_upgrade || cookie.is_some());
        if changes && (has_origin || !may_be_without) {
            origin::check(&parts.headers, play.public.as_deref())?;
        }
        let is_shown = bearer.is_some();
        let token = match bearer {
            Some(Authorization(bearer)) => Some(TokenHash::of(bearer.token())),
            None => cookie.as_deref().map(TokenHash::of),
        };
        let session = match &token {
            Some(token) => play.store().session(token, play.now()).await.map_err(Problem::from)?,
            None => None,
        };
        // A program must be informed that its session has ended. A browser's cookie may just be old.
        if is_shown && session.is_none() {
            return Err(Problem::new(Kind::NoSession, "the session of this token has ended or never existed"));
        }
        Ok(Visitor { session, token, cookie: cookie.filter(|_| !is_shown), play })
    }
}

impl<S> FromRequestParts<S> for Player
where
    S: Send + Sync,
    Play: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Player, Problem> {
        let Visitor { session, token, play, .. } = Visitor::from_request_parts(parts, state).await?;
        let detail = "this needs a session: `POST /api/v1/session/guest` starts one";
        let (session, token) = session.zip(token).ok_or_else(|| Problem::new(Kind::NoSession, detail))?;
        Ok(Player { who: session.who, token, play })
    }
}

/// Returns the problem for a session of a member in a place for guests.
pub fn not_a_guest() -> Problem {
    Problem::new(Kind::NotAGuest, "you have an account already: end the session first")
}

/// Returns true if a request asks for an upgrade to a WebSocket. Others may offer another protocol, such as h2c, and
/// continue without it.
fn is_websocket(headers: &HeaderMap) -> bool {
    let offers = headers.get_all(header::UPGRADE).iter().filter_map(|value| value.to_str().ok());
    offers.flat_map(|value| value.split(',')).any(|protocol| protocol.trim().eq_ignore_ascii_case("websocket"))
}

/// The name of the cookie before version 0.2, which many other programs use on other ports of the same host.
const EARLIER_NAME: &str = "session";

/// Returns the name of the cookie: over TLS one that no other host can set.
fn cookie_name(public: Option<&PublicUrl>) -> &'static str {
    if public.is_some_and(PublicUrl::is_secure) { "__Host-session" } else { "faraday-session" }
}

/// Returns the cookie of a session.
pub fn begun(token: &str, public: Option<&PublicUrl>) -> HeaderValue {
    set(token, COOKIE_SECONDS, public)
}

/// Returns the cookie that deletes the session.
pub fn ended(public: Option<&PublicUrl>) -> HeaderValue {
    set("", 0, public)
}

fn set(token: &str, seconds: u64, public: Option<&PublicUrl>) -> HeaderValue {
    let name = cookie_name(public);
    let secure = if public.is_some_and(PublicUrl::is_secure) { "; Secure" } else { "" };
    let cookie = format!("{name}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&cookie).expect("a token is letters and digits")
}
