//! Migration 4 adds the time to check whether a guest still has anything stored, and indexes for that check.

use std::time::{SystemTime, UNIX_EPOCH};

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0004_guests"
    }
}

const COLUMN_AND_INDEXES: [&str; 5] = [
    "ALTER TABLE guest ADD COLUMN check_at BIGINT",
    "CREATE INDEX guest_check_at ON guest (check_at) WHERE check_at IS NOT NULL",
    "CREATE INDEX challenge_maker_guest ON challenge (maker_guest) WHERE maker_guest IS NOT NULL",
    "CREATE INDEX challenge_taker_guest ON challenge (taker_guest) WHERE taker_guest IS NOT NULL",
    "CREATE INDEX challenge_game ON challenge (game) WHERE game IS NOT NULL",
];

/// A day, the same as after the end of any other session.
const GRACE_MS: i64 = 24 * 60 * 60 * 1000;

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for sql in COLUMN_AND_INDEXES {
            manager.get_connection().execute_unprepared(sql).await?;
        }
        // Guests whose sessions ended earlier are also checked.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64;
        let sql = format!(
            "UPDATE guest SET check_at = {}
                WHERE NOT EXISTS (SELECT 1 FROM session WHERE session.guest = guest.id)",
            now + GRACE_MS
        );
        manager.get_connection().execute_unprepared(&sql).await?;
        Ok(())
    }

    // All or nothing: an existing column would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
