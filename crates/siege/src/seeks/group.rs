//! A group of people who can only find each other, because no one else seeks games with their clock. They act in
//! rounds, and the results are checked after each round.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use faraday_wire::live::{ClockTerms, GameAction, GameList, JoinedGame, NewSeek, PostedSeek, SeekList, Terms};
use futures_util::stream::FuturesOrdered;
use futures_util::{StreamExt, TryStreamExt};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde::de::IgnoredAny;
use serde_json::Value;
use tokio::time::sleep;

use crate::api::{self, Api, Call, Failure};
use crate::tally::Tally;

/// The number of people in a group.
pub const PEOPLE: usize = 6;

/// The number of variants that people seek.
const VARIANTS: usize = 3;

/// The time for which a seek is offered after its session was last seen, minus a margin for the clocks of the nodes.
const OFFERED: Duration = Duration::from_secs(10);

/// The pause after a refusal for too many requests.
const LIMITED: Duration = Duration::from_millis(1500);

/// The expected kinds of problems, because others act at the same time.
const EXPECTED: [&str; 4] = ["not-now", "seek-over", "taken", "too-many-requests"];

/// The numbers of requests and their results.
#[derive(Clone, Default)]
pub struct SeekCounts {
    games: Arc<AtomicU64>,
    rounds: Arc<AtomicU64>,
    results: Arc<Mutex<BTreeMap<String, u64>>>,
}

impl SeekCounts {
    /// Returns the number of games that have begun.
    pub fn games(&self) -> u64 {
        self.games.load(Relaxed)
    }

    /// Returns the numbers as text.
    pub fn report(&self, took: Duration) -> String {
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let results: Vec<String> = results.iter().map(|(result, count)| format!("{result} {count}")).collect();
        let (games, rounds) = (self.games(), self.rounds.load(Relaxed));
        let rate = games as f64 / took.as_secs_f64();
        format!(
            "{games} games from seeks in {took:.1?} ({rate:.0}/s), {rounds} rounds\nrequests: {}",
            results.join(", ")
        )
    }

    fn count(&self, result: &Outcome) {
        let name = match result {
            Outcome::Begun(_) => "begun".to_owned(),
            Outcome::Waiting(_) => "waiting".to_owned(),
            Outcome::Refused(what) => what.clone(),
            Outcome::Unknown => "no answer".to_owned(),
        };
        *self.results.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_default() += 1;
    }
}

/// The result of seeking a game or taking a seek.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Outcome {
    Begun(String),
    Waiting(String),
    /// The kind and the reason of the problem.
    Refused(String),
    Unknown,
}

pub struct Group {
    number: usize,
    /// The tokens of the sessions.
    people: Vec<String>,
    api: Api,
    rng: SmallRng,
    tally: Tally,
    counts: SeekCounts,
}

impl Group {
    /// Creates a group.
    pub fn new(
        number: usize,
        people: Vec<String>,
        api: &Api,
        seed: u64,
        (tally, counts): (Tally, SeekCounts),
    ) -> Group {
        Group { number, people, api: api.clone(), rng: SmallRng::seed_from_u64(seed), tally, counts }
    }

