//! The queue of background jobs, as rows of the `due` table. A job is stored together with the act that causes it, run
//! later by any node, and then deleted.

use faraday_play::Timestamp;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, QueryResult, Value};

use crate::row::{at, at_value, timestamp};
use crate::transaction::statement;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{Job, JobKind, NodeId, Process, Store, StoreError};

/// The number of tries after which a job has failed, for most kinds about an hour after the first.
const TRIES: i64 = 8;

/// Adds a job unless it exists.
pub(crate) const ADD_JOB: &str = "INSERT INTO due (kind, key, not_before, tries, body) VALUES ($1, $2, $3, 0, $4)
    ON CONFLICT DO NOTHING";

/// Adds a job unless it exists.
pub(crate) async fn add(db: &DatabaseTransaction, job: &Job) -> Result<(), DbErr> {
    db.execute_raw(statement(db, ADD_JOB, add_values(job))).await?;
    Ok(())
}

fn process_values(process: &Process) -> [Value; 2] {
    [process.node.as_str().into(), process.boot.cast_signed().into()]
}

fn add_values(Job { kind, key, body, not_before }: &Job) -> [Value; 4] {
    [kind.as_str().into(), key.as_str().into(), at_value(*not_before), body.as_str().into()]
}

/// A job whose tries have all failed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FailedJob {
    pub kind: JobKind,
    pub key: String,
    /// The time of the last try.
    pub failed_at: Timestamp,
    /// The reason of the last try.
    pub reason: String,
    /// The time of the next try. `None` if the job has failed permanently.
    pub next_at: Option<Timestamp>,
}

/// The numbers of stored jobs of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct JobCounts {
    pub kind: JobKind,
    pub waiting: u64,
    /// Jobs whose tries have all failed, in the last 30 days.
    pub failed: u64,
}

