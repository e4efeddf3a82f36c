//! Guests who get an account in the middle of a game: by sign-up, or by sign-in to a member who takes over their games.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use faraday_wire::live::{Credentials, NewAccount, Session};
use faraday_wire::{Problem, ProblemKind};
use rand::RngExt;
use rand::rngs::SmallRng;
use tokio::time::sleep;

use crate::api::{Api, Call, Failure};
use crate::retry::Backoff;

/// The maximum time for a change of account, over all tries.
const LIMIT: Duration = Duration::from_secs(120);

/// The password of all members.
const PASSWORD: &str = "siege engine 1453";

/// The way in which a guest gets an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountChange {
    /// The guest becomes a member.
    SignUp,
    /// The guest signs in as a member, who takes over the guest's games.
    Merge,
}

impl AccountChange {
    /// Chooses a change at random.
    pub fn random(rng: &mut SmallRng) -> AccountChange {
        if rng.random() { AccountChange::SignUp } else { AccountChange::Merge }
    }

    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            AccountChange::SignUp => "signed up",
            AccountChange::Merge => "merged",
        }
    }

    /// Changes the account of the guest with a session token. Returns the new session. A try without an answer may
    /// have succeeded, and its session is then lost.
    pub async fn run(self, api: &Api, rng: &mut SmallRng, token: &str) -> anyhow::Result<Session> {
        let name = format!("siege-{:012x}", rng.random::<u64>() >> 16);
        let new = NewAccount { name: name.clone(), password: PASSWORD.to_owned(), language: None };
        let credentials =
            Credentials { name, password: PASSWORD.to_owned(), code: None, keep_games: Some(true), keep_account: None };
        let begun = Instant::now();
        let as_guest = Some(token);
        let first = match self {
            AccountChange::SignUp => retry(api, rng, &Call::post("/account", as_guest, &new), begun).await?,
            AccountChange::Merge => {
                match retry(api, rng, &Call::post("/account", None, &new), begun).await? {
                    Err(problem) if problem.kind != ProblemKind::NameTaken => bail!("no member was made: {problem:?}"),
                    _ => {}
                }
                retry(api, rng, &Call::post("/session", as_guest, &credentials), begun).await?
            }
        };
        match first {
            Ok(session) => Ok(session),
            // An earlier try has succeeded, and ended the guest's session.
            Err(problem) if matches!(problem.kind, ProblemKind::NoSession | ProblemKind::NameTaken) => {
                let sign_in = Call::post("/session", None, &credentials);
                retry(api, rng, &sign_in, begun).await?.map_err(|problem| anyhow::anyhow!("no sign-in: {problem:?}"))
            }
            Err(problem) => bail!("refused: {problem:?}"),
        }
    }
}

/// Calls random nodes until one answers or refuses permanently.
async fn retry(
    api: &Api,
    rng: &mut SmallRng,
    call: &Call,
    begun: Instant,
) -> anyhow::Result<Result<Session, Box<Problem>>> {
    let mut backoff = Backoff::default();
    loop {
        let failure = match api.call(api.any_node(rng), call).await {
            Ok(session) => return Ok(Ok(session)),
            Err(Failure::Refused(problem)) if !Failure::Refused(problem.clone()).is_transient() => {
                return Ok(Err(problem));
            }
            Err(failure) => failure,
        };
        if begun.elapsed() > LIMIT {
            return Err(anyhow::anyhow!("{failure}")).context("a change of account got no answer");
        }
        sleep(backoff.next(rng)).await;
    }
}
