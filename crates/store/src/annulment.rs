//! Annulment of rated games (T.7d). Both ratings are put right by further changes, and no earlier change is altered.

use faraday_play::Timestamp;
use faraday_ratings::RatedAs;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QueryResult};

use crate::entity::{game, rating_event};
use crate::ratings::{self, RatingEvent};
use crate::row::{self, at_value};
use crate::transaction::{lock_two_people, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{Annulment, GameId, PersonId, Store, StoreError, games};

/// The result of a request to annul a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnnulResult {
    /// The game is annulled, and both ratings are put right.
    Annulled,
    /// The game was annulled before. Nothing has changed.
    Earlier,
    /// There is no such game.
    Unknown,
    /// The game is not rated.
    Unrated,
    /// The game is running, or has just ended and is not settled.
    Unsettled,
    /// The game does not count.
    NotCounted(RatedAs),
}

impl Store {
    /// Annuls a rated game that counts. A further change of each player's rating removes what is left of its effect
    /// ([`faraday_ratings::Rating::without_game`]). The ratings of an erased account are gone, and stay so.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn annul(&self, game: GameId, annulment: Annulment) -> Result<AnnulResult, StoreError> {
        self.write(Priority::Request, (game, annulment), |db, (game, annulment)| {
            Box::pin(async move {
                Ok(match annul(db, *game, annulment).await? {
                    AnnulResult::Annulled => TransactionEnd::Commit(AnnulResult::Annulled),
                    refused => TransactionEnd::Rollback(refused),
                })
            })
        })
        .await
    }

    /// Returns the seats of annulled games whose rating was changed by the game and not put right: none, unless the
    /// database is damaged.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn missing_annulments(&self) -> Result<Vec<(GameId, PersonId)>, StoreError> {
        const SQL: &str = "SELECT e.game, e.person FROM rating_event e JOIN game g ON g.id = e.game
            WHERE g.annulled_at IS NOT NULL AND e.annulled_at IS NULL AND NOT EXISTS (SELECT 1 FROM rating_event a
                WHERE a.game = e.game AND a.person = e.person AND a.annulled_at IS NOT NULL)
            ORDER BY e.game, e.person";
        let rows = self.0.read.query_all_raw(self.statement(SQL, [])).await?;
        let seat = |row: &QueryResult| {
            let game = GameId::parse(&row.try_get_by_index::<String>(0)?);
            let game = game.map_err(|error| StoreError::row("rating_event", error))?;
            Ok((game, row::person("rating_event", &row.try_get_by_index::<String>(1)?)?))
        };
        rows.iter().map(seat).collect()
    }
}

async fn annul(db: &DatabaseTransaction, id: GameId, annulment: &Annulment) -> Result<AnnulResult, StoreError> {
    const ANNUL: &str = "UPDATE game SET annulled_at = $2, annulled_for = $3 WHERE id = $1";
    let Some(row) = game::Entity::find_by_id(id.as_str()).one(db).await? else { return Ok(AnnulResult::Unknown) };
    lock_two_people(db, games::read(row)?.seats.map(|seat| seat.who)).await?;
    // A separate statement, so that it sees what others committed while this one waited for the locks.
    let Some(row) = game::Entity::find_by_id(id.as_str()).one(db).await? else { return Ok(AnnulResult::Unknown) };
    let game = games::read(row)?;
    match (&game.annulled, game.rated_as) {
        (Some(_), _) => return Ok(AnnulResult::Earlier),
        (None, Some(RatedAs::Counted)) => {}
        (None, Some(rated_as)) => return Ok(AnnulResult::NotCounted(rated_as)),
        (None, None) if game.terms.rated => return Ok(AnnulResult::Unsettled),
        (None, None) => return Ok(AnnulResult::Unrated),
    }
    let values = [id.as_str().into(), at_value(annulment.at), annulment.reason.as_str().into()];
    db.execute_raw(statement(db, ANNUL, values)).await?;
    let changes = rating_event::Entity::find().filter(rating_event::Column::Game.eq(id.as_str()));
    let changes = changes.filter(rating_event::Column::AnnulledAt.is_null());
    for row in changes.order_by_asc(rating_event::Column::Person).all(db).await? {
        put_right(db, ratings::read(row)?, annulment.at).await?;
    }
    Ok(AnnulResult::Annulled)
}

/// Adds the change that removes the effect of a game on a rating.
async fn put_right(db: &DatabaseTransaction, by_game: RatingEvent, now: Timestamp) -> Result<(), StoreError> {
    let Some(last) = ratings::last(db, by_game.who, &by_game.variant, by_game.pace).await? else {
        return Err(StoreError::row("rating", format!("no rating after change {} of {}", by_game.n, by_game.who)));
    };
    let event = RatingEvent {
        n: last.n + 1,
        // The rating is still as old as its last game: an annulment is not a game, and must not end the growth of the
        // deviation or bring the player back to a leaderboard.
        at: last.played_at,
        before: last.rating,
        after: last.rating.without_game(by_game.before, by_game.after),
        annulled_at: Some(now),
        ..by_game
    };
    ratings::add(db, &event).await
}
