//! Migration 5 adds the time at which a challenge was withdrawn, so that people with its link can be informed.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0005_withdrawn"
    }
}

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.get_connection().execute_unprepared("ALTER TABLE challenge ADD COLUMN withdrawn_at BIGINT").await?;
        Ok(())
    }

    // All or nothing: an existing column would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
