//! Conditional appends: a claim while the opponent is away, and a planned reply while it is still planned.
//!
//! Each runs in its own transaction, with the lock order of every append: first the key of the act, then the row of the
//! game. A change to the condition is therefore either committed before and seen, or comes too late.

use std::sync::Arc;

use faraday_play::{Plan, Timestamp};
use faraday_rules::Color;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use crate::durable::{PAUSES, touching};
use crate::transaction::{lock_game, one};
use crate::writer::Urgency;
use crate::writer::append::{Append, Change, JobRow};
use crate::writer::group::Ending;
use crate::{Appended, Entry, GameId, Mark, Store, StoreError, plans, row};

/// The result of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claimed {
    /// The act is in the journal.
    Written,
    /// Another act has its number.
    Lost,
    /// The opponent is not away, or not since that time.
    Back,
}

/// The result of a planned reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// The act is in the journal, and the rest of the plan is stored.
    Written,
    /// Another act has its number.
    Lost,
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
enum Outcome {
    Appended(Appended),
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
    pub async fn append_if_away(&self, entry: &Entry, side: Color, since: Timestamp) -> Result<Claimed, StoreError> {
        Ok(match self.append_if(entry, Condition::Away(side, since)).await? {
            Outcome::Appended(Appended::Written) | Outcome::Found => Claimed::Written,
            Outcome::Appended(Appended::Lost) => Claimed::Lost,
            Outcome::Unmet => Claimed::Back,
        })
    }

    /// Adds the planned reply of a side to the journal if its plan still follows that act, and stores
    /// the rest of the plan.
    ///
    /// # Errors
    ///
    /// The same as for [`Store::append`].
    pub async fn append_answer(
        &self,
        entry: &Entry,
        side: Color,
        after: u64,
        rest: &Plan,
    ) -> Result<Answered, StoreError> {
        let condition = Condition::Planned { side, after, rest: rest.clone() };
        Ok(match self.append_if(entry, condition).await? {
            Outcome::Appended(Appended::Written) | Outcome::Found => Answered::Written,
            Outcome::Appended(Appended::Lost) => Answered::Lost,
            Outcome::Unmet => Answered::Void,
        })
    }

    /// Retries an interrupted transaction until its outcome is known, as the writer does.
    async fn append_if(&self, entry: &Entry, condition: Condition) -> Result<Outcome, StoreError> {
        let (append, _) = Append::new(entry.clone())?;
        let append = Arc::new((append, condition));
        let since = self.0.watch.wait();
        let mut pause = PAUSES[0];
        let answer = loop {
            let tried = self
                .write(Urgency::Act, Arc::clone(&append), |db, append| Box::pin(append_if(db, &append.0, &append.1)));
            match tried.await {
                // A visible row is durable once a later commit succeeds.
                Ok(Outcome::Found) => match self.execute(Urgency::Act, touching(self.backend())).await {
                    Ok(_) => break Ok(Outcome::Appended(Appended::Written)),
                    Err(StoreError::Unreachable(_) | StoreError::Conflict(_)) => {}
                    Err(error) => break Err(error),
                },
                Err(StoreError::Unreachable(error) | StoreError::Conflict(error)) => {
                    tracing::warn!(%error, "an act waits for the database");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(PAUSES[1]);
                }
                answer => break answer,
            }
        };
        self.0.watch.came(since);
        answer
    }
}

async fn append_if(
    db: &DatabaseTransaction,
    append: &Append,
    condition: &Condition,
) -> Result<Ending<Outcome>, StoreError> {
    let sql = "INSERT INTO act (game, seq, at, side, mark, facts) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT DO NOTHING";
    let act = &append.act;
    let values = [
        append.game.as_str().into(),
        append.seq.into(),
        act.at.into(),
        act.side.into(),
        append.mark.as_i64().into(),
        act.facts.as_str().into(),
    ];
    if db.execute_raw(one(db, sql, values)).await?.rows_affected() == 0 {
        return Ok(Ending::Rollback(match mark(db, append).await? {
            found if found == Some(append.mark) => Outcome::Found,
            _ => Outcome::Appended(Appended::Lost),
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
        return Ok(Ending::Rollback(Outcome::Unmet));
    }
    if let Condition::Planned { side, rest, .. } = condition {
        plans::keep(db, append.game, *side, rest).await?;
    }
    follow_up(db, append).await?;
    Ok(Ending::Commit(Outcome::Appended(Appended::Written)))
}

async fn away_at(transaction: &DatabaseTransaction, game: GameId, side: Color) -> Result<Option<i64>, DbErr> {
    let sql = match side {
        Color::White => "SELECT white_away_at FROM game WHERE id = $1",
        Color::Black => "SELECT black_away_at FROM game WHERE id = $1",
    };
    let row = transaction.query_one_raw(one(transaction, sql, [game.as_str().into()])).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.flatten())
}

async fn mark(transaction: &DatabaseTransaction, append: &Append) -> Result<Option<Mark>, DbErr> {
    let sql = "SELECT mark FROM act WHERE game = $1 AND seq = $2";
    let row =
        transaction.query_one_raw(one(transaction, sql, [append.game.as_str().into(), append.seq.into()])).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.map(Mark::from_i64))
}

/// Writes the consequences of a new act.
async fn follow_up(transaction: &DatabaseTransaction, append: &Append) -> Result<(), DbErr> {
    if append.voids_plans {
        let sql = "DELETE FROM plan WHERE game = $1";
        transaction.execute_raw(one(transaction, sql, [append.game.as_str().into()])).await?;
    }
    if let Some(Change { summary, wake_at, ended_at, winner, reason, .. }) = &append.change {
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
        transaction.execute_raw(one(transaction, sql, values)).await?;
    }
    for JobRow { kind, key, not_before, body, .. } in &append.jobs {
        let sql = "INSERT INTO due (kind, key, not_before, tries, body) VALUES ($1, $2, $3, 0, $4)
            ON CONFLICT DO NOTHING";
        let values = [(*kind).into(), key.as_str().into(), (*not_before).into(), body.as_str().into()];
        transaction.execute_raw(one(transaction, sql, values)).await?;
    }
    Ok(())
}