    /// Plays a round: all members seek the same game, or take the same seeks, at once.
    pub async fn round(&mut self) -> anyhow::Result<()> {
        let begun_at = Instant::now();
        let is_press = self.rng.random();
        let variants: Vec<&str> = faraday_variants::catalog().iter().map(|entry| entry.id).take(VARIANTS).collect();
        let mut answers = Vec::new();
        if is_press {
            let calls = (0..PEOPLE).map(|who| self.seek(who, &variants)).collect();
            answers.extend(self.call_all(calls).await);
        } else {
            // One person has seeks for several games, which the others take at once.
            let maker = self.rng.random_range(0..PEOPLE);
            let number = self.rng.random_range(1..=variants.len());
            let mut seeks = Vec::new();
            for variant in &variants[..number] {
                let seek = self.seek(maker, &[variant]);
                let (_, outcome) = self.call_all(vec![seek]).await.remove(0);
                if let Outcome::Waiting(id) = &outcome {
                    seeks.push(id.clone());
                }
                answers.push((Request::Seek(maker), outcome));
            }
            let mut calls = Vec::new();
            for who in (0..PEOPLE).filter(|who| *who != maker) {
                let seek = if seeks.is_empty() { 0 } else { self.rng.random_range(0..seeks.len()) };
                match seeks.get(seek) {
                    Some(id) if self.rng.random_bool(0.6) => calls.push(self.take(who, id)),
                    _ => calls.push(self.seek(who, &variants)),
                }
            }
            if let Some(id) = seeks.first().filter(|_| self.rng.random_bool(0.2)) {
                calls.push((Request::Withdraw, Call::delete(format!("/seeks/{id}"), &self.people[maker])));
            }
            answers.extend(self.call_all(calls).await);
        }
        let took = begun_at.elapsed();
        self.check(is_press && took < OFFERED, &answers).await?;
        self.clear().await?;
        self.counts.rounds.fetch_add(1, Relaxed);
        if answers.iter().any(|(_, outcome)| matches!(outcome, Outcome::Refused(what) if what.starts_with("too-many")))
        {
            sleep(LIMITED).await;
        }
        Ok(())
    }

    fn seek(&self, who: usize, variants: &[&str]) -> (Request, Call) {
        // A base time that no other group has.
        let clock = ClockTerms { base_ms: 60_000 + 1000 * self.number as u64, increment_ms: 0 };
        let new = NewSeek {
            variants: variants.iter().map(|variant| (*variant).to_owned()).collect(),
            terms: vec![Terms { clock: Some(clock), rated: true, ..Terms::default() }],
            side: None,
            near: false,
            after: None,
        };
        (Request::Seek(who), Call::post("/seeks", Some(&self.people[who]), &new))
    }

    fn take(&self, who: usize, id: &str) -> (Request, Call) {
        let call = Call::post(format!("/seeks/{id}/take"), Some(&self.people[who]), &serde_json::json!({}));
        (Request::Take(who, id.to_owned()), call)
    }

    /// Sends requests at once, each to a random node.
    async fn call_all(&mut self, calls: Vec<(Request, Call)>) -> Vec<(Request, Outcome)> {
        let mut sent = FuturesOrdered::new();
        for (request, call) in calls {
            let node = self.api.any_node(&mut self.rng);
            let api = &self.api;
            sent.push_back(async move {
                let answer: Result<Value, Failure> = api.call(node, &call).await;
                let outcome = outcome(&request, answer);
                (request, outcome)
            });
        }
        let answers: Vec<_> = sent.collect().await;
        for (_, outcome) in answers.iter().filter(|(request, _)| !matches!(request, Request::Withdraw)) {
            self.counts.count(outcome);
        }
        answers
    }

    /// Checks the results of a round against the stored games.
    async fn check(&mut self, all_meet: bool, answers: &[(Request, Outcome)]) -> anyhow::Result<()> {
        let mut games: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for (who, running) in self.running().await?.into_iter().enumerate() {
            if running.len() > 1 {
                self.fail(&format!("a person is in {} rated games with a clock: {running:?}", running.len()), answers);
            }
            for game in running {
                games.entry(game).or_default().insert(who);
            }
        }
        self.counts.games.fetch_add(games.len() as u64, Relaxed);
        for (request, outcome) in answers {
            if let Outcome::Refused(what) = outcome
                && !EXPECTED.iter().any(|kind| what.starts_with(kind))
            {
                self.fail(&format!("{request:?} was refused as `{what}`"), answers);
            }
        }
        let mut takers: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for (request, outcome) in answers {
            let Outcome::Begun(game) = outcome else { continue };
            let (Request::Seek(who) | Request::Take(who, _)) = request else { continue };
            if !games.get(game).is_some_and(|players| players.len() == 2 && players.contains(who)) {
                self.fail(&format!("game {game} has begun for person {who}, and these run: {games:?}"), answers);
            }
            if let Request::Take(_, seek) = request {
                takers.entry(seek).or_default().insert(*who);
            }
        }
        for (seek, people) in takers.iter().filter(|(_, people)| people.len() > 1) {
            self.fail(&format!("seek {seek} was taken by {people:?}"), answers);
        }
        let alone = answers.iter().filter(|(request, outcome)| {
            let is_waiting = matches!(outcome, Outcome::Waiting(_));
            let Request::Seek(who) = request else { return false };
            is_waiting && !games.values().any(|players| players.contains(who))
        });
        let alone = alone.count();
        if all_meet && alone > 1 {
            self.fail(&format!("{alone} people sought the same game at once and did not find each other"), answers);
        }
        Ok(())
    }

