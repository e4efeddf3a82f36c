//! Migrations that consist of SQL statements common to both databases.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

/// A migration that runs statements.
pub(super) struct SqlMigration {
    pub name: &'static str,
    /// The statements in order. `CLUSTERED` is a placeholder for the option that stores the rows of a table in key
    /// order, so that SQLite reads a journal sequentially. PostgreSQL has no such tables.
    pub statements: &'static [&'static str],
}

impl MigrationName for SqlMigration {
    fn name(&self) -> &str {
        self.name
    }
}

#[async_trait]
impl MigrationTrait for SqlMigration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let clustered = match manager.get_database_backend() {
            DbBackend::Sqlite => "WITHOUT ROWID",
            _ => "",
        };
        for sql in self.statements {
            manager.get_connection().execute_unprepared(&sql.replace("CLUSTERED", clustered)).await?;
        }
        Ok(())
    }

    // All or nothing: after some of the statements, a second run would fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
