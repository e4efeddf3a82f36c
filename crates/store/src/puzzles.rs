//! Puzzle ratings, updated by solvers' attempts. The solvers are not stored.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::entity::puzzle;
use crate::transaction::statement;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{Store, StoreError};

/// The Glicko rating of a puzzle, in hundredths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleRating {
    /// In hundredths of a point.
    pub rating: i64,
    /// The standard deviation of the rating, in hundredths of a point.
    pub deviation: i64,
    /// The number of attempts behind the rating.
    pub attempts: i64,
}

impl Store {
    /// Returns the current ratings of all attempted puzzles of a variant, with their ids.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn puzzle_ratings(&self, variant: &str) -> Result<Vec<(String, PuzzleRating)>, StoreError> {
        let rows = puzzle::Entity::find().filter(puzzle::Column::Variant.eq(variant)).all(&self.0.read).await?;
        let rating = |row: puzzle::Model| {
            let puzzle::Model { id, rating, deviation, attempts, .. } = row;
            (id, PuzzleRating { rating, deviation, attempts })
        };
        Ok(rows.into_iter().map(rating).collect())
    }

    /// Counts an attempt at a puzzle and updates its rating, starting from `first` if it has none. Concurrent attempts
    /// are applied one after another.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn rate_puzzle(
        &self,
        [variant, id]: [&str; 2],
        first: PuzzleRating,
        change: impl Fn(PuzzleRating) -> PuzzleRating + Send + Sync + 'static,
    ) -> Result<PuzzleRating, StoreError> {
        let input = ([variant.to_owned(), id.to_owned()], first, change);
        self.write(Priority::Request, input, |db, ([variant, id], first, change)| {
            Box::pin(async move {
                // Count first: this locks the row for the transaction.
                let sql = "INSERT INTO puzzle (variant, id, rating, deviation, attempts) VALUES ($1, $2, $3, $4, 1)
                    ON CONFLICT (variant, id) DO UPDATE SET attempts = puzzle.attempts + 1
                    RETURNING rating, deviation, attempts";
                let values = [variant.as_str().into(), id.as_str().into(), first.rating.into(), first.deviation.into()];
                let row = db.query_one_raw(statement(db, sql, values)).await?;
                let row = row.ok_or_else(|| StoreError::row("puzzle", "a row that was written is not there"))?;
                let attempts = row.try_get_by_index(2)?;
                let before =
                    PuzzleRating { rating: row.try_get_by_index(0)?, deviation: row.try_get_by_index(1)?, attempts };
                let after = PuzzleRating { attempts, ..change(before) };
                let sql = "UPDATE puzzle SET rating = $3, deviation = $4 WHERE variant = $1 AND id = $2";
                let values = [variant.as_str().into(), id.as_str().into(), after.rating.into(), after.deviation.into()];
                db.execute_raw(statement(db, sql, values)).await?;
                Ok(TransactionEnd::Commit(after))
            })
        })
        .await
    }
}
