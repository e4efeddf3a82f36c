//! The message bus between nodes: `nats-server`.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Signal;
use tokio::process::Command;

use super::{Process, free_address, wait_for_connections};

/// A running NATS server.
pub struct Bus {
    address: SocketAddr,
    log: PathBuf,
    process: Process,
}

impl Bus {
    /// Starts a server on a free port.
    pub async fn start(folder: &Path) -> anyhow::Result<Bus> {
        let (address, log) = (free_address()?, folder.join("nats.log"));
        let bus = Bus { address, process: run(address, &log)?, log };
        wait_for_connections(address, Duration::from_secs(10)).await?;
        Ok(bus)
    }

    /// Returns the URL for nodes.
    pub fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Kills the server and restarts it after a while.
    pub async fn kill(&mut self, away: Duration) -> anyhow::Result<()> {
        self.process.end(Signal::KILL).await?;
        tokio::time::sleep(away).await;
        self.process = run(self.address, &self.log)?;
        Ok(())
    }
}

fn run(address: SocketAddr, log: &Path) -> anyhow::Result<Process> {
    let mut command = Command::new("nats-server");
    command.args(["--addr", &address.ip().to_string(), "--port", &address.port().to_string()]);
    Process::start("nats-server", command, log)
}
