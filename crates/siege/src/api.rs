//! The HTTP API, as a program calls it that loses its connections now and then.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use faraday_wire::Problem;
use faraday_wire::live::{
    BegunGame, Challenge, Done, MadeChallenge, NewChallenge, NewGuest, Referring, Rematch, SentMove, Session,
    SharedGame, Wanted,
};
use rand::rngs::SmallRng;
use reqwest::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::retry::Backoff;
use crate::site::Site;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a call that must succeed is repeated.
const PERSISTENCE: Duration = Duration::from_secs(120);

/// A caller of the API.
#[derive(Clone)]
pub struct Api {
    client: reqwest::Client,
    site: Site,
}

/// Why a call has no answer.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The server has refused it.
    Refused(Box<Problem>),
    /// No server has answered, or the answer says nothing: it may have been done or not.
    Unknown(String),
}

/// One call.
#[derive(Clone, Debug)]
pub struct Call {
    method: Method,
    path: String,
    token: Option<String>,
    key: Option<String>,
    body: Option<serde_json::Value>,
}

impl Call {
    /// To read something.
    pub fn get(path: impl Into<String>) -> Call {
        Call { method: Method::GET, path: path.into(), token: None, key: None, body: None }
    }

    /// To have something done.
    pub fn post(path: impl Into<String>, token: Option<&str>, body: &impl Serialize) -> Call {
        let body = serde_json::to_value(body).ok();
        Call { method: Method::POST, path: path.into(), token: token.map(str::to_owned), key: None, body }
    }

    /// Under a name, so that it is done once.
    #[must_use]
    pub fn named(self, id: &str) -> Call {
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
    /// Whether the same call may succeed later.
    pub fn is_passing(&self) -> bool {
        match self {
            Failure::Unknown(_) => true,
            Failure::Refused(problem) => is_passing(problem.status),
        }
    }
}

/// Whether a status says that the same request may succeed later.
pub const fn is_passing(status: u16) -> bool {
    status == 429 || status >= 500
}

impl Api {
    /// A caller that keeps its connections.
    pub fn new(site: Site) -> anyhow::Result<Api> {
        let client = reqwest::Client::builder().timeout(PATIENCE).no_proxy().build().context("no HTTP client")?;
        Ok(Api { client, site })
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
            return serde_json::from_str(&text)
                .map_err(|error| Failure::Unknown(format!("{}: {error}: {text}", call.path)));
        }
        match serde_json::from_str::<Problem>(&text) {
            Ok(problem) => Err(Failure::Refused(Box::new(problem))),
            Err(_) => Err(Failure::Unknown(format!("{}: {status}: {text}", call.path))),
        }
    }

    /// Calls any node until there is an answer.
    pub async fn insist<T: DeserializeOwned>(&self, rng: &mut SmallRng, call: &Call) -> anyhow::Result<T> {
        let begun = Instant::now();
        let mut backoff = Backoff::default();
        loop {
            match self.call(self.site.any(rng), call).await {
                Ok(answer) => return Ok(answer),
                Err(failure) if !failure.is_passing() || begun.elapsed() > PERSISTENCE => {
                    return Err(anyhow!("{} {}: {failure}", call.method, call.path));
                }
                Err(_) => tokio::time::sleep(backoff.next(rng)).await,
            }
        }
    }
}

/// A new guest.
pub fn guest(name: &str) -> Call {
    Call::post("/session/guest", None, &NewGuest { name: Some(name.to_owned()) })
}

/// The token of a new guest.
pub async fn new_token(api: &Api, rng: &mut SmallRng, name: &str) -> anyhow::Result<String> {
    let session: Session = api.insist(rng, &guest(name)).await?;
    session.token.context("a new guest gets a token")
}

/// A new challenge.
pub async fn challenge(
    api: &Api,
    rng: &mut SmallRng,
    token: &str,
    new: &NewChallenge,
) -> anyhow::Result<MadeChallenge> {
    api.insist(rng, &Call::post("/challenges", Some(token), new)).await
}

/// To accept a challenge, as often as it takes.
pub async fn accept(api: &Api, rng: &mut SmallRng, token: &str, id: &str) -> anyhow::Result<BegunGame> {
    let call = Call::post(format!("/challenges/{id}/accept"), Some(token), &serde_json::json!({}));
    api.insist(rng, &call).await
}

/// What has become of a challenge, as its maker sees it.
pub async fn challenge_now(api: &Api, rng: &mut SmallRng, token: &str, id: &str) -> anyhow::Result<Challenge> {
    let call = Call { token: Some(token.to_owned()), ..Call::get(format!("/challenges/{id}")) };
    api.insist(rng, &call).await
}

/// To play a game again.
pub async fn rematch(api: &Api, rng: &mut SmallRng, token: &str, game: &str) -> anyhow::Result<Rematch> {
    let call = Call::post(format!("/games/{game}/rematch"), Some(token), &serde_json::json!({}));
    api.insist(rng, &call).await
}

/// To read a game.
pub fn game(id: &str) -> Call {
    Call::get(format!("/games/{id}"))
}

/// To read a game, from any node.
pub async fn read_game(api: &Api, rng: &mut SmallRng, id: &str) -> anyhow::Result<SharedGame> {
    let mut whole: SharedGame = api.insist(rng, &game(id)).await?;
    while whole.more {
        let rest: SharedGame = api.insist(rng, &Call::get(format!("/games/{id}?after={}", whole.seq))).await?;
        let acts = whole.acts.into_iter().chain(rest.acts).collect();
        whole = SharedGame { acts, ..rest };
    }
    Ok(whole)
}

/// To move.
pub fn moves(game: &str, token: &str, sent: &SentMove) -> Call {
    Call::post(format!("/games/{game}/moves"), Some(token), sent)
}

/// To do something else in a game.
pub fn act(game: &str, token: &str, wanted: Wanted, to: Option<u64>) -> Call {
    let name = match wanted {
        Wanted::Resign => "resign",
        Wanted::Abort => "abort",
        Wanted::Draw => "draw",
        Wanted::Takeback => "takeback",
        Wanted::Yes => "yes",
        Wanted::No => "no",
        Wanted::GiveTime => "give-time",
        Wanted::ClaimWin => "claim-win",
        Wanted::ClaimDraw => "claim-draw",
    };
    Call::post(format!("/games/{game}/{name}"), Some(token), &Referring { to })
}

/// What answers a move or an act by HTTP.
pub type Answer = Result<Done, Failure>;
