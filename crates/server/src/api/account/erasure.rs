//! The handler for the erasure of an account, which the member can undo for a week by signing in.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use faraday_play::Timestamp;
use faraday_store::{ERASURE_GRACE_MS, ErasureResult};
use faraday_wire::live::{AccountErasure, CurrentCredentials};

use super::{log_recovery_codes, no_account};
use crate::api::errors::ErasureProblems;
use crate::client::ClientPermit;
use crate::people::{Authenticator, GivenCredentials, Player, ended, wrong_factor};
use crate::problem::{Kind, Problem};
use crate::request::Json;
use crate::security_log::SecurityEvent;

/// Close your account
///
/// All sessions end, and all running games are resigned at once. After a week, the account is erased, and its
/// games show the name `deleted`. Signing in before that keeps the account.
#[utoipa::path(delete, path = "/account", tag = "account", operation_id = "erase_account",
    request_body = CurrentCredentials, responses(
        (status = 202, description = "The account is closed", body = AccountErasure),
        ErasureProblems,
    ))]
pub async fn erase(
    State(authenticator): State<Authenticator>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    Json(CurrentCredentials { password, code }): Json<CurrentCredentials>,
) -> Result<impl IntoResponse, Problem> {
    let member = play.store().member(who).await?.ok_or_else(no_account)?;
    let given = GivenCredentials { name: &member.name, password: &password, code: code.as_deref() };
    let factors = authenticator.verify(&play, permit.client(), given).await?.factors;
    let now = play.now();
    let erase_at = Timestamp::from_millis(now.as_millis().saturating_add(ERASURE_GRACE_MS));
    match play.store().begin_erasure(who, factors.clone(), [now, erase_at]).await? {
        ErasureResult::Begun { .. } => {}
        ErasureResult::Unknown => return Err(no_account()),
        ErasureResult::WrongFactor => return Err(wrong_factor(who, permit.client(), &factors)),
        ErasureResult::LastAdmin => {
            let detail = "you are the last admin: make another member an admin first";
            return Err(Problem::new(Kind::LastAdmin, detail));
        }
    }
    log_recovery_codes(who, permit.client(), &factors);
    SecurityEvent::ErasureBegun.log(who, permit.client());
    play.session_changed(who);
    play.games.jobs_added.notify_waiters();
    let cookie = [(header::SET_COOKIE, ended(play.public.as_deref()))];
    Ok((StatusCode::ACCEPTED, cookie, axum::Json(AccountErasure { erase_at: erase_at.as_millis() })))
}
