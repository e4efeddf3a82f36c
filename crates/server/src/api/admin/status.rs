//! Handlers for the state of the server: its database, backups, and messages.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use faraday_play::Timestamp;
use faraday_store::Location;
use faraday_wire::live::{self, BackupFile, BackupStatus, DatabaseStatus, DeliveryStatus, LastFailure, ServerStatus};

use crate::api::errors::{AdminProblems, BackupProblems};
use crate::backups::{self, BackUpResult, BackupFailureCause, BackupState, Backups};
use crate::client::ClientPermit;
use crate::deliveries::Deliveries;
use crate::disk;
use crate::people::Admin;
use crate::play::Play;
use crate::problem::{Kind, Problem};

/// Get the state of this server
#[utoipa::path(get, path = "/admin/status", tag = "admin", operation_id = "server_status", responses(
    (status = 200, description = "The state of the database, the backups, and the messages of this server",
        body = ServerStatus),
    AdminProblems,
))]
pub async fn status(
    State(database): State<Location>,
    State(backups): State<Option<Arc<Backups>>>,
    _permit: ClientPermit,
    Admin { play, .. }: Admin,
) -> Result<axum::Json<ServerStatus>, Problem> {
    Ok(axum::Json(ServerStatus {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        backup_command: backups::command(&database),
        database: database_status(&play, &database).await?,
        backups: backups.map(|backups| backup_status(backups.state_at(backups::now()))),
        email: delivery_status(&play.emails, play.mailer.is_some()),
        push: delivery_status(&play.pushes, play.push.is_some()),
    }))
}

/// Make a backup now
#[utoipa::path(post, path = "/admin/backups", tag = "admin", operation_id = "back_up", responses(
    (status = 201, description = "The backups, the new one first", body = BackupStatus),
    BackupProblems,
))]
pub async fn back_up(
    State(backups): State<Option<Arc<Backups>>>,
    _permit: ClientPermit,
    _admin: Admin,
) -> Result<(StatusCode, axum::Json<BackupStatus>), Problem> {
    let detail = "this server makes no backups: start it with `--backup DIR`";
    let backups = backups.ok_or_else(|| Problem::new(Kind::NoBackups, detail))?;
    match backups.back_up().await {
        BackUpResult::Made => Ok((StatusCode::CREATED, axum::Json(backup_status(backups.state_at(backups::now()))))),
        BackUpResult::Running => {
            Err(Problem::new(Kind::BackupRunning, "a backup is being made: wait until it is finished"))
        }
        BackUpResult::Failed(failure) => Err(Problem::new(Kind::BackupFailed, failure.reason)),
    }
}

async fn database_status(play: &Play, location: &Location) -> Result<DatabaseStatus, Problem> {
    let shown = location.to_string();
    let size_of = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    Ok(match location {
        Location::Sqlite(file) => {
            let mut journal = file.clone().into_os_string();
            journal.push("-wal");
            DatabaseStatus {
                location: shown,
                size: size_of(file),
                journal_size: Some(size_of(Path::new(&journal))),
                free_space: disk::free_space(&disk::folder_of(file)),
            }
        }
        Location::Postgres(_) => DatabaseStatus {
            location: shown,
            size: play.store().postgres_size().await?.unwrap_or_default(),
            journal_size: None,
            free_space: None,
        },
    })
}

fn backup_status(BackupState { folder, keep, files, last_failure, is_old }: BackupState) -> BackupStatus {
    let files = files.into_iter().map(|file| BackupFile { at: file.at.as_millis(), name: file.name, size: file.size });
    BackupStatus {
        free_space: disk::free_space(&folder),
        folder: folder.display().to_string(),
        keep: u32::try_from(keep).unwrap_or(u32::MAX),
        files: files.collect(),
        is_old,
        last_failure: last_failure.map(|failure| live::BackupFailure {
            at: failure.at.as_millis(),
            cause: cause_of(failure.cause),
            reason: failure.reason,
        }),
    }
}

/// Returns the cause of a failed backup in the wire format.
const fn cause_of(cause: BackupFailureCause) -> live::BackupFailureCause {
    match cause {
        BackupFailureCause::Full => live::BackupFailureCause::Full,
        BackupFailureCause::ReadOnly => live::BackupFailureCause::ReadOnly,
        BackupFailureCause::Forbidden => live::BackupFailureCause::Forbidden,
        BackupFailureCause::Disk => live::BackupFailureCause::Disk,
        BackupFailureCause::Damaged => live::BackupFailureCause::Damaged,
        BackupFailureCause::Other => live::BackupFailureCause::Other,
    }
}

fn delivery_status(deliveries: &Deliveries, is_enabled: bool) -> DeliveryStatus {
    let counts = deliveries.counts();
    DeliveryStatus {
        enabled: is_enabled,
        sent: counts.sent,
        failed: counts.failed,
        last_sent_at: counts.last_sent_at.map(Timestamp::as_millis),
        last_failure: counts.last_failure.map(|(at, reason)| failure_of(at, reason)),
    }
}

fn failure_of(at: Timestamp, reason: String) -> LastFailure {
    LastFailure { at: at.as_millis(), reason }
}
