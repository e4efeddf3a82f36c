//! Migration 18 adds the lobby: seeks, each with one or more games, and the row that is locked to find or add a seek.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0018_lobby"
    }
}

/// The foreign keys delete a seek together with its session, even if an older program ends the session. `CLUSTERED` is
/// explained in migration 1.
const CHANGES: [&str; 9] = [
    "CREATE TABLE seek (
        id TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
        session TEXT REFERENCES session (hash) ON DELETE CASCADE, side SMALLINT, near BOOLEAN NOT NULL,
        made_at BIGINT NOT NULL, seen_at BIGINT, ends_at BIGINT NOT NULL
    ) CLUSTERED",
    "CREATE TABLE seek_term (
        variant TEXT NOT NULL, clock TEXT NOT NULL, rated BOOLEAN NOT NULL,
        seek TEXT NOT NULL REFERENCES seek (id) ON DELETE CASCADE, number SMALLINT NOT NULL,
        PRIMARY KEY (variant, clock, rated, seek)
    ) CLUSTERED",
    "CREATE INDEX seek_person ON seek (person)",
    "CREATE INDEX seek_session ON seek (session) WHERE session IS NOT NULL",
    "CREATE INDEX seek_seen_at ON seek (seen_at) WHERE seen_at IS NOT NULL",
    "CREATE INDEX seek_ends_at ON seek (ends_at)",
    "CREATE INDEX seek_term_seek ON seek_term (seek)",
    "CREATE TABLE lobby (id SMALLINT PRIMARY KEY)",
    "INSERT INTO lobby (id) VALUES (1)",
];

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let clustered = match manager.get_database_backend() {
            DbBackend::Sqlite => "WITHOUT ROWID",
            _ => "",
        };
        for sql in CHANGES {
            manager.get_connection().execute_unprepared(&sql.replace("CLUSTERED", clustered)).await?;
        }
        Ok(())
    }

    // All or nothing: the existing tables would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
