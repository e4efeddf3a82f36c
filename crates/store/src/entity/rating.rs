//! The row of a rating: the last one of a player for a variant and a pace.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "rating")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub variant: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub pace: String,
    /// The number of the last change.
    pub n: i64,
    pub at: i64,
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    /// The number of games that were annulled. Each has two changes.
    pub annulled: i64,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
