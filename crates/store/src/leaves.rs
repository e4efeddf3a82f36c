//! Leave of players: periods in which their time does not run in correspondence games (T.6a).

use std::collections::HashMap;

use faraday_play::{Leave, Timestamp, leave_days_left};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder, QueryResult,
};

use crate::entity::leave;
use crate::row::{self, at, timestamp};
use crate::transaction::{lock_person, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{GameId, Job, JobKind, PersonId, Store, StoreError, jobs, lobby};

/// A leave as it was taken, with the time at which it was ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TakenLeave {
    /// The leave of whole days.
    pub leave: Leave,
    pub back_at: Option<Timestamp>,
}

/// The result of taking leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaveResult {
    /// It has begun.
    Taken(Leave),
    /// The person is on leave already.
    OnLeave(Leave),
    /// Only this number of days is left.
    DaysLeft(u32),
}

impl TakenLeave {
    /// Returns the period in which the time does not run.
    pub fn period(self) -> Leave {
        Leave { until: self.back_at.map_or(self.leave.until, |back| back.min(self.leave.until)), ..self.leave }
    }
}

impl Store {
    /// Takes leave of a number of days from now. A job passes it to the person's games. The person's seeks for
    /// correspondence games are withdrawn.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn take_leave(&self, who: PersonId, days: u32, now: Timestamp) -> Result<LeaveResult, StoreError> {
        self.write(Priority::Request, (who, days, now), |db, &(who, days, now)| {
            Box::pin(async move {
                lock_person(db, who).await?;
                let earlier: Vec<Leave> =
                    leaves(db, &[who]).await?.into_iter().map(|(_, taken)| taken.period()).collect();
                if let Some(leave) = earlier.iter().find(|leave| now < leave.until) {
                    return Ok(TransactionEnd::Rollback(LeaveResult::OnLeave(*leave)));
                }
                let left = leave_days_left(&earlier, now);
                if days > left {
                    return Ok(TransactionEnd::Rollback(LeaveResult::DaysLeft(left)));
                }
                let leave = Leave::of_days(now, days);
                let sql = "INSERT INTO leave (person, begins_at, ends_at) VALUES ($1, $2, $3)";
                let values = [who.as_str().into(), at(leave.from).into(), at(leave.until).into()];
                db.execute_raw(statement(db, sql, values)).await?;
                lobby::end_correspondence_seeks(db, who).await?;
                add_job(db, who, now).await?;
                Ok(TransactionEnd::Commit(LeaveResult::Taken(leave)))
            })
        })
        .await
    }

    /// Ends a person's leave early, if there is one at this time. A job passes it to the person's games. Returns false
    /// if there is none, or it has ended early already.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn end_leave(&self, who: PersonId, now: Timestamp) -> Result<bool, StoreError> {
        self.write(Priority::Request, (who, now), |db, &(who, now)| {
            Box::pin(async move {
                lock_person(db, who).await?;
                let sql = "UPDATE leave SET back_at = $2
                    WHERE person = $1 AND begins_at <= $2 AND ends_at > $2 AND back_at IS NULL";
                let ended = db.execute_raw(statement(db, sql, [who.as_str().into(), at(now).into()])).await?;
                if ended.rows_affected() == 0 {
                    return Ok(TransactionEnd::Rollback(false));
                }
                add_job(db, who, now).await?;
                Ok(TransactionEnd::Commit(true))
            })
        })
        .await
    }

    /// Returns the leave that a person has taken, in order.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn leaves(&self, who: PersonId) -> Result<Vec<TakenLeave>, StoreError> {
        Ok(leaves(&self.0.read, &[who]).await?.into_iter().map(|(_, taken)| taken).collect())
    }

    /// Returns the running correspondence games of a person.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn running_correspondence_games(&self, who: PersonId) -> Result<Vec<GameId>, StoreError> {
        const SQL: &str = "SELECT id FROM game WHERE white = $1 AND ended_at IS NULL
                AND (days IS NOT NULL OR reserve IS NOT NULL)
            UNION ALL SELECT id FROM game WHERE black = $1 AND ended_at IS NULL
                AND (days IS NOT NULL OR reserve IS NOT NULL)";
        let rows = self.0.read.query_all_raw(self.statement(SQL, [who.as_str().into()])).await?;
        let id = |row: &QueryResult| {
            let id: String = row.try_get_by_index(0)?;
            GameId::parse(&id).map_err(|error| StoreError::row("game", error))
        };
        rows.iter().map(id).collect()
    }

    /// Returns the leave in force of each of these people who has one.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn running_leaves(
        &self,
        people: &[PersonId],
        now: Timestamp,
    ) -> Result<HashMap<PersonId, Leave>, StoreError> {
        let taken = leaves(&self.0.read, people).await?;
        let periods = taken.into_iter().map(|(who, taken)| (who, taken.period()));
        Ok(periods.filter(|(_, leave)| leave.is_in_force(now)).collect())
    }
}

async fn leaves(db: &impl ConnectionTrait, people: &[PersonId]) -> Result<Vec<(PersonId, TakenLeave)>, StoreError> {
    let ids = people.iter().map(PersonId::as_str);
    let rows = leave::Entity::find().filter(leave::Column::Person.is_in(ids)).order_by_asc(leave::Column::BeginsAt);
    let read = |row: leave::Model| {
        let leave = Leave { from: timestamp(row.begins_at), until: timestamp(row.ends_at) };
        Ok((row::person("leave", &row.person)?, TakenLeave { leave, back_at: row.back_at.map(timestamp) }))
    };
    rows.all(db).await?.into_iter().map(read).collect()
}

/// Adds the job that passes a change of a person's leave to their games.
pub(crate) async fn add_job(db: &DatabaseTransaction, who: PersonId, now: Timestamp) -> Result<(), DbErr> {
    let key = format!("{who}/{}", now.as_millis());
    jobs::add(db, &Job { kind: JobKind::Leave, key, body: String::new(), not_before: now }).await
}
