//! Migration 8 adds summaries for lists, so that games need not be replayed. Older finished games and imported ones
//! get theirs when they are first listed.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0008_summaries"
    }
}

/// `plies` exists already, but was only written at the end of a game until now.
const COLUMNS: [&str; 7] = [
    "turn SMALLINT",
    "position TEXT",
    "last_move TEXT",
    "moved_at BIGINT",
    "deadline BIGINT",
    "aborted_by SMALLINT",
    "missed_by SMALLINT",
];

/// Running games by player, which are few among all games.
const INDEXES: [&str; 2] = [
    "CREATE INDEX game_white_running ON game (white, started_at) WHERE ended_at IS NULL",
    "CREATE INDEX game_black_running ON game (black, started_at) WHERE ended_at IS NULL",
];

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in COLUMNS {
            let sql = format!("ALTER TABLE game ADD COLUMN {column}");
            manager.get_connection().execute_unprepared(&sql).await?;
        }
        for sql in INDEXES {
            manager.get_connection().execute_unprepared(sql).await?;
        }
        Ok(())
    }

    // All or nothing: existing columns would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
