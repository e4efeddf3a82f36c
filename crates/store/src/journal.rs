//! Journals: reading what has happened, and adding to it.

use faraday_play::Act;
use sea_orm::{ConnectionTrait, DbBackend, QueryResult};

use crate::codec::{self, Columns};
use crate::{Appended, Entry, GameId, Store, StoreError};

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

    /// The number of the last act of each game. Games without an act are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn heads(&self, games: &[GameId]) -> Result<Vec<(GameId, u64)>, StoreError> {
        // The last row of each key is found by the key; a maximum over groups would read whole journals.
        let sql = match self.backend() {
            DbBackend::Postgres => {
                "SELECT id, seq FROM jsonb_array_elements_text(CAST($1 AS jsonb)) AS wanted(id) CROSS JOIN LATERAL
                    (SELECT seq FROM act WHERE game = wanted.id ORDER BY seq DESC LIMIT 1) AS head"
            }
            _ => {
                "SELECT id, seq FROM (SELECT value AS id,
                    (SELECT seq FROM act WHERE game = wanted.value ORDER BY seq DESC LIMIT 1) AS seq
                    FROM json_each($1) AS wanted) WHERE seq IS NOT NULL"
            }
        };
        let wanted: serde_json::Value = games.iter().map(GameId::as_str).collect();
        let rows = self.0.read.query_all_raw(self.statement(sql, [wanted.to_string().into()])).await?;
        let head = |row: &QueryResult| {
            let id: String = row.try_get_by_index(0)?;
            let seq: i64 = row.try_get_by_index(1)?;
            Ok((GameId::parse(&id).map_err(|error| StoreError::row("act", error))?, seq.cast_unsigned()))
        };
        rows.iter().map(head).collect()
    }
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
