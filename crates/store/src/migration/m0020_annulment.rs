//! Migration 20 adds annulled games with the changes of ratings that put them right, and the last visit of a member,
//! which outlives the member's sessions.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0020_annulment"
    }
}

/// An annulled game has two changes of each rating: one by the game, and one by the annulment.
const CHANGES: [&str; 8] = [
    "ALTER TABLE person ADD COLUMN seen_at BIGINT",
    "UPDATE person SET seen_at = (SELECT max(session.seen_at) FROM session WHERE session.person = person.id)
        WHERE kind = 'member'",
    "ALTER TABLE game ADD COLUMN annulled_at BIGINT",
    "ALTER TABLE game ADD COLUMN annulled_for TEXT",
    "ALTER TABLE rating_event ADD COLUMN annulled_at BIGINT",
    "ALTER TABLE rating ADD COLUMN annulled BIGINT NOT NULL DEFAULT 0",
    "DROP INDEX rating_event_game",
    "CREATE UNIQUE INDEX rating_event_game ON rating_event (game, person, (annulled_at IS NULL))",
];

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for sql in CHANGES {
            manager.get_connection().execute_unprepared(sql).await?;
        }
        Ok(())
    }

    // All or nothing: the existing columns would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
