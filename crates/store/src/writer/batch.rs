//! The SQL that writes a batch. PostgreSQL runs one sorted statement with all consequences. SQLite has no INSERT in
//! WITH, so it runs a transaction: a sorted statement, then the consequences of the inserted rows.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, QueryResult, Statement};

use super::append::Append;
use super::group::Group;
use crate::durable::{begin, commit, touch};
use crate::{AppendId, StoreError};

/// The state of an act after a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WriteOutcome {
    /// The act is in the journal.
    Written,
    /// Another act has its number.
    Conflict,
    /// No act has its number: the conflicting row no longer exists.
    Missing,
}

/// The time limit of a group in a batch with acts, because they wait for its commit.
const WITH_ACTS: Duration = Duration::from_millis(2);

/// The time limit of a group in a batch without acts, because the next acts wait for it.
const WITHOUT_ACTS: Duration = Duration::from_millis(4);

/// The keys of acts: game and number.
pub(crate) type Keys = HashSet<(String, i64)>;

const POSTGRES: &str = "
WITH inserted AS (
    INSERT INTO act (game, seq, at, side, mark, facts)
    SELECT game, seq, at, side, mark, facts
    FROM jsonb_to_recordset(CAST($1 AS jsonb))
        AS input(game text, seq bigint, at bigint, side smallint, mark bigint, facts text)
    ORDER BY game, seq ON CONFLICT DO NOTHING RETURNING game, seq
), updated AS (
    UPDATE game SET turn = input.turn, position = input.position, last_move = input.last_move,
        moved_at = input.moved_at, deadline = input.deadline, aborted_by = input.aborted_by,
        missed_by = input.missed_by, plies = input.plies, ended_at = input.ended_at, winner = input.winner,
        reason = input.reason, wake_at = input.wake_at
    FROM jsonb_to_recordset(CAST($2 AS jsonb)) AS input(
        game text, seq bigint, turn smallint, position text, last_move text, moved_at bigint, deadline bigint,
        aborted_by smallint, missed_by smallint, plies bigint, wake_at bigint, ended_at bigint, winner smallint, reason text)
    JOIN inserted ON inserted.game = input.game AND inserted.seq = input.seq
    WHERE game.id = input.game
), owed AS (
    INSERT INTO due (kind, key, not_before, tries, body)
    SELECT kind, key, not_before, 0, body
    FROM jsonb_to_recordset(CAST($3 AS jsonb))
        AS input(game text, seq bigint, kind text, key text, not_before bigint, body text)
    JOIN inserted USING (game, seq)
    ORDER BY kind, key ON CONFLICT DO NOTHING
), void AS (
    DELETE FROM plan USING jsonb_to_recordset(CAST($4 AS jsonb)) AS input(game text, seq bigint)
    JOIN inserted ON inserted.game = input.game AND inserted.seq = input.seq
    WHERE plan.game = input.game
)
SELECT game, seq FROM inserted";

const SQLITE_ACTS: &str = "
INSERT INTO act (game, seq, at, side, mark, facts)
SELECT value->>'game', value->>'seq', value->>'at', value->>'side', value->>'mark', value->>'facts'
FROM json_each($1) WHERE true ORDER BY 1, 2 ON CONFLICT DO NOTHING RETURNING game, seq";

const SQLITE_CHANGES: &str = "
UPDATE game SET turn = value->>'turn', position = value->>'position', last_move = value->>'last_move',
    moved_at = value->>'moved_at', deadline = value->>'deadline', aborted_by = value->>'aborted_by',
    missed_by = value->>'missed_by', plies = value->>'plies', ended_at = value->>'ended_at',
    winner = value->>'winner', reason = value->>'reason',
    wake_at = value->>'wake_at'
FROM json_each($1) WHERE game.id = value->>'game'";

const SQLITE_JOBS: &str = "
INSERT INTO due (kind, key, not_before, tries, body)
SELECT value->>'kind', value->>'key', value->>'not_before', 0, value->>'body'
FROM json_each($1) WHERE true ON CONFLICT DO NOTHING";

const SQLITE_VOID: &str = "DELETE FROM plan WHERE game IN (SELECT value->>'game' FROM json_each($1))";

const POSTGRES_MARKS: &str = "
SELECT act.game, act.seq, act.mark FROM jsonb_to_recordset(CAST($1 AS jsonb)) AS input(game text, seq bigint)
JOIN act ON act.game = input.game AND act.seq = input.seq";

const SQLITE_MARKS: &str = "
SELECT act.game, act.seq, act.mark FROM json_each($1) AS input
JOIN act ON act.game = input.value->>'game' AND act.seq = input.value->>'seq'";

/// Writes a batch of appends with distinct keys. Returns the results in the same order.
pub(crate) async fn write(db: &DatabaseConnection, appends: &[Append]) -> Result<Vec<WriteOutcome>, DbErr> {
    let inserted = match db.get_database_backend() {
        DbBackend::Postgres => write_postgres(db, appends).await?,
        _ => write_sqlite(db, appends).await?,
    };
    found(db, appends, &inserted).await
}

