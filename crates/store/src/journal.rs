//! Journals: reading what has happened, and adding to it.

use faraday_play::{Act, Timestamp};
use sea_orm::{ConnectionTrait, DbBackend, QueryResult};

use crate::codec::{self, Columns};
use crate::row::{moment, process};
use crate::{Appended, Entry, GameId, Process, Store, StoreError};

impl Store {
    /// Adds an act to the journal of a game, and answers once that is committed.
    ///
    /// Acts of many games are written together. While the database cannot be reached the answer waits: it may be in the
    /// journal already, and nobody can know.
    ///
    /// # Errors
    ///
    /// If too much waits, the act cannot be kept, or the database refuses it, is full or read-only. Nothing is kept then.
    pub async fn append(&self, entry: Entry) -> Result<Appended, StoreError> {
        self.0.writer.append(entry).await
    }

    /// The journal of a game after an act; all of it after 0. Empty if there is no such game.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked, or holds an act that this version does not know: then nothing of the journal may
    /// be used.
    pub async fn journal(&self, game: GameId, after: u64) -> Result<Vec<Act>, StoreError> {
        let sql = "SELECT seq, at, side, facts FROM act WHERE game = $1 AND seq > $2 ORDER BY seq";
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let rows = self.0.read.query_all_raw(self.statement(sql, [game.as_str().into(), after.into()])).await?;
        rows.iter().map(|row| act(game, row)).collect()
    }

    /// How far each game has come, and where its players are noted. Games that do not exist are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn heads(&self, games: &[GameId]) -> Result<Vec<Head>, StoreError> {
        let wanted = match self.backend() {
            DbBackend::Postgres => "jsonb_array_elements_text(CAST($1 AS jsonb)) AS wanted(id)",
            _ => "(SELECT value AS id FROM json_each($1)) AS wanted",
        };
        // The last row of each key is found by the key; a maximum over groups would read whole journals.
        let sql = format!(
            "SELECT game.id, COALESCE((SELECT seq FROM act WHERE game = wanted.id ORDER BY seq DESC LIMIT 1), 0),
                white_node, white_boot, white_away_at, black_node, black_boot, black_away_at
            FROM {wanted} CROSS JOIN game WHERE game.id = wanted.id"
        );
        let ids: serde_json::Value = games.iter().map(GameId::as_str).collect();
        let rows = self.0.read.query_all_raw(self.statement(&sql, [ids.to_string().into()])).await?;
        rows.iter().map(head).collect()
    }
}

/// How far a game has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The game.
    pub game: GameId,
    /// The number of its last act; 0 if it has none.
    pub seq: u64,
    /// What is noted of White and Black: the process at which they are, and since when they have left it.
    pub noted: [(Option<Process>, Option<Timestamp>); 2],
}

fn head(row: &QueryResult) -> Result<Head, StoreError> {
    const TABLE: &str = "game";
    let (id, seq): (String, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
    let noted = |first: usize| {
        let (node, boot): (Option<String>, _) = (row.try_get_by_index(first)?, row.try_get_by_index(first + 1)?);
        let away_at: Option<i64> = row.try_get_by_index(first + 2)?;
        // What is damaged is told where that game is read, and keeps no other game waiting.
        let process = process(TABLE, node.as_deref(), boot).unwrap_or_default();
        Ok::<_, StoreError>((process, away_at.map(moment)))
    };
    let game = GameId::parse(&id).map_err(|error| StoreError::row(TABLE, error))?;
    Ok(Head { game, seq: seq.cast_unsigned(), noted: [noted(2)?, noted(5)?] })
}

fn act(game: GameId, row: &QueryResult) -> Result<Act, StoreError> {
    let columns = Columns {
        seq: row.try_get_by_index(0)?,
        at: row.try_get_by_index(1)?,
        side: row.try_get_by_index(2)?,
        facts: row.try_get_by_index(3)?,
    };
    codec::read(&columns).map_err(|error| StoreError::Act { game, seq: columns.seq.cast_unsigned(), error })
}
