//! Migration 11 adds notices, the devices and addresses that they are sent to, and each person's language and time zone.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0011_notices",
    statements: &[
        // The foreign keys delete rows even when an older program ends the session or deletes the guest.
        "CREATE TABLE notice (
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, key TEXT NOT NULL, kind TEXT NOT NULL,
            game TEXT, at BIGINT NOT NULL, read_at BIGINT, body TEXT NOT NULL, PRIMARY KEY (person, key)
        ) CLUSTERED",
        "CREATE TABLE device (
            endpoint TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL,
            session TEXT NOT NULL REFERENCES session (hash) ON DELETE CASCADE,
            p256dh TEXT NOT NULL, auth TEXT NOT NULL, agent TEXT NOT NULL, made_at BIGINT NOT NULL,
            last_ok_at BIGINT, last_error TEXT
        ) CLUSTERED",
        "CREATE TABLE channel (
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, kind TEXT NOT NULL,
            app BOOLEAN NOT NULL, push BOOLEAN NOT NULL, mail BOOLEAN NOT NULL, PRIMARY KEY (person, kind)
        ) CLUSTERED",
        "CREATE TABLE email (
            person TEXT PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE, address TEXT NOT NULL, verified_at BIGINT,
            digest BOOLEAN NOT NULL, digested_at BIGINT, failures BIGINT NOT NULL, last_ok_at BIGINT, last_error TEXT
        ) CLUSTERED",
        "ALTER TABLE person ADD COLUMN language TEXT",
        "ALTER TABLE person ADD COLUMN time_zone TEXT",
        "CREATE INDEX notice_person_at ON notice (person, at)",
        "CREATE INDEX notice_unread ON notice (person, game) WHERE read_at IS NULL",
        "CREATE INDEX notice_game ON notice (game) WHERE game IS NOT NULL",
        "CREATE INDEX notice_at ON notice (at)",
        "CREATE INDEX device_person ON device (person)",
        "CREATE INDEX device_session ON device (session)",
    ],
};
