//! Challenges to a member by name, and blocks, which prevent games between two people.

use faraday_play::Terms;
use faraday_store::{BlockedBy, ChallengeId, DirectChallengeResult, NewChallenge, PersonId, Profile};
use faraday_wire::live::ChallengeEnd;

use super::Play;
use crate::bus::PersonMessage;
use crate::metrics;
use crate::problem::{Kind, Problem};

/// The lifetime of a challenge to a person: 5 minutes with a clock, which needs both at once, and otherwise 14 days.
pub(super) const fn direct_lifetime(terms: Terms) -> u64 {
    const MINUTE_MS: u64 = 60 * 1000;
    if terms.control().is_some() { 5 * MINUTE_MS } else { 14 * 24 * 60 * MINUTE_MS }
}

impl Play {
    /// Returns the profile of the member with a name, in any case.
    pub async fn profile(&self, name: &str) -> Result<Profile, Problem> {
        // A database would refuse some other characters.
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        let found = if is_name { self.store().profile(&name.to_ascii_lowercase()).await? } else { None };
        found.ok_or_else(|| Problem::new(Kind::NotFound, format!("no member has the name `{name}`")))
    }

    /// Returns the member with a name, if the maker may challenge them.
    pub(super) async fn opponent(&self, maker: PersonId, name: &str) -> Result<PersonId, Problem> {
        // A person who is blocked could return as another guest.
        if self.store().member(maker).await?.is_none() {
            let detail = "a challenge to a member needs an account: sign up, or send a link instead";
            return Err(Problem::new(Kind::NoAccount, detail));
        }
        let profile = self.profile(name).await.map_err(|problem| problem.at("to"))?;
        if profile.who == maker {
            return Err(Problem::new(Kind::BadName, "you cannot challenge yourself").at("to"));
        }
        if profile.is_disabled {
            return Err(unavailable().at("to"));
        }
        Ok(profile.who)
    }

    /// Stores a challenge to a person, and notifies the person.
    pub(super) async fn challenge_person(
        &self,
        opponent: PersonId,
        new: &NewChallenge,
    ) -> Result<ChallengeId, Problem> {
        match self.store().challenge_person(opponent, new).await? {
            DirectChallengeResult::Added(id) => {
                self.hub.send(opponent, &PersonMessage::invited(id));
                metrics::notice_added("challenge");
                self.announce_notices(opponent).await?;
                self.games.jobs_added.notify_waiters();
                Ok(id)
            }
            DirectChallengeResult::Blocked(by) => Err(blocked(by).at("to")),
            DirectChallengeResult::Unavailable => Err(unavailable().at("to")),
        }
    }

    /// Blocks a person, and notifies both of the challenges between them that are closed by that.
    pub async fn block(&self, who: PersonId, other: PersonId) -> Result<(), Problem> {
        for challenge in self.store().block(who, other, self.now()).await? {
            let (id, before) = (challenge.id, challenge.new.rematch_of);
            let end = if challenge.new.maker == who { ChallengeEnd::Withdrawn } else { ChallengeEnd::Declined };
            self.note_over(id, before);
            for person in [who, other] {
                self.hub.send(person, &PersonMessage::unchallenged(id, end, before));
                self.read_notice_of_challenge(person, id).await;
            }
        }
        Ok(())
    }
}

/// Returns the problem for a game between two people, one of whom has blocked the other.
pub(super) fn blocked(by: BlockedBy) -> Problem {
    Problem::new(
        Kind::Blocked,
        match by {
            BlockedBy::Actor => "you have blocked this person: unblock them first",
            BlockedBy::Other => "this person does not accept games with you",
        },
    )
}

/// Returns the problem for a challenge to another person.
pub fn for_another() -> Problem {
    Problem::new(Kind::NotYours, "this challenge is for another person: sign in as that person to see it")
}

pub(super) fn unavailable() -> Problem {
    Problem::new(Kind::AccountDisabled, "the account of this player is disabled or closed")
}
