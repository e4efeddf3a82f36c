//! Guests who have nothing here any more.
//!
//! Whatever takes something of a guest away notes when to look whether anything is left. Whoever has none of it by then
//! goes. Only those are looked at of whom something went, so nobody ever reads all guests.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use crate::transaction::one;
use crate::writer::Urgency;
use crate::writer::group::Ending;
use crate::{Store, StoreError};

/// How long after that it is looked: a day. A request that a session has let in is over by then, with whatever it made, so
/// that no guest goes while a challenge or a game of theirs is being kept.
const GRACE_MS: i64 = 24 * 60 * 60 * 1000;

const UNUSED: &str = "DELETE FROM person WHERE id = $1 AND kind = 'guest'
    AND NOT EXISTS (SELECT 1 FROM session WHERE person = $1)
    AND NOT EXISTS (SELECT 1 FROM letter WHERE person = $1)
    AND NOT EXISTS (SELECT 1 FROM game WHERE white = $1)
    AND NOT EXISTS (SELECT 1 FROM game WHERE black = $1)
    AND NOT EXISTS (SELECT 1 FROM challenge WHERE maker = $1)
    AND NOT EXISTS (SELECT 1 FROM challenge WHERE taker = $1)";

/// Notes that something of these guests goes in this transaction. It is the first thing that one does: it locks them.
pub(crate) async fn check_later(
    transaction: &DatabaseTransaction,
    guests: impl IntoIterator<Item = String>,
    now: i64,
) -> Result<(), DbErr> {
    let sql = "UPDATE person SET check_at = $2 WHERE id = $1";
    for guest in guests.into_iter().collect::<BTreeSet<_>>() {
        transaction.execute_raw(one(transaction, sql, [guest.into(), (now + GRACE_MS).into()])).await?;
    }
    Ok(())
}

impl Store {
    /// Looks at so many guests at most. How many it was, and how many of them went.
    pub(crate) async fn forget_guests(&self, now: i64, most: i64) -> Result<(u64, u64), StoreError> {
        const NOTED: &str = "SELECT id FROM person WHERE check_at <= $1 ORDER BY check_at LIMIT $2";
        // Not if something went meanwhile, so that it is to be looked again.
        const USED: &str = "UPDATE person SET check_at = NULL WHERE id = $1 AND check_at <= $2";
        self.write(Urgency::Request, [now, most], |db, &[now, most]| {
            Box::pin(async move {
                let rows = db.query_all_raw(one(db, NOTED, [now.into(), most.into()])).await?;
                let guests: BTreeSet<String> =
                    rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
                let mut gone = 0;
                for guest in &guests {
                    let unused = one(db, UNUSED, [guest.as_str().into()]);
                    let went = db.execute_raw(unused).await?.rows_affected();
                    if went == 0 {
                        db.execute_raw(one(db, USED, [guest.as_str().into(), now.into()])).await?;
                    }
                    gone += went;
                }
                Ok(Ending::Commit((guests.len() as u64, gone)))
            })
        })
        .await
    }
}
