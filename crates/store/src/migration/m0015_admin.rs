//! Migration 15 adds what admins need: the codes that they have given in a session, and the settings of the site.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0015_admin"
    }
}

/// `CLUSTERED` is explained in migration 1.
const CHANGES: [&str; 3] = [
    "ALTER TABLE session ADD COLUMN confirmed_at BIGINT",
    "ALTER TABLE session ADD COLUMN admin_at BIGINT",
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) CLUSTERED",
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
