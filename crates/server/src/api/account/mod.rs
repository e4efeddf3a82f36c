//! The HTTP API of accounts: sign-up, sign-in, second factors, links, and sessions of members.

pub mod confirm;
pub mod erasure;
pub mod export;
pub mod invitations;
pub mod password;
pub mod recovery;
pub mod reset;
pub mod sessions;
pub mod sign_in;
pub mod sign_up;
pub mod totp;

use faraday_store::{Factor, Member, PersonId};
use faraday_wire::live::Account;

use super::errors::AccountProblems;
use crate::client::{Client, ClientPermit};
use crate::people::Player;
use crate::problem::{Kind, Problem};
use crate::security_log::SecurityEvent;
use crate::shapes::role;

/// Get your account
#[utoipa::path(get, path = "/account", tag = "account", responses(
    (status = 200, description = "Your account", body = Account),
    AccountProblems,
))]
pub async fn account(_permit: ClientPermit, Player { who, play, .. }: Player) -> Result<axum::Json<Account>, Problem> {
    let member = play.store().member(who).await?.ok_or_else(no_account)?;
    Ok(axum::Json(shape(member)))
}

fn shape(member: Member) -> Account {
    Account {
        name: member.name,
        role: role(member.role),
        created_at: member.created_at.as_millis(),
        has_password: member.has_password,
        totp: member.has_totp,
        recovery_codes: member.recovery_codes,
    }
}

/// Logs the recovery codes among used factors.
fn log_recovery_codes<'a>(who: PersonId, client: Client, factors: impl IntoIterator<Item = &'a Factor>) {
    for factor in factors {
        if matches!(factor, Factor::Recovery { .. }) {
            SecurityEvent::RecoveryCodeUsed.log(who, client);
        }
    }
}

/// Returns the problem for a guest, who has no account.
fn no_account() -> Problem {
    Problem::new(Kind::NoAccount, "you are a guest: `POST /api/v1/account` makes you a member")
}
