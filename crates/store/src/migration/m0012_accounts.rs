//! Migration 12 adds accounts: columns of members, their credentials, and invitations.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0012_accounts",
    statements: &[
        "CREATE TABLE credential (
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, kind TEXT NOT NULL, number SMALLINT NOT NULL,
            data TEXT NOT NULL, step BIGINT, failures BIGINT NOT NULL, failed_at BIGINT, used_at BIGINT,
            PRIMARY KEY (person, kind, number)
        ) CLUSTERED",
        "CREATE TABLE invitation (
            hash TEXT PRIMARY KEY, person TEXT UNIQUE REFERENCES person (id) ON DELETE CASCADE, role TEXT NOT NULL,
            ends_at BIGINT NOT NULL
        ) CLUSTERED",
        "ALTER TABLE person ADD COLUMN name_key TEXT",
        "ALTER TABLE person ADD COLUMN look_key TEXT",
        "ALTER TABLE person ADD COLUMN role TEXT",
        "ALTER TABLE person ADD COLUMN created_at BIGINT",
        "ALTER TABLE person ADD COLUMN disabled_at BIGINT",
        "ALTER TABLE person ADD COLUMN merged_into TEXT",
        "CREATE UNIQUE INDEX person_name_key ON person (name_key) WHERE name_key IS NOT NULL",
        "CREATE UNIQUE INDEX person_look_key ON person (look_key) WHERE look_key IS NOT NULL",
        "CREATE INDEX invitation_ends_at ON invitation (ends_at)",
    ],
};
