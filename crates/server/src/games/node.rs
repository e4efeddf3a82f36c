//! This node: which process it is, what time it is, and who else is there.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use faraday_play::Timestamp;
use faraday_store::{NodeId, Process, Store, StoreError};
use tokio::time::{MissedTickBehavior, interval};

use super::around::{Around, Beats};
use crate::measure;

/// How often a node says that it is there.
const BEAT: Duration = Duration::from_secs(2);

/// A node that could not say so for longer may have been taken for dead: it begins anew.
const TOO_LATE: Duration = Duration::from_secs(4);

/// This node.
pub struct Node {
    store: Store,
    clock: Clock,
    /// Whether other nodes may share the database.
    pub is_alone: bool,
    life: RwLock<Life>,
}

/// One life of a node: from its start, or from when it was late, on.
struct Life {
    process: Process,
    started: Timestamp,
    beats: Arc<Beats>,
    /// When the node last said that it is there.
    beat_at: Instant,
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
        let beats = Arc::new(Beats::new(now, store.beat(&process, now).await?));
        let life = Life { process, started: now, beats, beat_at: Instant::now() };
        let clock = Clock(Mutex::new((Instant::now(), now)));
        measure::node_begun();
        Ok(Arc::new(Node { store, clock, is_alone, life: RwLock::new(life) }))
    }

    /// What is kept.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Which process this is.
    pub fn process(&self) -> Process {
        self.life.read().unwrap_or_else(PoisonError::into_inner).process.clone()
    }

    /// Calls with what the node knows while it decides.
    pub fn around<T>(&self, decide: impl FnOnce(&Around<'_>) -> T) -> T {
        let (process, started, beats, beat_at) = {
            let life = self.life.read().unwrap_or_else(PoisonError::into_inner);
            (life.process.clone(), life.started, Arc::clone(&life.beats), life.beat_at)
        };
        // Who was frozen until now does not know yet what has happened meanwhile.
        let is_heard = beat_at.elapsed() <= TOO_LATE;
        decide(&Around {
            now: self.now(),
            me: &process,
            started,
            beats: &beats,
            may_flag: is_heard && self.store.health().is_steady(Instant::now()),
            is_alone: self.is_alone,
        })
    }

    /// Says that the node is there, again and again. Calls when it was late, and has begun a new life.
    pub async fn live(&self, reborn: impl Fn()) {
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            beat.tick().await;
            let before = self.now();
            let beaten = self.beat().await;
            let silent = self.life.read().unwrap_or_else(PoisonError::into_inner).beat_at.elapsed();
            // The machine may have slept, too: then the time has jumped.
            let jumped = self.now().since(before).saturating_sub(silent);
            match beaten {
                Ok(()) if silent > TOO_LATE || jumped > TOO_LATE => {
                    tracing::warn!("this node was not heard of for {:.1} s: it begins anew", silent.as_secs_f32());
                    match self.begin_anew().await {
                        Ok(()) => reborn(),
                        Err(error) => tracing::warn!("the database does not take this node's first beat: {error}"),
                    }
                }
                Ok(()) => self.heard(),
                Err(error) => tracing::warn!("the database does not take this node's beat: {error}"),
            }
        }
    }

    fn heard(&self) {
        self.life.write().unwrap_or_else(PoisonError::into_inner).beat_at = Instant::now();
    }

    async fn beat(&self) -> Result<(), StoreError> {
        self.clock.set(self.store.now().await?);
        let now = self.now();
        let beats = Arc::new(Beats::new(now, self.store.beat(&self.process(), now).await?));
        self.life.write().unwrap_or_else(PoisonError::into_inner).beats = beats;
        Ok(())
    }

    /// Begins a new life. Nobody may be noted in it before others can have heard of it.
    async fn begin_anew(&self) -> Result<(), StoreError> {
        let now = self.now();
        let Process { node, boot } = self.process();
        let process = Process { node, boot: now.as_millis().max(boot + 1) };
        let beats = Arc::new(Beats::new(now, self.store.beat(&process, now).await?));
        let mut life = self.life.write().unwrap_or_else(PoisonError::into_inner);
        *life = Life { process, started: now, beats, beat_at: Instant::now() };
        measure::node_begun();
        Ok(())
    }
}