impl Store {
    /// Takes jobs of a kind for a process. No other process gets them for 30 seconds, or 5 for the house, doubled for
    /// each further try, or until [`Store::release_jobs_of`] releases those of a dead process. A job may therefore run
    /// twice and must be idempotent.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn take_jobs(
        &self,
        kind: JobKind,
        process: &Process,
        now: Timestamp,
        limit: u64,
    ) -> Result<Vec<Job>, StoreError> {
        let skip = match self.backend() {
            DbBackend::Postgres => "FOR UPDATE SKIP LOCKED",
            _ => "",
        };
        let is_open = if kind.gives_up() { "AND failed_at IS NULL" } else { "" };
        // Materialized, so that the rows are picked only once regardless of the query plan of the update.
        let sql = format!(
            "WITH picked AS MATERIALIZED (
                SELECT key FROM due WHERE kind = $1 AND not_before <= $2 {is_open}
                ORDER BY not_before, key LIMIT $3 {skip}
            ) UPDATE due SET tries = tries + 1, node = $5, boot = $6,
                not_before = $2 + $4 * (1 << CASE WHEN tries < {TRIES} THEN CAST(tries AS INTEGER) ELSE {TRIES} END)
            FROM picked WHERE due.kind = $1 AND due.key = picked.key RETURNING due.key, due.body, due.not_before"
        );
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let [node, boot] = process_values(process);
        let lease = i64::try_from(kind.lease().as_millis()).unwrap_or(i64::MAX);
        let values = [kind.as_str().into(), at_value(now), limit.into(), lease.into(), node, boot];
        self.write(Priority::Request, (kind, self.statement(&sql, values)), |db, (kind, take)| {
            Box::pin(async move {
                let mut jobs = Vec::new();
                for row in db.query_all_raw(take.clone()).await? {
                    let (key, body) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
                    jobs.push(Job { kind: *kind, key, body, not_before: timestamp(row.try_get_by_index(2)?) });
                }
                Ok(TransactionEnd::Commit(jobs))
            })
        })
        .await
    }

    /// Returns the processes that run jobs, or died while running them.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn processes_with_jobs(&self) -> Result<Vec<Process>, StoreError> {
        let sql = "SELECT DISTINCT node, boot FROM due WHERE node IS NOT NULL";
        let rows = self.0.read.query_all_raw(self.statement(sql, [])).await?;
        let process = |row: &QueryResult| {
            let node =
                NodeId::parse(&row.try_get_by_index::<String>(0)?).map_err(|error| StoreError::row("due", error))?;
            Ok(Process { node, boot: row.try_get_by_index::<i64>(1)?.cast_unsigned() })
        };
        rows.iter().map(process).collect()
    }

    /// Releases the jobs that a dead process was running, so that they run again at once. Their tries count, because
    /// one of them may be the cause of its death.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn release_jobs_of(&self, process: &Process, now: Timestamp) -> Result<(), StoreError> {
        let sql = format!(
            "UPDATE due SET node = NULL, boot = NULL, not_before = CASE WHEN tries < {TRIES} THEN $3 ELSE not_before END
            WHERE node = $1 AND boot = $2"
        );
        let [node, boot] = process_values(process);
        self.execute(Priority::Request, self.statement(&sql, [node, boot, at_value(now)])).await?;
        Ok(())
    }

    /// Adds a job, unless one with its kind and key exists.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn add_job(&self, job: &Job) -> Result<(), StoreError> {
        self.execute(Priority::Request, self.statement(ADD_JOB, add_values(job))).await?;
        Ok(())
    }

    /// Deletes a finished job.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn finish_job(&self, job: &Job) -> Result<(), StoreError> {
        let sql = "DELETE FROM due WHERE kind = $1 AND key = $2";
        let values = [job.kind.as_str().into(), job.key.as_str().into()];
        self.execute(Priority::Request, self.statement(sql, values)).await?;
        Ok(())
    }

    /// Releases a job without counting the try. It runs again after the same delay as a failed one.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn release_job(&self, job: &Job) -> Result<(), StoreError> {
        let sql = "UPDATE due SET tries = tries - 1, node = NULL, boot = NULL WHERE kind = $1 AND key = $2";
        let values = [job.kind.as_str().into(), job.key.as_str().into()];
        self.execute(Priority::Request, self.statement(sql, values)).await?;
        Ok(())
    }

    /// Stores the reason of a failed try. Returns true if all tries have failed: then the job stays in the table, but is
    /// not run again unless its kind never gives up. The next try is not before `earliest`.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn fail_job(
        &self,
        job: &Job,
        reason: &str,
        now: Timestamp,
        earliest: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        let input = (job.clone(), reason.to_owned(), now, earliest);
        self.write(Priority::Request, input, |db, (Job { kind, key, .. }, reason, now, earliest)| {
            Box::pin(async move {
                let sql = "SELECT tries, not_before FROM due WHERE kind = $1 AND key = $2";
                let id = [kind.as_str().into(), key.as_str().into()];
                let Some(row) = db.query_one_raw(statement(db, sql, id.clone())).await? else {
                    return Ok(TransactionEnd::Commit(false));
                };
                let (tries, leased): (i64, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
                let (most, next) = match kind.delays() {
                    None => (TRIES, leased),
                    Some(delays) => {
                        let delay = usize::try_from(tries - 1).ok().and_then(|try_| delays.get(try_));
                        (delays.len() as i64 + 1, delay.map_or(leased, |delay| at(now.after(*delay))))
                    }
                };
                let next = earliest.map_or(next, |earliest| next.max(at(earliest)));
                let failed_at = (tries >= most).then_some(at(*now));
                let sql = "UPDATE due SET reason = $3, failed_at = $4, not_before = $5, node = NULL, boot = NULL
                    WHERE kind = $1 AND key = $2";
                let [kind, key] = id;
                let values = [kind, key, reason.as_str().into(), failed_at.into(), next.into()];
                db.execute_raw(statement(db, sql, values)).await?;
                Ok(TransactionEnd::Commit(failed_at.is_some()))
            })
        })
        .await
    }

    /// Returns jobs whose tries have all failed, the last first.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn failed_jobs(&self, limit: u64) -> Result<Vec<FailedJob>, StoreError> {
        let sql = "SELECT kind, key, failed_at, reason, not_before FROM due WHERE failed_at IS NOT NULL
            ORDER BY failed_at DESC, kind, key LIMIT $1";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.0.read.query_all_raw(self.statement(sql, [limit.into()])).await?;
        let mut jobs = Vec::with_capacity(rows.len());
        for row in rows {
            let kind: String = row.try_get_by_index(0)?;
            // Those of a later version are for its pages.
            let Some(kind) = JobKind::parse(&kind) else { continue };
            jobs.push(FailedJob {
                kind,
                key: row.try_get_by_index(1)?,
                failed_at: timestamp(row.try_get_by_index(2)?),
                reason: row.try_get_by_index::<Option<String>>(3)?.unwrap_or_default(),
                next_at: (!kind.gives_up()).then_some(timestamp(row.try_get_by_index(4)?)),
            });
        }
        Ok(jobs)
    }

    /// Runs a failed job again, with all its tries. Returns false if there is none.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn retry_job(&self, kind: JobKind, key: &str, now: Timestamp) -> Result<bool, StoreError> {
        let sql = "UPDATE due SET failed_at = NULL, tries = 0, not_before = $3
            WHERE kind = $1 AND key = $2 AND failed_at IS NOT NULL";
        let values = [kind.as_str().into(), key.into(), at_value(now)];
        Ok(self.execute(Priority::Request, self.statement(sql, values)).await? == 1)
    }

    /// Deletes a failed job. Returns false if there is none.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn delete_failed_job(&self, kind: JobKind, key: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM due WHERE kind = $1 AND key = $2 AND failed_at IS NOT NULL";
        Ok(self.execute(Priority::Request, self.statement(sql, [kind.as_str().into(), key.into()])).await? == 1)
    }

    /// Returns the numbers of waiting and of failed jobs of each kind.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn job_counts(&self) -> Result<Vec<JobCounts>, StoreError> {
        let sql = "SELECT kind, count(*) - count(failed_at), count(failed_at) FROM due GROUP BY kind";
        let rows = self.0.read.query_all_raw(self.statement(sql, [])).await?;
        let mut counts = JobKind::ALL.map(|kind| JobCounts { kind, waiting: 0, failed: 0 });
        for row in rows {
            let kind: String = row.try_get_by_index(0)?;
            if let Some(count) = counts.iter_mut().find(|count| count.kind.as_str() == kind) {
                count.waiting = row.try_get_by_index::<i64>(1)?.cast_unsigned();
                count.failed = row.try_get_by_index::<i64>(2)?.cast_unsigned();
            }
        }
        Ok(counts.to_vec())
    }
}
