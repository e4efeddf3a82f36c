//! Devices that receive notices through a push service. Each belongs to a session and is deleted with it, so that a
//! shared computer does not show notices of the person who has signed out.

use faraday_play::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, QueryFilter, QueryOrder};

use crate::entity::device;
use crate::notices::{self, NewNotice};
use crate::row::{self, at, timestamp};
use crate::transaction::{lock_person, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{DeviceId, NoticeBody, NoticeKind, PersonId, Store, StoreError, TokenHash};

/// The maximum number of devices of a person.
pub const MAX_DEVICES: usize = 5;

/// The maximum length of an endpoint in bytes.
pub const LONGEST_ENDPOINT: usize = 1000;

/// The maximum length of a stored error in characters.
const LONGEST_ERROR: usize = 200;

/// A push subscription to add.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct NewDevice {
    pub who: PersonId,
    /// The session that the device belongs to.
    pub session: TokenHash,
    /// The URL of the push service.
    pub endpoint: String,
    /// The public key of the subscription, in base64url.
    pub p256dh: String,
    /// The secret of the subscription, in base64url.
    pub auth: String,
    pub agent: String,
}

/// A device that receives notices.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Device {
    pub id: DeviceId,
    pub who: PersonId,
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
    pub agent: String,
    /// The hash of the token of the session.
    pub session: TokenHash,
    /// The last time at which the push service accepted a message.
    pub last_ok_at: Option<Timestamp>,
    /// The error of the last message, unless it was accepted.
    pub last_error: Option<String>,
}

/// The result of adding a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AddDeviceResult {
    /// The device receives notices.
    Added(Device),
    /// The person has the maximum number of devices.
    TooMany,
    /// The session has ended.
    NoSession,
}

impl Store {
    /// Adds a device, or updates the one with the same endpoint. A new one is reported to the person by a notice.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn add_device(&self, new: &NewDevice, now: Timestamp) -> Result<AddDeviceResult, StoreError> {
        self.write(Priority::Request, (new.clone(), now), |db, (new, now)| {
            Box::pin(async move {
                Ok(match add(db, new, *now).await? {
                    added @ AddDeviceResult::Added(_) => TransactionEnd::Commit(added),
                    refused => TransactionEnd::Rollback(refused),
                })
            })
        })
        .await
    }

    /// Returns a person's devices, oldest first.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn devices(&self, who: PersonId) -> Result<Vec<Device>, StoreError> {
        let rows = device::Entity::find().filter(device::Column::Person.eq(who.as_str()));
        let rows = rows.order_by_asc(device::Column::MadeAt).order_by_asc(device::Column::Id);
        rows.all(&self.0.read).await?.into_iter().map(read).collect()
    }

    /// Returns a device.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn device(&self, id: DeviceId) -> Result<Option<Device>, StoreError> {
        let row = device::Entity::find().filter(device::Column::Id.eq(id.as_str())).one(&self.0.read).await?;
        row.map(read).transpose()
    }

    /// Deletes a device. Returns false if there is none.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn delete_device(&self, id: DeviceId) -> Result<bool, StoreError> {
        let sql = self.statement("DELETE FROM device WHERE id = $1", [id.as_str().into()]);
        Ok(self.execute(Priority::Request, sql).await? > 0)
    }

    /// Stores the result of the last message to a device: accepted, or an error.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn note_sent(&self, id: DeviceId, sent: Result<(), &str>, now: Timestamp) -> Result<(), StoreError> {
        let sql = "UPDATE device SET last_error = $2, last_ok_at = COALESCE($3, last_ok_at) WHERE id = $1";
        let error: Option<String> = sent.err().map(|error| error.chars().take(LONGEST_ERROR).collect());
        let accepted_at = sent.is_ok().then_some(at(now));
        self.execute(Priority::Request, self.statement(sql, [id.as_str().into(), error.into(), accepted_at.into()]))
            .await?;
        Ok(())
    }
}

async fn add(db: &DatabaseTransaction, new: &NewDevice, now: Timestamp) -> Result<AddDeviceResult, StoreError> {
    let NewDevice { who, session, endpoint, p256dh, auth, agent } = new;
    // The row of the person is locked, so that two requests at once cannot exceed the maximum, and that of the session,
    // so that it does not end meanwhile.
    lock_person(db, *who).await?;
    let kept = match db.get_database_backend() {
        DbBackend::Postgres => "SELECT 1 FROM session WHERE hash = $1 AND person = $2 FOR KEY SHARE",
        _ => "SELECT 1 FROM session WHERE hash = $1 AND person = $2",
    };
    let kept = statement(db, kept, [session.as_str().into(), who.as_str().into()]);
    if db.query_one_raw(kept).await?.is_none() {
        return Ok(AddDeviceResult::NoSession);
    }
    let before = device::Entity::find().filter(device::Column::Person.eq(who.as_str())).all(db).await?;
    let is_known = before.iter().any(|row| &row.endpoint == endpoint);
    if !is_known && before.len() >= MAX_DEVICES {
        return Ok(AddDeviceResult::TooMany);
    }
    let sql = "INSERT INTO device (endpoint, id, person, session, p256dh, auth, agent, made_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, session = excluded.session,
            p256dh = excluded.p256dh, auth = excluded.auth, agent = excluded.agent, last_error = NULL";
    let values = [
        endpoint.as_str().into(),
        DeviceId::random().as_str().into(),
        who.as_str().into(),
        session.as_str().into(),
        p256dh.as_str().into(),
        auth.as_str().into(),
        agent.as_str().into(),
        at(now).into(),
    ];
    db.execute_raw(statement(db, sql, values)).await?;
    let row = device::Entity::find_by_id(endpoint.as_str()).one(db).await?;
    let device = read(row.ok_or_else(|| StoreError::row("device", "a new device is missing"))?)?;
    if !is_known {
        let notice = NewNotice {
            who: *who,
            key: format!("security/device/{}/{}", device.id, at(now)),
            kind: NoticeKind::Security,
            game: None,
            at: now,
            body: NoticeBody { device: Some(device.id.to_string()), ..NoticeBody::default() },
            send_at: now,
        };
        notices::add(db, &notice).await?;
    }
    Ok(AddDeviceResult::Added(device))
}

fn read(row: device::Model) -> Result<Device, StoreError> {
    let device::Model { endpoint, id, person, session, p256dh, auth, agent, last_ok_at, last_error, .. } = row;
    Ok(Device {
        id: DeviceId::parse(&id).map_err(|error| StoreError::row("device", error))?,
        who: row::person("device", &person)?,
        session: TokenHash::from_stored(session),
        last_ok_at: last_ok_at.map(timestamp),
        endpoint,
        p256dh,
        auth,
        agent,
        last_error,
    })
}
