//! Game summaries for lists, stored in columns of the game's row.

use faraday_play::Summary;
use sea_orm::{ActiveValue::Set, Value};
use serde::Serialize;

use crate::entity::game;
use crate::row::{self, at, timestamp};
use crate::{GameId, StoreError, codec};

/// The columns of a game's row that contain its summary.
#[derive(Clone, Default, Debug, Serialize)]
pub(crate) struct SummaryRow {
    pub turn: Option<i16>,
    pub position: Option<String>,
    pub last_move: Option<String>,
    pub moved_at: Option<i64>,
    pub deadline: Option<i64>,
    pub aborted_by: Option<i16>,
    pub missed_by: Option<i16>,
    pub plies: Option<i64>,
}

impl From<&Summary> for SummaryRow {
    fn from(summary: &Summary) -> SummaryRow {
        SummaryRow {
            turn: Some(codec::encode_side(summary.turn)),
            position: Some(summary.position.clone()),
            last_move: summary.last_move.clone(),
            moved_at: Some(at(summary.moved_at)),
            deadline: summary.deadline.map(at),
            aborted_by: summary.aborted_by.map(codec::encode_side),
            missed_by: summary.missed_by.map(codec::encode_side),
            // A game has at most a few thousand moves.
            plies: i64::try_from(summary.plies).ok(),
        }
    }
}

impl SummaryRow {
    /// Returns a game row with only these columns set.
    pub(crate) fn columns(self) -> game::ActiveModel {
        game::ActiveModel {
            turn: Set(self.turn),
            position: Set(self.position),
            last_move: Set(self.last_move),
            moved_at: Set(self.moved_at),
            deadline: Set(self.deadline),
            aborted_by: Set(self.aborted_by),
            missed_by: Set(self.missed_by),
            plies: Set(self.plies),
            ..game::ActiveModel::default()
        }
    }

    /// Returns the game id and the values of the columns in order.
    pub(crate) fn values(&self, game: GameId) -> [Value; 9] {
        let SummaryRow { turn, position, last_move, moved_at, deadline, aborted_by, missed_by, plies } = self.clone();
        [
            game.as_str().into(),
            turn.into(),
            position.into(),
            last_move.into(),
            moved_at.into(),
            deadline.into(),
            aborted_by.into(),
            missed_by.into(),
            plies.into(),
        ]
    }
}

/// Returns the summary of a row, if it has one.
pub(crate) fn read(row: &game::Model) -> Result<Option<Summary>, StoreError> {
    const TABLE: &str = "game";
    let Some(((turn, position), moved_at)) = row::side(TABLE, row.turn)?.zip(row.position.clone()).zip(row.moved_at)
    else {
        return Ok(None);
    };
    Ok(Some(Summary {
        plies: usize::try_from(row.plies.unwrap_or_default()).unwrap_or_default(),
        turn,
        position,
        last_move: row.last_move.clone(),
        moved_at: timestamp(moved_at),
        deadline: row.deadline.map(timestamp),
        aborted_by: row::side(TABLE, row.aborted_by)?,
        missed_by: row::side(TABLE, row.missed_by)?,
    }))
}
