//! Import of a dump. Existing rows stay unchanged, so an interrupted import can be repeated.

use faraday_play::Act;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, IntoActiveModel, TryInsertResult,
};

use super::checks::{UNUSED_KINDS, check};
use super::{
    DumpedAct, DumpedGame, DumpedJob, DumpedPlan, DumpedSeek, ImportError, ItemCounts, Line, VERSION, id, version1,
};
use crate::codec::{self, Columns};
use crate::durable::commit;
use crate::entity::{
    block, challenge, channel, credential, device, email, game, leave, name_taken, notice, person, puzzle,
    rating_event, seek, seek_term, session, setting,
};
use crate::retention::was_deleted;
use crate::transaction::statement;
use crate::writer::append::Row;
use crate::{AppendId, Game, Store, StoreError, games, ratings};

/// The maximum number of lines, and of acts, written in one transaction.
const LINES: usize = 256;
const ACTS: usize = 8192;

const POSTGRES_ACTS: &str = "INSERT INTO act (game, seq, at, side, mark, facts)
    SELECT game, seq, at, side, mark, facts FROM jsonb_to_recordset(CAST($1 AS jsonb))
        AS input(game text, seq bigint, at bigint, side smallint, mark bigint, facts text)";

const SQLITE_ACTS: &str = "INSERT INTO act (game, seq, at, side, mark, facts)
    SELECT value->>'game', value->>'seq', value->>'at', value->>'side', value->>'mark', value->>'facts'
    FROM json_each($1)";

/// A reader that checks the lines of an export without storing them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader {
    /// The version given in the first line.
    version: Option<u32>,
}

/// A running import, which takes the lines of an export in order.
#[derive(Debug)]
pub struct Import {
    store: Store,
    reader: Reader,
    waiting: Vec<Line>,
    acts: usize,
    imported: ImportResult,
}

/// The number of imported items, and of games that existed already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportResult {
    /// The number of imported items.
    pub counts: ItemCounts,
    /// The number of games that existed already and stayed unchanged.
    pub existing: u64,
}

impl Store {
    /// Begins an import.
    pub fn import(&self) -> Import {
        Import {
            store: self.clone(),
            reader: Reader::default(),
            waiting: Vec::new(),
            acts: 0,
            imported: ImportResult::default(),
        }
    }
}

impl Reader {
    /// Reads the next line. Returns the game and its journal if the line contains one.
    ///
    /// # Errors
    ///
    /// If it is not a line of an export of this or an earlier version.
    pub fn line(&mut self, text: &str) -> Result<Option<(Game, Vec<Act>)>, ImportError> {
        let Some(Line::Game(kept)) = self.parse(text)? else { return Ok(None) };
        let DumpedGame { row, acts, .. } = *kept;
        let game = games::read(row)?;
        let acts = acts.into_iter().map(|act| act_of(game.id.as_str(), act)).collect::<Result<_, _>>()?;
        Ok(Some((game, acts)))
    }

    /// Finishes reading.
    ///
    /// # Errors
    ///
    /// If there was no header line.
    pub const fn finish(self) -> Result<(), ImportError> {
        if self.version.is_some() { Ok(()) } else { Err(ImportError::Header) }
    }

    /// Parses a line. `None` for the header.
    fn parse(&mut self, text: &str) -> Result<Option<Line>, ImportError> {
        let line = match self.version {
            Some(1) => serde_json::from_str(text).and_then(|line| serde_json::from_value(version1::renamed(line))),
            _ => serde_json::from_str(text),
        };
        match (line, self.version) {
            (Ok(Line::Export { version: version @ 1..=VERSION }), _) => self.version = Some(version),
            (Ok(Line::Export { version }), _) => return Err(ImportError::Version(version)),
            (_, None) => return Err(ImportError::Header),
            (Ok(line), Some(_)) => {
                check(&line)?;
                return Ok(Some(line));
            }
            (Err(error), Some(_)) => return Err(ImportError::Line(on_a_line(&error))),
        }
        Ok(None)
    }
}

