//! Migration 3 adds one-time tokens ("letters") of guests, with an unused column for accounts.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0003_letters"
    }
}

const TABLE_AND_INDEXES: [&str; 3] = [
    "CREATE TABLE letter (
        hash TEXT PRIMARY KEY, guest TEXT, account TEXT, purpose TEXT NOT NULL, ends_at BIGINT NOT NULL,
        CHECK ((guest IS NULL) <> (account IS NULL))
    )",
    // A guest has one token for each purpose, so a second one replaces the first.
    "CREATE UNIQUE INDEX letter_guest ON letter (guest, purpose) WHERE guest IS NOT NULL",
    "CREATE INDEX letter_ends_at ON letter (ends_at)",
];

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for sql in TABLE_AND_INDEXES {
            manager.get_connection().execute_unprepared(sql).await?;
        }
        Ok(())
    }

    // All or nothing: an existing table would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
