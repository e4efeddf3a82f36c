//! The row of a seek: its person, its conditions, and its expiry.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "seek")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub person: String,
    /// The hash of the token of the session with which the seek ends: for games with a clock, and for guests.
    pub session: Option<String>,
    pub side: Option<i16>,
    /// True if only opponents of about the same strength fit.
    pub near: bool,
    pub made_at: i64,
    /// The last time at which the session was connected. `None` for correspondence games, which wait without it.
    pub seen_at: Option<i64>,
    pub ends_at: i64,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
