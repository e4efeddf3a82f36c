//! The migrations that create the tables and convert those of older versions. A released migration never changes.
//!
//! To add one, create a file here and add a line to `migrations`. Also add it to `BREAKING` if older programs cannot
//! work with the new tables (`upgrade.rs` prepares for those). Columns are defined in `entity`, the contents of
//! exports in `dump`, and older databases for tests are in `tests/corpus/tables`.

mod m0001_games;
mod m0002_sessions;
mod m0003_letters;
mod m0004_guests;
mod m0005_withdrawn;
mod m0006_puzzles;
mod m0007_people;
mod m0008_summaries;
mod m0009_origins;
mod m0010_correspondence;
mod m0011_notices;
mod m0012_accounts;
mod m0013_job_leases;
mod m0014_profiles;
mod m0015_admin;
mod m0016_erasure;
mod m0017_ratings;
mod m0018_lobby;
mod m0019_house;
mod m0020_annulment;
mod sql;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};
use sea_orm_migration::{MigrationTrait, MigratorTrait};

/// All migrations in order.
struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_games::MIGRATION),
            Box::new(m0002_sessions::MIGRATION),
            Box::new(m0003_letters::MIGRATION),
            Box::new(m0004_guests::Migration),
            Box::new(m0005_withdrawn::MIGRATION),
            Box::new(m0006_puzzles::MIGRATION),
            Box::new(m0007_people::MIGRATION),
            Box::new(m0008_summaries::MIGRATION),
            Box::new(m0009_origins::MIGRATION),
            Box::new(m0010_correspondence::MIGRATION),
            Box::new(m0011_notices::MIGRATION),
            Box::new(m0012_accounts::MIGRATION),
            Box::new(m0013_job_leases::MIGRATION),
            Box::new(m0014_profiles::MIGRATION),
            Box::new(m0015_admin::MIGRATION),
            Box::new(m0016_erasure::MIGRATION),
            Box::new(m0017_ratings::MIGRATION),
            Box::new(m0018_lobby::MIGRATION),
            Box::new(m0019_house::MIGRATION),
            Box::new(m0020_annulment::MIGRATION),
        ]
    }
}

/// The migrations after which older programs cannot work with the tables. All others only add to them.
const BREAKING: [&str; 1] = ["m0007_people"];

/// Returns the first breaking migration still to run on tables whose first missing migration is `missing`. `None` if
/// all are missing: then a first start was interrupted, and no program uses the tables.
pub(crate) fn breaking(missing: &str) -> Option<&'static str> {
    let is_begun = Migrator::migrations().first().is_some_and(|first| first.name() != missing);
    BREAKING.into_iter().find(|breaking| is_begun && *breaking >= missing)
}

/// The state of the tables compared with this version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tables {
    Missing,
    /// The tables of another program.
    Foreign,
    /// The first migration that has not run yet.
    Older(String),
    /// A migration that has run and is unknown to this version.
    Newer(String),
    Current,
}

/// Determines the state of the tables without changing anything.
pub(crate) async fn tables(db: &DatabaseConnection) -> Result<Tables, DbErr> {
    let all = |sql| db.query_all_raw(Statement::from_string(db.get_database_backend(), sql));
    let is_postgres = db.get_database_backend() == DbBackend::Postgres;
    let found = all(if is_postgres {
        "SELECT 1 WHERE to_regclass('seaql_migrations') IS NOT NULL"
    } else {
        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'seaql_migrations'"
    });
    if found.await?.is_empty() {
        // A SQLite file belongs to one program, but a PostgreSQL database may contain tables of others.
        let has_others = !is_postgres && !all("SELECT 1 FROM sqlite_schema LIMIT 1").await?.is_empty();
        return Ok(if has_others { Tables::Foreign } else { Tables::Missing });
    }
    let rows = all("SELECT version FROM seaql_migrations ORDER BY version").await?;
    let made: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
    let known: Vec<String> = Migrator::migrations().iter().map(|migration| migration.name().to_owned()).collect();
    if !made.is_empty() && !made.contains(&known[0]) {
        return Ok(Tables::Foreign);
    }
    if let Some(newer) = made.iter().find(|made| !known.contains(made)) {
        return Ok(Tables::Newer(newer.clone()));
    }
    let missing = known.into_iter().find(|known| !made.contains(known));
    Ok(missing.map_or(Tables::Current, Tables::Older))
}

/// Runs all missing migrations.
pub(crate) async fn up(db: &DatabaseConnection) -> Result<(), DbErr> {
    Migrator::up(db, None).await
}
