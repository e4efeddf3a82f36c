//! Profiles of members: what everyone may see of a member, and what the member chose to show.

use faraday_play::Timestamp;
use faraday_rules::Color;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryTrait};

use crate::credentials::CredentialKind;
use crate::entity::{credential, person};
use crate::people::MEMBER;
use crate::role::Role;
use crate::row::{self, at, timestamp};
use crate::writer::Priority;
use crate::{PersonId, Store, StoreError};

/// The maximum length of the sentence on a profile, in characters.
pub const LONGEST_BIO: usize = 200;

/// The profile of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Profile {
    pub who: PersonId,
    pub name: String,
    pub role: Role,
    pub created_at: Timestamp,
    /// True for a closed account as well, although its member can still keep it.
    pub is_disabled: bool,
    /// A sentence by the member.
    pub bio: Option<String>,
    pub shows_presence: bool,
    pub shows_games: bool,
    /// The last time at which a node noted the member as connected.
    pub online_at: Option<Timestamp>,
}

/// The changes to a profile. What is `None` stays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ProfileChange {
    /// An empty text deletes the sentence.
    pub bio: Option<String>,
    pub shows_presence: Option<bool>,
    pub shows_games: Option<bool>,
}

/// The number of games of a person with one color and one outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct OutcomeCount {
    pub side: Color,
    pub winner: Option<Color>,
    /// The reason as programs read it. `None` for running games.
    pub reason: Option<String>,
    pub games: u64,
}

impl Store {
    /// Returns the profile of the member with a name in lower case. An invited person who has not joined has none.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn profile(&self, key: &str) -> Result<Option<Profile>, StoreError> {
        let found = person::Entity::find().filter(person::Column::NameKey.eq(key));
        let Some(row) = found.filter(person::Column::Kind.eq(MEMBER)).one(&self.0.read).await? else {
            return Ok(None);
        };
        let password = credential::Entity::find().filter(credential::Column::Person.eq(row.id.as_str()));
        let password = password.filter(credential::Column::Kind.eq(CredentialKind::Password.as_str()));
        if password.one(&self.0.read).await?.is_none() {
            return Ok(None);
        }
        read(row)
    }

    /// Changes the profile of a member. Returns false if the person is not a member.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn change_profile(
        &self,
        who: PersonId,
        change: &ProfileChange,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let ProfileChange { bio, shows_presence, shows_games } = change;
        // A condition needs a change, even an empty one.
        let mut update = person::Entity::update_many().col_expr(person::Column::Kind, Expr::value(MEMBER));
        if let Some(bio) = bio {
            update = update.col_expr(person::Column::Bio, Expr::value(Some(bio.clone()).filter(|bio| !bio.is_empty())));
        }
        if let Some(shows) = shows_presence {
            let online_at = shows.then(|| at(now));
            update = update.col_expr(person::Column::ShowsPresence, Expr::value(*shows));
            update = update.col_expr(person::Column::OnlineAt, Expr::value(online_at));
        }
        if let Some(shows) = shows_games {
            update = update.col_expr(person::Column::ShowsGames, Expr::value(*shows));
        }
        let update = update.filter(person::Column::Id.eq(who.as_str())).filter(person::Column::Kind.eq(MEMBER));
        Ok(self.execute(Priority::Request, update.build(self.backend())).await? == 1)
    }

    /// Counts the games of a person by color and outcome.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn outcome_counts(&self, who: PersonId) -> Result<Vec<OutcomeCount>, StoreError> {
        let mut counts = Vec::new();
        for side in Color::ALL {
            let column = match side {
                Color::White => "white",
                Color::Black => "black",
            };
            let sql = format!("SELECT winner, reason, count(*) FROM game WHERE {column} = $1 GROUP BY winner, reason");
            for row in self.0.read.query_all_raw(self.statement(&sql, [who.as_str().into()])).await? {
                counts.push(OutcomeCount {
                    side,
                    winner: row::side("game", row.try_get_by_index(0)?)?,
                    reason: row.try_get_by_index(1)?,
                    games: row.try_get_by_index::<i64>(2)?.cast_unsigned(),
                });
            }
        }
        Ok(counts)
    }
}

fn read(row: person::Model) -> Result<Option<Profile>, StoreError> {
    let Some((role, created_at)) = row.role.zip(row.created_at) else { return Ok(None) };
    Ok(Some(Profile {
        who: row::person("person", &row.id)?,
        name: row.name,
        role: Role::read(&role)?,
        created_at: timestamp(created_at),
        is_disabled: row.disabled_at.is_some() || row.erase_at.is_some(),
        bio: row.bio,
        shows_presence: row.shows_presence,
        shows_games: row.shows_games,
        online_at: row.online_at.map(timestamp),
    }))
}
