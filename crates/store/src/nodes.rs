//! Which nodes there are, and when each was last heard of.

use std::time::Duration;

use faraday_play::Timestamp;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QueryTrait};

use crate::entity::node;
use crate::row::{at, moment};
use crate::writer::Urgency;
use crate::{NodeId, Process, Store, StoreError};

/// Whoever has not been heard of for longer is not told of.
const RECENT_MS: i64 = 10 * 60 * 1000;

/// A process of a node, as it was last heard of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beat {
    /// The process.
    pub process: Process,
    /// When it was first heard of.
    pub started_at: Timestamp,
    /// When it was last heard of.
    pub beat_at: Timestamp,
}

/// A time in which no process was heard of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Downtime {
    /// The first process that was heard of afterwards.
    pub ended_by: Process,
    /// When a process was last heard of before.
    pub from: Timestamp,
    /// When that first process was heard of.
    pub until: Timestamp,
}

impl Store {
    /// Tells that a process is there, and is told which others have been there in the last ten minutes, itself included.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn beat(&self, process: &Process, now: Timestamp) -> Result<Vec<Beat>, StoreError> {
        let row = node::ActiveModel {
            id: Set(process.node.to_string()),
            boot: Set(process.boot.cast_signed()),
            started_at: Set(at(now)),
            beat_at: Set(at(now)),
        };
        let key =
            OnConflict::columns([node::Column::Id, node::Column::Boot]).update_column(node::Column::BeatAt).to_owned();
        let beat_now = node::Entity::insert(row).on_conflict(key).build(self.backend());
        let since = self.0.watch.wait();
        let told = self.execute(Urgency::Act, beat_now).await;
        self.0.watch.came(since);
        told?;
        let heard = node::Entity::find().filter(node::Column::BeatAt.gt(at(now) - RECENT_MS));
        let heard = heard.order_by_asc(node::Column::Id).order_by_asc(node::Column::StartedAt);
        heard.all(&self.0.read).await?.iter().map(beat).collect()
    }

    /// When a process was last heard of, however long ago.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn last_beat(&self, process: &Process) -> Result<Option<Beat>, StoreError> {
        let key = (process.node.to_string(), process.boot.cast_signed());
        node::Entity::find_by_id(key).one(&self.0.read).await?.as_ref().map(beat).transpose()
    }

    /// Returns the last time of at least `least` in which no process was heard of. A clock that jumps forward looks the same.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn last_downtime(&self, least: Duration) -> Result<Option<Downtime>, StoreError> {
        let rows = node::Entity::find().order_by_asc(node::Column::StartedAt).order_by_asc(node::Column::Id);
        let (mut heard, mut last): (Option<Timestamp>, _) = (None, None);
        for row in rows.all(&self.0.read).await? {
            let Beat { process, started_at, beat_at } = beat(&row)?;
            if let Some(from) = heard.filter(|heard| started_at.since(*heard) >= least) {
                last = Some(Downtime { ended_by: process, from, until: started_at });
            }
            heard = heard.max(Some(beat_at));
        }
        Ok(last)
    }
}

fn beat(row: &node::Model) -> Result<Beat, StoreError> {
    let node = NodeId::parse(&row.id).map_err(|error| StoreError::row("node", error))?;
    let process = Process { node, boot: row.boot.cast_unsigned() };
    Ok(Beat { process, started_at: moment(row.started_at), beat_at: moment(row.beat_at) })
}
