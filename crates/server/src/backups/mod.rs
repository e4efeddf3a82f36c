//! Backups of a SQLite database in a folder: one every night, and on request. A new one is checked before an old one is
//! removed.

mod file;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use faraday_play::Timestamp;
use faraday_store::{BackupError, Location, back_up_sqlite};

use crate::metrics;

pub use file::BackupFile;

/// The time of the nightly backup (UTC).
const HOUR_MS: u64 = 3 * 3600 * 1000;

const DAY_MS: u64 = 24 * 3600 * 1000;

/// The interval at which the time of the next backup is checked.
const CHECK: Duration = Duration::from_secs(60);

/// The time before another try after a failure.
const RETRY: Duration = Duration::from_secs(3600);

/// The age at which the newest backup is too old.
const TOO_OLD: Duration = Duration::from_secs(48 * 3600);

/// The interval at which the log repeats that there is no new backup.
const WARNING: Duration = Duration::from_secs(24 * 3600);

/// The backups of a database.
#[derive(Debug)]
pub struct Backups {
    database: PathBuf,
    folder: PathBuf,
    keep: usize,
    /// Held while a backup is made.
    running: tokio::sync::Mutex<()>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last_failure: Option<BackupFailure>,
    warned_at: Option<Timestamp>,
}

/// A backup that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupFailure {
    pub at: Timestamp,
    pub cause: BackupFailureCause,
    /// The reason in one sentence.
    pub reason: String,
}

/// The cause of a failed backup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackupFailureCause {
    Full,
    ReadOnly,
    Forbidden,
    Disk,
    Damaged,
    Other,
}

impl From<&BackupError> for BackupFailureCause {
    fn from(error: &BackupError) -> BackupFailureCause {
        match error {
            BackupError::Full => BackupFailureCause::Full,
            BackupError::ReadOnly => BackupFailureCause::ReadOnly,
            BackupError::Forbidden => BackupFailureCause::Forbidden,
            BackupError::Disk => BackupFailureCause::Disk,
            BackupError::Damaged(_) => BackupFailureCause::Damaged,
            BackupError::File { .. } | BackupError::Other(_) => BackupFailureCause::Other,
        }
    }
}

/// The state of the backups.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupState {
    pub folder: PathBuf,
    /// The number of backups that are kept.
    pub keep: usize,
    /// The backups, the newest first.
    pub files: Vec<BackupFile>,
    /// The last failure, unless a later backup succeeded.
    pub last_failure: Option<BackupFailure>,
    /// True if the newest backup is too old, or there is none.
    pub is_old: bool,
}

/// The result of a request for a backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BackUpResult {
    Made,
    /// Another one is being made.
    Running,
    Failed(BackupFailure),
}

impl Backups {
    /// Returns the backups of a database in a folder, which is created if it does not exist.
    pub fn new(database: &Path, folder: &Path, keep: usize) -> Backups {
        // A folder that cannot be created is reported by the first backup.
        let _ = create_folder(folder);
        Backups {
            database: database.to_owned(),
            folder: folder.to_owned(),
            keep: keep.max(1),
            running: tokio::sync::Mutex::new(()),
            state: Mutex::default(),
        }
    }

    /// Makes a backup each night, and immediately if that of last night is missing. Runs until the future is dropped.
    pub async fn run(self: &Arc<Backups>) {
        loop {
            let now = now();
            let wait = match self.newest(now) {
                Ok(newest) if is_due(newest, now) => match self.back_up().await {
                    BackUpResult::Made | BackUpResult::Running => CHECK,
                    BackUpResult::Failed(_) => RETRY,
                },
                Ok(_) => CHECK,
                Err(error) => {
                    self.fail(&error);
                    RETRY
                }
            };
            self.report_age();
            tokio::time::sleep(wait).await;
        }
    }

    /// Makes a backup, unless another one is being made. It is finished even if the caller does not wait for it.
    pub async fn back_up(self: &Arc<Backups>) -> BackUpResult {
        let backups = Arc::clone(self);
        let made = tokio::spawn(async move {
            let Ok(_running) = backups.running.try_lock() else { return BackUpResult::Running };
            match backups.make().await {
                Ok(()) => {
                    backups.state().last_failure = None;
                    metrics::backup_made(now());
                    BackUpResult::Made
                }
                Err(error) => BackUpResult::Failed(backups.fail(&error)),
            }
        });
        let lost = || BackUpResult::Failed(self.fail(&BackupError::Other("it was interrupted".to_owned())));
        made.await.unwrap_or_else(|_| lost())
    }

