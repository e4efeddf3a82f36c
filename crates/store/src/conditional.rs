//! Conditional appends: a claim while the opponent is away, and a planned reply while it is still planned.
//!
//! Each runs in its own transaction, with the lock order of every append: first the key of the act, then the row of the
//! game. A change to the condition is therefore either committed before and seen, or comes too late.

use std::sync::Arc;

use faraday_play::{Plan, Timestamp};
use faraday_rules::Color;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use crate::durable::{PAUSES, touch_statement};
use crate::jobs::ADD_JOB;
use crate::transaction::{lock_game, statement};
use crate::writer::Priority;
use crate::writer::append::{Append, GameChange, JobRow};
use crate::writer::group::TransactionEnd;
use crate::{AppendId, AppendResult, Entry, GameId, Store, StoreError, plans, row};

/// The result of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimResult {
    /// The act is in the journal.
    Written,
    /// Another act has its number.
    Conflict,
    /// The opponent is not away, or not since that time.
    OpponentBack,
}

/// The result of a planned reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplyResult {
    /// The act is in the journal, and the rest of the plan is stored.
    Written,
    /// Another act has its number.
    Conflict,
    /// The reply is no longer planned.
    Void,
}

/// The condition of an append.
enum Condition {
    /// The side has been away since that time.
    Away(Color, Timestamp),
    /// The side's plan follows an act. The rest of the plan replaces it.
    Planned { side: Color, after: u64, rest: Plan },
}

/// The result of a conditional append.
enum ConditionalResult {
    Appended(AppendResult),
    /// An earlier try added it.
    Found,
    Unmet,
}

impl Store {
    /// Adds an act to the journal if a side has been away since the given time and still is.
    ///
    /// # Errors
    ///
    /// The same as for [`Store::append`].
    pub async fn append_if_away(
        &self,
        entry: &Entry,
        side: Color,
        since: Timestamp,
    ) -> Result<ClaimResult, StoreError> {
        Ok(match self.append_if(entry, Condition::Away(side, since)).await? {
            ConditionalResult::Appended(AppendResult::Written) | ConditionalResult::Found => ClaimResult::Written,
            ConditionalResult::Appended(AppendResult::Conflict) => ClaimResult::Conflict,
            ConditionalResult::Unmet => ClaimResult::OpponentBack,
        })
    }

    /// Adds the planned reply of a side to the journal if its plan still follows that act, and stores
    /// the rest of the plan.
    ///
    /// # Errors
    ///
    /// The same as for [`Store::append`].
    pub async fn append_planned_reply(
        &self,
        entry: &Entry,
        side: Color,
        after: u64,
        rest: &Plan,
    ) -> Result<ReplyResult, StoreError> {
        let condition = Condition::Planned { side, after, rest: rest.clone() };
        Ok(match self.append_if(entry, condition).await? {
            ConditionalResult::Appended(AppendResult::Written) | ConditionalResult::Found => ReplyResult::Written,
            ConditionalResult::Appended(AppendResult::Conflict) => ReplyResult::Conflict,
            ConditionalResult::Unmet => ReplyResult::Void,
        })
    }

    /// Retries an interrupted transaction until its outcome is known, as the writer does.
    async fn append_if(&self, entry: &Entry, condition: Condition) -> Result<ConditionalResult, StoreError> {
        let (append, _) = Append::new(entry.clone())?;
        let append = Arc::new((append, condition));
        let since = self.0.monitor.begin_wait();
        let mut pause = PAUSES[0];
        let answer = loop {
            let tried = self
                .write(Priority::Act, Arc::clone(&append), |db, append| Box::pin(append_if(db, &append.0, &append.1)));
            match tried.await {
                // A visible row is durable once a later commit succeeds.
                Ok(ConditionalResult::Found) => {
                    match self.execute(Priority::Act, touch_statement(self.backend())).await {
                        Ok(_) => break Ok(ConditionalResult::Appended(AppendResult::Written)),
                        Err(StoreError::Unreachable(_) | StoreError::Conflict(_)) => {}
                        Err(error) => break Err(error),
                    }
                }
                Err(StoreError::Unreachable(error) | StoreError::Conflict(error)) => {
                    tracing::warn!(%error, "an act waits for the database");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(PAUSES[1]);
                }
                answer => break answer,
            }
        };
        self.0.monitor.end_wait(since);
        answer
    }
}

