//! The handler for sign-in.

use axum::extract::State;
use axum::http::HeaderMap;
use faraday_store::{Merge, SignInResult};
use faraday_wire::live::{self, Credentials};

use crate::api::errors::SignInProblems;
use crate::api::play::session::{NewSession, SessionResponse};
use crate::client::ClientPermit;
use crate::people::{Authenticator, GivenCredentials, Visitor, disabled, wrong_code};
use crate::problem::{Kind, Problem};
use crate::request::Json;

/// Sign in
///
/// Begins a session of the member and ends the session of the request. If that is a guest's and the guest has games,
/// `keepGames` decides if they move to the member.
#[utoipa::path(post, path = "/session", tag = "account", operation_id = "sign_in", request_body = Credentials, responses(
    (status = 201, description = "A new session of the member; its token is only shown here", body = live::Session),
    SignInProblems,
))]
pub async fn sign_in(
    State(authenticator): State<Authenticator>,
    permit: ClientPermit,
    visitor: Visitor,
    headers: HeaderMap,
    Json(credentials): Json<Credentials>,
) -> Result<SessionResponse, Problem> {
    let Visitor { session: before, token, play, .. } = visitor;
    let Credentials { name, password, code, keep_games } = credentials;
    let given = GivenCredentials { name: &name, password: &password, code: code.as_deref() };
    let verified = authenticator.verify(&play, permit.client(), given).await?;
    let guest = before.as_ref().filter(|before| before.role.is_none());
    let merge = guest.map(|guest| Merge { guest: guest.who, keep_games });
    let made_in = before.as_ref().and(token);
    let new_session = NewSession::now(&play, &headers);
    let result = play.store().sign_in(verified.who, verified.factor, merge, made_in, &new_session.stored).await?;
    let session = match result {
        SignInResult::Begun(session) => session,
        SignInResult::WrongCode => return Err(wrong_code()),
        SignInResult::Disabled => return Err(disabled()),
        SignInResult::Undecided { games } => return Err(undecided(games)),
    };
    if let Some(before) = before {
        play.session_changed(before.who);
    }
    Ok(new_session.response(&session, &play, &headers))
}

/// Returns the problem for a guest with games, who has not decided about them.
pub fn undecided(games: u64) -> Problem {
    let detail = format!("you have {games} games as a guest: `keepGames` decides if they move to the account");
    Problem::new(Kind::MergeUndecided, detail).remaining(u32::try_from(games).unwrap_or(u32::MAX))
}
