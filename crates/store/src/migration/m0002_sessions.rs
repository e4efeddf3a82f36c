//! Migration 2 adds an index of sessions by guest, for finding guests without a session.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0002_sessions"
    }
}

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let sql = "CREATE INDEX session_guest ON session (guest) WHERE guest IS NOT NULL";
        manager.get_connection().execute_unprepared(sql).await?;
        Ok(())
    }
}
