//! The row of a game that a seek offers: a variant with a time control, rated or casual.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "seek_term")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub variant: String,
    /// The encoded time control. Two are equal if their texts are.
    #[sea_orm(primary_key, auto_increment = false)]
    pub clock: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub rated: bool,
    #[sea_orm(primary_key, auto_increment = false)]
    pub seek: String,
    /// The position among the games of the seek, from 0.
    pub number: i16,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
