//! Correspondence games in a stress test. They are imported with acts that happened hours or days ago, so that
//! deadlines, reminders, and ends of leave come during the test. A push service receives the notices of their players.

mod circles;
mod dump;
mod imported_game;
mod players;
mod push_service;

use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use faraday_wire::live::{Notice, NoticeList, SharedGame};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;

use crate::api::{self, Api, Call};
use crate::checker::{self, DelayedDuplicates, Delivery, Evidence, Findings, Period, Readiness, TimedFault};
use crate::processes::Binary;
use crate::site::{Fault, InjectedFault, Site, wall_clock};
use crate::tally::{CorrespondenceCounts, Tally};
use circles::Circle;
use players::Players;
use push_service::PushService;

/// The time from the import to the first moment of a game, in which the site starts.
const START: Duration = Duration::from_secs(10);

/// The time at the end in which the players still move, without faults.
const CALM: Duration = Duration::from_secs(8);

/// The time after which nothing more is expected: the limit of a notice, with the leases of dead nodes.
const PATIENCE: Duration = Duration::from_secs(210);

/// The interval between checks for what is still missing.
const POLL: Duration = Duration::from_secs(2);

/// The interval between questions if a node is ready.
const PROBE: Duration = Duration::from_millis(100);

/// Correspondence games
#[derive(Args, Clone, Debug)]
pub struct CorrespondenceArguments {
    /// Pairs of correspondence players, with three games each
    #[arg(long, value_name = "COUNT", default_value_t = 24)]
    correspondence: usize,
}

/// Imported games, before the site starts.
pub struct ImportedCircles {
    circles: Vec<Circle>,
    push: PushService,
    seed: u64,
    /// The period in which the moments of the games come.
    period: Period,
    /// The time after the import, before any node started.
    imported_at: u64,
}

/// The correspondence games of a running site.
pub struct Correspondence {
    players: Vec<Players>,
    tasks: JoinSet<anyhow::Result<()>>,
    push: PushService,
    readiness: Arc<Mutex<Readiness>>,
    probes: Vec<JoinHandle<()>>,
    finish: watch::Sender<bool>,
    period: Period,
    imported_at: u64,
    delayed_duplicates: DelayedDuplicates,
    api: Api,
    rng: SmallRng,
}

impl ImportedCircles {
    /// Imports the games into a new database. Their moments come within a period from the start of the site.
    pub async fn import(
        arguments: &CorrespondenceArguments,
        binary: &Binary,
        database: &str,
        folder: &Path,
        (seed, duration): (u64, Duration),
    ) -> anyhow::Result<ImportedCircles> {
        let push = PushService::start(folder).await?;
        let mut rng = SmallRng::seed_from_u64(seed);
        let now = wall_clock();
        let from = now + START.as_millis() as u64;
        let period = Period { from, until: from + duration.as_millis() as u64 };
        let circles = (0..arguments.correspondence)
            .map(|number| Circle::new(number, period, &mut rng))
            .collect::<anyhow::Result<Vec<Circle>>>()?;
        let file = folder.join("correspondence.jsonl");
        std::fs::write(&file, dump::lines(&circles, &push.subscription, now)?.join("\n"))?;
        let mut import = binary.command(&[]);
        import.args(["database", "import"]).arg(&file).args(["--database", database]);
        let output = import.stdin(Stdio::null()).kill_on_drop(true).output().await?;
        let said = || String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(output.status.success(), "the import failed: {}", said());
        Ok(ImportedCircles { circles, push, seed, period, imported_at: wall_clock() })
    }

    /// Returns the options with which nodes send notices to the push service.
    pub fn options(&self) -> [String; 2] {
        ["--push-host".to_owned(), self.push.host.clone()]
    }

    /// Returns the file with the certificate of the push service's authority.
    pub fn authority(&self) -> &Path {
        &self.push.authority
    }

    /// Starts the players, once the site is ready.
    pub fn start(self, site: &Site, delayed_duplicates: DelayedDuplicates) -> anyhow::Result<Correspondence> {
        let ImportedCircles { circles, push, seed, period, imported_at } = self;
        let api = Api::new(site.clone())?;
        let (finish, finished) = watch::channel(false);
        let players: Vec<Players> = (seed..)
            .zip(circles)
            .map(|(seed, circle)| Players::new(Arc::new(circle), api.clone(), seed, finished.clone()))
            .collect();
        let mut tasks = JoinSet::new();
        for players in &players {
            tasks.spawn(players.clone().act());
        }
        let readiness = Arc::new(Mutex::new(Readiness::of(site.len())));
        let probes = (0..site.len()).map(|node| tokio::spawn(probe(site.clone(), node, Arc::clone(&readiness))));
        let probes = probes.collect();
        let rng = SmallRng::seed_from_u64(seed);
        Ok(Correspondence {
            players,
            tasks,
            push,
            readiness,
            probes,
            finish,
            period,
            imported_at,
            delayed_duplicates,
            api,
            rng,
        })
    }
}

