//! Migration 2 adds an index of sessions by guest, for finding guests without a session.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0002_sessions",
    statements: &["CREATE INDEX session_guest ON session (guest) WHERE guest IS NOT NULL"],
};
