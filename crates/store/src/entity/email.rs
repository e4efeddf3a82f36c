//! The row of an email address: its person, its verification, and its failures.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "email")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person: String,
    pub address: String,
    pub verified_at: Option<i64>,
    /// True if the person wants a daily digest.
    pub digest: bool,
    /// The time of the last digest.
    pub digested_at: Option<i64>,
    /// The number of failures in a row.
    pub failures: i64,
    pub last_ok_at: Option<i64>,
    pub last_error: Option<String>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
