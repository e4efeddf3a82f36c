//! Migration 14 adds profiles, presence by choice, challenges to a person, and blocked people.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0014_profiles"
    }
}

/// `CLUSTERED` is explained in migration 1.
const TABLE: &str = "CREATE TABLE block (
        person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
        other TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, at BIGINT NOT NULL,
        PRIMARY KEY (person, other)
    ) CLUSTERED";

const CHANGES: [&str; 8] = [
    "CREATE INDEX block_other ON block (other)",
    "ALTER TABLE person ADD COLUMN bio TEXT",
    "ALTER TABLE person ADD COLUMN shows_presence BOOLEAN NOT NULL DEFAULT FALSE",
    "ALTER TABLE person ADD COLUMN shows_games BOOLEAN NOT NULL DEFAULT FALSE",
    "ALTER TABLE person ADD COLUMN online_at BIGINT",
    "CREATE INDEX person_online_at ON person (online_at) WHERE online_at IS NOT NULL",
    "ALTER TABLE challenge ADD COLUMN opponent TEXT",
    "CREATE INDEX challenge_opponent ON challenge (opponent) WHERE opponent IS NOT NULL",
];

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let clustered = match manager.get_database_backend() {
            DbBackend::Sqlite => "WITHOUT ROWID",
            _ => "",
        };
        for sql in [TABLE].into_iter().chain(CHANGES) {
            manager.get_connection().execute_unprepared(&sql.replace("CLUSTERED", clustered)).await?;
        }
        Ok(())
    }

    // All or nothing: existing columns would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
