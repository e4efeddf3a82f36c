//! `faraday database`: checks, exports, imports, and cleans up stored games, for operators.
//!
//! Does not depend on the database schema: the store reads and writes, and the rules replay games.

mod check;
mod claims;
mod import;
mod pgn;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::{Args, Subcommand};
use faraday_endgames::{TablebaseFolder, UselessFolderError};
use faraday_store::{DeletedRows, Location, OpenError, Options, Store, StoreError};
use tracing::Level;

use self::claims::ClaimCheck;
use self::import::Lines;
use crate::address::AddressParser;
use crate::exit_status::Answer;
use crate::serve::{default_database, log, report_new_database};
use crate::{help, output};

/// The number of games read at once.
const PAGE: u64 = 64;

/// The time between two progress lines.
const BETWEEN: Duration = Duration::from_secs(2);

/// Check, export, import, and clean up the games of a site
#[derive(Subcommand)]
#[command(after_help = help::examples(&[
    "database check --database sqlite:games.db",
    "database check --database sqlite:games.db --tables tables",
    "database export --database sqlite:games.db --output games.jsonl",
    "database import games.jsonl --database postgres://faraday@db.example/games",
]))]
pub enum DatabaseCommand {
    /// Replay every game by the rules, and report damaged games
    Check(CheckArguments),
    /// Print all data as JSON lines, for import
    Export(ExportArguments),
    /// Import the output of export; existing games are left unchanged
    Import(ImportArguments),
    /// Delete expired data, such as games aborted over a week ago, and reclaim disk space
    Vacuum(DatabaseOption),
}

#[derive(Args)]
pub struct DatabaseOption {
    /// Database, `sqlite:FILE` or `postgres://USER:PASSWORD@HOST/NAME` [default: the file of `faraday serve`]
    #[arg(long, value_name = "URL", value_parser = AddressParser::<Location>::new())]
    #[arg(env = "FARADAY_DATABASE", hide_env_values = true)]
    database: Option<Location>,
}

impl DatabaseOption {
    /// Returns the location of the database.
    pub fn location(&self) -> anyhow::Result<Location> {
        self.database.clone().map_or_else(default_database, Ok)
    }

    /// Adds the option to the error of a default database that does not exist.
    pub fn explain(&self, error: anyhow::Error) -> anyhow::Error {
        match error.downcast_ref::<OpenError>() {
            Some(OpenError::Missing(_)) if self.database.is_none() => {
                anyhow!("{error}: name that of the site with `--database` or FARADAY_DATABASE")
            }
            _ => error,
        }
    }
}

#[derive(Args)]
pub struct CheckArguments {
    #[command(flatten)]
    database: DatabaseOption,
    /// Verify the tablebase claims of games, with the tables in this folder and the built-in ones
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

#[derive(Args)]
pub struct ExportArguments {
    #[command(flatten)]
    database: DatabaseOption,
    /// Print only the games, as PGN
    #[arg(long)]
    pgn: bool,
    /// Write to a new file, which only you can read, because an export has the hashes of passwords
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Args)]
pub struct ImportArguments {
    /// The output of export; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseOption,
}

/// Reports progress of a long task, with the time of the last line.
struct ProgressLines(Instant);

impl ProgressLines {
    fn new() -> ProgressLines {
        ProgressLines(Instant::now())
    }

    fn update(&mut self, done: impl FnOnce() -> String) {
        if self.0.elapsed() >= BETWEEN {
            output::status(&done());
            self.0 = Instant::now();
        }
    }
}

/// Runs a subcommand of `faraday database`.
pub fn run(command: &DatabaseCommand, out: &mut dyn Write) -> anyhow::Result<Answer> {
    // If a disk fails, the store logs the reason and aborts the process.
    log(Level::ERROR);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let option = match command {
            DatabaseCommand::Check(arguments) => &arguments.database,
            DatabaseCommand::Vacuum(option) => option,
            DatabaseCommand::Export(arguments) => &arguments.database,
            DatabaseCommand::Import(arguments) => &arguments.database,
        };
        let location = option.location()?;
        let answer = work(command, &location, out).await;
        answer.map_err(|error| match error.downcast_ref::<StoreError>() {
            Some(_) => error.context(location.to_string()),
            None => option.explain(error),
        })
    })
}