async fn append_if(
    db: &DatabaseTransaction,
    append: &Append,
    condition: &Condition,
) -> Result<TransactionEnd<ConditionalResult>, StoreError> {
    let sql = "INSERT INTO act (game, seq, at, side, mark, facts) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT DO NOTHING";
    let act = &append.act;
    let values = [
        append.game.as_str().into(),
        append.seq.into(),
        act.at.into(),
        act.side.into(),
        append.id.as_i64().into(),
        act.facts.as_str().into(),
    ];
    if db.execute_raw(statement(db, sql, values)).await?.rows_affected() == 0 {
        return Ok(TransactionEnd::Rollback(match mark(db, append).await? {
            found if found == Some(append.id) => ConditionalResult::Found,
            _ => ConditionalResult::Appended(AppendResult::Conflict),
        }));
    }
    lock_game(db, append.game).await?;
    let is_met = match condition {
        Condition::Away(side, since) => away_at(db, append.game, *side).await? == Some(row::at(*since)),
        Condition::Planned { side, after, .. } => {
            plans::after(db, append.game, *side).await? == Some(after.cast_signed())
        }
    };
    if !is_met {
        return Ok(TransactionEnd::Rollback(ConditionalResult::Unmet));
    }
    if let Condition::Planned { side, rest, .. } = condition {
        plans::replace(db, append.game, *side, rest).await?;
    }
    follow_up(db, append).await?;
    Ok(TransactionEnd::Commit(ConditionalResult::Appended(AppendResult::Written)))
}

async fn away_at(transaction: &DatabaseTransaction, game: GameId, side: Color) -> Result<Option<i64>, DbErr> {
    let sql = match side {
        Color::White => "SELECT white_away_at FROM game WHERE id = $1",
        Color::Black => "SELECT black_away_at FROM game WHERE id = $1",
    };
    let row = transaction.query_one_raw(statement(transaction, sql, [game.as_str().into()])).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.flatten())
}

async fn mark(transaction: &DatabaseTransaction, append: &Append) -> Result<Option<AppendId>, DbErr> {
    let sql = "SELECT mark FROM act WHERE game = $1 AND seq = $2";
    let row = transaction
        .query_one_raw(statement(transaction, sql, [append.game.as_str().into(), append.seq.into()]))
        .await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.map(AppendId::from_i64))
}

/// Writes the consequences of a new act.
async fn follow_up(transaction: &DatabaseTransaction, append: &Append) -> Result<(), DbErr> {
    if append.voids_plans {
        let sql = "DELETE FROM plan WHERE game = $1";
        transaction.execute_raw(statement(transaction, sql, [append.game.as_str().into()])).await?;
    }
    if let Some(GameChange { summary, wake_at, ended_at, winner, reason, .. }) = &append.change {
        let sql = "UPDATE game SET turn = $2, position = $3, last_move = $4, moved_at = $5, deadline = $6,
            aborted_by = $7, missed_by = $8, plies = $9, ended_at = $10, winner = $11, reason = $12,
            wake_at = $13 WHERE id = $1";
        let [game, turn, position, last_move, moved_at, deadline, aborted_by, missed_by, plies] =
            summary.values(append.game);
        let values = [
            game,
            turn,
            position,
            last_move,
            moved_at,
            deadline,
            aborted_by,
            missed_by,
            plies,
            (*ended_at).into(),
            (*winner).into(),
            reason.clone().into(),
            (*wake_at).into(),
        ];
        transaction.execute_raw(statement(transaction, sql, values)).await?;
    }
    for JobRow { kind, key, not_before, body, .. } in &append.jobs {
        let values = [(*kind).into(), key.as_str().into(), (*not_before).into(), body.as_str().into()];
        transaction.execute_raw(statement(transaction, ADD_JOB, values)).await?;
    }
    Ok(())
}
