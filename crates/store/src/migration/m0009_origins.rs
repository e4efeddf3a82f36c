//! Migration 9 adds the origins of games, so that none begins twice, and failed jobs.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0009_origins"
    }
}

/// Existing games do not get an origin, because their challenges refer to them.
const CHANGES: [&str; 5] = [
    "ALTER TABLE game ADD COLUMN origin TEXT",
    "CREATE UNIQUE INDEX game_origin ON game (origin) WHERE origin IS NOT NULL",
    "ALTER TABLE due ADD COLUMN failed_at BIGINT",
    "ALTER TABLE due ADD COLUMN reason TEXT",
    // The number of tries was not limited before.
    "UPDATE due SET tries = 0",
];

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for sql in CHANGES {
            manager.get_connection().execute_unprepared(sql).await?;
        }
        Ok(())
    }

    // All or nothing: existing columns would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
