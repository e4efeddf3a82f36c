//! An HTTP API client that retries calls, because servers are killed and restarted during a stress test.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use faraday_wire::Problem;
use faraday_wire::live::{
    Ack, Challenge, CreatedChallenge, GameAction, JoinedGame, NewChallenge, NewGuest, OfferReference, Rematch,
    SentMove, Session, SharedGame,
};
use rand::rngs::SmallRng;
use reqwest::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::retry::Backoff;
use crate::site::Site;

/// The timeout of a call.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The time for which a call that must succeed is retried.
const RETRY_LIMIT: Duration = Duration::from_secs(120);

/// A client of the HTTP API, whose calls go to any node.
#[derive(Clone)]
pub struct Api {
    client: reqwest::Client,
    site: Site,
}

/// The reason why a call failed.
#[derive(Clone, Debug)]
pub enum Failure {
    Refused(Box<Problem>),
    /// No server answered, or it failed, so it is unknown if the request was executed.
    Unknown(String),
}

/// A request to be sent any number of times.
#[derive(Clone, Debug)]
pub struct Call {
    method: Method,
    path: String,
    token: Option<String>,
    key: Option<String>,
    body: Option<serde_json::Value>,
}

impl Call {
    /// Creates a request that only reads.
    pub fn get(path: impl Into<String>) -> Call {
        Call { method: Method::GET, path: path.into(), token: None, key: None, body: None }
    }

    /// Creates a request that has an effect.
    pub fn post(path: impl Into<String>, token: Option<&str>, body: &impl Serialize) -> Call {
        let body = serde_json::to_value(body).ok();
        Call { method: Method::POST, path: path.into(), token: token.map(str::to_owned), key: None, body }
    }

    /// Creates a request that deletes.
    pub fn delete(path: impl Into<String>, token: &str) -> Call {
        Call { method: Method::DELETE, ..Call::get(path).with_token(token) }
    }

    /// Adds the token of a session.
    #[must_use]
    pub fn with_token(self, token: &str) -> Call {
        Call { token: Some(token.to_owned()), ..self }
    }

    /// Adds an idempotency key, so that the request is executed only once.
    #[must_use]
    pub fn with_idempotency_key(self, id: &str) -> Call {
        Call { key: Some(id.to_owned()), ..self }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(problem) => write!(f, "refused as `{}`: {}", problem.kind, problem.detail),
            Failure::Unknown(what) => write!(f, "no answer: {what}"),
        }
    }
}

impl Failure {
    /// Returns true if the same call may succeed later.
    pub fn is_transient(&self) -> bool {
        match self {
            Failure::Unknown(_) => true,
            Failure::Refused(problem) => is_transient(problem.status),
        }
    }
}

/// Returns true for a status after which the same request may succeed later.
pub const fn is_transient(status: u16) -> bool {
    status == 429 || status >= 500
}

impl Api {
    /// Creates a client with a connection pool.
    pub fn new(site: Site) -> anyhow::Result<Api> {
        let client = reqwest::Client::builder().timeout(TIMEOUT).no_proxy().build().context("no HTTP client")?;
        Ok(Api { client, site })
    }

    /// Returns a random node.
    pub fn any_node(&self, rng: &mut SmallRng) -> usize {
        self.site.any(rng)
    }

    /// Calls a node once.
    pub async fn call<T: DeserializeOwned>(&self, node: usize, call: &Call) -> Result<T, Failure> {
        let url = format!("http://{}/api/v1{}", self.site.address(node), call.path);
        let mut request = self.client.request(call.method.clone(), url);
        if let Some(token) = &call.token {
            request = request.bearer_auth(token);
        }
        if let Some(key) = &call.key {
            request = request.header("idempotency-key", key);
        }
        if let Some(body) = &call.body {
            request = request.json(body);
        }
        let unknown = |error: reqwest::Error| Failure::Unknown(format!("{}: {error}", call.path));
        let response = request.send().await.map_err(unknown)?;
        let status = response.status();
        let text = response.text().await.map_err(unknown)?;
        if status.is_success() {
            let text = if text.is_empty() { "null" } else { &text };
            return serde_json::from_str(text)
                .map_err(|error| Failure::Unknown(format!("{}: {error}: {text}", call.path)));
        }
        match serde_json::from_str::<Problem>(&text) {
            Ok(problem) => Err(Failure::Refused(Box::new(problem))),
            Err(_) => Err(Failure::Unknown(format!("{}: {status}: {text}", call.path))),
        }
    }