/// Removes the line number from a JSON error, because the text is always one line and the caller knows its number.
fn on_a_line(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

impl Import {
    /// Takes the next line. It is written by [`Import::finish`] at the latest.
    ///
    /// # Errors
    ///
    /// If it is not a line of an export of this or an earlier version, or the database rejects it.
    pub async fn line(&mut self, text: &str) -> Result<(), ImportError> {
        if let Some(line) = self.reader.parse(text)? {
            if let Line::Game(game) = &line {
                self.acts += game.acts.len();
            }
            self.waiting.push(line);
        }
        if self.waiting.len() >= LINES || self.acts >= ACTS { self.write().await } else { Ok(()) }
    }

    /// Writes the remaining lines.
    ///
    /// # Errors
    ///
    /// If there was no header line, or the database rejects a line.
    pub async fn finish(mut self) -> Result<ImportResult, ImportError> {
        self.reader.finish()?;
        self.write().await?;
        Ok(self.imported)
    }

    /// Returns the result so far.
    pub const fn imported(&self) -> ImportResult {
        self.imported
    }

    async fn write(&mut self) -> Result<(), ImportError> {
        let transaction = self.store.begin().await.map_err(StoreError::from)?;
        let mut imported = self.imported;
        for line in self.waiting.drain(..) {
            imported.counts.lines += 1;
            match line {
                Line::Export { .. } => {}
                Line::Person(row) => add::<person::Entity>(&transaction, row).await.map(drop)?,
                Line::Credential(row) => {
                    add_of_person::<credential::Entity>(&transaction, &row.person.clone(), row).await?;
                }
                Line::Session(row) => add_of_person::<session::Entity>(&transaction, &row.person.clone(), row).await?,
                Line::Block(row) => add_block(&transaction, row).await?,
                Line::Seek(kept) => add_seek(&transaction, kept).await?,
                Line::Leave(row) => add::<leave::Entity>(&transaction, row).await.map(drop)?,
                Line::Rating(row) => add_rating(&transaction, *row).await?,
                Line::Challenge(row) => add::<challenge::Entity>(&transaction, *row).await.map(drop)?,
                Line::Puzzle(row) => add::<puzzle::Entity>(&transaction, row).await.map(drop)?,
                Line::Job(due) if UNUSED_KINDS.contains(&due.due.as_str()) => {}
                Line::Job(due) => add_job(&transaction, due).await?,
                Line::Vanished { game } => add_vanished(&transaction, &game).await?,
                Line::Notice(row) => add_of_person::<notice::Entity>(&transaction, &row.person.clone(), row).await?,
                Line::Channel(row) => add_of_person::<channel::Entity>(&transaction, &row.person.clone(), row).await?,
                Line::Email(row) => add_of_person::<email::Entity>(&transaction, &row.person.clone(), row).await?,
                Line::NameTaken(row) => add::<name_taken::Entity>(&transaction, row).await.map(drop)?,
                Line::Device(row) => add_device(&transaction, row).await?,
                Line::Setting(row) => add::<setting::Entity>(&transaction, row).await.map(drop)?,
                Line::Key { name, value } => add_key(&transaction, name, value).await?,
                Line::Game(game) => match add_game(&transaction, *game).await? {
                    Some(acts) => {
                        imported.counts.games += 1;
                        imported.counts.acts += acts;
                    }
                    None => imported.existing += 1,
                },
            }
        }
        commit(transaction).await.map_err(StoreError::from)?;
        (self.imported, self.acts) = (imported, 0);
        Ok(())
    }
}

/// Inserts a row unless its key exists. Returns true if it was inserted.
async fn add<E>(db: &DatabaseTransaction, row: E::Model) -> Result<bool, StoreError>
where
    E: EntityTrait,
    E::Model: IntoActiveModel<E::ActiveModel>,
    E::ActiveModel: Send,
{
    let row = row.into_active_model().reset_all();
    let add = E::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned()).try_insert();
    match add.exec_without_returning(db).await? {
        TryInsertResult::Inserted(count) => Ok(count > 0),
        TryInsertResult::Empty | TryInsertResult::Conflicted => Ok(false),
    }
}

/// Inserts a row unless its key exists, its person does not, or the account of its person is erased: an earlier export
/// does not bring back what was deleted.
async fn add_of_person<E>(db: &DatabaseTransaction, person: &str, row: E::Model) -> Result<(), StoreError>
where
    E: EntityTrait,
    E::Model: IntoActiveModel<E::ActiveModel>,
    E::ActiveModel: Send,
{
    if person::Entity::find_by_id(person).one(db).await?.is_some_and(|person| person.erased_at.is_none()) {
        add::<E>(db, row).await?;
    }
    Ok(())
}

/// Inserts a block unless it exists or one of the two people does not.
async fn add_block(db: &DatabaseTransaction, row: block::Model) -> Result<(), StoreError> {
    if person::Entity::find_by_id(row.other.as_str()).one(db).await?.is_some() {
        add_of_person::<block::Entity>(db, &row.person.clone(), row).await?;
    }
    Ok(())
}

