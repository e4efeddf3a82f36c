//! Migration 8 adds summaries for lists, so that games need not be replayed. Older finished games and imported ones
//! get theirs when they are first listed.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0008_summaries",
    statements: &[
        // `plies` exists already, but was only written at the end of a game until now.
        "ALTER TABLE game ADD COLUMN turn SMALLINT",
        "ALTER TABLE game ADD COLUMN position TEXT",
        "ALTER TABLE game ADD COLUMN last_move TEXT",
        "ALTER TABLE game ADD COLUMN moved_at BIGINT",
        "ALTER TABLE game ADD COLUMN deadline BIGINT",
        "ALTER TABLE game ADD COLUMN aborted_by SMALLINT",
        "ALTER TABLE game ADD COLUMN missed_by SMALLINT",
        // Running games by player, which are few among all games.
        "CREATE INDEX game_white_running ON game (white, started_at) WHERE ended_at IS NULL",
        "CREATE INDEX game_black_running ON game (black, started_at) WHERE ended_at IS NULL",
    ],
};