    /// Calls random nodes until one answers.
    pub async fn call_with_retries<T: DeserializeOwned>(&self, rng: &mut SmallRng, call: &Call) -> anyhow::Result<T> {
        let begun = Instant::now();
        let mut backoff = Backoff::default();
        loop {
            match self.call(self.site.any(rng), call).await {
                Ok(answer) => return Ok(answer),
                Err(failure) if !failure.is_transient() || begun.elapsed() > RETRY_LIMIT => {
                    return Err(anyhow!("{} {}: {failure}", call.method, call.path));
                }
                Err(_) => tokio::time::sleep(backoff.next(rng)).await,
            }
        }
    }
}

/// Creates the request for a new guest.
pub fn guest(name: &str) -> Call {
    Call::post("/session/guest", None, &NewGuest { name: Some(name.to_owned()) })
}

/// Creates a guest and returns the session token.
pub async fn new_token(api: &Api, rng: &mut SmallRng, name: &str) -> anyhow::Result<String> {
    let session: Session = api.call_with_retries(rng, &guest(name)).await?;
    session.token.context("a new guest gets a token")
}

/// Creates a challenge, with retries.
pub async fn challenge(
    api: &Api,
    rng: &mut SmallRng,
    token: &str,
    new: &NewChallenge,
) -> anyhow::Result<CreatedChallenge> {
    api.call_with_retries(rng, &Call::post("/challenges", Some(token), new)).await
}

/// Accepts a challenge, with retries.
pub async fn accept(api: &Api, rng: &mut SmallRng, token: &str, id: &str) -> anyhow::Result<JoinedGame> {
    let call = Call::post(format!("/challenges/{id}/accept"), Some(token), &serde_json::json!({}));
    api.call_with_retries(rng, &call).await
}

/// Returns the current state of a challenge as its maker sees it.
pub async fn challenge_now(api: &Api, rng: &mut SmallRng, token: &str, id: &str) -> anyhow::Result<Challenge> {
    let call = Call::get(format!("/challenges/{id}")).with_token(token);
    api.call_with_retries(rng, &call).await
}

/// Offers or accepts a rematch of a game.
pub async fn rematch(api: &Api, rng: &mut SmallRng, token: &str, game: &str) -> anyhow::Result<Rematch> {
    let call = Call::post(format!("/games/{game}/rematch"), Some(token), &serde_json::json!({}));
    api.call_with_retries(rng, &call).await
}

/// Creates the request for a game.
pub fn game(id: &str) -> Call {
    Call::get(format!("/games/{id}"))
}

/// Reads a whole game from any nodes.
pub async fn read_game(api: &Api, rng: &mut SmallRng, id: &str) -> anyhow::Result<SharedGame> {
    let mut whole: SharedGame = api.call_with_retries(rng, &game(id)).await?;
    while whole.more {
        let rest: SharedGame =
            api.call_with_retries(rng, &Call::get(format!("/games/{id}?after={}", whole.seq))).await?;
        let acts = whole.acts.into_iter().chain(rest.acts).collect();
        whole = SharedGame { acts, ..rest };
    }
    Ok(whole)
}

/// Creates the request for a move.
pub fn moves(game: &str, token: &str, sent: &SentMove) -> Call {
    Call::post(format!("/games/{game}/moves"), Some(token), sent)
}

/// Creates the request for a player's action other than a move.
pub fn act(game: &str, token: &str, wanted: GameAction, to: Option<u64>) -> Call {
    let name = match wanted {
        GameAction::Resign => "resign",
        GameAction::Abort => "abort",
        GameAction::Draw => "draw",
        GameAction::Takeback => "takeback",
        GameAction::Yes => "yes",
        GameAction::No => "no",
        GameAction::GiveTime => "give-time",
        GameAction::ClaimWin => "claim-win",
        GameAction::ClaimDraw => "claim-draw",
        GameAction::ClaimTable => "claim-table",
    };
    Call::post(format!("/games/{game}/{name}"), Some(token), &OfferReference { to })
}

/// The result of a move or another action over HTTP.
pub type ActResult = Result<Ack, Failure>;
