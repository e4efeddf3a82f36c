//! A check of flushes by system calls: the database file must be flushed after a request arrives and before its
//! acknowledgment is written to the socket. `kill -9` does not discard the page cache, so killing processes cannot
//! reveal a missing flush.

mod trace;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use rustix::process::Signal;
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::api::Api;
use crate::load::load_generator::{LoadGenerator, LoadMetrics, Pacing};
use crate::load::recorded;
use crate::processes::{Binary, Node, free_address, log_tail, wait_until_ready};
use crate::site::Site;
use crate::tally::Tally;
use trace::{EarlyAck, examine};

/// The database file's name.
const DATABASE: &str = "games.db";

/// Check under strace that each acknowledgement follows a flush of the database file
#[derive(Args)]
pub struct StraceArguments {
    /// The program under test
    #[arg(long, value_name = "PATH", default_value = "target/debug/faraday")]
    binary: PathBuf,
    /// Moves to play
    #[arg(long, value_name = "COUNT", default_value_t = 300)]
    moves: u64,
    /// Concurrent games
    #[arg(long, value_name = "COUNT", default_value_t = 4)]
    games: usize,
}

/// Plays under strace and examines the trace.
pub async fn run(arguments: &StraceArguments, tally: &Tally) -> anyhow::Result<()> {
    let found = Command::new("strace").arg("-V").stdin(Stdio::null()).output().await;
    ensure!(found.is_ok_and(|output| output.status.success()), "strace is not installed");
    let folder = tempfile::Builder::new().prefix("siege-").tempdir()?;
    let (log, trace) = (folder.path().join("faraday.log"), folder.path().join("trace"));
    let binary = Binary::at(&arguments.binary).await?;
    let database = format!("sqlite:{}", folder.path().join(DATABASE).display());
    let address: SocketAddr = free_address()?;
    let mut node = Node::new(&binary, address, &database, &[], log.clone());
    let calls = "trace=read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg,pwrite64,pwritev,fsync,fdatasync";
    // With `-D`, strace itself runs as a grandchild, so signals go to the server.
    let under = ["strace", "-D", "-f", "-ttt", "-y", "-s", "2048", "-e", calls, "-o"].map(str::to_owned);
    let under: Vec<String> = under.into_iter().chain([trace.display().to_string()]).collect();
    node.start_under(&under)?;
    wait_until_ready(address, Duration::from_secs(60)).await.with_context(|| log_tail(&log))?;
    let site = Site::new(vec![address]);
    let api = Api::new(site.clone())?;
    let metrics = LoadMetrics::default();
    let games = recorded::games(1);
    // Only moves are sent on the sockets, so the last message before an acknowledgment is its request.
    let pacing = Pacing { pause: Duration::ZERO, ping: Duration::from_secs(3600) };
    let (_over, is_over) = tokio::sync::watch::channel(false);
    let mut playing = tokio::task::JoinSet::new();
    for number in 0..arguments.games.max(1) {
        let mut generator = LoadGenerator::connect(
            &site,
            &api,
            number,
            games[number % games.len()].clone(),
            &metrics,
            watch::Sender::default(),
        )
        .await?;
        let most = arguments.moves.div_ceil(arguments.games.max(1) as u64);
        let is_over = is_over.clone();
        playing.spawn(async move { generator.play(&is_over, most, pacing).await });
    }
    while let Some(played) = playing.join_next().await {
        played??;
    }
    let acked = metrics.acked();
    node.process()?.end(Signal::TERM).await?;
    // The tracer writes its last lines after the server has exited.
    sleep(Duration::from_millis(500)).await;
    let text = std::fs::read(&trace).with_context(|| trace.display().to_string())?;
    let examined = examine(&String::from_utf8_lossy(&text), DATABASE);
    println!("moves acknowledged    {acked}");
    println!("acks in the trace     {}", examined.acks);
    println!("flushes               {}", examined.flushes);
    println!("acks before a flush   {}", examined.early_acks.len());
    for EarlyAck { line, why } in examined.early_acks.iter().take(10) {
        tally.failure(format!("line {line} of the trace: {why}"));
    }
    ensure!(examined.acks >= acked, "the trace holds {} of {acked} acknowledgements", examined.acks);
    if !tally.is_clean() {
        println!("the trace is kept in {}", folder.keep().display());
    }
    Ok(())
}
