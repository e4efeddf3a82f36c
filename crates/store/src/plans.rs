//! Conditional moves: a player's planned replies, stored until the game takes another course.

use std::collections::{HashMap, HashSet};

use faraday_play::{Act, Branch, Plan};
use faraday_rules::Color;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, QueryResult, Value};

use crate::codec::Columns;
use crate::transaction::{lock_game, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{GameId, Store, StoreError, codec};

/// The result of storing conditional moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PutPlanResult {
    /// The plan is stored and replaces an earlier one.
    Stored,
    /// The game has continued after the act that the plan follows, or is over.
    HeadMoved,
}

impl Store {
    /// Stores the planned replies of a side from a ply on, if the plan follows the last act of the game. An empty
    /// plan deletes an earlier one.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn put_plan(
        &self,
        game: GameId,
        side: Color,
        ply: u64,
        plan: &Plan,
    ) -> Result<PutPlanResult, StoreError> {
        let fails = |error| StoreError::Act { game, seq: plan.after, error };
        let [ply, after] =
            [codec::encode_number(ply).map_err(fails)?, codec::encode_number(plan.after).map_err(fails)?];
        let input = (game, side, [ply, after], plan.clone());
        self.write(Priority::Request, input, |db, &(game, side, [ply, after], ref plan)| {
            Box::pin(async move {
                let is_running = lock_game(db, game).await?;
                let sql = "SELECT seq FROM act WHERE game = $1 ORDER BY seq DESC LIMIT 1";
                let head = db.query_one_raw(statement(db, sql, [game.as_str().into()])).await?;
                let head: i64 = head.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default();
                if !is_running || head != after {
                    return Ok(TransactionEnd::Rollback(PutPlanResult::HeadMoved));
                }
                replace(db, game, side, plan).await?;
                let sql = "UPDATE plan SET ply = $3 WHERE game = $1 AND side = $2";
                let values = [game.as_str().into(), codec::encode_side(side).into(), ply.into()];
                db.execute_raw(statement(db, sql, values)).await?;
                Ok(TransactionEnd::Commit(PutPlanResult::Stored))
            })
        })
        .await
    }

    /// Returns the number of replies in the longest line of each plan of these sides, unless it has been canceled: later
    /// acts leave it as it is only if they are about time.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried, or contains a plan that cannot be decoded.
    pub async fn plan_depths(&self, games: &[(GameId, Color)]) -> Result<HashMap<GameId, usize>, StoreError> {
        let sql = format!(
            "SELECT plan.game, plan.side, plan.tree, act.seq, act.at, act.side, act.facts FROM {}
            JOIN plan ON plan.game = wanted.id
            LEFT JOIN act ON act.game = plan.game AND act.seq > plan.after ORDER BY act.seq",
            self.wanted()
        );
        let mut canceled = HashSet::new();
        let mut depths = HashMap::new();
        for row in self.0.read.query_all_raw(self.statement(&sql, [ids_of(games)])).await? {
            let Some(game) = seat_of(games, &row)? else { continue };
            if later_act(game, &row)?.is_some_and(|act| !act.is_about_time()) {
                canceled.insert(game);
            }
            let tree: String = row.try_get_by_index(2)?;
            let branches = codec::decode_branches(&tree).map_err(|error| StoreError::row("plan", error))?;
            depths.insert(game, depth(&branches));
        }
        depths.retain(|game, _| !canceled.contains(game));
        Ok(depths)
    }

    /// Returns the stored plans of these sides, also if they have been canceled.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried, or contains a plan that cannot be decoded.
    pub async fn plans(&self, games: &[(GameId, Color)]) -> Result<HashMap<GameId, Plan>, StoreError> {
        let sql = format!(
            "SELECT plan.game, plan.side, plan.after, plan.tree FROM {} JOIN plan ON plan.game = wanted.id",
            self.wanted()
        );
        let mut plans = HashMap::new();
        for row in self.0.read.query_all_raw(self.statement(&sql, [ids_of(games)])).await? {
            let Some(game) = seat_of(games, &row)? else { continue };
            let (after, tree): (i64, String) = (row.try_get_by_index(2)?, row.try_get_by_index(3)?);
            let branches = codec::decode_branches(&tree).map_err(|error| StoreError::row("plan", error))?;
            plans.insert(game, Plan { after: after.cast_unsigned(), branches });
        }
        Ok(plans)
    }

    /// Returns the ids in the JSON array `$1` as a table.
    fn wanted(&self) -> &'static str {
        match self.backend() {
            DbBackend::Postgres => "jsonb_array_elements_text(CAST($1 AS jsonb)) AS wanted(id)",
            _ => "(SELECT value AS id FROM json_each($1)) AS wanted",
        }
    }

    /// Returns the plan of a side. Waits for a plan that is being stored, so that a caller that looks after the
    /// opponent's move was stored does not miss it.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried, or contains a plan that cannot be decoded.
    pub async fn plan(&self, game: GameId, side: Color) -> Result<Option<Plan>, StoreError> {
        if self.backend() == DbBackend::Postgres {
            let sql = "SELECT 1 FROM game WHERE id = $1 FOR SHARE";
            self.0.write.query_one_raw(self.statement(sql, [game.as_str().into()])).await?;
        }
        let sql = "SELECT after, tree FROM plan WHERE game = $1 AND side = $2";
        let values = [game.as_str().into(), codec::encode_side(side).into()];
        let Some(row) = self.0.read.query_one_raw(self.statement(sql, values)).await? else { return Ok(None) };
        let (after, tree): (i64, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let branches = codec::decode_branches(&tree).map_err(|error| StoreError::row("plan", error))?;
        Ok(Some(Plan { after: after.cast_unsigned(), branches }))
    }
}

