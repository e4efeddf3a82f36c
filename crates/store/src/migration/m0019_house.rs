//! Migration 19 adds the house: the ten opponents whose moves the server chooses, and an index of rated games against
//! them. The house shows its games, so the setting of its opponent decides who sees them.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0019_house",
    statements: &[
        // The ids and names are those of `house.rs`.
        "INSERT INTO person (id, kind, name, shows_games) VALUES
            ('House0000001', 'house', 'House 1', TRUE), ('House0000002', 'house', 'House 2', TRUE),
            ('House0000003', 'house', 'House 3', TRUE), ('House0000004', 'house', 'House 4', TRUE),
            ('House0000005', 'house', 'House 5', TRUE), ('House0000006', 'house', 'House 6', TRUE),
            ('House0000007', 'house', 'House 7', TRUE), ('House0000008', 'house', 'House 8', TRUE),
            ('House0000009', 'house', 'House 9', TRUE), ('House0000010', 'house', 'House 10', TRUE)",
        // In changes by games against the house, the number of the opponent's change is 0.
        "CREATE INDEX rating_event_house ON rating_event (person, variant, pace) WHERE opponent_n = 0",
    ],
};
