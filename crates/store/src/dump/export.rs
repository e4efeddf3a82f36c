//! Export of all data from one snapshot, page by page, so that memory use does not grow with the database.
//! Later writes are not included.

use std::collections::VecDeque;

use sea_orm::{
    AccessMode, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, IsolationLevel,
    QueryFilter, QueryOrder, QueryResult, TransactionOptions, TransactionTrait,
};
use serde_json::Value;

use super::{DumpedAct, DumpedGame, DumpedJob, DumpedPlan, DumpedSeek, DumpedSeekGame, ItemCounts, Line, VERSION};
use crate::entity::{
    block, challenge, channel, credential, device, email, game, leave, name_taken, notice, person, puzzle,
    rating_event, seek, seek_term, session, setting,
};
use crate::people::HOUSE;
use crate::store::{MAIL_KEY, NAME_KEY, VAPID_KEY};
use crate::transaction::statement;
use crate::{Store, StoreError};

/// The number of rows in a page, lower for games because they include their journals.
const PAGE: u64 = 500;
const GAMES: u64 = 32;

/// A running export, which returns its lines in order.
#[derive(Debug)]
pub struct Export {
    store: Store,
    /// Begun with the first page.
    snapshot: Option<DatabaseTransaction>,
    table: Table,
    /// The key of the last row read so far.
    last: [String; 2],
    lines: VecDeque<Line>,
    counts: ItemCounts,
}

/// The table to read next.
#[derive(Clone, Copy, Debug)]
enum Table {
    People,
    Credentials,
    Sessions,
    Leaves,
    Blocks,
    Seeks,
    Games,
    Ratings,
    Challenges,
    Puzzles,
    Jobs,
    Vanished,
    Notices,
    Devices,
    Channels,
    Emails,
    NamesTaken,
    Keys,
    Settings,
    End,
}

impl Store {
    /// Returns an export of all data as lines of JSON, from a snapshot taken when the first line is read.
    pub fn export(&self) -> Export {
        Export {
            store: self.clone(),
            snapshot: None,
            table: Table::People,
            last: Default::default(),
            lines: VecDeque::from([Line::Export { version: VERSION }]),
            counts: ItemCounts::default(),
        }
    }

    /// Begins a transaction that sees the data of its first read until it ends.
    async fn snapshot(&self) -> Result<DatabaseTransaction, DbErr> {
        let is_postgres = self.backend() == DbBackend::Postgres;
        // Every SQLite transaction sees one snapshot.
        let options = TransactionOptions {
            isolation_level: is_postgres.then_some(IsolationLevel::RepeatableRead),
            access_mode: is_postgres.then_some(AccessMode::ReadOnly),
            sqlite_transaction_mode: None,
        };
        let snapshot = self.0.read.begin_with_options(options).await?;
        if is_postgres {
            // The snapshot blocks only migrations, and lasts for as long as the caller needs to read all lines.
            for limit in ["statement_timeout", "idle_in_transaction_session_timeout"] {
                snapshot.execute_unprepared(&format!("SET LOCAL {limit} = 0")).await?;
            }
        }
        Ok(snapshot)
    }
}

