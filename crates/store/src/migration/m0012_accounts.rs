//! Migration 12 adds accounts: columns of members, their credentials, and invitations.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0012_accounts"
    }
}

/// `CLUSTERED` is explained in migration 1.
const TABLES: [&str; 2] = [
    "CREATE TABLE credential (
        person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, kind TEXT NOT NULL, number SMALLINT NOT NULL,
        data TEXT NOT NULL, step BIGINT, failures BIGINT NOT NULL, failed_at BIGINT, used_at BIGINT,
        PRIMARY KEY (person, kind, number)
    ) CLUSTERED",
    "CREATE TABLE invitation (
        hash TEXT PRIMARY KEY, person TEXT UNIQUE REFERENCES person (id) ON DELETE CASCADE, role TEXT NOT NULL,
        ends_at BIGINT NOT NULL
    ) CLUSTERED",
];

const CHANGES: [&str; 9] = [
    "ALTER TABLE person ADD COLUMN name_key TEXT",
    "ALTER TABLE person ADD COLUMN look_key TEXT",
    "ALTER TABLE person ADD COLUMN role TEXT",
    "ALTER TABLE person ADD COLUMN created_at BIGINT",
    "ALTER TABLE person ADD COLUMN disabled_at BIGINT",
    "ALTER TABLE person ADD COLUMN merged_into TEXT",
    "CREATE UNIQUE INDEX person_name_key ON person (name_key) WHERE name_key IS NOT NULL",
    "CREATE UNIQUE INDEX person_look_key ON person (look_key) WHERE look_key IS NOT NULL",
    "CREATE INDEX invitation_ends_at ON invitation (ends_at)",
];

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let clustered = match manager.get_database_backend() {
            DbBackend::Sqlite => "WITHOUT ROWID",
            _ => "",
        };
        for sql in TABLES.into_iter().chain(CHANGES) {
            manager.get_connection().execute_unprepared(&sql.replace("CLUSTERED", clustered)).await?;
        }
        Ok(())
    }

    // All or nothing: existing tables would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
