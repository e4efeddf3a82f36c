//! Migration 15 adds what admins need: the codes that they have given in a session, and the settings of the site.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0015_admin",
    statements: &[
        "ALTER TABLE session ADD COLUMN confirmed_at BIGINT",
        "ALTER TABLE session ADD COLUMN admin_at BIGINT",
        "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) CLUSTERED",
    ],
};
