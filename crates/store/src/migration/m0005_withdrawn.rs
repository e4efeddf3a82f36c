//! Migration 5 adds the time at which a challenge was withdrawn, so that people with its link can be informed.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration =
    SqlMigration { name: "m0005_withdrawn", statements: &["ALTER TABLE challenge ADD COLUMN withdrawn_at BIGINT"] };
