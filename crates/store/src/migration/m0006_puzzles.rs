//! Migration 6 adds puzzle ratings, which solvers' attempts update.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0006_puzzles",
    statements: &[
        // Ratings and deviations in hundredths of a point.
        "CREATE TABLE puzzle (
            variant TEXT NOT NULL, id TEXT NOT NULL, rating BIGINT NOT NULL, deviation BIGINT NOT NULL,
            attempts BIGINT NOT NULL, PRIMARY KEY (variant, id)
        )",
    ],
};
