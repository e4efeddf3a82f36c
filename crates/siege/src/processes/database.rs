//! The database of a cluster: PostgreSQL with its own data folder.

use std::net::SocketAddr;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use rustix::process::{Signal, geteuid};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::sleep;

use super::{Process, free_address, log_tail};

/// The name of the database and of its user.
const NAME: &str = "faraday";

/// The user that runs PostgreSQL if this program runs as root, because PostgreSQL refuses root.
const USER: &str = "postgres";

/// A running PostgreSQL server.
pub struct Database {
    programs: PathBuf,
    folder: PathBuf,
    /// Deleted after the server has exited.
    kept: Option<TempDir>,
    address: SocketAddr,
    log: PathBuf,
    process: Process,
}

impl Database {
    /// Creates a temporary database and starts its server on a free port.
    pub async fn start(logs: &Path) -> anyhow::Result<Database> {
        let folder = tempfile::Builder::new().prefix("siege-postgres-").tempdir()?;
        let mut database = Database::within(folder.path(), logs).await?;
        database.kept = Some(folder);
        Ok(database)
    }

    /// Starts the server of the database in a folder on a free port. Creates the database if there is none.
    pub async fn within(folder: &Path, logs: &Path) -> anyhow::Result<Database> {
        let programs = programs()?;
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        if geteuid().is_root() {
            give_to_user(folder).await?;
        }
        let (address, log) = (free_address()?, logs.join("postgres.log"));
        let data = folder.join("data");
        let is_new = !data.join("PG_VERSION").exists();
        if is_new {
            let mut initdb = as_user(&programs.join("initdb"));
            let encoding = ["--encoding", "UTF8", "--locale", "C"];
            initdb.arg("--pgdata").arg(&data).args(["--username", NAME, "--auth", "trust"]).args(encoding);
            run(initdb).await?;
        }
        let process = serve(&programs, folder, address, &log)?;
        let folder = folder.to_owned();
        let mut database = Database { programs, folder, kept: None, address, log, process };
        database.wait_for_connections(Duration::from_secs(30)).await?;
        if is_new {
            let mut createdb = as_user(&database.programs.join("createdb"));
            let port = address.port().to_string();
            createdb.args(["--host", "127.0.0.1", "--port", &port, "--username", NAME, NAME]);
            run(createdb).await?;
        }
        Ok(database)
    }

    /// Returns true if PostgreSQL is installed.
    pub fn is_installed() -> bool {
        programs().is_ok()
    }

    /// Returns the URL for nodes.
    pub fn url(&self) -> String {
        format!("postgres://{NAME}@{}/{NAME}", self.address)
    }

    /// Returns the result of a query with one value.
    pub async fn query(&self, sql: &str) -> anyhow::Result<String> {
        let mut psql = Command::new(self.programs.join("psql"));
        let port = self.address.port().to_string();
        psql.args(["--host", "127.0.0.1", "--port", &port, "--username", NAME, "--no-psqlrc"]);
        psql.args(["--tuples-only", "--no-align", "--command", sql, NAME]);
        let output = psql.stdin(Stdio::null()).kill_on_drop(true).output().await?;
        ensure!(output.status.success(), "psql: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Stops the server like `pg_ctl stop -m immediate` and restarts it after a while.
    pub async fn crash(&mut self, away: Duration) -> anyhow::Result<()> {
        self.stop().await?;
        sleep(away).await;
        self.resume().await
    }

    /// Stops the server immediately.
    pub async fn stop(&mut self) -> anyhow::Result<()> {
        self.process.end(Signal::QUIT).await?;
        Ok(())
    }

    /// Restarts the server and waits until it accepts connections.
    pub async fn resume(&mut self) -> anyhow::Result<()> {
        self.process = serve(&self.programs, &self.folder, self.address, &self.log)?;
        self.wait_for_connections(Duration::from_secs(60)).await
    }

    async fn wait_for_connections(&mut self, longest: Duration) -> anyhow::Result<()> {
        let begun = Instant::now();
        let port = self.address.port().to_string();
        loop {
            let mut asks = Command::new(self.programs.join("pg_isready"));
            asks.args(["--host", "127.0.0.1", "--port", &port, "--quiet"]).stdin(Stdio::null());
            if asks.status().await?.success() {
                return Ok(());
            }
            self.process.check_running().with_context(|| log_tail(&self.log))?;
            ensure!(begun.elapsed() < longest, "PostgreSQL does not accept connections: {}", log_tail(&self.log));
            sleep(Duration::from_millis(50)).await;
        }
    }
}

/// An immediate shutdown also ends the child processes and releases the shared memory.
impl Drop for Database {
    fn drop(&mut self) {
        self.process.end_in_drop(Signal::QUIT);
    }
}

fn serve(programs: &Path, folder: &Path, address: SocketAddr, log: &Path) -> anyhow::Result<Process> {
    let mut command = as_user(&programs.join("postgres"));
    // No Unix socket, because the path of the folder may be too long for one.
    command.arg("-D").arg(folder.join("data")).args(["-k", ""]);
    command.args(["-h", "127.0.0.1", "-p", &address.port().to_string(), "-c", "max_connections=200"]);
    Process::start("postgres", command, log)
}

/// Returns the folder of the newest installed version.
fn programs() -> anyhow::Result<PathBuf> {
    const VERSIONS: &str = "/usr/lib/postgresql";
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let versions = std::fs::read_dir(VERSIONS).with_context(|| format!("PostgreSQL is not installed in {VERSIONS}"))?;
    let newest = versions.filter_map(|entry| Some(entry.ok()?.path())).max_by_key(number);
    Ok(newest.with_context(|| format!("{VERSIONS} is empty"))?.join("bin"))
}

/// Creates a command that does not run as root.
fn as_user(program: &Path) -> Command {
    if !geteuid().is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.arg(format!("--reuid={USER}")).arg(format!("--regid={USER}")).arg("--init-groups").arg(program);
    // That user may not have access to the current folder.
    command.current_dir("/");
    command
}

async fn give_to_user(folder: &Path) -> anyhow::Result<()> {
    let output = Command::new("id").args(["-u", USER]).output().await?;
    let user = String::from_utf8_lossy(&output.stdout).trim().parse().with_context(|| format!("no user {USER}"))?;
    chown(folder, Some(user), None)?;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
    Ok(())
}

async fn run(mut command: Command) -> anyhow::Result<()> {
    let output = command.stdin(Stdio::null()).kill_on_drop(true).output().await?;
    if !output.status.success() {
        bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
