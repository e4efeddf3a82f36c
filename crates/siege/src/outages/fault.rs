//! What keeps a server that lives on from working.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, ensure};
use rustix::process::{Signal, geteuid};
use tokio::process::Command;

use crate::processes::{Binary, Database, Node, free_address};

/// How long a server may take until it works again after an outage.
pub const RETURN: Duration = Duration::from_secs(4);

/// A disk of this size is full after a moment.
const DISK: &str = "size=4m";

/// Why a server is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The process stands still, as on a laptop that sleeps.
    Frozen,
    /// Nothing can be written to its disk.
    FullDisk,
    /// PostgreSQL is stopped.
    Database,
}

impl Cause {
    /// All of them.
    pub const ALL: [Cause; 3] = [Cause::Frozen, Cause::FullDisk, Cause::Database];

    /// As reports write it.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Frozen => "frozen",
            Cause::FullDisk => "disk full",
            Cause::Database => "database away",
        }
    }
}

/// A server, and what befalls it.
pub struct Fault {
    /// The server.
    pub node: Node,
    cause: Cause,
    database: Option<Database>,
    disk: Option<Disk>,
}

/// A small disk in memory, which is unmounted when it is dropped.
struct Disk(PathBuf);

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

impl Fault {
    /// Starts a server. None if this kind of fault cannot be made here.
    pub async fn prepare(cause: Cause, binary: &Binary, folder: &Path, log: &Path) -> anyhow::Result<Option<Fault>> {
        let (mut disk, mut database) = (None, None);
        let url = match cause {
            Cause::Frozen => format!("sqlite:{}", folder.join("games.db").display()),
            Cause::FullDisk => {
                if !geteuid().is_root() {
                    return Ok(None);
                }
                let place = folder.join("disk");
                std::fs::create_dir(&place)?;
                let mut mount = Command::new("mount");
                mount.args(["-t", "tmpfs", "-o", DISK, "faraday-siege"]).arg(&place).stdin(Stdio::null());
                ensure!(mount.status().await?.success(), "{} cannot be mounted", place.display());
                let url = format!("sqlite:{}", place.join("games.db").display());
                disk = Some(Disk(place));
                url
            }
            Cause::Database => {
                let postgres = Database::start(folder).await?;
                let url = postgres.url();
                database = Some(postgres);
                url
            }
        };
        let mut node = Node::new(binary, free_address()?, &url, &[], log.to_owned());
        node.start()?;
        Ok(Some(Fault { node, cause, database, disk }))
    }

    /// It strikes.
    pub async fn begin(&mut self) -> anyhow::Result<()> {
        match self.cause {
            Cause::Frozen => self.node.process()?.signal(Signal::STOP),
            Cause::FullDisk => fill(&self.filler()?),
            Cause::Database => self.database.as_mut().context("no database")?.stop().await,
        }
    }

    /// It is over.
    pub async fn end(&mut self) -> anyhow::Result<()> {
        match self.cause {
            Cause::Frozen => self.node.process()?.signal(Signal::CONT),
            Cause::FullDisk => Ok(std::fs::remove_file(self.filler()?)?),
            Cause::Database => self.database.as_mut().context("no database")?.resume().await,
        }
    }

    fn filler(&self) -> anyhow::Result<PathBuf> {
        Ok(self.disk.as_ref().context("no disk")?.0.join("filler"))
    }
}

/// Writes until nothing more fits, down to single bytes.
fn fill(path: &Path) -> anyhow::Result<()> {
    use std::io::Write;
    let mut file = std::fs::File::create(path)?;
    for size in [65_536, 4096, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
    Ok(())
}
