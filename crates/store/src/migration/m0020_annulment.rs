//! Migration 20 adds annulled games with the changes of ratings that put them right, and the last visit of a member,
//! which outlives the member's sessions.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0020_annulment",
    statements: &[
        // An annulled game has two changes of each rating: one by the game, and one by the annulment.
        "ALTER TABLE person ADD COLUMN seen_at BIGINT",
        "UPDATE person SET seen_at = (SELECT max(session.seen_at) FROM session WHERE session.person = person.id)
            WHERE kind = 'member'",
        "ALTER TABLE game ADD COLUMN annulled_at BIGINT",
        "ALTER TABLE game ADD COLUMN annulled_for TEXT",
        "ALTER TABLE rating_event ADD COLUMN annulled_at BIGINT",
        "ALTER TABLE rating ADD COLUMN annulled BIGINT NOT NULL DEFAULT 0",
        "DROP INDEX rating_event_game",
        "CREATE UNIQUE INDEX rating_event_game ON rating_event (game, person, (annulled_at IS NULL))",
    ],
};