async fn work(command: &DatabaseCommand, location: &Location, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let (place, options) = (location.to_string(), Options::default());
    match command {
        DatabaseCommand::Check(arguments) => {
            let claims = arguments.tables.clone().map(|folder| tables(folder).map(ClaimCheck::new)).transpose()?;
            let store = Store::open_to_read(location, &options).await?;
            closed(&store, check::run(&store, &place, claims, out).await).await
        }
        DatabaseCommand::Export(arguments) => {
            let store = Store::open_to_read(location, &options).await?;
            let answer = match &arguments.output {
                Some(path) => export_to(path, &store, &place, arguments.pgn).await,
                None => write_export(&store, &place, arguments.pgn, out).await,
            };
            closed(&store, answer).await
        }
        DatabaseCommand::Import(arguments) => {
            // The lines are checked before a database is created for them.
            let lines = Lines::checked(&arguments.file)?;
            let fresh = location.new_file();
            let answer = match Store::open(location, &options).await {
                Ok(store) => closed(&store, lines.import(&store, out).await).await,
                Err(error) => Err(error.into()),
            };
            match (&answer, fresh) {
                (Ok(_), Some(_)) => report_new_database(&place),
                (Err(_), Some(fresh)) => fresh.remove(),
                (Ok(_) | Err(_), None) => {}
            }
            answer
        }
        DatabaseCommand::Vacuum(_) if location.new_file().is_some() => Err(OpenError::Missing(place).into()),
        DatabaseCommand::Vacuum(_) => {
            let store = Store::open(location, &options).await?;
            closed(&store, vacuum(&store, out).await).await
        }
    }
}

/// Returns the tables of a folder. Without any, claims are verified by the built-in ones.
fn tables(folder: PathBuf) -> anyhow::Result<TablebaseFolder> {
    let folder = TablebaseFolder::new(Some(folder));
    match folder.check() {
        Err(problem @ UselessFolderError::Empty(_)) => {
            output::diagnostic("note", &format!("only the built-in tablebases are used: {problem}"));
        }
        checked => checked.map_err(|problem| anyhow!("--tables: {problem}"))?,
    }
    Ok(folder)
}

async fn closed(store: &Store, answer: anyhow::Result<Answer>) -> anyhow::Result<Answer> {
    store.close().await;
    answer
}

async fn write_export(store: &Store, place: &str, is_pgn: bool, out: &mut dyn Write) -> anyhow::Result<Answer> {
    if is_pgn { pgn::export(store, place, out).await } else { export(store, out).await }
}

/// Exports to a new file with the mode 600. A failed export leaves no file.
async fn export_to(path: &Path, store: &Store, place: &str, is_pgn: bool) -> anyhow::Result<Answer> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let failed = |error| anyhow!("cannot write `{}`: {error}", path.display());
    let mut file = BufWriter::new(options.open(path).map_err(failed)?);
    let written = match write_export(store, place, is_pgn, &mut file).await {
        Ok(answer) => file.flush().map(|()| answer).map_err(failed),
        Err(error) => Err(error),
    };
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(path);
    }
    written
}

async fn export(store: &Store, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut export = store.export();
    let mut progress = ProgressLines::new();
    while let Some(line) = export.next().await? {
        writeln!(out, "{line}")?;
        progress.update(|| format!("{} games", export.counts().games));
    }
    let tally = export.counts();
    output::status(&format!("exported {} games with {} acts", tally.games, tally.acts));
    Ok(Answer::Yes)
}

async fn vacuum(store: &Store, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let deleted = store.delete_expired(store.now().await?).await?;
    store.compact().await?;
    let DeletedRows { games, sessions, guests, challenges } = deleted;
    writeln!(out, "deleted {games} aborted games, {sessions} sessions, {guests} guests, and {challenges} challenges")?;
    Ok(Answer::Yes)
}
