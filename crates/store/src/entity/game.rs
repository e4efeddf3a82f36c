//! The row of a game: players, terms, presence, and result, without the journal.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "game")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub variant: String,
    pub rules: String,
    pub fen: Option<String>,
    pub base_ms: Option<i64>,
    pub increment_ms: Option<i64>,
    pub moves: Option<i64>,
    pub days: Option<i16>,
    pub reserve: Option<i16>,
    pub rated: bool,
    pub white: String,
    pub white_node: Option<String>,
    pub white_boot: Option<i64>,
    pub white_away_at: Option<i64>,
    pub black: String,
    pub black_node: Option<String>,
    pub black_boot: Option<i64>,
    pub black_away_at: Option<i64>,
    pub started_at: i64,
    pub ended_at: Option<i64>,
    pub winner: Option<i16>,
    pub reason: Option<String>,
    pub plies: Option<i64>,
    pub wake_at: Option<i64>,
    pub rematch_of: Option<String>,
    /// The decision whether the rated game counts, once it has ended.
    #[serde(default)]
    pub rated_as: Option<String>,
    /// The time at which the game was annulled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annulled_at: Option<i64>,
    /// The reason why the game was annulled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annulled_for: Option<String>,
    // Only needed at the start of a game, so exports do not include it.
    #[serde(skip)]
    pub origin: Option<String>,
    // Derived from the journal, so exports do not include it.
    #[serde(skip)]
    pub turn: Option<i16>,
    #[serde(skip)]
    pub position: Option<String>,
    #[serde(skip)]
    pub last_move: Option<String>,
    #[serde(skip)]
    pub moved_at: Option<i64>,
    #[serde(skip)]
    pub deadline: Option<i64>,
    #[serde(skip)]
    pub aborted_by: Option<i16>,
    #[serde(skip)]
    pub missed_by: Option<i16>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
