//! Taking lines back. What is there already stays as it is, so that an import that broke off is simply done again.

use faraday_play::Act;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, IntoActiveModel, TryInsertResult,
};

use super::checks::{UNUSED_KINDS, check};
use super::{ImportError, KeptAct, KeptDue, KeptGame, KeptPlan, Line, Tally, VERSION, id, version1};
use crate::codec::{self, Columns};
use crate::durable::commit;
use crate::entity::{challenge, game, person, puzzle, session};
use crate::retention::has_vanished;
use crate::transaction::one;
use crate::writer::append::Row;
use crate::{Game, Mark, Store, StoreError, games};

/// How many lines, and how many acts, are written in one transaction.
const LINES: usize = 256;
const ACTS: usize = 8192;

const POSTGRES_ACTS: &str = "INSERT INTO act (game, seq, at, side, mark, facts)
    SELECT game, seq, at, side, mark, facts FROM jsonb_to_recordset(CAST($1 AS jsonb))
        AS input(game text, seq bigint, at bigint, side smallint, mark bigint, facts text)";

const SQLITE_ACTS: &str = "INSERT INTO act (game, seq, at, side, mark, facts)
    SELECT value->>'game', value->>'seq', value->>'at', value->>'side', value->>'mark', value->>'facts'
    FROM json_each($1)";

/// Reads the lines of an export, and keeps nothing of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader {
    /// The version that the first line has said.
    version: Option<u32>,
}

/// Takes the lines of an export.
#[derive(Debug)]
pub struct Import {
    store: Store,
    reader: Reader,
    waiting: Vec<Line>,
    acts: usize,
    imported: Imported,
}

/// What was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// What is kept now.
    pub kept: Tally,
    /// Games that were there already, and were left as they are.
    pub known: u64,
}

impl Store {
    /// Begins to take the lines of an export.
    pub fn import(&self) -> Import {
        Import {
            store: self.clone(),
            reader: Reader::default(),
            waiting: Vec::new(),
            acts: 0,
            imported: Imported::default(),
        }
    }
}

impl Reader {
    /// Reads the next line. If it is a game's, that game and its journal.
    ///
    /// # Errors
    ///
    /// If it is no line of an export of this version, or of an earlier one.
    pub fn line(&mut self, text: &str) -> Result<Option<(Game, Vec<Act>)>, ImportError> {
        let Some(Line::Game(kept)) = self.parse(text)? else { return Ok(None) };
        let KeptGame { row, acts, .. } = *kept;
        let game = games::read(row)?;
        let acts = acts.into_iter().map(|act| act_of(game.id.as_str(), act)).collect::<Result<_, _>>()?;
        Ok(Some((game, acts)))
    }

    /// Ends.
    ///
    /// # Errors
    ///
    /// If there was no first line.
    pub const fn finish(self) -> Result<(), ImportError> {
        if self.version.is_some() { Ok(()) } else { Err(ImportError::Header) }
    }

    /// A line, unless it is the first.
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

/// What is wrong with the JSON of a line, whose number in the file is known to others.
fn on_a_line(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

impl Import {
    /// Takes the next line. It is kept at [`Import::finish`] at the latest.
    ///
    /// # Errors
    ///
    /// If it is no line of an export of this version or an earlier one, or the database refuses it.
    pub async fn line(&mut self, text: &str) -> Result<(), ImportError> {
        if let Some(line) = self.reader.parse(text)? {
            if let Line::Game(game) = &line {
                self.acts += game.acts.len();
            }
            self.waiting.push(line);
        }
        if self.waiting.len() >= LINES || self.acts >= ACTS { self.write().await } else { Ok(()) }
    }

    /// Keeps what waits.
    ///
    /// # Errors
    ///
    /// If there was no first line, or the database refuses it.
    pub async fn finish(mut self) -> Result<Imported, ImportError> {
        self.reader.finish()?;
        self.write().await?;
        Ok(self.imported)
    }

    /// What was taken so far.
    pub const fn imported(&self) -> Imported {
        self.imported
    }

    async fn write(&mut self) -> Result<(), ImportError> {
        let transaction = self.store.begin().await.map_err(StoreError::from)?;
        let mut imported = self.imported;
        for line in self.waiting.drain(..) {
            imported.kept.lines += 1;
            match line {
                Line::Export { .. } => {}
                Line::Person(row) => add::<person::Entity>(&transaction, row).await.map(drop)?,
                Line::Session(row) => add::<session::Entity>(&transaction, row).await.map(drop)?,
                Line::Challenge(row) => add::<challenge::Entity>(&transaction, *row).await.map(drop)?,
                Line::Puzzle(row) => add::<puzzle::Entity>(&transaction, row).await.map(drop)?,
                Line::Due(due) if UNUSED_KINDS.contains(&due.due.as_str()) => {}
                Line::Due(due) => add_due(&transaction, due).await?,
                Line::Vanished { game } => add_vanished(&transaction, &game).await?,
                Line::Game(game) => match add_game(&transaction, *game).await? {
                    Some(acts) => {
                        imported.kept.games += 1;
                        imported.kept.acts += acts;
                    }
                    None => imported.known += 1,
                },
            }
        }
        commit(transaction).await.map_err(StoreError::from)?;
        (self.imported, self.acts) = (imported, 0);
        Ok(())
    }
}

/// Keeps a row, unless one of its key is there. Whether it was kept.
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

/// Keeps a game that is not there and was not: how many acts it has.
async fn add_game(db: &DatabaseTransaction, kept: KeptGame) -> Result<Option<u64>, ImportError> {
    let KeptGame { row, acts, plans } = kept;
    let game = id(&row)?;
    if has_vanished(db, game).await.map_err(StoreError::from)? {
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
    db.execute_raw(one(db, sql, [text.into()])).await.map_err(StoreError::from)?;
    for KeptPlan { side, ply, after, tree } in plans {
        let sql = "INSERT INTO plan (game, side, ply, after, tree) VALUES ($1, $2, $3, $4, $5)";
        let values = [game.as_str().into(), side.into(), ply.into(), after.into(), tree.to_string().into()];
        db.execute_raw(one(db, sql, values)).await.map_err(StoreError::from)?;
    }
    Ok(Some(rows.len() as u64))
}

/// An act as this version writes it: one that it does not know is refused.
fn act_row(game: &str, act: KeptAct) -> Result<Row, ImportError> {
    let seq = act.seq;
    let read = act_of(game, act)?;
    let fails = |error| ImportError::Act { game: game.to_owned(), seq, error };
    let Columns { seq, at, side, facts } = codec::write(&read).map_err(fails)?;
    Ok(Row { game: game.to_owned(), seq, at, side, mark: Mark::random().as_i64(), facts })
}

fn act_of(game: &str, act: KeptAct) -> Result<Act, ImportError> {
    let KeptAct { seq, at, side, facts } = act;
    let read = codec::read(&Columns { seq, at, side, facts: facts.to_string() });
    read.map_err(|error| ImportError::Act { game: game.to_owned(), seq, error })
}

async fn add_due(db: &DatabaseTransaction, kept: KeptDue) -> Result<(), StoreError> {
    let KeptDue { due, key, not_before, tries, body } = kept;
    let sql = "INSERT INTO due (kind, key, not_before, tries, body) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    let values = [due.into(), key.into(), not_before.into(), tries.into(), body.into()];
    db.execute_raw(one(db, sql, values)).await?;
    Ok(())
}

async fn add_vanished(db: &DatabaseTransaction, game: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO vanished (game) VALUES ($1) ON CONFLICT DO NOTHING";
    db.execute_raw(one(db, sql, [game.into()])).await?;
    Ok(())
}
