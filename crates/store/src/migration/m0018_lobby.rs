//! Migration 18 adds the lobby: seeks, each with one or more games, and the row that is locked to find or add a seek.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0018_lobby",
    statements: &[
        // The foreign keys delete a seek together with its session, even if an older program ends the session.
        "CREATE TABLE seek (
            id TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            session TEXT REFERENCES session (hash) ON DELETE CASCADE, side SMALLINT, near BOOLEAN NOT NULL,
            made_at BIGINT NOT NULL, seen_at BIGINT, ends_at BIGINT NOT NULL
        ) CLUSTERED",
        "CREATE TABLE seek_term (
            variant TEXT NOT NULL, clock TEXT NOT NULL, rated BOOLEAN NOT NULL,
            seek TEXT NOT NULL REFERENCES seek (id) ON DELETE CASCADE, number SMALLINT NOT NULL,
            PRIMARY KEY (variant, clock, rated, seek)
        ) CLUSTERED",
        "CREATE INDEX seek_person ON seek (person)",
        "CREATE INDEX seek_session ON seek (session) WHERE session IS NOT NULL",
        "CREATE INDEX seek_seen_at ON seek (seen_at) WHERE seen_at IS NOT NULL",
        "CREATE INDEX seek_ends_at ON seek (ends_at)",
        "CREATE INDEX seek_term_seek ON seek_term (seek)",
        "CREATE TABLE lobby (id SMALLINT PRIMARY KEY)",
        "INSERT INTO lobby (id) VALUES (1)",
    ],
};
