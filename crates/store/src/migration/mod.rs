//! The tables, and how those of older versions become those of this one. A migration that has landed is never changed.

mod m0001_games;
mod m0002_sessions;
mod m0003_letters;
mod m0004_guests;
mod m0005_withdrawn;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, Statement};
use sea_orm_migration::{MigrationTrait, MigratorTrait};

/// All migrations, in their order.
struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_games::Migration),
            Box::new(m0002_sessions::Migration),
            Box::new(m0003_letters::Migration),
            Box::new(m0004_guests::Migration),
            Box::new(m0005_withdrawn::Migration),
        ]
    }
}

/// What of a schema is not known here, since a newer program has made it. None if there is nothing.
pub(crate) async fn newer(db: &DatabaseConnection) -> Result<Option<String>, DbErr> {
    Migrator::install(db).await?;
    unknown(db).await
}

/// The same of tables that somebody has made.
pub(crate) async fn unknown(db: &DatabaseConnection) -> Result<Option<String>, DbErr> {
    let known = Migrator::migrations();
    let sql = "SELECT version FROM seaql_migrations ORDER BY version";
    for row in db.query_all_raw(Statement::from_string(db.get_database_backend(), sql)).await? {
        let version: String = row.try_get_by_index(0)?;
        if known.iter().all(|migration| migration.name() != version) {
            return Ok(Some(version));
        }
    }
    Ok(None)
}

/// Makes the tables those of this version.
pub(crate) async fn up(db: &DatabaseConnection) -> Result<(), DbErr> {
    Migrator::up(db, None).await
}
