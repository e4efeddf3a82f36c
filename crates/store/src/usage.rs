//! Counts of a person's open challenges, running games, and plans, for quotas.

use faraday_play::Timestamp;
use sea_orm::ConnectionTrait;

use crate::challenges::WAS_ABORTED;
use crate::row::at;
use crate::{PersonId, Store, StoreError};

/// The number of stored items that belong to one person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Challenges that can be accepted.
    pub challenges: u64,
    /// Running games, with or without clocks.
    pub games: u64,
    /// Running games with clocks.
    pub live_games: u64,
    /// Plans in running games.
    pub plans: u64,
}

impl Store {
    /// Counts the items that belong to a person.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn usage(&self, who: PersonId, now: Timestamp) -> Result<Usage, StoreError> {
        // One query for each color, because each has its own index.
        let running = |wanted: &str, more: &str| {
            let of = |side: &str| format!("SELECT count(*) FROM {wanted} WHERE g.{side} = $1 AND {more}");
            format!("({}) + ({})", of("white"), of("black"))
        };
        let plans = |side: &str, number: u8| {
            format!(
                "(SELECT count(*) FROM game g JOIN plan p ON p.game = g.id AND p.side = {number}
                WHERE g.{side} = $1 AND g.ended_at IS NULL)"
            )
        };
        let sql = format!(
            "SELECT (SELECT count(*) FROM challenge WHERE maker = $1 AND ends_at > $2
                AND (taker IS NULL OR {WAS_ABORTED}) AND declined_at IS NULL AND withdrawn_at IS NULL),
            {}, {}, {} + {}",
            running("game g", "g.ended_at IS NULL"),
            running("game g", "g.ended_at IS NULL AND g.base_ms IS NOT NULL"),
            plans("white", 0),
            plans("black", 1),
        );
        let row = self.0.read.query_one_raw(self.statement(&sql, [who.as_str().into(), at(now).into()])).await?;
        let Some(row) = row else { return Ok(Usage::default()) };
        let count = |index| row.try_get_by_index::<i64>(index).map(i64::cast_unsigned);
        Ok(Usage { challenges: count(0)?, games: count(1)?, live_games: count(2)?, plans: count(3)? })
    }
}
