//! Flooding clients, which create challenges as fast as they can.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use anyhow::Context;
use faraday_wire::live::{NewChallenge, Terms};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use reqwest::StatusCode;
use tokio::task::JoinSet;

use crate::api::{self, Api};
use crate::site::Site;

/// The number of concurrent requests from each address.
const IN_FLIGHT: u64 = 32;

/// The last byte of the first address.
const FIRST: u8 = 101;

/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Running clients. Dropping it stops them.
pub struct Flood {
    counts: Arc<FloodCounts>,
    _clients: JoinSet<anyhow::Result<()>>,
}

#[derive(Default)]
struct FloodCounts {
    made: AtomicU64,
    refused: AtomicU64,
}

impl Flood {
    pub async fn begin(site: &Site, addresses: u8) -> anyhow::Result<Flood> {
        let api = Api::new(site.clone())?;
        let (counts, mut clients) = (Arc::new(FloodCounts::default()), JoinSet::new());
        let terms = Terms::default();
        let new = NewChallenge {
            variant: faraday_variants::catalog()[0].id.to_owned(),
            terms,
            side: None,
            fen: None,
            to: None,
        };
        for address in 0..addresses {
            let from = IpAddr::V4(Ipv4Addr::new(127, 0, 0, FIRST + address));
            let client = reqwest::Client::builder().timeout(TIMEOUT).no_proxy().local_address(from).build();
            let client = client.context("no HTTP client")?;
            for seed in 0..IN_FLIGHT {
                let token = api::new_token(&api, &mut SmallRng::seed_from_u64(seed), "flood").await?;
                let request = client.post(format!("http://{}/api/v1/challenges", site.address(0)));
                let request = request.bearer_auth(token).json(&new).build()?;
                clients.spawn(repeat(client.clone(), request, Arc::clone(&counts)));
            }
        }
        Ok(Flood { counts, _clients: clients })
    }

    /// Returns the numbers of created challenges and of refused requests.
    pub fn counts(&self) -> [u64; 2] {
        [&self.counts.made, &self.counts.refused].map(|count| count.load(Relaxed))
    }
}

async fn repeat(client: reqwest::Client, request: reqwest::Request, counts: Arc<FloodCounts>) -> anyhow::Result<()> {
    loop {
        let request = request.try_clone().context("a request of JSON can be sent again")?;
        let is_made = client.execute(request).await.is_ok_and(|answer| answer.status() == StatusCode::CREATED);
        let count = if is_made { &counts.made } else { &counts.refused };
        count.fetch_add(1, Relaxed);
    }
}
