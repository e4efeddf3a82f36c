//! The channels through which each person wants to get notices, and the language and time zone of the texts.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryTrait};

use crate::entity::{channel, person};
use crate::writer::Priority;
use crate::{NoticeKind, PersonId, Store, StoreError};

/// The channels for one kind of notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Channels {
    /// Shown in the web app.
    pub app: bool,
    /// Sent to devices.
    pub push: bool,
    /// Sent by email.
    pub mail: bool,
}

/// The language and the time zone of a person, once they are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Locale {
    /// The code of the language, such as `en`.
    pub language: Option<String>,
    /// The name of the time zone, such as `Europe/Berlin`.
    pub time_zone: Option<String>,
}

impl Channels {
    /// Returns the channels for a kind of notice of a person who has not chosen any.
    pub const fn default_for(kind: NoticeKind) -> Channels {
        match kind {
            NoticeKind::Turn | NoticeKind::Ended | NoticeKind::Challenge | NoticeKind::Answered => {
                Channels { app: true, push: true, mail: false }
            }
            NoticeKind::Time => Channels { app: true, push: true, mail: true },
            NoticeKind::Security => Channels { app: true, push: false, mail: true },
        }
    }
}

impl Store {
    /// Returns a person's channels for all kinds of notices.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn channels(&self, who: PersonId) -> Result<Vec<(NoticeKind, Channels)>, StoreError> {
        let rows = channel::Entity::find().filter(channel::Column::Person.eq(who.as_str())).all(&self.0.read).await?;
        let chosen: HashMap<&str, &channel::Model> = rows.iter().map(|row| (row.kind.as_str(), row)).collect();
        let of = |kind: NoticeKind| match chosen.get(kind.as_str()) {
            Some(row) => Channels { app: row.app, push: row.push, mail: row.mail },
            None => Channels::default_for(kind),
        };
        Ok(NoticeKind::ALL.map(|kind| (kind, of(kind))).to_vec())
    }

    /// Sets a person's channels for a kind of notice.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn set_channels(&self, who: PersonId, kind: NoticeKind, channels: Channels) -> Result<(), StoreError> {
        let Channels { app, push, mail } = channels;
        let row = channel::ActiveModel {
            person: Set(who.to_string()),
            kind: Set(kind.as_str().to_owned()),
            app: Set(app),
            push: Set(push),
            mail: Set(mail),
        };
        let key = OnConflict::columns([channel::Column::Person, channel::Column::Kind])
            .update_columns([channel::Column::App, channel::Column::Push, channel::Column::Mail])
            .to_owned();
        let set = channel::Entity::insert(row).on_conflict(key).build(self.backend());
        self.execute(Priority::Request, set).await?;
        Ok(())
    }

    /// Returns the language and the time zone of a person.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn locale(&self, who: PersonId) -> Result<Locale, StoreError> {
        let row = person::Entity::find_by_id(who.as_str()).one(&self.0.read).await?;
        Ok(row.map(|row| Locale { language: row.language, time_zone: row.time_zone }).unwrap_or_default())
    }

    /// Sets the language and the time zone of a person. `None` leaves one unchanged.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn set_locale(&self, who: PersonId, locale: &Locale) -> Result<(), StoreError> {
        let columns = [(person::Column::Language, &locale.language), (person::Column::TimeZone, &locale.time_zone)];
        let mut set = person::Entity::update_many().filter(person::Column::Id.eq(who.as_str()));
        for (column, value) in columns {
            if let Some(value) = value {
                set = set.col_expr(column, Expr::value(value.as_str()));
            }
        }
        if locale != &Locale::default() {
            self.execute(Priority::Request, set.build(self.backend())).await?;
        }
        Ok(())
    }
}

/// Returns a person's channels for one kind of notice.
pub(crate) async fn channels_of(
    db: &impl ConnectionTrait,
    who: PersonId,
    kind: NoticeKind,
) -> Result<Channels, StoreError> {
    let key = (who.to_string(), kind.as_str().to_owned());
    let row = channel::Entity::find_by_id(key).one(db).await?;
    Ok(row.map_or(Channels::default_for(kind), |row| Channels { app: row.app, push: row.push, mail: row.mail }))
}