fn ids_of(games: &[(GameId, Color)]) -> Value {
    let ids: serde_json::Value = games.iter().map(|(game, _)| game.as_str()).collect();
    ids.to_string().into()
}

/// Returns the game in a row that begins with the id and the side, if it is one of these seats.
fn seat_of(games: &[(GameId, Color)], row: &QueryResult) -> Result<Option<GameId>, DbErr> {
    let (id, side): (String, i16) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
    let is_own = |(game, own): &&(GameId, Color)| game.as_str() == id && codec::encode_side(*own) == side;
    Ok(games.iter().find(is_own).map(|(game, _)| *game))
}

/// Returns the act in a row of a plan and a later act, if there is one.
fn later_act(game: GameId, row: &QueryResult) -> Result<Option<Act>, StoreError> {
    let Some(seq) = row.try_get_by_index::<Option<i64>>(3)? else { return Ok(None) };
    let columns =
        Columns { seq, at: row.try_get_by_index(4)?, side: row.try_get_by_index(5)?, facts: row.try_get_by_index(6)? };
    let act = codec::decode(&columns);
    act.map(Some).map_err(|error| StoreError::Act { game, seq: seq.cast_unsigned(), error })
}

/// Returns the number of replies in the longest line.
fn depth(branches: &[Branch]) -> usize {
    branches.iter().map(|branch| 1 + depth(&branch.then)).max().unwrap_or(0)
}

/// Returns the act that a side's plan follows, if it has a plan.
pub(crate) async fn after(db: &DatabaseTransaction, game: GameId, side: Color) -> Result<Option<i64>, DbErr> {
    let sql = "SELECT after FROM plan WHERE game = $1 AND side = $2";
    let row = db.query_one_raw(statement(db, sql, [game.as_str().into(), codec::encode_side(side).into()])).await?;
    row.map(|row| row.try_get_by_index(0)).transpose()
}

/// Replaces an earlier plan. An empty plan only deletes it.
pub(crate) async fn replace(db: &DatabaseTransaction, game: GameId, side: Color, plan: &Plan) -> Result<(), DbErr> {
    let key = [game.as_str().into(), codec::encode_side(side).into()];
    if plan.branches.is_empty() {
        db.execute_raw(statement(db, "DELETE FROM plan WHERE game = $1 AND side = $2", key)).await?;
        return Ok(());
    }
    let [game, side] = key;
    // Two plies: the reply, and the opponent's next move.
    let sql = "INSERT INTO plan (game, side, ply, after, tree) VALUES ($1, $2, 0, $3, $4)
        ON CONFLICT (game, side) DO UPDATE SET ply = plan.ply + 2, after = excluded.after, tree = excluded.tree";
    let values = [game, side, plan.after.cast_signed().into(), codec::encode_branches(&plan.branches).into()];
    db.execute_raw(statement(db, sql, values)).await?;
    Ok(())
}
