//! The processes under test. Each is a child of this process, is signaled only by its own process id, listens on
//! 127.0.0.1, and ends when this process ends.

mod bus;
mod child;
mod database;
mod node;
mod preload;
mod proxy;

pub use bus::Bus;
pub use child::Process;
pub use database::Database;
pub use node::{Binary, Node, wait_until_ready};
pub use preload::preload;
pub use proxy::Proxy;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// Returns true if a program is in `PATH`.
pub fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Returns a free local port, which another process may still take.
pub fn free_address() -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port")?;
    Ok(listener.local_addr()?)
}

/// Waits until an address accepts connections.
pub async fn wait_for_connections(address: SocketAddr, longest: Duration) -> anyhow::Result<()> {
    let begun = Instant::now();
    while TcpStream::connect(address).await.is_err() {
        ensure!(begun.elapsed() < longest, "nobody listens at {address} after {longest:?}");
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// Raises the limit of open files to its maximum for this process and its children.
pub fn raise_file_limit() -> anyhow::Result<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(1 << 20);
    setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum })
        .context("the limit of open files")?;
    Ok(most)
}

/// Returns the resident memory of a process in bytes.
pub fn resident_memory(process: u32) -> anyhow::Result<u64> {
    let path = format!("/proc/{process}/status");
    let status = std::fs::read_to_string(&path).with_context(|| path.clone())?;
    let kibibytes =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
    kibibytes.map(|kibibytes: u64| kibibytes * 1024).with_context(|| format!("{path} has no VmRSS"))
}

/// Returns the processor time of a process and the number of bytes it has written to disk.
pub fn resource_usage(process: u32) -> anyhow::Result<(Duration, u64)> {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/{process}/{name}")).context(name.to_owned());
    let (stat, io) = (read("stat")?, read("io")?);
    // The program name may contain spaces and ends with the last bracket. A tick is a hundredth of a second.
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 = after.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    let written = io.lines().find_map(|line| line.strip_prefix("write_bytes: ")?.parse().ok());
    Ok((Duration::from_millis(ticks * 10), written.context("no write_bytes")?))
}

/// Returns the last lines of a log for a report.
pub fn log_tail(log: &Path) -> String {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}
