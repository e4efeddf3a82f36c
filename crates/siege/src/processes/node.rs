//! A node under test: a `faraday serve` process with its settings and its log.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use rustix::process::Signal;
use tokio::process::Command;
use tokio::time::sleep;

use super::Process;

/// The limits that stress tests raise, and their values. Options that the binary does not have are left out.
const RAISED_LIMITS: [(&str, &str); 14] = [
    ("--connections", "100000"),
    ("--connections-per-client", "100000"),
    ("--requests-per-client", "1000000"),
    ("--requests-waiting", "100000"),
    ("--live-messages", "1000000"),
    ("--sockets-per-client", "100000"),
    ("--guests-per-client", "1000000"),
    ("--challenges-per-client", "1000000"),
    ("--acts-per-client", "1000000000"),
    ("--sign-ups-per-client", "1000000"),
    ("--challenges-per-guest", "1000000"),
    ("--games-per-guest", "1000000"),
    ("--live-games-per-guest", "1000000"),
    ("--free-disk", "1B"),
];

/// The server program under test.
#[derive(Clone, Debug)]
pub struct Binary {
    path: PathBuf,
    raised_limits: Vec<String>,
}

/// A server process and its configuration.
pub struct Node {
    binary: Binary,
    arguments: Vec<String>,
    /// Its address, the same after every restart.
    pub address: SocketAddr,
    log: PathBuf,
    /// The file with certificate authorities to trust.
    authorities: Option<PathBuf>,
    process: Option<Process>,
}

impl Binary {
    /// Finds the program at a path and checks that it can serve games.
    pub async fn at(path: &Path) -> anyhow::Result<Binary> {
        let path = path.canonicalize().with_context(|| format!("no program at {}", path.display()))?;
        let output = Command::new(&path).args(["serve", "--help"]).stdin(Stdio::null()).output().await?;
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure!(help.contains("--database"), "{} serves no games: it has no --database", path.display());
        let is_known = |(flag, _): &&(&str, &str)| help.contains(&format!("{flag} "));
        let raised_limits =
            RAISED_LIMITS.iter().filter(is_known).flat_map(|(flag, value)| [(*flag).to_owned(), (*value).to_owned()]);
        Ok(Binary { path, raised_limits: raised_limits.collect() })
    }

    /// Returns the program with its default limits.
    #[must_use]
    pub fn with_default_limits(self) -> Binary {
        Binary { raised_limits: Vec::new(), ..self }
    }

    /// Creates the command that runs the program, optionally under another one.
    pub fn command(&self, under: &[String]) -> Command {
        match under {
            [] => Command::new(&self.path),
            [program, arguments @ ..] => {
                let mut command = Command::new(program);
                command.args(arguments).arg(&self.path);
                command
            }
        }
    }
}

impl Node {
    /// Creates a node that keeps its address. Does not start it.
    pub fn new(binary: &Binary, address: SocketAddr, database: &str, more: &[String], log: PathBuf) -> Node {
        let fixed = ["serve", "--listen", &address.to_string(), "--database", database].map(str::to_owned);
        let arguments = fixed.into_iter().chain(binary.raised_limits.clone()).chain(more.iter().cloned()).collect();
        Node { binary: binary.clone(), arguments, address, log, authorities: None, process: None }
    }

    /// Returns the node with a file of certificate authorities to trust.
    #[must_use]
    pub fn with_authorities(self, file: Option<&Path>) -> Node {
        Node { authorities: file.map(Path::to_owned), ..self }
    }

    /// Starts the node without waiting until it is ready.
    pub fn start(&mut self) -> anyhow::Result<()> {
        self.start_under(&[])
    }

    /// Starts the node under another program, whose process then receives the signals.
    pub fn start_under(&mut self, under: &[String]) -> anyhow::Result<()> {
        let mut command = self.binary.command(under);
        command.args(&self.arguments);
        if let Some(authorities) = &self.authorities {
            command.env("SSL_CERT_FILE", authorities);
        }
        self.process = Some(Process::start("faraday serve", command, &self.log)?);
        Ok(())
    }

    /// Returns the process of a running node.
    pub fn process(&mut self) -> anyhow::Result<&mut Process> {
        self.process.as_mut().context("the node is not running")
    }

    /// Kills the node and restarts it at once.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        self.process()?.end(Signal::KILL).await?;
        self.start()
    }
}

/// Waits until a node answers.
pub async fn wait_until_ready(address: SocketAddr, longest: Duration) -> anyhow::Result<()> {
    let begun = Instant::now();
    let client = reqwest::Client::builder().timeout(Duration::from_secs(2)).no_proxy().build()?;
    let url = format!("http://{address}/api/v1/health");
    loop {
        let answer = client.get(&url).send().await;
        if answer.is_ok_and(|answer| answer.status().is_success()) {
            return Ok(());
        }
        ensure!(begun.elapsed() < longest, "the node at {address} does not answer after {longest:?}");
        sleep(Duration::from_millis(50)).await;
    }
}
