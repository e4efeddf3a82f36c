//! Pages of a person's running or finished games, newest first.

use faraday_play::Timestamp;
use sea_orm::{EntityTrait, Statement, Value};

use crate::entity::game;
use crate::games::{Game, read};
use crate::row::at;
use crate::{GameId, PersonId, Store, StoreError};

/// A selection of running or finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum GameStatus {
    Running,
    Ended,
}

/// A position in a list of games, just after the game with these values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Cursor {
    pub started_at: Timestamp,
    pub id: GameId,
}

impl Game {
    /// Returns the position just after this game.
    pub const fn cursor(&self) -> Cursor {
        Cursor { started_at: self.started_at, id: self.id }
    }
}

impl Store {
    /// Returns a person's games, newest first.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn games_of(
        &self,
        who: PersonId,
        status: GameStatus,
        limit: u64,
        after: Option<Cursor>,
    ) -> Result<Vec<Game>, StoreError> {
        let status = match status {
            GameStatus::Running => "ended_at IS NULL",
            GameStatus::Ended => "ended_at IS NOT NULL",
        };
        let mut values: Vec<Value> = vec![who.as_str().into(), limit.cast_signed().into()];
        let mut earlier = "";
        if let Some(Cursor { started_at, id }) = after {
            values.extend([at(started_at).into(), id.as_str().into()]);
            earlier = "AND (started_at, id) < ($3, $4)";
        }
        // One query for each color in the order of its index, so that a person with thousands of games does not have to
        // wait for all of them.
        let side = |side: &str| {
            format!(
                "SELECT id FROM (SELECT id FROM game WHERE {side} = $1 AND {status} {earlier}
                ORDER BY started_at DESC, id DESC LIMIT $2) AS {side}_games"
            )
        };
        let [white, black] = ["white", "black"].map(side);
        let sql = format!(
            "SELECT * FROM game WHERE id IN ({white} UNION ALL {black}) ORDER BY started_at DESC, id DESC LIMIT $2"
        );
        let statement = Statement::from_sql_and_values(self.backend(), sql, values);
        game::Entity::find().from_raw_sql(statement).all(&self.0.read).await?.into_iter().map(read).collect()
    }
}
