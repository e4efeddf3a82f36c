//! Journals: the acts of each game, read in order and appended one by one.

use std::collections::HashMap;

use faraday_play::{Act, Fact, Timestamp};
use sea_orm::{ConnectionTrait, DbBackend, QueryResult};

use crate::codec::{self, Columns};
use crate::row::{process, timestamp};
use crate::transaction::statement;
use crate::{AppendResult, Entry, GameId, Process, Store, StoreError};

impl Store {
    /// Adds an act to the journal of a game and returns after the commit.
    ///
    /// Acts of many games are written together. While the database cannot be reached, this call waits, because the act
    /// may have been committed already.
    ///
    /// # Errors
    ///
    /// If the write queue is full, the act cannot be encoded, or the database rejects it, is full, or is read-only.
    /// Nothing is stored in these cases.
    pub async fn append(&self, entry: Entry) -> Result<AppendResult, StoreError> {
        self.0.writer.append(entry).await
    }

    /// Returns the journal of a game after an act, or all of it if `after` is 0. Empty if there is no such game.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried or contains an act that this version cannot decode. No part of the
    /// journal may be used then.
    pub async fn journal(&self, game: GameId, after: u64) -> Result<Vec<Act>, StoreError> {
        let sql = "SELECT seq, at, side, facts FROM act WHERE game = $1 AND seq > $2 ORDER BY seq";
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let rows = self.0.read.query_all_raw(self.statement(sql, [game.as_str().into(), after.into()])).await?;
        rows.iter().map(|row| act(game, row)).collect()
    }

    /// Returns the last `count` acts of each game in order. A game without acts is left out, and so is one with an act
    /// that this version cannot decode, so that it does not hide the others.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn last_acts(&self, games: &[GameId], count: u64) -> Result<HashMap<GameId, Vec<Act>>, StoreError> {
        let backend = self.backend();
        let last = match backend {
            // PostgreSQL does not know the number of games, and would read all journals for a join.
            DbBackend::Postgres => {
                "CROSS JOIN LATERAL (SELECT * FROM act WHERE game = wanted.id ORDER BY seq DESC LIMIT $2) AS act"
            }
            _ => {
                "CROSS JOIN act WHERE act.game = wanted.id
                    AND seq > (SELECT seq FROM act AS last WHERE last.game = wanted.id ORDER BY seq DESC LIMIT 1) - $2"
            }
        };
        let sql =
            format!("SELECT seq, at, side, facts, act.game FROM {} {last} ORDER BY act.game, seq", wanted(backend));
        let ids: serde_json::Value = games.iter().map(GameId::as_str).collect();
        let values = [ids.to_string().into(), count.cast_signed().into()];
        let mut found: HashMap<GameId, Result<Vec<Act>, StoreError>> = HashMap::new();
        for row in self.0.read.query_all_raw(self.statement(&sql, values)).await? {
            let id: String = row.try_get_by_index(4)?;
            let game = GameId::parse(&id).map_err(|error| StoreError::row("act", error))?;
            let acts = found.entry(game).or_insert_with(|| Ok(Vec::new()));
            match (acts.as_mut(), act(game, &row)) {
                (Ok(acts), Ok(act)) => acts.push(act),
                (Ok(_), Err(error)) => *acts = Err(error),
                (Err(_), _) => {}
            }
        }
        Ok(found.into_iter().filter_map(|(game, acts)| Some((game, acts.ok()?))).collect())
    }

    /// Returns the last act number of each game and the connections of its players. Unknown games are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn heads(&self, games: &[GameId]) -> Result<Vec<Head>, StoreError> {
        let wanted = wanted(self.backend());
        // The last row of each game is found through the key, while a maximum per group would read whole journals.
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

/// Returns the first moves of a game, in UCI. A rated game, for which this is used, has no takebacks.
pub(crate) async fn first_moves(
    db: &impl ConnectionTrait,
    game: GameId,
    count: usize,
) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT seq, at, side, facts FROM act WHERE game = $1 ORDER BY seq";
    let mut moves = Vec::new();
    for row in db.query_all_raw(statement(db, sql, [game.as_str().into()])).await? {
        if let Fact::Moved { uci, .. } = act(game, &row)?.fact {
            moves.push(uci);
        }
        if moves.len() == count {
            break;
        }
    }
    Ok(moves)
}

/// Returns the table of game ids that a statement takes as JSON.
fn wanted(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => "jsonb_array_elements_text(CAST($1 AS jsonb)) AS wanted(id)",
        _ => "(SELECT value AS id FROM json_each($1)) AS wanted",
    }
}

/// The last act number of a game, and its players' connections.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Head {
    pub game: GameId,
    /// The number of the last act, or 0 if there is none.
    pub seq: u64,
    /// By color: the process to which the player is connected, and the time at which they left it.
    pub noted: [(Option<Process>, Option<Timestamp>); 2],
}

fn head(row: &QueryResult) -> Result<Head, StoreError> {
    const TABLE: &str = "game";
    let (id, seq): (String, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
    let noted = |first: usize| {
        let (node, boot): (Option<String>, _) = (row.try_get_by_index(first)?, row.try_get_by_index(first + 1)?);
        let away_at: Option<i64> = row.try_get_by_index(first + 2)?;
        // A damaged value is reported when its game is read, and must not delay other games.
        let process = process(TABLE, node.as_deref(), boot).unwrap_or_default();
        Ok::<_, StoreError>((process, away_at.map(timestamp)))
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
    codec::decode(&columns).map_err(|error| StoreError::Act { game, seq: columns.seq.cast_unsigned(), error })
}
