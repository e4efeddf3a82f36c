//! Migration 16 adds the erasure of accounts, the names that no one can take again, and an index of email addresses.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0016_erasure"
    }
}

/// `CLUSTERED` is explained in migration 1.
const CHANGES: [&str; 7] = [
    "CREATE TABLE name_taken (hash TEXT PRIMARY KEY) CLUSTERED",
    "ALTER TABLE person ADD COLUMN erase_at BIGINT",
    "ALTER TABLE person ADD COLUMN erased_at BIGINT",
    "CREATE INDEX person_erase_at ON person (erase_at) WHERE erase_at IS NOT NULL",
    "CREATE INDEX person_erased_at ON person (erased_at) WHERE erased_at IS NOT NULL",
    "CREATE INDEX email_address ON email (lower(address))",
    "CREATE INDEX person_disabled_at ON person (disabled_at) WHERE disabled_at IS NOT NULL",
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

    // All or nothing: existing tables would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
