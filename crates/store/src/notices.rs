//! Notices: messages to a person about their games and their security, with the jobs that send them to devices and by
//! mail.
//!
//! A notice is added at most once for each person and key. Only the transaction that adds it also adds its jobs, so a
//! repeated job of the game does not send it again. Bodies contain ids only, never names or addresses.

use std::time::Duration;

use faraday_play::Timestamp;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryResult, Statement, Value,
};
use serde::{Deserialize, Serialize};

use crate::channels::channels_of;
use crate::entity::device;
use crate::row::{at, timestamp};
use crate::transaction::statement;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{AccountEvent, Channels, GameId, Job, JobKind, NoticeKind, PersonId, Store, StoreError, email_jobs, jobs};

/// A notice to add.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct NewNotice {
    pub who: PersonId,
    /// Unique among the person's notices.
    pub key: String,
    pub kind: NoticeKind,
    pub game: Option<GameId>,
    pub at: Timestamp,
    pub body: NoticeBody,
    /// The time from which it is sent to devices.
    pub send_at: Timestamp,
}

/// A stored notice.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Notice {
    pub key: String,
    pub kind: NoticeKind,
    pub game: Option<GameId>,
    pub at: Timestamp,
    pub read_at: Option<Timestamp>,
    pub body: NoticeBody,
}

/// The subject of a notice, as ids.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NoticeBody {
    /// The number of the act that caused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The id of the challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<String>,
    /// The id of a new device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// True if emails to the person were turned off after failures.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mail_off: bool,
    /// The change of the account. Its notice is shown and emailed regardless of the person's settings for its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountEvent>,
}

/// A position in a list of notices, just after the notice with these values.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct NoticeCursor {
    pub at: Timestamp,
    pub key: String,
}

/// A selection of notices to mark as read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum NoticeSelection {
    Keys(Vec<String>),
    Game(GameId),
    All,
}

impl NewNotice {
    /// The delay between an event and its messages, so that a person who watches the game reads the notice first.
    pub const DELAY: Duration = Duration::from_secs(10);
}

impl Notice {
    /// Returns the position just after this notice.
    pub fn cursor(&self) -> NoticeCursor {
        NoticeCursor { at: self.at, key: self.key.clone() }
    }
}

/// The condition for notices that the person wants to see in the app, or must see.
const SHOWN: &str = "(notice.key LIKE 'account/%' OR NOT EXISTS (SELECT 1 FROM channel
    WHERE channel.person = notice.person AND channel.kind = notice.kind AND NOT channel.app))";

impl Store {
    /// Adds notices, and jobs that send them to devices. Returns those that did not exist already.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn add_notices(&self, notices: Vec<NewNotice>) -> Result<Vec<NewNotice>, StoreError> {
        self.write(Priority::Request, notices, |db, notices| {
            Box::pin(async move {
                let mut added = Vec::new();
                for notice in notices {
                    if add(db, notice).await? {
                        added.push(notice.clone());
                    }
                }
                Ok(TransactionEnd::Commit(added))
            })
        })
        .await
    }

    /// Returns a person's notices, newest first.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn notices(
        &self,
        who: PersonId,
        limit: u64,
        after: Option<&NoticeCursor>,
    ) -> Result<Vec<Notice>, StoreError> {
        let mut values: Vec<Value> = vec![who.as_str().into(), limit.cast_signed().into()];
        let mut earlier = "";
        if let Some(NoticeCursor { at: before, key }) = after {
            values.extend([at(*before).into(), key.as_str().into()]);
            earlier = "AND (at, key) < ($3, $4)";
        }
        let sql = format!(
            "SELECT {COLUMNS} FROM notice WHERE person = $1 {earlier} AND {SHOWN} ORDER BY at DESC, key DESC LIMIT $2"
        );
        let query = Statement::from_sql_and_values(self.backend(), sql, values);
        self.0.read.query_all_raw(query).await?.iter().map(read).collect()
    }

    /// Returns a notice of a person.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn notice(&self, who: PersonId, key: &str) -> Result<Option<Notice>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM notice WHERE person = $1 AND key = $2");
        let row = self.0.read.query_one_raw(self.statement(&sql, [who.as_str().into(), key.into()])).await?;
        row.as_ref().map(read).transpose()
    }

    /// Returns the number of a person's unread notices.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn unread_notices(&self, who: PersonId) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM notice WHERE person = $1 AND read_at IS NULL AND {SHOWN}");
        let row = self.0.read.query_one_raw(self.statement(&sql, [who.as_str().into()])).await?;
        let count: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?;
        Ok(count.unwrap_or_default().cast_unsigned())
    }

    /// Marks notices of a person as read. Returns the number of notices that were unread.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn read_notices(&self, who: PersonId, which: NoticeSelection, now: Timestamp) -> Result<u64, StoreError> {
        const READ: &str = "UPDATE notice SET read_at = $2 WHERE person = $1 AND read_at IS NULL";
        self.write(Priority::Request, (who, which, at(now)), |db, (who, which, now)| {
            Box::pin(async move {
                let [person, now]: [Value; 2] = [who.as_str().into(), (*now).into()];
                let mut changed = 0;
                match which {
                    NoticeSelection::All => {
                        changed += db.execute_raw(statement(db, READ, [person, now])).await?.rows_affected();
                    }
                    NoticeSelection::Game(game) => {
                        let read = statement(db, &format!("{READ} AND game = $3"), [person, now, game.as_str().into()]);
                        changed += db.execute_raw(read).await?.rows_affected();
                    }
                    NoticeSelection::Keys(keys) => {
                        for key in keys {
                            let values = [person.clone(), now.clone(), key.as_str().into()];
                            let read = statement(db, &format!("{READ} AND key = $3"), values);
                            changed += db.execute_raw(read).await?.rows_affected();
                        }
                    }
                }
                Ok(TransactionEnd::Commit(changed))
            })
        })
        .await
    }

    /// Marks what asked a player to move in a game as read, because they have moved or the game is over. Returns the
    /// number of notices that were unread.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn settle_turn(
        &self,
        who: PersonId,
        game: GameId,
        acted_at: Timestamp,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let sql = "UPDATE notice SET read_at = $4 WHERE person = $1 AND game = $2 AND at < $3 AND read_at IS NULL
            AND kind IN ('turn', 'time')";
        let values = [who.as_str().into(), game.as_str().into(), at(acted_at).into(), at(now).into()];
        self.execute(Priority::Request, self.statement(sql, values)).await
    }

    /// Returns true if a person has an unread notice about a game. Unlike [`Store::read_notices`], this writes nothing.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn has_unread_notice(&self, who: PersonId, game: GameId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM notice WHERE person = $1 AND game = $2 AND read_at IS NULL LIMIT 1";
        let values = [who.as_str().into(), game.as_str().into()];
        Ok(self.0.read.query_one_raw(self.statement(sql, values)).await?.is_some())
    }
}

