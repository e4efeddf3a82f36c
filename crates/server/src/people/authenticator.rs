//! The check of a member's credentials: name, password, and the code of a second factor.

use std::time::{Duration, SystemTime};

use faraday_play::Timestamp;
use faraday_store::{Factor, PersonId, Totp};

use super::LONGEST_NAME;
use super::admin::totp_needed;
use super::password::Password;
use super::password_hasher::PasswordHasher;
use super::recovery_code::RecoveryCode;
use super::totp::TotpSecret;
use crate::client::Client;
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::rate_limits::GuessLimit;
use crate::security_log::SecurityEvent;

/// The check of credentials, with its limits.
#[derive(Clone)]
pub struct Authenticator {
    pub hasher: PasswordHasher,
    pub guesses: GuessLimit,
}

/// The credentials in a request.
#[derive(Clone, Copy)]
pub struct GivenCredentials<'a> {
    pub name: &'a str,
    pub password: &'a str,
    pub code: Option<&'a str>,
}

/// The credentials in a request with a recovery code, which replaces the password.
#[derive(Clone, Copy)]
pub struct GivenRecovery<'a> {
    pub name: &'a str,
    pub recovery: &'a str,
    pub code: Option<&'a str>,
}

/// A member with factors that replace the password. The store uses them up, and refuses a used one.
pub struct RecoveredMember {
    pub who: PersonId,
    /// The time at which the account is to be erased, if the member has closed it.
    pub erase_at: Option<Timestamp>,
    pub factors: Vec<Factor>,
}

/// A member whose credentials are right, except that they may have been used or changed meanwhile.
pub struct VerifiedMember {
    pub who: PersonId,
    /// The time at which the account is to be erased, if the member has closed it.
    pub erase_at: Option<Timestamp>,
    /// The password, and the second factor if the member has one. The store checks them again and uses them up.
    pub factors: Vec<Factor>,
}

impl Authenticator {
    /// Checks the name and the password, and then the code if the member has an authenticator app. All answers to a
    /// wrong name or password are the same, and take the same time.
    pub async fn verify(
        &self,
        play: &Play,
        client: Client,
        given: GivenCredentials<'_>,
    ) -> Result<VerifiedMember, Problem> {
        let key = self.admit(client, given.name)?;
        let found = play.store().credentials(&key).await?;
        let hash = found.as_ref().and_then(|found| found.password.clone());
        let password_factor = Factor::Password { hash: hash.clone().unwrap_or_default() };
        let who = found.as_ref().map(|found| found.session.who);
        let wrong = || {
            SecurityEvent::WrongPassword.log(who, client);
            wrong_credentials()
        };
        // No member has a password that cannot be chosen.
        let password = Password::choose(given.password).map_err(|_| wrong())?;
        let is_right = self.hasher.verify(client, password, hash).await?;
        let found = found.filter(|_| is_right).ok_or_else(wrong)?;
        let who = found.session.who;
        if found.is_disabled {
            SecurityEvent::DisabledSignIn.log(who, client);
            return Err(disabled());
        }
        let mut factors = vec![password_factor];
        match (found.totp, given.code) {
            (None, _) => {}
            (Some(_), None) => return Err(code_needed()),
            (Some(totp), Some(code)) => factors.push(factor(play, client, who, (&totp, code)).await?),
        }
        Ok(VerifiedMember { who, erase_at: found.erase_at, factors })
    }

    /// Returns the time step of a code of a member's authenticator app, which the store uses up.
    pub async fn confirm(&self, play: &Play, client: Client, name: &str, code: &str) -> Result<u64, Problem> {
        let key = self.admit(client, name)?;
        // A session has begun, so its member exists.
        let found = play.store().credentials(&key).await?.ok_or_else(wrong_credentials)?;
        let who = found.session.who;
        match totp_factor(play, client, who, (&found.totp.ok_or_else(totp_needed)?, code)).await? {
            Factor::Totp { step } => Ok(step),
            Factor::Password { .. } | Factor::Recovery { .. } => Err(wrong_code(who, client)),
        }
    }