impl Export {
    /// Returns the next line, or `None` after the last.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        while self.lines.is_empty() && !matches!(self.table, Table::End) {
            self.read_page().await?;
        }
        let Some(line) = self.lines.pop_front() else { return Ok(None) };
        self.counts.lines += 1;
        if let Line::Game(game) = &line {
            self.counts.games += 1;
            self.counts.acts += game.acts.len() as u64;
        }
        let text = serde_json::to_value(&line).map(without_nulls).map_err(|error| StoreError::row("export", error))?;
        Ok(Some(text.to_string()))
    }

    /// Returns the number of exported lines so far.
    pub const fn counts(&self) -> ItemCounts {
        self.counts
    }

    async fn read_page(&mut self) -> Result<(), StoreError> {
        // Not started again after an error, because the rest would come from another snapshot.
        let db = match &mut self.snapshot {
            Some(snapshot) => snapshot,
            none => none.insert(self.store.snapshot().await?),
        };
        let last = &mut self.last;
        let (lines, next) = match self.table {
            Table::People => (people(db, last).await?, Table::Credentials),
            Table::Credentials => (credentials(db, last).await?, Table::Sessions),
            Table::Sessions => (sessions(db, last).await?, Table::Leaves),
            Table::Leaves => (leaves(db, last).await?, Table::Blocks),
            Table::Blocks => (blocks(db, last).await?, Table::Seeks),
            Table::Seeks => (seeks(db, last).await?, Table::Games),
            Table::Games => (games(db, last).await?, Table::Ratings),
            Table::Ratings => (ratings(db, last).await?, Table::Challenges),
            Table::Challenges => (challenges(db, last).await?, Table::Puzzles),
            Table::Puzzles => (puzzles(db, last).await?, Table::Jobs),
            Table::Jobs => (jobs(db, last).await?, Table::Vanished),
            Table::Vanished => (vanished(db, last).await?, Table::Notices),
            Table::Notices => (notices(db, last).await?, Table::Devices),
            Table::Devices => (devices(db, last).await?, Table::Channels),
            Table::Channels => (channels(db, last).await?, Table::Emails),
            Table::Emails => (emails(db, last).await?, Table::NamesTaken),
            Table::NamesTaken => (names_taken(db, last).await?, Table::Keys),
            Table::Keys => (keys(db, last).await?, Table::Settings),
            Table::Settings => (settings(db, last).await?, Table::End),
            Table::End => return Ok(()),
        };
        if lines.is_empty() {
            (self.table, self.last) = (next, Default::default());
        }
        self.lines.extend(lines);
        if matches!(self.table, Table::End)
            && let Some(snapshot) = self.snapshot.take()
        {
            snapshot.rollback().await?;
        }
        Ok(())
    }
}

async fn people(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = person::Entity::find().filter(person::Column::Kind.ne(HOUSE)).cursor_by(person::Column::Id);
    let rows = page.after(last[0].clone()).first(PAGE).all(db).await?;
    remember(last, rows.last().map(|row| &row.id));
    Ok(rows.into_iter().map(Line::Person).collect())
}

async fn credentials(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    // A person has few, so a page never ends within one.
    const PEOPLE: u64 = PAGE / 12;
    let people = "SELECT DISTINCT person FROM credential WHERE person > $1 ORDER BY person LIMIT $2";
    let people = statement(db, people, [last[0].as_str().into(), PEOPLE.cast_signed().into()]);
    let people: Vec<String> =
        db.query_all_raw(people).await?.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
    remember(last, people.last());
    let rows = credential::Entity::find().filter(credential::Column::Person.is_in(people));
    let rows = rows.order_by_asc(credential::Column::Person).order_by_asc(credential::Column::Kind);
    let rows = rows.order_by_asc(credential::Column::Number).all(db).await?;
    Ok(rows.into_iter().map(Line::Credential).collect())
}

async fn sessions(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = session::Entity::find().cursor_by(session::Column::Hash);
    let rows = page.after(last[0].clone()).first(PAGE).all(db).await?;
    remember(last, rows.last().map(|row| &row.hash));
    Ok(rows.into_iter().map(Line::Session).collect())
}

async fn leaves(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let begins_at: i64 = last[1].parse().unwrap_or(i64::MIN);
    let mut page = leave::Entity::find().cursor_by((leave::Column::Person, leave::Column::BeginsAt));
    let rows = page.after((last[0].clone(), begins_at)).first(PAGE).all(db).await?;
    if let Some(row) = rows.last() {
        *last = [row.person.clone(), row.begins_at.to_string()];
    }
    Ok(rows.into_iter().map(Line::Leave).collect())
}

async fn blocks(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = block::Entity::find().cursor_by((block::Column::Person, block::Column::Other));
    let rows = page.after((last[0].clone(), last[1].clone())).first(PAGE).all(db).await?;
    if let Some(row) = rows.last() {
        *last = [row.person.clone(), row.other.clone()];
    }
    Ok(rows.into_iter().map(Line::Block).collect())
}