/// Adds the notice of a change of an account.
pub(crate) async fn add_account_event(
    db: &DatabaseTransaction,
    who: PersonId,
    event: AccountEvent,
    now: Timestamp,
) -> Result<(), StoreError> {
    let notice = NewNotice {
        who,
        key: format!("account/{}/{}", event.as_str(), at(now)),
        // A kind of its own would be unknown to nodes of an earlier version.
        kind: NoticeKind::Security,
        game: None,
        at: now,
        body: NoticeBody { account: Some(event), ..NoticeBody::default() },
        send_at: now,
    };
    add(db, &notice).await?;
    Ok(())
}

/// Adds a notice with its jobs. Returns false if it exists already or its person does not exist.
pub(crate) async fn add(db: &DatabaseTransaction, notice: &NewNotice) -> Result<bool, StoreError> {
    let NewNotice { who, key, kind, game, at: made, body, send_at } = notice;
    if who.house_level().is_some() {
        return Ok(false);
    }
    let sql = "INSERT INTO notice (person, key, kind, game, at, body)
        SELECT id, $2, $3, $4, $5, $6 FROM person WHERE id = $1 ON CONFLICT DO NOTHING";
    let game: Option<String> = game.map(|game| game.to_string());
    let values = [
        who.as_str().into(),
        key.as_str().into(),
        kind.as_str().into(),
        game.into(),
        at(*made).into(),
        serde_json::to_string(body).map_err(|error| StoreError::row("notice", error))?.into(),
    ];
    if db.execute_raw(statement(db, sql, values)).await?.rows_affected() == 0 {
        return Ok(false);
    }
    let channels = match body.account {
        Some(_) => Channels::default_for(*kind),
        None => channels_of(db, *who, *kind).await?,
    };
    if channels.mail {
        email_jobs::add_for_notice(db, *who, key, *send_at).await?;
    }
    if channels.push {
        let devices = device::Entity::find().filter(device::Column::Person.eq(who.as_str()));
        for device::Model { id: device, .. } in devices.all(db).await? {
            let (key, body) = (format!("{device}/{key}"), who.to_string());
            jobs::add(db, &Job { kind: JobKind::Push, key, body, not_before: *send_at }).await?;
        }
    }
    Ok(true)
}

const COLUMNS: &str = "key, kind, game, at, read_at, body";

fn read(row: &QueryResult) -> Result<Notice, StoreError> {
    let kind: String = row.try_get_by_index(1)?;
    let game: Option<String> = row.try_get_by_index(2)?;
    let game = game.map(|game| GameId::parse(&game)).transpose();
    Ok(Notice {
        key: row.try_get_by_index(0)?,
        kind: NoticeKind::parse(&kind).ok_or_else(|| StoreError::row("notice", "an unknown kind"))?,
        game: game.map_err(|error| StoreError::row("notice", error))?,
        at: timestamp(row.try_get_by_index(3)?),
        read_at: row.try_get_by_index::<Option<i64>>(4)?.map(timestamp),
        // A later version may have written other fields.
        body: serde_json::from_str(&row.try_get_by_index::<String>(5)?).unwrap_or_default(),
    })
}
