//! Appends that hold only while something else does: a claim while the opponent is away, an answer while it is planned.
//!
//! Each is a transaction of its own that takes its locks in the order of every append, first the key of the act and then
//! the row of the game: whoever makes the condition untrue does so before, and is seen, or after, and is late.

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

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claimed {
    /// It is in the journal.
    Written,
    /// Another act has its number.
    Lost,
    /// The opponent is not away, or not since then.
    Back,
}

/// What became of a planned answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// It is in the journal, and the plan goes on.
    Written,
    /// Another act has its number.
    Lost,
    /// It is no longer planned.
    Void,
}

/// On what an append depends.
enum Condition {
    /// A side has been away since then.
    Away(Color, Timestamp),
    /// A side's plan follows an act; what is left of the plan takes its place.
    Planned { side: Color, after: u64, rest: Plan },
}

/// What became of an append that depends on something.
enum Outcome {
    Appended(Appended),
    /// An earlier try has added it.
    Found,
    Unmet,
}

impl Store {
    /// Adds an act to the journal if a side has been away since a moment, and still is.
    ///
    /// # Errors
    ///
    /// As [`Store::append`].
    pub async fn append_if_away(&self, entry: &Entry, side: Color, since: Timestamp) -> Result<Claimed, StoreError> {
        Ok(match self.append_if(entry, Condition::Away(side, since)).await? {
            Outcome::Appended(Appended::Written) | Outcome::Found => Claimed::Written,
            Outcome::Appended(Appended::Lost) => Claimed::Lost,
            Outcome::Unmet => Claimed::Back,
        })
    }

    /// Adds the answer that a side has planned to the journal if its plan still follows that act, and keeps what is left
    /// of the plan.
    ///
    /// # Errors
    ///
    /// As [`Store::append`].
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

    /// As the writer does: whatever was cut off is tried again until it is known.
    async fn append_if(&self, entry: &Entry, condition: Condition) -> Result<Outcome, StoreError> {
        let (append, _) = Append::new(entry.clone())?;
        let append = Arc::new((append, condition));
        let since = self.0.watch.wait();
        let mut pause = PAUSES[0];
        let answer = loop {
            let tried = self
                .write(Urgency::Act, Arc::clone(&append), |db, append| Box::pin(append_if(db, &append.0, &append.1)));
            match tried.await {
                // What can be seen stays once a later commit has come through.
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

/// What follows from an act that went in.
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