    async fn make(&self) -> Result<(), BackupError> {
        create_folder(&self.folder).map_err(|error| BackupError::file(&self.folder, &error))?;
        let name = file::name(self.name(), now());
        let (part, whole) = (self.folder.join(file::part_name(&name)), self.folder.join(name));
        back_up_sqlite(&self.database, &part).await?;
        std::fs::rename(&part, &whole).map_err(|error| BackupError::file(&whole, &error))?;
        // The name must also survive a power failure, because older backups are removed now.
        let folder = std::fs::File::open(&self.folder).and_then(|folder| folder.sync_all());
        folder.map_err(|error| BackupError::file(&self.folder, &error))?;
        match file::remove_old(&self.folder, self.name(), self.keep) {
            Ok(left) => left.iter().for_each(|path| tracing::warn!("could not remove {}", path.display())),
            Err(error) => tracing::warn!("could not list the backups in {}: {error}", self.folder.display()),
        }
        tracing::info!("made a backup at {}", whole.display());
        Ok(())
    }

    /// Returns the state of the backups.
    pub fn state_at(&self, now: Timestamp) -> BackupState {
        let files = file::list(&self.folder, self.name()).unwrap_or_default();
        let is_old = is_old(files.first().map(|file| file.at), now);
        let last_failure = self.state().last_failure.clone();
        BackupState { folder: self.folder.clone(), keep: self.keep, files, last_failure, is_old }
    }

    /// Returns the time of the newest backup. Those of the future were made while the clock was wrong.
    fn newest(&self, now: Timestamp) -> Result<Option<Timestamp>, BackupError> {
        let files = match file::list(&self.folder, self.name()) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            files => files.map_err(|error| BackupError::file(&self.folder, &error))?,
        };
        Ok(files.into_iter().map(|file| file.at).find(|at| *at <= now))
    }

    fn fail(&self, error: &BackupError) -> BackupFailure {
        let reason = format!("no backup was made in {}: {error}", self.folder.display());
        tracing::error!("{reason}");
        metrics::backup_failed();
        let failure = BackupFailure { at: now(), cause: error.into(), reason };
        self.state().last_failure = Some(failure.clone());
        failure
    }

    /// Logs once a day that the newest backup is too old.
    fn report_age(&self) {
        let now = now();
        let Ok(newest) = self.newest(now) else { return };
        newest.into_iter().for_each(metrics::backup_made);
        let mut state = self.state();
        if !is_old(newest, now) || state.warned_at.is_some_and(|at| now.since(at) < WARNING) {
            return;
        }
        state.warned_at = Some(now);
        tracing::error!("the newest backup in {} is older than two days, or there is none", self.folder.display());
    }

    /// Returns the name of the database without its extension.
    fn name(&self) -> &str {
        self.database.file_stem().and_then(|name| name.to_str()).unwrap_or("faraday")
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the command with which an operator backs up a PostgreSQL database, without its password. `None` for SQLite.
pub fn command(database: &Location) -> Option<String> {
    let Location::Postgres(options) = database else { return None };
    let (user, name) = (options.get_username(), options.get_database().unwrap_or(options.get_username()));
    let (host, port) = (options.get_host(), options.get_port());
    Some(format!("pg_dump --format=custom --host={host} --port={port} --username={user} --file=faraday.dump {name}"))
}

/// Creates a folder that only its owner can read.
fn create_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Returns the time of the system's clock, by which backups are named.
pub fn now() -> Timestamp {
    let now = jiff::Timestamp::now().as_millisecond();
    Timestamp::from_millis(u64::try_from(now).unwrap_or_default())
}

fn is_old(newest: Option<Timestamp>, now: Timestamp) -> bool {
    newest.is_none_or(|newest| now.since(newest) > TOO_OLD)
}

/// Returns true if no backup was made since the last night.
fn is_due(newest: Option<Timestamp>, now: Timestamp) -> bool {
    let days = now.as_millis().saturating_sub(HOUR_MS) / DAY_MS;
    newest.is_none_or(|newest| newest.as_millis() < days * DAY_MS + HOUR_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::from_millis(text.parse::<jiff::Timestamp>().unwrap().as_millisecond() as u64)
    }

    #[test]
    fn a_backup_is_due_once_a_night() {
        for (newest, now, expected) in [
            ("2026-11-26T03:00:00Z", "2026-11-27T02:59:59Z", false),
            ("2026-11-26T03:00:00Z", "2026-11-27T03:00:00Z", true),
            ("2026-11-27T03:00:01Z", "2026-11-27T23:00:00Z", false),
            // One on request in the evening does not replace that of the night.
            ("2026-11-26T20:00:00Z", "2026-11-27T03:00:00Z", true),
            // Older than a day, at any time of day.
            ("2026-11-26T10:00:00Z", "2026-11-27T10:00:00Z", true),
        ] {
            assert_eq!(is_due(Some(at(newest)), at(now)), expected, "{newest} {now}");
        }
        assert!(is_due(None, at("2026-11-27T12:00:00Z")));
    }

    #[test]
    fn a_backup_of_two_days_is_too_old() {
        let now = at("2026-11-27T12:00:00Z");
        assert!(is_old(None, now));
        assert!(!is_old(Some(at("2026-11-25T12:00:00Z")), now));
        assert!(is_old(Some(at("2026-11-25T11:59:59Z")), now));
    }
}