    fn fail(&self, what: &str, answers: &[(Request, Outcome)]) {
        self.tally.failure(format!("group {}: {what}; {answers:?}", self.number));
    }

    /// Returns the running games of each person.
    async fn running(&mut self) -> anyhow::Result<Vec<Vec<String>>> {
        let mut games = FuturesOrdered::new();
        for token in &self.people {
            games.push_back(running(&self.api, SmallRng::from_rng(&mut self.rng), token));
        }
        games.try_collect().await
    }

    /// Ends all games and withdraws all seeks.
    async fn clear(&mut self) -> anyhow::Result<()> {
        let mut cleared = FuturesOrdered::new();
        for token in &self.people {
            cleared.push_back(clear(&self.api, SmallRng::from_rng(&mut self.rng), token));
        }
        cleared.try_collect().await
    }
}

/// Returns the running games of a person.
async fn running(api: &Api, mut rng: SmallRng, token: &str) -> anyhow::Result<Vec<String>> {
    let list = Call::get("/games?state=running").with_token(token);
    let list: GameList = api.call_with_retries(&mut rng, &list).await?;
    Ok(list.games.into_iter().map(|game| game.game).collect())
}

/// Ends the games of a person and withdraws the seeks.
async fn clear(api: &Api, mut rng: SmallRng, token: &str) -> anyhow::Result<()> {
    for game in running(api, SmallRng::from_rng(&mut rng), token).await? {
        end(api, &mut rng, &api::act(&game, token, GameAction::Resign, None)).await;
    }
    let list: SeekList = api.call_with_retries(&mut rng, &Call::get("/seeks").with_token(token)).await?;
    for seek in list.seeks.into_iter().filter(|seek| seek.yours) {
        end(api, &mut rng, &Call::delete(format!("/seeks/{}", seek.id), token)).await;
    }
    Ok(())
}

/// Sends a request to random nodes until one answers. A refusal means that the game or the seek is already over.
async fn end(api: &Api, rng: &mut SmallRng, call: &Call) {
    while let Err(failure) = api.call::<IgnoredAny>(api.any_node(rng), call).await {
        if !failure.is_transient() {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// A request of a member of the group.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Request {
    Seek(usize),
    Take(usize, String),
    Withdraw,
}

fn outcome(request: &Request, answer: Result<Value, Failure>) -> Outcome {
    let answer = match answer {
        Ok(answer) => answer,
        Err(Failure::Refused(problem)) if problem.status < 500 => {
            let reason = problem.reason.map(|reason| format!(" {reason:?}")).unwrap_or_default();
            return Outcome::Refused(format!("{}{reason}", problem.kind));
        }
        Err(_) => return Outcome::Unknown,
    };
    let game = match request {
        Request::Seek(_) => match serde_json::from_value::<PostedSeek>(answer) {
            Ok(PostedSeek { seek: Some(id), .. }) => return Outcome::Waiting(id),
            Ok(posted) => posted.game,
            Err(_) => None,
        },
        Request::Take(..) => serde_json::from_value::<JoinedGame>(answer).ok().map(|joined| joined.game),
        Request::Withdraw => None,
    };
    game.map_or(Outcome::Unknown, Outcome::Begun)
}
