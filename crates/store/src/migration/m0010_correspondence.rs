//! Migration 10 adds reserves of days, and players' leave.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0010_correspondence",
    statements: &[
        "ALTER TABLE game ADD COLUMN reserve SMALLINT",
        "ALTER TABLE challenge ADD COLUMN reserve SMALLINT",
        "CREATE TABLE leave (
            person TEXT NOT NULL,
            begins_at BIGINT NOT NULL,
            ends_at BIGINT NOT NULL,
            back_at BIGINT,
            PRIMARY KEY (person, begins_at)
        )",
    ],
};