/// Records forever when a node is ready.
async fn probe(site: Site, node: usize, readiness: Arc<Mutex<Readiness>>) {
    let Ok(client) = reqwest::Client::builder().timeout(Duration::from_secs(1)).no_proxy().build() else { return };
    let url = format!("http://{}/api/v1/health/ready", site.address(node));
    loop {
        let sent = wall_clock();
        let answer = client.get(&url).send().await;
        let is_ready = answer.is_ok_and(|answer| answer.status().is_success());
        {
            let mut readiness = readiness.lock().unwrap_or_else(PoisonError::into_inner);
            readiness.faults = site.faults().iter().map(timed).collect();
            if is_ready { readiness.note_ready(node, sent, wall_clock()) } else { readiness.note_failure(node) }
        }
        sleep(PROBE).await;
    }
}

fn timed(fault: &InjectedFault) -> TimedFault {
    TimedFault { at: fault.time, node: fault.node, is_database: fault.kind == Fault::Database }
}

impl Correspondence {
    /// Waits until all notices have come, and checks all games. No more faults must happen.
    pub async fn finish(mut self, tally: &Tally) -> anyhow::Result<()> {
        let last = Duration::from_millis(self.period.until.saturating_sub(wall_clock()));
        sleep(last.max(CALM)).await;
        self.finish.send_replace(true);
        while let Some(done) = self.tasks.join_next().await {
            done.context("a player has failed")??;
        }
        let asked = Instant::now();
        let (mut open, mut done) = (self.players.clone(), CorrespondenceCounts::default());
        loop {
            let mut left = Vec::new();
            let is_last = asked.elapsed() > PATIENCE;
            for players in std::mem::take(&mut open) {
                let findings = self.check(&players).await?;
                if findings.iter().any(|findings| findings.pending > 0) && !is_last {
                    left.push(players);
                } else {
                    findings.into_iter().for_each(|findings| done.add(findings, tally));
                }
            }
            if left.is_empty() {
                break;
            }
            open = left;
            sleep(POLL).await;
        }
        if let Some(missing) = done.missing().filter(|_| self.players.len() >= circles::THEMES.len()) {
            tally.failure(format!("the correspondence games had {missing}"));
        }
        tally.counts().correspondence = Some(done);
        Ok(())
    }

    /// Reads the games of a circle and checks them.
    async fn check(&mut self, players: &Players) -> anyhow::Result<Vec<Findings>> {
        let circle = Arc::clone(&players.circle);
        let mut games: Vec<SharedGame> = Vec::new();
        for game in &circle.games {
            games.push(api::read_game(&self.api, &mut self.rng, &game.id).await?);
        }
        let mut notices: [Vec<Notice>; 2] = Default::default();
        for (person, notices) in circle.people.iter().zip(&mut notices) {
            *notices = self.notices(&person.token).await?;
        }
        let read_at = wall_clock();
        let deliveries = self.push.deliveries();
        let readiness = self.readiness.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let record = players.record.lock().unwrap_or_else(PoisonError::into_inner);
        let devices = circle.people.each_ref().map(|person| person.devices.as_slice());
        let findings = games.iter().zip(&circle.games).zip(&record.histories).map(|((game, imported), histories)| {
            let of = |side: usize| {
                let is_its = |delivery: &&Delivery| {
                    delivery.game.as_ref() == Some(&game.game) && devices[side].contains(&delivery.device)
                };
                deliveries.iter().filter(is_its).collect()
            };
            let evidence = Evidence {
                game,
                imported: imported.imported.acts.last().map_or(0, |act| act.seq),
                leaves: record.leaves.each_ref().map(Vec::as_slice),
                notices: notices
                    .each_ref()
                    .map(|notices| notices.iter().filter(|notice| notice.game.as_ref() == Some(&game.game)).collect()),
                deliveries: [of(0), of(1)],
                devices,
                readiness: &readiness,
                imported_at: self.imported_at,
                read_at,
            };
            let mut findings = checker::check_correspondence(&evidence);
            findings.violations.extend(checker::check_without_views(game, histories, self.delayed_duplicates));
            findings
        });
        Ok(findings.collect())
    }

    /// Returns all notices of a person.
    async fn notices(&mut self, token: &str) -> anyhow::Result<Vec<Notice>> {
        let mut all = Vec::new();
        let mut before = String::new();
        loop {
            let call = Call::get(format!("/notices?limit=100{before}")).with_token(token);
            let NoticeList { notices, more, .. } = self.api.call_with_retries(&mut self.rng, &call).await?;
            all.extend(notices);
            match more {
                Some(more) => before = format!("&before={more}"),
                None => return Ok(all),
            }
        }
    }
}

impl Drop for Correspondence {
    fn drop(&mut self) {
        self.probes.iter().for_each(JoinHandle::abort);
    }
}
