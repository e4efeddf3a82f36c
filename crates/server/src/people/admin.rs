//! The extractors for requests of admins and moderators, who have only a member's rights until they use an
//! authenticator app. Changes also need a code of it that was given in this session within the last 15 minutes.

use std::time::Duration;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::Method;
use axum::http::request::Parts;
use faraday_play::Timestamp;
use faraday_store::{PersonId, Role, SessionRights};

use super::visitor::Player;
use crate::play::Play;
use crate::problem::{Kind, Problem};

/// The time after a code in which changes are possible.
const CONFIRMED: Duration = Duration::from_secs(15 * 60);

/// The time without use after which reading needs another code.
const IDLE: Duration = Duration::from_secs(12 * 3600);

/// The minimum time between two updates of the last use, so that not every request is a write.
const TOUCH: Duration = Duration::from_secs(5 * 60);

/// An admin with an authenticator app and a fresh code. Other requests are refused.
pub struct Admin {
    pub who: PersonId,
    pub play: Play,
}

impl<S> FromRequestParts<S> for Admin
where
    S: Send + Sync,
    Play: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Admin, Problem> {
        let (who, play) = authorize(parts, state, Role::Admin).await?;
        Ok(Admin { who, play })
    }
}

/// A moderator or an admin, with an authenticator app and a fresh code. Other requests are refused.
pub struct Moderator {
    pub who: PersonId,
    pub play: Play,
}

impl<S> FromRequestParts<S> for Moderator
where
    S: Send + Sync,
    Play: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Moderator, Problem> {
        let (who, play) = authorize(parts, state, Role::Moderator).await?;
        Ok(Moderator { who, play })
    }
}

/// Checks that a request is by a person with a role, or one above it.
async fn authorize<S>(parts: &mut Parts, state: &S, least: Role) -> Result<(PersonId, Play), Problem>
where
    S: Send + Sync,
    Play: FromRef<S>,
{
    let is_reading = matches!(parts.method, Method::GET | Method::HEAD);
    let Player { who, token, play } = Player::from_request_parts(parts, state).await?;
    let rights = play.store().session_rights(&token).await?;
    let rights = rights.ok_or_else(|| Problem::new(Kind::NoSession, "the session has ended"))?;
    let now = play.now();
    check(&rights, least, is_reading, now)?;
    if rights.admin_at.is_none_or(|used_at| now.since(used_at) >= TOUCH) {
        play.store().use_admin_pages(&token, now).await?;
    }
    Ok((who, play))
}

fn check(rights: &SessionRights, least: Role, is_reading: bool, now: Timestamp) -> Result<(), Problem> {
    if rights.role.is_none_or(|role| role < least) {
        let who = if least == Role::Admin { "admins" } else { "moderators" };
        return Err(Problem::new(Kind::RoleNeeded, format!("this is for {who} of the site")));
    }
    if !rights.has_totp {
        return Err(totp_needed());
    }
    let is_within = |at: Option<Timestamp>, limit| at.is_some_and(|at| now.since(at) < limit);
    let is_confirmed = is_within(rights.confirmed_at, CONFIRMED);
    if is_confirmed || is_reading && is_within(rights.admin_at, IDLE) {
        return Ok(());
    }
    let detail = "this needs a code of your authenticator app again: send it to `POST /api/v1/account/confirm`";
    Err(Problem::new(Kind::ConfirmationNeeded, detail))
}

/// Returns the problem for a member without an authenticator app.
pub fn totp_needed() -> Problem {
    let detail = "this needs an authenticator app: `POST /api/v1/account/totp` begins to set one up";
    Problem::new(Kind::TotpNeeded, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3600 * 1000;

    fn kind(rights: &SessionRights, is_reading: bool, now: u64) -> Option<Kind> {
        check(rights, Role::Admin, is_reading, Timestamp::from_millis(now))
            .err()
            .map(|problem| problem.into_shape().kind)
    }

    #[test]
    fn rights_sleep_without_an_app_and_changes_need_a_code_of_the_last_15_minutes() {
        let at = |at| Some(Timestamp::from_millis(at));
        let awake = SessionRights { role: Some(Role::Admin), has_totp: true, confirmed_at: at(0), admin_at: at(0) };
        for role in [None, Some(Role::Member), Some(Role::Organizer), Some(Role::Moderator)] {
            assert_eq!(kind(&SessionRights { role, ..awake }, true, 1), Some(Kind::RoleNeeded));
        }
        let moderates = |role| {
            let rights = SessionRights { role: Some(role), ..awake };
            check(&rights, Role::Moderator, true, Timestamp::from_millis(1)).is_ok()
        };
        assert_eq!(Role::ALL.map(moderates), [false, false, true, true]);
        assert_eq!(kind(&SessionRights { has_totp: false, ..awake }, true, 1), Some(Kind::TotpNeeded));
        let never = SessionRights { confirmed_at: None, admin_at: None, ..awake };
        assert_eq!(kind(&never, true, 1), Some(Kind::ConfirmationNeeded));
        let quarter = HOUR / 4;
        assert_eq!([quarter - 1, quarter].map(|now| kind(&awake, false, now)), [None, Some(Kind::ConfirmationNeeded)]);
        let half_day = 12 * HOUR;
        assert_eq!([half_day - 1, half_day].map(|now| kind(&awake, true, now)), [None, Some(Kind::ConfirmationNeeded)]);
        // Reading goes on for as long as the pages are used.
        let used = SessionRights { admin_at: at(half_day - 1), ..awake };
        assert_eq!(kind(&used, true, half_day + 1), None);
        assert_eq!(kind(&used, false, half_day + 1), Some(Kind::ConfirmationNeeded));
    }
}
