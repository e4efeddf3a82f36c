//! Migration 1 creates the tables for games by link, without accounts. Columns for accounts exist already, so that
//! seats and sessions need not be rebuilt when accounts are added.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0001_games",
    statements: &[
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) CLUSTERED",
        "CREATE TABLE guest (id TEXT PRIMARY KEY, name TEXT NOT NULL) CLUSTERED",
        "CREATE TABLE session (
            hash TEXT PRIMARY KEY, guest TEXT, account TEXT, agent TEXT NOT NULL,
            seen_at BIGINT NOT NULL, ends_at BIGINT NOT NULL,
            CHECK ((guest IS NULL) <> (account IS NULL))
        ) CLUSTERED",
        "CREATE TABLE game (
            id TEXT PRIMARY KEY, variant TEXT NOT NULL, rules TEXT NOT NULL, fen TEXT,
            base_ms BIGINT, increment_ms BIGINT, moves BIGINT, days SMALLINT, rated BOOLEAN NOT NULL,
            white_guest TEXT, white_account TEXT, white_node TEXT, white_boot BIGINT, white_away_at BIGINT,
            black_guest TEXT, black_account TEXT, black_node TEXT, black_boot BIGINT, black_away_at BIGINT,
            started_at BIGINT NOT NULL, ended_at BIGINT, winner SMALLINT, reason TEXT, plies BIGINT,
            wake_at BIGINT, rematch_of TEXT UNIQUE,
            CHECK ((white_guest IS NULL) <> (white_account IS NULL)),
            CHECK ((black_guest IS NULL) <> (black_account IS NULL)),
            CHECK ((ended_at IS NULL) = (reason IS NULL))
        ) CLUSTERED",
        // No foreign key: PostgreSQL would lock the game's row, and so write to it, with every move.
        "CREATE TABLE act (
            game TEXT NOT NULL, seq BIGINT NOT NULL CHECK (seq > 0), at BIGINT NOT NULL, side SMALLINT,
            mark BIGINT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (game, seq)
        ) CLUSTERED",
        "CREATE TABLE plan (
            game TEXT NOT NULL, side SMALLINT NOT NULL, ply BIGINT NOT NULL, after BIGINT NOT NULL, tree TEXT NOT NULL,
            PRIMARY KEY (game, side)
        ) CLUSTERED",
        "CREATE TABLE challenge (
            id TEXT PRIMARY KEY, maker_guest TEXT, maker_account TEXT, variant TEXT NOT NULL,
            base_ms BIGINT, increment_ms BIGINT, moves BIGINT, days SMALLINT, rated BOOLEAN NOT NULL,
            fen TEXT, side SMALLINT, node TEXT, boot BIGINT, made_at BIGINT NOT NULL, ends_at BIGINT NOT NULL,
            taker_guest TEXT, taker_account TEXT, game TEXT, rematch_of TEXT UNIQUE, declined_at BIGINT,
            CHECK ((maker_guest IS NULL) <> (maker_account IS NULL))
        ) CLUSTERED",
        "CREATE TABLE due (
            kind TEXT NOT NULL, key TEXT NOT NULL, not_before BIGINT NOT NULL, tries BIGINT NOT NULL,
            body TEXT NOT NULL, PRIMARY KEY (kind, key)
        ) CLUSTERED",
        "CREATE TABLE node (
            id TEXT NOT NULL, boot BIGINT NOT NULL, started_at BIGINT NOT NULL, beat_at BIGINT NOT NULL,
            PRIMARY KEY (id, boot)
        ) CLUSTERED",
        // The ids of deleted games, which are never reused.
        "CREATE TABLE vanished (game TEXT PRIMARY KEY) CLUSTERED",
        "CREATE INDEX game_white_guest ON game (white_guest, started_at) WHERE white_guest IS NOT NULL",
        "CREATE INDEX game_black_guest ON game (black_guest, started_at) WHERE black_guest IS NOT NULL",
        "CREATE INDEX game_white_account ON game (white_account, started_at) WHERE white_account IS NOT NULL",
        "CREATE INDEX game_black_account ON game (black_account, started_at) WHERE black_account IS NOT NULL",
        "CREATE INDEX game_wake_at ON game (wake_at) WHERE wake_at IS NOT NULL",
        "CREATE INDEX game_aborted ON game (ended_at) WHERE reason = 'aborted'",
        "CREATE INDEX challenge_ends_at ON challenge (ends_at)",
        "CREATE INDEX session_ends_at ON session (ends_at)",
        "CREATE INDEX due_not_before ON due (kind, not_before)",
        "CREATE INDEX node_beat_at ON node (beat_at)",
    ],
};