    /// Checks the name and the recovery code, and then the TOTP code if the member has an authenticator app.
    pub async fn recover(
        &self,
        play: &Play,
        client: Client,
        given: GivenRecovery<'_>,
    ) -> Result<RecoveredMember, Problem> {
        let key = self.admit(client, given.name)?;
        let found = play.store().credentials(&key).await?;
        let who = found.as_ref().map(|found| found.session.who);
        let wrong = || {
            SecurityEvent::WrongRecoveryCode.log(who, client);
            wrong_recovery()
        };
        let hash = RecoveryCode::parse(given.recovery).ok_or_else(wrong)?.hash();
        let found = found.ok_or_else(wrong)?;
        let who = found.session.who;
        if !play.store().has_recovery_code(who, &hash).await? {
            return Err(wrong());
        }
        if found.is_disabled {
            SecurityEvent::DisabledSignIn.log(who, client);
            return Err(disabled());
        }
        let mut factors = vec![Factor::Recovery { hash }];
        match (found.totp, given.code) {
            (None, _) => {}
            (Some(_), None) => return Err(code_needed()),
            (Some(totp), Some(code)) => factors.push(totp_factor(play, client, who, (&totp, code)).await?),
        }
        Ok(RecoveredMember { who, erase_at: found.erase_at, factors })
    }

    /// Admits a guess, and returns the name in lower case.
    fn admit(&self, client: Client, name: &str) -> Result<String, Problem> {
        // Longer names belong to no one, and must not take memory in the limits.
        let key: String = name.chars().take(LONGEST_NAME + 1).collect::<String>().to_ascii_lowercase();
        self.guesses.admit(client, &key)?;
        Ok(key)
    }
}

/// Returns the problem for a missing code.
fn code_needed() -> Problem {
    let detail = "this account needs the code of its authenticator app, or a recovery code, as `code`";
    Problem::new(Kind::CodeNeeded, detail).at("code")
}

/// Returns the second factor of a code: a TOTP code or a recovery code.
async fn factor(play: &Play, client: Client, who: PersonId, (totp, code): (&Totp, &str)) -> Result<Factor, Problem> {
    match RecoveryCode::parse(code) {
        Some(code) => Ok(Factor::Recovery { hash: code.hash() }),
        None => totp_factor(play, client, who, (totp, code)).await,
    }
}

/// Returns the second factor of a TOTP code.
async fn totp_factor(
    play: &Play,
    client: Client,
    who: PersonId,
    (totp, code): (&Totp, &str),
) -> Result<Factor, Problem> {
    let now = play.now();
    if let Some(until) = totp.refused_until.filter(|until| *until > now) {
        return Err(too_many_codes(until.since(now)));
    }
    let secret = TotpSecret::parse(&totp.secret).ok_or_else(|| {
        tracing::error!("the authenticator app of person {who} cannot be read");
        Problem::new(Kind::Internal, "something went wrong while answering")
    })?;
    // Apps show a code with a space in its middle.
    let code: String = code.chars().filter(|char| !char.is_whitespace()).collect();
    // The clock of the system, because that of the node is not set back after it has been fast.
    match secret.step_of(&code, SystemTime::now()) {
        Some(step) => Ok(Factor::Totp { step }),
        None => {
            play.store().count_wrong_code(who, now).await?;
            Err(wrong_code(who, client))
        }
    }
}

fn too_many_codes(wait: Duration) -> Problem {
    let minutes = wait.as_secs().div_ceil(60).max(1);
    let detail = format!("too many wrong codes: try again in {minutes} minutes, or use a recovery code");
    Problem::new(Kind::TooManyRequests, detail).retry_after(wait)
}

fn wrong_credentials() -> Problem {
    Problem::new(Kind::WrongCredentials, "no member has this name and this password")
}

fn wrong_recovery() -> Problem {
    Problem::new(Kind::WrongCredentials, "no member has this name and this recovery code")
}

/// Returns the problem for a disabled account.
pub fn disabled() -> Problem {
    Problem::new(Kind::AccountDisabled, "this account is disabled: ask an admin of the site")
}

/// Returns the problem for factors that the store has refused, and logs it. Without a code among them, the password has
/// been changed since it was verified.
pub fn wrong_factor(who: PersonId, client: Client, factors: &[Factor]) -> Problem {
    if factors.iter().all(|factor| matches!(factor, Factor::Password { .. })) {
        SecurityEvent::WrongPassword.log(Some(who), client);
        return wrong_credentials();
    }
    wrong_code(who, client)
}

/// Returns the problem for a code that is wrong or has been used, and logs it.
pub fn wrong_code(who: PersonId, client: Client) -> Problem {
    SecurityEvent::WrongCode.log(who, client);
    let detail = "the code is wrong or has been used: enter the next one. If none works, the clock of the phone or of \
        the server is wrong";
    Problem::new(Kind::WrongCode, detail).at("code")
}
