//! Migration 10 adds reserves of days, and players' leave.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0010_correspondence"
    }
}

const CHANGES: [&str; 3] = [
    "ALTER TABLE game ADD COLUMN reserve SMALLINT",
    "ALTER TABLE challenge ADD COLUMN reserve SMALLINT",
    "CREATE TABLE leave (
        person TEXT NOT NULL,
        begins_at BIGINT NOT NULL,
        ends_at BIGINT NOT NULL,
        back_at BIGINT,
        PRIMARY KEY (person, begins_at)
    )",
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
