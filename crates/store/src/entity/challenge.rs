//! The row of a challenge: its maker, its terms, its expiry, and its answer.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "challenge")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub maker: String,
    pub variant: String,
    pub base_ms: Option<i64>,
    pub increment_ms: Option<i64>,
    pub moves: Option<i64>,
    pub days: Option<i16>,
    pub reserve: Option<i16>,
    pub rated: bool,
    pub fen: Option<String>,
    pub side: Option<i16>,
    pub node: Option<String>,
    pub boot: Option<i64>,
    pub made_at: i64,
    pub ends_at: i64,
    pub taker: Option<String>,
    pub game: Option<String>,
    pub rematch_of: Option<String>,
    pub declined_at: Option<i64>,
    pub withdrawn_at: Option<i64>,
    /// The only person who can accept it.
    pub opponent: Option<String>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
