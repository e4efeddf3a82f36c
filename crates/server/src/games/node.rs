//! This node: its process, its clock, its heartbeats, and the other live nodes.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};

use faraday_play::Timestamp;
use faraday_store::{Downtime, NodeId, Process, Store, StoreError};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};

use super::context::{Context, DAY, Heartbeats, Liveness};
use crate::metrics;

/// The interval between heartbeats of a node.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(2);

/// A node without a stored heartbeat for longer than this may have been taken for dead. It restarts as a new process.
const MAX_SILENCE: Duration = Duration::from_secs(4);

/// The minimum length of an outage of the whole site that gives time back in correspondence games (T.6b).
const LONG_DOWNTIME: Duration = Duration::from_secs(3600);

/// The node that this process runs.
pub struct Node {
    store: Store,
    clock: Clock,
    /// True if no other node may share the database.
    pub is_alone: bool,
    current: RwLock<NodeProcess>,
    /// True after a gap in the heartbeats, until the node has restarted.
    is_late: AtomicBool,
    /// Notified after each stored heartbeat.
    heartbeat_stored: Notify,
    /// Wakes the heartbeat early, once the database is back.
    early_heartbeat: Notify,
}

/// The node as one process: from its start, or from a restart after a gap in its heartbeats.
struct NodeProcess {
    process: Process,
    started: Timestamp,
    heartbeats: Arc<Heartbeats>,
    downtime: Option<Arc<Downtime>>,
    /// The time of the last stored heartbeat.
    beat_at: Instant,
    /// The same by the machine's wall clock, which keeps running while the machine sleeps.
    wall_beat_at: SystemTime,
}

impl NodeProcess {
    /// Starts a process at a time, with a first heartbeat.
    async fn begin(store: &Store, process: Process, now: Timestamp) -> Result<NodeProcess, StoreError> {
        let heartbeats = Arc::new(Heartbeats::new(now, store.record_heartbeat(&process, now).await?));
        let downtime = store.last_downtime(LONG_DOWNTIME).await?.map(Arc::new);
        if let Some(back_for_a_day) =
            downtime.as_ref().map(|downtime| downtime.until.after(DAY)).filter(|end| now < *end)
        {
            store.wake_correspondence_games(back_for_a_day, now).await?;
        }
        let (beat_at, wall_beat_at) = (Instant::now(), SystemTime::now());
        Ok(NodeProcess { process, started: now, heartbeats, downtime, beat_at, wall_beat_at })
    }

    /// Returns the time since the last stored heartbeat.
    fn silence(&self) -> Duration {
        self.beat_at.elapsed().max(self.wall_beat_at.elapsed().unwrap_or_default())
    }
}

/// The time of the database, advanced by the monotonic clock between reads.
///
/// Invariant: it never goes back.
struct Clock(Mutex<(Instant, Timestamp)>);

impl Clock {
    fn now(&self) -> Timestamp {
        let (at, time) = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        time.after(Duration::from_millis(at.elapsed().as_millis() as u64))
    }

    fn set(&self, time: Timestamp) {
        let mut clock = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, before) = *clock;
        let now = Instant::now();
        let expected = before.after(Duration::from_millis(now.duration_since(at).as_millis() as u64));
        *clock = (now, expected.max(time));
    }
}

impl Node {
    /// Starts a node on a store.
    pub async fn start(store: Store, id: NodeId, is_alone: bool) -> Result<Arc<Node>, StoreError> {
        let now = store.now().await?;
        let process = Process { node: id, boot: now.as_millis() };
        let current = RwLock::new(NodeProcess::begin(&store, process, now).await?);
        let clock = Clock(Mutex::new((Instant::now(), now)));
        let (is_late, heartbeat_stored, early_heartbeat) = (AtomicBool::new(false), Notify::new(), Notify::new());
        Ok(Arc::new(Node { store, clock, is_alone, current, is_late, heartbeat_stored, early_heartbeat }))
    }

    /// Returns the store of this node.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the time at which this process started.
    pub fn started(&self) -> Timestamp {
        self.current.read().unwrap_or_else(PoisonError::into_inner).started
    }

    /// Returns the current process.
    pub fn process(&self) -> Process {
        self.current.read().unwrap_or_else(PoisonError::into_inner).process.clone()
    }

