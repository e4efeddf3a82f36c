//! The row of the channels through which a person gets notices of a kind.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "channel")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person: String,
    #[sea_orm(primary_key, auto_increment = false)]
    /// Called `notice_kind` in dumps, because `kind` is the kind of a line there.
    #[serde(rename = "notice_kind")]
    pub kind: String,
    pub app: bool,
    pub push: bool,
    pub mail: bool,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
