//! The row of a person: a player, the maker of a challenge, or the owner of a session.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "person")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// `guest`, `member`, or `house`. Dumps use another name, because `kind` is the kind of a line there.
    #[serde(rename = "person_kind")]
    pub kind: String,
    pub name: String,
    /// The time to check whether anything of the person is still stored, set when something of theirs is deleted.
    pub check_at: Option<i64>,
    pub language: Option<String>,
    pub time_zone: Option<String>,
    /// The name of a member in lower case.
    pub name_key: Option<String>,
    /// The skeleton of the name of a member, which names that look alike share.
    pub look_key: Option<String>,
    /// The role of a member.
    pub role: Option<String>,
    pub created_at: Option<i64>,
    pub disabled_at: Option<i64>,
    /// The member to whom the games of this guest have moved.
    pub merged_into: Option<String>,
    /// The time at which the account is to be erased, unless its member signs in before.
    pub erase_at: Option<i64>,
    /// The time at which the account was erased.
    pub erased_at: Option<i64>,
    /// A sentence by the member, shown on the profile.
    pub bio: Option<String>,
    /// True if others may see that the member is connected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shows_presence: bool,
    /// True if everyone may see the member's games with others who chose the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shows_games: bool,
    /// The last visit of a member, to the hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_at: Option<i64>,
    // Only valid for a minute, so exports do not include it.
    #[serde(skip)]
    pub online_at: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
