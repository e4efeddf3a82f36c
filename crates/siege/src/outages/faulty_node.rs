//! A node that can be frozen, or denied its disk or database, without ending its process.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use rustix::process::Signal;

use crate::processes::{Binary, Database, Node, free_address, preload};

/// The maximum time until a server works again after an outage.
pub const RECOVERY: Duration = Duration::from_secs(4);

const FULL_DISK: &str = include_str!("full_disk.c");

/// The cause of an outage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The process is stopped, as on a sleeping laptop.
    Frozen,
    FullDisk,
    Database,
}

impl Cause {
    pub const ALL: [Cause; 3] = [Cause::Frozen, Cause::FullDisk, Cause::Database];

    /// Returns the name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Frozen => "frozen",
            Cause::FullDisk => "disk full",
            Cause::Database => "database away",
        }
    }
}

/// A server with a fault that can be switched on and off.
pub struct FaultyNode {
    pub node: Node,
    cause: Cause,
    database: Option<Database>,
    /// A file whose existence makes the disk full.
    full: PathBuf,
}

impl FaultyNode {
    /// Starts a server that is prepared for the fault.
    pub async fn prepare(cause: Cause, binary: &Binary, folder: &Path, log: &Path) -> anyhow::Result<FaultyNode> {
        let (mut database, mut under) = (None, Vec::new());
        let mut url = format!("sqlite:{}", folder.join("games.db").display());
        let full = folder.join("full");
        match cause {
            Cause::Frozen => {}
            Cause::FullDisk => under = preload(folder, FULL_DISK, &format!("FULL=\"{}\"", full.display())).await?,
            Cause::Database => {
                let postgres = Database::start(folder).await?;
                url = postgres.url();
                database = Some(postgres);
            }
        }
        let mut node = Node::new(binary, free_address()?, &url, &[], log.to_owned());
        node.start_under(&under)?;
        Ok(FaultyNode { node, cause, database, full })
    }

    /// Makes the server unavailable.
    pub async fn begin(&mut self) -> anyhow::Result<()> {
        match self.cause {
            Cause::Frozen => self.node.process()?.signal(Signal::STOP),
            Cause::FullDisk => Ok(std::fs::write(&self.full, [])?),
            Cause::Database => self.database.as_mut().context("no database")?.stop().await,
        }
    }

    /// Makes the server available again.
    pub async fn end(&mut self) -> anyhow::Result<()> {
        match self.cause {
            Cause::Frozen => self.node.process()?.signal(Signal::CONT),
            Cause::FullDisk => Ok(std::fs::remove_file(&self.full)?),
            Cause::Database => self.database.as_mut().context("no database")?.resume().await,
        }
    }
}
