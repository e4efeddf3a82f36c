//! Replies that are due: an outbox, filled in the transaction of the act that may be answered, and emptied by the node
//! that plays the reply.

use faraday_play::Timestamp;
use sea_orm::{ConnectionTrait, DbBackend};

use crate::row::at_value;
use crate::writer::Urgency;
use crate::writer::group::Ending;
use crate::{Store, StoreError};

/// How much longer something rests after each time that it was taken and not done.
const REST_MS: i64 = 30_000;

impl Store {
    /// Takes the keys of replies that are due. Nobody else is given them for half a minute, and after each further try for half a
    /// minute more: a node that dies in between leaves them to others, so it must do no harm to play one twice.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn take_due(&self, now: Timestamp, limit: u64) -> Result<Vec<String>, StoreError> {
        let skip = match self.backend() {
            DbBackend::Postgres => "FOR UPDATE SKIP LOCKED",
            _ => "",
        };
        // Materialized: what is picked is picked once, however the update looks it up.
        let sql = format!(
            "WITH picked AS MATERIALIZED (
                SELECT key FROM due WHERE kind = 'reply' AND not_before <= $1 ORDER BY not_before, key LIMIT $2 {skip}
            ) UPDATE due SET tries = tries + 1, not_before = $1 + $3 * (tries + 1) FROM picked
            WHERE due.kind = 'reply' AND due.key = picked.key RETURNING due.key"
        );
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let values = [at_value(now), limit.into(), REST_MS.into()];
        self.write(Urgency::Request, self.statement(&sql, values), |db, take| {
            Box::pin(async move {
                let rows = db.query_all_raw(take.clone()).await?;
                let keys = rows.iter().map(|row| row.try_get_by_index(0));
                Ok(Ending::Commit(keys.collect::<Result<_, _>>()?))
            })
        })
        .await
    }

    /// Notes that a reply is no longer due.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn done(&self, key: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM due WHERE kind = 'reply' AND key = $1";
        self.execute(Urgency::Request, self.statement(sql, [key.into()])).await?;
        Ok(())
    }
}
