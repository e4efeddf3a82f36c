//! Migration 7 creates one table for people, by renaming that of guests and the columns that refer to it. Guests
//! become a kind of person.
//!
//! Renaming takes the same short time for any number of games. The unused columns for accounts stay: SQLite cannot
//! drop a column named in a check, and the check on them requires a person.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0007_people",
    statements: &[
        "ALTER TABLE guest RENAME TO person",
        "ALTER TABLE person ADD COLUMN kind TEXT NOT NULL DEFAULT 'guest'",
        "ALTER TABLE session RENAME COLUMN guest TO person",
        "ALTER TABLE letter RENAME COLUMN guest TO person",
        "ALTER TABLE game RENAME COLUMN white_guest TO white",
        "ALTER TABLE game RENAME COLUMN black_guest TO black",
        "ALTER TABLE challenge RENAME COLUMN maker_guest TO maker",
        "ALTER TABLE challenge RENAME COLUMN taker_guest TO taker",
        "DROP INDEX game_white_account",
        "DROP INDEX game_black_account",
        // Jobs that no version ever ran. Each finished game left some.
        "DELETE FROM due WHERE kind IN ('explore', 'rate', 'push', 'mail')",
    ],
};
