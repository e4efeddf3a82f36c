//! Summaries for lists, so that no game has to be opened. Games that ended earlier, or were imported, get theirs when they
//! are first listed.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0008_summaries"
    }
}

/// `plies` is there already: until now it was written at the end of a game.
const COLUMNS: [&str; 7] = [
    "turn SMALLINT",
    "position TEXT",
    "last_move TEXT",
    "moved_at BIGINT",
    "deadline BIGINT",
    "aborted_by SMALLINT",
    "missed_by SMALLINT",
];

/// Games that run, by player: few among all of them.
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

    // Columns could not be added again if only the note of this migration failed.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
