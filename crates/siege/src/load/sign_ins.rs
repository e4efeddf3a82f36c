//! A flood of sign-ins: guesses of passwords from many client addresses, and a few right ones.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use faraday_wire::live::{Credentials, NewAccount};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::tally::LatencyHistogram;

/// The members who sign in among the guesses.
const MEMBERS: usize = 10;

/// Of this number of sign-ins, one has the right password.
const RIGHT: u32 = 50;

const PASSWORD: &str = "siege engine 1453";

/// The options of a server that takes client addresses from the flood's requests.
pub const OPTIONS: [&str; 3] = ["--behind-proxy", "--sign-up", "open"];

/// The answers to the sign-ins of a flood, by status, with their times. Without a status: the requests that failed.
#[derive(Clone, Default)]
pub struct Answers(Arc<Mutex<BTreeMap<Option<u16>, LatencyHistogram>>>);

/// A running flood.
pub struct SignInFlood {
    answers: Answers,
    running: JoinSet<anyhow::Result<()>>,
}

impl SignInFlood {
    /// Creates the members, and begins `rate` sign-ins a second.
    pub async fn start(server: SocketAddr, rate: u32) -> anyhow::Result<SignInFlood> {
        let client = reqwest::Client::builder().timeout(Duration::from_secs(30)).no_proxy().build()?;
        for number in 0..MEMBERS {
            let new = NewAccount { name: name(number), password: PASSWORD.to_owned(), language: None };
            let sent = client.post(format!("http://{server}/api/v1/account")).json(&new).send().await?;
            ensure!(sent.status().is_success(), "no sign-up: {}", sent.text().await?);
        }
        let (answers, mut running) = (Answers::default(), JoinSet::new());
        let counted = answers.clone();
        running.spawn(async move {
            let mut ticks = interval(Duration::from_secs(1) / rate);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
            let (mut rng, mut open) = (SmallRng::seed_from_u64(1), JoinSet::new());
            loop {
                ticks.tick().await;
                let is_right = rng.random_ratio(1, RIGHT);
                let credentials = Credentials {
                    name: name(rng.random_range(0..if is_right { MEMBERS } else { 1000 })),
                    password: if is_right { PASSWORD.to_owned() } else { format!("guess {}", rng.random::<u32>()) },
                    code: None,
                    keep_games: None,
                    keep_account: None,
                };
                let from = Ipv4Addr::from_bits(0x0a00_0000 | (rng.random::<u32>() >> 8));
                let request = client.post(format!("http://{server}/api/v1/session")).json(&credentials);
                let request = request.header("x-forwarded-for", from.to_string());
                let answers = counted.clone();
                open.spawn(async move {
                    let sent_at = Instant::now();
                    let status = request.send().await.ok().map(|answer| answer.status().as_u16());
                    let mut answers = answers.0.lock().unwrap_or_else(PoisonError::into_inner);
                    answers.entry(status).or_default().add(sent_at.elapsed());
                });
                while let Some(ended) = open.try_join_next() {
                    ended.context("a sign-in has failed")?;
                }
            }
        });
        Ok(SignInFlood { answers, running })
    }

    /// Stops the flood and returns the answers.
    pub fn stop(mut self) -> anyhow::Result<BTreeMap<Option<u16>, LatencyHistogram>> {
        if let Some(ended) = self.running.try_join_next() {
            ended??;
        }
        Ok(std::mem::take(&mut *self.answers.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn name(number: usize) -> String {
    format!("siege-{number}")
}
