//! The roles of members.

use crate::StoreError;

/// The role of a member. Each includes the rights of those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Role {
    Member,
    Organizer,
    Moderator,
    Admin,
}

impl Role {
    /// All roles, from the lowest to the highest.
    pub const ALL: [Role; 4] = [Role::Member, Role::Organizer, Role::Moderator, Role::Admin];

    /// Returns the name in tables, on the command line, and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Role::Member => "member",
            Role::Organizer => "organizer",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        }
    }

    /// Returns the role with a name.
    pub fn parse(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.as_str() == name)
    }

    pub(crate) fn read(name: &str) -> Result<Role, StoreError> {
        Role::parse(name).ok_or_else(|| StoreError::row("person", format!("`{name}` is not a role")))
    }
}
