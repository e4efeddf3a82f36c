//! The state of one connection: its phase, since when, and its orders.
//!
//! Written by the connection's own task and read by the limiter's; knows nothing of sockets and of other connections.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::Rules;

/// A connection's state.
pub struct ConnectionState {
    start: Instant,
    phase: AtomicU8,
    /// The time at which the phase began, in milliseconds since the start; the others likewise.
    phase_since: AtomicU64,
    /// The time at which a byte came or went last.
    moved_at: AtomicU64,
    /// Since when the client takes no bytes; [`NEVER`] if it takes them.
    stalled_since: AtomicU64,
    order: AtomicU8,
    told: Notify,
    priority: AtomicU8,
    displaced: Notify,
}

const NEVER: u64 = u64::MAX;

/// Gives an enum numbers, so that it fits into an atomic.
macro_rules! numbered {
    ($(#[$doc:meta])+ $name:ident { $($(#[$case_doc:meta])+ $case:ident,)+ }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name {
            $($(#[$case_doc])+ $case,)+
        }

        impl $name {
            const ALL: &[$name] = &[$($name::$case),+];

            fn of(number: u8) -> $name {
                $name::ALL[usize::from(number)]
            }
        }
    };
}

numbered! {
    /// The phase of a connection.
    Phase {
        /// Nothing has come yet.
        Fresh,
        /// A request's line and headers are coming.
        Head,
        /// A request is being read or answered.
        Answering,
        /// The last request has been answered.
        Idle,
        /// It speaks another protocol.
        Upgraded,
    }
}

numbered! {
    /// The worth of an upgraded connection to its client.
    Priority {
        /// It speaks a protocol that is none of ours.
        Unknown,
        /// A WebSocket without a session.
        Anonymous,
        /// A WebSocket that watches no game.
        Unsubscribed,
        /// A WebSocket with a session that watches a game.
        Subscribed,
    }
}

/// Why a connection can make way for another; a later one in this list goes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spare {
    /// It is a WebSocket that watches no game.
    Unsubscribed,
    /// It is a WebSocket without a session.
    Anonymous,
    /// Its client is waited for.
    Waited,
}

numbered! {
    /// An order to a connection; a later one in this list prevails.
    CloseOrder {
        /// To go on.
        GoOn,
        /// To end when nothing is being answered.
        Finish,
        /// To say that the client was too slow, and to end.
        Late,
        /// To end at once.
        Cut,
    }
}

/// Why a connection is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It was idle for too long.
    Idle,
    /// A request's head came too slowly.
    Head,
    /// The client took none of an answer.
    Stalled,
    /// Another connection needed its place.
    Displaced,
}

impl Reason {
    /// Its name in counts.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Idle => "idle",
            Reason::Head => "head",
            Reason::Stalled => "stalled",
            Reason::Displaced => "displaced",
        }
    }
}

impl Default for ConnectionState {
    fn default() -> ConnectionState {
        ConnectionState::new()
    }
}

