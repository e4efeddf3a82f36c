//! The row of a session: the hash of a token and the person it identifies.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "session")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub person: String,
    pub agent: String,
    pub seen_at: i64,
    pub ends_at: i64,
    /// The last time at which the person gave a code of the authenticator app in this session. Dumps leave it out, so
    /// that an import never begins with the rights of an admin.
    #[serde(skip)]
    pub confirmed_at: Option<i64>,
    /// The last use of the pages for admins. Dumps leave it out.
    #[serde(skip)]
    pub admin_at: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
