//! Migration 14 adds profiles, presence by choice, challenges to a person, and blocked people.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0014_profiles",
    statements: &[
        "CREATE TABLE block (
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            other TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, at BIGINT NOT NULL,
            PRIMARY KEY (person, other)
        ) CLUSTERED",
        "CREATE INDEX block_other ON block (other)",
        "ALTER TABLE person ADD COLUMN bio TEXT",
        "ALTER TABLE person ADD COLUMN shows_presence BOOLEAN NOT NULL DEFAULT FALSE",
        "ALTER TABLE person ADD COLUMN shows_games BOOLEAN NOT NULL DEFAULT FALSE",
        "ALTER TABLE person ADD COLUMN online_at BIGINT",
        "CREATE INDEX person_online_at ON person (online_at) WHERE online_at IS NOT NULL",
        "ALTER TABLE challenge ADD COLUMN opponent TEXT",
        "CREATE INDEX challenge_opponent ON challenge (opponent) WHERE opponent IS NOT NULL",
    ],
};
