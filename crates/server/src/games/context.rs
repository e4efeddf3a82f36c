//! Inputs to a node's decisions other than the game: the time, the live processes, and whether it may flag players.

use std::collections::HashMap;
use std::time::Duration;

use faraday_play::Timestamp;
use faraday_store::{Downtime, Heartbeat, NodeId, Process};

/// A deadline that is further away than this at the end of an outage gets no credit (T.6b).
pub const DAY: Duration = Duration::from_secs(24 * 3600);

/// A process without a heartbeat for longer than this counts as dead.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(6);

/// The state of the node for one decision.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub now: Timestamp,
    /// The process that decides.
    pub me: &'a Process,
    /// The start of that process.
    pub started: Timestamp,
    pub heartbeats: &'a Heartbeats,
    /// The last outage of the whole site that lasted an hour or more, or the last such jump of its clock.
    pub downtime: Option<&'a Downtime>,
    /// True if players may be flagged; false while commits fail.
    pub may_flag: bool,
    /// True if this is the only node, so that nothing can have happened elsewhere.
    pub is_alone: bool,
}

/// The last heartbeats of all processes.
#[derive(Clone, Debug, Default)]
pub struct Heartbeats {
    /// The time of the last read. A node that has not read lately does not take others for dead.
    read_at: Timestamp,
    nodes: HashMap<NodeId, HashMap<u64, Timestamp>>,
}

/// The liveness of a process, judged by its last heartbeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Liveness {
    Alive,
    /// Dead since the last heartbeat, or None if that is long ago.
    Dead(Option<Timestamp>),
}

impl Heartbeats {
    /// Creates the set of heartbeats that were read at a time.
    pub fn new(read_at: Timestamp, heartbeats: impl IntoIterator<Item = Heartbeat>) -> Heartbeats {
        let mut nodes: HashMap<NodeId, HashMap<u64, Timestamp>> = HashMap::new();
        for Heartbeat { process: Process { node, boot }, beat_at, .. } in heartbeats {
            nodes.entry(node).or_default().insert(boot, beat_at);
        }
        Heartbeats { read_at, nodes }
    }
}

impl Context<'_> {
    /// Returns the liveness of a process. A process is gone once its node has started a later one.
    pub fn liveness(&self, process: &Process) -> Liveness {
        if process == self.me {
            return Liveness::Alive;
        }
        let Some(boots) = self.heartbeats.nodes.get(&process.node) else {
            // A node that started after the last read is not known yet.
            let is_new = Timestamp::from_millis(process.boot).after(HEARTBEAT_TIMEOUT) > self.heartbeats.read_at;
            return if is_new { Liveness::Alive } else { Liveness::Dead(None) };
        };
        let last_heartbeat = boots.get(&process.boot).copied();
        let is_followed = boots.keys().any(|boot| *boot > process.boot)
            || (process.node == self.me.node && process.boot < self.me.boot);
        match last_heartbeat {
            Some(at) if !is_followed && self.heartbeats.read_at.since(at) <= HEARTBEAT_TIMEOUT => Liveness::Alive,
            last_heartbeat => Liveness::Dead(last_heartbeat),
        }
    }
}
