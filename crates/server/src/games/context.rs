//! What a node knows while it decides: the time, which process it is, which others are there, and whether it may call
//! somebody's time up.

use std::collections::HashMap;
use std::time::Duration;

use faraday_play::Timestamp;
use faraday_store::{Beat, Downtime, NodeId, Process};

/// A process that has not been heard of for longer is taken for dead.
const SILENCE: Duration = Duration::from_secs(6);

/// What a node knows while it decides.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The time.
    pub now: Timestamp,
    /// The process that decides.
    pub me: &'a Process,
    /// When it began.
    pub started: Timestamp,
    /// The processes that were heard of.
    pub heartbeats: &'a Heartbeats,
    /// The last outage of the whole site that lasted an hour or more, or jump of its clock.
    pub downtime: Option<&'a Downtime>,
    /// Whether time may be called up: not while commits do not come through.
    pub may_flag: bool,
    /// Whether there are no other nodes, so that nothing can have happened that this one does not know.
    pub is_alone: bool,
}

/// The processes that were heard of.
#[derive(Clone, Debug, Default)]
pub struct Heartbeats {
    /// When they were asked for: whoever does not hear of others for a while does not take them for dead.
    read_at: Timestamp,
    nodes: HashMap<NodeId, HashMap<u64, Timestamp>>,
}

/// What is known of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It is there.
    Alive,
    /// It is gone, and was last heard of then; none if that is long ago.
    Gone(Option<Timestamp>),
}

impl Heartbeats {
    /// What was heard of at a moment.
    pub fn new(read_at: Timestamp, heartbeats: impl IntoIterator<Item = Beat>) -> Heartbeats {
        let mut nodes: HashMap<NodeId, HashMap<u64, Timestamp>> = HashMap::new();
        for Beat { process: Process { node, boot }, beat_at, .. } in heartbeats {
            nodes.entry(node).or_default().insert(boot, beat_at);
        }
        Heartbeats { read_at, nodes }
    }
}

impl Context<'_> {
    /// What is known of a process. One that its own node has followed with another is gone.
    pub fn life(&self, process: &Process) -> Life {
        if process == self.me {
            return Life::Alive;
        }
        let Some(boots) = self.heartbeats.nodes.get(&process.node) else {
            // A node that began after the others were last asked for is not known yet.
            let is_new = Timestamp::from_millis(process.boot).after(SILENCE) > self.heartbeats.read_at;
            return if is_new { Life::Alive } else { Life::Gone(None) };
        };
        let heard = boots.get(&process.boot).copied();
        let is_followed = boots.keys().any(|boot| *boot > process.boot)
            || (process.node == self.me.node && process.boot < self.me.boot);
        match heard {
            Some(at) if !is_followed && self.heartbeats.read_at.since(at) <= SILENCE => Life::Alive,
            heard => Life::Gone(heard),
        }
    }
}