async fn seeks(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    // Seeks for games with a clock would end before an import.
    let days = seek::Entity::find().filter(seek::Column::SeenAt.is_null());
    let rows = days.cursor_by(seek::Column::Id).after(last[0].clone()).first(PAGE).all(db).await?;
    remember(last, rows.last().map(|row| &row.id));
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let terms = seek_term::Entity::find().filter(seek_term::Column::Seek.is_in(ids));
    let terms = terms.order_by_asc(seek_term::Column::Number).all(db).await?;
    let line = |row: seek::Model| {
        let games = terms.iter().filter(|term| term.seek == row.id).map(|term| DumpedSeekGame {
            variant: term.variant.clone(),
            clock: term.clock.clone(),
            rated: term.rated,
        });
        Line::Seek(DumpedSeek { games: games.collect(), row })
    };
    Ok(rows.into_iter().map(line).collect())
}

async fn ratings(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let key = (rating_event::Column::Game, rating_event::Column::Person, rating_event::Column::N);
    // The second part of the cursor is a person and the number of a change: an annulled game has two.
    let (person, n) = last[1].split_once(' ').unwrap_or_default();
    let after = (last[0].clone(), person.to_owned(), n.parse::<i64>().unwrap_or_default());
    let rows = rating_event::Entity::find().cursor_by(key).after(after).first(PAGE).all(db).await?;
    if let Some(row) = rows.last() {
        *last = [row.game.clone(), format!("{} {}", row.person, row.n)];
    }
    Ok(rows.into_iter().map(Box::new).map(Line::Rating).collect())
}

async fn challenges(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = challenge::Entity::find().cursor_by(challenge::Column::Id);
    let rows = page.after(last[0].clone()).first(PAGE).all(db).await?;
    remember(last, rows.last().map(|row| &row.id));
    Ok(rows.into_iter().map(Box::new).map(Line::Challenge).collect())
}

async fn puzzles(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = puzzle::Entity::find().cursor_by((puzzle::Column::Variant, puzzle::Column::Id));
    let rows = page.after((last[0].clone(), last[1].clone())).first(PAGE).all(db).await?;
    if let Some(row) = rows.last() {
        *last = [row.variant.clone(), row.id.clone()];
    }
    Ok(rows.into_iter().map(Line::Puzzle).collect())
}

