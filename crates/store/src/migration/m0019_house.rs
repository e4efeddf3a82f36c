//! Migration 19 adds the house: the ten opponents whose moves the server chooses, and an index of rated games against
//! them. The house shows its games, so the setting of its opponent decides who sees them.

use sea_orm::{ConnectionTrait, DbErr};
use sea_orm_migration::async_trait::async_trait;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0019_house"
    }
}

/// The ids and names are those of `house.rs`.
const PEOPLE: &str = "INSERT INTO person (id, kind, name, shows_games) VALUES
    ('House0000001', 'house', 'House 1', TRUE), ('House0000002', 'house', 'House 2', TRUE),
    ('House0000003', 'house', 'House 3', TRUE), ('House0000004', 'house', 'House 4', TRUE),
    ('House0000005', 'house', 'House 5', TRUE), ('House0000006', 'house', 'House 6', TRUE),
    ('House0000007', 'house', 'House 7', TRUE), ('House0000008', 'house', 'House 8', TRUE),
    ('House0000009', 'house', 'House 9', TRUE), ('House0000010', 'house', 'House 10', TRUE)";

/// In changes by games against the house, the number of the opponent's change is 0.
const INDEX: &str = "CREATE INDEX rating_event_house ON rating_event (person, variant, pace) WHERE opponent_n = 0";

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for sql in [PEOPLE, INDEX] {
            manager.get_connection().execute_unprepared(sql).await?;
        }
        Ok(())
    }

    // All or nothing: the existing rows would make a second run fail.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
