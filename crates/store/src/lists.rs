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
        self.listed_games(who, None, status, limit, after).await
    }

    /// Returns the games of a person that another may see in a list, newest first: games between the two, and games of
    /// people who both chose to show theirs. Aborted games are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn shown_games_of(
        &self,
        who: PersonId,
        viewer: Option<PersonId>,
        status: GameStatus,
        limit: u64,
        after: Option<Cursor>,
    ) -> Result<Vec<Game>, StoreError> {
        let viewer = viewer.map(|viewer| viewer.to_string()).unwrap_or_default();
        self.listed_games(who, Some(viewer), status, limit, after).await
    }

    /// `viewer` is the id of the person who gets the list, empty for a stranger; `None` for the person's own list.
    async fn listed_games(
        &self,
        who: PersonId,
        viewer: Option<String>,
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
        let number = values.len() + 1;
        let is_filtered = viewer.is_some();
        let is_shown = |other: &str| {
            if !is_filtered {
                return String::new();
            }
            format!(
                "AND (reason IS NULL OR reason <> 'aborted') AND ({other} = ${number} OR (
                EXISTS (SELECT 1 FROM person WHERE person.id = $1 AND person.shows_games)
                AND EXISTS (SELECT 1 FROM person WHERE person.id = game.{other} AND person.shows_games)))"
            )
        };
        let side = |[side, other]: [&str; 2]| {
            format!(
                "SELECT id FROM (SELECT id FROM game WHERE {side} = $1 AND {status} {earlier} {}
                ORDER BY started_at DESC, id DESC LIMIT $2) AS {side}_games",
                is_shown(other)
            )
        };
        values.extend(viewer.map(Value::from));
        let [white, black] = [["white", "black"], ["black", "white"]].map(side);
        let sql = format!(
            "SELECT * FROM game WHERE id IN ({white} UNION ALL {black}) ORDER BY started_at DESC, id DESC LIMIT $2"
        );
        let statement = Statement::from_sql_and_values(self.backend(), sql, values);
        game::Entity::find().from_raw_sql(statement).all(&self.0.read).await?.into_iter().map(read).collect()
    }
}
