//! A person: a player, the maker of a challenge, or the owner of a session.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "person")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// `guest`. An export names its lines by their kind, so this has another name there.
    #[serde(rename = "person_kind")]
    pub kind: String,
    pub name: String,
    /// When to look whether they still have anything here: something of theirs went before.
    pub check_at: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
