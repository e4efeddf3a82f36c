//! The row of a notice: its person, its subject, and the time at which it was read.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "notice")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Called `notice_kind` in dumps, because `kind` is the kind of a line there.
    #[serde(rename = "notice_kind")]
    pub kind: String,
    pub game: Option<String>,
    pub at: i64,
    pub read_at: Option<i64>,
    pub body: String,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
