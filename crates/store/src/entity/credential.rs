//! The row of a credential: a password, the secret of an authenticator app, or a recovery code.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "credential")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person: String,
    /// `password`, `totp`, or `recovery`. Dumps use another name, because `kind` is the kind of a line there.
    #[sea_orm(primary_key, auto_increment = false)]
    #[serde(rename = "credential_kind")]
    pub kind: String,
    /// 0, and up to 9 for recovery codes.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i16,
    /// The PHC string of a password, the secret of an authenticator in Base32, or the SHA-256 of a recovery code.
    pub data: String,
    /// The time step of the last accepted TOTP code; null until the authenticator is confirmed.
    pub step: Option<i64>,
    /// The number of wrong TOTP codes since the last right one.
    pub failures: i64,
    pub failed_at: Option<i64>,
    pub used_at: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