/// Writes a batch and runs a group in one transaction. After an error, nothing of either is stored.
pub(crate) async fn write_with(
    db: &DatabaseConnection,
    appends: &[Append],
    group: &mut Group,
) -> Result<Keys, StoreError> {
    let transaction = begin(db).await?;
    let inserted = if appends.is_empty() { Keys::new() } else { insert_sqlite(&transaction, appends).await? };
    group.run(&transaction, if appends.is_empty() { WITHOUT_ACTS } else { WITH_ACTS }).await?;
    commit(transaction).await?;
    Ok(inserted)
}

/// Returns the state of each act of a batch, given the keys of the inserted ones.
pub(crate) async fn found(
    db: &DatabaseConnection,
    appends: &[Append],
    inserted: &Keys,
) -> Result<Vec<WriteOutcome>, DbErr> {
    let missing: Vec<&Append> = appends.iter().filter(|append| !has(inserted, append)).collect();
    if missing.is_empty() {
        return Ok(vec![WriteOutcome::Written; appends.len()]);
    }
    let marks = marks(db, &missing).await?;
    let find = |append: &Append| match marks.get(&(append.game.to_string(), append.seq)) {
        _ if has(inserted, append) => WriteOutcome::Written,
        Some(mark) if *mark == append.id => WriteOutcome::Written,
        Some(_) => WriteOutcome::Conflict,
        None => WriteOutcome::Missing,
    };
    let found: Vec<WriteOutcome> = appends.iter().map(find).collect();
    // A visible row is not necessarily durable: an interrupted commit may still wait for its standby server. Once a
    // later commit succeeds, the row is durable.
    let is_found_again =
        appends.iter().zip(&found).any(|(append, found)| *found == WriteOutcome::Written && !has(inserted, append));
    if is_found_again {
        touch(db).await?;
    }
    Ok(found)
}

async fn write_postgres(db: &DatabaseConnection, appends: &[Append]) -> Result<Keys, DbErr> {
    let values = [acts(appends), changes(appends.iter()), jobs(appends.iter()), voided(appends.iter())];
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, POSTGRES, values.map(sea_orm::Value::from));
    keys(&db.query_all_raw(statement).await?)
}

async fn write_sqlite(db: &DatabaseConnection, appends: &[Append]) -> Result<Keys, DbErr> {
    let follows = |append: &Append| append.change.is_some() || !append.jobs.is_empty() || append.voids_plans;
    if !appends.iter().any(follows) {
        // Most acts have no consequences: the statement is a transaction by itself and saves two calls.
        return keys(&db.query_all_raw(sqlite(SQLITE_ACTS, acts(appends))).await?);
    }
    let transaction = begin(db).await?;
    let inserted = insert_sqlite(&transaction, appends).await?;
    transaction.commit().await?;
    Ok(inserted)
}

/// Inserts acts and writes the consequences of the inserted ones.
async fn insert_sqlite(transaction: &DatabaseTransaction, appends: &[Append]) -> Result<Keys, DbErr> {
    let inserted = keys(&transaction.query_all_raw(sqlite(SQLITE_ACTS, acts(appends))).await?)?;
    let new = || appends.iter().filter(|append| has(&inserted, append));
    if new().any(|append| append.change.is_some()) {
        transaction.execute_raw(sqlite(SQLITE_CHANGES, changes(new()))).await?;
    }
    if new().any(|append| !append.jobs.is_empty()) {
        transaction.execute_raw(sqlite(SQLITE_JOBS, jobs(new()))).await?;
    }
    if new().any(|append| append.voids_plans) {
        transaction.execute_raw(sqlite(SQLITE_VOID, voided(new()))).await?;
    }
    Ok(inserted)
}

fn sqlite(sql: &str, rows: String) -> Statement {
    Statement::from_sql_and_values(DbBackend::Sqlite, sql, [rows.into()])
}

/// Returns the append ids of the acts in the journal under the keys of these appends.
async fn marks(db: &DatabaseConnection, appends: &[&Append]) -> Result<HashMap<(String, i64), AppendId>, DbErr> {
    let sql = match db.get_database_backend() {
        DbBackend::Postgres => POSTGRES_MARKS,
        _ => SQLITE_MARKS,
    };
    let wanted = rows(appends.iter().map(|append| append.key()));
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [wanted.into()]);
    let read = |row: &QueryResult| {
        let mark = AppendId::from_i64(row.try_get_by_index(2)?);
        Ok(((row.try_get_by_index(0)?, row.try_get_by_index(1)?), mark))
    };
    db.query_all_raw(statement).await?.iter().map(read).collect()
}

fn has(keys: &Keys, append: &Append) -> bool {
    keys.contains(&(append.game.to_string(), append.seq))
}

fn keys(rows: &[QueryResult]) -> Result<Keys, DbErr> {
    rows.iter().map(|row| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))).collect()
}

fn acts(appends: &[Append]) -> String {
    rows(appends.iter().map(|append| &append.act))
}

fn changes<'a>(appends: impl Iterator<Item = &'a Append>) -> String {
    rows(appends.filter_map(|append| append.change.as_ref()))
}

fn jobs<'a>(appends: impl Iterator<Item = &'a Append>) -> String {
    rows(appends.flat_map(|append| &append.jobs))
}

fn voided<'a>(appends: impl Iterator<Item = &'a Append>) -> String {
    rows(appends.filter(|append| append.voids_plans).map(Append::key))
}

fn rows(rows: impl Iterator<Item = impl serde::Serialize>) -> String {
    let rows: Vec<_> = rows.collect();
    serde_json::to_string(&rows).expect("rows of texts and numbers can be written")
}
