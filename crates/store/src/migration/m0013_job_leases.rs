//! Migration 13 adds the process that runs a job, so that the jobs of a dead process are released.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0013_job_leases"
    }
}

const CHANGES: [&str; 3] = [
    "ALTER TABLE due ADD COLUMN node TEXT",
    "ALTER TABLE due ADD COLUMN boot BIGINT",
    "CREATE INDEX due_node ON due (node, boot) WHERE node IS NOT NULL",
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