impl ConnectionState {
    /// The state of a new connection.
    pub fn new() -> ConnectionState {
        ConnectionState {
            start: Instant::now(),
            phase: AtomicU8::new(Phase::Fresh as u8),
            phase_since: AtomicU64::new(0),
            moved_at: AtomicU64::new(0),
            stalled_since: AtomicU64::new(NEVER),
            order: AtomicU8::new(CloseOrder::GoOn as u8),
            told: Notify::new(),
            priority: AtomicU8::new(Priority::Unknown as u8),
            displaced: Notify::new(),
        }
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    pub fn phase(&self) -> Phase {
        Phase::of(self.phase.load(Relaxed))
    }

    /// Begins a phase.
    pub fn enter(&self, phase: Phase) {
        self.phase_since.store(self.now(), Relaxed);
        self.phase.store(phase as u8, Relaxed);
    }

    /// Bytes have come.
    pub fn heard(&self) {
        self.moved_at.store(self.now(), Relaxed);
        match self.phase() {
            Phase::Fresh | Phase::Idle => self.enter(Phase::Head),
            Phase::Head | Phase::Answering | Phase::Upgraded => {}
        }
    }

    /// The client has taken bytes.
    pub fn said(&self) {
        self.moved_at.store(self.now(), Relaxed);
        self.stalled_since.store(NEVER, Relaxed);
    }

    /// The client takes no more bytes for the moment.
    pub fn stalls(&self) {
        if !self.is_stalled() {
            self.stalled_since.store(self.now(), Relaxed);
        }
    }

    fn is_stalled(&self) -> bool {
        self.stalled_since.load(Relaxed) != NEVER
    }

    /// Tells the connection to do something. False if it has been told already.
    pub fn tell(&self, order: CloseOrder) -> bool {
        let is_news = self.order.fetch_max(order as u8, Relaxed) < order as u8;
        if is_news {
            self.told.notify_one();
        }
        is_news
    }

    /// Sets what an upgraded connection is worth.
    pub fn rate(&self, priority: Priority) {
        self.priority.store(priority as u8, Relaxed);
    }

    /// Tells the connection to make way for another.
    pub fn displace(&self) {
        match self.phase() {
            Phase::Upgraded => self.displaced.notify_one(),
            Phase::Fresh | Phase::Head | Phase::Answering | Phase::Idle => drop(self.tell(CloseOrder::Cut)),
        }
    }

    /// Returns once the upgraded connection has to make way.
    pub async fn displaced(&self) {
        self.displaced.notified().await;
    }

    /// Waits for an order to the connection.
    pub async fn told(&self) -> CloseOrder {
        self.told.notified().await;
        CloseOrder::of(self.order.load(Relaxed))
    }

    /// Tells the connection that everything ends: what is being answered is answered, and nothing else waited for.
    pub fn close(&self) {
        let order = match self.phase() {
            Phase::Fresh | Phase::Head | Phase::Upgraded => CloseOrder::Cut,
            Phase::Answering | Phase::Idle => CloseOrder::Finish,
        };
        self.tell(order);
    }

    /// The order that is due if it keeps the site waiting for longer than it may.
    pub fn overdue(&self, rules: &Rules) -> Option<(CloseOrder, Reason)> {
        let now = self.now();
        let lasts = |since: &AtomicU64, time: Duration| {
            now.saturating_sub(since.load(Relaxed)) >= u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
        };
        if self.is_stalled() {
            return lasts(&self.stalled_since, rules.write_time).then_some((CloseOrder::Cut, Reason::Stalled));
        }
        match self.phase() {
            Phase::Fresh => lasts(&self.phase_since, rules.idle_time).then_some((CloseOrder::Cut, Reason::Idle)),
            Phase::Idle => lasts(&self.phase_since, rules.idle_time).then_some((CloseOrder::Finish, Reason::Idle)),
            Phase::Head => lasts(&self.phase_since, rules.head_time).then_some((CloseOrder::Late, Reason::Head)),
            Phase::Answering | Phase::Upgraded => None,
        }
    }

    /// Why it can make way for another, and for how long it could have, in milliseconds.
    pub fn spare(&self) -> Option<(Spare, u64)> {
        let lasts = |since: &AtomicU64| self.now().saturating_sub(since.load(Relaxed));
        let spare = match self.phase() {
            Phase::Fresh | Phase::Head | Phase::Idle => Spare::Waited,
            Phase::Answering if self.is_stalled() => Spare::Waited,
            Phase::Answering => return None,
            Phase::Upgraded => match Priority::of(self.priority.load(Relaxed)) {
                Priority::Anonymous => Spare::Anonymous,
                Priority::Unsubscribed => Spare::Unsubscribed,
                Priority::Unknown | Priority::Subscribed => return None,
            },
        };
        match spare {
            Spare::Waited => Some((spare, lasts(&self.moved_at))),
            Spare::Anonymous | Spare::Unsubscribed => Some((spare, lasts(&self.phase_since))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules {
        most: 1,
        per_client: None,
        head_time: Duration::ZERO,
        idle_time: Duration::ZERO,
        write_time: Duration::from_secs(3600),
        socket_bytes: 0,
    };

    #[test]
    fn who_is_waited_for_and_for_how_long_depends_on_the_phase() {
        let state = ConnectionState::new();
        assert_eq!(state.overdue(&RULES), Some((CloseOrder::Cut, Reason::Idle)));
        state.heard();
        assert_eq!((state.phase(), state.overdue(&RULES)), (Phase::Head, Some((CloseOrder::Late, Reason::Head))));
        state.enter(Phase::Answering);
        assert_eq!((state.overdue(&RULES), state.spare()), (None, None));
        state.stalls();
        assert_eq!(state.overdue(&RULES), None);
        assert!(state.spare().is_some());
        assert_eq!(
            state.overdue(&Rules { write_time: Duration::ZERO, ..RULES }),
            Some((CloseOrder::Cut, Reason::Stalled)),
        );
        state.said();
        state.enter(Phase::Idle);
        assert_eq!(state.overdue(&RULES), Some((CloseOrder::Finish, Reason::Idle)));
        state.enter(Phase::Upgraded);
        assert_eq!((state.overdue(&RULES), state.spare()), (None, None));
        for (priority, spare) in [
            (Priority::Anonymous, Some(Spare::Anonymous)),
            (Priority::Unsubscribed, Some(Spare::Unsubscribed)),
            (Priority::Subscribed, None),
        ] {
            state.rate(priority);
            assert_eq!(state.spare().map(|(spare, _)| spare), spare);
        }
    }

    #[tokio::test]
    async fn the_strongest_order_prevails() {
        let state = ConnectionState::new();
        state.tell(CloseOrder::Cut);
        state.tell(CloseOrder::Finish);
        assert_eq!(state.told().await, CloseOrder::Cut);
    }
}
