//! Migration 9 adds the origins of games, so that none begins twice, and failed jobs.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0009_origins",
    statements: &[
        // Existing games do not get an origin, because their challenges refer to them.
        "ALTER TABLE game ADD COLUMN origin TEXT",
        "CREATE UNIQUE INDEX game_origin ON game (origin) WHERE origin IS NOT NULL",
        "ALTER TABLE due ADD COLUMN failed_at BIGINT",
        "ALTER TABLE due ADD COLUMN reason TEXT",
        // The number of tries was not limited before.
        "UPDATE due SET tries = 0",
    ],
};
