//! The row of a device that receives notices: its push subscription and the session that it belongs to.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "device")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub endpoint: String,
    pub id: String,
    pub person: String,
    /// The hash of the token of the session.
    pub session: String,
    pub p256dh: String,
    pub auth: String,
    pub agent: String,
    pub made_at: i64,
    pub last_ok_at: Option<i64>,
    pub last_error: Option<String>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
