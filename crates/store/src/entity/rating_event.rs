//! The row of a change of a rating by a game or by its annulment, with everything from which it was computed.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "rating_event")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub variant: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub pace: String,
    /// The number of the change, from 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub n: i64,
    pub game: String,
    pub at: i64,
    /// The score in half points.
    pub score: i16,
    pub before_rating: f64,
    pub before_deviation: f64,
    pub before_volatility: f64,
    pub opponent: String,
    /// The number of the opponent's change by the same game.
    pub opponent_n: i64,
    pub opponent_rating: f64,
    pub opponent_deviation: f64,
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    /// The time of the annulment that made the change. `None` for the change by the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annulled_at: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
