//! Nodes that share the database: their ids, their heartbeats, and the downtime between heartbeats.

use std::time::Duration;

use faraday_play::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QueryTrait};

use crate::entity::{game, node};
use crate::row::{at, timestamp};
use crate::writer::Priority;
use crate::{NodeId, Process, Store, StoreError};

/// Processes whose last heartbeat is older are not returned.
const RECENT_MS: i64 = 10 * 60 * 1000;

/// A process of a node with its first and last heartbeat.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Heartbeat {
    pub process: Process,
    /// The time of the first heartbeat.
    pub started_at: Timestamp,
    /// The time of the last heartbeat.
    pub beat_at: Timestamp,
}

/// A period without a heartbeat of any process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Downtime {
    /// The process with the first heartbeat afterwards.
    pub ended_by: Process,
    /// The last heartbeat before it.
    pub from: Timestamp,
    /// The first heartbeat after it.
    pub until: Timestamp,
}

impl Store {
    /// Stores a heartbeat and returns all processes with a heartbeat in the last ten minutes, including this one.
    ///
    /// # Errors
    ///
    /// If the database cannot be reached.
    pub async fn record_heartbeat(&self, process: &Process, now: Timestamp) -> Result<Vec<Heartbeat>, StoreError> {
        let row = node::ActiveModel {
            id: Set(process.node.to_string()),
            boot: Set(process.boot.cast_signed()),
            started_at: Set(at(now)),
            beat_at: Set(at(now)),
        };
        let key =
            OnConflict::columns([node::Column::Id, node::Column::Boot]).update_column(node::Column::BeatAt).to_owned();
        let beat_now = node::Entity::insert(row).on_conflict(key).build(self.backend());
        let since = self.0.monitor.begin_wait();
        let told = self.execute(Priority::Act, beat_now).await;
        self.0.monitor.end_wait(since);
        told?;
        let heard = node::Entity::find().filter(node::Column::BeatAt.gt(at(now) - RECENT_MS));
        let heard = heard.order_by_asc(node::Column::Id).order_by_asc(node::Column::StartedAt);
        heard.all(&self.0.read).await?.iter().map(heartbeat).collect()
    }

    /// Returns the last heartbeat of a process, regardless of its age.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn last_heartbeat(&self, process: &Process) -> Result<Option<Heartbeat>, StoreError> {
        let key = (process.node.to_string(), process.boot.cast_signed());
        node::Entity::find_by_id(key).one(&self.0.read).await?.as_ref().map(heartbeat).transpose()
    }

    /// Returns the last period of at least `least` without a heartbeat of any process. If a clock jumps forward,
    /// the result looks the same.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn last_downtime(&self, least: Duration) -> Result<Option<Downtime>, StoreError> {
        let rows = node::Entity::find().order_by_asc(node::Column::StartedAt).order_by_asc(node::Column::Id);
        let (mut heard, mut last): (Option<Timestamp>, _) = (None, None);
        for row in rows.all(&self.0.read).await? {
            let Heartbeat { process, started_at, beat_at } = heartbeat(&row)?;
            if let Some(from) = heard.filter(|heard| started_at.since(*heard) >= least) {
                last = Some(Downtime { ended_by: process, from, until: started_at });
            }
            heard = heard.max(Some(beat_at));
        }
        Ok(last)
    }

    /// Schedules an immediate check of every running correspondence game that would end before a deadline, so that an
    /// outage is credited before the next one (T.6b).
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn wake_correspondence_games(&self, before: Timestamp, now: Timestamp) -> Result<(), StoreError> {
        let has_days = game::Column::Days.is_not_null().or(game::Column::Reserve.is_not_null());
        let wake = game::Entity::update_many()
            .col_expr(game::Column::WakeAt, Expr::value(at(now)))
            .filter(has_days.and(game::Column::EndedAt.is_null()))
            .filter(game::Column::Deadline.lt(at(before)).and(game::Column::WakeAt.gt(at(now))));
        self.execute(Priority::Request, wake.build(self.backend())).await?;
        Ok(())
    }
}

fn heartbeat(row: &node::Model) -> Result<Heartbeat, StoreError> {
    let node = NodeId::parse(&row.id).map_err(|error| StoreError::row("node", error))?;
    let process = Process { node, boot: row.boot.cast_unsigned() };
    Ok(Heartbeat { process, started_at: timestamp(row.started_at), beat_at: timestamp(row.beat_at) })
}