    /// Returns true if a process is known to be dead.
    pub fn is_dead(&self, process: &Process) -> bool {
        self.context(|context| context.liveness(process) != Liveness::Alive)
    }

    /// Calls a closure with the state of the node for one decision.
    pub fn context<T>(&self, decide: impl FnOnce(&Context<'_>) -> T) -> T {
        let (process, started, heartbeats, downtime) = {
            let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
            (current.process.clone(), current.started, Arc::clone(&current.heartbeats), current.downtime.clone())
        };
        decide(&Context {
            now: self.now(),
            me: &process,
            started,
            heartbeats: &heartbeats,
            downtime: downtime.as_deref(),
            may_flag: !self.is_late() && self.store.health().is_steady(Instant::now()),
            is_alone: self.is_alone,
        })
    }

    /// Returns true if no heartbeat was stored for too long. A frozen node, for example, has missed
    /// everything since its last one.
    pub fn is_late(&self) -> bool {
        self.silence() > MAX_SILENCE || self.is_late.load(Relaxed)
    }

    /// Notes a commit: a late node restarts at once, before its players continue from outdated data.
    pub fn committed(&self) {
        if self.is_late() {
            self.early_heartbeat.notify_one();
        }
    }

    /// Returns at once unless the node is late; otherwise returns once the node has restarted.
    pub async fn wait_until_punctual(&self) {
        loop {
            let mut heartbeat_stored = pin!(self.heartbeat_stored.notified());
            heartbeat_stored.as_mut().enable();
            if !self.is_late() {
                return;
            }
            heartbeat_stored.await;
        }
    }

    /// Sends heartbeats forever. Calls `on_restart` after each restart.
    pub async fn run_heartbeat(&self, on_restart: impl Fn()) {
        let mut beat = interval(HEARTBEAT_INTERVAL);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = beat.tick() => {}
                () = self.early_heartbeat.notified() => beat.reset(),
            }
            let lived = tokio::select! {
                lived = self.send_heartbeat(&on_restart) => lived,
                // The database is back: an attempt in a long connection backoff gives way to a new one.
                () = self.early_heartbeat.notified() => self.send_heartbeat(&on_restart).await,
            };
            if let Err(error) = lived {
                tracing::warn!("the heartbeat of this node was not stored: {error}");
            }
        }
    }

    async fn send_heartbeat(&self, on_restart: impl Fn()) -> Result<(), StoreError> {
        let time = self.store.now().await?;
        // The machine may have slept. Only the time of the database has advanced then.
        self.note_late(time.since(self.now()));
        self.note_late(self.silence());
        self.clock.set(time);
        // A heartbeat of a late process would hide the length of the gap.
        if !self.is_late.load(Relaxed) {
            self.beat().await?;
            self.note_late(self.silence());
        }
        if self.is_late.load(Relaxed) {
            tracing::warn!("this node missed its heartbeats, so it restarts as a new process");
            self.restart().await?;
            on_restart();
        }
        self.note_heartbeat();
        Ok(())
    }

    /// Returns the time since the last stored heartbeat.
    fn silence(&self) -> Duration {
        self.current.read().unwrap_or_else(PoisonError::into_inner).silence()
    }

    fn note_late(&self, silence: Duration) {
        if silence > MAX_SILENCE {
            self.is_late.store(true, Relaxed);
        }
    }

    fn note_heartbeat(&self) {
        {
            let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
            (current.beat_at, current.wall_beat_at) = (Instant::now(), SystemTime::now());
        }
        self.heartbeat_stored.notify_waiters();
    }

    async fn beat(&self) -> Result<(), StoreError> {
        let now = self.now();
        let heartbeats = Arc::new(Heartbeats::new(now, self.store.record_heartbeat(&self.process(), now).await?));
        self.current.write().unwrap_or_else(PoisonError::into_inner).heartbeats = heartbeats;
        Ok(())
    }

    /// Restarts the node as a new process. No player may be noted at it before its heartbeat is stored.
    async fn restart(&self) -> Result<(), StoreError> {
        let now = self.now();
        let Process { node, boot } = self.process();
        let process = Process { node, boot: now.as_millis().max(boot + 1) };
        let current = NodeProcess::begin(&self.store, process, now).await?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = current;
        self.is_late.store(false, Relaxed);
        metrics::node_restarted();
        Ok(())
    }
}
