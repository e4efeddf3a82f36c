//! The sign-up of members for a stress test.

use anyhow::{Context, bail};
use faraday_wire::ProblemKind;
use faraday_wire::live::{Credentials, NewAccount, Session};
use futures_util::{StreamExt, TryStreamExt, stream};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tokio::time::sleep;

use crate::api::{Api, Call, Failure};
use crate::retry::Backoff;

const PASSWORD: &str = "siege engine 1453";

/// The maximum number of concurrent sign-ups. A node computes few password hashes at once.
const AT_ONCE: usize = 3;

/// Signs members up. Returns the tokens of their sessions.
pub async fn sign_up(api: &Api, count: usize, seed: u64) -> anyhow::Result<Vec<String>> {
    let tokens = (0..count).map(|number| async move {
        let mut rng = SmallRng::seed_from_u64(seed.wrapping_add(number as u64));
        let session = member(api, &mut rng, number).await?;
        session.token.context("a new member gets a token")
    });
    stream::iter(tokens).buffered(AT_ONCE).try_collect().await
}

/// Signs a member up. If an earlier try succeeded but was not answered, the member signs in.
async fn member(api: &Api, rng: &mut SmallRng, number: usize) -> anyhow::Result<Session> {
    let (name, password) = (format!("seeker-{number}"), PASSWORD.to_owned());
    let new = NewAccount { name: name.clone(), password: password.clone(), language: None };
    let mut backoff = Backoff::default();
    loop {
        match api.call(number, &Call::post("/account", None, &new)).await {
            Ok(session) => return Ok(session),
            Err(Failure::Refused(problem)) if problem.kind == ProblemKind::NameTaken => break,
            Err(failure) if failure.is_transient() => sleep(backoff.next(rng)).await,
            Err(failure) => bail!("no sign-up: {failure}"),
        }
    }
    let credentials = Credentials { name, password, code: None, keep_games: None, keep_account: None };
    api.call_with_retries(rng, &Call::post("/session", None, &credentials)).await
}
