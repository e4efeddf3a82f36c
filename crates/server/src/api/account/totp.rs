//! Handlers for the authenticator app and the recovery codes of a member.

use std::time::SystemTime;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use faraday_store::{CredentialResult, Factor};
use faraday_wire::live::{self, ConfirmedTotp, CurrentCredentials, CurrentPassword, NewTotp, RecoveryCodes, TotpCode};

use super::{log_recovery_codes, no_account};
use crate::api::errors::{ConfirmTotpProblems, TotpProblems};
use crate::api::play::session::{NewSession, SessionResponse};
use crate::client::ClientPermit;
use crate::people::{Authenticator, GivenCredentials, Player, RecoveryCode, TotpSecret, wrong_code, wrong_factor};
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::request::Json;
use crate::security_log::SecurityEvent;

/// Start setting up an authenticator app
///
/// The app is not in use before `POST /account/totp/confirm`. Another request replaces the secret.
#[utoipa::path(post, path = "/account/totp", tag = "account", operation_id = "begin_totp", request_body = CurrentPassword,
    responses(
        (status = 200, description = "The secret of the app", body = NewTotp),
        TotpProblems,
    ))]
pub async fn begin(
    State(authenticator): State<Authenticator>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    headers: HeaderMap,
    Json(CurrentPassword { password }): Json<CurrentPassword>,
) -> Result<axum::Json<NewTotp>, Problem> {
    let on = || Problem::new(Kind::TotpOn, "your account has an authenticator app: remove it first");
    let member = play.store().member(who).await?.ok_or_else(no_account)?;
    if member.has_totp {
        return Err(on());
    }
    let given = GivenCredentials { name: &member.name, password: &password, code: None };
    authenticator.verify(&play, permit.client(), given).await?;
    let secret = TotpSecret::random();
    if !play.store().begin_totp(who, &secret.to_base32()).await? {
        return Err(on());
    }
    Ok(axum::Json(NewTotp { uri: secret.uri(&site(&play, &headers), &member.name), secret: secret.to_base32() }))
}

/// Confirm the authenticator app with its first code
///
/// From now on, signing in needs a code of the app. All sessions end, and a new one begins. After ten wrong codes, the
/// app must be set up again.
#[utoipa::path(post, path = "/account/totp/confirm", tag = "account", operation_id = "confirm_totp",
    request_body = TotpCode, responses(
        (status = 201, description = "The recovery codes, which are only shown here, and a new session", body = ConfirmedTotp),
        ConfirmTotpProblems,
    ))]
pub async fn confirm(
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    headers: HeaderMap,
    Json(TotpCode { code }): Json<TotpCode>,
) -> Result<impl IntoResponse, Problem> {
    let pending = play.store().pending_totp(who).await?.ok_or_else(off)?;
    let secret = TotpSecret::parse(&pending).ok_or_else(off)?;
    let Some(step) = secret.step_of(&code, SystemTime::now()) else {
        play.store().count_wrong_code(who, play.now()).await?;
        return Err(wrong_code(who, permit.client()));
    };
    let codes = RecoveryCode::random_set();
    let hashes = codes.each_ref().map(RecoveryCode::hash);
    let new_session = NewSession::now(&play, &headers);
    match play.store().confirm_totp(who, step, &hashes, &new_session.stored).await? {
        CredentialResult::Changed(session) => {
            SecurityEvent::TotpOn.log(who, permit.client());
            play.session_changed(who);
            let (status, cookie, axum::Json(session)) = new_session.response(&session, &play, &headers);
            let recovery_codes = codes.iter().map(RecoveryCode::shown).collect();
            Ok((status, cookie, axum::Json(ConfirmedTotp { recovery_codes, session })))
        }
        CredentialResult::WrongFactor => Err(off()),
    }
}

/// Remove the authenticator app
///
/// The recovery codes become invalid. All sessions end, and a new one begins.
#[utoipa::path(delete, path = "/account/totp", tag = "account", operation_id = "remove_totp",
    request_body = CurrentCredentials, responses(
        (status = 201, description = "A new session; its token is only shown here", body = live::Session),
        TotpProblems,
    ))]
pub async fn remove(
    State(authenticator): State<Authenticator>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    headers: HeaderMap,
    Json(CurrentCredentials { password, code }): Json<CurrentCredentials>,
) -> Result<SessionResponse, Problem> {
    let member = play.store().member(who).await?.ok_or_else(no_account)?;
    let given = GivenCredentials { name: &member.name, password: &password, code: code.as_deref() };
    let verified = authenticator.verify(&play, permit.client(), given).await?;
    let new_session = NewSession::now(&play, &headers);
    let factors = verified.factors;
    if factors.iter().all(|factor| matches!(factor, Factor::Password { .. })) {
        return Err(off());
    }
    match play.store().remove_totp(who, factors.clone(), &new_session.stored).await? {
        CredentialResult::Changed(session) => {
            log_recovery_codes(who, permit.client(), &factors);
            SecurityEvent::TotpOff.log(who, permit.client());
            play.session_changed(who);
            Ok(new_session.response(&session, &play, &headers))
        }
        CredentialResult::WrongFactor => Err(wrong_factor(who, permit.client(), &factors)),
    }
}

/// Replace your recovery codes
///
/// Each replaces a password or a code of the authenticator app once. Earlier codes become invalid.
#[utoipa::path(post, path = "/account/recovery-codes", tag = "account", operation_id = "replace_recovery_codes",
    request_body = CurrentCredentials, responses(
        (status = 201, description = "The recovery codes, which are only shown here", body = RecoveryCodes),
        TotpProblems,
    ))]
pub async fn replace_recovery_codes(
    State(authenticator): State<Authenticator>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
    Json(CurrentCredentials { password, code }): Json<CurrentCredentials>,
) -> Result<(StatusCode, axum::Json<RecoveryCodes>), Problem> {
    let member = play.store().member(who).await?.ok_or_else(no_account)?;
    let given = GivenCredentials { name: &member.name, password: &password, code: code.as_deref() };
    let verified = authenticator.verify(&play, permit.client(), given).await?;
    let codes = RecoveryCode::random_set();
    let hashes = codes.each_ref().map(RecoveryCode::hash);
    let factors = verified.factors;
    if !play.store().replace_recovery_codes(who, factors.clone(), &hashes, play.now()).await? {
        return Err(wrong_factor(who, permit.client(), &factors));
    }
    log_recovery_codes(who, permit.client(), &factors);
    SecurityEvent::RecoveryCodesReplaced.log(who, permit.client());
    let recovery_codes = codes.iter().map(RecoveryCode::shown).collect();
    Ok((StatusCode::CREATED, axum::Json(RecoveryCodes { recovery_codes })))
}

fn off() -> Problem {
    Problem::new(Kind::TotpOff, "there is no authenticator app: `POST /api/v1/account/totp` begins to set one up")
}

/// Returns the name of the site in an authenticator app: its host.
fn site(play: &Play, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("Faraday");
    let public = play.public.as_ref().map(ToString::to_string);
    public.as_deref().and_then(|public| public.split("://").nth(1)).unwrap_or(host).to_owned()
}
