//! This node: which process it is, what time it is, and who else is there.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};

use faraday_play::Timestamp;
use faraday_store::{Downtime, NodeId, Process, Store, StoreError};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};

use super::context::{Context, Heartbeats};
use crate::metrics;

/// How often a node says that it is there.
const BEAT: Duration = Duration::from_secs(2);

/// A node that could not say so for longer may have been taken for dead: it begins anew.
const TOO_LATE: Duration = Duration::from_secs(4);

/// An outage of the whole site gives time back in games of days from this length on (T.6b).
const LONG_DOWNTIME: Duration = Duration::from_secs(3600);

/// This node.
pub struct Node {
    store: Store,
    clock: Clock,
    /// Whether other nodes may share the database.
    pub is_alone: bool,
    life: RwLock<Life>,
    /// It was not heard of for too long, and has not begun anew yet.
    is_late: AtomicBool,
    /// The node has said that it is there.
    heard: Notify,
    /// Wakes the heartbeat early, once the database is back.
    nudged: Notify,
}

/// One life of a node: from its start, or from when it was late, on.
struct Life {
    process: Process,
    started: Timestamp,
    heartbeats: Arc<Heartbeats>,
    downtime: Option<Arc<Downtime>>,
    /// When the node last said that it is there.
    beat_at: Instant,
    /// The same by the clock of the machine, which goes on while the machine sleeps.
    beat_by_the_wall: SystemTime,
}

impl Life {
    /// Begins at a time: from then on the process is heard of.
    async fn begin(store: &Store, process: Process, now: Timestamp) -> Result<Life, StoreError> {
        let heartbeats = Arc::new(Heartbeats::new(now, store.beat(&process, now).await?));
        let downtime = store.last_downtime(LONG_DOWNTIME).await?.map(Arc::new);
        let (beat_at, beat_by_the_wall) = (Instant::now(), SystemTime::now());
        Ok(Life { process, started: now, heartbeats, downtime, beat_at, beat_by_the_wall })
    }

    /// For how long the node has not said that it is there.
    fn silence(&self) -> Duration {
        self.beat_at.elapsed().max(self.beat_by_the_wall.elapsed().unwrap_or_default())
    }
}

/// The time of the database, which goes on evenly in between.   Invariant: it never goes back.
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
    /// Begins a life of a node.
    pub async fn start(store: Store, id: NodeId, is_alone: bool) -> Result<Arc<Node>, StoreError> {
        let now = store.now().await?;
        let process = Process { node: id, boot: now.as_millis() };
        let life = RwLock::new(Life::begin(&store, process, now).await?);
        let clock = Clock(Mutex::new((Instant::now(), now)));
        let (is_late, heard, nudged) = (AtomicBool::new(false), Notify::new(), Notify::new());
        Ok(Arc::new(Node { store, clock, is_alone, life, is_late, heard, nudged }))
    }

    /// What is kept.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// When the current life of this node began.
    pub fn started(&self) -> Timestamp {
        self.life.read().unwrap_or_else(PoisonError::into_inner).started
    }

    /// Which process this is.
    pub fn process(&self) -> Process {
        self.life.read().unwrap_or_else(PoisonError::into_inner).process.clone()
    }

    /// Calls with what the node knows while it decides.
    pub fn context<T>(&self, decide: impl FnOnce(&Context<'_>) -> T) -> T {
        let (process, started, heartbeats, downtime) = {
            let life = self.life.read().unwrap_or_else(PoisonError::into_inner);
            (life.process.clone(), life.started, Arc::clone(&life.heartbeats), life.downtime.clone())
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

    /// Returns true if no heartbeat was kept for too long: a node that was frozen does not know what has happened since.
    pub fn is_late(&self) -> bool {
        self.silence() > TOO_LATE || self.is_late.load(Relaxed)
    }

    /// Something was committed: a late node begins anew at once, before players go on in what they are told of it.
    pub fn committed(&self) {
        if self.is_late() {
            self.nudged.notify_one();
        }
    }

    /// Returns at once unless the node is late; then once it has begun anew.
    pub async fn punctual(&self) {
        loop {
            let mut heard = pin!(self.heard.notified());
            heard.as_mut().enable();
            if !self.is_late() {
                return;
            }
            heard.await;
        }
    }

    /// Says that the node is there, again and again. Calls when it was late, and has begun a new life.
    pub async fn live(&self, reborn: impl Fn()) {
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = beat.tick() => {}
                () = self.nudged.notified() => beat.reset(),
            }
            let lived = tokio::select! {
                lived = self.live_on(&reborn) => lived,
                // The database is back: an attempt that waits longer and longer to connect gives way to a new one.
                () = self.nudged.notified() => self.live_on(&reborn).await,
            };
            if let Err(error) = lived {
                tracing::warn!("the database does not take this node's beat: {error}");
            }
        }
    }

    async fn live_on(&self, reborn: impl Fn()) -> Result<(), StoreError> {
        let time = self.store.now().await?;
        // The machine may have slept: then only the time of the database has gone on.
        self.note_late(time.since(self.now()));
        self.note_late(self.silence());
        self.clock.set(time);
        // What a late process would say now hides how long it was away.
        if !self.is_late.load(Relaxed) {
            self.beat().await?;
            self.note_late(self.silence());
        }
        if self.is_late.load(Relaxed) {
            tracing::warn!("this node was not heard of for a while: it begins anew");
            self.begin_anew().await?;
            reborn();
        }
        self.heard();
        Ok(())
    }

    /// For how long this node has not said that it is there.
    fn silence(&self) -> Duration {
        self.life.read().unwrap_or_else(PoisonError::into_inner).silence()
    }

    fn note_late(&self, silence: Duration) {
        if silence > TOO_LATE {
            self.is_late.store(true, Relaxed);
        }
    }

    fn heard(&self) {
        {
            let mut life = self.life.write().unwrap_or_else(PoisonError::into_inner);
            (life.beat_at, life.beat_by_the_wall) = (Instant::now(), SystemTime::now());
        }
        self.heard.notify_waiters();
    }

    async fn beat(&self) -> Result<(), StoreError> {
        let now = self.now();
        let heartbeats = Arc::new(Heartbeats::new(now, self.store.beat(&self.process(), now).await?));
        self.life.write().unwrap_or_else(PoisonError::into_inner).heartbeats = heartbeats;
        Ok(())
    }

    /// Begins a new life. Nobody may be noted in it before others can have heard of it.
    async fn begin_anew(&self) -> Result<(), StoreError> {
        let now = self.now();
        let Process { node, boot } = self.process();
        let process = Process { node, boot: now.as_millis().max(boot + 1) };
        let life = Life::begin(&self.store, process, now).await?;
        *self.life.write().unwrap_or_else(PoisonError::into_inner) = life;
        self.is_late.store(false, Relaxed);
        metrics::node_restarted();
        Ok(())
    }
}
