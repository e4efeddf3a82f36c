//! Deletion of guests who no longer have anything stored.
//!
//! A transaction that deletes something of a guest also stores when to check what is left. A guest who has nothing left
//! by then is deleted. Only noted guests are checked, so no query ever reads all guests.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use crate::transaction::{has_other_writers, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{Store, StoreError};

/// The time until the check (a day). By then, every request that the session had authorized is over, so no guest is
/// deleted while a challenge or game of theirs is being stored.
const GRACE_MS: i64 = 24 * 60 * 60 * 1000;

const UNUSED: &str = "DELETE FROM person WHERE id = $1 AND kind = 'guest'
    AND NOT EXISTS (SELECT 1 FROM session WHERE person = $1)
    AND NOT EXISTS (SELECT 1 FROM letter WHERE person = $1)
    AND NOT EXISTS (SELECT 1 FROM game WHERE white = $1)
    AND NOT EXISTS (SELECT 1 FROM game WHERE black = $1)
    AND NOT EXISTS (SELECT 1 FROM challenge WHERE maker = $1)
    AND NOT EXISTS (SELECT 1 FROM challenge WHERE taker = $1)";

/// Notes that this transaction deletes something of these guests. Call it first, because it locks their rows.
pub(crate) async fn check_later(
    transaction: &DatabaseTransaction,
    guests: impl IntoIterator<Item = String>,
    now: i64,
) -> Result<(), DbErr> {
    let sql = "UPDATE person SET check_at = $2 WHERE id = $1 AND kind <> 'house'";
    for guest in guests.into_iter().collect::<BTreeSet<_>>() {
        transaction.execute_raw(statement(transaction, sql, [guest.into(), (now + GRACE_MS).into()])).await?;
    }
    Ok(())
}

impl Store {
    /// Checks at most `most` guests. Returns the number of checked and of deleted guests.
    pub(crate) async fn delete_unused_guests(&self, now: i64, most: i64) -> Result<(u64, u64), StoreError> {
        const USED: &str = "UPDATE person SET check_at = NULL WHERE id = $1";
        self.write(Priority::Request, [now, most], |db, &[now, most]| {
            Box::pin(async move {
                // Skips guests that another node is checking.
                let lock = if has_other_writers(db) { "FOR UPDATE SKIP LOCKED" } else { "" };
                let noted = format!("SELECT id FROM person WHERE check_at <= $1 ORDER BY check_at LIMIT $2 {lock}");
                let rows = db.query_all_raw(statement(db, &noted, [now.into(), most.into()])).await?;
                let guests: BTreeSet<String> =
                    rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
                let mut gone = 0;
                for guest in &guests {
                    let unused = statement(db, UNUSED, [guest.as_str().into()]);
                    let went = db.execute_raw(unused).await?.rows_affected();
                    if went > 0 {
                        let leaves = "DELETE FROM leave WHERE person = $1";
                        db.execute_raw(statement(db, leaves, [guest.as_str().into()])).await?;
                    } else {
                        db.execute_raw(statement(db, USED, [guest.as_str().into()])).await?;
                    }
                    gone += went;
                }
                Ok(TransactionEnd::Commit((guests.len() as u64, gone)))
            })
        })
        .await
    }
}
