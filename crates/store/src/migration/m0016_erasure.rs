//! Migration 16 adds the erasure of accounts, the names that no one can take again, and an index of email addresses.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0016_erasure",
    statements: &[
        "CREATE TABLE name_taken (hash TEXT PRIMARY KEY) CLUSTERED",
        "ALTER TABLE person ADD COLUMN erase_at BIGINT",
        "ALTER TABLE person ADD COLUMN erased_at BIGINT",
        "CREATE INDEX person_erase_at ON person (erase_at) WHERE erase_at IS NOT NULL",
        "CREATE INDEX person_erased_at ON person (erased_at) WHERE erased_at IS NOT NULL",
        "CREATE INDEX email_address ON email (lower(address))",
        "CREATE INDEX person_disabled_at ON person (disabled_at) WHERE disabled_at IS NOT NULL",
    ],
};
