//! Migration 3 adds one-time tokens ("letters") of guests, with an unused column for accounts.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0003_letters",
    statements: &[
        "CREATE TABLE letter (
            hash TEXT PRIMARY KEY, guest TEXT, account TEXT, purpose TEXT NOT NULL, ends_at BIGINT NOT NULL,
            CHECK ((guest IS NULL) <> (account IS NULL))
        )",
        // A guest has one token for each purpose, so a second one replaces the first.
        "CREATE UNIQUE INDEX letter_guest ON letter (guest, purpose) WHERE guest IS NOT NULL",
        "CREATE INDEX letter_ends_at ON letter (ends_at)",
    ],
};