/// Inserts a seek, unless it exists, its person or session is missing, or the account of its person is erased.
async fn add_seek(db: &DatabaseTransaction, DumpedSeek { row, games }: DumpedSeek) -> Result<(), StoreError> {
    let (id, person) = (row.id.clone(), row.person.clone());
    let is_there = match &row.session {
        Some(session) => session::Entity::find_by_id(session.as_str()).one(db).await?.is_some(),
        None => true,
    };
    if !is_there || seek::Entity::find_by_id(id.as_str()).one(db).await?.is_some() {
        return Ok(());
    }
    add_of_person::<seek::Entity>(db, &person, row).await?;
    if seek::Entity::find_by_id(id.as_str()).one(db).await?.is_some() {
        for (number, game) in (0..).zip(games) {
            let (variant, clock, rated) = (game.variant, game.clock, game.rated);
            let term = seek_term::Model { variant, clock, rated, seek: id.clone(), number };
            add::<seek_term::Entity>(db, term).await?;
        }
    }
    Ok(())
}

/// Inserts a change of a rating unless it exists. The rating is that after the change with the highest number.
async fn add_rating(db: &DatabaseTransaction, row: rating_event::Model) -> Result<(), StoreError> {
    if add::<rating_event::Entity>(db, row.clone()).await? {
        ratings::put_latest(db, &row).await?;
    }
    Ok(())
}

/// Inserts a device unless it exists or its session does not.
async fn add_device(db: &DatabaseTransaction, row: device::Model) -> Result<(), StoreError> {
    if session::Entity::find_by_id(row.session.as_str()).one(db).await?.is_some() {
        add::<device::Entity>(db, row).await?;
    }
    Ok(())
}

async fn add_key(db: &DatabaseTransaction, name: String, value: String) -> Result<(), StoreError> {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    db.execute_raw(statement(db, sql, [name.into(), value.into()])).await?;
    Ok(())
}

/// Inserts a game unless it exists or was deleted. Returns the number of its acts.
async fn add_game(db: &DatabaseTransaction, kept: DumpedGame) -> Result<Option<u64>, ImportError> {
    let DumpedGame { row, acts, plans } = kept;
    let game = id(&row)?;
    if was_deleted(db, game).await.map_err(StoreError::from)? {
        return Ok(None);
    }
    if !add::<game::Entity>(db, row).await? {
        return Ok(None);
    }
    let rows = acts.into_iter().map(|act| act_row(game.as_str(), act)).collect::<Result<Vec<Row>, _>>()?;
    let sql = match db.get_database_backend() {
        DbBackend::Postgres => POSTGRES_ACTS,
        _ => SQLITE_ACTS,
    };
    let text = serde_json::to_string(&rows).map_err(|error| ImportError::Line(error.to_string()))?;
    db.execute_raw(statement(db, sql, [text.into()])).await.map_err(StoreError::from)?;
    for DumpedPlan { side, ply, after, tree } in plans {
        let sql = "INSERT INTO plan (game, side, ply, after, tree) VALUES ($1, $2, $3, $4, $5)";
        let values = [game.as_str().into(), side.into(), ply.into(), after.into(), tree.to_string().into()];
        db.execute_raw(statement(db, sql, values)).await.map_err(StoreError::from)?;
    }
    Ok(Some(rows.len() as u64))
}

/// Encodes an act as this version does. Rejects unknown acts.
fn act_row(game: &str, act: DumpedAct) -> Result<Row, ImportError> {
    let seq = act.seq;
    let read = act_of(game, act)?;
    let fails = |error| ImportError::Act { game: game.to_owned(), seq, error };
    let Columns { seq, at, side, facts } = codec::encode(&read).map_err(fails)?;
    Ok(Row { game: game.to_owned(), seq, at, side, mark: AppendId::random().as_i64(), facts })
}

fn act_of(game: &str, act: DumpedAct) -> Result<Act, ImportError> {
    let DumpedAct { seq, at, side, facts } = act;
    let read = codec::decode(&Columns { seq, at, side, facts: facts.to_string() });
    read.map_err(|error| ImportError::Act { game: game.to_owned(), seq, error })
}

async fn add_job(db: &DatabaseTransaction, kept: DumpedJob) -> Result<(), StoreError> {
    let DumpedJob { due, key, not_before, tries, body } = kept;
    let sql = "INSERT INTO due (kind, key, not_before, tries, body) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    let values = [due.into(), key.into(), not_before.into(), tries.into(), body.into()];
    db.execute_raw(statement(db, sql, values)).await?;
    Ok(())
}

async fn add_vanished(db: &DatabaseTransaction, game: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO vanished (game) VALUES ($1) ON CONFLICT DO NOTHING";
    db.execute_raw(statement(db, sql, [game.into()])).await?;
    Ok(())
}
