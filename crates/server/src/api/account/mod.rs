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

use faraday_store::{Factor, Member, PersonId, Profile};
use faraday_wire::live::Account;

use super::errors::AccountProblems;
use crate::client::{Client, ClientPermit};
use crate::people::Player;
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::security_log::SecurityEvent;
use crate::shapes::role;

/// Get your account
#[utoipa::path(get, path = "/account", tag = "account", responses(
    (status = 200, description = "Your account", body = Account),
    AccountProblems,
))]
pub async fn account(_permit: ClientPermit, Player { who, play, .. }: Player) -> Result<axum::Json<Account>, Problem> {
    own(&play, who).await
}

/// Returns the account of a person, as shown to that person.
pub(super) async fn own(play: &Play, who: PersonId) -> Result<axum::Json<Account>, Problem> {
    let member = play.store().member(who).await?.ok_or_else(no_account)?;
    let profile = play.store().profile(&member.name.to_ascii_lowercase()).await?.ok_or_else(no_account)?;
    Ok(axum::Json(shape(member, profile)))
}

fn shape(member: Member, profile: Profile) -> Account {
    Account {
        bio: profile.bio,
        shows_presence: profile.shows_presence,
        shows_games: profile.shows_games,
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
pub(super) fn no_account() -> Problem {
    Problem::new(Kind::NoAccount, "you are a guest: `POST /api/v1/account` makes you a member")
}
