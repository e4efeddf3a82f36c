//! Migration 17 adds ratings: each change of one, the latest of each player, and the reason why a rated game counts or
//! does not.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0017_ratings",
    statements: &[
        // The rows of `rating` are the last ones of `rating_event`.
        "ALTER TABLE game ADD COLUMN rated_as TEXT",
        "CREATE TABLE rating_event (person TEXT NOT NULL, variant TEXT NOT NULL, pace TEXT NOT NULL, n BIGINT NOT NULL,
            game TEXT NOT NULL, at BIGINT NOT NULL, score SMALLINT NOT NULL,
            before_rating DOUBLE PRECISION NOT NULL, before_deviation DOUBLE PRECISION NOT NULL,
            before_volatility DOUBLE PRECISION NOT NULL, opponent TEXT NOT NULL, opponent_n BIGINT NOT NULL,
            opponent_rating DOUBLE PRECISION NOT NULL, opponent_deviation DOUBLE PRECISION NOT NULL,
            rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (person, variant, pace, n)) CLUSTERED",
        "CREATE UNIQUE INDEX rating_event_game ON rating_event (game, person)",
        "CREATE TABLE rating (person TEXT NOT NULL, variant TEXT NOT NULL, pace TEXT NOT NULL, n BIGINT NOT NULL,
            at BIGINT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
            volatility DOUBLE PRECISION NOT NULL, PRIMARY KEY (person, variant, pace)) CLUSTERED",
        "CREATE INDEX rating_order ON rating (variant, pace, rating)",
        "CREATE INDEX game_unsettled ON game (ended_at) WHERE rated AND rated_as IS NULL AND ended_at IS NOT NULL",
    ],
};
