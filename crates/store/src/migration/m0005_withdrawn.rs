//! Challenges note when they were withdrawn: whoever has the link is told so.

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

    // The column could not be added again if only the note of this migration failed.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
