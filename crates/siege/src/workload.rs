//! The workload of a stress test: all pairs of players, started and stopped together.

use std::time::Duration;

use anyhow::Context;
use clap::Args;
use faraday_wire::live::SharedGame;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::api::{self, Api};
use crate::checker::{DelayedDuplicates, compare};
use crate::pair::Pair;
use crate::player::{Environment, Policy};
use crate::site::Site;
use crate::tally::Tally;

/// The players of a test
#[derive(Args, Clone, Debug)]
pub struct WorkloadArguments {
    /// Concurrent games
    #[arg(long, value_name = "COUNT", default_value_t = 12)]
    games: usize,
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Maximum usual time to think before a move, in milliseconds
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 60)]
    think: u64,
    /// Moves after which a game is brought to an end
    #[arg(long, value_name = "COUNT", default_value_t = 120)]
    plies: usize,
}

/// All pairs while they play.
pub struct Workload {
    pairs: JoinSet<Vec<SharedGame>>,
    finish: watch::Sender<bool>,
    api: Api,
    rng: SmallRng,
}

impl Workload {
    /// Starts the players, who begin at once.
    pub async fn start(
        site: &Site,
        tally: &Tally,
        arguments: &WorkloadArguments,
        delayed_duplicates: DelayedDuplicates,
    ) -> anyhow::Result<Workload> {
        let api = Api::new(site.clone())?;
        let (finish, finished) = watch::channel(false);
        let policy =
            Policy { think: Duration::from_millis(arguments.think), by_http: 0.1, twice: 0.03, plies: arguments.plies };
        let environment = Environment {
            site: site.clone(),
            api: api.clone(),
            tally: tally.clone(),
            policy,
            delayed_duplicates,
            finish: finished,
        };
        let mut pairs = JoinSet::new();
        for number in 0..arguments.games {
            let pair = Pair::new(&environment, number, arguments.seed).await?;
            pairs.spawn(pair.play());
        }
        Ok(Workload { pairs, finish, api, rng: SmallRng::seed_from_u64(arguments.seed) })
    }

    /// Lets all games end and reads them again. They must not have changed since they ended.
    pub async fn finish(mut self, tally: &Tally, site: &Site) -> anyhow::Result<()> {
        self.finish.send_replace(true);
        let mut games = Vec::new();
        let all = async {
            while let Some(played) = self.pairs.join_next().await {
                games.extend(played.context("a pair has failed")?);
            }
            anyhow::Ok(())
        };
        timeout(Duration::from_secs(300), all).await.context("some games do not end")??;
        for game in &games {
            for node in 0..site.len() {
                let again: SharedGame = match self.api.call(node, &api::game(&game.game)).await {
                    Ok(again) => again,
                    // The node may be busy. Any other node will do, or the same one later.
                    Err(_) => api::read_game(&self.api, &mut self.rng, &game.game).await?,
                };
                tally.add_violations(compare(game, &again, &format!("node {node} after all")));
            }
        }
        Ok(())
    }
}
