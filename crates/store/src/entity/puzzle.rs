//! The row of a puzzle with at least one attempt.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "puzzle")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub variant: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub rating: i64,
    pub deviation: i64,
    pub attempts: i64,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
