//! Origins of games, so that none begins twice, and jobs that have failed.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0009_origins"
    }
}

/// Games that have begun have no origin: their challenges say which games they have become.
const CHANGES: [&str; 5] = [
    "ALTER TABLE game ADD COLUMN origin TEXT",
    "CREATE UNIQUE INDEX game_origin ON game (origin) WHERE origin IS NOT NULL",
    "ALTER TABLE due ADD COLUMN failed_at BIGINT",
    "ALTER TABLE due ADD COLUMN reason TEXT",
    // Tries were not limited.
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

    // Columns could not be added again if only the note of this migration failed.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
