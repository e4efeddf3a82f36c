//! Migration 6 adds puzzle ratings, which solvers' attempts update.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0006_puzzles"
    }
}

/// Ratings and deviations in hundredths of a point.
const TABLE: &str = "CREATE TABLE puzzle (
    variant TEXT NOT NULL, id TEXT NOT NULL, rating BIGINT NOT NULL, deviation BIGINT NOT NULL, attempts BIGINT NOT NULL,
    PRIMARY KEY (variant, id)
)";

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.get_connection().execute_unprepared(TABLE).await?;
        Ok(())
    }

    // All or nothing: an existing table would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