async fn games(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, StoreError> {
    let mut page = game::Entity::find().cursor_by(game::Column::Id);
    let rows = page.after(last[0].clone()).first(GAMES).all(db).await?;
    remember(last, rows.last().map(|row| &row.id));
    let mut lines = Vec::with_capacity(rows.len());
    for row in rows {
        let sql = "SELECT seq, at, side, facts FROM act WHERE game = $1 ORDER BY seq";
        let acts = db.query_all_raw(statement(db, sql, [row.id.as_str().into()])).await?;
        let sql = "SELECT side, ply, after, tree FROM plan WHERE game = $1 ORDER BY side";
        let plans = db.query_all_raw(statement(db, sql, [row.id.as_str().into()])).await?;
        let acts = acts.iter().map(act).collect::<Result<_, _>>()?;
        let plans = plans.iter().map(plan).collect::<Result<_, _>>()?;
        lines.push(Line::Game(Box::new(DumpedGame { row, acts, plans })));
    }
    Ok(lines)
}

async fn jobs(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let sql = "SELECT kind, key, not_before, tries, body FROM due WHERE (kind, key) > ($1, $2)
        ORDER BY kind, key LIMIT $3";
    let values = [last[0].as_str().into(), last[1].as_str().into(), PAGE.cast_signed().into()];
    let rows = db.query_all_raw(statement(db, sql, values)).await?;
    let due = |row: &QueryResult| {
        Ok(DumpedJob {
            due: row.try_get_by_index(0)?,
            key: row.try_get_by_index(1)?,
            not_before: row.try_get_by_index(2)?,
            tries: row.try_get_by_index(3)?,
            body: row.try_get_by_index(4)?,
        })
    };
    let jobs: Vec<DumpedJob> = rows.iter().map(due).collect::<Result<_, DbErr>>()?;
    if let Some(due) = jobs.last() {
        *last = [due.due.clone(), due.key.clone()];
    }
    Ok(jobs.into_iter().map(Line::Job).collect())
}

async fn vanished(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let sql = "SELECT game FROM vanished WHERE game > $1 ORDER BY game LIMIT $2";
    let rows = db.query_all_raw(statement(db, sql, [last[0].as_str().into(), PAGE.cast_signed().into()])).await?;
    let games: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
    remember(last, games.last());
    Ok(games.into_iter().map(|game| Line::Vanished { game }).collect())
}

async fn notices(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = notice::Entity::find().cursor_by((notice::Column::Person, notice::Column::Key));
    let rows = page.after((last[0].clone(), last[1].clone())).first(PAGE).all(db).await?;
    if let Some(row) = rows.last() {
        *last = [row.person.clone(), row.key.clone()];
    }
    Ok(rows.into_iter().map(Line::Notice).collect())
}

async fn devices(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = device::Entity::find().cursor_by(device::Column::Endpoint);
    let rows = page.after(last[0].clone()).first(PAGE).all(db).await?;
    remember(last, rows.last().map(|row| &row.endpoint));
    Ok(rows.into_iter().map(Line::Device).collect())
}

async fn channels(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = channel::Entity::find().cursor_by((channel::Column::Person, channel::Column::Kind));
    let rows = page.after((last[0].clone(), last[1].clone())).first(PAGE).all(db).await?;
    if let Some(row) = rows.last() {
        *last = [row.person.clone(), row.kind.clone()];
    }
    Ok(rows.into_iter().map(Line::Channel).collect())
}

async fn emails(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = email::Entity::find().cursor_by(email::Column::Person);
    let rows = page.after(last[0].clone()).first(PAGE).all(db).await?;
    remember(last, rows.last().map(|row| &row.person));
    Ok(rows.into_iter().map(Line::Email).collect())
}

async fn names_taken(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = name_taken::Entity::find().cursor_by(name_taken::Column::Hash);
    let rows = page.after(last[0].clone()).first(PAGE).all(db).await?;
    remember(last, rows.last().map(|row| &row.hash));
    Ok(rows.into_iter().map(Line::NameTaken).collect())
}

async fn keys(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let sql = "SELECT name, value FROM meta WHERE name IN ($1, $2, $3) AND name > $4 ORDER BY name";
    let values = [VAPID_KEY.into(), MAIL_KEY.into(), NAME_KEY.into(), last[0].as_str().into()];
    let rows = db.query_all_raw(statement(db, sql, values)).await?;
    let key = |row: &QueryResult| Ok(Line::Key { name: row.try_get_by_index(0)?, value: row.try_get_by_index(1)? });
    remember(last, (!rows.is_empty()).then(|| VAPID_KEY.to_owned()).as_ref());
    rows.iter().map(key).collect()
}

async fn settings(db: &DatabaseTransaction, last: &mut [String; 2]) -> Result<Vec<Line>, DbErr> {
    let mut page = setting::Entity::find().cursor_by(setting::Column::Name);
    let rows = page.after(last[0].clone()).first(PAGE).all(db).await?;
    remember(last, rows.last().map(|row| &row.name));
    Ok(rows.into_iter().map(Line::Setting).collect())
}

fn remember(last: &mut [String; 2], key: Option<&String>) {
    if let Some(key) = key {
        last[0].clone_from(key);
    }
}

fn act(row: &QueryResult) -> Result<DumpedAct, StoreError> {
    let (seq, at, side) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?, row.try_get_by_index(2)?);
    Ok(DumpedAct { seq, at, side, facts: json(&row.try_get_by_index::<String>(3)?, "act")? })
}

fn plan(row: &QueryResult) -> Result<DumpedPlan, StoreError> {
    let (side, ply, after) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?, row.try_get_by_index(2)?);
    Ok(DumpedPlan { side, ply, after, tree: json(&row.try_get_by_index::<String>(3)?, "plan")? })
}

fn json(text: &str, table: &'static str) -> Result<Value, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::row(table, error))
}

/// Removes columns without a value.
pub(super) fn without_nulls(mut line: Value) -> Value {
    if let Value::Object(columns) = &mut line {
        columns.retain(|_, value| !value.is_null());
    }
    line
}

#[cfg(test)]
mod tests;
