//! What is due: the outbox, filled in the transaction of the act from which it follows, and emptied by whoever does it.

use faraday_play::Timestamp;
use sea_orm::{ConnectionTrait, DbBackend};

use crate::row::{at, at_value};
use crate::transaction::one;
use crate::writer::Urgency;
use crate::writer::group::Ending;
use crate::{Kind, Store, StoreError};

/// How much longer something rests after each time that it was taken and not done.
const REST_MS: i64 = 30_000;

/// Something to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// What.
    pub kind: Kind,
    /// What tells it from others of its kind.
    pub key: String,
    /// What there is to know.
    pub body: String,
    /// How often it was taken, this time included.
    pub tries: u64,
}

impl Store {
    /// Takes what is due of a kind. Nobody else is given it for half a minute, and after each further try for half a
    /// minute more: whoever dies in between leaves it to others, so it must do no harm to do it twice.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn take_due(&self, kind: Kind, now: Timestamp, limit: u64) -> Result<Vec<Due>, StoreError> {
        let skip = match self.backend() {
            DbBackend::Postgres => "FOR UPDATE SKIP LOCKED",
            _ => "",
        };
        // Materialized: what is picked is picked once, however the update looks it up.
        let sql = format!(
            "WITH picked AS MATERIALIZED (
                SELECT key FROM due WHERE kind = $1 AND not_before <= $2 ORDER BY not_before, key LIMIT $3 {skip}
            ) UPDATE due SET tries = tries + 1, not_before = $2 + $4 * (tries + 1) FROM picked
            WHERE due.kind = $1 AND due.key = picked.key RETURNING due.key, due.body, due.tries"
        );
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let values = [kind.name().into(), at_value(now), limit.into(), REST_MS.into()];
        self.write(Urgency::Request, move |db| {
            Box::pin(async move {
                let rows = db.query_all_raw(one(db, &sql, values)).await?;
                let due = rows.iter().map(|row| {
                    let (key, body, tries): (_, _, i64) =
                        (row.try_get_by_index(0)?, row.try_get_by_index(1)?, row.try_get_by_index(2)?);
                    Ok(Due { kind, key, body, tries: tries.cast_unsigned() })
                });
                Ok(Ending::Commit(due.collect::<Result<_, StoreError>>()?))
            })
        })
        .await
    }

    /// When the next of a kind is due, if there is one.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn next_due(&self, kind: Kind) -> Result<Option<Timestamp>, StoreError> {
        let sql = "SELECT min(not_before) FROM due WHERE kind = $1";
        let row = self.0.read.query_one_raw(self.statement(sql, [kind.name().into()])).await?;
        let first: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?.flatten();
        Ok(first.map(crate::row::moment))
    }

    /// It is done.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn done(&self, kind: Kind, key: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM due WHERE kind = $1 AND key = $2";
        self.execute(Urgency::Request, self.statement(sql, [kind.name().into(), key.into()])).await?;
        Ok(())
    }

    /// It is not to be tried before then.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn postpone(&self, kind: Kind, key: &str, not_before: Timestamp) -> Result<(), StoreError> {
        let sql = "UPDATE due SET not_before = $3 WHERE kind = $1 AND key = $2";
        let values = [kind.name().into(), key.into(), at(not_before).into()];
        self.execute(Urgency::Request, self.statement(sql, values)).await?;
        Ok(())
    }
}
